// The drawing of a bracket: zoom by buttons, keys, two fingers and the wheel with Ctrl; pan by dragging (touch and wheel
// scroll it as anything else). A live change draws the page's part anew: size and place are kept.

const LEAST = 0.2;
const MOST = 2.5;
const STEP = 1.25;
const READABLE = 0.75;
const CLOSING = 0.7; // a final and its semi-finals: names of ten pixels

let kept = [];
const boxes = () => [...document.querySelectorAll(".treebox")];
const drawing = (box) => box.querySelector(".tree");
const natural = (box) => drawing(box).viewBox.baseVal;
const scaleOf = (box) => Number(box.dataset.scale) || 1;

const size = (box, scale, at = null) => {
  const before = scaleOf(box);
  const now = Math.min(MOST, Math.max(LEAST, scale));
  const point = at ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
  const left = (box.scrollLeft + point.x) / before;
  const top = (box.scrollTop + point.y) / before;
  const tree = drawing(box);
  tree.style.inlineSize = `${natural(box).width * now}px`;
  tree.style.blockSize = `${natural(box).height * now}px`;
  box.dataset.scale = now;
  box.scrollTo(left * now - point.x, top * now - point.y);
};

const room = (box) => {
  const style = getComputedStyle(box);
  return box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
};

const whole = (box) => {
  const { width, height } = natural(box);
  const tall = Math.max(320, innerHeight - 140);
  return Math.min(room(box) / width, tall / height, 1.2);
};

// Where each tie stands, in the units of the drawing.
const places = (box) => {
  const edge = drawing(box).getBoundingClientRect();
  return [...drawing(box).querySelectorAll(".at")].map((tie) => {
    const { left, top, width, height } = tie.getBoundingClientRect();
    const scale = scaleOf(box);
    return { left: (left - edge.left) / scale, top: (top - edge.top) / scale, width: width / scale, height: height / scale };
  });
};

// A low box that begins at a final alone would be empty but for it: it is made as small as both semi-finals need beside
// it, as far as they can be read. The column that they stand in, else nothing.
const semis = (box, start) => {
  const ties = places(box);
  const final = ties.find(({ left }) => Math.abs(left - start) < 4);
  const before = Math.max(...ties.map(({ left }) => left).filter((left) => left < start - 4));
  const pair = ties.filter(({ left }) => Math.abs(left - before) < 4);
  if (!final || pair.length !== 2) return null;
  const tops = pair.map(({ top }) => top);
  const wide = start + final.width - before;
  const tall = Math.max(...tops) + pair[0].height - Math.min(...tops);
  return { left: before, middle: final.top + final.height / 2, fits: Math.min(room(box) / wide, (box.clientHeight - 24) / tall) };
};

// As wide as there is room, if it can be read; else from the round that is played, its first tie in the middle of a low
// box; in a tall one from a round with a tie in the upper third of the window, or it looks empty.
const begin = (box) => {
  const fits = room(box) / natural(box).width;
  if (fits >= READABLE) return size(box, Math.min(fits, 1.25), { x: 0, y: 0 });
  size(box, drawing(box).classList.contains("dense") ? 0.9 : 1, { x: 0, y: 0 });
  const start = Number(drawing(box).dataset.start) * scaleOf(box);
  const edge = drawing(box).getBoundingClientRect();
  const ties = [...drawing(box).querySelectorAll(".at")].map((tie) => tie.getBoundingClientRect());
  const furthest = Math.max(0, ...ties.filter(({ top }) => top - edge.top < innerHeight / 3).map(({ left }) => left - edge.left));
  if (box.scrollHeight <= box.clientHeight + 1) return (box.scrollLeft = Math.min(start, furthest) - 24);
  const closing = semis(box, start / scaleOf(box));
  if (closing && closing.fits >= CLOSING) {
    size(box, Math.min(scaleOf(box), closing.fits), { x: 0, y: 0 });
    return box.scrollTo(closing.left * scaleOf(box), closing.middle * scaleOf(box) - box.clientHeight / 2);
  }
  const tie = ties.find(({ left }) => Math.abs(left - edge.left - start) < 4) ?? ties[0];
  box.scrollTo(start - Math.max(24, (box.clientWidth - tie.width) / 2), tie.top - edge.top + tie.height / 2 - box.clientHeight / 2);
};

const settle = () => {
  boxes().forEach((box, number) => {
    if (box.dataset.scale) return;
    const before = kept[number];
    if (!box.clientWidth) return;
    if (!before) return begin(box);
    size(box, before.scale, { x: 0, y: 0 });
    box.scrollTo(before.left, before.top);
  });
};

settle();
addEventListener("resize", settle);
document.addEventListener("htmx:beforeSwap", () => {
  kept = boxes().map((box) => box.dataset.scale && { scale: scaleOf(box), left: box.scrollLeft, top: box.scrollTop });
});
document.addEventListener("htmx:afterSettle", settle);

const zoom = (box, how) => size(box, how === "fit" ? whole(box) : scaleOf(box) * (how === "in" ? STEP : 1 / STEP));

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) boxes().forEach((box) => zoom(box, button.dataset.zoom));
});
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.(".treebox");
  const how = { "+": "in", "=": "in", "-": "out", 0: "fit" }[event.key];
  if (!box || !how || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  zoom(box, how);
});
document.addEventListener(
  "wheel",
  (event) => {
    const box = event.target.closest?.(".treebox");
    if (!box || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const edge = box.getBoundingClientRect();
    size(box, scaleOf(box) * Math.exp(-event.deltaY / 300), { x: event.clientX - edge.x, y: event.clientY - edge.y });
  },
  { passive: false },
);

// Two fingers: the distance between them is the size.
let pinch = null;
const apart = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
document.addEventListener("touchstart", (event) => {
  const box = event.target.closest?.(".treebox");
  pinch = box && event.touches.length === 2 ? { box, apart: apart(event.touches), scale: scaleOf(box) } : null;
});
document.addEventListener(
  "touchmove",
  (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const edge = pinch.box.getBoundingClientRect();
    const [one, two] = event.touches;
    const at = { x: (one.clientX + two.clientX) / 2 - edge.x, y: (one.clientY + two.clientY) / 2 - edge.y };
    size(pinch.box, (pinch.scale * apart(event.touches)) / pinch.apart, at);
  },
  { passive: false },
);

// A mouse drags the drawing; a drag is no click.
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const box = event.target.closest?.(".treebox");
  if (!box || event.pointerType !== "mouse" || event.button !== 0) return;
  drag = { box, x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (Math.hypot(x, y) > 5) drag.moved = true;
  if (drag.moved) drag.box.scrollTo(drag.left - x, drag.top - y);
});
document.addEventListener("pointerup", () => setTimeout(() => (drag = null)));
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".treebox")) event.preventDefault();
});

document.addEventListener(
  "click",
  (event) => {
    if (drag?.moved && event.target.closest?.(".treebox")) event.preventDefault();
  },
  true,
);
