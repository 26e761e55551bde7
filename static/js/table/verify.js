/**
 * The page that checks the dice of a finished match in the reader's own browser: the record stands in the page (and in
 * the match sheet), the arithmetic is done here, and the server's word is not asked for.
 */

import { die } from "./dice.js";
import { verify } from "./fair.js";
import { html } from "./svg.js";
import { loadWords, t } from "./words.js";

const page = document.querySelector("[data-verify]");
const source = document.getElementById("dice-record");
if (page instanceof HTMLElement && source) {
  await loadWords(page.dataset.words ?? "");
  const record = JSON.parse(source.textContent ?? "{}");
  const found = verify(record);
  const own = remembered(record);
  const good = found.committed && !found.wrong.length && own !== false;
  const verdict = page.querySelector("[data-verdict]");
  if (verdict) {
    verdict.textContent = good ? record.offline ? t("Verified: every roll follows from the secret.") : t("Verified: every roll matches the committed secret.") : t("These dice do not match the commitment.");
    verdict.closest("[data-k]")?.setAttribute("data-k", good ? "good" : "bad");
  }
  if (!record.offline) mark("commitment", found.committed, found.committed ? t("The secret matches the fingerprint published before the kick-off.") : t("The secret does not match the published fingerprint."));
  if (record.before?.length) mark("before", found.committed, t("Rolls 1 to {n} were checked with the secret of the match that this one goes on from.", { n: record.before.at(-1).last }));
  mark("rolls", !found.wrong.length, t("{n} rolls computed, {wrong} differ.", { n: found.checked, wrong: found.wrong.length }));
  if (own !== null) mark("own", own, own ? t("This device remembers the same fingerprint and the seed it sent.") : t("This device remembers another fingerprint."));
  const wrong = new Map(found.wrong.map((one) => [one.number, one.should]));
  const list = page.querySelector("[data-rolls]");
  list?.replaceChildren(
    ...record.rolls.map((/** @type {any} */ roll) => {
      const row = html("li", {}, html("span", { class: "v" }, String(roll.number)), die(roll), html("span", {}, t("1 to {n}", { n: roll.sides })));
      row.append(html("span", { class: "small" }, wrong.has(roll.number) ? t("should be {n}", { n: wrong.get(roll.number) }) : "✓"));
      if (wrong.has(roll.number)) row.setAttribute("data-wrong", "");
      return row;
    }),
  );
  page.setAttribute("data-done", good ? "good" : "bad");
}

/**
 * What this device kept of the match before the kick-off, held against the record: false if the fingerprint was another
 * one, true if fingerprint and seed agree, null if it kept nothing or its seed was not the one that the server took (the
 * first that a side sends counts, and a side may sit at two devices).
 * @param {any} record
 */
function remembered(record) {
  try {
    const kept = JSON.parse(localStorage.getItem(`tabellone.dice.${record.match}`) ?? "null");
    if (!kept) return null;
    if (kept.commitment !== record.commitment) return false;
    return [record.home_seed, record.away_seed].includes(kept.seed) || null;
  } catch {
    return null;
  }
}

/** @param {string} name @param {boolean} good @param {string} words */
function mark(name, good, words) {
  const place = document.querySelector(`[data-check="${name}"]`);
  if (place) place.textContent = `${good ? "✓" : "✗"} ${words}`;
}
