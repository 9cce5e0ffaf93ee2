"""Let the README's links lead to the repository, for the page of the package, which has no files beside it.

python -m tools.readme_links https://forge.example/who/forno v0.2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
LINK = re.compile(r"""(!?)(\]\(|\bsrc(?:set)?=")(?![a-z]+:|#)([^)"\s]+)""")


def absolute(text: str, repository: str, version: str) -> str:
    """The text with whole addresses: pictures as they are, everything else as the forge shows it."""

    def address(link: re.Match[str]) -> str:
        kind = "raw" if re.search(r"\.(apng|gif|jpe?g|png|svg|webp)$", link[3]) else "blob"
        return f"{link[1]}{link[2]}{repository}/{kind}/{version}/{link[3]}"

    return LINK.sub(address, text)


def main() -> None:
    repository, version = sys.argv[1:]
    README.write_text(absolute(README.read_text(encoding="utf-8"), repository, version), encoding="utf-8")


if __name__ == "__main__":
    main()
