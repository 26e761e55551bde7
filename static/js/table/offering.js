/**
 * What can be chosen now, in words and as the board and the dock show it: from the chooser's state and the scene. Pure.
 */

import { say, sentence, t } from "./words.js";

/** @typedef {import("./choose.js").Chooser} Chooser @typedef {import("./choose.js").Choice} Choice */
/** @typedef {(name: string) => string} CellName */

/** What a way does, and its risk. @param {Choice} way */
export const told = (way) => (way.danger ? `${say(way.label)}: ${say(way.danger)}` : say(way.label));

/** What a target is for while holder and ball are in hand together: "plays" of the ball, "both", or else a move. @param {Choice[]} ways @param {Chooser} chooser */
export function kindOf(ways, chooser) {
  if (!chooser.touched || !ways.some((way) => way.pick === "ball")) return "";
  return ways.every((way) => way.pick === "ball") ? "plays" : "both";
}

/** The targets that the board shows. @param {Chooser} chooser */
export function targetsOf(chooser) {
  const targets = new Map();
  for (const [cell, ways] of chooser.targets()) {
    const odds = ways.map((way) => way.odds ?? "").sort()[0]; // the best way there
    targets.set(cell, { name: ways.map(told).join(" / "), danger: ways.some((way) => way.danger), odds, kind: kindOf(ways, chooser) });
  }
  return targets;
}

/** @param {import("./board.js").Scene} scene @param {string} id */
const pieceOf = (scene, id) => scene.pieces.find((one) => one.id === id);

/** What a thing that can be taken up is called. @param {import("./board.js").Scene} scene @param {string|null} pair @param {CellName} cellName @param {string} id */
export function thingName(scene, pair, cellName, id) {
  if (id === "ball") return t("Pick up the ball");
  const piece = pieceOf(scene, id);
  if (piece && id === pair) return t("{piece} with the ball, {cell}", { piece: sentence(piece.name), cell: cellName(piece.cell) });
  return piece ? t("Pick {piece}, {cell}", { piece: piece.name, cell: cellName(piece.cell) }) : id;
}

/** What to do with what is in hand. @param {import("./board.js").Scene} scene @param {Chooser} chooser */
export function inHand(scene, chooser) {
  const [held] = chooser.hand();
  if (held === undefined) return "";
  if (held === "ball") return t("Choose where to play the ball.");
  const piece = sentence(pieceOf(scene, held)?.name);
  return piece ? t("{piece}: choose where to go.", { piece }) : ""; // not on the board yet: the question names it
}

/** The question of who has the ball and may go with it or play it; empty if that is not asked. @param {import("./board.js").Scene} scene @param {Chooser} chooser */
export function moveOrPlay(scene, chooser) {
  const holder = chooser.touched ? pieceOf(scene, chooser.pair ?? "") : undefined;
  return holder ? t("{piece} has the ball: move, or play the ball?", { piece: sentence(holder.name) }) : "";
}
