/**
 * The replay: a slider over the film of a match, the timeline of its goals and breaks, a link to a position. Keys: `,` and
 * `.` one move, `[` and `]` the goals, space plays. It shows what the log says and asks the server once.
 */

import { copy } from "../copy.js";
import { Board } from "./board.js";
import { die } from "./dice.js";
import { listen } from "./keys.js";
import { Looks } from "./looks.js";
import { ruleLink } from "./rules.js";
import { gameClock, Score } from "./score.js";
import { html, still } from "./svg.js";
import { loadWords, nameOf, say, sentence, t, useNames } from "./words.js";

/** How many moves before a shared goal its replay begins. */
const LEAD = 6;

/** The dice of a step, in order. @param {any} step @returns {import("./dice.js").Die[]} */
const rolls = (step) => step.lines.flatMap((/** @type {any} */ line) => line.dice ?? []);

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
    this.score = new Score(document.body);
    new Looks(page);
    this.slider = /** @type {HTMLInputElement} */ (page.querySelector("[data-slider]"));
    this.slider.max = String(this.steps.length - 1);
    this.goals = this.steps.flatMap((/** @type {any} */ step, /** @type {number} */ n) => (step.lines.some((/** @type {any} */ line) => line.kind === "goal") ? [n] : []));
    this.n = 0;
    this.timer = 0;
    this.until = -1;
    this.#timeline();
    this.#moves();
    this.#controls();
    const said = new URLSearchParams(location.search);
    const asked = Number(said.get("v") ?? NaN);
    const goal = Number(said.get("goal") ?? NaN);
    if (Number.isInteger(goal)) this.#playGoal(goal);
    else this.go(Number.isInteger(asked) ? asked : 0, false);
  }

  /** A shared goal: a few moves before it, and on to it; without motion the goal itself. @param {number} goal */
  #playGoal(goal) {
    if (still()) return this.go(goal, false);
    this.go(Math.min(goal, this.steps.length - 1) - LEAD, false);
    this.until = goal;
    this.#toggle();
    this.page.querySelector(".replaybox")?.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  /** Shows step `n`. @param {number} n @param {boolean} [glide] */
  go(n, glide = true) {
    const to = Math.max(0, Math.min(this.steps.length - 1, n));
    const step = this.steps[to];
    if (!step) return;
    this.board.draw(step.scene, glide && Math.abs(to - this.n) === 1);
    this.n = to;
    this.slider.value = String(to);
    const { turn, period } = gameClock(step.clock);
    const when = [period, turn].filter(Boolean).join(" ");
    this.slider.setAttribute("aria-valuetext", `${t("Move {n} of {of}", { n: to, of: this.steps.length - 1 })}, ${when}`);
    this.#put("[data-at]", String(to));
    const analyse = this.page.querySelector("[data-analyse]");
    analyse?.setAttribute("href", `${analyse.getAttribute("data-analyse")}?v=${step.v}`);
    const ruling = this.page.querySelector("[data-ruling]");
    ruling?.setAttribute("href", (ruling.getAttribute("data-ruling") ?? "").replace(/v=\d*/, `v=${to}`));
    this.#put("[data-where]", `${t("Move {n} of {of}", { n: to, of: this.steps.length - 1 })} · ${when} · ${step.score?.home ?? 0}–${step.score?.away ?? 0}`);
    this.page.querySelector("[data-dice]")?.replaceChildren(...rolls(step).map((rolled) => die(rolled, { roll: glide && !still() })));
    this.#put("[data-say]", step.lines.map((/** @type {any} */ line) => sentence(line.text)).join(". "));
    this.page.querySelector("[data-say]")?.append(...this.#rules(step));
    this.page.querySelector("[data-moves] [aria-current]")?.removeAttribute("aria-current");
    const row = this.page.querySelector(`[data-moves] [data-n="${to}"]`);
    row?.setAttribute("aria-current", "step");
    const list = row?.parentElement;
    if (row instanceof HTMLElement && list) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (to === this.steps.length - 1 || to === this.until) this.#stop();
  }

  /** @param {string} where @param {string} words */
  #put(where, words) {
    const place = this.page.querySelector(where);
    if (place) place.textContent = words;
  }

  /** Links to the chapters that tell what happened in `step`, each once, as at the table. @param {any} step */
  #rules(step) {
    const chapters = new Set(step.lines.map((/** @type {any} */ line) => line.rule).filter(Boolean));
    return this.page.dataset.rules ? [...chapters].flatMap((chapter) => [" ", ruleLink(this.page, chapter)]) : [];
  }

  #timeline() {
    const list = this.page.querySelector("[data-timeline]");
    const row = this.page.querySelector("[data-goals-row]");
    const shown = [];
    this.steps.forEach((/** @type {any} */ step, /** @type {number} */ n) => {
      // A goal may end the period: its minute is that of the position in which it was scored, as in the report.
      const { turn } = gameClock((this.steps[n - 1] ?? step).clock);
      for (const line of step.lines) {
        if (line.kind === "goal" || line.kind === "card") {
          const score = line.kind === "goal" ? `${step.score?.home ?? 0}–${step.score?.away ?? 0} ` : "";
          const link = html("a", { href: `?v=${n}`, "data-to": n }, sentence(line.text));
          const side = html("span", { class: "e", "data-seat": line.seat ?? "home" }, html("b", {}, score), link);
          if (line.kind === "goal") side.append(" ", this.#goalLink(n));
          shown.push(html("li", { class: line.kind }, html("span", { class: "m" }, turn || String(step.v)), side));
          if (line.kind === "goal") row?.append(html("a", { class: "btn quiet compact", href: `?v=${n}`, "data-to": n }, `${turn || step.v} ${score}`));
        } else if (line.kind === "end") shown.push(html("li", { class: "break" }, html("span", { class: "m" }, sentence(line.text), " ", html("b", {}, `${step.score?.home ?? 0}–${step.score?.away ?? 0}`))));
      }
    });
    if (shown.length) list?.replaceChildren(...shown);
  }

  /** The link that replays the goal of step `n`; pressed, it is copied. @param {number} n */
  #goalLink(n) {
    const words = this.page.dataset.shareGoal ?? "";
    return html("a", { class: "sharegoal", href: `?goal=${n}`, "data-share-goal": n, title: words }, "↗", html("span", { class: "sr" }, words));
  }

  #moves() {
    const list = this.page.querySelector("[data-moves]");
    list?.replaceChildren(
      ...this.steps.map((/** @type {any} */ step, /** @type {number} */ n) => {
        const faces = rolls(step).map((rolled) => die(rolled));
        const words = html("a", { href: `?v=${n}`, "data-to": n }, signs(step));
        const row = html("li", { "data-n": n }, html("span", { class: "v" }, String(step.v)), html("span", { class: "faces" }, ...faces));
        const mark = step.seat ? html("span", { class: "seat", "data-seat": step.seat, role: "img", "aria-label": nameOf(step.seat) }) : "";
        row.append(html("span", { class: "n" }, mark, " ", words, ...this.#rules(step)));
        return row;
      }),
    );
  }

  #controls() {
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    document.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const link = target?.closest("[data-to]");
      if (link) {
        event.preventDefault();
        this.#stop();
        this.go(Number(link.getAttribute("data-to")));
      }
      const step = target?.closest("[data-step]");
      if (step) this.go(this.n + Number(step.getAttribute("data-step")));
      if (target?.closest("[data-play]")) this.#toggle();
      const share = target?.closest("[data-position]");
      if (share instanceof HTMLElement) this.#share(share, `?v=${this.n}`);
      const goal = target?.closest("a[data-share-goal]");
      if (goal instanceof HTMLElement) {
        event.preventDefault();
        this.#share(goal, `?goal=${goal.dataset.shareGoal}`);
      }
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

  #toggle() {
    if (this.timer) return this.#stop();
    if (this.n === this.steps.length - 1) this.go(0, false);
    const speed = Number(/** @type {HTMLSelectElement|null} */ (this.page.querySelector("[data-speed]"))?.value ?? 800);
    this.timer = window.setInterval(() => this.go(this.n + 1, !still()), speed);
    this.#button("❚❚", t("Pause"));
    return undefined;
  }

  #stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.until = -1;
    this.#button("▶", t("Play all"));
  }

  /** @param {string} sign @param {string} words */
  #button(sign, words) {
    const button = this.page.querySelector("[data-play]");
    if (!button) return;
    button.textContent = sign;
    button.setAttribute("aria-label", words);
  }

  /**
   * The address of this position or of a goal: in the bar, and on the clipboard.
   * @param {HTMLElement} button @param {string} search
   */
  async #share(button, search) {
    const address = new URL(location.href);
    address.search = search;
    history.replaceState(null, "", address);
    if (await copy(address.href)) button.textContent = button.dataset.copied ?? this.page.dataset.copied ?? "";
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
