"""Python for browsers in the offline package: compiled ahead, without modules that it doesn't need.

Pyodide brings Python's library as sources. A browser would compile them anew every time somebody opens the page, which
takes longer than everything else together; so that is done here, once, by the same Python.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

PLACE: Final = Path(__file__).parent / "pyodide"
LIBRARY: Final = "python_stdlib.zip"
AS_IT_IS: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LEFT_OUT: Final = re.compile(
    r"(_pyrepl|_sysconfigdata.*|antigravity|bdb|cProfile|cmd|code|compileall|configparser|ctypes|doctest|ftplib|http"
    r"|idlelib|imaplib|mailbox|modulefinder|multiprocessing|optparse|pdb|pickletools|poplib|profile|pstats|pyclbr|pydoc"
    r"|pydoc_data|smtplib|socketserver|sqlite3|tarfile|this|trace|tracemalloc|turtle|unittest|wave|webbrowser|wsgiref|xml"
    r"|xmlrpc|zipapp|_pyio|_pydatetime|__p?hello__)(\.py|/.*)"
    r"|encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|punycode|raw_unicode|undefined|unicode|utf_).*"
)
"""Modules of the library that a worker doesn't need: servers, debuggers, processes, old encodings."""


def python_files(pyodide: Path) -> dict[str, bytes]:
    """Return Pyodide's files by name. They are compiled once per version."""
    written = {name: (pyodide / name).read_bytes() for name in AS_IT_IS}
    written["pyodide-lock.json"] = _short_lock(pyodide / "pyodide-lock.json")
    library = _needed((pyodide / LIBRARY).read_bytes())
    kept = pyodide.parents[1] / f"library-{sha256(library + _script().read_bytes()).hexdigest()[:12]}.zip"
    if not kept.exists():
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as whole:
            whole.write(compiled(library, pyodide))
        Path(whole.name).replace(kept)
    written[LIBRARY] = kept.read_bytes()
    return written


def compiled(archive: bytes, pyodide: Path) -> bytes:
    """Return a zip of Python sources, compiled by the Python that will run them."""
    node = shutil.which("node", path=os.pathsep.join((os.environ.get("PATH", ""), str(Path(sys.executable).parent))))
    if node is None:
        sys.exit("Node.js isn't there, which brings Pyodide: 'make offline' gets both.")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "archive.zip"
        path.write_bytes(archive)
        subprocess.run([node, str(PLACE / "compiling.mjs"), str(pyodide), place], check=True)
        return path.read_bytes()


def _script() -> Path:
    return PLACE / "compiling.py"


def _needed(archive: bytes) -> bytes:
    """Return the library without the modules that are left out."""
    packed = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as before, zipfile.ZipFile(packed, "w") as after:
        for entry in before.infolist():
            if not entry.is_dir() and LEFT_OUT.fullmatch(entry.filename) is None:
                after.writestr(zipfile.ZipInfo(entry.filename), before.read(entry))
    return packed.getvalue()


def _short_lock(path: Path) -> bytes:
    """Return Pyodide's lock file without packages."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps({**told, "packages": {}}).encode()
