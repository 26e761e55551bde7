/**
 * The analysis board: shows one move of the tree, takes moves for whichever side acts, and keeps the tree. Positions and
 * choices come from the server by a position's line; nothing here knows a game.
 */

import { Board } from "../table/board.js";
import { Chooser } from "../table/choose.js";
import { Dock } from "../table/dock.js";
import { listen } from "../table/keys.js";
import { Looks } from "../table/looks.js";
import { inHand, moveOrPlay, targetsOf, thingName, told } from "../table/offering.js";
import { gameClock, kicks } from "../table/score.js";
import { html } from "../table/svg.js";
import { addWords, loadWords, nameOf, say, sentence, t, useNames } from "../table/words.js";
import { Advice } from "./advice.js";
import { forget, keep, kept } from "./drafts.js";
import { Lines, signs } from "./lines.js";
import { Marks } from "./marks.js";
import { Roll } from "./roll.js";
import { Saving } from "./saving.js";
import { ask, send } from "./server.js";
import { ROOT, Tree } from "./tree.js";

/** Frames that the page remembers, by position. */
const MOST_FRAMES = 400;

/** @param {string} id */
const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

class Analysis {
  /** @param {HTMLElement} page @param {any} data */
  constructor(page, data) {
    this.page = page;
    /** @type {Map<string, any>} */
    this.frames = new Map([[data.frame.position, data.frame]]);
    this.tree = new Tree(data);
    this.at = data.at;
    /** The move whose position is on the board: that of `at` may be on its way. */
    this.shown = data.at;
    this.frame = data.frame;
    this.changed = false;
    /** A step that is asked for; an older answer is not shown. */
    this.asking = 0;
    this.chooser = new Chooser();
    const geometry = json("geometry");
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (page.querySelector("svg.pitch"))), geometry, {
      pick: (id) => this.#chosen(() => this.chooser.pick(id)),
      point: (cell) => this.#point(cell),
      look: (cell) => this.#look(cell),
    });
    const dock = /** @type {HTMLElement} */ (page.querySelector(".dock"));
    this.dock = new Dock(dock, { choose: (choice) => this.#play(choice), confirm: () => this.#confirm(), back: () => this.#back() }, geometry.dice);
    this.roll = new Roll(/** @type {HTMLElement} */ (page.querySelector("[data-roll]")));
    new Looks(page);
    this.lines = new Lines(/** @type {HTMLElement} */ (page.querySelector("[data-lines]")), this.tree, (n) => this.go(n));
    this.marks = new Marks(page, this.board, (marks) => this.#note({ marks }));
    this.advice = new Advice(page, {
      position: () => this.node.position,
      play: (choice) => this.#play(choice),
      point: (choice) => this.#advised(choice),
      tell: (words) => this.#tell(words),
    });
    this.comment = /** @type {HTMLTextAreaElement} */ (page.querySelector("[data-comment]"));
    this.lineName = /** @type {HTMLInputElement} */ (page.querySelector("[data-line-name]"));
    this.saving = new Saving(page, data, {
      packed: () => this.tree.packed(this.at),
      saved: () => this.#saved(),
      tell: (words) => this.#tell(words),
    });
    this.key = page.dataset.draft ?? "";
    this.#controls();
    this.lines.draw(this.tree, this.at);
    this.show(false);
  }

  get node() {
    return this.tree.at(this.at);
  }

  // ── going about in the tree ──

  /** Shows move `n`. @param {number|null} n @param {any} [frame] @param {boolean} [glide] */
  async go(n, frame = undefined, glide = undefined) {
    if (n === null || !this.tree.nodes.has(n)) return;
    this.asking += 1;
    const mine = this.asking;
    const near = this.tree.at(n).parent === this.at || this.node.parent === n;
    this.at = n;
    this.roll.close();
    this.lines.mark(n);
    const shown = frame ?? (await this.#frame(this.node.position));
    if (mine !== this.asking) return;
    if (!shown) {
      this.at = this.shown;
      return void this.lines.mark(this.at);
    }
    this.frame = shown;
    this.show(glide ?? near);
  }

  /** @param {string} position */
  async #frame(position) {
    const known = this.frames.get(position);
    if (known) return known;
    try {
      const { frame } = await ask(this.page.dataset.step ?? "", { position });
      return this.#remember(frame);
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** @param {any} frame */
  #remember(frame) {
    if (this.frames.size >= MOST_FRAMES) this.frames.delete(/** @type {string} */ (this.frames.keys().next().value));
    this.frames.set(frame.position, frame);
    return frame;
  }

  /** Shows the position of the move that is chosen. @param {boolean} glide */
  show(glide) {
    const { frame, node } = this;
    this.shown = this.at;
    this.page.querySelector("[data-refused]")?.setAttribute("hidden", "");
    this.chooser.offer(frame.choices, frame.scene.ball?.on ?? null);
    this.board.draw(frame.scene, glide);
    this.marks.show(node.marks);
    this.dock.rolled(node.lines.flatMap((line) => line.dice ?? []), glide);
    this.advice.clear(!frame.seat);
    this.comment.value = node.comment;
    const head = this.tree.head(this.at);
    this.lineName.value = head === ROOT ? "" : this.tree.at(head).name;
    for (const part of this.page.querySelectorAll("[data-of-line]")) part.toggleAttribute("hidden", head === ROOT);
    for (const act of ["first", "prev"]) this.#able(act, this.at !== ROOT);
    for (const act of ["next", "last"]) this.#able(act, node.replies.length > 0);
    this.#able("remove", this.at !== ROOT);
    this.lines.mark(this.at);
    this.#standing();
    this.#address();
    const picture = this.page.querySelector("[data-picture]");
    picture?.setAttribute("href", `${picture.getAttribute("data-base")}${encodeURIComponent(node.position)}`);
    this.offer();
    this.#tell([this.#where(), ...node.lines.map((line) => sentence(line.text)), this.#asked()].filter(Boolean).join(". "));
  }

  /** @param {string} act @param {boolean} able */
  #able(act, able) {
    for (const button of this.page.querySelectorAll(`[data-act=${act}]`)) button.toggleAttribute("disabled", !able);
  }

  #where() {
    if (this.at === ROOT) return t("First position");
    const number = this.node.v ?? this.tree.depth(this.at);
    return t("Move {n}: {what}", { n: number, what: this.node.lines.length ? "" : signs(this.node) }).replace(/[: ]+$/, "");
  }

  #standing() {
    const { score, clock, shootout } = this.frame;
    const { turn, period } = gameClock(clock);
    const pens = shootout ? ` (${kicks(shootout.home)}–${kicks(shootout.away)})` : "";
    const mark = (/** @type {string} */ seat) => html("span", { class: "seat", "data-seat": seat, "aria-hidden": "true" });
    const result = html("b", {}, `${score.home}–${score.away}${pens}`);
    this.page.querySelector("[data-standing]")?.replaceChildren(html("span", { class: "sides" }, mark("home"), " ", nameOf("home"), " ", result, " ", nameOf("away"), " ", mark("away")), html("span", { class: "muted small" }, [period, turn].filter(Boolean).join(" · ")));
  }

  /** The address of a match's step follows the main line, so that it can be shared. */
  #address() {
    if (!this.page.dataset.match || this.node.v === undefined || !this.tree.isMain(this.at)) return;
    const address = new URL(location.href);
    address.searchParams.set("v", String(this.node.v));
    history.replaceState(null, "", address);
  }

  // ── making a move ──

  /** Whose decision it is, and what is asked. */
  #asked() {
    const { seat, prompt } = this.frame;
    return [seat ? t("{name} to play.", { name: nameOf(seat) }) : "", say(prompt)].filter(Boolean).join(" ");
  }

  offer() {
    const { frame, chooser } = this;
    const cellName = (/** @type {string} */ name) => this.board.cellName(name);
    const open = this.roll.open;
    const { picked, pair, touched, held, cell } = chooser;
    const [up = null] = chooser.hand();
    this.board.lock(open);
    const picks = new Map(open ? [] : chooser.things().map((id) => [id, thingName(frame.scene, pair, cellName, id)]));
    this.board.offer({ picks, targets: open ? new Map() : targetsOf(chooser), picked: up, cell, held: held && up !== null && !chooser.ready(), pointed: this.pointed ?? "" });
    this.dock.peek("");
    this.dock.offer({
      advised: this.hint ?? "",
      legend: touched && !open && !chooser.ways.length,
      buttons: chooser.ready() || open ? [] : chooser.buttons(),
      ready: open ? null : chooser.ready(),
      several: chooser.ways.length > 1,
      back: !open && (chooser.ways.length > 0 || held),
      locked: open,
    });
    this.dock.facts(frame.scene.notes ?? [], [], this.node.lines.length ? sentence(this.node.lines[this.node.lines.length - 1].text) : "");
    const turn = frame.seat ? t("{name} to play.", { name: nameOf(frame.seat) }) : "";
    const ready = chooser.ready();
    if (ready) this.dock.ask(turn, say(ready.label));
    else if (chooser.ways.length > 1) this.dock.ask(turn, t("There are two ways to get there. Which one?"));
    else if (picked !== null && held) this.dock.ask(inHand(frame.scene, chooser), say(frame.prompt));
    else this.dock.ask(turn, moveOrPlay(frame.scene, chooser) || say(frame.prompt));
    this.page.toggleAttribute("data-over", !frame.seat);
  }

  /** @param {() => void} act */
  #chosen(act) {
    act();
    this.offer();
    this.#tell(inHand(this.frame.scene, this.chooser) || t("Nothing in hand."));
  }

  /** @param {string} cell */
  #look(cell) {
    const ways = !cell || this.chooser.ways.length ? [] : this.chooser.targets().get(cell) ?? [];
    this.dock.peek(ways.map(told).join(" / "));
  }

  /** @param {string} cell */
  #point(cell) {
    const ways = this.chooser.point(cell);
    if (ways.length === 1) this.#play(ways[0]);
    else this.offer();
  }

  #confirm() {
    const ready = this.chooser.ready();
    if (ready) this.#play(ready);
  }

  #back() {
    if (this.roll.open) return this.#unroll();
    if (this.chooser.back()) this.offer();
    return undefined;
  }

  /** @param {any} choice */
  #advised(choice) {
    this.hint = say(choice.label);
    const { pick, to } = choice;
    this.pointed = to !== null && (pick === null || this.chooser.picked === pick) ? `cell:${to}` : pick === null ? "" : `pick:${pick}`;
    this.offer();
    this.hint = this.pointed = undefined;
  }

  /** Plays `choice` from here: asks for its dice one by one. @param {any} choice @param {any[]} [dice] @param {boolean} [chance] */
  async #play(choice, dice = [], chance = false) {
    const { seat } = this.frame;
    const from = this.at;
    if (!seat || this.shown !== from) return;
    this.asking += 1;
    const mine = this.asking;
    const rolled = dice.map((face) => face.value);
    const same = rolled.length || chance ? null : this.#played(choice);
    if (same !== null) return void this.go(same);
    try {
      const answer = await ask(this.page.dataset.step ?? "", { position: this.node.position, seat, move: JSON.stringify(choice.move), rolled: rolled.join(","), ...(chance ? { roll: "1" } : {}) });
      if (mine !== this.asking || from !== this.at) return;
      if (answer.needs) this.#needs(choice, dice, answer.needs);
      else this.#add(from, answer);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** The reply that is this choice already, if it rolled no dice. @param {any} choice */
  #played(choice) {
    const move = JSON.stringify(choice.move);
    return this.node.replies.find((n) => !this.tree.at(n).rolled.length && this.tree.at(n).seat === this.frame.seat && JSON.stringify(this.tree.at(n).move) === move) ?? null;
  }

  /** @param {any} choice @param {any[]} dice @param {any} needs */
  #needs(choice, dice, needs) {
    const words = this.roll.ask(needs, dice, {
      choose: (value) => this.#play(choice, [...dice, needs.faces[value - 1]]),
      chance: () => this.#play(choice, dice, true),
      back: () => (dice.length ? this.#play(choice, dice.slice(0, -1)) : this.#unroll()),
    });
    this.offer();
    this.dock.ask(t("{name} to play.", { name: nameOf(this.frame.seat) }), say(choice.label));
    this.#tell(words);
  }

  #unroll() {
    this.roll.close();
    this.chooser.drop();
    this.offer();
  }

  /** @param {number} from @param {any} answer */
  #add(from, answer) {
    const { n } = this.tree.add(from, answer.node);
    this.#remember(answer.frame);
    this.#changed();
    this.lines.draw(this.tree, n);
    this.go(n, answer.frame, true);
  }

  // ── notes, lines, keeping ──

  /** @param {Partial<import("./tree.js").Node>} note */
  #note(note) {
    Object.assign(this.node, note);
    this.#changed();
    if ("comment" in note || "name" in note) this.lines.draw(this.tree, this.at);
  }

  #changed() {
    this.changed = true;
    this.saving.changed();
    if (this.key) keep(this.key, this.tree.packed(this.at));
    this.page.querySelector("[data-kept]")?.toggleAttribute("hidden", true);
  }

  #saved() {
    this.changed = false;
    if (this.key) forget(this.key);
  }

  /** Brings back what this browser kept of this address. */
  async restore() {
    if ("imported" in this.page.dataset) return this.#imported();
    const draft = this.key ? kept(this.key) : null;
    if (!draft?.tree) return;
    try {
      const { tree } = await send(this.page.dataset.tree ?? "", { tree: draft.tree }, this.page.dataset.csrf ?? "");
      this.tree = new Tree(tree);
    } catch {
      return forget(this.key); // of older rules, or broken
    }
    this.#versions();
    this.lines.draw(this.tree, this.at);
    this.saving.changed();
    this.changed = true;
    this.page.querySelector("[data-kept]")?.removeAttribute("hidden");
    // An address that names a step leads there; the place where one was is for an address without.
    const named = new URLSearchParams(location.search).has("v");
    await this.go(named ? this.#named() : draft.at, undefined, false);
  }

  /** A text that was sent has no address of its own: from now on it has that of its first position. */
  #imported() {
    keep(this.key, this.tree.packed(this.at));
    const address = new URL(location.href);
    address.search = String(new URLSearchParams({ position: this.tree.at(ROOT).position }));
    history.replaceState(null, "", address);
  }

  /** The versions of the match, which a draft does not hold. */
  #versions() {
    const { nodes, root } = json("analysis-tree");
    this.tree.at(ROOT).v = root.v;
    let n = ROOT;
    for (const node of nodes) {
      const reply = this.tree.at(n).replies.map((each) => this.tree.at(each)).find((each) => each.words === node.words && each.position === node.position);
      if (!reply || node.v === undefined) return;
      reply.v = node.v;
      n = reply.n;
    }
  }

  /** The move that the address names. */
  #named() {
    const v = Number(new URLSearchParams(location.search).get("v"));
    let best = ROOT;
    for (const node of this.tree.nodes.values()) if (node.v !== undefined && node.v <= v && node.v > (this.tree.at(best).v ?? -1)) best = node.n;
    return best;
  }

  /** @param {unknown} error */
  #refuse(error) {
    const words = error instanceof Error ? error.message : String(error);
    const place = this.page.querySelector("[data-refused]");
    if (place) {
      place.textContent = words;
      place.removeAttribute("hidden");
    }
  }

  /** @param {string} words */
  #tell(words) {
    const place = this.page.querySelector("[data-told]");
    if (place) place.textContent = words;
  }

  #describe() {
    const place = this.page.querySelector("[data-described]");
    const sentences = this.frame.describe.map(sentence);
    place?.replaceChildren(...sentences.map((/** @type {string} */ words) => html("p", {}, words)));
    place?.removeAttribute("hidden");
    this.#tell(sentences.join(" "));
  }

  #remove() {
    const after = this.tree.remove(this.at);
    this.#changed();
    this.lines.draw(this.tree, after);
    this.go(after);
    this.#tell(t("The line is deleted from here on."));
  }

  #promote() {
    this.tree.promote(this.at);
    this.#changed();
    this.lines.draw(this.tree, this.at);
    this.show(false);
    this.#tell(t("The line is one step up now."));
  }

  #controls() {
    /** @type {Record<string, () => void>} */
    const acts = {
      first: () => this.go(ROOT),
      prev: () => this.go(this.at === ROOT ? null : this.node.parent),
      next: () => this.go(this.node.replies[0] ?? null),
      last: () => this.go(this.tree.end(this.at)),
      turn: () => {
        this.board.turn();
        this.offer();
      },
      describe: () => this.#describe(),
      remove: () => this.#remove(),
      promote: () => this.#promote(),
      afresh: () => {
        forget(this.key);
        location.reload();
      },
    };
    this.page.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-act]") : null;
      acts[button?.getAttribute("data-act") ?? ""]?.();
    });
    this.comment.addEventListener("change", () => this.#note({ comment: this.comment.value.replace(/\r\n?/g, "\n") }));
    this.lineName.addEventListener("change", () => {
      const head = this.tree.head(this.at);
      if (head === ROOT) return;
      this.tree.at(head).name = this.lineName.value.trim();
      this.#changed();
      this.lines.draw(this.tree, this.at);
    });
    this.page.querySelector("[data-play-from]")?.addEventListener("submit", (event) => {
      const field = /** @type {HTMLInputElement|null} */ (/** @type {HTMLElement} */ (event.currentTarget).querySelector("[name=position]"));
      if (field) field.value = this.node.position;
    });
    this.#keys(acts);
  }

  /** Arrows step through the moves; for who has come to the board by keyboard they walk over it. @param {Record<string, () => void>} acts */
  #keys(acts) {
    // A click leaves its focus on the board too, and script moves it: the browser's :focus-visible does not tell them apart.
    let byKeys = false;
    document.addEventListener("pointerdown", () => (byKeys = false), { capture: true });
    document.addEventListener("keydown", ({ key }) => (byKeys ||= ["Tab", "n", "p"].includes(key)), { capture: true });
    const onBoard = () => byKeys && this.board.over.contains(document.activeElement);
    const arrow = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {() => void} */ otherwise) => () => (onBoard() ? this.board.step(dx, dy) : otherwise());
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: arrow(-1, 0, acts.prev),
      ArrowRight: arrow(1, 0, acts.next),
      ArrowUp: arrow(0, -1, () => this.go(this.tree.beside(this.at, -1))),
      ArrowDown: arrow(0, 1, () => this.go(this.tree.beside(this.at, 1))),
      Home: acts.first,
      End: acts.last,
      ",": acts.prev,
      ".": acts.next,
      n: () => this.board.cycle(1, "pick"),
      p: () => this.board.cycle(-1, "pick"),
      c: () => this.#confirm(),
      r: () => (this.roll.open ? this.roll.hooks?.chance() : this.dock.pressKey("roll")),
      f: acts.turn,
      b: acts.describe,
      Escape: () => this.#back(),
    };
    for (let n = 1; n <= 9; n += 1) keys[String(n)] = () => (this.roll.open ? this.roll.press(n) : this.dock.press(n));
    listen(keys);
  }
}

const page = document.querySelector("[data-analysis]");
if (page instanceof HTMLElement) {
  await loadWords(page.dataset.words ?? "");
  addWords(json("analysis-words"));
  useNames(page.dataset.home ?? "", page.dataset.away ?? "");
  const analysis = new Analysis(page, { ...json("analysis"), ...json("analysis-tree") });
  await analysis.restore();
  page.dataset.ready = "";
}
