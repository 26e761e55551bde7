/**
 * The buttons and keys of the table: what is no move (resigning, turning and describing the board, the list of keys), and
 * the keyboard's way to moves over the board and the dock.
 */

import { listen } from "./keys.js";

/** @param {string} id */
const open = (id) => /** @type {HTMLDialogElement|null} */ (document.getElementById(id))?.showModal();

/**
 * Listens from now on.
 * @param {import("./board.js").Board} board @param {import("./dock.js").Dock} dock
 * @param {{resign: () => void, turn: () => void, describe: () => void, confirm: () => void, back: () => void, sound: () => void, skip: () => void, zen: () => void}} table
 * @param {AbortSignal} [signal] until then
 */
export function control(board, dock, table, signal) {
  /** @type {Record<string, () => void>} */
  const acts = {
    resign: () => open("resign"),
    "resign-now": () => {
      table.resign();
      document.getElementById("main")?.focus({ preventScroll: true }); // the button that asked goes with the match
    },
    turn: table.turn,
    describe: table.describe,
    zen: table.zen,
    keys: () => open("keys"),
  };
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-act]") : null;
    const act = acts[button?.getAttribute("data-act") ?? ""];
    if (!act) return;
    button?.closest("dialog")?.close();
    act();
  }, { signal });
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowUp: () => board.step(0, -1),
    ArrowDown: () => board.step(0, 1),
    ArrowLeft: () => board.step(-1, 0),
    ArrowRight: () => board.step(1, 0),
    n: () => board.cycle(1, "pick"),
    p: () => board.cycle(-1, "pick"),
    c: table.confirm,
    r: () => dock.pressKey("roll"),
    Escape: table.back,
    b: table.describe,
    f: table.turn,
    m: table.sound,
    s: table.skip,
    z: table.zen,
    "?": acts.keys,
  };
  for (let n = 1; n <= 9; n += 1) keys[String(n)] = () => dock.press(n);
  listen(keys, signal);
}
