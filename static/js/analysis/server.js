/** What the page asks the server. A refusal is an Error with the server's sentence. */

import { t } from "../table/words.js";

/** @param {Response} answer */
async function told(answer) {
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  if (answer.status === 429) throw new Error(t("Too many requests. Wait a minute, then go on."));
  throw new Error(said.error ?? t("The server did not answer. Try again."));
}

/** How the page asks. Without a server its worker answers in place of it: js/offline/analysis.js puts itself here. */
export const way = {
  /** @param {string} address @param {Record<string, string>} asked @returns {Promise<any>} */
  ask: async (address, asked) => told(await fetch(`${address}?${new URLSearchParams(asked)}`)),
  /** @param {string} address @param {any} body @param {string} token @returns {Promise<any>} */
  send: async (address, body, token) => {
    const headers = { "Content-Type": "application/json", ...(token ? { "X-CSRFToken": token } : {}) };
    return told(await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }));
  },
};

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
const reached = (answer) =>
  answer.catch((error) => {
    throw error instanceof TypeError ? new Error(t("You are offline. Try again.")) : error;
  });

/** @param {string} address @param {Record<string, string>} asked */
export const ask = (address, asked) => reached(way.ask(address, asked));

/** @param {string} address @param {any} body @param {string} token */
export const send = (address, body, token) => reached(way.send(address, body, token));
