/**
 * Arrows and marked cells: by the right button of a mouse; by finger or mouse while "Draw" is on; by the form's fields with
 * the keyboard. The same mark once more takes it away.
 */

export class Marks {
  /** @param {HTMLElement} page @param {import("../table/board.js").Board} board @param {(marks: string[]) => void} changed */
  constructor(page, board, changed) {
    this.board = board;
    this.changed = changed;
    /** @type {string[]} */
    this.marks = [];
    this.on = false;
    /** @type {string} */
    this.from = "";
    this.button = page.querySelector("[data-act=draw]");
    this.button?.addEventListener("click", () => this.#switch(!this.on));
    page.querySelector("[data-act=clear-marks]")?.addEventListener("click", () => this.#set([]));
    page.querySelector("[data-mark-form]")?.addEventListener("submit", (event) => this.#byForm(event));
    const { element } = board;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // Before the board's own pieces hear of it.
    element.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    element.addEventListener("pointerup", (event) => this.#up(event), { capture: true });
    element.addEventListener("click", (event) => this.on && event.stopPropagation(), { capture: true });
  }

  /** Shows the marks of another position. @param {string[]} marks */
  show(marks) {
    this.marks = marks;
    this.board.drawMarks(marks);
  }

  /** @param {boolean} on */
  #switch(on) {
    this.on = on;
    this.button?.setAttribute("aria-pressed", String(on));
    this.board.element.toggleAttribute("data-drawing", on);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 2 && !this.on) return;
    event.stopPropagation();
    event.preventDefault();
    this.from = this.board.cellAt(event.clientX, event.clientY);
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.from) return;
    event.stopPropagation();
    const to = this.board.cellAt(event.clientX, event.clientY);
    if (to) this.#turn(to === this.from ? to : `${this.from}-${to}`);
    this.from = "";
  }

  /** @param {Event} event */
  #byForm(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const [from, to] = ["from", "to"].map((name) => String(new FormData(form).get(name) ?? "").trim());
    const known = (/** @type {string} */ asked) => Object.keys(this.board.geometry.cells).find((name) => name.toLowerCase() === asked.toLowerCase());
    const [first, last] = [known(from), known(to)];
    if (!first || (to && !last)) return;
    this.#turn(last && last !== first ? `${first}-${last}` : first);
  }

  /** @param {string} mark */
  #turn(mark) {
    this.#set(this.marks.includes(mark) ? this.marks.filter((other) => other !== mark) : [...this.marks, mark]);
  }

  /** @param {string[]} marks */
  #set(marks) {
    this.show(marks);
    this.changed(marks);
  }
}
