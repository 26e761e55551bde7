/**
 * The page of play without a server: keeps pages, scripts and the game on this device, lists the matches that are here,
 * and begins one. What is kept stands under one version; the older one goes when all of the newer is there, so an update
 * that breaks off loses nothing. The service worker (js/worker.js) answers from it where the network does not.
 */

import { measure, measured } from "./measuring.js";
import { newId } from "../table/pending.js";
import { send } from "./sending.js";
import { note, noted } from "./noting.js";
import { all, forget } from "./store.js";

const PREFIX = "offline-";
const NOTE = "tabellone.offline";
/** Kept last: without it a version is not whole. */
const WHOLE = "/offline/whole";
const page = /** @type {HTMLElement} */ (document.querySelector("[data-offline]"));
/** @type {{version: string, pages: string[], small: string[], large: Record<string, number>, worker: string, language: string}} */
const wanted = JSON.parse(document.getElementById("kept")?.textContent ?? "{}");
const form = /** @type {HTMLFormElement} */ (page.querySelector("[data-begin]"));
const button = /** @type {HTMLButtonElement} */ (page.querySelector("[data-keep]"));
let inTime = measured(wanted.version);
const bar = /** @type {HTMLProgressElement} */ (page.querySelector("progress"));

/** @param {string} name @param {boolean} [shown] */
const tell = (name, shown = true) => page.querySelector(`[data-told="${name}"]`)?.toggleAttribute("hidden", !shown);

/** What the browser was told to keep, as far as it remembers. */
const version = () => {
  try {
    return localStorage.getItem(NOTE);
  } catch {
    return null;
  }
};

/** The versions that are here with all their files. */
async function whole() {
  const found = [];
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && (await (await caches.open(name)).match(WHOLE))) found.push(name);
  return found;
}

/** Shows what is on this device. */
async function look() {
  if (!("caches" in window) || !navigator.serviceWorker) return tell("unsafe");
  const here = await whole();
  const current = here.includes(PREFIX + wanted.version);
  tell("kept", current);
  tell("older", !current && here.length > 0);
  tell("evicted", here.length === 0 && version() !== null);
  tell("removable", current && !(await navigator.storage?.persisted?.()));
  button.hidden = current;
  button.querySelector("[data-first]")?.toggleAttribute("hidden", here.length > 0);
  button.querySelector("[data-update]")?.toggleAttribute("hidden", here.length === 0);
  page.dataset.kept = current ? "whole" : here.length ? "older" : "none";
  if (current && !measured(wanted.version)) measuring();
  return undefined;
}

/** A file as it is kept: as a visitor without an account gets it, told of as it comes. @param {string} address @param {RequestCache} cache @param {(bytes: number) => void} came */
async function fetched(address, cache, came) {
  const answer = await fetch(address, { cache, credentials: "omit", headers: { "Accept-Language": wanted.language } });
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    came(part.value.length);
  }
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name); // it is whole and plain now
  return new Response(new Blob(parts), { headers });
}

/** Gets everything, and only then lets go of what was kept before. */
async function keep() {
  button.disabled = true;
  tell("failed", false);
  bar.max = Object.values(wanted.large).reduce((sum, size) => sum + size, 0);
  bar.value = 0;
  bar.hidden = false;
  const name = PREFIX + wanted.version;
  try {
    await navigator.storage?.persist?.();
    await caches.delete(name);
    const cache = await caches.open(name);
    for (const address of Object.keys(wanted.large)) await cache.put(address, await fetched(address, "default", (bytes) => (bar.value += bytes)));
    await Promise.all([...wanted.pages, ...wanted.small].map(async (address) => cache.put(address, await fetched(address, "reload", () => {}))));
    await cache.put(WHOLE, new Response(""));
    for (const other of await caches.keys()) if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
    try {
      localStorage.setItem(NOTE, wanted.version);
    } catch {
      /* an eviction then goes unnoticed */
    }
  } catch {
    await caches.delete(name);
    tell("failed");
  }
  bar.hidden = true;
  button.disabled = false;
  await look();
}

/** The matches that this browser has. */
async function list() {
  const matches = await all();
  const rows = matches.map((match) => {
    const row = /** @type {HTMLElement} */ (/** @type {HTMLTemplateElement} */ (page.querySelector("[data-match-row]")).content.firstElementChild?.cloneNode(true));
    const option = form.querySelector(`[data-slug="${match.game}"]`);
    const link = /** @type {HTMLAnchorElement} */ (row.querySelector("[data-link]"));
    link.href = `${option?.getAttribute("value")}#${match.id}`;
    row.dataset.status = match.status;
    row.dataset.id = match.id;
    /** @param {string} name @param {string} words */
    const put = (name, words) => void (/** @type {HTMLElement} */ (row.querySelector(name)).textContent = words);
    put("[data-sides]", `${match.home.name} – ${match.away.name}`);
    put("[data-score]", `${match.score.home ?? 0}–${match.score.away ?? 0}`);
    put("[data-game]", option?.textContent ?? match.game);
    row.querySelector("[data-over]")?.toggleAttribute("hidden", match.status === "live");
    const analyse = /** @type {HTMLAnchorElement} */ (row.querySelector("[data-analyse]"));
    const board = option?.getAttribute("data-analysis");
    analyse.hidden = match.status === "live" || !board;
    analyse.href = `${board}#match=${match.id}`;
    sending(row, match);
    row.querySelector("[data-forget]")?.addEventListener("click", async () => {
      await forget(match.id);
      note(noted().filter((id) => id !== match.id));
      await list();
    });
    return row;
  });
  page.querySelector("[data-matches]")?.replaceChildren(...rows);
  tell("lost", noted().some((id) => matches.every((match) => match.id !== id)));
  page.querySelector("[data-going]")?.toggleAttribute("hidden", rows.length === 0);
}

/** Lets a match that is over be sent to the site; it stays here, and says when the site has it. @param {HTMLElement} row @param {import("./store.js").Match} match */
function sending(row, match) {
  const button = /** @type {HTMLButtonElement} */ (row.querySelector("[data-send]"));
  const there = /** @type {HTMLAnchorElement} */ (row.querySelector("[data-there]"));
  const refused = /** @type {HTMLElement} */ (row.querySelector("[data-refused]"));
  button.hidden = match.status === "live" || Boolean(match.sent);
  there.hidden = !match.sent;
  if (match.sent) there.href = match.sent;
  button.addEventListener("click", async () => {
    button.disabled = true;
    refused.hidden = true;
    const why = await send(match.id, page.dataset.send ?? "");
    if (why === null) {
      await list();
      /** @type {HTMLElement|null} */ (page.querySelector(`[data-id="${match.id}"] [data-there]`))?.focus();
      return;
    }
    button.disabled = false;
    refused.textContent = why || (refused.dataset.unreached ?? "");
    refused.hidden = false;
  });
}

/** Measures which levels this device has, and offers those. */
async function measuring() {
  form.querySelector("[data-measuring]")?.removeAttribute("hidden");
  form.querySelector("[data-slow]")?.setAttribute("hidden", "");
  inTime = (await measure(wanted.worker, wanted.version)) ?? inTime;
  form.querySelector("[data-measuring]")?.setAttribute("hidden", "");
  levels();
}

/** Offers the levels that play the chosen game here, and in time. */
function levels() {
  const { dataset } = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game")).selectedOptions[0];
  const all = (dataset.levels ?? "").split(" ");
  const here = inTime?.[dataset.slug ?? ""] ?? all;
  for (const level of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name="level"]'))) {
    level.closest("label")?.toggleAttribute("hidden", !here.includes(level.value));
    if (level.checked && !here.includes(level.value)) /** @type {HTMLInputElement} */ (form.querySelector(`[name="level"][value="${here.at(-1)}"]`)).checked = true;
  }
  form.querySelector("[data-solved]")?.toggleAttribute("hidden", all.includes("master"));
  form.querySelector("[data-slow]")?.toggleAttribute("hidden", all.length === here.length);
}

form.querySelector("#game")?.addEventListener("change", levels);
form.querySelector("[data-again]")?.addEventListener("click", async () => {
  await measuring();
  // Its button was hidden meanwhile; who has gone on elsewhere stays there.
  if (document.activeElement === document.body) /** @type {HTMLElement|null} */ (form.querySelector('[name="level"]:checked'))?.focus();
});
levels();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = new FormData(form);
  const level = /** @type {HTMLInputElement|null} */ (form.querySelector('[name="level"]:checked'));
  const bot = chosen.get("opponent") === "bot";
  const away = bot ? level?.dataset.name ?? "" : String(chosen.get("second"));
  const sides = new URLSearchParams({ home: String(chosen.get("first")), away, ...(bot ? { bot: level?.value ?? "" } : {}) });
  location.href = `${chosen.get("game")}#${newId()}&${sides}`;
});
button.addEventListener("click", keep);
addEventListener("pageshow", (event) => event.persisted && list());
await Promise.all([look(), list()]);
