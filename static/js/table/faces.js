/**
 * The faces of the dice that can be rolled now, behind one tap: a disclosure of the dock, so that the keyboard opens it
 * too. It stays as the player left it from one decision to the next.
 */

import { die } from "./dice.js";
import { html } from "./svg.js";
import { sentence } from "./words.js";

export class Faces {
  /** @param {HTMLElement} dock @param {Record<string, import("./dice.js").PrintedDie>} dice */
  constructor(dock, dice) {
    this.dice = dice;
    this.box = dock.querySelector("[data-faces]");
    this.list = this.box?.querySelector("ul");
    this.shown = "";
  }

  /** The dice of this moment's buttons, each once. @param {string[]} names */
  offer(names) {
    const dice = [...new Set(names)].filter((name) => this.dice[name]);
    this.box?.toggleAttribute("hidden", !dice.length);
    if (!dice.length || dice.join() === this.shown) return;
    this.shown = dice.join();
    this.list?.replaceChildren(...dice.map((name) => this.#row(this.dice[name])));
  }

  /** @param {import("./dice.js").PrintedDie} printed */
  #row({ name, faces }) {
    return html("li", {}, html("span", {}, sentence(name)), ...faces.map((face) => die(face, { printed: true })));
  }
}
