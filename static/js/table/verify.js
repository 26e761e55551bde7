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
  const good = found.committed && !found.wrong.length;
  const verdict = page.querySelector("[data-verdict]");
  if (verdict) {
    verdict.textContent = good ? t("Verified: every roll is what the committed secret says.") : t("These dice do not agree with what was committed.");
    verdict.closest("[data-k]")?.setAttribute("data-k", good ? "good" : "bad");
  }
  mark("commitment", found.committed, found.committed ? t("The secret has the fingerprint that was published before the kick-off.") : t("The secret does not have the published fingerprint."));
  mark("rolls", !found.wrong.length, t("{n} rolls computed, {wrong} differ.", { n: found.checked, wrong: found.wrong.length }));
  const wrong = new Map(found.wrong.map((one) => [one.number, one.should]));
  const list = page.querySelector("[data-rolls]");
  list?.replaceChildren(
    ...record.rolls.map((/** @type {any} */ roll) => {
      const row = html("li", {}, html("span", { class: "v" }, String(roll.number)), die(roll.value), html("span", {}, t("1 to {n}", { n: roll.sides })));
      row.append(html("span", { class: "small" }, wrong.has(roll.number) ? t("should be {n}", { n: wrong.get(roll.number) }) : "✓"));
      if (wrong.has(roll.number)) row.setAttribute("data-wrong", "");
      return row;
    }),
  );
  page.setAttribute("data-done", good ? "good" : "bad");
}

/** @param {string} name @param {boolean} good @param {string} words */
function mark(name, good, words) {
  const place = document.querySelector(`[data-check="${name}"]`);
  if (place) place.textContent = `${good ? "✓" : "✗"} ${words}`;
}
