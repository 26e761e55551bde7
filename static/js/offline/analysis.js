/**
 * The analysis board without a server: its own script, whose questions the worker answers. The address may name the
 * position to begin with (`#position=…`), or a finished match that this browser has kept (`#match=…`, and `?v=` its move).
 */

import { keep } from "../analysis/drafts.js";
import { way } from "../analysis/server.js";
import { ROOT, Tree } from "../analysis/tree.js";
import { Asker } from "./asking.js";
import { load } from "./store.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-analysis]"));
const asker = new Asker("analysis");
way.ask = (about, asked) => asker.ask(about, asked);
way.send = (about, body) => asker.ask(about, body);

/** Begins with `tree` at its move `at`, in place of the position of the page. @param {any} tree @param {number} at @param {string} draft */
async function begin(tree, at, draft) {
  const { frame } = await asker.ask("step", { position: (tree.nodes[at] ?? tree.root).position });
  const put = (/** @type {string} */ id, /** @type {any} */ data) => void (/** @type {HTMLElement} */ (document.getElementById(id)).textContent = JSON.stringify(data));
  put("analysis", { at, frame, saved: null, title: "" });
  put("analysis-tree", tree);
  page.dataset.draft = draft;
}

/** Begins with the position of the address. @param {string} line */
async function ofPosition(line) {
  const { tree } = await asker.ask("tree", { text: line });
  await begin(tree, ROOT, `position:${tree.root.position}`);
}

/** Begins with a match that this browser has kept, at the move of the address or else at its end. @param {string} id */
async function ofMatch(id) {
  const kept = await load(id);
  if (!kept) return tell("unknown", "");
  const { tree } = await asker.ask("match", kept);
  const v = Number(new URLSearchParams(location.search).get("v") ?? Infinity);
  Object.assign(page.dataset, { match: id, home: kept.match.home.name, away: kept.match.away.name });
  return begin(tree, tree.nodes.findLastIndex((/** @type {any} */ node) => node.v <= v), `match:${id}:0`);
}

/** @param {string} name @param {string} why */
function tell(name, why) {
  const told = document.querySelector(`[data-failed="${name}"]`);
  told?.removeAttribute("hidden");
  const place = told?.querySelector("[data-why]");
  if (place) place.textContent = why;
}

/** Goes to the board of what somebody typed: its moves wait there as this browser's own lines. @param {SubmitEvent} event */
async function another(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const refused = /** @type {HTMLElement} */ (form.querySelector("[data-unread]"));
  refused.hidden = true;
  try {
    const { tree } = await asker.ask("tree", { text: /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea")).value });
    const { position } = tree.root;
    if (tree.nodes.length) keep(`position:${position}`, new Tree(tree).packed(ROOT));
    const board = form.querySelector(`[data-board-of="${tree.game}"]`)?.getAttribute("href") ?? "";
    const same = new URL(board, location.href).pathname === location.pathname;
    location.href = `${board}#${new URLSearchParams({ position })}`;
    if (same) location.reload();
  } catch (error) {
    refused.textContent = /** @type {Error} */ (error).message;
    refused.hidden = false;
  }
}

page.querySelector("[data-another]")?.addEventListener("submit", (event) => another(/** @type {SubmitEvent} */ (event)));
const named = new URLSearchParams(location.hash.slice(1));
const [line, match] = [named.get("position"), named.get("match")];
if (match) await ofMatch(match).catch((error) => tell("refused", error.message));
else if (line) await ofPosition(line).catch(() => history.replaceState(null, "", location.pathname)); // of older rules: the first position
else asker.ask("step", { position: JSON.parse(document.getElementById("analysis")?.textContent ?? "{}").frame.position });
await import("../analysis/page.js");
addEventListener("hashchange", () => location.reload());
