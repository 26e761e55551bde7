// A draw as an event: who looks while it is new sees each name come at its time, the same for everybody; who comes
// later, or wants no motion, sees all at once. Times count from the draw itself, so a page drawn anew goes on.

import { asked, now } from "./time.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Shows `turns` of a fresh draw at their times. @param {HTMLElement} box */
function reveal(box) {
  if (box.dataset.running !== undefined) return;
  box.dataset.running = "";
  // Of groups the first of each come first, then the second ones.
  const turns = [...box.querySelectorAll("[data-turn]")];
  turns.sort((one, other) => Number(one.dataset.turn || 0) - Number(other.dataset.turn || 0));
  const pairs = box.querySelector(".pairs") !== null;
  const step = Number(box.dataset.step) / (pairs ? 2 : 1);
  const since = now() - Number(box.dataset.drawn);
  const all = box.querySelector("[data-all]")?.closest("p");
  const told = box.querySelector("[data-told]");
  const show = (turn) => (turn.dataset.shown = "");
  const timers = turns.map((turn, number) => {
    const due = (number + 2) * step;
    if (calm.matches || since >= due) {
      show(turn);
      return null;
    }
    // Where the server’s time is not known a slow clock makes nobody wait longer than from the beginning.
    return setTimeout(() => {
      show(turn);
      const line = turn.closest("li");
      if (!pairs || number % 2) told.textContent = line.innerText.replace(/\s+/g, " ");
      if (number === turns.length - 1) all?.remove();
    }, Math.min(due, due - since));
  });
  if (timers.every((timer) => timer === null)) all?.remove();
  all?.addEventListener("click", () => {
    timers.forEach(clearTimeout);
    turns.forEach(show);
    all.remove();
  });
}

const start = async () => {
  await asked;
  document.querySelectorAll("[data-fresh]").forEach(reveal);
};
start();
document.addEventListener("htmx:afterSwap", start);
