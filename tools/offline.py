"""Write the folder that plays without a server: `make offline`.

Any web host serves it, under any path. In it lie Python for browsers (Pyodide), what of Forno runs there, the pages
that are always the same, and the frames of those that aren't, all rendered now.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from forno.core.language import languages, use
from forno.core.registry import catalogue
from forno.offline.frames import OPENS, hole, table_frame
from forno.offline.words import shell_words
from forno.pages import static_files
from forno.pages.html import Markup, script_json
from forno.pages.rule_pictures import menu_for
from forno.rulebook import rules
from forno.server.settings import ServerSettings
from forno.web.app import Application
from forno.web.assets import STYLE, Assets
from forno.web.rendering import Pages
from tools.offline_python import compiled, python_files

ROOT: Final = Path(__file__).parents[1]
PYODIDE: Final = ROOT / "build" / "pyodide" / "node_modules" / "pyodide"
ROOMS: Final = ("core", "games", "bots", "table", "pages", "store", "live", "features", "offline", "locales")
"""What of Forno runs in a browser; a test says that nothing else is needed."""
LEFT_OUT: Final = re.compile(r"(^|/)(__pycache__|static/.*\.(js|css|woff2|png))(/|$)|\.(pyc|typed|md~|npz)$")
TOKEN: Final = re.compile(r'(name="(?:csrf-token|_csrf_token)" (?:content|value)=")[^"]*')
DATE: Final = (1980, 1, 1, 0, 0, 0)
ICONS: Final = ("icon.svg", "icon-192.png", "icon-512.png")
HOLES: Final = tuple(
    "id title marks said guests seat_names rematch rematch_wish result celebration table log deal envelope".split()  # noqa: SIM905
)
PHASES: Final = ("gathering", "playing", "over")
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
"""What the page may do where the host says nothing: its own files, and WebAssembly from them."""


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "offline")
    reading.add_argument("--pyodide", type=Path, default=PYODIDE, help="the npm package, unpacked")
    wished = reading.parse_args()
    size = build(wished.folder, wished.pyodide)
    print(f"{wished.folder}: {size / 1_000_000:.1f} MB. Serve it from any web host, under any path.")


def build(folder: Path, pyodide: Path = PYODIDE) -> int:
    """Write everything; returns how many bytes that are."""
    written = asyncio.run(_rendered())
    written["forno.zip"] = compiled(written["forno.zip"], pyodide)
    written |= {f"pyodide/{name}": content for name, content in python_files(pyodide).items()}
    return write(folder, written)


def write(folder: Path, written: dict[str, bytes]) -> int:
    """Write these files, with a list of them and what keeps them in a browser; returns how many bytes that are."""
    listed = {path: [len(content), _hash(content)] for path, content in sorted(written.items())}
    version = _hash(json.dumps(listed).encode())[:12]
    written["files.json"] = json.dumps({"version": version, "files": listed}).encode()
    worker = (_own().joinpath("service-worker.js")).read_text(encoding="utf-8")
    written["service-worker.js"] = worker.replace("VERSION_OF_THE_PACKAGE", version).encode()
    if folder.exists():
        shutil.rmtree(folder)
    for path, content in written.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return sum(map(len, written.values()))


def _own() -> Any:
    return files("forno.offline").joinpath("static")


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


async def _rendered() -> dict[str, bytes]:
    """All files but those of Pyodide, by their path in the folder."""
    static_files.serve_from(".")
    with tempfile.TemporaryDirectory() as place:
        application = Application(ServerSettings(data=f"{place}/tables.sqlite3"))
        pages: Pages = application.litestar.state.pages
        without_a_server(pages)
        written = _static(pages.assets)
        everywhere = list(addresses())
        for language in languages():
            for address in everywhere:
                name = "/home" if address == "/" else address
                written[f"pages/{language}{name}.html"] = (await _get(application, address, language)).encode()
            slips = {rule.number: await _get(application, f"/rules/text/{rule.number}", language) for rule in rules()}
            written[f"pages/{language}/rules.json"] = json.dumps(slips, ensure_ascii=False).encode()
        written["forno.zip"] = zipped({f"{code}.json": frames(pages, code) for code in languages()})
        written |= _shell(pages, everywhere)
        await application.house.close()
    static_files.serve_from("")
    return written


# --- pages ------------------------------------------------------------------------------


def without_a_server(pages: Pages) -> None:
    """Pages lie in a folder now, and have no server."""
    address = pages.assets.address

    def asset(path: str) -> str:
        return path if OPENS in path else f".{address(path)}"

    pages.jinja.globals |= {"anywhere": True, "asset": asset}


def addresses() -> Iterator[str]:
    """Pages that are the same for everybody."""
    yield from ("/", "/lobby", "/settings", "/replay", "/rules")
    for info in catalogue():
        menu = menu_for(info.name)
        yield f"/new/{info.name}"
        yield f"/rules/{info.name}"
        yield from (f"/rules/{info.name}/{variant}" for variant in (menu.variants if menu else ()))


async def _get(application: Application, address: str, language: str) -> str:
    """What the server would answer."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 1),
    }
    await application(scope, receive, send)
    assert sent[0]["status"] == 200, f"{address}: {sent[0]['status']}"
    page = b"".join(message.get("body", b"") for message in sent[1:]).decode()
    return TOKEN.sub(r"\1", page)


def frames(pages: Pages, language: str) -> bytes:
    """The pages of tables, with holes."""
    game = {"name": hole("game")}
    table: dict[str, Any] = {
        "sheets": ["table.css", hole("sheet")],
        "rules_link": Markup("/rules/") + hole("game"),
        "game": game,
    }
    holes: dict[str, Any] = {name: hole(name) for name in HOLES}
    rendered = {
        table_frame(phase, hot, coach): pages.render(
            "table.html",
            language,
            "",
            phase=phase,
            hot=hot,
            seat=0,
            my_link="",
            script="table.js",
            coach=hole("coach") if coach else None,
            ending=hole("ending") if phase == "over" else "",
            **table,
            **holes,
        )
        for phase in PHASES
        for hot in (False, True)
        for coach in (False, True)
    }
    rendered["replay"] = pages.render(
        "replay.html",
        language,
        "",
        script="replay.js",
        title=hole("title"),
        players=hole("players"),
        content=hole("content"),
        **table,
    )
    rendered["options"] = pages.render(
        "options.html", language, "", id=hole("id"), title=hole("title"), fields=[hole("fields")], wrong=""
    )
    rendered["error"] = pages.render(
        "error.html",
        language,
        "",
        heading=hole("heading"),
        message=hole("message"),
        back="",
        record="",
        way=hole("way"),
    )
    for info in catalogue():
        rendered[f"sheet {info.name}"] = f".{pages.assets.address(f'{info.name}/{STYLE}')}"
    return json.dumps(rendered, ensure_ascii=False).encode()


def _shell(pages: Pages, addresses: list[str]) -> dict[str, bytes]:
    """The page around the pages."""
    words = {}
    for language in languages():
        with use(language):
            words[language] = shell_words()
    told = script_json({"pages": addresses, "words": words})
    index = pages.jinja.get_template("anywhere.html").render(told=told, policy=POLICY)
    written = {"index.html": index.encode()}
    written |= {name: pages.assets.files[name].content for name in ICONS}
    for file in _own().iterdir():
        if file.name.endswith((".js", ".css", ".webmanifest")) and file.name != "service-worker.js":
            written[file.name] = file.read_bytes()
    return written


# --- files ------------------------------------------------------------------------------


def _static(assets: Assets) -> dict[str, bytes]:
    """What pages show and run, where they look for it."""
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


def zipped(frames_of: dict[str, bytes]) -> bytes:
    """What of Forno runs in the worker. The same sources make the same bytes."""
    package = ROOT / "src" / "forno"
    chosen = [path for room in ROOMS for path in (package / room).rglob("*") if path.is_file()]
    chosen += [package / "__init__.py", package / "rulebook.py", package / "web" / "__init__.py"]
    chosen += [package / "web" / "static" / "art.svg"]
    held = {f"forno/{path.relative_to(package).as_posix()}": path.read_bytes() for path in chosen}
    held |= {f"forno/offline/frames/{name}": content for name, content in frames_of.items()}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(held.items()):
            if LEFT_OUT.search(name) is None:
                archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


if __name__ == "__main__":
    main()
