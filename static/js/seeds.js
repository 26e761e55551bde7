// The order of the seeds: arrows move a row where it is, a handle drags it (mouse, pen, finger). The form that is sent is
// the same as without a script: hidden fields in the order of the rows.

const list = document.querySelector("[data-seeds]");
const told = document.querySelector("[data-seeds-told]");

const number = () => {
  [...list.children].forEach((row, at) => {
    row.querySelector("input.num").value = at + 1;
  });
};

const tell = (row) => {
  const place = [...list.children].indexOf(row) + 1;
  told.textContent = told.dataset.says.replace("{name}", row.dataset.name).replace("{place}", place);
};

const arrow = (event) => {
  const button = event.target.closest("button[value]");
  const [way] = button?.value.split(":") ?? [];
  if (way !== "up" && way !== "down") return;
  event.preventDefault();
  const row = button.closest("li");
  if (way === "up") row.previousElementSibling?.before(row);
  else row.nextElementSibling?.after(row);
  number();
  tell(row);
  button.focus();
};

const drag = (event) => {
  const grip = event.target.closest("[data-grip]");
  if (!grip || event.button > 0) return;
  event.preventDefault();
  const row = grip.closest("li");
  row.dataset.dragged = "";
  grip.setPointerCapture(event.pointerId);
  const move = ({ clientY }) => {
    const above = row.previousElementSibling;
    const below = row.nextElementSibling;
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return box.top + box.height / 2;
    };
    // The neighbour moves, not the row: a row that leaves the page for a moment loses the pointer.
    if (above && clientY < middle(above)) row.after(above);
    else if (below && clientY > middle(below)) row.before(below);
  };
  const end = () => {
    grip.removeEventListener("pointermove", move);
    delete row.dataset.dragged;
    number();
    tell(row);
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("lostpointercapture", end, { once: true });
};

if (list) {
  list.addEventListener("click", arrow);
  list.addEventListener("pointerdown", drag);
}
