/**
 * The page that checks a match sheet in this browser: the engines in the worker play it again and compute every roll
 * (engines/core/sheet.py). It needs no server, and takes nobody's word.
 */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-check-sheet]"));
const form = /** @type {HTMLFormElement} */ (page.querySelector("form"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const words = /** @type {HTMLTextAreaElement} */ (page.querySelector("#sheet"));
const file = /** @type {HTMLInputElement} */ (page.querySelector("#file"));
/** @type {Worker|null} */
let worker = null;

/** Shows one of the outcomes. @param {string} name @param {string[]} sentences */
function tell(name, sentences) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-told]"))) place.hidden = place.dataset.told !== name;
  const lines = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  page.querySelector(`[data-told="${name}"] ul`)?.replaceChildren(...lines);
  page.dataset.outcome = name;
  button.disabled = name === "busy";
}

/** @returns {Worker} */
function started() {
  const made = new Worker(page.dataset.worker ?? "", { type: "module" });
  made.addEventListener("error", (event) => tell("failed", [event.message ?? ""]));
  made.addEventListener("message", ({ data }) => {
    if (data.t === "verified") tell(data.proof.wrong ? "wrong" : "good", data.proof.wrong ? [data.proof.wrong] : data.proof.proofs);
    if (data.t === "failed") tell("failed", [data.why]);
  });
  return made;
}

file.addEventListener("change", async () => {
  words.value = (await file.files?.[0]?.text()) ?? "";
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  tell("busy", []);
  worker ??= started();
  worker.postMessage({ t: "verify", sheet: words.value });
});
