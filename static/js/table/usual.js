/**
 * Prompts that are answered by themselves. Where an engine marks one choice as the usual one (a coup not played, a
 * substitution not made), the player may say "always so": from then on it is sent without asking, this device says so at
 * the table each time, and the same place takes it back.
 */

import { store, stored } from "./settings.js";
import { html } from "./svg.js";
import { say, t } from "./words.js";

/** @typedef {import("./choose.js").Choice & {usual?: boolean}} Choice */

export class Usual {
  /** @param {HTMLElement} page @param {() => void} changed */
  constructor(page, changed) {
    this.changed = changed;
    this.key = `tabellone.usual.${page.dataset.game}`;
    this.place = page.querySelector("[data-usual]");
    this.list = page.querySelector("[data-usuals]");
    /** @type {string[]} msgids of prompts */
    this.always = [];
    try {
      this.always = JSON.parse(stored(this.key) ?? "[]");
    } catch {
      /* nothing is answered by itself, then */
    }
    this.#list();
  }

  /** The choice to be made without asking, or null. @param {any} frame */
  choice(frame) {
    const usual = this.#of(frame);
    return usual && this.always.includes(frame.prompt[0]) ? usual : null;
  }

  /** @param {any} frame @returns {Choice|null} */
  #of(frame) {
    return (frame.choices ?? []).length > 1 ? frame.choices.find((/** @type {Choice} */ one) => one.usual) ?? null : null;
  }

  /** Offers "always so" beside the buttons, or says what was answered by itself. @param {any} frame @param {boolean} asking */
  show(frame, asking) {
    if (!this.place) return;
    const usual = asking ? this.#of(frame) : null;
    if (usual) this.#offer(frame.prompt[0], t("Never ask again: {choice}", { choice: say(usual.label) }), () => this.#set(frame.prompt[0], true));
    else if (this.said && !asking) this.#offer(this.said.prompt, t("Auto-answer: {choice}. Ask me again", { choice: this.said.words }), () => this.#set(this.said?.prompt ?? "", false));
    else this.place.replaceChildren();
  }

  /** What was sent by itself just now. @param {any} frame @param {Choice} choice */
  told(frame, choice) {
    this.said = { prompt: frame.prompt[0], words: say(choice.label) };
  }

  /** @param {string} prompt @param {string} words @param {() => void} act */
  #offer(prompt, words, act) {
    const there = this.place?.querySelector("button");
    if (there?.textContent === words && there.dataset.prompt === prompt) return;
    const button = html("button", { type: "button", class: "btn quiet compact", "data-prompt": prompt }, words);
    button.addEventListener("click", act);
    this.place?.replaceChildren(button);
  }

  /** @param {string} prompt @param {boolean} on */
  #set(prompt, on) {
    this.always = [...this.always.filter((each) => each !== prompt), ...(on ? [prompt] : [])];
    store(this.key, this.always.length ? JSON.stringify(this.always) : null);
    this.said = undefined;
    this.#list();
    this.changed();
  }

  /** What is answered by itself, among the settings, each with a way back. */
  #list() {
    this.list?.replaceChildren(
      ...this.always.map((prompt) => {
        const words = say([prompt, {}]);
        const button = html("button", { type: "button", class: "btn quiet compact", "aria-label": t("Ask again: {prompt}", { prompt: words }) }, t("Ask again"));
        button.addEventListener("click", () => this.#set(prompt, false));
        return html("li", { class: "row row-apart" }, html("span", {}, words), button);
      }),
    );
    this.list?.closest("[data-usual-box]")?.toggleAttribute("hidden", !this.always.length);
  }
}
