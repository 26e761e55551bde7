/**
 * What a player has set on this device for the table: confirming, single keys, marks of threats. Everything is kept in the
 * browser's storage; without one the page's own defaults hold.
 */

import { setSingleKeys, singleKeys } from "./keys.js";

const CONFIRM = "tabellone.confirm";
const THREATS = "tabellone.threats";

const TURNED = "tabellone.turned";

/** @param {string} key @returns {string|null} */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string|null} value null: forget it */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    /* it holds for this page only, then */
  }
}

export class Settings {
  /** @param {HTMLElement} page @param {{threats: () => void}} hooks */
  constructor(page, hooks) {
    this.page = page;
    this.hooks = hooks;
    const asks = /** @type {HTMLSelectElement|null} */ (document.getElementById("set-confirm"));
    if (asks) asks.value = this.#asks();
    asks?.addEventListener("change", () => store(this.#confirm(), asks.value));
    this.#bind("set-keys", singleKeys(), setSingleKeys);
    this.#bind("set-threats", this.threats(), (on) => {
      store(THREATS, on ? "1" : null);
      this.hooks.threats();
    });
  }

  /** Where it is kept, game by game, before which moves is asked once more. */
  #confirm() {
    return `${CONFIRM}.${this.page.dataset.game}`;
  }

  /** Before which moves: "always", "risky" or "never". */
  #asks() {
    return stored(this.#confirm()) ?? this.page.dataset.confirm ?? "risky";
  }

  /** Is a move on the board read in words and confirmed before it is sent? @param {import("./choose.js").Choice} choice */
  confirms(choice) {
    const asks = this.#asks();
    return asks === "always" || (asks === "risky" && !!(choice.danger || choice.stake));
  }

  /** Is every move confirmed, also one that was read on its button? */
  confirmsAll() {
    return this.#asks() === "always";
  }

  /** Is it marked where the other side may shoot, or go for the ball, while it thinks? */
  threats() {
    return stored(THREATS) === "1";
  }

  /** Is the board turned for who looks on from `you`? Each side has its own end before it, unless it was turned here. @param {string|null} you */
  turned(you) {
    return (stored(`${TURNED}.${you}`) ?? (you === "away" ? "1" : "0")) === "1";
  }

  /** Remembers how the board lies for `you`. @param {string|null} you @param {boolean} turned */
  turn(you, turned) {
    store(`${TURNED}.${you}`, turned ? "1" : "0");
  }

  /** @param {string} id @param {boolean} now @param {(on: boolean) => void} change */
  #bind(id, now, change) {
    const box = /** @type {HTMLInputElement|null} */ (document.getElementById(id));
    if (!box) return;
    box.checked = now;
    box.addEventListener("change", () => change(box.checked));
  }
}
