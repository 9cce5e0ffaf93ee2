"""Generated pages of the site: one for every public name, and the HTTP API."""

from __future__ import annotations

import importlib
import inspect
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGES = ("forno.bots", "forno.arena", "forno.store", "forno.testing")
"""Public packages besides `forno` itself; each is a page."""
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
    "forno.adapters.text",
    "forno.adapters.text.kaggle",
    "forno.bots.lineup",
    "forno.bots.memory",
    "forno.bots.search",
    "forno.arena.lab",
    "forno.pages.face",
    "forno.pages.html",
    "forno.pages.composer",
)
"""Modules that the guides refer to."""


def rst(*lines: str) -> str:
    return "\n".join(["```{eval-rst}", *lines, "```"])


def public(module: str) -> list[str]:
    """Return the public names of a package."""
    names: list[str] = importlib.import_module(module).__all__
    return sorted(names, key=lambda name: (name[0].isupper(), name))


def reference_pages() -> dict[str, str]:
    """Return a page for every public name of `forno`, for each further package and module, and an index."""
    found = {f"reference/{module}": _module_page(module) for module in (*PACKAGES, *MODULES)}
    found |= {page_of(name): _name_page("forno", name) for name in public("forno")}
    found["reference/index"] = "\n".join(_index(found))
    return found


def page_of(name: str) -> str:
    """Return the page of a public name of `forno`; functions have a folder, since some systems ignore case."""
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
    """Return the page of a package (its public names) or a module (all of its members)."""
    members = [] if module in PACKAGES else ["   :members:", "   :no-index:"]
    about = rst(f".. automodule:: {module}", *members)
    names = [_documented(module, name) for name in public(module)] if module in PACKAGES else []
    return "\n\n".join([f"# `{module}`", about, *names, "More: [all names](index.md).\n"])


def _index(found: dict[str, str]) -> Iterator[str]:
    yield "# Reference\n"
    yield "Generated from the docstrings, which are the specification; `forno.testing` checks their invariants.\n"
    own = [page_of(name).removeprefix("reference/") for name in public("forno")]
    others = sorted({name.removeprefix("reference/") for name in found} - set(own))
    for title, names in (
        ("Public names of `forno`", own),
        ("Other packages and modules", others),
    ):
        yield f"\n{title}:\n"
        yield from (f"- [`{name.rpartition('/')[2]}`]({name}.md)" for name in names)
    yield "\nGuides: [a game](../writing-a-game.md), [a bot](../writing-a-bot.md), [a store](../writing-a-store.md).\n"
    yield "```{toctree}\n:hidden:\n\n" + "\n".join([*own, *others]) + "\n```\n"


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of a server."""
    from forno.server.settings import ServerSettings
    from forno.web.app import create_app
    from forno.web.openapi import document

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(data=str(Path(folder, "tables.sqlite3"))))
        return document(app.litestar)


def http_pages() -> dict[str, str]:
    return {"http": "\n".join(_http(openapi()))}


def _http(document: dict[str, Any]) -> Iterator[str]:
    yield "# The HTTP API, request by request\n"
    yield "Generated from the OpenAPI document (`/api/openapi.json` of every server). [The API](api.md) explains"
    yield "keys, moves, streams and errors.\n"
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
    """Yield a table of the request body's fields."""
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
