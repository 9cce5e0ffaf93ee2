"""Processes that this one has started end with it, however it ends.

Whoever is killed can't end others any more. So with the first of them a watcher is started, a process that does nothing
but read: it is told who they are, and when its input ends, this process is gone. Then it ends whoever is left.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Final

GRACE_SECONDS: Final = 1.0
"""So long a process whose input has ended with us may take to end by itself."""

_lock = threading.Lock()
_children: set[int] = set()
_watcher: subprocess.Popen[bytes] | None = None


def watch(child: int) -> None:
    """From now on this process ends with us."""
    with _lock:
        _children.add(child)
        _tell(f"+{child}\n")


def forget(child: int) -> None:
    """It has ended: its number may become another's."""
    with _lock:
        if child in _children:
            _children.discard(child)
            _tell(f"-{child}\n")


def end(child: int) -> None:
    """End a process at once, and what it has started, if it has a session of its own."""
    end_group(child)
    with suppress(OSError):
        os.kill(child, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def end_group(first: int) -> None:
    """End what is left of the session of a process, which may have ended itself."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(first, signal.SIGKILL)


def _tell(line: str) -> None:
    global _watcher
    if _watcher is None or _watcher.poll() is not None:
        _watcher = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        line = "".join(f"+{child}\n" for child in sorted(_children))
    assert _watcher.stdin is not None
    with suppress(OSError):  # it is gone: the next one will be told of all
        _watcher.stdin.write(line.encode())
        _watcher.stdin.flush()


@atexit.register
def _dismiss() -> None:
    if _watcher is not None:
        assert _watcher.stdin is not None
        with suppress(OSError):
            _watcher.stdin.close()
        _watcher.wait()


def _watch() -> None:
    """The watcher itself."""
    children: set[int] = set()
    for line in sys.stdin:
        change = children.add if line.startswith("+") else children.discard
        change(int(line[1:]))
    if children:
        time.sleep(GRACE_SECONDS)
    for child in children:
        end(child)


if __name__ == "__main__":
    _watch()
