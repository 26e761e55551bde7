/** Unsaved trees, kept in this browser by the address that they began at: a reload finds them again. */

const PREFIX = "tabellone.analysis.";
/** Trees that one browser keeps; the oldest goes. */
const MOST = 12;

/** @param {string} key */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} packed */
export function keep(key, packed) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify({ ...packed, when: Date.now() }));
    const own = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    const when = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? "{}").when ?? 0;
    for (const old of own.sort((one, other) => when(other) - when(one)).slice(MOST)) localStorage.removeItem(old);
  } catch {
    /* no room, or no storage: only what is saved comes back */
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    /* nothing was kept */
  }
}
