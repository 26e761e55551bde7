// What was typed into a form that the server refused and sent back: kept in this tab until the next page, and put back
// there only if that page says no.

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
