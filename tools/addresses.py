"""Insert the repository's address where a release needs it: links of the README, project URLs, the citation.

python -m tools.addresses https://forge.example/who/forno v0.2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"""(!?)(\]\(|\bsrc(?:set)?=")(?![a-z]+:|#)([^)"\s]+)""")
URLS = "[project.urls]\n"


def absolute(text: str, repository: str, version: str) -> str:
    """Return the text with absolute addresses: pictures as raw files, everything else as pages."""

    def address(link: re.Match[str]) -> str:
        kind = "raw" if re.search(r"\.(apng|gif|jpe?g|png|svg|webp)$", link[3]) else "blob"
        return f"{link[1]}{link[2]}{repository}/{kind}/{version}/{link[3]}"

    return LINK.sub(address, text)


def with_urls(project: str, repository: str, version: str) -> str:
    """Return `pyproject.toml` with the project's URLs, which the page of the package shows."""
    urls = {
        "Repository": repository,
        "Documentation": f"{repository}/blob/{version}/docs/index.md",
        "Changelog": f"{repository}/blob/{version}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    return project.replace(URLS, URLS + "".join(f'{name} = "{url}"\n' for name, url in urls.items()))


def with_repository(citation: str, repository: str) -> str:
    """Return `CITATION.cff` with the address of the repository."""
    return f'{citation.rstrip()}\nrepository-code: "{repository}"\n'


def with_address(page: str, repository: str) -> str:
    """Return `docs/citing.md` with the address of the repository in its BibTeX entry."""
    return page.replace("with the address where you got it:", "with its address:").replace(
        "{ADDRESS}", f"{{{repository}}}"
    )


def rewrite(name: str, text: str) -> None:
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    repository, version = sys.argv[1:]
    names = ("README.md", "pyproject.toml", "CITATION.cff", "docs/citing.md")
    old = {name: (ROOT / name).read_text(encoding="utf-8") for name in names}
    rewrite("README.md", absolute(old["README.md"], repository, version))
    rewrite("pyproject.toml", with_urls(old["pyproject.toml"], repository, version))
    rewrite("CITATION.cff", with_repository(old["CITATION.cff"], repository))
    rewrite("docs/citing.md", with_address(old["docs/citing.md"], repository))


if __name__ == "__main__":
    main()
