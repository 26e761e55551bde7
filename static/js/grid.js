// The matchday grid: Enter goes to the next cell and at the last one sends, the arrows move, a paste from a spreadsheet
// spreads over the cells. Rows that name both sides find their own row; what finds none is named and not lost. Without a
// script the grid is a form like any other.

const grid = document.querySelector("[data-grid]");
const cells = () => [...grid.querySelectorAll(".cell input")];
const rows = () => [...grid.querySelectorAll("tbody tr")];
const plain = (word) => word.trim().toLocaleLowerCase();

const go = (from, by) => {
  const all = cells();
  const next = all[all.indexOf(from) + by];
  if (!next) return false;
  next.focus();
  next.select();
  return true;
};

const wide = () => rows()[0]?.querySelectorAll(".cell input").length ?? 2;
const SCORE = /^(\d+)\s*[-–—:]\s*(\d+)$/;

const numbers = (parts) =>
  parts.flatMap((part) => {
    const both = part.trim().match(SCORE);
    if (both) return [both[1], both[2]];
    return /^\d+$/.test(part.trim()) ? [part.trim()] : [];
  });

const named = (parts) => {
  const words = parts.map(plain);
  return rows().find((row) => words.includes(plain(row.dataset.home)) && words.includes(plain(row.dataset.away)));
};

const fill = (inputs, values) => {
  values.slice(0, inputs.length).forEach((value, place) => {
    inputs[place].value = value;
    inputs[place].removeAttribute("aria-invalid");
  });
};

const paste = (event) => {
  const said = event.clipboardData?.getData("text/plain") ?? "";
  const lines = said.replace(/\r/g, "").replace(/\n+$/, "").split("\n").map((line) => line.split("\t"));
  const start = event.target;
  if (lines.length === 1 && lines[0].length === 1 && !SCORE.test(lines[0][0].trim())) return;
  event.preventDefault();
  const all = rows();
  let at = all.indexOf(start.closest("tr"));
  const lost = [];
  for (const parts of lines) {
    const own = named(parts);
    const words = parts.filter((part) => part.trim() && !numbers([part]).length);
    if (own) {
      // home and away may stand the other way round in the spreadsheet
      const order = parts.map(plain);
      const turned = order.indexOf(plain(own.dataset.home)) > order.indexOf(plain(own.dataset.away));
      const found = numbers(parts).slice(-2);
      fill([...own.querySelectorAll(".cell input")], turned ? found.reverse() : found);
    } else if (words.length) {
      lost.push(parts.join(" "));
    } else if (parts.some((part) => part.trim())) {
      const row = all[at];
      at += 1;
      if (!row) {
        lost.push(parts.join(" "));
        continue;
      }
      const inputs = [...row.querySelectorAll(".cell input")];
      const from = row === start.closest("tr") ? inputs.indexOf(start) : 0;
      const values = parts.length === 1 && SCORE.test(parts[0].trim()) ? numbers(parts) : parts.map((part) => part.trim());
      fill(inputs.slice(from), values);
    } else {
      at += 1;
    }
  }
  const note = grid.querySelector("[data-left-over]");
  note.hidden = lost.length === 0;
  note.textContent = lost.length ? `${grid.dataset.lost} ${lost.join(" · ")}` : "";
};

if (grid) {
  grid.addEventListener("keydown", (event) => {
    if (!event.target.matches(".cell input")) return;
    if (event.key === "Enter") {
      if (go(event.target, event.shiftKey ? -1 : 1)) event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      go(event.target, event.key === "ArrowDown" ? wide() : -wide());
    }
  });
  grid.addEventListener("paste", (event) => {
    if (event.target.matches(".cell input")) paste(event);
  });
  grid.addEventListener("focusin", (event) => {
    if (event.target.matches(".cell input")) event.target.select();
  });
  grid.querySelector("[aria-invalid]")?.focus();
}
