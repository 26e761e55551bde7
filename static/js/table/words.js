/**
 * Words: puts an engine's `Text` and the table's own sentences into the reader's language.
 *
 * A `Text` is `[msgid, values]` (see engines/core/text.py); a value may be another `Text`, or "@home" / "@away" for the
 * name of that seat, "@left", "@right", "@up", "@down" for a side of the board as it lies. The catalogue comes from `/matches/words/<lang>.json`: `{"engine": {...}, "ui": {...}}`.
 *
 * @typedef {[string, Record<string, any>]} Text
 */

/** @type {Record<string, string>} */
let engine = {};
/** @type {Record<string, string>} */
let ui = {};
/** @type {Record<string, string>} */
let names = { home: "Home", away: "Away" };
/** Quarter turns of the board, clockwise, from home at the bottom. */
let quarters = 0;
/** Sides of the board as engines name them, clockwise, and as they are read when it lies so. */
const SIDES = ["@up", "@right", "@down", "@left"];
const READ = ["Up", "To the right", "Down", "To the left"];

/** The board was turned. @param {number} angle degrees, clockwise */
export function useAngle(angle) {
  quarters = Math.round(angle / 90);
}

/** Takes both catalogues. @param {{engine?: Record<string, string>, ui?: Record<string, string>}} words */
export function useWords(words) {
  engine = words.engine ?? {};
  ui = words.ui ?? {};
}

/** Fetches the catalogues; without them everything stays English. @param {string} url */
export async function loadWords(url) {
  try {
    const answer = await fetch(url);
    if (answer.ok) useWords(await answer.json());
  } catch {
    /* the table works in English until the next load */
  }
}

/** Takes sentences of a page's own script. @param {Record<string, string>} more */
export function addWords(more) {
  ui = { ...ui, ...more };
}

/** Names of the two seats. @param {string} home @param {string} away */
export function useNames(home, away) {
  names = { home: home || engine.Home || "Home", away: away || engine.Away || "Away" };
}

/** @param {"home"|"away"} seat */
export const nameOf = (seat) => names[seat];

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name in a sentence: one that reads from right to left keeps to itself, or it would turn the numbers after it round. @param {string} name */
const apart = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** @param {any} item */
function value(item) {
  if (Array.isArray(item)) return say(/** @type {Text} */ (item));
  if (item === "@home") return apart(names.home);
  if (item === "@away") return apart(names.away);
  const side = SIDES.indexOf(item);
  if (side >= 0) return say([READ[(side + quarters) % 4], {}]);
  return apart(String(item));
}

/** @param {string} words @param {Record<string, any>} [values] */
function fill(words, values) {
  if (!values || !Object.keys(values).length) return words;
  return words.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, key) => {
    if (found === "{{") return "{";
    if (found === "}}") return "}";
    return key in values ? value(values[key]) : found;
  });
}

/** A `Text` of an engine in words. @param {Text|null|undefined} text */
export function say(text) {
  if (!text) return "";
  return fill(text[0] ? engine[text[0]] ?? ui[text[0]] ?? text[0] : "", text[1]);
}

/** A `Text` that stands alone: with a capital where no name begins it ("number 2 of Ada from C2" is also a part). @param {Text|null|undefined} text */
export function sentence(text) {
  const words = say(text);
  const named = words.startsWith(apart(names.home)) || words.startsWith(apart(names.away));
  return named ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Sentences to be spoken, each with its stop. @param {string[]} parts */
export const spoken = (parts) => parts.filter(Boolean).map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(" ");

/** A sentence of the table itself; the msgid is its English. @param {string} msgid @param {Record<string, any>} [values] */
export function t(msgid, values) {
  return fill(ui[msgid] ?? msgid, values);
}
