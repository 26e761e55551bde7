// The rounds of a bracket side by side, swiped by finger, key or link. How tall they stand follows the swipe: the left one
// stands close, each later tie between the two that lead to it. Without this file the links choose where they begin.

const PEEK = 4;

let kept = [];

const boxes = () => [...document.querySelectorAll('.treepage:not([data-view="list"]) .bracket.aslist')];
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const listOf = (section) => section.querySelector("ol");
const linksOf = (box) => [...(box.previousElementSibling?.matches(".rounds") ? box.previousElementSibling.children : [])];

// Where each round begins, and how tall all are while it is the first.
const measure = (box) => {
  const sections = [...box.children];
  const left = sections[0].offsetLeft;
  const most = box.scrollWidth - box.clientWidth;
  const starts = sections.map((section) => Math.min(section.offsetLeft - left, most));
  const talls = sections.map((section) => {
    const ties = [...listOf(section).children];
    const room = Math.max(0, ...ties.map((tie) => (tie.firstElementChild?.offsetHeight ?? 0) + 12));
    return ties.length * room;
  });
  for (let at = talls.length - 2; at >= 0; at -= 1) talls[at] = Math.max(talls[at], talls[at + 1]);
  // Rounds that are whole in view beside the last one never become the first.
  const last = Math.max(0, sections.filter((section) => section.offsetLeft - left <= most + PEEK).length - 1);
  return { starts, talls, most, last, wide: box.clientWidth };
};

const place = (box) => {
  const { starts, last } = box.rounds;
  const x = box.scrollLeft;
  const before = Math.max(0, starts.findLastIndex((start) => start <= x + 1));
  const step = (starts[before + 1] ?? 0) - starts[before];
  return Math.min(last, before + (step > 0 ? Math.min(1, Math.max(0, (x - starts[before]) / step)) : 0));
};

const tallAt = ({ talls }, at) => {
  const low = Math.floor(at);
  const high = Math.min(low + 1, talls.length - 1);
  return talls[low] ** (1 - (at - low)) * talls[high] ** (at - low);
};

// What is in the middle of the window stays there while the rounds become shorter or taller.
const draw = (box) => {
  const tall = Math.round(tallAt(box.rounds, place(box)));
  const before = Number(box.dataset.tall) || tall;
  if (Number(box.dataset.tall) !== tall) {
    const top = listOf(box.firstElementChild).getBoundingClientRect().top;
    const share = Math.min(1, Math.max(0, (innerHeight / 2 - top) / before));
    box.style.setProperty("--tall", `${tall}px`);
    box.dataset.tall = tall;
    if (top < 0) scrollBy({ top: share * (tall - before), behavior: "instant" });
  }
  box.scrollTop = 0;
  const { starts, most } = box.rounds;
  const now = box.scrollLeft >= most - 1 && most > 0 ? starts.length - 1 : Math.round(place(box));
  if (most <= 0 || now === box.now) return;
  box.now = now;
  for (const [number, link] of linksOf(box).entries()) {
    if (number === now) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (number === now) link.parentElement.scrollLeft = link.offsetLeft - (link.parentElement.clientWidth - link.offsetWidth) / 2;
  }
};

const first = (box) => {
  const chosen = location.hash && [...box.children].findIndex((section) => `#${section.id}` === location.hash);
  if (chosen >= 0 && chosen !== "") return chosen;
  return Math.max(0, [...box.children].findIndex((section) => section.matches("[data-now]")));
};

const begin = (box, left = null) => {
  if (!box.clientWidth) return;
  box.classList.add("swiped");
  box.rounds = measure(box);
  box.now = null;
  box.kept = left !== null;
  box.style.scrollSnapType = "none";
  box.scrollLeft = left ?? box.rounds.starts[first(box)];
  box.style.scrollSnapType = "";
  draw(box);
  box.addEventListener("scroll", () => requestAnimationFrame(() => draw(box)), { passive: true });
};

const settle = () => boxes().forEach((box, number) => box.rounds || begin(box, kept[number]));

// Anew where a size changed; until somebody moves the rounds they begin where they should.
const again = (box) => {
  if (!box.clientWidth) return;
  if (!box.rounds) return begin(box);
  const at = box.moved ? box.now : first(box);
  const same = box.moved && box.rounds.wide === box.clientWidth;
  box.rounds = measure(box);
  if (!same && at !== null && !box.kept) box.scrollLeft = box.rounds.starts[at];
  draw(box);
};
const watch = (box) => [box, ...box.querySelectorAll(".tie")].forEach((one) => sizes.observe(one));
const sizes = new ResizeObserver((changed) => new Set(changed.map(({ target }) => target.closest(".bracket"))).forEach((box) => box && again(box)));
for (const kind of ["pointerdown", "wheel", "keydown", "click"]) {
  addEventListener(
    kind,
    ({ target }) => {
      const box = target.closest?.(".bracket.aslist") ?? target.closest?.(".rounds")?.nextElementSibling;
      if (box) box.moved = true;
    },
    { capture: true, passive: true },
  );
}

settle();
for (const box of boxes()) watch(box);
document.addEventListener("htmx:beforeSwap", () => (kept = boxes().map((box) => (box.rounds ? box.scrollLeft : null))));
document.addEventListener("htmx:afterSettle", () => {
  settle();
  for (const box of boxes()) watch(box);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".rounds > a");
  const box = link?.parentElement.nextElementSibling;
  if (!box?.rounds || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const at = [...link.parentElement.children].indexOf(link);
  history.replaceState(history.state, "", link.hash);
  box.scrollTo({ left: box.rounds.starts[at], behavior: calm() ? "instant" : "smooth" });
  const head = box.children[at].querySelector("h3");
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
});

// An entrant chosen by name: the last tie of its way comes into view.
document.addEventListener("change", (event) => {
  if (event.target.id !== "of" || !event.target.value) return;
  for (const box of boxes().filter((one) => one.rounds)) {
    const tie = [...box.querySelectorAll("[data-path]")].at(-1)?.closest("li");
    if (!tie) continue;
    box.scrollLeft = box.rounds.starts[[...box.children].indexOf(tie.closest("section"))];
    draw(box);
    tie.scrollIntoView({ block: "center", inline: "nearest" });
  }
});
