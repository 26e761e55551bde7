/**
 * A puzzle after its answer: the line that solves or refutes it, played once and then step by step; or the chances of the
 * moves in their cells. The focus goes to the verdict.
 */

import { Board } from "./board.js";
import { listen } from "./keys.js";
import { still } from "./svg.js";
import { loadWords, useNames } from "./words.js";

const STEP_MS = 1200;

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

export class Film {
  /** @param {HTMLElement} page @param {any} geometry @param {{steps: any[], scene: any, figures: Record<string, string>, best: string|null, turned: boolean}} film @param {AbortSignal} [signal] its keys work until then */
  constructor(page, geometry, { steps, scene, figures, best, turned }, signal) {
    this.steps = steps;
    this.page = page;
    this.n = -1;
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (page.querySelector("svg.pitch")));
    this.board = new Board(svg, geometry);
    this.board.lock(true);
    this.board.draw(steps.at(0)?.scene ?? scene, false);
    if (turned) this.board.turn();
    if (!steps.length) this.#figures(figures, best);
    else if (still()) this.go(steps.length - 1);
    else this.#play();
    for (const button of page.querySelectorAll("[data-to]")) {
      button.addEventListener("click", () => {
        clearInterval(this.timer);
        this.go(Number(button.getAttribute("data-to")));
      });
    }
    listen({
      ",": () => this.go(this.n - 1),
      ".": () => this.go(this.n + 1),
      f: () => this.board.turn(),
    }, signal);
    signal?.addEventListener("abort", () => clearInterval(this.timer));
    /** @type {HTMLElement|null} */ (page.querySelector(".verdict h2"))?.focus({ preventScroll: true });
  }

  #play() {
    this.go(0);
    this.timer = setInterval(() => {
      this.go(this.n + 1);
      if (this.n === this.steps.length - 1) clearInterval(this.timer);
    }, STEP_MS);
  }

  /** @param {number} n */
  go(n) {
    const to = Math.max(0, Math.min(this.steps.length - 1, n));
    if (!this.steps[to]) return;
    this.board.draw(this.steps[to].scene, to === this.n + 1);
    this.n = to;
    for (const button of this.page.querySelectorAll("[data-to]")) {
      if (Number(button.getAttribute("data-to")) === to) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** The chances of the moves, each in its cell; those of the best one alone are no warning. @param {Record<string, string>} figures @param {string|null} best */
  #figures(figures, best) {
    const targets = new Map(Object.entries(figures).map(([cell, odds]) => [cell, { name: `${this.board.cellName(cell)}: ${odds}`, danger: cell !== best, odds }]));
    this.board.offer({ picks: new Map(), targets, picked: null, cell: null });
  }
}

const page = document.querySelector("[data-puzzle-film]");
if (page instanceof HTMLElement) {
  await loadWords(page.dataset.words ?? "");
  useNames("", "");
  new Film(page, read("geometry"), read("film"));
}
