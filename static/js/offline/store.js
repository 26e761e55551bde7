/**
 * Matches without a server, as this browser keeps them: one row a match, one row of its log a decision. Used by the page
 * and by the worker; what belongs together is one transaction.
 *
 * @typedef {{id: string, game: string, status: string, home: {name: string, bot: string}, away: {name: string, bot: string}, score: Record<string, number>, moved_at: string, sent?: string}} Match
 * `sent` is this browser's own note: the address that the match has on the site.
 * @typedef {{seq: number}} Entry
 */

const NAME = "tabellone-offline";

/** @returns {Promise<IDBDatabase>} */
const base = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("matches", { keyPath: "id" });
      opening.result.createObjectStore("log", { keyPath: ["match", "seq"] });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

/**
 * Does `work` in one transaction; resolves once it is on the disk.
 * @template T @param {IDBTransactionMode} mode @param {(matches: IDBObjectStore, log: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>}
 */
async function inOne(mode, work) {
  const database = await base();
  try {
    return await new Promise((resolve, reject) => {
      const all = database.transaction(["matches", "log"], mode, { durability: "strict" });
      const asked = work(all.objectStore("matches"), all.objectStore("log"));
      all.oncomplete = () => resolve(asked.result);
      all.onabort = () => reject(all.error);
    });
  } finally {
    database.close();
  }
}

/** All rows of the log of a match. @param {string} id */
const rowsOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Keeps where a match stands, and the new rows of its log. @param {Match} match @param {Entry[]} entries */
export const keep = (match, entries) =>
  inOne("readwrite", (matches, log) => {
    for (const entry of entries) log.put({ ...entry, match: match.id });
    return matches.put(match);
  });

/** A match with its log, as the host and the site know it, or null. @param {string} id */
export async function load(id) {
  const found = await inOne("readonly", (matches) => matches.get(id));
  if (!found) return null;
  const { sent: _noted, ...match } = found;
  const rows = await inOne("readonly", (_matches, log) => log.getAll(rowsOf(id)));
  return { match, log: rows.map(({ match: _of, ...entry }) => entry) };
}

/** All matches, the last played first. @returns {Promise<Match[]>} */
export async function all() {
  const found = await inOne("readonly", (matches) => matches.getAll());
  return found.sort((one, two) => (one.moved_at < two.moved_at ? 1 : -1));
}

/** @param {string} id */
export const forget = (id) =>
  inOne("readwrite", (matches, log) => {
    log.delete(rowsOf(id));
    return matches.delete(id);
  });
