// Live fragments: an element with data-feed="competition:<id>" gets a DOM event "changed" when the server says that
// something changed there, and after every reconnect. While the server cannot be heard it gets one every 30 s; while it
// can, every 5 minutes, should a message be lost all the same. htmx does the rest (hx-trigger).
// "competition:<id>@17" also says where the competition stood when the element was drawn: the server answers at once if
// it has moved on since, so nothing is missed between the drawing and the connection.
// With data-goals an element is told of a match only when its score or its status is another than it was.
// A message of the lobby names the matches that moved: it is for elements that lead to one of them.
// With data-pace="5" an element gets at most one event in 5 s, the last one at the end of them.
// A page that nobody sees holds no connection: a browser has six to one host, and a seventh tab would wait for ever.

const DEAF = 30_000;
const LOST = 300_000;
const MOST = 20_000;
let source = null;
let topics = "";
let wait = 1000;
let again = 0;
const heard = new Map(); // match topic -> its status and score as last told
const BUSY = ".htmx-request, :has(.htmx-request)"; // fetched, or sending something
const stale = new Set(); // ids of elements that were busy when something changed
const last = new Map(); // id of an element with a pace -> when it got its last event
const coming = new Set(); // ids of those whose next event is waiting
let asked = performance.now(); // when every element last got one

const named = (element) => element.dataset.feed.split(/\s+/).filter(Boolean);
const bare = (topic) => topic.split("@")[0];

// each topic once, with the oldest position that an element on the page was drawn at
const wanted = () => {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-feed]")) {
    for (const topic of named(element)) {
      const [name, position] = topic.split("@");
      const before = found.get(name);
      if (before === undefined || (position && (!before || Number(position) < Number(before)))) {
        found.set(name, position ?? "");
      }
    }
  }
  return [...found].sort().map(([name, position]) => (position ? `${name}@${position}` : name));
};

// An element that is replaced keeps its id: its pace is kept by that.
const change = (id) => {
  const element = document.getElementById(id);
  coming.delete(id);
  // what is on its way may have been drawn before this, and the answer to what was sent from within comes first
  if (element?.matches(BUSY)) stale.add(id);
  else {
    last.set(id, performance.now());
    element?.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
  }
};

const leadsTo = (element, matches) => matches.some((id) => element.querySelector(`[href*="${id}"]`));

const tell = (topic, goals = true, moved = null) => {
  if (topic === null) asked = performance.now();
  for (const element of document.querySelectorAll("[data-feed]")) {
    if (!goals && "goals" in element.dataset) continue;
    if (topic !== null && !named(element).map(bare).includes(topic)) continue;
    if (moved && !leadsTo(element, moved)) continue;
    if (!element.id) element.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
    else if (!coming.has(element.id)) {
      const early = (last.get(element.id) ?? -Infinity) + 1000 * (element.dataset.pace ?? 0) - performance.now();
      if (early <= 0) change(element.id);
      else {
        coming.add(element.id);
        setTimeout(change, early, element.id);
      }
    }
  }
};

const shut = () => {
  source?.close();
  source = null;
};

const open = () => {
  if (document.visibilityState === "hidden") return;
  const now = wanted();
  const key = now.map(bare).join("&");
  if (key === topics && source) return;
  shut();
  topics = key;
  if (!now.length) return;
  const query = now.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");
  const mine = new EventSource(`/feed/?${query}`);
  source = mine;
  let first = true;
  mine.onopen = () => {
    wait = 1000;
    // what changed between the drawing of the page and a late connection was told to nobody, unless by its position
    if (first && again) tell(null);
    else if (first && performance.now() > 1000) now.filter((topic) => topic === bare(topic)).forEach(tell);
    first = false;
  };
  mine.onmessage = (event) => {
    let said = {};
    try {
      said = JSON.parse(event.data);
    } catch {
      // a line that is not JSON says only that something changed
    }
    const topic = said.topic ?? null;
    const stands = said.score && JSON.stringify([said.status, said.score]);
    const same = Boolean(stands) && heard.get(topic) === stands;
    if (stands) heard.set(topic, stands);
    tell(topic, !same, said.changed);
  };
  // the session that opened the stream is over: the page shows what this browser may see now
  mine.addEventListener("signed_out", () => location.reload());
  mine.onerror = () => {
    if (source !== mine) return;
    mine.close();
    source = null;
    again = 1;
    setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, MOST);
  };
};

open();
setInterval(() => {
  const heard = source?.readyState === EventSource.OPEN;
  if (document.visibilityState === "visible" && (!heard || performance.now() - asked >= LOST)) tell(null);
}, DEAF);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    open();
    tell(null);
  } else shut();
});
document.addEventListener("htmx:afterSettle", open);
const askAgain = () => {
  for (const id of [...stale]) {
    const element = document.getElementById(id);
    if (element?.matches(BUSY)) continue;
    stale.delete(id);
    element?.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
  }
};
// htmx hears new elements 20 ms after they came
document.addEventListener("htmx:afterRequest", () => setTimeout(askAgain, 100));

// What somebody has in hand stays when a part comes anew; without it only that is lost.
addEventListener("load", () => import("./anew.js").catch(() => {}));
