/* Compile Python with the Python that will run it: node compiling.mjs PYODIDE FOLDER

PYODIDE is the npm package, unpacked; every zip in FOLDER that has sources has compiled files in their place afterwards. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.mountNodeFS("/mnt", folder);
python.runPython(readFileSync(new URL("compiling.py", import.meta.url), "utf8"));
