/** The dice of a move that is being made: each die is chosen by its face, or chance rolls what is left. */

import { die } from "../table/dice.js";
import { html } from "../table/svg.js";
import { t } from "../table/words.js";

export class Roll {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.asked = /** @type {HTMLElement} */ (box.querySelector("[data-roll-asked]"));
    this.faces = /** @type {HTMLElement} */ (box.querySelector("[data-roll-faces]"));
    this.before = /** @type {HTMLElement} */ (box.querySelector("[data-roll-before]"));
    /** @type {{choose: (value: number) => void, chance: () => void, back: () => void}|null} */
    this.hooks = null;
    box.querySelector("[data-act=roll]")?.addEventListener("click", () => this.hooks?.chance());
    box.querySelector("[data-act=roll-back]")?.addEventListener("click", () => this.hooks?.back());
  }

  /** Asks for the next die. @param {{rolled: number[], faces: any[]}} needs @param {any[]} chosen the dice so far @param {{choose: (value: number) => void, chance: () => void, back: () => void}} hooks */
  ask(needs, chosen, hooks) {
    this.hooks = hooks;
    this.box.hidden = false;
    const words = needs.rolled.length ? t("Die {n}: choose its face, or roll.", { n: needs.rolled.length + 1 }) : t("Choose the face of the die, or roll.");
    this.asked.textContent = words;
    this.before.replaceChildren(...chosen.map((face) => die(face)));
    this.faces.replaceChildren(...needs.faces.map((face) => {
      const button = html("button", { type: "button", class: "btn compact facebutton" }, die(face, { printed: true }));
      button.addEventListener("click", () => hooks.choose(face.value));
      return button;
    }));
    /** @type {HTMLElement|null} */ (this.box.querySelector("[data-act=roll]"))?.focus({ preventScroll: true });
    return words;
  }

  get open() {
    return !this.box.hidden;
  }

  /** Chooses face number `n`. @param {number} n */
  press(n) {
    /** @type {HTMLElement|undefined} */ (this.faces.children[n - 1])?.click();
  }

  close() {
    this.box.hidden = true;
    this.hooks = null;
  }
}
