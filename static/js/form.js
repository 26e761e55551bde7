// The long form of a competition while it is filled in: the line under each folded part says what is set now, the bar
// below says that it is not saved yet. The server says the same of what it sends (league/competitions/pages/forms/sections.py).

const form = document.querySelector("[data-settling]");
const unsaved = form?.querySelector("[data-unsaved]");

const begun = (words) => words.split(/[:,;(]/)[0].trim();
const named = (field) => (field.querySelector("label, legend")?.firstChild?.textContent ?? "").trim();

const value = (field) => {
  const box = field.querySelector("input[type=checkbox]");
  if (box) return box.checked ? [field.querySelector("label > span").firstChild.textContent.trim()] : [];
  const radio = field.querySelector("input[type=radio]:checked");
  if (radio) return [named(field), begun(radio.parentElement.querySelector("span").firstChild.textContent)];
  const one = field.querySelector("select, input, textarea");
  if (!one || !one.value || (Number(one.value) === 0 && one.name !== "bye")) return [];
  const shown = one.options ? begun(one.selectedOptions[0].textContent) : one.value;
  return [named(field), shown];
};

// what says something only where another field is filled in
const WITH = { every_days: "first", at: "first" };

const tell = (part) => {
  const line = part.querySelector(":scope > summary > [data-said]");
  if (!line) return;
  const alone = line.dataset.said.split(" ");
  const brief = JSON.parse(line.dataset.brief);
  const words = [...part.querySelectorAll(".fields > .field, .fields > [id^=by-game-] > .field")].map((field) => {
    const set = field.querySelector("select, input[type=radio]:checked");
    if (set && brief[`${set.name}=${set.value}`]) return brief[`${set.name}=${set.value}`];
    const needs = WITH[field.querySelector("[name]").name];
    if (needs && !form.elements[needs]?.value) return "";
    const [name, said] = value(field);
    if (said === undefined) return name;
    return alone.includes(field.querySelector("[name]").name) ? said : `${name}: ${said}`;
  });
  line.textContent = words.filter(Boolean).join(" · ");
};

form?.addEventListener("change", ({ target }) => {
  const part = target.closest(".part");
  if (part) tell(part);
});
// the options of another game have come
form?.addEventListener("htmx:load", ({ target }) => {
  const part = target.closest(".part");
  if (part) tell(part);
});
form?.addEventListener("input", () => {
  if (unsaved) unsaved.hidden = false;
});

// the first form of an organiser: a shape brings its usual pace, until the reader has chosen one
const first = document.querySelector("[data-organise]");
first?.addEventListener("change", ({ target }) => {
  if (target.name === "pace") first.dataset.chosen = "";
  if (target.name !== "format" || "chosen" in first.dataset) return;
  for (const radio of first.querySelectorAll("[name=pace]")) radio.checked = radio.value === target.dataset.pace;
});
