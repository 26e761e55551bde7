/**
 * The line to the server: opens, pings, and comes back by itself after a cut, from the last version that was seen.
 *
 * It decides nothing about frames: `onFrame` gets each one, `onState` hears "open", "closed" (with how long ago the line
 * was lost) and nothing else. Back-off: 0.3 s, doubled up to 8 s, with full jitter so that a restart of the server is not
 * met by everybody at once; 10 s without an answer to a ping counts as a cut, and 20 s without one to an attempt (some
 * browsers wait for four minutes).
 */

/** The version of docs/protocol.md that these scripts speak. */
const PROTOCOL = 1;
const OTHER_VERSION = 4426;
const RELOADED = "tabellone.reloaded";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;
const PING_EVERY = 5000;
const PONG_LIMIT = 10000;
const OPEN_LIMIT = 20000;

/**
 * The two ways to the server: a line, and a question. A table without a server asks its worker (js/offline/table.js).
 * @type {{open: (address: string) => WebSocket, ask: (address: string, init: {signal: AbortSignal}) => Promise<{status: number, ok: boolean, json: () => Promise<any>}>}}
 */
export const way = { open: (address) => new WebSocket(address), ask: fetch.bind(window) };

export class Line {
  /**
   * @param {string} path the socket's path, without `?v=`
   * @param {{version: () => number|null, seen?: () => string, onFrame: (frame: any) => void, onState: (state: "open"|"closed") => void}} hooks
   */
  constructor(path, hooks) {
    this.path = path;
    this.hooks = hooks;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.pings = 0;
    this.answered = 0;
    this.stopped = false;
    /** This page has been at the table already. */
    this.opened = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** Server's clock minus ours, in milliseconds, from the quickest pong. */
    this.offset = 0;
    this.bestTrip = Infinity;
    this.sentAt = 0;
    setInterval(() => this.#beat(), PING_EVERY);
    addEventListener("online", () => this.#soon(0));
    addEventListener("offline", () => this.#lost(this.socket));
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#soon(0));
    document.addEventListener("visibilitychange", () => !document.hidden && !this.isOpen() && this.#soon(0));
    this.open();
  }

  isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    if (this.stopped || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const version = this.hooks.version();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    // A page that comes back after a cut does not take the seat from a device on which its player plays meanwhile.
    const asked = [`protocol=${PROTOCOL}`, version === null ? "" : `v=${version}`, this.opened ? "again" : "", this.hooks.seen?.() ?? ""].filter(Boolean).join("&");
    const socket = way.open(`${scheme}//${location.host}${this.path}?${asked}`);
    this.socket = socket;
    this.answered = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.answered = Date.now();
      this.opened = true;
      this.hooks.onState("open");
      this.#beat();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.answered = Date.now();
      const frame = JSON.parse(message.data);
      this.tries = 0;
      if (frame.t === "pong") this.#pong(frame);
      else if (frame.t === "probe") this.send({ t: "echo", n: frame.n });
      else if (frame.t === "bye") this.#bye(frame);
      else this.hooks.onFrame(frame);
    };
    socket.onclose = (event) => {
      if (event.code === 4404 || event.code === 4403 || event.code === OTHER_VERSION) this.stopped = true;
      if (event.code === OTHER_VERSION) renew();
      this.#lost(socket);
    };
  }

  /** Sends now; false if the line is down (the caller keeps what must not be lost). @param {object} frame */
  send(frame) {
    if (!this.isOpen()) return false;
    /** @type {WebSocket} */ (this.socket).send(JSON.stringify(frame));
    return true;
  }

  /** Asks for the whole truth again: the next connection starts from the version that is known. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** @param {WebSocket|null} socket */
  #lost(socket) {
    if (!socket || socket !== this.socket) return;
    this.socket = null;
    socket.close();
    this.hooks.onState("closed");
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    this.#soon(Math.random() * most);
  }

  /** @param {number} wait */
  #soon(wait) {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  #beat() {
    if (Date.now() - this.answered > (this.isOpen() ? PONG_LIMIT : OPEN_LIMIT)) return this.#lost(this.socket);
    if (!this.isOpen()) return;
    this.sentAt = Date.now();
    this.send({ t: "ping", n: ++this.pings });
  }

  /** @param {{n: number, now: number}} frame */
  #pong(frame) {
    if (frame.n !== this.pings) return;
    const trip = Date.now() - this.sentAt;
    if (trip > this.bestTrip * 2 || !frame.now) return;
    this.bestTrip = Math.min(trip, this.bestTrip);
    this.offset = frame.now + trip / 2 - Date.now();
  }

  /** @param {{code?: string, retry_ms?: number|null}} frame */
  #bye(frame) {
    if (frame.code === "signed_out") {
      this.stopped = true;
      location.reload(); // as whoever this browser is signed in as now
      return;
    }
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.hooks.onState("closed");
    if (frame.retry_ms === null || frame.retry_ms === undefined) this.#soon(Math.random() * LONGEST_WAIT);
    else this.#soon(frame.retry_ms * (0.5 + Math.random()));
  }
}

/** A new release speaks otherwise: its page brings its scripts. Once only, should a cache still hold the old ones. */
function renew() {
  try {
    if (sessionStorage.getItem(RELOADED) === String(PROTOCOL)) return;
    sessionStorage.setItem(RELOADED, String(PROTOCOL));
  } catch {
    return; // without storage it might go round for ever
  }
  location.reload();
}
