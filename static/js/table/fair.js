/**
 * The committed dice: every roll of a match from its published secret, the seeds of both sides and its number. The same
 * rule as engines/core/dice.py; docs/fair-dice.md says it in words and holds vectors for both.
 */

import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256.js";

/** What was published before the kick-off. @param {string} secret hex */
export const commitment = (secret) => toHex(sha256(fromHex(secret)));

/**
 * Roll `number` (from 1) of a match on a die with `n` faces.
 * @param {string} secret hex @param {string} match @param {string} home hex seed @param {string} away hex seed
 * @param {number} number @param {number} n
 */
export function fairRoll(secret, match, home, away, number, n) {
  const key = fromHex(secret);
  const message = `${match}:${home.toLowerCase()}:${away.toLowerCase()}:${number}`;
  const bound = Math.floor(2 ** 32 / n) * n;
  for (let block = 0; ; block += 1) {
    const stream = new DataView(hmac(key, utf8(block ? `${message}:${block}` : message)).buffer);
    for (let start = 0; start < 32; start += 4) {
      const word = stream.getUint32(start);
      if (word < bound) return (word % n) + 1;
    }
  }
}

/**
 * Checks a whole match: the commitments, then every roll that says how many faces its die has. A match that goes on from
 * another one names it in `before`: rolls up to `last` follow from that one's secret.
 * @typedef {{match: string, secret: string, commitment: string, home_seed: string, away_seed: string}} Promised
 * @param {Promised & {before?: (Promised & {last: number})[], rolls: {number: number, sides: number, value: number}[]}} record
 * @returns {{committed: boolean, wrong: {number: number, sides: number, value: number, should: number}[], checked: number}}
 */
export function verify(record) {
  const wrong = [];
  const before = record.before ?? [];
  for (const { number, sides, value } of record.rolls) {
    const by = before.find((one) => number <= one.last) ?? record;
    const should = fairRoll(by.secret, by.match, by.home_seed, by.away_seed, number, sides);
    if (should !== value) wrong.push({ number, sides, value, should });
  }
  const committed = [...before, record].every((one) => commitment(one.secret) === one.commitment);
  return { committed, wrong, checked: record.rolls.length };
}
