// The page that checks the proof of a competition in the reader's browser: this competition's, or any file. A worker
// does the sums (packaging/offline/proof.js); the server is asked for the file alone.

const page = /** @type {HTMLElement} */ (document.querySelector("[data-proof]"));
const bar = /** @type {HTMLProgressElement} */ (page.querySelector("progress"));
const list = /** @type {HTMLOListElement} */ (page.querySelector("[data-proved]"));
const picker = /** @type {HTMLInputElement} */ (page.querySelector("input[type=file]"));
const button = /** @type {HTMLButtonElement} */ (page.querySelector("[data-this]"));
/** @type {Worker|null} */
let worker = null;

/** Shows one of the sentences that stand in the page, alone. @param {string} name @param {string} [more] */
function tell(name, more = "") {
  for (const told of page.querySelectorAll("[data-told]")) told.toggleAttribute("hidden", /** @type {HTMLElement} */ (told).dataset.told !== name);
  const place = page.querySelector(`[data-told="${name}"] [data-more]`);
  if (place) place.textContent = more;
  page.dataset.state = name;
}

/** @param {string} name @param {boolean} shown */
const note = (name, shown) => page.querySelector(`[data-note="${name}"]`)?.toggleAttribute("hidden", !shown);

/** Checks what `fetched` brings. @param {() => Promise<ArrayBuffer>} fetched */
async function check(fetched) {
  worker?.terminate();
  list.replaceChildren();
  for (const name of ["own", "other", "unsigned"]) note(name, false);
  tell("running");
  bar.hidden = false;
  bar.removeAttribute("value");
  let raw;
  try {
    raw = await fetched();
  } catch {
    bar.hidden = true;
    return tell("unread");
  }
  const size = raw.byteLength;
  worker = new Worker(/** @type {string} */ (page.dataset.worker), { type: "module" });
  let isFalse = false;
  const end = (/** @type {string} */ name, /** @type {string} */ why = "") => {
    bar.hidden = true;
    worker?.terminate();
    tell(name, why);
  };
  worker.addEventListener("error", () => end("failed"));
  worker.addEventListener("message", ({ data }) => {
    if (data.t === "step") {
      bar.value = data.ends / size;
      list.append(...data.proved.map((/** @type {string} */ sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
    } else if (data.t === "signature") {
      isFalse = data.good === false;
      note("unsigned", data.good === null);
      note("own", data.good === true && data.key === page.dataset.key);
      note("other", data.good === true && data.key !== page.dataset.key);
    } else if (data.t === "over") end(isFalse ? "forged" : "good");
    else end(data.t, data.why);
  });
  return worker.postMessage({ raw }, [raw]);
}

button.addEventListener("click", () =>
  check(async () => {
    const answer = await fetch(/** @type {string} */ (page.dataset.proof));
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  }),
);
picker.addEventListener("change", () => {
  const file = picker.files?.[0];
  if (file) check(() => file.arrayBuffer());
});
