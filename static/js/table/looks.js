/**
 * How the table looks on this device: zen mode (the board, the clocks and what is asked, nothing else), coordinates, the
 * board's colours. Kept in the browser's storage, but for zen mode, which ends with the page.
 */

import { store, stored } from "./settings.js";

const COORDS = "tabellone.coords";
const BOARD = "tabellone.board";

export class Looks {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    const coords = /** @type {HTMLInputElement|null} */ (document.getElementById("set-coords"));
    const board = /** @type {HTMLSelectElement|null} */ (document.getElementById("set-board"));
    if (coords) coords.checked = stored(COORDS) !== "0";
    if (board) board.value = stored(BOARD) ?? "";
    coords?.addEventListener("change", () => {
      store(COORDS, coords.checked ? null : "0");
      this.#show();
    });
    board?.addEventListener("change", () => {
      store(BOARD, board.value || null);
      this.#show();
    });
    this.#show();
  }

  /** Zen mode on, or off. */
  zen() {
    document.body.classList.toggle("zen");
  }

  #show() {
    this.page.toggleAttribute("data-no-coords", stored(COORDS) === "0");
    this.page.dataset.board = stored(BOARD) ?? "";
  }
}
