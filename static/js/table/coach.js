/**
 * The coach of a guided match: asks the server for his words whenever the match has gone on, and tells the table which
 * choice he points at. His words are the server's, worked out from the position; this only fetches and hands on.
 */

import { scrolls } from "./dock.js";
import { sentence } from "./words.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const box = /** @type {HTMLDetailsElement} */ (page.querySelector("[data-coach]"));
const place = /** @type {HTMLElement} */ (box.querySelector("[data-told]"));

/** The version that his words are about. */
const told = () => /** @type {HTMLElement|null} */ (place.querySelector("[data-v]"));
const fresh = () => told()?.dataset.v === page.dataset.v;

/** What he points at, for the table; nothing while he is put away or his words are behind. */
function point() {
  const words = told();
  const { v, label, pick = null, to = null } = words?.dataset ?? {};
  /** @type {import("./words.js").Text|null} */
  const text = label ? JSON.parse(label) : null;
  const detail = box.open && fresh() && text ? { v: Number(v), label: text, pick, to } : null;
  // A side of the board is named as the board lies here.
  const tip = words?.querySelector(".tip b");
  if (tip && text) tip.textContent = sentence(text);
  page.dispatchEvent(new CustomEvent("advice", { detail }));
}

function look() {
  place.toggleAttribute("data-old", !fresh());
  if (!fresh()) place.dispatchEvent(new CustomEvent("look"));
  point();
}

page.addEventListener("frame", (event) => {
  const { t } = /** @type {CustomEvent} */ (event).detail;
  if (t === "full" || t === "step") look();
});
place.addEventListener("htmx:afterSwap", () => {
  place.toggleAttribute("data-old", !fresh());
  point();
});
box.addEventListener("toggle", point);
scrolls(place);
