/** Sentences of the table about a whole position: how it stands, and how the match ended. Pure. */

import { kicks } from "./score.js";
import { nameOf, say, sentence, t } from "./words.js";

/**
 * A position in sentences: ball, pieces by seat, standing facts.
 * @param {import("./board.js").Scene} scene @param {(cell: string) => string} cellName
 */
export function describe(scene, cellName) {
  const sentences = [];
  if (scene.ball) sentences.push(t("The ball is at {cell}.", { cell: cellName(scene.ball.cell) }));
  for (const seat of /** @type {const} */ (["home", "away"])) {
    const own = scene.pieces.filter((piece) => piece.seat === seat);
    if (own.length) sentences.push(`${own.map((piece) => `${say(piece.name)}, ${cellName(piece.cell)}`).join("; ")}.`);
  }
  sentences.push(...scene.notes.map(sentence));
  return sentences;
}

/** Who won and how, with aggregate and shootout. @param {any} result @param {any} head */
export function ending(result, head) {
  if (!result) return "";
  const { home, away } = result.score ?? head.score ?? { home: 0, away: 0 };
  const { carry, shootout } = head;
  const more = [];
  if (carry) more.push(t("agg. {score}", { score: `${home + carry.home}–${away + carry.away}` }));
  if (shootout) more.push(t("pens {score}", { score: `${kicks(shootout.home)}–${kicks(shootout.away)}` }));
  const score = `${home}–${away}${more.length ? ` (${more.join(", ")})` : ""}`;
  if (!result.winner) return t("Level, {score}.", { score });
  return t("{winner} win, {score}.", { winner: nameOf(result.winner), score });
}
