"""What a bot at a far table has heard, kept in a file: whoever is started again goes on where it was."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from forno.server.settings import data_file


class Notes:
    """One line for each message of the stream that told events: its position, and the events."""

    def __init__(self, address: str, key: str, folder: Path | None = None) -> None:
        name = sha256(f"{address} {key}".encode()).hexdigest()[:24]
        self.path = (folder or data_file().parent / "sitting") / f"{name}.jsonl"

    def read(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """What was heard before. A line that was cut off, and what follows it, doesn't count."""
        found = []
        with suppress(OSError, ValueError, KeyError, TypeError):
            for line in self.path.read_text(encoding="utf-8").splitlines():
                note = json.loads(line)
                found.append((str(note["position"]), list(note["events"])))
        return found

    def add(self, position: str, events: list[dict[str, Any]]) -> None:
        """A bot can do without: where nothing can be written it plays on."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps({"position": position, "events": events}) + "\n")

    def burn(self) -> None:
        """The game is over, or what was heard isn't the whole any more."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
