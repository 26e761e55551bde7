/**
 * The tree of an analysis as the page holds it. Pure. A node's number is its key; the root is -1.
 *
 * @typedef {import("../table/words.js").Text} Text
 * @typedef {{text: Text, kind: string, seat: string|null, dice?: import("../table/dice.js").Die[], short?: Text}} Line
 * @typedef {{n: number, parent: number, replies: number[], seat: "home"|"away"|null, move: object, rolled: number[], words: string, lines: Line[], position: string, name: string, comment: string, marks: string[], v?: number}} Node
 */

export const ROOT = -1;

export class Tree {
  /** @param {any} data as the server tells a tree */
  constructor(data) {
    this.game = data.game;
    this.start = data.start;
    this.tags = data.tags;
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    this.nodes.set(ROOT, { n: ROOT, parent: ROOT, replies: [], seat: null, move: {}, rolled: [], words: "", name: "", ...data.root });
    this.next = 0;
    for (const node of data.nodes) this.#put(node);
  }

  /** @param {any} node @returns {Node} */
  #put(node) {
    const made = { name: "", comment: "", marks: [], ...node, n: this.next, replies: [] };
    this.next += 1;
    this.nodes.set(made.n, made);
    this.at(made.parent).replies.push(made.n);
    return made;
  }

  /** @param {number} n @returns {Node} */
  at(n) {
    return /** @type {Node} */ (this.nodes.get(n) ?? this.nodes.get(ROOT));
  }

  /** Adds a reply to `parent`, or finds the one that is the same. @param {number} parent @param {any} node @returns {Node} */
  add(parent, node) {
    const same = this.at(parent).replies.map((n) => this.at(n)).find((other) => other.seat === node.seat && other.words === node.words && String(other.rolled) === String(node.rolled));
    return same ?? this.#put({ ...node, parent });
  }

  /** Moves from the root to `n`. @param {number} n */
  depth(n) {
    let deep = 0;
    for (let at = n; at !== ROOT; at = this.at(at).parent) deep += 1;
    return deep;
  }

  /** The first node of the line that `n` is in: the root's line begins at its first move. @param {number} n */
  head(n) {
    let at = n;
    while (at !== ROOT && this.at(this.at(at).parent).replies[0] === at) at = this.at(at).parent;
    return at;
  }

  /** Is `n` in the main line? @param {number} n */
  isMain(n) {
    return this.head(n) === ROOT;
  }

  /** Makes the line of `n` the main one where it leaves it. @param {number} n */
  promote(n) {
    const first = this.head(n);
    if (first === ROOT) return;
    const { replies } = this.at(this.at(first).parent);
    replies.splice(replies.indexOf(first), 1);
    replies.unshift(first);
  }

  /** Deletes `n` and all that follows it; answers the node before it. @param {number} n */
  remove(n) {
    if (n === ROOT) return ROOT;
    const { parent } = this.at(n);
    const { replies } = this.at(parent);
    replies.splice(replies.indexOf(n), 1);
    const gone = [n];
    for (let each = gone.pop(); each !== undefined; each = gone.pop()) {
      gone.push(...this.at(each).replies);
      this.nodes.delete(each);
    }
    return parent;
  }

  /** The last node of the line from `n` on. @param {number} n */
  end(n) {
    let at = n;
    while (this.at(at).replies.length) [at] = this.at(at).replies;
    return at;
  }

  /** The reply beside `n`, before or after it. @param {number} n @param {number} by */
  beside(n, by) {
    if (n === ROOT) return null;
    const { replies } = this.at(this.at(n).parent);
    return replies[replies.indexOf(n) + by] ?? null;
  }

  /**
   * The tree as it is sent: moves in an order in which parents come first, and the place of `at` in it.
   * @param {number} at @returns {{tree: any, at: number}}
   */
  packed(at) {
    /** @type {number[]} */
    const order = [];
    const waiting = [ROOT];
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      if (n !== ROOT) order.push(n);
      waiting.push(...this.at(n).replies);
    }
    const place = new Map(order.map((n, index) => [n, index]));
    const nodes = order.map((n) => {
      const { parent, seat, move, rolled, name, comment, marks } = this.at(n);
      return { parent: place.get(parent) ?? ROOT, seat, move, rolled, name, comment, marks };
    });
    const { comment, marks } = this.at(ROOT);
    const { options, terms, opening, position } = this.start;
    return { tree: { game: this.game, options, terms, opening, position, tags: this.tags, comment, marks, nodes }, at: place.get(at) ?? ROOT };
  }
}
