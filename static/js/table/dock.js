/**
 * The dock: what is asked in one sentence, the dice of the last step, the buttons, and what happened last. When it is not
 * your turn it says whose it is. It shows and calls back; which move is meant is the chooser's business.
 *
 * @typedef {import("./choose.js").Choice} Choice
 * @typedef {{label: string, kind: string, key: string, why: string, off: boolean, act: () => void, pressed?: boolean, die?: string, brings?: string}} Button `die`: the one that is rolled, by its name
 */

import { die } from "./dice.js";
import { Faces } from "./faces.js";
import { html } from "./svg.js";
import { say, sentence, t } from "./words.js";

/** The dock's order of the keys that engines give; what is not named here follows in the engine's own order. */
const ORDER = ["shoot", "roll", "star", "penalty", "done", "decline"];
/** Beside a sentence there is room for so many dice; the commentary has all. */
const MOST_DICE = 6;
/** Which button is the primary one, if there is just one of its kind. */
const PRIMARY = new Set(["shoot", "penalty", "roll", "done"]);

/** On a phone `element` scrolls by itself, also while it has no button: who scrolls by keys can reach it. @param {HTMLElement} element */
export function scrolls(element) {
  const narrow = matchMedia("(width < 48rem)");
  const look = () => (narrow.matches ? element.setAttribute("tabindex", "0") : element.removeAttribute("tabindex"));
  narrow.addEventListener("change", look);
  look();
}

export class Dock {
  /** @param {HTMLElement} element @param {{choose: (choice: Choice) => void, confirm: () => void, back: () => void}} hooks @param {Record<string, import("./dice.js").PrintedDie>} [dice] the game's own dice, by their name */
  constructor(element, hooks, dice = {}) {
    this.element = element;
    scrolls(element);
    this.hooks = hooks;
    this.kicker = element.querySelector("[data-kicker]");
    this.say = element.querySelector("[data-say]");
    this.peeked = element.querySelector("[data-peek]");
    this.danger = element.querySelector("[data-danger]");
    this.dice = element.querySelector("[data-dice]");
    this.acts = element.querySelector("[data-acts]");
    this.notes = element.querySelector("[data-notes]");
    this.last = element.querySelector("[data-last]");
    this.faces = new Faces(element, dice);
    /** What the two kinds of targets are, while both are on the board. */
    this.legend = html("span", { class: "legend small", hidden: "" }, html("span", {}, t("Move with the ball")), html("span", { class: "plays" }, t("Play the ball")));
    this.kicker?.after(this.legend);
    this.drawn = "";
    /** @type {(() => void)[]} what each button does */
    this.acting = [];
  }

  /** @param {string} kicker @param {string} sentence */
  ask(kicker, sentence) {
    if (this.kicker) this.kicker.textContent = kicker;
    if (this.say) this.say.textContent = sentence;
  }

  /** What a target does, in place of what is asked while it is looked at. @param {string} words */
  peek(words) {
    if (this.peeked) this.peeked.textContent = words;
    this.peeked?.toggleAttribute("hidden", !words);
    this.say?.toggleAttribute("hidden", !!words);
  }

  /** Threats, standing facts, and the last sentence of the commentary. @param {import("./words.js").Text[]} notes @param {string[]} warnings @param {string} last */
  facts(notes, warnings, last) {
    this.notes?.replaceChildren(...warnings.map((words) => html("li", { class: "warning" }, words)), ...notes.map((note) => html("li", {}, sentence(note))));
    if (this.last) this.last.textContent = last;
  }

  /**
   * The dice of the last step; after a step without dice the ones before it stay there, faded.
   * @param {import("./dice.js").Die[]} dice @param {boolean} roll they were rolled just now
   */
  rolled(dice, roll) {
    if (dice.length) this.dice?.replaceChildren(...dice.slice(-MOST_DICE).map((each) => die(each, { roll })));
    else for (const before of this.dice?.children ?? []) before.classList.add("spent");
  }

  /**
   * The buttons of this moment.
   * @param {{buttons: Choice[], legend: boolean, ready: Choice|null, several: boolean, back: boolean, locked: boolean, advised: string}} now
   * `legend`: the board shows moves and plays of the ball at once; `advised`: what a coach points at, by its label
   */
  offer(now) {
    const ordered = now.several ? now.buttons : [...now.buttons].sort((a, b) => rank(a) - rank(b));
    const first = ordered[0]?.key ?? "";
    const lone = PRIMARY.has(first) && ordered.filter((choice) => choice.key === first).length === 1;
    this.legend.hidden = !now.legend;
    /** @type {Button[]} */
    const shown = ordered.map((choice, index) => {
      const kind = `${choice.danger ? "btn risky" : "btn"}${now.advised && say(choice.label) === now.advised ? " coached" : ""}`;
      const primary = !now.ready && lone && index === 0 ? `${kind} primary` : kind;
      return { label: say(choice.label), kind: primary, key: choice.key ?? "", why: choice.danger ? say(choice.danger) : "", off: now.locked, act: () => this.hooks.choose(choice), die: choice.die, brings: say(choice.brings) };
    });
    this.faces.offer(ordered.flatMap((choice) => choice.die ?? []));
    if (now.back) shown.push({ label: t("Back"), kind: "btn quiet", key: "", why: "", off: now.locked, act: () => this.hooks.back() });
    if (now.ready) shown.push({ label: t("Confirm"), kind: "btn primary", key: "", why: "", off: now.locked, act: () => this.hooks.confirm() });
    this.#set(shown, (old, made) => made[Math.min(made.length, Number(old.dataset.n)) - 1]);
    if (this.danger) {
      const risk = now.ready?.danger ?? null;
      this.danger.textContent = say(risk);
      this.danger.toggleAttribute("hidden", !risk);
    }
  }

  /**
   * Buttons that are no choices of the engine (a draft's).
   * @param {{label: string, kind: string, key: string, off: boolean, act: () => void}[]} buttons
   */
  plain(buttons) {
    this.faces.offer([]);
    this.legend.hidden = true;
    this.#set(
      buttons.map((each) => ({ ...each, kind: `btn ${each.kind}`.trim(), why: "" })),
      (old, made) => made.find((button) => button.dataset.key === old.dataset.key),
    );
    this.danger?.toggleAttribute("hidden", true);
  }

  /**
   * Puts these buttons there. Those that stand there already stay the same elements: a finger that is down on one while
   * a frame comes presses it all the same.
   * @param {Button[]} buttons @param {(old: HTMLElement, made: HTMLElement[]) => HTMLElement|undefined} again which has the focus where another had it
   */
  #set(buttons, again) {
    if (!this.acts) return;
    const drawn = JSON.stringify(buttons.map(({ label, kind, key, why, pressed, die: rolls, brings }) => [label, kind, key, why, pressed, rolls, brings]));
    this.acting = buttons.map(({ act }) => act);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      const focused = this.acts.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
      const made = buttons.map((each, index) => this.#button(each, index));
      this.acts.replaceChildren(...made);
      const pointed = made.find((button) => button.matches(".coached"));
      if (pointed) this.acts.scrollTop = pointed.offsetTop - this.acts.offsetTop; // on a phone the buttons scroll
      if (focused) (again(focused, made) ?? this.#sentence())?.focus({ preventScroll: true });
    }
    buttons.forEach(({ off }, index) => {
      const button = this.acts?.children[index];
      if (off) button?.setAttribute("aria-disabled", "true");
      else button?.removeAttribute("aria-disabled");
    });
    this.acts.toggleAttribute("hidden", !buttons.length);
    this.acts.setAttribute("data-count", String(buttons.length));
  }

  /** What is asked, to have the focus when the button that had it is gone: the next button would be pressed unread. */
  #sentence() {
    const asked = /** @type {HTMLElement|null} */ (this.element.querySelector(".say"));
    asked?.setAttribute("tabindex", "-1");
    return asked;
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

  /** @param {Button} each @param {number} index */
  #button({ label, kind, key, why, pressed, die: rolls, brings }, index) {
    const button = html("button", { type: "button", class: kind, "data-n": index + 1, "aria-pressed": pressed === undefined ? null : String(pressed) }, label);
    if (rolls) button.dataset.die = rolls;
    if (brings) button.append(" ", html("small", { class: "brings" }, brings));
    if (key) button.dataset.key = key;
    if (why) button.append(html("span", { class: "sr" }, ": "), html("span", { class: "why" }, why));
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && this.acting[index]?.());
    return button;
  }
}

/** @param {Choice} choice */
function rank(choice) {
  const place = ORDER.indexOf(choice.key ?? "");
  return place === -1 ? ORDER.length : place;
}
