// What is lost when a page or a part of it comes anew is put back here: the focus, where htmx replaces what has it (htmx
// itself looks only after what has an id), and what was typed into a form that the server refused and sent back.

// ── the focus: to the same link, button or field in the new part; where that is gone, to the heading of its place ──

const words = (one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ");
const where = (one) => {
  const own = ["href", "name", "value"].map((name) => one.getAttribute(name) ?? "");
  return [...own, one.getAttribute("formaction") ?? one.form?.getAttribute("action") ?? "", one.parentElement?.id ?? ""].join("\n");
};
const same = (one) => [...document.querySelectorAll(one.tagName)].filter((other) => where(other) === where(one) && words(other) === words(one));

// a column's head says the same and leads elsewhere: the other way round
const heads = (one) => (one.matches("th a") ? [...document.querySelectorAll("th a")].filter((other) => words(other) === words(one)) : []);

let held = null;

const remember = (one) => {
  const places = [];
  for (let at = one; at; at = at.parentElement) places.push(at.getAttribute("aria-labelledby"), at.id);
  return { one, nth: same(one).indexOf(one), head: heads(one).indexOf(one), places: places.filter(Boolean) };
};

const again = ({ one, nth, head, places }) => {
  const found = same(one)[nth] ?? heads(one)[head] ?? same(one)[0];
  if (found) return found;
  const place = places.map((id) => document.getElementById(id)).find((at) => at?.checkVisibility());
  const heading = place?.querySelector("h1, h2, h3") ?? place;
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading;
};

document.addEventListener("htmx:beforeSwap", () => {
  const one = document.activeElement;
  if (one && one !== document.body) held = remember(one);
  else if (held?.one.isConnected) held = null;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!held || held.one.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
  const lost = held;
  held = null;
  again(lost)?.focus({ preventScroll: true });
});

// ── what was typed: kept in this tab until the next page, and put back there only if that page says no ──

const TYPED = "tabellone.typed";
const FIELDS = "textarea[name], select[name], input[name]:not([type=hidden], [type=password], [type=file], [type=checkbox], [type=radio], [autocomplete=off])";
const nth = (form) => [...document.forms].filter((one) => one.getAttribute("action") === form.getAttribute("action")).indexOf(form);
const back = (said) => {
  const { page, action, number, typed } = JSON.parse(said);
  if (page !== location.pathname || !document.querySelector(".alert[role=alert]")) return;
  const form = [...document.forms].filter((one) => one.getAttribute("action") === action)[number];
  if (!form) return;
  const fields = [...form.querySelectorAll(FIELDS)];
  for (const [at, [name, value]] of typed.entries()) {
    const field = fields[at];
    if (field?.name !== name || !value || value === field.value) continue;
    if (field.options && ![...field.options].some((option) => option.value === value)) continue;
    field.value = value;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }
};

try {
  const said = sessionStorage.getItem(TYPED);
  sessionStorage.removeItem(TYPED);
  if (said) back(said);
} catch {
  // nothing is kept where a browser keeps nothing
}

document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || form.method !== "post") return;
  const typed = [...form.querySelectorAll(FIELDS)].map((field) => [field.name, field.value]);
  try {
    const said = { page: location.pathname, action: form.getAttribute("action"), number: nth(form), typed };
    if (typed.length) sessionStorage.setItem(TYPED, JSON.stringify(said));
    else sessionStorage.removeItem(TYPED);
  } catch {
    // as above
  }
});
