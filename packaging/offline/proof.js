/**
 * The worker that checks the proof of a competition: starts Python, which reads the file line by line
 * (league/competitions/proof/reading.py), and checks the signature by the browser's own cryptography. It is served
 * beside Pyodide, as worker.js is.
 *
 * From the page: {t: "check", raw}. To it: {t: "step", ends, proved}, {t: "signature", good, key} (good: null where the
 * browser cannot tell), {t: "wrong", why}, {t: "over"}, {t: "failed", why}.
 */

import { lastLine, started } from "./python.js";

/** @type {any} what reads a proof, once Python runs */
let reader = null;

const START = "from league.competitions.proof.reading import Door\nlambda raw: Door(raw.to_bytes())";

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Whether the signature fits; null where this browser cannot tell. @param {{digest: string, signature: string, key: string}} signed */
async function isSigned({ digest, signature, key }) {
  let known;
  try {
    known = await crypto.subtle.importKey("raw", bytes(key), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    return /** @type {any} */ (error)?.name === "DataError" ? false : null;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, known, bytes(signature), new TextEncoder().encode(digest));
}

/** @param {ArrayBuffer} raw */
async function check(raw) {
  reader ??= await started(START);
  const door = reader(new Uint8Array(raw));
  for (;;) {
    const { ends, proved, signature, wrong, over } = JSON.parse(door.next());
    if (wrong) return postMessage({ t: "wrong", why: wrong });
    if (over) return postMessage({ t: "over" });
    postMessage({ t: "step", ends, proved });
    if (signature) postMessage({ t: "signature", good: await isSigned(signature), key: signature.key });
  }
}

addEventListener("message", ({ data }) => {
  check(data.raw).catch((error) => postMessage({ t: "failed", why: lastLine(error) }));
});
