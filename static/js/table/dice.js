/**
 * Dice: pips for numbers, arrows and signs for printed faces. A die always lands on the face that the server gave; the
 * tumble is only its way there, and there is none where the reader wants no motion.
 *
 * A face is a number 1..6, or a string: an arrow with its number and sign as engines write it ("↑3?", "↖↗2X", "↔1"), or
 * a word.
 */

import { svg } from "./svg.js";
import { t } from "./words.js";

/** Where the pips of each number lie, on a square of 48. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[24, 24]],
  2: [[14, 14], [34, 34]],
  3: [[14, 14], [24, 24], [34, 34]],
  4: [[14, 14], [34, 14], [14, 34], [34, 34]],
  5: [[14, 14], [34, 14], [24, 24], [14, 34], [34, 34]],
  6: [[14, 12], [34, 12], [14, 24], [34, 24], [14, 36], [34, 36]],
};

/** @type {Record<string, string>} */
const SIGNS = { "↑": "forward", "↓": "backward", "↔": "lateral", "↖↗": "diagonal" };

/** Arrows by direction, under the sign and above the number. @type {Record<string, string>} */
const ARROWS = {
  forward: "M22 38V13M14 21l8-9 8 9",
  backward: "M22 10v25M14 27l8 9 8-9",
  lateral: "M8 24h32M15 17l-8 7 8 7M33 17l8 7-8 7",
  diagonal: "M24 36 9 15M9 25V14h10M24 36 39 15M39 25V14H29",
};

/** @param {number|string} face */
export function parse(face) {
  if (typeof face === "number") return { word: "", number: face, sign: "" };
  const found = /^(↑|↓|↔|↖↗)(\d+)([?X]?)$/.exec(face);
  if (!found) return { word: face, number: 0, sign: "" };
  return { word: SIGNS[found[1]], number: Number(found[2]), sign: found[3] };
}

/** What a face says, in words. @param {number|string} face */
export function faceName(face) {
  const { word, number, sign } = parse(face);
  return [word && t(word.replaceAll("_", " ")), number || "", sign].filter(Boolean).join(" ");
}

/**
 * One die as SVG.
 * @param {number|string} face @param {{label?: string, roll?: boolean}} [how]
 */
export function die(face, how = {}) {
  const { word, number, sign } = parse(face);
  const drawn = svg("svg", {
    class: "die",
    viewBox: "0 0 48 48",
    role: "img",
    "aria-label": how.label ?? t("rolled {face}", { face: faceName(face) }),
  });
  if (how.roll) drawn.setAttribute("data-roll", "");
  drawn.append(svg("rect", { class: "face", x: 2, y: 2, width: 44, height: 44, rx: 9 }));
  if (!word && PIPS[number]) {
    for (const [cx, cy] of PIPS[number]) drawn.append(svg("circle", { class: "pip", cx, cy, r: 4.6 }));
  } else if (ARROWS[word]) {
    drawn.append(svg("path", { class: "arrow", d: ARROWS[word] }));
    drawn.append(svg("text", { class: "count", x: 38, y: 38 }, String(number)));
    if (sign) drawn.append(svg("text", { class: "sign", x: 10, y: 12 }, sign));
  } else {
    const label = faceName(face);
    drawn.append(svg("text", { class: label.length > 5 ? "word long" : "word", x: 24, y: 28 }, short(label)));
  }
  return drawn;
}

/** At most seven letters: the whole word is in the label. @param {string} label */
const short = (label) => (label.length > 8 ? `${label.slice(0, 7)}.` : label);
