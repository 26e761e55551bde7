/**
 * Words that a newcomer cannot know, explained at their first meeting: the game names them and says what they mean, this
 * finds them in what the table says and shows one at a time, each once on this device.
 */

import { store, stored } from "./settings.js";
import { say } from "./words.js";

/** @typedef {import("./words.js").Text} Text */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const place = /** @type {HTMLElement} */ (page.querySelector("[data-term]"));
/** @type {Record<string, Text>} */
const terms = JSON.parse(document.getElementById("terms")?.textContent ?? "{}");
const key = `tabellone.met.${page.dataset.game}`;

/** @type {string[]} */
let met = [];
try {
  met = JSON.parse(stored(key) ?? "[]");
} catch {
  /* nothing was met, then */
}

/** The message ids of a text and of the texts in it, wherever it stands. @param {any} value @returns {string[]} */
function ids(value) {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(ids) : [];
}

/** The version last seen, and whether the line on show still waits for a turn of the reader, who may be busy watching. */
let [seen, unread] = [-1, false];

page.addEventListener("frame", (event) => {
  const { t: kind, v, prompt, choices, scene, lines } = /** @type {CustomEvent} */ (event).detail;
  if ((kind !== "full" && kind !== "step") || (v === seen && !place.hidden)) return;
  seen = v;
  const mine = (choices ?? []).length > 0;
  if (unread) {
    unread = !mine;
    return;
  }
  const said = ids([prompt, (choices ?? []).map((/** @type {any} */ { label, danger }) => [label, danger]), scene?.notes, lines]);
  const term = said.find((id) => id in terms && !met.includes(id));
  place.hidden = term === undefined;
  if (term === undefined) return;
  place.textContent = say(terms[term]);
  unread = !mine;
  met.push(term);
  store(key, JSON.stringify(met));
});
