// Live fragments: an element with data-feed="competition:<id>" gets a DOM event "changed" when the server says that
// something changed there, after every reconnect, and every 30 s as a fall-back. htmx does the rest (hx-trigger).
// "competition:<id>@17" also says where the competition stood when the element was drawn: the server answers at once if
// it has moved on since, so nothing is missed between the drawing and the connection.
// With data-goals an element is told of a match only when its score or its status is another than it was.
// A page that nobody sees holds no connection: a browser has six to one host, and a seventh tab would wait for ever.

const FALLBACK = 30_000;
const MOST = 20_000;
let source = null;
let topics = "";
let wait = 1000;
let again = 0;
const heard = new Map(); // match topic -> its status and score as last told
const stale = new Set(); // ids of elements that were being fetched when something changed

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

const tell = (topic, goals = true) => {
  for (const element of document.querySelectorAll("[data-feed]")) {
    if (!goals && "goals" in element.dataset) continue;
    if (topic !== null && !named(element).map(bare).includes(topic)) continue;
    // what is on its way may have been drawn before this: it is asked for once more when it is there
    if (element.id && element.classList.contains("htmx-request")) stale.add(element.id);
    else element.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
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
    tell(topic, !same);
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
  if (document.visibilityState === "visible") tell(null);
}, FALLBACK);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    open();
    tell(null);
  } else shut();
});
document.addEventListener("htmx:afterSettle", open);
document.addEventListener("htmx:afterSettle", () => {
  for (const id of [...stale]) {
    const element = document.getElementById(id);
    if (element?.classList.contains("htmx-request")) continue;
    stale.delete(id);
    element?.dispatchEvent(new CustomEvent("changed", { bubbles: false }));
  }
});

// What somebody has in hand stays when a part comes anew; without it only that is lost.
addEventListener("load", () => import("./anew.js").catch(() => {}));
