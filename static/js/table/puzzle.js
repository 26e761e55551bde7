/**
 * A puzzle: one choice on the board, by the same hand as at the table. The form of the page has every move as a button, so
 * what is chosen here presses one of them: the server alone knows which is right.
 */

import { Board } from "./board.js";
import { Chooser } from "./choose.js";
import { control } from "./controls.js";
import { Dock } from "./dock.js";
import { inHand, kindOf } from "./offering.js";
import { describe } from "./telling.js";
import { loadWords, say, sentence, t, useNames } from "./words.js";

/** @typedef {import("./choose.js").Choice & {answer: string}} Answer */

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

export class Puzzle {
  /** @param {HTMLElement} page @param {any} geometry @param {{scene: any, choices: any[], turned: boolean}} position @param {AbortSignal} [signal] its keys work until then */
  constructor(page, geometry, { scene, choices, turned }, signal) {
    this.page = page;
    this.scene = scene;
    this.sent = false;
    this.question = page.querySelector("[data-say]")?.textContent ?? "";
    this.kicker = page.querySelector("[data-kicker]")?.textContent?.trim() ?? "";
    this.chooser = new Chooser();
    this.chooser.offer(choices, scene.ball?.on ?? null);
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (page.querySelector("svg.pitch")));
    this.board = new Board(svg, geometry, {
      pick: (id) => this.#pick(id),
      point: (cell) => this.#point(cell),
      look: (cell) => this.dock.peek((this.chooser.ways.length ? [] : this.chooser.targets().get(cell) ?? []).map((way) => say(way.label)).join(" / ")),
    });
    this.dock = new Dock(/** @type {HTMLElement} */ (page.querySelector(".dock")), {
      choose: (choice) => this.#answer(choice),
      confirm: () => this.#confirm(),
      back: () => this.#back(),
    }, geometry.dice);
    this.board.draw(scene, false);
    if (turned) this.board.turn();
    const nothing = () => {};
    control(this.board, this.dock, {
      turn: () => {
        this.board.turn();
        this.#show();
      },
      describe: () => this.#describe(),
      confirm: () => this.#confirm(),
      back: () => this.#back(),
      resign: nothing,
      sound: nothing,
      skip: nothing,
      zen: nothing,
    }, signal);
    this.#show();
  }

  /** @param {string} id */
  #pick(id) {
    this.chooser.pick(id);
    this.#show();
    this.#tell(this.#inHand() || t("Nothing in hand."));
  }

  /** @param {string} cell */
  #point(cell) {
    if (this.chooser.cell === cell && this.chooser.ready()) return this.#confirm();
    this.chooser.point(cell);
    this.#show();
    const ready = this.chooser.ready();
    this.#tell(ready ? `${say(ready.label)}. ${this.dock.spoken().join(" ")}` : this.dock.spoken().join(" "));
    return undefined;
  }

  #confirm() {
    const ready = this.chooser.ready();
    if (ready) this.#answer(ready);
  }

  #back() {
    const moved = this.chooser.back();
    if (moved) this.#show();
    return moved;
  }

  /** Presses the button of the list that is this move. @param {import("./choose.js").Choice} choice */
  #answer(choice) {
    if (this.sent) return;
    this.sent = true;
    this.board.lock(true);
    const { answer } = /** @type {Answer} */ (choice);
    for (const button of this.page.querySelectorAll("[data-answer] button")) {
      if (button instanceof HTMLButtonElement && button.value === answer) button.click();
    }
  }

  #show() {
    const { touched, held, cell } = this.chooser;
    const [up = null] = this.chooser.hand();
    const targets = new Map([...this.chooser.targets()].map(([place, ways]) => [place, { name: ways.map((way) => say(way.label)).join(" / "), danger: false, kind: kindOf(ways, this.chooser) }]));
    const picks = new Map(this.chooser.things().map((id) => [id, this.#thing(id)]));
    const ready = this.chooser.ready();
    this.board.offer({ picks, targets, picked: up, cell, held: held && up !== null && !ready });
    this.dock.offer({
      advised: "",
      legend: touched && !this.chooser.ways.length,
      buttons: ready ? [] : this.chooser.buttons(),
      ready,
      several: this.chooser.ways.length > 1,
      back: this.chooser.ways.length > 0 || held,
      locked: this.sent,
    });
    if (ready) this.dock.ask(this.kicker, say(ready.label));
    else if (this.chooser.ways.length > 1) this.dock.ask(this.kicker, t("There are two ways to get there. Which one?"));
    else this.dock.ask(held ? this.#inHand() : this.kicker, this.question);
  }

  /** What to do with what is in hand. */
  #inHand() {
    return inHand(this.scene, this.chooser);
  }

  /** @param {string} id */
  #piece(id) {
    return this.scene.pieces.find((/** @type {any} */ one) => one.id === id);
  }

  /** @param {string} id */
  #thing(id) {
    if (id === "ball") return t("Pick up the ball");
    const piece = this.#piece(id);
    const values = { piece: piece ? sentence(piece.name) : id, cell: piece ? this.board.cellName(piece.cell) : "" };
    return id === this.chooser.pair ? t("{piece} with the ball, {cell}", values) : t("Pick {piece}, {cell}", values);
  }

  #describe() {
    const sentences = describe(this.scene, (cell) => this.board.cellName(cell));
    const place = this.page.querySelector("[data-described]");
    place?.replaceChildren(...sentences.map((words) => Object.assign(document.createElement("p"), { textContent: words })));
    place?.removeAttribute("hidden");
    this.#tell(sentences.join(" "));
  }

  /** @param {string} words */
  #tell(words) {
    const place = this.page.querySelector("[data-assertive]");
    if (place) place.textContent = words;
  }
}

const page = document.querySelector("[data-puzzle]");
if (page instanceof HTMLElement) {
  await loadWords(page.dataset.words ?? "");
  useNames("", "");
  new Puzzle(page, read("geometry"), read("position"));
}
