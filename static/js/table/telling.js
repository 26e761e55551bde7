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
  const { aggregate, shootout } = head;
  const more = [];
  if (aggregate) more.push(t("agg. {score}", { score: `${aggregate.home}–${aggregate.away}` }));
  if (shootout) more.push(t("pens {score}", { score: `${kicks(shootout.home)}–${kicks(shootout.away)}` }));
  const score = `${home}–${away}${more.length ? ` (${more.join(", ")})` : ""}`;
  if (!result.winner) return t("Level at {score}.", { score });
  return t("{winner} wins {score}.", { winner: nameOf(result.winner), score });
}

/**
 * What the marks of threats say, in words: a sentence each for shots at goal and for the ball.
 * @param {{pick: string|null, threat: string}[]} threats @param {import("./board.js").Scene|null} scene
 * @param {string} team whose moves they are @param {(cell: string) => string} cellName
 */
export function threatened(threats, scene, team, cellName) {
  const from = (/** @type {string} */ kind) => {
    const picks = new Set(threats.filter((one) => one.threat === kind).map((one) => one.pick));
    const own = (scene?.pieces ?? []).filter((piece) => picks.has(piece.id));
    return { any: picks.size > 0, names: own.map((piece) => `${say(piece.name)}, ${cellName(piece.cell)}`).join("; ") };
  };
  const sentences = [];
  const [goal, ball] = [from("goal"), from("ball")];
  if (goal.any) sentences.push(goal.names ? t("{team} can shoot at goal: {from}.", { team, from: goal.names }) : t("{team} can shoot at goal.", { team }));
  if (ball.any) sentences.push(ball.names ? t("{team} can go for the ball: {from}.", { team, from: ball.names }) : t("{team} can go for the ball.", { team }));
  return sentences;
}

/**
 * What the dock says: whose turn or which state it is, and what is asked.
 * @param {any} now a whole frame
 * @param {{sending: boolean, turn: string, chosen: boolean, last: string}} here what this page knows beside it: a move is on
 * its way, the words for a turn of one's own (empty: it is not), one's sealed choice is made, the last line of the commentary
 * @returns {[string, string]}
 */
export function asked({ status, you, prompt, result, head }, { sending, turn, chosen, last }) {
  if (status === "void") return [t("This match is void."), last];
  if (status === "finished") return [t("The match is over."), ending(result, head)];
  const sentence = say(prompt);
  if (status === "waiting") return ["", sentence];
  if (status === "paused") return [t("Paused."), last || sentence]; // the ruling that paused it says why
  if (sending) return [t("Sending your move…"), sentence];
  if (turn || !you || you === "both") return [turn, sentence];
  return [chosen ? t("You have chosen.") : t("Your opponent’s turn."), sentence];
}
