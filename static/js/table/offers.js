/**
 * What the two sides agree on, and the countdowns that everybody sees: offers made and received, a side that has left,
 * a pause that ends, a start that may come early. It hears every frame of the table and asks it to send; it decides nothing.
 */

import { newId } from "./pending.js";
import { nameOf, t } from "./words.js";

/** @typedef {{kind: string, seat: "home"|"away", v: number}} Offer */

/** @typedef {{key: string, words: string, buttons?: [string, object][]}} Told what stands there; `key` tells one from another whatever the seconds say */

/**
 * Sentences and buttons of each kind: theirs, mine, what makes it, and the status in which it can be made; `yes` and `no`
 * where an answer is called otherwise.
 */
/** @type {Record<string, {theirs: string, mine: string, make: string, status: string, yes?: string, no?: string}>} */
const KINDS = {
  draw: { theirs: "{name} offers a draw.", mine: "You offered a draw.", make: "Offer a draw", status: "live" },
  pause: { theirs: "{name} asks for a pause.", mine: "You asked for a pause.", make: "Ask for a pause", status: "live" },
  coaching: { theirs: "{name} calls coaching.", mine: "You called coaching.", make: "Call coaching", status: "live", yes: "Admit it", no: "Deny it" },
  undo: { theirs: "{name} asks to undo the last move.", mine: "You asked to undo your last move.", make: "Ask to undo your last move", status: "live" },
  resume: { theirs: "{name} wants to play on.", mine: "You asked to play on.", make: "Ask to play on", status: "paused" },
  start: { theirs: "{name} wants to start now.", mine: "You asked to start now.", make: "Ask to start now", status: "waiting" },
};

/** Minutes and seconds. @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Offers {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.deals = page.querySelector("[data-deals]");
    this.acts = page.querySelector("[data-offers]");
    /** @type {any} what of the last frames is told here */
    this.now = null;
    this.offset = 0;
    this.drawn = "";
    page.addEventListener("frame", (event) => this.frame(/** @type {CustomEvent} */ (event).detail));
    setInterval(() => this.#draw(), 1000);
  }

  /** @param {any} frame */
  frame(frame) {
    if (frame.t === "full" || frame.t === "step") {
      this.now = { ...this.now, ...frame };
      // Steps that were missed in a cut are as old as it is: they do not set the clock back.
      const offset = frame.clock ? frame.clock.now - Date.now() : this.offset;
      this.offset = frame.t === "full" ? offset : Math.max(this.offset, offset);
    } else if (frame.t === "presence") this.now = { ...this.now, presence: frame };
    else if (frame.t === "offers") this.now = { ...this.now, offers: frame.offers };
    else return;
    this.#draw();
  }

  /** @param {number} at the server's epoch milliseconds */
  #left(at) {
    return at - (Date.now() + this.offset);
  }

  #draw() {
    const { you, status } = this.now ?? {};
    if (!status) return;
    const seated = you === "home" || you === "away";
    /** @type {Told[]} */
    const told = [...this.#told(seated), ...this.#counted(seated)];
    const open = new Set((this.now.offers ?? []).map((/** @type {Offer} */ made) => made.kind));
    /** @type {[string, object][]} */
    const makes = (this.page.dataset.undo ? [] : seated ? this.#makes() : this.#coaching()).filter((kind) => !open.has(kind)).map((kind) => [t(KINDS[kind].make), offer(kind, "make")]);
    // Without a server there is nobody to ask.
    if (this.page.dataset.undo && status === "live") makes.push([this.page.dataset.undo, offer("undo", "make")]);
    const drawn = JSON.stringify([told.map(({ key, buttons }) => [key, buttons?.map(([label]) => label)]), makes.map(([label]) => label)]);
    if (drawn === this.drawn) {
      // Only the seconds have changed: what has the focus stays where it is.
      told.forEach(({ words }, n) => {
        const place = this.deals?.children[n]?.querySelector("p");
        if (place && place.textContent !== words) place.textContent = words;
      });
      return;
    }
    this.drawn = drawn;
    const focused = [this.deals, this.acts].some((place) => place?.contains(document.activeElement)) ? document.activeElement : null;
    this.deals?.replaceChildren(...told.map((one) => this.#row(one.words, one.buttons)));
    const polite = this.page.querySelector("[data-polite]");
    if (polite && told.length) polite.textContent = told.map(({ words }) => words).join(" ");
    this.deals?.toggleAttribute("hidden", !told.length);
    this.acts?.replaceChildren(...(makes.length ? [this.#row("", makes)] : []));
    if (focused) this.#focus(focused.textContent ?? "");
  }

  /** The button of these words has the focus again; where it is gone, what the dock asks. @param {string} words */
  #focus(words) {
    const buttons = [this.deals, this.acts].flatMap((place) => [...(place?.querySelectorAll("button") ?? [])]);
    const asked = /** @type {HTMLElement|null} */ (this.page.querySelector(".dock .say"));
    asked?.setAttribute("tabindex", "-1");
    (buttons.find((button) => button.textContent === words) ?? asked)?.focus({ preventScroll: true });
  }

  /** The call against a side of several people that has its turn. @returns {"coaching"[]} */
  #coaching() {
    const { you, head, status } = this.now;
    if (status !== "live" || !this.page.hasAttribute("data-coaching")) return [];
    return ["home", "away"].some((seat) => seat !== you && head[seat].coachable) ? ["coaching"] : [];
  }

  /** @returns {("draw"|"pause"|"coaching"|"undo"|"resume"|"start")[]} */
  #makes() {
    const { status, clock, terms, head } = this.now;
    const level = head && head.score.home === head.score.away;
    if (status === "live") return [...this.#coaching(), ...(this.page.hasAttribute("data-undo") ? /** @type {const} */ (["undo"]) : []), ...(terms?.draws_allowed !== false && level ? /** @type {const} */ (["draw"]) : []), ...(clock?.move_ms >= 21600000 ? [] : /** @type {const} */ (["pause"]))];
    if (status === "paused" && clock?.resume) return ["resume"];
    if (status === "waiting" && clock?.starts && this.#left(clock.starts) > 0) return ["start"];
    return [];
  }

  /** The offers that stand. @param {boolean} seated */
  #told(seated) {
    return (this.now.offers ?? []).filter((/** @type {Offer} */ made) => made.kind in KINDS && KINDS[made.kind].status === this.now.status).map((/** @type {Offer} */ made) => {
      const kind = KINDS[made.kind];
      if (made.seat === this.now.you) return { key: `mine ${made.kind}`, words: t(kind.mine), buttons: [[t("Withdraw"), offer(made.kind, "withdraw")]] };
      const answers = [[t(kind.yes ?? "Accept"), offer(made.kind, "accept")], [t(kind.no ?? "Decline"), offer(made.kind, "decline")]];
      const asked = seated || (made.kind === "coaching" && this.now.you === "both");
      return { key: `theirs ${made.kind}`, words: t(kind.theirs, { name: nameOf(made.seat) }), buttons: asked ? answers : [] };
    });
  }

  /** The countdowns that run. @param {boolean} seated */
  #counted(seated) {
    const { status, clock, presence, you } = this.now;
    /** @type {Told[]} */
    const told = [];
    const forfeit = presence?.forfeit;
    if (status === "live" && forfeit) {
      const left = this.#left(forfeit.at);
      const values = { name: nameOf(forfeit.seat), time: span(left) };
      if (forfeit.why === "three_timeouts") told.push({ key: "timeouts", words: t("{name} loses in {time} without a move.", values) });
      else if (left > 0) told.push({ key: "left", words: t("{name} left and has {time} to come back.", values) });
      else told.push({ key: "claim", words: t("{name} left. You can claim the match.", values), buttons: seated && you !== forfeit.seat && forfeit.claim ? [[t("Claim the match"), { t: "claim" }]] : [] });
    }
    if (status === "paused" && clock?.resume) told.push({ key: "pause", words: t("The pause ends in {time}.", { time: span(this.#left(clock.resume)) }) });
    const other = you === "home" ? "away" : "home";
    if (status === "waiting" && seated && clock?.no_show && !presence?.[other]?.here) told.push({ key: "no-show", words: t("{name} has {time} to come, or loses.", { name: nameOf(other), time: span(this.#left(clock.no_show)) }) });
    return told;
  }

  /** @param {string} words @param {[string, object][]} buttons */
  #row(words, buttons = []) {
    const row = Object.assign(document.createElement("div"), { className: "row" });
    if (words) row.append(Object.assign(document.createElement("p"), { textContent: words }));
    for (const [label, frame] of buttons) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn compact", textContent: label });
      button.addEventListener("click", () => {
        this.page.dispatchEvent(new CustomEvent("say", { detail: { ...frame, id: newId() } }));
        this.page.dispatchEvent(new CustomEvent("aside")); // what becomes of it is told in the dock, under a phone's sheet
      });
      row.append(button);
    }
    return row;
  }
}

/** @param {string} kind @param {string} act */
const offer = (kind, act) => ({ t: "offer", kind, do: act });

const page = document.querySelector("[data-match]");
if (page instanceof HTMLElement) new Offers(page);
