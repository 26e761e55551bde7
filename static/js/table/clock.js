/**
 * The clocks: of each side's decision with what it has left in all beside it, and that of the period where the wall clock
 * counts. They show what the server decided and decide nothing. Times are the server's epoch milliseconds; the difference
 * between its clock and ours comes from the frames and from the line's pings. At a set piece one limit runs for all that a
 * side places.
 *
 * @typedef {{now: number, running: string[], deadline: number|null, time_up: number|null, move_ms: number|null, set_piece: string|null, home_ms: number|null, away_ms: number|null}} Times
 */

import { t } from "./words.js";

const SEATS = /** @type {const} */ (["home", "away"]);

/** Minutes and seconds, with tenths under ten seconds. @param {number} ms */
export function digits(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  if (seconds >= 86400) return t("{n} d {h} h", { n: Math.floor(seconds / 86400), h: Math.floor((seconds % 86400) / 3600) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clocks {
  /** @param {HTMLElement} page @param {(words: string) => void} announce */
  constructor(page, announce) {
    this.page = page;
    this.announce = announce;
    /** @type {Times|null} */
    this.times = null;
    this.offset = 0;
    this.you = "";
    this.spoken = Infinity;
    this.title = document.title;
    this.wall = page.querySelector("[data-wall]");
    setInterval(() => this.tick(), 200);
  }

  /** @param {Times|null} times @param {string} you @param {number|null} [offset] server's clock minus ours, where a ping measured it */
  set(times, you, offset = null) {
    // Of the same decision nothing is said twice, whatever else the frame tells.
    if (times?.deadline !== this.times?.deadline || you !== this.you) this.spoken = Infinity;
    this.times = times;
    this.you = you;
    if (times) this.offset = offset ?? times.now - Date.now();
    this.tick();
  }

  tick() {
    const times = this.times;
    const now = Date.now() + this.offset;
    let urgent = "";
    if (this.wall) {
      const rings = times?.time_up ?? null;
      this.wall.toggleAttribute("hidden", rings === null);
      if (rings !== null) this.wall.textContent = t("{time} to the whistle", { time: digits(rings - now) });
    }
    for (const seat of SEATS) {
      const box = this.page.querySelector(`.clock[data-seat="${seat}"]`);
      if (!box) continue;
      const running = !!times?.running.includes(seat);
      box.toggleAttribute("data-turn", running);
      const whole = times?.[`${seat}_ms`] ?? times?.move_ms ?? null;
      const left = running && times?.deadline ? times.deadline - now : whole;
      // Who decides reads the time of the decision; what is left for the whole match runs on beside it.
      const bank = box.querySelector(".bank");
      const all = running && times?.deadline ? times[`${seat}_ms`] : null;
      const beside = all === null || all === undefined ? null : all - (now - times.now);
      const last = beside !== null && beside <= (left ?? 0) + 500;
      const shared = running && !!times?.set_piece;
      bank?.toggleAttribute("hidden", last || (beside === null && !shared));
      if (bank && shared) bank.textContent = t("for all pieces");
      else if (bank && beside !== null) bank.textContent = t("{time} in all", { time: digits(beside) });
      const shown = box.querySelector(".digits");
      const meter = box.querySelector("meter");
      if (shown) shown.textContent = left === null ? "" : digits(left);
      const full = times?.move_ms ?? whole ?? 1;
      if (meter) {
        meter.hidden = left === null;
        meter.max = full / 1000;
        meter.low = full / 3000;
        meter.high = full / 1500;
        meter.optimum = full / 1000;
        meter.value = Math.max(0, Math.min(full, left ?? 0)) / 1000;
      }
      if (running && left !== null && seat === this.you) {
        this.#speak(left);
        if (left < 10000) urgent = digits(left);
      }
    }
    const title = urgent ? `${urgent} · ${this.title}` : this.title;
    if (document.title !== title) document.title = title;
  }

  /** Says 30, 10 and 0 seconds, each once. @param {number} left */
  #speak(left) {
    for (const mark of [0, 10, 30]) {
      if (left <= mark * 1000 && this.spoken > mark) {
        const first = this.spoken === Infinity && left < mark * 1000 - 1000;
        this.spoken = mark;
        if (!first) this.announce(mark ? t("{n} s left", { n: mark }) : t("Time is up"));
        return;
      }
    }
  }
}
