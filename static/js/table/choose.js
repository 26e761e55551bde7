/**
 * Choosing: from the engine's list of choices to one move, by picking something up and then pointing at a cell.
 *
 * Pure: it touches no page. A choice with a cell is made on the board (`pick` first where it has one), one without is
 * a button of the dock; where two ways lead to the same cell the dock asks by label.
 *
 * @typedef {import("./words.js").Text} Text
 * @typedef {{move: object, label: Text, pick: string|null, to: string|null, key?: string, danger?: Text, odds?: string, stake?: boolean, die?: string, brings?: Text}} Choice
 */

/** Up to this many choices that need no picking up stand in the dock too, cells or not: a small cell is hard to hit. */
const FEW = 4;

export class Chooser {
  constructor() {
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {string|null} what is taken up */
    this.picked = null;
    /** The player took it up: it was not the only thing that could be. */
    this.held = false;
    /** @type {string|null} the piece that holds the ball, where both may be taken up: they lie in one cell */
    this.pair = null;
    /** The holder was touched: its moves and those of the ball are offered at once. */
    this.touched = false;
    /** @type {string|null} the cell that was pointed at */
    this.cell = null;
    /** @type {Choice[]} the ways to that cell */
    this.ways = [];
  }

  /** A new decision: nothing is picked, unless only one thing can be. @param {Choice[]} choices @param {string|null} holder the piece that has the ball */
  offer(choices, holder) {
    this.choices = choices;
    const picks = this.#picks();
    this.pair = holder !== null && picks.includes(holder) && picks.includes("ball") ? holder : null;
    this.drop();
  }

  /** Puts everything down. */
  drop() {
    this.cell = null;
    this.ways = [];
    this.picked = null;
    this.held = false;
    this.touched = false;
    const things = this.things();
    if (things.length === 1 && !this.choices.some((c) => c.to !== null && c.pick === null)) this.#up(things[0]);
  }

  /** @param {string} id */
  #up(id) {
    if (id === this.pair) this.touched = true;
    else this.picked = id;
  }

  #picks() {
    return [...new Set(this.choices.filter((c) => c.pick !== null).map((c) => /** @type {string} */ (c.pick)))];
  }

  /** What can be touched on the board, each once, in the engine's order: the ball and its holder are one thing. */
  things() {
    const picks = this.#picks();
    return this.pair === null ? picks : picks.filter((id) => id !== "ball");
  }

  /** What is in hand: nothing, one thing, or the ball with its holder. @returns {string[]} */
  hand() {
    if (this.touched && this.pair !== null) return [this.pair, "ball"];
    return this.picked === null ? [] : [this.picked];
  }

  /** Cells that can be pointed at now, each with its ways. @returns {Map<string, Choice[]>} */
  targets() {
    /** @type {Map<string, Choice[]>} */
    const found = new Map();
    const hand = this.hand();
    for (const choice of this.choices) {
      if (choice.to === null || (choice.pick !== null && !hand.includes(choice.pick))) continue;
      const ways = found.get(choice.to);
      if (ways) ways.push(choice);
      else found.set(choice.to, [choice]);
    }
    return found;
  }

  /** The dock's buttons now: the ways to the chosen cell if there are several, else the choices without a cell (and few with one). */
  buttons() {
    if (this.ways.length > 1) return this.ways;
    const cells = this.choices.filter((c) => c.to !== null && c.pick === null);
    const few = cells.length === this.choices.filter((c) => c.to !== null).length && this.choices.length <= FEW;
    return this.choices.filter((c) => (c.to === null && (c.pick === null || this.hand().includes(c.pick))) || (few && c.to !== null));
  }

  /** The one move that is ready to be confirmed, or null. */
  ready() {
    return this.ways.length === 1 ? this.ways[0] : null;
  }

  /** Touches `id`: takes it up, or puts it down if it is up already. @param {string} id */
  pick(id) {
    const again = this.cell === null && (id === this.pair ? this.touched : this.picked === id);
    if (again) return this.drop();
    if (!this.things().includes(id)) return undefined;
    this.drop();
    this.picked = null;
    this.touched = false;
    this.#up(id);
    this.held = true;
    return undefined;
  }

  /** Points at `cell`. Answers the ways there (none: it is no target). @param {string} cell */
  point(cell) {
    const ways = this.targets().get(cell) ?? [];
    if (!ways.length) return ways;
    this.cell = cell;
    this.ways = ways;
    return ways;
  }

  /** Settles on one of several ways. @param {Choice} choice */
  settle(choice) {
    this.ways = [choice];
    this.cell = choice.to;
  }

  /** One step back; false if there is none. */
  back() {
    if (this.ways.length) {
      this.ways = [];
      this.cell = null;
      return true;
    }
    if (this.held) {
      this.drop();
      return true;
    }
    return false;
  }
}
