"""Pages that are written from the code: one for every public name, and the HTTP API."""

from __future__ import annotations

import importlib
import inspect
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOMS = ("forno.bots", "forno.arena", "forno.store", "forno.testing")
"""Packages besides `forno` itself whose names others may build on; each is a page."""
MODULES = (
    "forno.core.game",
    "forno.core.views",
    "forno.core.events",
    "forno.core.decks",
    "forno.core.plain",
    "forno.core.observing",
    "forno.batch",
    "forno.adapters.pettingzoo",
    "forno.adapters.openspiel",
    "forno.adapters.gymnasium",
    "forno.bots.lineup",
    "forno.bots.memory",
    "forno.bots.search",
    "forno.arena.lab",
    "forno.pages.face",
    "forno.pages.html",
    "forno.pages.composer",
)
"""Modules that guides send readers to."""


def rst(*lines: str) -> str:
    return "\n".join(["```{eval-rst}", *lines, "```"])


def public(module: str) -> list[str]:
    """The names that a package offers."""
    names: list[str] = importlib.import_module(module).__all__
    return sorted(names, key=lambda name: (name[0].isupper(), name))


def reference_pages() -> dict[str, str]:
    """A page for every public name of `forno`, one for each further room and module, and one that lists them."""
    found = {f"reference/{module}": _module_page(module) for module in (*ROOMS, *MODULES)}
    found |= {page_of(name): _name_page("forno", name) for name in public("forno")}
    found["reference/index"] = "\n".join(_index(found))
    return found


def page_of(name: str) -> str:
    """The page of a public name of `forno`. Some systems don't tell `Game` from `game`, so functions have a folder."""
    return f"reference/forno.{name}" if name[0].isupper() else f"reference/functions/forno.{name}"


def _name_page(module: str, name: str) -> str:
    up = "../" * page_of(name).count("/")
    return f"# `{module}.{name}`\n\n{_documented(module, name)}\n\nMore: [all names]({up}reference/index.md).\n"


def _documented(module: str, name: str) -> str:
    what = getattr(importlib.import_module(module), name)
    if inspect.isclass(what):
        return rst(f".. autoclass:: {module}.{name}", "   :members:", "   :show-inheritance:")
    if inspect.isroutine(what):
        return rst(f".. autofunction:: {module}.{name}")
    values = "\n".join(f"- `{key}`: {value}" for key, value in what.items()) if isinstance(what, dict) else ""
    return rst(f".. py:data:: {module}.{name}") + f"\n\n{values}"


def _module_page(module: str) -> str:
    """A package by what it offers, a module by all that is in it."""
    members = [] if module in ROOMS else ["   :members:", "   :no-index:"]
    about = rst(f".. automodule:: {module}", *members)
    names = [_documented(module, name) for name in public(module)] if module in ROOMS else []
    return "\n\n".join([f"# `{module}`", about, *names, "More: [all names](index.md).\n"])


def _index(found: dict[str, str]) -> Iterator[str]:
    yield "# Reference\n"
    yield "Written from the docstrings, which are the specification: their invariants are checked by `forno.testing`.\n"
    own = [page_of(name).removeprefix("reference/") for name in public("forno")]
    others = sorted({name.removeprefix("reference/") for name in found} - set(own))
    for title, names in (
        ("Everything that `import forno` offers", own),
        ("Further rooms, and modules that guides speak of", others),
    ):
        yield f"\n{title}:\n"
        yield from (f"- [`{name.rpartition('/')[2]}`]({name}.md)" for name in names)
    yield "\nGuides: [a game](../writing-a-game.md), [a bot](../writing-a-bot.md), [a store](../writing-a-store.md).\n"
    yield "```{toctree}\n:hidden:\n\n" + "\n".join([*own, *others]) + "\n```\n"


def openapi() -> dict[str, Any]:
    """The document of the HTTP API, as a server gives it."""
    from forno.server.settings import ServerSettings
    from forno.web.app import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(data=str(Path(folder, "tables.sqlite3"))))
        document: dict[str, Any] = app.litestar.openapi_schema.to_schema()
        return document


def http_pages() -> dict[str, str]:
    return {"http": "\n".join(_http(openapi()))}


def _http(document: dict[str, Any]) -> Iterator[str]:
    yield "# The HTTP API, request by request\n"
    yield "Written from the OpenAPI document, which every server gives at `/api/openapi.json`. How requests belong"
    yield "together, keys, streams and errors are explained in [the API](api.md).\n"
    schemas = document.get("components", {}).get("schemas", {})
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            yield f"## `{method.upper()} {path}`\n"
            yield f"{operation.get('description') or operation.get('summary', '')}\n"
            if parameters := operation.get("parameters"):
                yield "| parameter | where | required |\n|---|---|---|"
                yield from (f"| `{one['name']}` | {one['in']} | {_needed(one)} |" for one in parameters)
                yield ""
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield from _body(content["schema"], schemas)
            yield "| answer | |\n|---|---|"
            yield from (
                f"| {status} | {_line(answer.get('description', ''))} |"
                for status, answer in sorted(operation["responses"].items())
            )
            yield ""


def _body(schema: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """What is sent: a row for each field."""
    known = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    if fields := known.get("properties"):
        yield "| sent | type | required |\n|---|---|---|"
        required = known.get("required", [])
        for name, field in fields.items():
            yield f"| `{name}` | {_type(field)} | {'yes' if name in required else 'no'} |"
        yield ""


def _needed(parameter: dict[str, Any]) -> str:
    return "yes" if parameter.get("required") else "no"


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if choices := field.get("oneOf") or field.get("anyOf"):
        return " or ".join(dict.fromkeys(_type(choice) for choice in choices))
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("type", "anything"))


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
