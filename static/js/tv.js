// A channel of TV: when the match on the page is over, its last position stays for some seconds, then the next match of
// the channel comes, unless somebody holds this one. Without a script there is a link.

const AFTER_MS = 10_000;
const bar = /** @type {HTMLElement} */ (document.querySelector("[data-tv]"));
const table = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const hold = /** @type {HTMLButtonElement} */ (bar.querySelector("[data-hold]"));
const says = /** @type {HTMLElement} */ (bar.querySelector("[data-says]"));
let held = false;
let timer = 0;

const look = () => {
  const over = ["finished", "void"].includes(table.dataset.status ?? "");
  clearTimeout(timer);
  says.textContent = over && !held ? (bar.dataset.soon ?? "") : "";
  if (over && !held) timer = setTimeout(() => location.assign(bar.dataset.tv ?? "/tv/"), AFTER_MS);
};

hold.hidden = false;
hold.addEventListener("click", () => {
  held = !held;
  hold.setAttribute("aria-pressed", String(held));
  look();
});
new MutationObserver(look).observe(table, { attributes: true, attributeFilter: ["data-status"] });
look();
