/**
 * Sends a match that was played without a server to the site, which checks it move by move (matches/verbs/sending_in.py).
 * This browser keeps it: only once the site says that it has the match, that is noted beside it.
 */

import { keep, load } from "./store.js";

/**
 * Sends the match `id` to `address`; null once the site has it, else why not: the site's sentence, or "" if it could not be
 * asked. Sent again it is the same match there.
 * @param {string} id @param {string} address @returns {Promise<string|null>}
 */
export async function send(id, address) {
  try {
    const kept = await load(id);
    if (!kept) return "";
    const body = new FormData();
    body.set("kept", JSON.stringify(kept));
    const answer = await fetch(address, { method: "POST", body });
    const said = await answer.json();
    if (!answer.ok) return String(said.detail ?? "");
    await keep({ ...kept.match, sent: said.url }, []);
    return null;
  } catch {
    return ""; // no network, or a page in place of an answer: too much at once
  }
}
