// Makes the two archives of Python for the browser, in the very Python that will read them there (compile.py says how).
// Run by deploy/offline.py: node compile.mjs <folder with python_stdlib.zip and site.zip>

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const python = await loadPyodide();
for (const name of ["python_stdlib.zip", "site.zip"]) python.FS.writeFile(`/tmp/${name}`, readFileSync(`${folder}/${name}`));
try {
  python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
} catch (error) {
  console.error(error.message); // its trace would quote Pyodide's own script, which is one long line
  process.exit(1);
}
for (const name of ["python_stdlib.zip", "site.zip"]) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/tmp/made-${name}`));
process.exit(0);
