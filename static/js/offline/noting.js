/**
 * Which matches this browser was given to keep. A browser that needs room removes its databases and not this note, so that
 * a match that is gone is told.
 */

const KEY = "tabellone.offline.matches";

/** @returns {string[]} */
export function noted() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string[]} ids */
export function note(ids) {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    /* a removal then goes unnoticed */
  }
}
