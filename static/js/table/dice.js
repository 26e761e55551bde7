/**
 * Dice: pips for numbers, arrows, signs and words for printed faces, in the colour of that die. A die always lands on the
 * face that the server gave; the tumble is only its way there, and there is none where the reader wants no motion.
 *
 * A printed face is an arrow with its number and sign as engines write it ("↑3?", "↖↗2X", "↔1"), or a number.
 *
 * @typedef {{sides: number, value: number, seat?: "home"|"away"|null, name?: string, face?: string, word?: import("./words.js").Text}} Die
 * @typedef {{name: import("./words.js").Text, faces: Die[]}} PrintedDie
 */

import { svg } from "./svg.js";
import { nameOf, say, t } from "./words.js";

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

/** @param {string} face */
function parse(face) {
  const found = /^(↑|↓|↔|↖↗)?(\d+)([?X]?)$/.exec(face);
  return { word: SIGNS[found?.[1] ?? ""] ?? "", number: Number(found?.[2] ?? 0), sign: found?.[3] ?? "" };
}

/** The side that a tossed coin shows. @param {Die} coin @returns {"home"|"away"} */
const shows = (coin) => (coin.value === 1 ? "home" : "away");

/** What a die shows, in words. @param {Die} rolled */
function faceName(rolled) {
  if (rolled.word) return say(rolled.word);
  if (rolled.sides === 2) return nameOf(shows(rolled));
  const { word, number, sign } = parse(rolled.face ?? String(rolled.value));
  return [word && t(word), number, sign].filter((part) => part !== "").join(" ");
}

/** @param {Die} rolled */
function label(rolled) {
  const face = faceName(rolled);
  return rolled.seat ? t("{team} rolled {face}", { team: nameOf(rolled.seat), face }) : t("rolled {face}", { face });
}

/**
 * One die as SVG.
 * @param {Die} rolled @param {{roll?: boolean, printed?: boolean}} [how] `printed`: a face as it is on the die, not rolled
 */
export function die(rolled, how = {}) {
  const kind = rolled.sides === 2 ? "coin" : rolled.name ?? "plain";
  const drawn = svg("svg", { class: "die", viewBox: "0 0 48 48", role: "img", "aria-label": how.printed ? faceName(rolled) : label(rolled), "data-die": kind, "data-seat": rolled.sides === 2 ? shows(rolled) : rolled.seat ?? null });
  if (how.roll) drawn.setAttribute("data-tumbles", "");
  drawn.append(...(DRAWN[kind] ?? cube)(rolled));
  return drawn;
}

/** A six-sided die: its pips, or what is printed on it. @param {Die} rolled */
function cube(rolled) {
  const { word, number, sign } = parse(rolled.face ?? "");
  const drawn = [svg("rect", { class: "face", x: 2, y: 2, width: 44, height: 44, rx: 9 })];
  if (rolled.word) drawn.push(...lines(say(rolled.word)));
  else if (ARROWS[word]) {
    drawn.push(svg("path", { class: "arrow", d: ARROWS[word] }), svg("text", { class: "count", x: 38, y: 38 }, String(number)));
    if (sign) drawn.push(svg("text", { class: "sign", x: 10, y: 12 }, sign));
  } else if (PIPS[rolled.value]) drawn.push(...PIPS[rolled.value].map(([cx, cy]) => svg("circle", { class: "pip", cx, cy, r: 4.6 })));
  else drawn.push(svg("text", { class: "count", x: 24, y: 25 }, String(rolled.value)));
  return drawn;
}

/** Words on a die, one a line; a long one is pressed together. @param {string} words */
function lines(words) {
  const each = words.split(" ");
  const size = each.length > 2 ? 11 : 13;
  return each.map((word, n) => {
    const y = 25 + (n - (each.length - 1) / 2) * size;
    return svg("text", { class: "word", x: 24, y, "font-size": size, ...(word.length > 6 ? { textLength: 39, lengthAdjust: "spacingAndGlyphs" } : {}) }, word);
  });
}

/** A coin in the colour and with the mark of the side that it shows. @param {Die} rolled */
function coin(rolled) {
  const mark = shows(rolled) === "home" ? svg("circle", { class: "mark", cx: 24, cy: 24, r: 9 }) : svg("rect", { class: "mark", x: 15.5, y: 15.5, width: 17, height: 17, rx: 3 });
  return [svg("circle", { class: "face", cx: 24, cy: 24, r: 21 }), mark];
}

/** Corners of a regular polygon. @param {number} count @param {number} r */
const corners = (count, r) => [...Array(count).keys()].map((n) => [24 + r * Math.sin((2 * Math.PI * n) / count), 24 - r * Math.cos((2 * Math.PI * n) / count)].map((x) => x.toFixed(1)).join(" "));

/** The twelve-faced die from above: a face within its outline. @param {Die} rolled */
function twelve(rolled) {
  return [
    svg("path", { class: "face", d: `M${corners(10, 22).join("L")}z` }),
    svg("path", { class: "edge", d: `M${corners(5, 15).join("L")}z` }),
    svg("text", { class: "count", x: 24, y: 25 }, rolled.face ?? ""),
  ];
}

/** A lot: the number of what was drawn, on a slip. @param {Die} rolled */
function lot(rolled) {
  return [svg("path", { class: "face", d: "M4 8h32l8 8v24H4z" }), svg("path", { class: "edge", d: "M36 8v8h8" }), svg("text", { class: "count", x: 24, y: 26 }, rolled.face ?? "")];
}

/** The eight sectors of the spinner: four balls, two flags, two goal kicks, and the arrow where it stopped. @param {Die} rolled */
function spinner(rolled) {
  const rim = corners(16, 22);
  const sectors = [...Array(8).keys()].flatMap((n) => {
    const kind = n < 4 ? "ball" : n < 6 ? "flag" : "kick";
    const [from, to, middle] = [rim[(2 * n + 15) % 16], rim[2 * n + 1], corners(8, 16)[n].split(" ").map(Number)];
    const [x, y] = middle;
    const sign = { ball: `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`, flag: `M${x - 3} ${y + 4}v-8l6 3-6 3`, kick: `M${x - 3} ${y + 3}v-6h6v6` }[kind];
    return [svg("path", { class: `sector ${kind}`, d: `M24 24L${from}A22 22 0 0 1 ${to}z` }), svg("path", { class: `symbol ${kind}`, d: sign })];
  });
  const needle = svg("path", { class: "needle", d: "M24 5l5 20a5 5 0 1 1-10 0z", transform: `rotate(${45 * (rolled.value - 1)} 24 24)` });
  return [svg("circle", { class: "face", cx: 24, cy: 24, r: 22 }), ...sectors, needle];
}

/** Dice that are no cubes. @type {Record<string, (rolled: Die) => SVGElement[]>} */
const DRAWN = { coin, twelve, lot, spinner };
