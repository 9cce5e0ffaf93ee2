"""Events heard by a remote bot, stored in a file so that a restarted bot can resume."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from forno.server.settings import data_file


class Notes:
    """File with one line per message: its position and events."""

    def __init__(self, address: str, key: str, folder: Path | None = None) -> None:
        name = sha256(f"{address} {key}".encode()).hexdigest()[:24]
        self.path = (folder or data_file().parent / "sitting") / f"{name}.jsonl"

    def read(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """Read what was heard before. A truncated line and everything after it is ignored."""
        found = []
        with suppress(OSError, ValueError, KeyError, TypeError):
            for line in self.path.read_text(encoding="utf-8").splitlines():
                note = json.loads(line)
                found.append((str(note["position"]), list(note["events"])))
        return found

    def add(self, position: str, events: list[dict[str, Any]]) -> None:
        """Append a message. Write errors are ignored: the bot can play without notes."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps({"position": position, "events": events}) + "\n")

    def burn(self) -> None:
        """Delete the notes: the game is over, or they have a gap."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
