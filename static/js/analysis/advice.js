/** What a bot would play here: the chances, and the best moves, each of which can be played. */

import { html } from "../table/svg.js";
import { nameOf, say, sentence, t } from "../table/words.js";
import { ask } from "./server.js";

export class Advice {
  /** @param {HTMLElement} page @param {{position: () => string, play: (choice: any) => void, point: (choice: any) => void, tell: (words: string) => void}} hooks */
  constructor(page, hooks) {
    this.box = /** @type {HTMLElement} */ (page.querySelector("[data-advice]"));
    this.address = page.dataset.adviceUrl ?? "";
    this.hooks = hooks;
    this.list = /** @type {HTMLElement} */ (this.box.querySelector("[data-best]"));
    this.say = /** @type {HTMLElement} */ (this.box.querySelector("[data-advised]"));
    this.button = /** @type {HTMLButtonElement} */ (this.box.querySelector("[data-act=advise]"));
    this.button.addEventListener("click", () => this.#ask());
  }

  /** Another position is shown: the old answer goes. @param {boolean} over */
  clear(over) {
    this.list.replaceChildren();
    this.say.textContent = "";
    this.button.disabled = over;
  }

  async #ask() {
    const position = this.hooks.position();
    const bot = /** @type {HTMLSelectElement} */ (this.box.querySelector("select")).value;
    this.say.textContent = t("Thinking…");
    this.button.disabled = true;
    try {
      const answer = await ask(this.address, { position, bot });
      if (this.hooks.position() === position) this.#show(answer);
    } catch (error) {
      this.say.textContent = /** @type {Error} */ (error).message;
    }
    this.button.disabled = false;
  }

  /** @param {any} answer */
  #show(answer) {
    const chosen = answer.moves.find((/** @type {any} */ one) => one.chosen);
    const chances = answer.expectation ? chancesOf(answer.expectation) : "";
    this.say.textContent = [chances, t("It would play: {move}.", { move: say(chosen.choice.label) }), answer.left_out ? t("{n} other moves were not compared.", { n: answer.left_out }) : ""].filter(Boolean).join(" ");
    this.list.replaceChildren(...answer.moves.map((/** @type {any} */ one) => this.#row(one, answer)));
    this.hooks.point(chosen.choice);
    this.hooks.tell(this.say.textContent ?? "");
  }

  /** @param {any} one @param {any} answer */
  #row(one, answer) {
    const worth = one.worth === null ? "" : answer.unit === "points" ? `${Math.round(one.worth * 100)}%` : `${one.worth >= 0 ? "+" : "−"}${Math.abs(one.worth).toFixed(2)}`;
    const button = html("button", { type: "button", class: "mv" }, html("span", { class: "worth" }, worth), html("span", { class: "n" }, sentence(one.choice.label)), one.chosen ? html("span", { class: "chip" }, t("bot")) : "");
    button.addEventListener("click", () => this.hooks.play(one.choice));
    button.addEventListener("pointerenter", () => this.hooks.point(one.choice));
    button.addEventListener("focus", () => this.hooks.point(one.choice));
    return html("li", {}, button);
  }
}

/** @param {[number, number, number]} expectation home's chances */
function chancesOf([win, draw, loss]) {
  const percent = (/** @type {number} */ part) => `${Math.round(part * 100)}%`;
  return t("{home} wins {win}, draw {draw}, {away} wins {loss}.", { home: nameOf("home"), away: nameOf("away"), win: percent(win), draw: percent(draw), loss: percent(loss) });
}
