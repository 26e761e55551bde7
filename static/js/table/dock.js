/**
 * The dock: what is asked in one sentence, the dice of the last step, the buttons, and what happened last. When it is not
 * your turn it says whose it is. It shows and calls back; which move is meant is the chooser's business.
 *
 * @typedef {import("./choose.js").Choice} Choice
 */

import { die } from "./dice.js";
import { html } from "./svg.js";
import { say, sentence, t } from "./words.js";

/** The dock's order of the keys that engines give; what is not named here follows in the engine's own order. */
const ORDER = ["shoot", "roll", "star", "penalty", "done", "decline"];
/** Which button is the primary one, if there is just one of its kind. */
const PRIMARY = new Set(["shoot", "penalty", "roll", "done"]);

export class Dock {
  /** @param {HTMLElement} element @param {{choose: (choice: Choice) => void, confirm: () => void, back: () => void}} hooks */
  constructor(element, hooks) {
    this.element = element;
    this.hooks = hooks;
    this.kicker = element.querySelector("[data-kicker]");
    this.say = element.querySelector("[data-say]");
    this.danger = element.querySelector("[data-danger]");
    this.dice = element.querySelector("[data-dice]");
    this.acts = element.querySelector("[data-acts]");
    this.notes = element.querySelector("[data-notes]");
    this.beside = document.querySelector("[data-beside-notes]");
    this.last = element.querySelector("[data-last]");
    this.busy = false;
  }

  /** @param {string} kicker @param {string} sentence */
  ask(kicker, sentence) {
    if (this.kicker) this.kicker.textContent = kicker;
    if (this.say) this.say.textContent = sentence;
  }

  /** Standing facts, what the marks of threats say, and the last sentence of the commentary. @param {import("./words.js").Text[]} notes @param {string[]} warnings @param {string} last */
  facts(notes, warnings, last) {
    const facts = () => [...notes.map((note) => html("li", {}, sentence(note))), ...warnings.map((words) => html("li", { class: "warning" }, words))];
    for (const place of [this.notes, this.beside]) place?.replaceChildren(...facts());
    if (this.last) this.last.textContent = last;
  }

  /** The dice of the last step. @param {(number|string)[]} faces @param {boolean} roll they were rolled just now */
  rolled(faces, roll) {
    this.dice?.replaceChildren(...faces.slice(-3).map((face) => die(face, { roll })));
  }

  /**
   * The buttons of this moment.
   * @param {{buttons: Choice[], ready: Choice|null, several: boolean, back: boolean, locked: boolean}} now
   */
  offer(now) {
    if (!this.acts) return;
    const focused = this.acts.contains(document.activeElement) ? document.activeElement?.getAttribute("data-n") : null;
    /** @type {HTMLElement[]} */
    const shown = [];
    const ordered = now.several ? now.buttons : [...now.buttons].sort((a, b) => rank(a) - rank(b));
    const first = ordered[0]?.key ?? "";
    const lone = PRIMARY.has(first) && ordered.filter((choice) => choice.key === first).length === 1;
    ordered.forEach((choice, index) => {
      const kind = choice.danger ? "btn risky" : "btn";
      const primary = !now.ready && lone && index === 0 ? `${kind} primary` : kind;
      const button = this.#button(say(choice.label), primary, () => this.hooks.choose(choice), shown.length + 1);
      if (choice.danger) button.title = say(choice.danger);
      if (choice.key) button.dataset.key = choice.key;
      shown.push(button);
    });
    if (now.back) shown.push(this.#button(t("Back"), "btn quiet", () => this.hooks.back(), shown.length + 1));
    if (now.ready) shown.push(this.#button(t("Confirm"), "btn primary", () => this.hooks.confirm(), shown.length + 1));
    for (const button of shown) if (now.locked) button.setAttribute("aria-disabled", "true");
    this.acts.replaceChildren(...shown);
    this.acts.toggleAttribute("hidden", !shown.length);
    this.acts.setAttribute("data-count", String(shown.length));
    if (this.danger) {
      const risk = now.ready?.danger ?? null;
      this.danger.textContent = say(risk);
      this.danger.toggleAttribute("hidden", !risk);
    }
    if (focused) /** @type {HTMLElement|undefined} */ (shown[Math.min(shown.length, Number(focused)) - 1])?.focus({ preventScroll: true });
  }

  /**
   * Buttons that are no choices of the engine (a draft's).
   * @param {{label: string, kind: string, key: string, off: boolean, act: () => void}[]} buttons
   */
  plain(buttons) {
    if (!this.acts) return;
    const focused = this.acts.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    const shown = buttons.map((each, index) => {
      const button = this.#button(each.label, `btn ${each.kind}`.trim(), each.act, index + 1);
      button.dataset.key = each.key;
      if (each.off) button.setAttribute("aria-disabled", "true");
      return button;
    });
    this.acts.replaceChildren(...shown);
    this.acts.toggleAttribute("hidden", !shown.length);
    this.acts.setAttribute("data-count", String(shown.length));
    this.danger?.toggleAttribute("hidden", true);
    shown.find((button) => button.dataset.key === focused)?.focus({ preventScroll: true });
  }

  /** The buttons as they are spoken: "1: Shoot." @returns {string[]} */
  spoken() {
    return [...(this.acts?.querySelectorAll("button[data-n]") ?? [])].map((button) => `${button.getAttribute("data-n")}: ${button.textContent}.`);
  }

  /** The button of number `n`, from 1, if it may be pressed. @param {number} n */
  press(n) {
    /** @type {HTMLElement|null|undefined} */ (this.acts?.querySelector(`[data-n="${n}"]`))?.click();
  }

  /** A button whose choice has this key. @param {string} key */
  pressKey(key) {
    /** @type {HTMLElement|null|undefined} */ (this.acts?.querySelector(`[data-key="${key}"]`))?.click();
  }

  /** @param {string} words @param {string} kind @param {() => void} act @param {number} n */
  #button(words, kind, act, n) {
    const button = html("button", { type: "button", class: kind, "data-n": n }, words);
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
    return button;
  }
}

/** @param {Choice} choice */
function rank(choice) {
  const place = ORDER.indexOf(choice.key ?? "");
  return place === -1 ? ORDER.length : place;
}
