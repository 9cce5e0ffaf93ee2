"""Addresses of the static files in the offline package: listed when it is built, read in the worker."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from forno.core.registry import catalogue
from forno.pages.documents.document import StaticFiles

FILE_NAME: Final = "static-files.json"


@dataclass(frozen=True)
class PackageFiles:
    """Static files that lie beside the package's pages."""

    addresses: Mapping[str, str]
    modules: Mapping[str, Sequence[str]]
    """Imports of each script."""
    sheets: Mapping[str, list[str]]
    """Style sheets of each game."""

    @classmethod
    def of(cls, files: StaticFiles, paths: Sequence[str]) -> PackageFiles:
        """Return these files of a server as they lie in the package."""
        sheets = {info.name: files.sheets_of(info.name) for info in catalogue()}
        wanted = [*paths, *(sheet for own in sheets.values() for sheet in own)]
        scripts = [path for path in paths if path.endswith(".js")]
        return cls(
            {path: f".{files.address(path)}" for path in wanted},
            {script: files.modules_of(script) for script in scripts},
            sheets,
        )

    @classmethod
    def read(cls, text: str) -> PackageFiles:
        return cls(**json.loads(text))

    def write(self) -> str:
        return json.dumps(asdict(self))

    def address(self, path: str) -> str:
        return self.addresses[path]

    def modules_of(self, script: str) -> Sequence[str]:
        return self.modules[script]

    def sheets_of(self, game: str) -> list[str]:
        return self.sheets[game]
