/**
 * One player on several screens, and two players on one: who may play here, and who sits in front of this screen now.
 *
 * The server decides both. A second device takes the seat and this one only looks on until its owner takes it back; on a
 * screen for two people a sealed moment shows nothing until the side that is asked says that it sits here.
 */

import { nameOf, t } from "./words.js";

const TOLD_MS = 8000;

/** Who decides for a side: of several people the one whose turn it is. @param {any} now @param {"home"|"away"} seat */
export const personAt = (now, seat) => now.head[seat].deciding_name ?? nameOf(seat);

export class Screens {
  /** @param {HTMLElement} page @param {(frame: object) => void} send */
  constructor(page, send) {
    this.box = page.querySelector("[data-screens]");
    this.send = send;
    /** This player plays on another device now. */
    this.elsewhere = false;
    /** @type {any} the last whole truth */
    this.now = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** Which device plays. @param {{here: boolean, others: number}} frame */
  device(frame) {
    this.elsewhere = !frame.here;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (frame.here && frame.others) {
      this.#say(t("You play on this device now; your other one only watches."), null, null);
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.show(this.now);
      }, TOLD_MS);
    } else this.show(this.now);
  }

  /** A new position stands. @param {any} now */
  show(now) {
    this.now = now;
    const open = now && now.status !== "finished" && now.status !== "void";
    if (this.elsewhere && open) {
      this.#say(t("You are playing on another device."), t("Play here"), { t: "take" });
    } else if (now?.hand_over && open) {
      this.#say("", t("{name} is here", { name: personAt(now, now.hand_over) }), { t: "hold", seat: now.hand_over });
    } else if (this.timer === undefined) this.box?.setAttribute("hidden", ""); // a move does not cut a sentence short
  }

  /** The seat that moves from here, for a screen that holds both. @param {any} now */
  static seat(now) {
    return now?.you === "both" ? now.holds ?? null : null;
  }

  /** @param {string} words @param {string|null} label @param {object|null} frame */
  #say(words, label, frame) {
    if (!this.box) return;
    const [line, button] = [this.box.querySelector("p"), this.box.querySelector("button")];
    if (line) line.textContent = words;
    line?.toggleAttribute("hidden", !words);
    if (button) {
      button.textContent = label ?? "";
      button.toggleAttribute("hidden", !label);
      button.onclick = () => frame && this.send(frame);
    }
    this.box.removeAttribute("hidden");
  }
}
