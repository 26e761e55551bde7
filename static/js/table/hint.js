/**
 * The hint: on a press the server answers what a bot would do; it is told in words, and the table points at it as at what a
 * coach says. It goes with the position.
 */

import { sentence, t } from "./words.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const box = /** @type {HTMLElement} */ (page.querySelector("[data-hint]"));
const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
const told = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));

/** The version that is on the table, and the one that was asked about. */
let [now, asked] = [-1, -1];

page.addEventListener("frame", (event) => {
  const { t: kind, v, status, choices } = /** @type {CustomEvent} */ (event).detail;
  if (kind !== "full" && kind !== "step") return;
  if (v !== now) told.textContent = "";
  now = v;
  const mine = status === "live" && choices.length > 0;
  if (!mine && box.contains(document.activeElement)) {
    const say = /** @type {HTMLElement|null} */ (page.querySelector(".dock .say"));
    say?.setAttribute("tabindex", "-1");
    say?.focus({ preventScroll: true });
  }
  box.toggleAttribute("hidden", !mine);
});

button.addEventListener("click", async () => {
  if (asked === now && told.textContent) return;
  asked = now;
  button.setAttribute("aria-disabled", "true");
  const answer = await fetch(box.dataset.hint ?? "", { headers: { Accept: "application/json" } }).catch(() => null);
  button.removeAttribute("aria-disabled");
  const hint = await answer?.json().catch(() => null);
  if (!answer?.ok) told.textContent = hint?.detail ?? t("No hint just now. Try again in a moment.");
  else if (hint.v === now) {
    told.textContent = t("Hint: {choice}", { choice: sentence(hint.label) });
    page.dispatchEvent(new CustomEvent("advice", { detail: hint }));
  }
});
