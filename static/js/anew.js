// What somebody has in hand stays when a part of the page comes anew (htmx puts new elements in place of the old ones, and
// itself looks only after a focus that has an id): the focus, what is folded open or shut, what is scrolled, what is typed.
// All of it is put back at once, in the same step as the swap: no key goes to the body meanwhile. While somebody types,
// reads a refusal, has a menu open, presses or has just marked words, a part that the server changed waits.

const words = (element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");

// ── the focus: to the same link, button or field; where that is gone, to the next one of its place, or to its heading ──

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const PLACE = "section, form, dialog, [data-feed], main";

const address = (element) => {
  const own = ["href", "name", "value", "id"].map((name) => element.getAttribute(name) ?? "");
  return [...own, element.getAttribute("formaction") ?? element.form?.getAttribute("action") ?? ""].join("\n");
};
const nameOf = (element) => ({ tag: element.tagName, address: address(element), words: words(element) });
const called = ({ tag, address: wanted }) => [...document.querySelectorAll(tag)].filter((other) => address(other) === wanted);
const same = (name) => called(name).filter((other) => words(other) === name.words);
// a column's head says the same and leads elsewhere: the other way round
const heads = (element) => (element.matches("th a") ? [...document.querySelectorAll("th a")].filter((other) => words(other) === words(element)) : []);

let held = null;

const remember = (element) => {
  const inPlace = [...(element.closest(PLACE)?.querySelectorAll(FOCUSABLE) ?? [])];
  const own = inPlace.indexOf(element);
  const places = [];
  for (let at = element; at; at = at.parentElement) places.push(at.getAttribute("aria-labelledby"), at.id);
  return {
    element,
    name: nameOf(element),
    nth: same(nameOf(element)).indexOf(element),
    head: heads(element).indexOf(element),
    beside: [...inPlace.slice(own + 1), ...inPlace.slice(0, Math.max(own, 0)).reverse()].map(nameOf),
    places: places.filter(Boolean),
  };
};

const headingOf = (places) => {
  const place = places.map((id) => document.getElementById(id)).find((at) => at?.checkVisibility());
  const heading = place?.querySelector("h1, h2, h3") ?? place;
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading;
};

const again = ({ element, name, nth, head, beside, places }) => {
  const own = same(name);
  // what leads to the same place and now says something else: a score, "Following" for "Follow"
  const found = own[nth] ?? heads(element)[head] ?? own[0] ?? (name.address.trim() ? called(name)[0] : null);
  if (found) return found;
  for (const other of beside) {
    const next = same(other).find((shown) => shown.checkVisibility());
    if (next) return next;
  }
  return headingOf(places);
};

const focusAgain = () => {
  if (!held || held.element.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
  const lost = held;
  held = null;
  again(lost)?.focus({ preventScroll: true });
};

// ── a dialog gives the focus back: to the same thing if that came anew meanwhile; where nothing had it, the next key goes on
// from the page's content, not from behind the dialog at the end of the page ──

let behind = null;
document.addEventListener("beforetoggle", ({ target, newState }) => {
  if (!(target instanceof HTMLDialogElement) || newState !== "open") return;
  const element = document.activeElement;
  behind = element && element !== document.body ? remember(element) : null;
}, true);
document.addEventListener("close", ({ target }) => {
  const element = document.activeElement;
  // with nothing to give it back to, a closed dialog keeps it for a moment
  if (element && element !== document.body && !target.contains(element)) return;
  const found = behind ? again(behind) : null;
  (found ?? document.getElementById("main"))?.focus({ preventScroll: true });
}, true);

// ── folds, places of scrolling, fields: by their id or their place, and how many of the like stand before them there ──

const nths = (elements, call) => {
  const counts = new Map();
  return new Map(
    [...elements].map((element) => {
      const name = call(element);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name}\n${count}`, element];
    }),
  );
};
const around = (element) => element.parentElement?.closest("[aria-labelledby], [id]");
const folds = (root) => nths(root.querySelectorAll("details"), (fold) => fold.id || (around(fold)?.getAttribute("aria-labelledby") ?? around(fold)?.id));
const boxes = (root) => nths([root, ...root.querySelectorAll("*")], (box) => `${box.tagName} ${box.id} ${box.className.baseVal ?? box.className}`);
const fields = (root) => nths(root.querySelectorAll("input[name]:not([type=hidden], [type=password], [type=file]), select[name], textarea[name]"), address);
const stateOf = (field) => (field.type === "checkbox" || field.type === "radio" ? field.checked : field.value);
const isTouched = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findLastIndex((option) => option.defaultSelected));
  return field.value !== field.defaultValue;
};

let kept = null;

document.addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold) fold.dataset.touched = "";
});

const keep = (target) => {
  const touched = [...folds(target)].filter(([, fold]) => "touched" in fold.dataset);
  const isScrolled = (box) => box.scrollTop || box.scrollLeft;
  const scrolled = [target, ...target.querySelectorAll("*")].some(isScrolled) ? [...boxes(target)].filter(([, box]) => isScrolled(box)) : [];
  const typed = target.dataset.feed === undefined ? [] : [...fields(target)].filter(([, field]) => isTouched(field));
  return {
    id: target.id,
    target,
    folds: touched.map(([name, fold]) => [name, fold.open]),
    boxes: scrolled.map(([name, box]) => [name, box.scrollTop, box.scrollLeft]),
    fields: typed.map(([name, field]) => [name, stateOf(field)]),
  };
};

const putBack = () => {
  if (!kept) return;
  const root = kept.target.isConnected ? kept.target : document.getElementById(kept.id);
  if (!root) return;
  const [newFolds, newBoxes, newFields] = [kept.folds.length && folds(root), kept.boxes.length && boxes(root), kept.fields.length && fields(root)];
  for (const [name, open] of kept.folds) {
    const fold = newFolds.get(name);
    if (!fold) continue;
    fold.open = open;
    fold.dataset.touched = "";
  }
  for (const [name, state] of kept.fields) {
    const field = newFields.get(name);
    if (field) field[field.type === "checkbox" || field.type === "radio" ? "checked" : "value"] = state;
  }
  for (const [name, top, left] of kept.boxes) newBoxes.get(name)?.scrollTo({ top, left, behavior: "instant" });
  kept = null;
};

// ── what waits ──

const MARKED_MS = 30_000;
/** @type {EventTarget|null} */
let pressed = null;
let markedAt = -Infinity;

const isMarked = (element) => {
  const marked = document.getSelection();
  return !marked.isCollapsed && performance.now() - markedAt < MARKED_MS && marked.containsNode(element, true);
};
const inUse = (element) =>
  element.querySelector(".tools-of[open]") !== null ||
  (element.contains(document.activeElement) && document.activeElement.matches("input, textarea, select, [role=alert]")) ||
  (pressed !== null && element.contains(pressed)) ||
  isMarked(element);
const sends = (part) => part.querySelector(".htmx-request") !== null;
const late = new Set();
const AGAIN_MS = 1_000;
let asking = 0;
// asked for until it comes: htmx hears nothing where it may ask for a part once in some seconds only
const catchUp = () => {
  clearTimeout(asking);
  asking = setTimeout(() => {
    for (const part of late) {
      if (!part.isConnected) late.delete(part);
      else if (!inUse(part) && !sends(part)) part.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
    }
    if ([...late].some((part) => !inUse(part))) asking = setTimeout(catchUp, AGAIN_MS);
  });
};
document.addEventListener("toggle", catchUp, true);
document.addEventListener("focusout", catchUp);
document.addEventListener("selectionchange", () => {
  markedAt = performance.now();
  catchUp();
});
document.addEventListener("pointerdown", (event) => {
  pressed = event.target;
});
for (const kind of ["pointerup", "pointercancel", "dragend"]) {
  document.addEventListener(kind, () => {
    pressed = null;
    catchUp();
  });
}

// What was asked for before something was sent from within waits for that answer, or has lost its place to it: then
// nothing beside it has one either.
const giveWay = ({ currentTarget: part, detail }) => {
  if (detail.requestConfig.elt !== part || (part.isConnected && !sends(part))) return;
  detail.shouldSwap = false;
  late.add(part.isConnected ? part : document.getElementById(part.id));
  catchUp();
};
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.matches("[data-feed][id]")) target.addEventListener("htmx:beforeSwap", giveWay);
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const target = event.detail.target;
  if (!event.detail.shouldSwap) return;
  if (target?.dataset?.feed !== undefined && inUse(target)) {
    event.detail.shouldSwap = false;
    late.add(target);
    return;
  }
  late.delete(target);
  const element = document.activeElement;
  if (element && element !== document.body) held = remember(element);
  else if (held?.element.isConnected) held = null;
  if (target) kept = keep(target);
});
for (const moment of ["htmx:afterSwap", "htmx:afterSettle"]) {
  document.addEventListener(moment, () => {
    putBack();
    focusAgain();
  });
}
