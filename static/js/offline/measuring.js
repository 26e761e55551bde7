/**
 * Which levels of bots decide in time on this device (matches/offline/measuring.py): measured once for each version that is
 * kept, in a worker of its own.
 *
 * @typedef {Record<string, string[]>} Levels by game
 */

const KEY = "tabellone.offline.levels";

/** What was measured of `version`; null: nothing yet. @param {string} version @returns {Levels|null} */
export function measured(version) {
  try {
    const told = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return told.version === version ? told.levels : null;
  } catch {
    return null;
  }
}

/** Measures anew; null if the game does not start. @param {string} address @param {string} version @returns {Promise<Levels|null>} */
export async function measure(address, version) {
  const worker = new Worker(address, { type: "module" });
  /** @type {Levels|null} */
  const levels = await new Promise((resolve) => {
    worker.addEventListener("error", () => resolve(null));
    worker.addEventListener("message", ({ data }) => resolve(data.levels ?? null));
    worker.postMessage({ t: "measure" });
  });
  worker.terminate();
  try {
    if (levels) localStorage.setItem(KEY, JSON.stringify({ version, levels }));
  } catch {
    /* it is measured again next time */
  }
  return levels;
}
