/**
 * The score: names, goals, aggregate, shootout, the clock of the game and who is there, from the `head` of a frame.
 *
 * @typedef {{home: number, away: number}} Pair
 * @typedef {{title: string, back_url: string, home: {name: string, bot: string}, away: {name: string, bot: string}, score: Pair, aggregate: Pair|null, shootout: any, clock: any}} Head
 */

import { span } from "./offers.js";
import { html } from "./svg.js";
import { say, sentence, t } from "./words.js";

const SEATS = /** @type {const} */ (["home", "away"]);

/** Goals of a shootout side, whether it is a number or a list of kicks. @param {any} side */
export const kicks = (side) => (Array.isArray(side) ? side.filter(Boolean).length : Number(side ?? 0));

/** The game's own clock in words: period, then minute or turn. @param {any} clock */
export function gameClock(clock) {
  if (!clock) return { turn: "", period: "" };
  let turn = "";
  if (clock.minute !== null && clock.minute !== undefined) turn = `${clock.minute}${clock.stoppage ? `+${clock.stoppage}` : ""}′`;
  else if (clock.of) turn = t("{turn} of {of}", { turn: clock.turn, of: clock.of });
  return { turn, period: say(clock.period) };
}

/** How narrow a name is written on a phone, by its longest word (`fit` of the templates says the same). @param {string} name */
const fit = (name) => {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  return longest > 11 ? "longer" : longest > 9 ? "long" : "";
};

export class Score {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    /** @type {Pair|null} */
    this.shown = null;
  }

  /** @param {Head} head @param {string} status @param {boolean} fresh the change happened now, so the tile turns */
  draw(head, status, fresh) {
    for (const seat of SEATS) {
      const tile = this.page.querySelector(`[data-goals="${seat}"]`);
      const goals = String(head.score?.[seat] ?? 0);
      if (tile && tile.textContent !== goals) {
        tile.replaceChildren(Object.assign(document.createElement("b"), { textContent: goals }));
        tile.classList.remove("new");
        if (fresh && this.shown) {
          void (/** @type {HTMLElement} */ (tile).offsetWidth);
          tile.classList.add("new");
        }
      }
      this.#deciding(seat, head[seat], status);
      for (const name of this.page.querySelectorAll(`[data-name="${seat}"]`)) {
        if (!head[seat]?.name) continue;
        name.textContent = head[seat].name;
        if (name instanceof HTMLElement && name.dataset.fit !== undefined) name.dataset.fit = fit(head[seat].name);
      }
    }
    this.shown = { ...head.score };
    const { turn, period } = gameClock(head.clock);
    this.#put("turn", status === "live" ? turn : "");
    this.#put("period", status === "live" ? period : "");
    const total = head.aggregate ? `${head.aggregate.home}–${head.aggregate.away}` : "";
    this.#put("aggregate", total ? t("agg. {score}", { score: total }) : "");
    const shootout = head.shootout ? `${kicks(head.shootout.home)}–${kicks(head.shootout.away)}` : "";
    this.#put("shootout", shootout ? t("pens {score}", { score: shootout }) : "");
    const sentence = [`${head.home?.name} ${head.score.home}, ${head.away?.name} ${head.score.away}`, total && t("agg. {score}", { score: total }), shootout && t("pens {score}", { score: shootout }), turn && `${period} ${turn}`];
    this.#put("sentence", sentence.filter(Boolean).join("; "));
  }

  /** What each side has in a word or two (cards, its formation), on its bar of a phone. @param {import("./board.js").Scene|null} scene */
  chips(scene) {
    for (const place of this.page.querySelectorAll("[data-chips]")) {
      const own = (scene?.chips ?? []).filter((chip) => chip.seat === place.getAttribute("data-chips"));
      place.replaceChildren(...own.map((chip) => html("span", { class: "chip" }, sentence(chip.text))));
    }
  }

  /** Where several share a seat: who of them decides now. @param {string} seat @param {any} side @param {string} status */
  #deciding(seat, side, status) {
    const place = /** @type {HTMLElement|null} */ (this.page.querySelector(`[data-deciding="${seat}"]`));
    if (!place) return;
    const words = status === "live" && side?.deciding_name ? t("{name} decides", { name: side.deciding_name }) : "";
    if (place.textContent !== words) place.textContent = words;
    place.hidden = !words;
  }

  /** @param {string} name @param {string} words */
  #put(name, words) {
    const place = this.page.querySelector(`[data-put="${name}"]`);
    if (!place || place.textContent?.trim() === words) return; // the page may break the line around them
    place.textContent = words;
    /** @type {HTMLElement} */ (place).hidden = !words && name !== "sentence";
  }

  /** Who is there, and how many watch. @param {any} presence @param {Head|undefined} head @param {number} offset server's clock minus ours */
  presence(presence, head, offset) {
    if (!presence) return;
    for (const seat of SEATS) {
      const place = this.page.querySelector(`[data-presence="${seat}"]`);
      const { here, since } = presence[seat] ?? {};
      if (!place) continue;
      let words = "";
      if (head?.[seat].bot) words = t("bot");
      else if (!here && since) words = t("away {time}", { time: span(Date.now() + offset - Date.parse(since)) });
      else if (!here) words = t("not here");
      if (place.textContent !== words) place.textContent = words;
    }
    this.#put("watching", presence.watching ? t("{n} watching", { n: presence.watching }) : "");
  }
}
