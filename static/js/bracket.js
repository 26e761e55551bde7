// The way of one entrant through a bracket, shown on hover, on focus, by a first tap, or by name, also after a live change
// that draws the page's part anew; and what else its view needs: the drawing (tree.js) or the rounds (rounds.js).

let pinned = new URLSearchParams(location.search).get("of") ?? "";
let touched = false;

const seen = (what) => [...document.querySelectorAll(what)].some((box) => box.clientWidth);

const show = (entrant) => {
  const page = document.querySelector(".treepage");
  if (!page) return;
  for (const part of page.querySelectorAll("[data-e]")) part.toggleAttribute("data-path", part.dataset.e === entrant && entrant !== "");
  page.toggleAttribute("data-tracing", entrant !== "" && page.querySelector("[data-path]") !== null);
};

const pin = (entrant) => {
  pinned = entrant;
  show(entrant);
  const select = document.getElementById("of");
  if (select) select.value = entrant;
  const address = new URL(location.href);
  if (entrant) address.searchParams.set("of", entrant);
  else address.searchParams.delete("of");
  history.replaceState(history.state, "", address);
};

const settle = () => {
  show(pinned);
  if (seen(".treebox")) import("./tree.js");
  if (seen('.treepage:not([data-view="list"]) .bracket.aslist')) import("./rounds.js");
};

settle();
addEventListener("resize", settle);
document.addEventListener("htmx:afterSettle", settle);

document.addEventListener("touchstart", () => (touched = true), { passive: true });
document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"));
document.addEventListener(
  "click",
  (event) => {
    const side = event.target.closest?.(".treebox [data-e]");
    if (touched && side && side.dataset.e !== pinned && event.detail) {
      event.preventDefault();
      pin(side.dataset.e);
    }
  },
  true,
);
document.addEventListener("mouseover", (event) => {
  if (touched) return;
  const side = event.target.closest?.(".treebox [data-e]");
  show(side?.dataset.e ?? pinned);
});
document.addEventListener("focusin", (event) => {
  const tie = event.target.closest?.(".treebox .at");
  if (!tie) return;
  const sides = tie.querySelectorAll("[data-e]");
  const won = [...sides].find((side) => side.querySelector(".won"));
  show((won ?? sides[0])?.dataset.e ?? pinned);
});
document.addEventListener("focusout", (event) => {
  if (event.target.closest?.(".treebox")) show(pinned);
});
document.addEventListener("change", (event) => {
  if (event.target.id !== "of") return;
  const { value, form } = event.target;
  // Of a big bracket only a part is here: the others are asked for.
  if (value && form.hasAttribute("data-elsewhere") && !document.querySelector(`[data-e="${value}"]`)) form.requestSubmit();
  else pin(value);
});
