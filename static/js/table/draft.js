/**
 * Drafting a placement: pieces are put where the player likes, moved, exchanged and taken back, and nothing is sent before
 * "Confirm"; then all of it goes as one list of moves. What is legal, how the board looks with the draft on it and what is
 * suggested comes from the server (`/draft/`), which stores nothing; without an answer the table asks piece by piece.
 *
 * @typedef {import("./board.js").Scene} Scene
 * @typedef {{v: number, moves: object[], cells: Record<string, string>, whole: boolean, piece: string|null, open: string[], scene: Scene, ways: Record<string, Record<string, string>>, line_ups: {key: string, name: import("./words.js").Text}[], last: boolean}} Answer
 * @typedef {{show: () => void, send: (moves: object[]) => void, tell: (words: string) => void, match: () => {v: number, you: string}, names: {thing: (id: string) => string, cell: (name: string) => string}}} Hooks
 */

import { way } from "./socket.js";
import { say, t } from "./words.js";

/** The key of choices that belong to a draft. */
const KEY = "place";
/** An answer that takes longer is not waited for: a lost one would leave a table without a button. */
const PATIENCE_MS = 8000;

export class Draft {
  /** @param {HTMLElement} page @param {Hooks} hooks */
  constructor(page, hooks) {
    this.path = `/api/v1/matches/${page.dataset.match}/draft/`;
    this.store = `tabellone.draft.${page.dataset.match}`;
    this.hooks = hooks;
    /** @type {Answer|null} */
    this.now = null;
    /** @type {Record<string, string>[]} */
    this.before = [];
    /** @type {string|null} */
    this.picked = null;
    this.busy = false;
    /** How many are asking for a first placement: one, or none; a step of the other side begins anew. */
    this.beginning = 0;
    /** A position for which drafting did not work out: piece by piece, then. */
    this.plain = -1;
    this.asked = 0;
    /** @type {Record<string, string>|null} what is being asked */
    this.flying = null;
    this.flight = new AbortController();
    /** @type {Promise<void>|undefined} the last question, until it is answered or dropped */
    this.asking = undefined;
    this.page = page;
    /** @type {import("./line_ups.js").LineUps|undefined} fetched with the first draft: most decisions have none */
    this.lineUps = undefined;
    /** The suggestion that the draft began with, until the list shows it. */
    this.suggestion = "";
  }

  /** Shows the list of line-ups, fetched once. No draft waits for it: without it pieces are placed all the same. */
  async #list() {
    try {
      const { LineUps } = await import("./line_ups.js");
      this.lineUps ??= new LineUps(this.page, {
        suggest: (key) => this.#take({ line_up: key }),
        wish: (cells, of) => this.#take({ cells: JSON.stringify(cells), of, fill: "1" }),
        clear: () => this.#take({ cells: "{}" }),
        cells: () => ({ cells: this.now?.cells ?? {}, of: this.hooks.match().you }),
      });
    } catch {
      return; // the next answer tries again
    }
    if (!this.now) return;
    this.lineUps.open(this.now);
    if (this.suggestion) this.lineUps.chosen(this.suggestion);
    this.suggestion = "";
  }

  /** Is a draft on the board (or on its way)? */
  get on() {
    return this.busy || this.now !== null;
  }

  /** A new position stands: begin, go on with, or end a draft. @param {any} frame @param {boolean} mine */
  offer(frame, mine) {
    const drafted = mine && this.plain !== frame.v && frame.choices.some((/** @type {any} */ choice) => choice.key === KEY);
    if (!drafted) return this.#end();
    if (this.now?.v === frame.v) return undefined;
    const kept = this.#kept(frame.v);
    // The other side has moved meanwhile: what was being asked is asked again for the new position.
    if (this.flying && Object.keys(this.flying).length) return this.#ask(this.flying);
    if (this.now && Object.keys(this.now.cells).length) return this.#ask({ cells: JSON.stringify(this.now.cells), fill: this.now.whole ? "1" : "" });
    this.busy = true;
    return kept ? this.#ask({ cells: JSON.stringify(kept) }) : this.#begin();
  }

  /** The first placement; a touch before it stands would put one piece on an empty board and lose the suggestion. */
  async #begin() {
    this.beginning += 1;
    await this.#suggested();
    this.beginning -= 1;
    if (this.flying || !this.busy) return; // asked anew, or over
    this.busy = false;
    this.hooks.show();
  }

  /** As last time if that fits, else the first suggestion, else nothing yet. */
  async #suggested() {
    await this.#ask({});
    if (!this.now || Object.keys(this.now.cells).length) return;
    let key = this.now.last ? "last" : this.now.line_ups[0]?.key ?? "";
    if (key) await this.#ask({ line_up: key });
    // In another formation the last line-up has no place for each piece.
    if (key === "last" && !this.flying && this.now && !this.now.whole && this.now.line_ups.length) {
      key = this.now.line_ups[0].key;
      await this.#ask({ line_up: key });
    }
    // Meanwhile the side may have placed otherwise, or its time was up.
    if (!this.now) return;
    this.suggestion = key;
    this.#list();
  }

  #end() {
    if (!this.on) return;
    this.now = null;
    this.flying = null;
    this.flight.abort();
    this.busy = false;
    this.picked = null;
    this.before = [];
    this.asked += 1;
    this.lineUps?.close();
  }

  /** @param {Record<string, string>} query */
  #ask(query) {
    this.asking = this.#answered(query);
    return this.asking;
  }

  /** @param {Record<string, string>} query */
  async #answered(query) {
    const number = (this.asked += 1);
    this.flying = query;
    // Each step of the other side asks anew; an answer that nobody waits for is not asked for either.
    this.flight.abort();
    const flight = new AbortController();
    this.flight = flight;
    const patience = setTimeout(() => flight.abort(), PATIENCE_MS);
    const { v, you } = this.hooks.match();
    try {
      const answer = await way.ask(`${this.path}?${new URLSearchParams({ ...query, seat: you })}`, { signal: flight.signal });
      const body = answer.status === 204 ? null : await answer.json();
      if (number !== this.asked || v !== this.hooks.match().v) return;
      if (!body || !answer.ok) throw new Error(body?.detail);
      this.now = body;
      this.flying = null;
      this.picked = query.piece ?? null;
      this.#keep();
      this.#list();
    } catch {
      if (number !== this.asked) return;
      this.plain = v;
      this.now = null;
      this.flying = null;
      this.lineUps?.close();
    } finally {
      clearTimeout(patience);
    }
    this.busy = this.beginning > 0;
    this.hooks.show();
  }

  /** Another placement, which can be taken back. @param {Record<string, string>} query */
  async #take(query) {
    if (!this.now) return;
    this.before.push(this.now.cells);
    await this.#ask(query);
  }

  /** What may be picked up and where it may go now: id or cell -> its name. */
  offers() {
    /** @type {Map<string, string>} */
    const picks = new Map();
    /** @type {Map<string, {name: string, danger: boolean}>} */
    const targets = new Map();
    const now = this.now;
    if (!now) return { picks, targets, picked: null };
    if (now.whole) for (const id of Object.keys(now.cells)) picks.set(id, this.hooks.names.thing(id));
    for (const cell of now.whole ? [] : now.open) targets.set(cell, { name: this.hooks.names.cell(cell), danger: false });
    for (const [cell, cells] of Object.entries(this.picked ? now.ways : {})) {
      const mates = Object.keys(cells).filter((id) => id !== this.picked && cells[id] !== now.cells[id]);
      const name = mates.length ? t("{cell}, swapping with {piece}", { cell: this.hooks.names.cell(cell), piece: this.#name(mates[0]) }) : this.hooks.names.cell(cell);
      targets.set(cell, { name, danger: false });
    }
    return { picks, targets, picked: this.picked };
  }

  /** @param {string} id */
  #name(id) {
    return say(this.now?.scene.pieces.find((piece) => piece.id === id)?.name);
  }

  /** @param {string} id */
  async pick(id) {
    if (!this.now?.whole) return;
    if (this.picked === id) {
      this.picked = null;
      this.hooks.show();
    } else await this.#ask({ cells: JSON.stringify(this.now.cells), piece: id });
  }

  /** @param {string} cell */
  async point(cell) {
    const now = this.now;
    if (!now) return;
    if (this.picked && now.ways[cell]) {
      const words = t("{piece} to {cell}", { piece: this.#name(this.picked), cell: this.hooks.names.cell(cell) });
      await this.#take({ cells: JSON.stringify(now.ways[cell]) });
      this.hooks.tell(words);
    } else if (!now.whole && now.piece && now.open.includes(cell)) {
      await this.#take({ cells: JSON.stringify({ ...now.cells, [now.piece]: cell }) });
      // One piece alone has nothing to be weighed against: its place is its move.
      if (this.now?.whole && Object.keys(this.now.cells).length === 1) await this.confirm();
    }
  }

  /** One step back: what is picked up is put down, then the last change is taken back; false if there is none. */
  back() {
    if (this.picked) {
      this.picked = null;
      this.hooks.show();
      return true;
    }
    const cells = this.before.pop();
    if (!cells) return false;
    this.#ask({ cells: JSON.stringify(cells) });
    return true;
  }

  /** Sends what stands there, with a change that was tapped a moment ago and is still on its way. */
  async confirm() {
    const { v } = this.hooks.match();
    if (this.flying) await this.asking;
    if (this.flying || !this.now?.whole || this.busy || v !== this.hooks.match().v) return;
    this.hooks.send(this.now.moves);
  }

  /** The sentence and the buttons of the dock. */
  dock() {
    const now = this.now;
    if (!now || this.busy) return { sentence: t("One moment…"), buttons: [] };
    const placed = Object.keys(now.cells).length;
    const sentence = this.picked
      ? t("Where does {piece} go?", { piece: this.#name(this.picked) })
      : now.whole
        ? t("Your line-up: move your pieces, then confirm.")
        : t("Your line-up: {n} placed. Tap a place for the next.", { n: placed });
    const buttons = [
      { label: t("Undo"), kind: "", key: "undo", off: !this.before.length && !this.picked, act: () => this.back() },
      { label: t("Confirm"), kind: "primary", key: "confirm", off: !now.whole, act: () => this.confirm() },
    ];
    return { sentence, buttons };
  }

  // ── a draft survives a reload of the page ──

  #keep() {
    try {
      sessionStorage.setItem(this.store, JSON.stringify({ v: this.now?.v, cells: this.now?.cells }));
    } catch {
      /* it lives in this page, then */
    }
  }

  /** @param {number} v */
  #kept(v) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.store) ?? "null");
      return kept?.v === v && Object.keys(kept.cells).length ? kept.cells : null;
    } catch {
      return null;
    }
  }
}
