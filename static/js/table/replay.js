/**
 * The replay in the report of a match: a slider over its film. The page has one position and the timeline already; their
 * links lead here. The address names the move. Keys: `,` and `.` one move, `[` and `]` the goals. It shows what the log
 * says and asks the server once.
 */

import { Board } from "./board.js";
import { die } from "./dice.js";
import { listen } from "./keys.js";
import { Looks } from "./looks.js";
import { ruleLink } from "./rules.js";
import { gameClock } from "./score.js";
import { html, still } from "./svg.js";
import { loadWords, nameOf, say, sentence, t, useNames } from "./words.js";

/** How many moves before a shared goal its replay begins. */
const LEAD = 6;

/** Milliseconds for which the board rests before the address names its move. */
const NAMED_AFTER = 250;

/** Milliseconds of a move, by what its button says; the first is the usual one. */
const SPEEDS = [["1×", 800], ["2×", 350], ["5×", 120], ["½×", 1600]];

/** The dice of a step, in order. @param {any} step @returns {import("./dice.js").Die[]} */
const rolls = (step) => step.lines.flatMap((/** @type {any} */ line) => line.dice ?? []);

/** Sentences without a full stop, one after the other. @param {string[]} sentences */
const inOne = (sentences) => sentences.map((told) => (/[!?.]$/.test(told) ? told : `${told}.`)).join(" ");

/** What was done in a step, in a few signs; its sentence where there are none. @param {any} step */
const signs = (step) => {
  const written = step.lines.flatMap((/** @type {any} */ line) => (line.short ? [say(line.short)] : []));
  return written.length ? written.join(" · ") : step.lines.length ? sentence(step.lines[0].text) : "…";
};

class Replay {
  /** @param {HTMLElement} page @param {any} film */
  constructor(page, film) {
    this.page = page;
    this.steps = film.steps;
    let pieces = [];
    for (const step of this.steps) {
      pieces = step.scene.pieces ?? pieces;
      step.scene.pieces = pieces;
    }
    const geometry = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("geometry")).textContent ?? "{}");
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (page.querySelector("svg.pitch"))), geometry);
    new Looks(page);
    this.slider = /** @type {HTMLInputElement} */ (page.querySelector("[data-slider]"));
    this.slider.max = String(this.steps.length - 1);
    this.goals = this.steps.flatMap((/** @type {any} */ step, /** @type {number} */ n) => (step.lines.some((/** @type {any} */ line) => line.kind === "goal") ? [n] : []));
    this.n = 0;
    this.timer = 0;
    this.until = -1;
    this.speed = 0;
    this.naming = 0;
    this.#controls();
    const goal = new URLSearchParams(location.search).get("goal");
    if (goal) this.#playGoal(this.#numbered(goal));
    else this.#show(this.#numbered(this.slider.value), false);
  }

  /** The number of the step that made version `v`, the last one for a version that is not there. @param {string} v */
  #numbered(v) {
    const n = this.steps.findIndex((/** @type {any} */ step) => step.v === Number(v));
    return n < 0 ? this.steps.length - 1 : n;
  }

  /** A shared goal: a few moves before it, and on to it; without motion the goal itself. @param {number} goal */
  #playGoal(goal) {
    if (still()) return this.#show(goal, false);
    this.#show(goal - LEAD, false);
    this.until = goal;
    this.#toggle();
    return this.#intoView();
  }

  #intoView() {
    this.page.querySelector(".replaybox")?.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  /** Shows step `n`, and names it in the address. @param {number} n @param {boolean} [glide] */
  go(n, glide = true) {
    this.#show(n, glide);
    clearTimeout(this.naming); // a browser refuses more than a hundred new addresses in half a minute
    this.naming = window.setTimeout(() => history.replaceState(history.state, "", `?v=${this.steps[this.n].v}`), NAMED_AFTER);
  }

  /** Shows step `n`. @param {number} n @param {boolean} glide */
  #show(n, glide) {
    const to = Math.max(0, Math.min(this.steps.length - 1, n));
    const step = this.steps[to];
    // A goal by the position in which it was scored: after it the board stands for the kick-off. The server does the same.
    const seen = (this.goals.includes(to) && this.steps[to - 1]) || step;
    this.board.draw(seen.scene, glide && Math.abs(to - this.n) === 1);
    this.n = to;
    this.slider.value = String(to);
    const { turn, period } = gameClock(seen.clock);
    const score = `${step.score?.home ?? 0}–${step.score?.away ?? 0}`;
    this.slider.setAttribute("aria-valuetext", [t("Move {n} of {of}", { n: to, of: this.steps.length - 1 }), period, turn, score].filter(Boolean).join(", "));
    this.#put("[data-when]", seen.clock?.minute == null ? String(seen.clock?.turn || "") : turn);
    this.page.querySelector("[data-dice]")?.replaceChildren(...rolls(step).map((rolled) => die(rolled, { roll: glide && !still() })));
    this.#put("[data-say]", inOne(step.lines.map((/** @type {any} */ line) => sentence(line.text))), this.#rules(step));
    this.#links(step, to);
    for (const [list, at] of /** @type {const} */ ([["[data-timeline]", `[data-to="${step.v}"]`], ["[data-moves]", `[data-n="${to}"]`]])) {
      this.page.querySelector(`${list} [aria-current]`)?.removeAttribute("aria-current");
      for (const row of this.page.querySelectorAll(`${list} ${at}`)) row.setAttribute("aria-current", "step");
    }
    this.#moveIntoView();
    if (to === this.steps.length - 1 || to === this.until) this.#stop();
  }

  /** Leads what belongs to one position to this one: the share button, the analysis board, a ruling. @param {any} step @param {number} n */
  #links(step, n) {
    const share = this.page.querySelector("[data-share]");
    const address = new URL(location.href);
    address.search = this.goals.includes(n) ? `?goal=${step.v}` : `?v=${step.v}`;
    share?.setAttribute("data-share", address.href);
    const analyse = this.page.querySelector("[data-analyse]");
    analyse?.setAttribute("href", `${analyse.getAttribute("data-analyse")}?v=${step.v}`);
    const ruling = this.page.querySelector("[data-ruling]");
    ruling?.setAttribute("href", (ruling.getAttribute("data-ruling") ?? "").replace(/v=\d*/, `v=${step.v}`));
  }

  /** @param {string} where @param {string} words @param {(string|Element)[]} [more] */
  #put(where, words, more = []) {
    this.page.querySelector(where)?.replaceChildren(words, ...more);
  }

  /** Links to the chapters that tell what happened in `step`, each once, as at the table. @param {any} step */
  #rules(step) {
    const chapters = new Set(step.lines.map((/** @type {any} */ line) => line.rule).filter(Boolean));
    return this.page.dataset.rules ? [...chapters].flatMap((chapter) => [" ", ruleLink(this.page, chapter)]) : [];
  }

  /** Writes the list of moves, when it is opened for the first time. */
  #moves() {
    const list = this.page.querySelector("[data-moves]");
    if (!list || list.childElementCount) return;
    list.replaceChildren(
      ...this.steps.map((/** @type {any} */ step, /** @type {number} */ n) => {
        const faces = rolls(step).map((rolled) => die(rolled));
        const words = html("a", { href: `?v=${step.v}`, "data-to": step.v }, signs(step));
        const row = html("li", { "data-n": n }, html("span", { class: "v" }, String(step.v)), html("span", { class: "faces" }, ...faces));
        const mark = step.seat ? html("span", { class: "seat", "data-seat": step.seat, role: "img", "aria-label": nameOf(step.seat) }) : "";
        row.append(html("span", { class: "n" }, mark, " ", words, ...this.#rules(step)));
        if (n === this.n) row.setAttribute("aria-current", "step");
        return row;
      }),
    );
  }

  #moveIntoView() {
    const row = this.page.querySelector("[data-moves] [aria-current]");
    const list = row?.parentElement;
    if (row instanceof HTMLElement && list) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  #controls() {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.page.querySelector("[data-all-moves]")?.addEventListener("toggle", () => {
      this.#moves();
      this.#moveIntoView();
    });
    this.page.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const link = target?.closest("[data-to]");
      if (link) {
        event.preventDefault();
        this.#stop();
        this.go(this.#numbered(link.getAttribute("data-to") ?? ""));
        this.#intoView();
      }
      const step = target?.closest("[data-step]");
      if (step) this.go(this.n + Number(step.getAttribute("data-step")));
      if (target?.closest("[data-play]")) this.#toggle();
      const speed = target?.closest("[data-speed]");
      if (speed) this.#faster(speed);
    });
    listen({
      ",": () => this.go(this.n - 1),
      ".": () => this.go(this.n + 1),
      "[": () => this.go([...this.goals].reverse().find((n) => n < this.n) ?? 0),
      "]": () => this.go(this.goals.find((/** @type {number} */ n) => n > this.n) ?? this.steps.length - 1),
      f: () => this.board.turn(),
      Escape: () => this.#stop(),
    });
  }

  /** Takes the next speed; what plays goes on with it. @param {Element} button */
  #faster(button) {
    this.speed = (this.speed + 1) % SPEEDS.length;
    const shown = button.lastElementChild;
    if (shown) shown.textContent = String(SPEEDS[this.speed][0]);
    if (!this.timer) return;
    clearInterval(this.timer);
    this.#run();
  }

  #run() {
    this.timer = window.setInterval(() => this.go(this.n + 1, !still()), Number(SPEEDS[this.speed][1]));
  }

  #toggle() {
    if (this.timer) return this.#stop();
    if (this.n === this.steps.length - 1) this.go(0, false);
    this.#run();
    return this.#button(true, t("Pause"));
  }

  #stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.until = -1;
    this.#button(false, t("Play all"));
  }

  /** @param {boolean} on @param {string} words */
  #button(on, words) {
    const button = this.page.querySelector("[data-play]");
    button?.toggleAttribute("data-on", on);
    button?.setAttribute("aria-label", words);
  }
}

const page = document.querySelector("[data-replay]");
if (page instanceof HTMLElement) {
  const film = fetch(page.dataset.film ?? "");
  await loadWords(page.dataset.words ?? "");
  useNames(page.dataset.home ?? "", page.dataset.away ?? "");
  const answer = await film;
  if (answer.ok) {
    const told = await answer.json();
    if (told.steps.length) new Replay(page, told);
  }
}
