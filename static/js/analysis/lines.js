/** The moves of the tree as a list, its variations indented beneath the move that they replace. */

import { die } from "../table/dice.js";
import { html } from "../table/svg.js";
import { nameOf, say, sentence, t } from "../table/words.js";
import { ROOT } from "./tree.js";

/** What a move did, in a few signs. @param {import("./tree.js").Node} node */
export function signs(node) {
  const written = node.lines.flatMap((line) => (line.short ? [say(line.short)] : []));
  if (written.length) return written.join(" · ");
  return node.lines.length ? sentence(node.lines[0].text) : node.words;
}

export class Lines {
  /** @param {HTMLElement} place @param {import("./tree.js").Tree} tree @param {(n: number) => void} go */
  constructor(place, tree, go) {
    this.place = place;
    this.tree = tree;
    place.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-n]") : null;
      if (button) go(Number(button.getAttribute("data-n")));
    });
  }

  /** Draws all anew: the tree has changed. @param {import("./tree.js").Tree} tree @param {number} at */
  draw(tree, at) {
    this.tree = tree;
    const begin = html("li", {}, this.#button(ROOT, html("span", { class: "n" }, t("First position"))));
    this.place.replaceChildren(begin, ...this.#line(tree.at(ROOT).replies, 1));
    this.mark(at);
  }

  /** Marks the move that is shown. @param {number} at */
  mark(at) {
    this.place.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.place.querySelector(`[data-n="${at}"]`);
    if (!(button instanceof HTMLElement)) return;
    button.setAttribute("aria-current", "step");
    const { top, height } = button.getBoundingClientRect();
    const box = this.place.getBoundingClientRect();
    if (top < box.top || top + height > box.bottom) this.place.scrollTop += top - box.top - box.height / 2;
  }

  /** A line from its first replies on: each move, and behind it the lines that replace it. @param {number[]} replies @param {number} number @returns {HTMLElement[]} */
  #line(replies, number) {
    const rows = [];
    let [next, count] = [replies, number];
    while (next.length) {
      const [main, ...others] = next;
      rows.push(html("li", {}, this.#move(main, count), ...this.#comment(main)));
      if (others.length) rows.push(html("li", { class: "lines" }, ...others.map((other) => this.#variation(other, count))));
      next = this.tree.at(main).replies;
      count += 1;
    }
    return rows;
  }

  /** @param {number} first @param {number} count */
  #variation(first, count) {
    const { name, replies } = this.tree.at(first);
    const head = name ? [html("b", { class: "linename" }, name)] : [];
    const rows = [html("li", {}, this.#move(first, count), ...this.#comment(first)), ...this.#line(replies, count + 1)];
    return html("div", { class: "line", role: "group", "aria-label": name || t("Variation") }, ...head, html("ol", {}, ...rows));
  }

  /** @param {number} n */
  #comment(n) {
    const { comment } = this.tree.at(n);
    return comment ? [html("p", { class: "said" }, comment)] : [];
  }

  /** @param {number} n @param {number} count */
  #move(n, count) {
    const node = this.tree.at(n);
    const dice = node.lines.flatMap((line) => line.dice ?? []);
    const mark = node.seat ? html("span", { class: "seat", "data-seat": node.seat, role: "img", "aria-label": nameOf(node.seat) }) : "";
    return this.#button(n, html("span", { class: "v" }, String(node.v ?? count)), mark, html("span", { class: "n" }, signs(node)), html("span", { class: "faces" }, ...dice.map((rolled) => die(rolled))));
  }

  /** @param {number} n @param {...(Node|string)} inside */
  #button(n, ...inside) {
    return html("button", { type: "button", class: "mv", "data-n": n }, ...inside);
  }
}
