// Scores at the desk of an evening: Enter goes on to the next empty field and a score that is whole saves itself. A level
// score asks for penalties where they count; a row that is refused takes the focus, unless somebody types elsewhere.
// Without a script Enter saves.

const fieldsOf = (part) => [...part.querySelectorAll("[data-score] .cell")].filter((field) => field.checkVisibility());

// In its own row the next field, in the others the next that is empty. After the last one nothing has the focus, so that
// the desk may come anew.
const goOn = (from) => {
  const all = fieldsOf(document);
  const next = all.slice(all.indexOf(from) + 1).find((field) => field.form === from.form || !field.value.trim());
  if (next) {
    next.focus();
    next.select();
  } else from.blur();
};

document.addEventListener("input", ({ target }) => {
  const kicks = target.form?.querySelector(".kicks");
  if (!kicks || !target.matches(".goals .cell")) return;
  const [home, away] = [...target.form.querySelectorAll(".goals .cell")].map((field) => field.value.trim());
  kicks.hidden = home === "" || home !== away;
  if (kicks.hidden) for (const field of kicks.querySelectorAll(".cell")) field.value = "";
});
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-score] .cell")) return;
  const row = fieldsOf(target.closest("li"));
  if (row.every((field) => field.value.trim())) target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-score] .cell")) return;
  event.preventDefault();
  goOn(event.target);
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-score] .cell")) target.select();
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const refused = detail.elt.querySelector?.("[data-score] .refused");
  const held = document.activeElement;
  const row = refused?.closest("li");
  if (!row || (held.matches("input, textarea") && !row.contains(held))) return;
  (refused.querySelector("input") ?? row.querySelector("[aria-invalid]"))?.focus();
});
