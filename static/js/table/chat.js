/**
 * Chat at the table: shows the lines of the rooms that are open here, in their order and once, and sends one's own.
 *
 * The panel is the server's (`matches/_in_chat.html`) and works as a form; this module hears the socket's frames through
 * the page ("frame" events) and asks it to send ("say" events). A line that was sent is kept until `said` or `error`
 * carries its id, over a cut and a reload; numbers run without a gap, so what is missing is seen and fetched.
 */

import { newId } from "./pending.js";
import { say, t } from "./words.js";

const RESEND_MS = 4000;
const KEPT = 200;
const STALE_MS = 200;

/** What the server refuses, in the reader's language; anything else is shown as it came. @type {Record<string, () => string>} */
const REFUSED = {
  sign_in: () => t("Sign in, or choose a nickname, to write."),
  no_chat: () => t("There is no chat in this room."),
  chat_closed: () => t("The match ended a day ago. Its chat is closed."),
  room_full: () => t("This room is full."),
  not_your_room: () => t("You cannot enter this room now."),
  presets_only: () => t("You can only use preset phrases here."),
  too_fast: () => t("Too fast. Wait a few seconds before the next message."),
  repeated: () => t("You just sent that."),
  timed_out: () => t("You cannot write now."),
};

class Chat {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.key = `tabellone.say.${page.dataset.match}`;
    /** @type {Map<string, any>} lines that wait for an answer, by their id */
    this.waiting = new Map(this.#stored().map((/** @type {any} */ frame) => [frame.id, frame]));
    this.unread = 0;
    /** @type {Map<string, number>} the last number that the socket told of each room */
    this.heard = new Map();
    /** @type {Map<string, string>} what was being typed, by field */
    this.drafts = new Map();
    this.#adopt();
    page.addEventListener("frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail));
    page.addEventListener("submit", (event) => this.#submit(/** @type {SubmitEvent} */ (event)));
    page.addEventListener("click", (event) => this.#click(/** @type {MouseEvent} */ (event)));
    page.addEventListener("htmx:beforeSwap", () => this.#note());
    page.addEventListener("htmx:afterSwap", () => this.#adopt());
    document.getElementById("tab-chat")?.addEventListener("click", () => {
      this.unread = 0;
      this.#end();
    });
    setInterval(() => this.#again(), RESEND_MS);
  }

  /** @returns {HTMLElement|null} */
  get box() {
    return this.page.querySelector("[data-talk]");
  }

  /** @param {string} room @returns {HTMLElement|null} */
  #list(room) {
    return this.box?.querySelector(`[data-room="${room}"] [data-said]`) ?? null;
  }

  /** The panel came fresh from the server: only one room is shown, and it begins at its end. */
  #adopt() {
    const box = this.box;
    if (!box) return;
    for (const element of box.querySelectorAll("[data-script-only]")) element.toggleAttribute("hidden", false);
    const rooms = [...box.querySelectorAll("[data-room]")];
    const open = rooms.find((room) => room.getAttribute("data-room") === this.room) ?? rooms[0];
    this.#open(open?.getAttribute("data-room") ?? "");
    for (const field of box.querySelectorAll("[name=text]")) if (field instanceof HTMLInputElement) field.value = this.drafts.get(field.id) ?? field.value;
    this.drafts.clear();
    this.#mark();
    // Made before the last lines were written, and here after them: they are asked for again, once htmx knows the new panel.
    if ([...this.heard].some(([room, n]) => this.#list(room) && this.#last(room) < n)) setTimeout(() => this.#refresh(), STALE_MS);
  }

  /** Half a line is not lost when the panel is fetched again. */
  #note() {
    for (const field of this.box?.querySelectorAll("[name=text]") ?? []) if (field instanceof HTMLInputElement && field.value) this.drafts.set(field.id, field.value);
  }

  /** @param {string} room */
  #open(room) {
    this.room = room;
    for (const section of this.box?.querySelectorAll("[data-room]") ?? []) section.toggleAttribute("hidden", section.getAttribute("data-room") !== room);
    for (const button of this.box?.querySelectorAll("[data-room-button]") ?? []) button.setAttribute("aria-pressed", String(button.getAttribute("data-room-button") === room));
    this.#end();
  }

  #end() {
    const log = this.#list(this.room ?? "")?.parentElement;
    if (log) log.scrollTop = log.scrollHeight;
  }

  /** The page remembers what it has, for the next connection of the socket. */
  #mark() {
    this.page.dataset.seen = ["players", "spectators"].map((room) => `${room}=${this.#last(room)}`).join("&");
  }

  /** @param {string} room */
  #last(room) {
    return Math.max(0, ...[...(this.#list(room)?.querySelectorAll("[data-n]") ?? [])].map((line) => Number(line.getAttribute("data-n"))));
  }

  // ── what the server says ──

  /** @param {any} frame */
  #frame(frame) {
    if (frame.t === "chat") this.#lines(frame.room, frame.lines);
    else if (frame.t === "said") this.#settle(frame.id);
    else if (frame.t === "error" && this.waiting.has(frame.id)) this.#refused(frame);
  }

  /** @param {string} room @param {any[]} lines */
  #lines(room, lines) {
    const list = this.#list(room);
    this.heard.set(room, Math.max(this.heard.get(room) ?? 0, lines[lines.length - 1].n));
    // A room that was closed when the page was made, or a gap: the panel is asked for as a whole.
    if (!list || lines[0].n > this.#last(room) + 1) return this.#refresh();
    /** @type {string[]} */
    const muted = JSON.parse(this.box?.dataset.muted ?? "[]");
    const log = /** @type {HTMLElement} */ (list.parentElement);
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    let fresh = 0;
    for (const line of lines) {
      const newer = line.n > this.#last(room);
      const there = list.querySelector(`[data-n="${line.n}"]`);
      const shown = this.#line(room, line, muted.includes(line.user));
      if (there) there.replaceWith(shown);
      else if (newer) {
        list.append(shown);
        if (!muted.includes(line.user) && line.user !== this.page.dataset.user) fresh += 1;
      }
    }
    list.querySelector("[data-none]")?.remove();
    while (list.children.length > KEPT) list.firstElementChild?.remove();
    if (atEnd) log.scrollTop = log.scrollHeight;
    this.#mark();
    if (fresh) {
      this.unread += fresh;
      this.page.dispatchEvent(new CustomEvent("news", { detail: ["chat", this.unread] }));
    }
    return undefined;
  }

  /** One line; all of it goes in as text. @param {string} room @param {any} line @param {boolean} muted */
  #line(room, line, muted) {
    const row = document.createElement("li");
    row.dataset.n = String(line.n);
    row.dataset.role = line.role;
    if (muted) row.hidden = true;
    if (line.user) {
      const by = Object.assign(document.createElement("b"), { className: "by" });
      if (line.role === "home" || line.role === "away") {
        const seat = Object.assign(document.createElement("span"), { className: "seat" });
        seat.dataset.seat = line.role;
        seat.setAttribute("aria-hidden", "true");
        by.append(seat, " ");
      }
      by.append(line.name);
      if (line.role === "referee" || line.role === "organiser") {
        by.append(" ", Object.assign(document.createElement("small"), { className: "chip", textContent: line.role === "referee" ? t("Referee") : t("Organiser") }));
      }
      row.append(by, " ");
    }
    if (line.hidden) {
      row.dataset.hidden = "";
      row.append(Object.assign(document.createElement("i"), { className: "muted", textContent: t("removed: {because}", { because: say([line.hidden, {}]) }) }));
      return row;
    }
    row.append(Object.assign(document.createElement("span"), { className: "words", textContent: line.say ? say(line.say) : line.text }));
    if (line.user && this.page.dataset.user && line.user !== this.page.dataset.user) {
      const about = Object.assign(document.createElement("a"), { className: "about", href: (this.box?.dataset.line ?? "").replace("room/0", `${room}/${line.n}`), textContent: "⋯" });
      about.setAttribute("aria-label", t("Options for this message by {name}", { name: line.name }));
      row.append(" ", about);
    }
    return row;
  }

  #refresh() {
    document.body.dispatchEvent(new CustomEvent("chatchanged"));
  }

  // ── what people do ──

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = event.target instanceof HTMLFormElement && event.target.closest("[data-say-form]");
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const given = new FormData(form);
    const preset = event.submitter instanceof HTMLButtonElement && event.submitter.name === "preset" ? event.submitter.value : "";
    const text = String(given.get("text") ?? "").trim();
    if (!preset && !text) return;
    const frame = { t: "say", id: newId(), room: String(given.get("room")), ...(preset ? { preset } : { text }) };
    this.waiting.set(frame.id, { ...frame, at: Date.now() });
    this.#keep();
    this.#say(frame.id);
    const field = form.querySelector("[name=text]");
    if (field instanceof HTMLInputElement && !preset) field.value = "";
    form.querySelector("[data-say-refused]")?.setAttribute("hidden", "");
  }

  /** @param {string} id */
  #say(id) {
    const { at, ...frame } = this.waiting.get(id);
    this.page.dispatchEvent(new CustomEvent("say", { detail: frame }));
    return at;
  }

  #again() {
    for (const [id, frame] of this.waiting) if (Date.now() - frame.at > RESEND_MS) this.#say(id);
  }

  /** @param {string} id */
  #settle(id) {
    if (this.waiting.delete(id)) this.#keep();
  }

  /** @param {any} frame */
  #refused(frame) {
    const line = this.waiting.get(frame.id);
    if (frame.code === "busy") return;
    this.#settle(frame.id);
    const form = this.box?.querySelector(`[data-room="${line.room}"] [data-say-form]`);
    const place = form?.querySelector("[data-say-refused]");
    if (place) {
      place.textContent = frame.code in REFUSED ? REFUSED[frame.code]() : frame.reason;
      place.removeAttribute("hidden");
    }
    const field = form?.querySelector("[name=text]");
    if (field instanceof HTMLInputElement && line.text && !field.value) field.value = line.text;
    if (frame.code === "timed_out" || frame.code === "no_chat") this.#refresh();
  }

  /** @param {MouseEvent} event */
  async #click(event) {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest("[data-room-button]");
    if (button) return this.#open(button.getAttribute("data-room-button") ?? "");
    const about = event.target.closest("a.about");
    const dialog = this.box?.querySelector("[data-line-dialog]");
    if (!(about instanceof HTMLAnchorElement) || !(dialog instanceof HTMLDialogElement)) return undefined;
    event.preventDefault();
    const box = /** @type {HTMLElement} */ (dialog.querySelector("[data-line-box]"));
    const answer = await fetch(about.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return undefined;
    box.innerHTML = await answer.text(); // our own page: what people wrote is escaped there
    /** @type {any} */ (window).htmx?.process(box);
    dialog.showModal();
    dialog.addEventListener("close", () => this.#refresh(), { once: true });
    return undefined;
  }

  // ── kept over a reload ──

  #keep() {
    this.page.dataset.saying = [...this.waiting.keys()].join(" ");
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.waiting.values()]));
    } catch {
      /* a line may then be lost with the page */
    }
  }

  #stored() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }
}

const page = document.querySelector(".livepage");
if (page instanceof HTMLElement) new Chat(page);
