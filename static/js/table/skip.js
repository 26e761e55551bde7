/**
 * Skipping a bot's pauses: by a tap on the board, the button under the prompt or the key S, the rest of its turn is played
 * at once. The server does it; a wish that comes too late does nothing.
 */

/** A tap so soon after one's own move still belongs to that move. */
const SETTLE_MS = 500;

export class Skip {
  /** @param {HTMLElement} page @param {{send: (frame: object) => void, sentAt: () => number}} hooks */
  constructor(page, hooks) {
    this.hooks = hooks;
    this.box = page.querySelector("[data-skip]");
    this.say = /** @type {HTMLElement|null} */ (page.querySelector(".dock .say"));
    this.waiting = false;
    this.box?.addEventListener("click", () => this.act());
    page.querySelector(".pitchbox")?.addEventListener("click", () => Date.now() - this.hooks.sentAt() > SETTLE_MS && this.act());
  }

  /** A new moment: may this one be skipped? @param {any} now a whole frame @param {boolean} mine */
  show(now, mine) {
    this.waiting = now.status === "live" && !!now.you && !mine && (now.to_act ?? []).some((/** @type {"home"|"away"} */ seat) => now.head[seat].bot);
    if (!this.waiting && this.box?.contains(document.activeElement)) {
      // The focus stays in the dock, but on nothing that could be pressed unread.
      this.say?.setAttribute("tabindex", "-1");
      this.say?.focus({ preventScroll: true });
    }
    this.box?.toggleAttribute("hidden", !this.waiting);
  }

  act() {
    if (this.waiting) this.hooks.send({ t: "hurry" });
  }
}
