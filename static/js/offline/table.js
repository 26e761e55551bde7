/**
 * The table of a match without a server: names the match to the table's own script and gives it a line to the worker.
 * The address says which match (`#id`) and, for one that begins, its sides: `#id&bot=club&home=Ada&away=Club`.
 */

import { way } from "../table/socket.js";
import { drafts, HostLine } from "./line.js";
import { note } from "./noting.js";
import { all, load } from "./store.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const asked = new URLSearchParams(`id=${location.hash.slice(1)}`);
const id = asked.get("id") ?? "";

/** What went wrong, in the page's words. @param {string} why */
function tell(why) {
  const known = page.querySelector(`[data-failed="${CSS.escape(why)}"]`) ?? page.querySelector('[data-failed=""]');
  page.querySelector("[data-starting]")?.setAttribute("hidden", "");
  known?.removeAttribute("hidden");
  const place = known?.querySelector("[data-why]");
  if (place) place.textContent = why;
}

async function start() {
  const address = page.dataset.worker ?? "";
  if (!address) return tell("unbuilt");
  const kept = await load(id);
  if (!kept && !asked.get("home")) return tell("unknown");
  const sides = kept?.match ?? { home: { name: asked.get("home") ?? "", bot: "" }, away: { name: asked.get("away") ?? "", bot: asked.get("bot") ?? "" } };
  const wish = kept ? null : { id, game: page.dataset.game, home: sides.home, away: sides.away };
  for (const seat of /** @type {const} */ (["home", "away"])) {
    for (const place of page.querySelectorAll(`[data-name="${seat}"]`)) place.textContent = sides[seat].name;
  }
  note([...new Set([...(await all()).map((match) => match.id), id])]);
  page.dataset.match = id;
  const board = /** @type {HTMLAnchorElement|null} */ (page.querySelector("[data-to-analysis]"));
  if (board) board.hash = `match=${id}`;
  page.dataset.you = sides.away.bot ? "home" : "both";
  // Two at one screen agree between themselves; a bot has to be told.
  page.querySelector('[data-act="resign"]')?.toggleAttribute("hidden", !sides.away.bot);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("error", (event) => tell(event.message ?? ""));
  worker.addEventListener("message", ({ data }) => {
    if (data.t === "failed") tell(data.why);
    if (data.t === "opened") page.querySelector("[data-starting]")?.setAttribute("hidden", "");
  });
  way.open = () => /** @type {any} */ (new HostLine(worker, id, wish));
  way.ask = drafts(worker);
  await import("../table/table.js");
  return undefined;
}

// Another match in the same window: its address differs in the fragment alone.
addEventListener("hashchange", () => location.reload());
await start().catch((error) => tell(String(error?.message ?? error)));
