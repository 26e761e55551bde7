/** What the page asks the server. A refusal is an Error with the server's sentence. */

import { t } from "../table/words.js";

/** @param {Response} answer */
async function told(answer) {
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  if (answer.status === 429) throw new Error(t("Too many requests. Wait a minute, then go on."));
  throw new Error(said.error ?? t("The server did not answer. Try again."));
}

/** @param {string} address @param {Record<string, string>} asked */
export async function ask(address, asked) {
  try {
    return await told(await fetch(`${address}?${new URLSearchParams(asked)}`));
  } catch (error) {
    throw error instanceof TypeError ? new Error(t("You are offline. Try again.")) : error;
  }
}

/** @param {string} address @param {any} body @param {string} token */
export async function send(address, body, token) {
  try {
    const headers = { "Content-Type": "application/json", ...(token ? { "X-CSRFToken": token } : {}) };
    return await told(await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
  } catch (error) {
    throw error instanceof TypeError ? new Error(t("You are offline. Try again.")) : error;
  }
}
