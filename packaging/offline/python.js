/** Python with the engines and what of the site a browser needs, for the workers beside this script. */

import { loadPyodide } from "./pyodide.mjs";

const SITE = "/home/pyodide/site";

/** Starts Python and returns what `code` evaluates to there. @param {string} code @returns {Promise<any>} */
export async function started(code) {
  const here = new URL("./", import.meta.url).href;
  const [python, site] = await Promise.all([
    loadPyodide({ indexURL: here, env: { PYTHONDONTWRITEBYTECODE: "1" } }),
    fetch(`${here}site.zip`).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.statusText)))),
  ]);
  python.unpackArchive(site, "zip", { extractDir: SITE });
  return python.runPython(`import sys; sys.path.insert(0, "${SITE}")\n${code}`);
}

/** What went wrong: of Python's trace the line that names it. @param {any} error */
export function lastLine(error) {
  const lines = String(error?.message ?? error).trim().split("\n");
  return lines.findLast((line) => /^[\w.]+(?:Error|Exception|Rules)\b/.test(line)) ?? lines.at(-1);
}
