"""Builder of the documentation site: `make docs`.

Collects the Markdown pages of the repository in one folder, adjusts their links, adds generated pages (public names,
the HTTP API), and runs Sphinx.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

from tools.notebooks import as_markdown
from tools.site_reference import http_pages, reference_pages

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build" / "site"
LINK = re.compile(r"(\]\()(?![a-z]+:|#|<)([^)#\s]+)((?:#[^)\s]*)?\))")

FOR_EVERYBODY = (
    ('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    ('<aside class="toc-drawer">', '<aside class="toc-drawer" aria-label="On this page">'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    ('<th class="head"><p></p></th>', "<td></td>"),
    ('<div id="search-results">', '<h1>Search</h1><div id="search-results">'),
)
"""Accessibility fixes for Sphinx and its theme: names of landmarks, heading levels, keyboard focus on what scrolls."""

CHAPTERS: dict[str, list[str]] = {
    "Play": ["playing", "command-line", "rules", "daily", "review", "book", "exercises", "decks"],
    "Host": ["hosting", "security", "security-policy", "sealed-deals", "api", "http"],
    "Study": [
        "research",
        "spaces",
        "language-models",
        "assistants",
        "arena",
        "leaderboard",
        "benchmark",
        "bots",
        "notebooks/first-game",
        "notebooks/training-an-agent",
        "notebooks/house-rule",
        "measurements",
        "comparison",
        "citing",
    ],
    "Extend": [
        "writing-a-game",
        "last-slice",
        "writing-a-bot",
        "networks",
        "training",
        "writing-a-store",
        "line-protocol",
        "translating",
        "reference/index",
    ],
    "Contribute": [
        "contributing",
        "code-of-conduct",
        "architecture",
        "web",
        "mutants",
        "changelog",
    ],
    "Look up": ["glossary", "troubleshooting"],
}


def pages() -> dict[str, Path]:
    """Return the source file of every page, by the page's name on the site."""
    found = {path.stem: path for path in (ROOT / "docs").glob("*.md")}
    found |= {f"notebooks/{path.stem}": path for path in (ROOT / "docs" / "notebooks").glob("*.ipynb")}
    found |= {
        "contributing": ROOT / "CONTRIBUTING.md",
        "changelog": ROOT / "CHANGELOG.md",
        "security-policy": ROOT / "SECURITY.md",
        "code-of-conduct": ROOT / "CODE_OF_CONDUCT.md",
        "measurements": ROOT / "bench" / "README.md",
        "training": ROOT / "training" / "README.md",
        "last-slice": ROOT / "examples" / "last-slice" / "README.md",
    }
    for book in (ROOT / "src" / "forno" / "games").glob("*/rulebook"):
        for path in book.rglob("*.md"):
            language = "" if path.parent == book else f"-{path.parent.name}"
            found[f"rules/{book.parent.name.replace('_', '-')}-{path.stem}{language}"] = path
    return found


def linked(text: str, source: Path, page: str, homes: dict[Path, str], files: dict[Path, str]) -> str:
    """Return the text with links for the site; linked files that aren't pages are collected in `files`."""

    def there(link: re.Match[str]) -> str:
        target = (source.parent / link[2]).resolve()
        if target == ROOT / "README.md":
            target = ROOT / "docs" / "index.md"
        name = f"{homes[target]}.md" if target in homes else files.setdefault(target, f"files/{target.name}")
        up = "../" * (len(PurePosixPath(page).parts) - 1)
        return f"{link[1]}{up}{name}{link[3]}"

    return LINK.sub(there, text)


def assemble(place: Path) -> None:
    """Write the sources of the site into a folder."""
    shutil.rmtree(place, ignore_errors=True)
    found = pages()
    homes = {path: name for name, path in found.items()}
    files: dict[Path, str] = {}
    texts: dict[str, str] = {}
    for name, path in found.items():
        if path.suffix == ".ipynb":
            download = f"[This notebook]({path.name}) runs in Jupyter, and in anything else that knows notebooks."
            text = "\n\n".join([*as_markdown(path), download])
            homes_of_text = {key: value for key, value in homes.items() if key != path}
            texts[name] = linked(text, path, name, homes_of_text, files)
        else:
            texts[name] = linked(path.read_text(encoding="utf-8"), path, name, homes, files)
    texts |= http_pages() | reference_pages()
    chapters = CHAPTERS | {"More": _unnamed(texts)}
    texts["index"] += "".join(_contents(title, names) for title, names in chapters.items() if names)
    texts["rules"] += _contents("", sorted(name for name in texts if name.startswith("rules/")))
    for name, text in texts.items():
        (place / f"{name}.md").parent.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.md").write_text(text, encoding="utf-8")
    for path, name in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place / name)
    shutil.copyfile(ROOT / "docs" / "conf.py", place / "conf.py")
    shutil.copytree(ROOT / "docs" / "static", place / "static")


def _unnamed(texts: dict[str, str]) -> list[str]:
    """Return the pages that no chapter names."""
    named = {name for names in CHAPTERS.values() for name in names} | {"index"}
    return sorted(name for name in texts if name not in named and not name.startswith(("rules/", "reference/")))


def _contents(title: str, names: list[str]) -> str:
    """Return a part of the table of contents."""
    caption = f":caption: {title}\n" if title else ""
    return "\n\n```{toctree}\n:hidden:\n" + caption + "\n" + "\n".join(names) + "\n```\n"


def build(place: Path = PLACE) -> Path:
    """Build the site and return its folder. Warnings of Sphinx are errors."""
    source, html = place / "source", place / "html"
    assemble(source)
    shutil.rmtree(html, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
    subprocess.run([*command, "-d", str(place / "doctrees"), str(source), str(html)], check=True, cwd=ROOT)
    for page in html.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for lacking, whole in FOR_EVERYBODY:
            text = text.replace(lacking, whole)
        page.write_text(text, encoding="utf-8")
    return html


def main() -> None:
    print(build() / "index.html")


if __name__ == "__main__":
    main()
