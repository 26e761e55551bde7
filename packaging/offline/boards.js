/**
 * The worker of the analysis board and of puzzles without a server: starts Python, and answers what their scripts ask
 * (league/analysis/offline.py, league/puzzles/offline.py). It is served beside Pyodide, as worker.js is.
 *
 * From the page: {t: "ask", n, room, about, asked}; the first question starts Python. To it: {t: "answer", n, answer},
 * {t: "failed", n, why}.
 */

import { lastLine, started } from "./python.js";

const START = `from importlib import import_module
lambda room, about, asked: import_module(f"league.{room}.offline").answer(about, asked)`;

/** @type {Promise<any>|null} */
let python = null;

addEventListener("message", async ({ data: { n, room, about, asked } }) => {
  python ??= started(START);
  try {
    postMessage({ t: "answer", n, answer: JSON.parse((await python)(room, about, JSON.stringify(asked))) });
  } catch (error) {
    postMessage({ t: "failed", n, why: lastLine(error) });
  }
});
