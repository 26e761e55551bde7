/**
 * The line of a table to the host in a worker, in place of a WebSocket: as much of one as js/table/socket.js asks for.
 */

/** Asks the worker for a draft of a placement, as js/table/draft.js asks the server. @param {Worker} worker */
export function drafts(worker) {
  let asked = 0;
  /** @param {string} address @param {{signal: AbortSignal}} init */
  return (address, { signal }) =>
    new Promise((resolve, reject) => {
      const n = (asked += 1);
      const hear = (/** @type {MessageEvent} */ { data }) => {
        if (data.t !== "draft" || data.n !== n) return;
        worker.removeEventListener("message", hear);
        resolve({ status: data.draft ? 200 : 204, ok: true, json: async () => data.draft });
      };
      signal.addEventListener("abort", () => {
        worker.removeEventListener("message", hear);
        reject(signal.reason);
      });
      worker.addEventListener("message", hear);
      worker.postMessage({ t: "draft", n, query: Object.fromEntries(new URLSearchParams(address.split("?")[1])) });
    });
}

export class HostLine {
  /** @param {Worker} worker @param {string} id the match @param {object|null} wish how it begins if it is not kept yet */
  constructor(worker, id, wish) {
    this.worker = worker;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void)|null} */
    this.onopen = null;
    /** @type {((message: {data: string}) => void)|null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void)|null} */
    this.onclose = null;
    this.hear = (/** @type {MessageEvent} */ { data }) => this.#hear(data);
    worker.addEventListener("message", this.hear);
    worker.postMessage({ t: "open", id, wish });
  }

  /** @param {any} said */
  #hear(said) {
    if (said.t === "opened") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (said.t === "frame" && this.readyState === WebSocket.OPEN) this.onmessage?.({ data: said.text });
  }

  /** @param {string} text */
  send(text) {
    this.worker.postMessage({ t: "frame", text });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.worker.removeEventListener("message", this.hear);
  }
}
