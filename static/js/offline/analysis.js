/**
 * The analysis board without a server: its own script, whose questions the worker answers. The address may name the
 * position to begin with (`#position=…`).
 */

import { keep } from "../analysis/drafts.js";
import { way } from "../analysis/server.js";
import { ROOT, Tree } from "../analysis/tree.js";
import { Asker } from "./asking.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-analysis]"));
const asker = new Asker("analysis");
way.ask = (about, asked) => asker.ask(about, asked);
way.send = (about, body) => asker.ask(about, body);

/** Begins with the position of the address in place of that of the page. @param {string} line */
async function begin(line) {
  const [{ tree }, { frame }] = await Promise.all([asker.ask("tree", { text: line }), asker.ask("step", { position: line })]);
  const put = (/** @type {string} */ id, /** @type {any} */ data) => void (/** @type {HTMLElement} */ (document.getElementById(id)).textContent = JSON.stringify(data));
  put("analysis", { at: ROOT, frame, saved: null, title: "" });
  put("analysis-tree", tree);
  page.dataset.draft = `position:${tree.root.position}`;
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
const line = new URLSearchParams(location.hash.slice(1)).get("position");
if (line) await begin(line).catch(() => history.replaceState(null, "", location.pathname)); // of older rules: the first position
else asker.ask("step", { position: JSON.parse(document.getElementById("analysis")?.textContent ?? "{}").frame.position });
await import("../analysis/page.js");
addEventListener("hashchange", () => location.reload());
