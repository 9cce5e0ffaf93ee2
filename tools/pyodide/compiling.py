"""Script for Python in browsers, run by `compiling.mjs`: compiles the sources in every zip under `/mnt`."""

from __future__ import annotations

import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from tempfile import TemporaryDirectory


def compile_archive(archive: Path, place: Path) -> None:
    """Replace the sources in an archive by compiled files, which nothing will compare with sources."""
    with zipfile.ZipFile(archive) as before:
        before.extractall(place)
        listed = [entry for entry in before.infolist() if not entry.is_dir()]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after:
        for entry in listed:
            name, path = entry.filename, place / entry.filename
            if name.endswith(".py"):
                name, source = f"{name}c", path
                path = source.with_suffix(".pyc")
                compile(str(source), str(path), entry.filename, True, -1, PycInvalidationMode.UNCHECKED_HASH)
            after.writestr(zipfile.ZipInfo(name, entry.date_time), path.read_bytes(), zipfile.ZIP_DEFLATED)


for archive in Path("/mnt").glob("*.zip"):
    with TemporaryDirectory() as place:
        compile_archive(archive, Path(place))
