// The wall turns its panels by itself, keeps the one that somebody holds, and counts the round down. Left and right turn,
// space holds. Without a script all panels stand below each other. What is drawn is the server's; live.js fetches it again.

import { asked, now } from "./time.js";

const SECONDS = 12;
const page = document.documentElement;
const where = document.querySelector("[data-where]");
const left = document.querySelector("[data-left]");
const hold = document.querySelector('[data-turn="0"]');
let at = 0;
let held = false;
let shownFor = 0;

const panels = () => [...document.querySelectorAll("[data-panel]")];

const show = () => {
  const all = panels();
  if (!all.length) return;
  at = ((at % all.length) + all.length) % all.length;
  all.forEach((panel, place) => {
    panel.hidden = place !== at;
  });
  if (where) where.textContent = `${at + 1}/${all.length}`;
};

const turn = (by) => {
  at += by;
  shownFor = 0;
  show();
};

const keep = () => {
  held = !held;
  hold?.setAttribute("aria-pressed", String(held));
};

const count = () => {
  const until = Date.parse(document.querySelector("[data-until]")?.dataset.until ?? "");
  const seconds = Math.round((until - now()) / 1000);
  const soon = Number.isFinite(seconds) && seconds > 0 && seconds < 86_400;
  if (!left) return;
  left.hidden = !soon;
  if (!soon) return;
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  left.querySelector("b").textContent = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

page.dataset.turning = "";
for (const element of document.querySelectorAll("[data-script-only]")) element.hidden = false;
for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => (button === hold ? keep() : turn(Number(button.dataset.turn))));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === " " && !event.target.closest("button, a")) {
    event.preventDefault();
    keep();
  }
});
document.addEventListener("htmx:afterSwap", show);
setInterval(() => {
  if (held || document.visibilityState === "hidden") return;
  shownFor += 1;
  if (shownFor >= SECONDS) turn(1);
}, 1000);
show();
await asked;
count();
setInterval(count, 1000);
