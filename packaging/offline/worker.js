/**
 * The worker that holds one match without a server: starts Python, hands the page's frames to the host
 * (matches/offline/host.py), keeps what each answer says, and only then tells the page. It is served beside Pyodide by
 * deploy/offline.py's build, under a policy of its own that allows WebAssembly.
 *
 * From the page: {t: "open", id, wish}, {t: "frame", text}, {t: "draft", n, query}; without a match {t: "verify", sheet}, {t: "measure"}.
 * To it: {t: "opened"}, {t: "frame", text}, {t: "draft", n, draft}, {t: "verified", proof}, {t: "measured", levels},
 * {t: "failed", why}.
 */

import { lastLine, started } from "./python.js";
import { keep, load } from "./store.js";

const PATIENCE = 3000;

/** @type {any} the host's door, once Python runs */
let door = null;
/** @type {ReturnType<typeof setTimeout>|undefined} until the bot decides */
let timer;
/** One thing after another. @type {Promise<unknown>} */
let last = Promise.resolve();

const start = () => started("from matches.offline.host import Door\nDoor()");

/** Keeps and then shows what the host answers. @param {string} text */
async function answered(text) {
  const { frames, match, log, wait_ms: wait } = JSON.parse(text);
  if (match) await keep(match, log);
  for (const frame of frames) postMessage({ t: "frame", text: frame });
  if (wait === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => next(() => answered(door.decide())), wait);
}

/** @param {() => Promise<unknown>} work */
function next(work) {
  last = last.then(work).catch((error) => postMessage({ t: "failed", why: lastLine(error) }));
}

/** Sits down at a match: the one that is kept, else the one that is wished for. @param {{id: string, wish: object|null}} asked */
async function open({ id, wish }) {
  if (!door) {
    if (!(await alone(id))) return postMessage({ t: "failed", why: "elsewhere" });
    door = await start();
    const kept = await load(id);
    if (kept) door.go_on(JSON.stringify(kept));
    else if (wish) await answered(door.begin(JSON.stringify(wish)));
    else return postMessage({ t: "failed", why: "unknown" });
  }
  postMessage({ t: "opened" });
  return answered(door.open());
}

/** Proves a match sheet, which needs no match here. @param {string} sheet */
async function verify(sheet) {
  door ??= await start();
  postMessage({ t: "verified", proof: JSON.parse(door.verify(sheet)) });
}

/** Measures which levels of bots decide in time here. */
async function measure() {
  door ??= await start();
  postMessage({ t: "measured", levels: JSON.parse(door.measure()) });
}

/** One window plays a match: true if it is this one, until the worker ends. @param {string} id */
const alone = (id) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true); // no secure page, and so no window without a network
    const holding = () => {
      resolve(true);
      return new Promise(() => {});
    };
    // A page that was just left, or loaded anew, lets go of it in a moment.
    return navigator.locks.request(`tabellone.offline.${id}`, { signal: AbortSignal.timeout(PATIENCE) }, holding).catch(() => resolve(false));
  });

addEventListener("message", ({ data }) => {
  if (data.t === "open") next(() => open(data));
  else if (data.t === "frame") next(() => answered(door.receive(data.text)));
  else if (data.t === "verify") next(() => verify(data.sheet));
  else if (data.t === "measure") next(measure);
  else if (data.t === "draft") next(async () => postMessage({ t: "draft", n: data.n, draft: JSON.parse(door.draft(JSON.stringify(data.query))) }));
});
