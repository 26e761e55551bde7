/**
 * Commentary: the match in sentences. The visible lists are the commentary and the moves; two hidden live regions speak
 * it: goals, cards and "your turn" at once, the rest politely, joined where lines come faster than two seconds.
 *
 * @typedef {{v: number, text: import("./words.js").Text, kind: string, seat: string|null, dice?: import("./dice.js").Die[], short?: import("./words.js").Text, rule?: string}} Sentence
 */

import { die } from "./dice.js";
import { ruleLink } from "./rules.js";
import { html } from "./svg.js";
import { nameOf, say, sentence, spoken } from "./words.js";

const JOIN_MS = 2000;
const SAME_MS = 100;
const URGENT = new Set(["goal", "card"]);
const BIG = new Set(["goal", "card", "whistle", "end"]);
const KEPT = 60;

export class Commentary {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.list = page.querySelector("[data-comment]");
    this.moves = page.querySelector("[data-moves]");
    this.polite = page.querySelector("[data-polite]");
    this.assertive = page.querySelector("[data-assertive]");
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
    this.seen = 0;
    this.spokenAt = 0;
    /** The last move is in sight, and stays so when the dock below grows. */
    this.atEnd = true;
    this.moves?.addEventListener("scroll", () => {
      if (this.moves) this.atEnd = this.moves.scrollHeight - this.moves.scrollTop - this.moves.clientHeight < 8;
    });
    if (this.moves) new ResizeObserver(() => this.atEnd && this.#end()).observe(this.moves);
  }

  /** Starts over with the lines of a full frame; nothing is spoken. @param {Sentence[]} lines */
  start(lines) {
    this.list?.replaceChildren();
    this.moves?.replaceChildren();
    for (const line of lines) this.#show(line);
    this.#end();
    if (this.list) this.list.scrollTop = 0;
  }

  /** Adds the lines of one step and speaks them. @param {Sentence[]} lines */
  add(lines) {
    for (const line of lines) {
      this.#show(line);
      if (URGENT.has(line.kind)) this.now(sentence(line.text));
      else if (line.kind !== "note") this.later(sentence(line.text));
    }
    this.#end();
    if (this.list) this.list.scrollTop = 0;
  }

  /** @param {Sentence} line */
  #show(line) {
    const words = sentence(line.text);
    const item = html("li", { "data-kind": line.kind }, html("span", { class: "v" }, String(line.v || "")));
    const body = html("span", BIG.has(line.kind) ? { class: "loud" } : {});
    if (line.seat) body.append(html("span", { class: "seat", "data-seat": line.seat, role: "img", "aria-label": nameOf(/** @type {"home"|"away"} */ (line.seat)) }), " ");
    if (line.kind === "card") body.append(html("span", { class: "cardmark", "aria-hidden": "true" }), " ");
    // The sentence says what the dice show: they are for the eye.
    if (line.dice?.length) body.append(html("span", { class: "faces", "aria-hidden": "true" }, ...line.dice.map((rolled) => die(rolled))), " ");
    body.append(words);
    if (line.rule && this.page.dataset.rules) body.append(" ", ruleLink(this.page, line.rule));
    item.append(body);
    this.list?.prepend(item);
    while (this.list && this.list.children.length > KEPT) this.list.lastElementChild?.remove();
    this.#move(line, (line.dice ?? []).map((rolled) => die(rolled)));
  }

  /** One row a version in the list of moves: what was done in a few signs, and all its dice. @param {Sentence} line @param {SVGElement[]} faces */
  #move(line, faces) {
    if (!this.moves || (!line.short && !faces.length)) return;
    let row = this.moves.querySelector(`[data-v="${line.v}"]`);
    if (!row) {
      this.moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
      row = html("li", { "data-v": line.v, "aria-current": "step" }, html("span", { class: "v" }, String(line.v)), html("span", { class: "faces" }));
      row.append(html("span", { class: "n" }), html("span", { class: "small muted" }));
      this.moves.append(row);
    }
    const text = row.querySelector(".n");
    if (text && line.seat && !text.querySelector(".seat")) text.prepend(html("span", { class: "seat", "data-seat": line.seat, role: "img", "aria-label": nameOf(/** @type {"home"|"away"} */ (line.seat)) }), " ");
    if (text && line.short) text.append(text.querySelector(".did") ? " · " : "", html("span", { class: "did" }, say(line.short)));
    row.querySelector(".faces")?.append(...faces);
    if (line.kind === "card") row.lastElementChild?.append(html("span", { class: "cardmark", "aria-hidden": "true" }));
    while (this.moves.children.length > KEPT * 2) this.moves.firstElementChild?.remove();
  }

  #end() {
    if (this.moves) this.moves.scrollTop = this.moves.scrollHeight;
  }

  /** Spoken at once, after what was said at the same moment. @param {string} words */
  now(words) {
    if (!this.assertive || !words) return;
    if (performance.now() - this.spokenAt > SAME_MS) this.assertive.textContent = "";
    this.spokenAt = performance.now();
    this.assertive.textContent = spoken([this.assertive.textContent ?? "", words]);
  }

  /** What was asked is answered: the same words are spoken anew when they are asked again. */
  hush() {
    if (this.assertive) this.assertive.textContent = "";
  }

  /** Spoken when there is room. @param {string} words */
  later(words) {
    if (words) this.waiting.push(words);
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (this.polite) this.polite.textContent = spoken(this.waiting);
      this.waiting = [];
    }, JOIN_MS);
  }
}
