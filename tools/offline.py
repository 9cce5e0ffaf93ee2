"""Write the folder that plays without a server: `make offline`.

Any web host serves it, under any path. In it lie Python for browsers (Pyodide), what of Forno runs there, the pages
that are always the same; all others are rendered in the browser.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import zipfile
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from forno.bots import DEFAULT_BOT
from forno.core.language import languages, use
from forno.core.registry import catalogue
from forno.features.replay.page import record_page
from forno.features.rules.page import all_rules_page, rule_text, rulebook_page
from forno.offline.networks import BrowserBots, package_path
from forno.offline.package_files import FILE_NAME, PackageFiles, shell_page, shell_words
from forno.pages import static_files
from forno.pages.documents.document import PageContext
from forno.pages.documents.home_page import home_page
from forno.pages.documents.new_table_page import new_table_page
from forno.pages.documents.settings_page import settings_page
from forno.pages.html import NOTHING, Markup
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rules
from forno.table.games import shared_game
from forno.web.assets import Assets
from forno.web.lobby_page import missing_lobby_page
from tools.offline_python import compiled, python_files

ROOT: Final = Path(__file__).parents[1]
PYODIDE: Final = ROOT / "build" / "pyodide" / "node_modules" / "pyodide"
ROOMS: Final = ("core", "games", "bots", "table", "pages", "store", "live", "features", "offline", "locales")
"""Packages that run in a browser; a test checks that nothing else is needed."""
LEFT_OUT: Final = re.compile(r"(^|/)(__pycache__|static/.*\.(js|css|woff2|png))(/|$)|\.(pyc|typed|md~|npz)$")
NETWORKS: Final = "networks/"
"""Folder of what isn't fetched with the package but when it is wanted."""
DATE: Final = (1980, 1, 1, 0, 0, 0)
ICONS: Final = ("icon.svg", "icon-192.png", "icon-512.png")
POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
"""Content security policy where the host sets none: own files, and WebAssembly from them."""


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "offline")
    reading.add_argument("--pyodide", type=Path, default=PYODIDE, help="the npm package, unpacked")
    wished = reading.parse_args()
    build(wished.folder, wished.pyodide)
    listed = json.loads((wished.folder / "files.json").read_text(encoding="utf-8"))
    first, later = (sum(size for size, _hash in listed[part].values()) / 1e6 for part in ("files", "later"))
    print(f"{wished.folder}: {first:.1f} MB, and {later:.1f} MB of networks that are fetched when they are wanted.")
    print("Serve it from any web host, under any path.")


def build(folder: Path, pyodide: Path = PYODIDE) -> None:
    """Write the offline package."""
    written = _rendered()
    written["forno.zip"] = compiled(written["forno.zip"], pyodide)
    written |= {f"pyodide/{name}": content for name, content in python_files(pyodide).items()}
    write(folder, written)


def write(folder: Path, written: dict[str, bytes]) -> None:
    """Write these files, their list and the service worker."""
    listed: dict[str, dict[str, list[int | str]]] = {"files": {}, "later": {}}
    for path, content in sorted(written.items()):
        listed["later" if path.startswith(NETWORKS) else "files"][path] = [len(content), _hash(content)]
    version = _hash(json.dumps(listed).encode())[:12]
    written["files.json"] = json.dumps({"version": version, **listed}).encode()
    worker = (_own().joinpath("service-worker.js")).read_text(encoding="utf-8")
    written["service-worker.js"] = worker.replace("VERSION_OF_THE_PACKAGE", version).encode()
    if folder.exists():
        shutil.rmtree(folder)
    for path, content in written.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _own() -> Any:
    return files("forno.offline").joinpath("static")


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _rendered() -> dict[str, bytes]:
    """Return all files but those of Pyodide, by path."""
    static_files.serve_from(".")
    assets = Assets()
    listed = package_files(assets)
    written = _static(assets) | {_network_address(path)[0]: Path(path).read_bytes() for path in _network_files()}
    for language in languages():
        with use(language):
            for address, page in fixed_pages(listed).items():
                name = "/home" if address == "/" else address
                written[f"pages/{language}{name}.html"] = page.encode()
            slips = {rule.number: rule_text(rule) for rule in rules()}
            written[f"pages/{language}/rules.json"] = json.dumps(slips, ensure_ascii=False).encode()
    written["forno.zip"] = zipped(listed)
    written |= _shell(assets, listed)
    static_files.serve_from("")
    return written


# --- pages ------------------------------------------------------------------------------


def package_files(assets: Assets) -> PackageFiles:
    """Return where the server's static files lie in the package."""
    networks = {package_path(path): _network_address(path) for path in _network_files()}
    return PackageFiles.of(assets, list(assets.files), networks)


def _network_files() -> set[str]:
    return {path for info in catalogue() for _variant, path in info.networks}


def _network_address(path: str) -> tuple[str, int]:
    """Return the address and size of a file of weights; the address changes with its content."""
    content = Path(path).read_bytes()
    return f"{NETWORKS}{Path(path).stem}-{_hash(content)[:12]}.npz", len(content)


def fixed_pages(listed: PackageFiles) -> dict[str, Markup]:
    """Return the pages that are the same for everybody, by address: they show while Python starts."""
    context = PageContext(listed, has_server=False)
    pages = {
        "/": home_page(context, NOTHING),
        "/lobby": missing_lobby_page(context),
        "/settings": settings_page(context),
        "/replay": record_page(context),
        "/rules": all_rules_page(context),
    }
    bots = BrowserBots(listed.networks)
    for info in catalogue():
        game, menu = shared_game(info.name, {}, None), menu_for(info.name)
        pages[f"/new/{info.name}"] = new_table_page(context, info, bots.choices(game), bots.first_of(game, DEFAULT_BOT))
        pages[f"/rules/{info.name}"] = rulebook_page(context, info)
        for variant in menu.variants if menu else ():
            pages[f"/rules/{info.name}/{variant}"] = rulebook_page(context, info, variant)
    return pages


def _shell(assets: Assets, listed: PackageFiles) -> dict[str, bytes]:
    """Return the page around the pages."""
    words = {}
    for language in languages():
        with use(language):
            words[language] = shell_words()
    addresses = list(fixed_pages(listed))
    index = shell_page(listed, {"pages": addresses, "words": words}, POLICY)
    written = {"index.html": index.encode()}
    written |= {name: assets.files[name].content for name in ICONS}
    for file in _own().iterdir():
        if file.name.endswith((".js", ".css", ".webmanifest")) and file.name != "service-worker.js":
            written[file.name] = file.read_bytes()
    return written


# --- files ------------------------------------------------------------------------------


def _static(assets: Assets) -> dict[str, bytes]:
    """Return the static files of pages, by path."""
    written = {}
    for path, file in assets.files.items():
        if not path.endswith((".webmanifest", "service-worker.js")):
            written[assets.address(path).removeprefix("/")] = file.content
    for info in catalogue():
        folder = static_files.game_folder(info.name)
        for own in folder.iterdir() if folder is not None else ():
            path = f"{info.name}/{own.name}"
            found = assets.find(path)
            if found is not None:
                written[assets.address(path).removeprefix("/")] = found.content
    return written


def zipped(listed: PackageFiles) -> bytes:
    """Return a zip of the modules that run in the worker; the same sources give the same bytes."""
    package = ROOT / "src" / "forno"
    chosen = [path for room in ROOMS for path in (package / room).rglob("*") if path.is_file()]
    chosen += [package / "__init__.py", package / "rulebook.py", package / "web" / "__init__.py"]
    chosen += [package / "web" / "static" / "art.svg"]
    held = {f"forno/{path.relative_to(package).as_posix()}": path.read_bytes() for path in chosen}
    held[f"forno/offline/{FILE_NAME}"] = listed.write().encode()
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(held.items()):
            if LEFT_OUT.search(name) is None:
                archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


if __name__ == "__main__":
    main()
