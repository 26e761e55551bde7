/**
 * Puzzles without a server: the worker asks and explains (league/puzzles/offline.py); this browser keeps what was tried and
 * the level that came of it. Question and answer are drawn by the scripts of the site's own pages, in its templates.
 */

import { Puzzle } from "../table/puzzle.js";
import { Film } from "../table/puzzle_film.js";
import { html } from "../table/svg.js";
import { addWords, loadWords, say, sentence, t, useNames } from "../table/words.js";
import { Asker } from "./asking.js";

const KEY = "tabellone.offline.puzzles";
const page = /** @type {HTMLElement} */ (document.querySelector("[data-offline-puzzles]"));
const game = page.dataset.game ?? "";
const asker = new Asker("puzzles");

/** @param {string} id */
const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");
const geometry = json("geometry");

/** What this browser has kept, by game. @returns {Record<string, {level: any, tried: string[]}>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @type {{level: any, tried: string[]}} */
const own = kept()[game] ?? { level: {}, tried: [] };

/** The first answer counts. @param {string} code @param {any} level */
function count(code, level) {
  if (own.tried.includes(code)) return;
  own.level = level;
  own.tried.push(code);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: own }));
  } catch {
    /* no room: it counts until the page is left */
  }
}

/** @param {string} name */
const copyOf = (name) => /** @type {DocumentFragment} */ (/** @type {HTMLTemplateElement} */ (document.querySelector(`template[${name}]`)).content.cloneNode(true));

/** What is on the page, and its keys. */
let shown = new AbortController();
let theme = "";

/** Puts a puzzle's head and board on the page; what follows is drawn in `rail`. @param {any} asked */
function draw(asked) {
  shown.abort();
  shown = new AbortController();
  const parts = copyOf("data-question");
  const put = (/** @type {string} */ name, /** @type {string} */ words) => void (/** @type {HTMLElement} */ (parts.querySelector(name)).textContent = words);
  put("[data-task]", t(asked.task));
  put("[data-to-play]", t(asked.seat === "home" ? "Home to play" : "Away to play"));
  put("[data-score]", `${asked.score.home}–${asked.score.away}`);
  put("[data-period]", [say(asked.clock.period), asked.clock.minute ? `${asked.clock.minute}′` : ""].filter(Boolean).join(", "));
  parts.querySelector(".puzzlehead .seat")?.setAttribute("data-seat", asked.seat);
  parts.querySelector("[data-board]")?.setAttribute("href", `${page.dataset.analysis}#${new URLSearchParams({ position: asked.line })}`);
  const { rating, streak } = own.level;
  const level = /** @type {HTMLElement} */ (parts.querySelector("[data-level]"));
  level.hidden = rating === undefined;
  level.textContent = (level.textContent ?? "").replace("{level}", String(Math.round(rating))).replace("{n}", String(streak));
  const themes = /** @type {HTMLSelectElement} */ (parts.querySelector("[data-theme]"));
  themes.value = theme;
  themes.addEventListener("change", () => {
    theme = themes.value;
    next();
  });
  page.replaceChildren(parts);
  return /** @type {HTMLElement} */ (page.querySelector(".puzzlepage"));
}

/** @param {any} asked */
function question(asked) {
  const here = draw(asked);
  /** @type {HTMLElement} */ (here.querySelector("[data-say]")).textContent = say(asked.prompt);
  here.querySelector("[data-notes]")?.replaceChildren(...asked.notes.map((/** @type {any} */ note) => html("li", {}, sentence(note))));
  here.querySelector("[data-moves]")?.replaceChildren(...asked.labels.map((/** @type {any} */ label) => html("button", { class: "btn compact", name: "answer", value: label[0] }, labelOf(label))));
  here.querySelector("[data-answer]")?.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(asked, /** @type {SubmitEvent} */ (event).submitter?.getAttribute("value") ?? "");
  });
  new Puzzle(here, geometry, asked.script, shown.signal);
}

/** Words that two moves share are told apart by their notation. @param {[string, any, boolean]} label */
const labelOf = ([notation, words, alike]) => sentence(words) + (alike ? ` (${notation})` : "");

/** Answers and shows why; an empty answer asks for the solution. @param {any} asked @param {string} move */
async function answer(asked, move) {
  const told = await asker.ask("answer", { game, code: asked.code, answer: move, level: own.level });
  const { reason } = told;
  if (move) count(asked.code, told.level);
  const here = draw(asked);
  const verdict = copyOf(`data-verdict="${reason.right ? "right" : "wrong"}"`);
  const steps = reason.steps.map((/** @type {any} */ step) => ({ ...step, words: step.words.map(sentence).join(". ") }));
  const labels = new Map(asked.labels.map((/** @type {any} */ label) => [label[0], labelOf(label)]));
  /** @type {HTMLElement} */ (verdict.querySelector("[data-own]")).textContent = `${labels.get(told.answer)}.`;
  /** @type {HTMLElement} */ (verdict.querySelector("[data-why]")).textContent = t(reason.why[0], reason.why[1]);
  verdict.querySelector("[data-steps]")?.replaceChildren(...steps.map((/** @type {any} */ step, /** @type {number} */ n) => html("li", {}, html("button", { class: "btn quiet compact", type: "button", "data-to": String(n) }, step.words))));
  verdict.querySelector('[data-do="again"]')?.addEventListener("click", () => question(asked));
  verdict.querySelector('[data-do="solution"]')?.addEventListener("click", () => answer(asked, ""));
  verdict.querySelector('[data-do="next"]')?.addEventListener("click", next);
  here.querySelector(".dock")?.replaceWith(verdict, ...(reason.rows.length ? [chances(reason, labels)] : []));
  for (const act of here.querySelectorAll("[data-act]")) act.remove(); // they are of the question
  new Film(here, geometry, { steps, scene: told.scene, figures: reason.figures, best: reason.best, turned: told.turned }, shown.signal);
}

/** The table of chances. @param {any} reason @param {Map<string, string>} labels */
function chances(reason, labels) {
  const table = copyOf("data-chances");
  const heads = table.querySelectorAll("thead th");
  heads[1].textContent = t(reason.keeps ? "Keeps the ball" : "Wins the ball");
  heads[3].querySelector("abbr")?.setAttribute("title", t(reason.in_points ? "Points of a hundred less than the best move" : "Goals less than the best move"));
  const chip = (/** @type {any} */ row) => (row.is_solution ? html("span", { class: "chip", "data-k": "won" }, t("best")) : row.is_answer ? html("span", { class: "chip", "data-k": "warn" }, t("yours")) : "");
  const rows = reason.rows.map((/** @type {any} */ row) => html("tr", row.is_solution ? { "data-k": "best" } : row.is_answer ? { "data-k": "yours" } : {}, html("th", { scope: "row" }, `${labels.get(row.move)} `, chip(row)), html("td", {}, row.ball), html("td", {}, row.goal), html("td", {}, row.less)));
  table.querySelector("tbody")?.replaceChildren(...rows);
  return table;
}

/** @param {Event} [event] */
async function next(event) {
  question(await asker.ask("question", { game, theme, level: own.level, tried: own.tried }));
  if (event) /** @type {HTMLElement} */ (page.querySelector("h1")).focus({ preventScroll: true }); // the button is gone
}

await loadWords(page.dataset.words ?? "");
addWords(json("puzzle-words"));
useNames("", "");
await next();
