"""Child processes that end with their parent, however it ends.

A process that is killed can't end its children. So a watcher process starts with the first child. It reads the numbers
of all children from its input; when the input ends, the parent is gone, and the watcher ends the remaining children.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import subprocess

GRACE_SECONDS: Final = 1.0
"""Time that a child has to end by itself after its parent."""

_lock = threading.Lock()
_children: set[int] = set()
_watcher: subprocess.Popen[bytes] | None = None


def watch(child: int) -> None:
    """End that child together with this process."""
    with _lock:
        _children.add(child)
        _tell(f"+{child}\n")


def forget(child: int) -> None:
    """Stop watching a child that has ended: its number may be given to another process."""
    with _lock:
        if child in _children:
            _children.discard(child)
            _tell(f"-{child}\n")


def end(child: int) -> None:
    """Kill a process, and its whole session if it leads one."""
    end_group(child)
    with suppress(OSError):
        os.kill(child, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


def end_group(first: int) -> None:
    """Kill the session that a process led, even if that process has ended."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(first, signal.SIGKILL)


def end_with_parent() -> None:
    """End this process of a `multiprocessing` pool when the process that started it is gone."""
    # Imported here: the watcher runs this file without site-packages and needs neither.
    import multiprocessing
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, name="forno-parent", daemon=True).start()


def think_with_one_thread() -> None:
    """Keep NumPy from using several cores for one small product: threads that wait for each other take ten times as
    long on a busy machine. Only works before NumPy is imported; a value in the environment is kept."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _tell(line: str) -> None:
    global _watcher
    if _watcher is None or _watcher.poll() is not None:
        import subprocess  # most commands start no process

        _watcher = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        line = "".join(f"+{child}\n" for child in sorted(_children))
    assert _watcher.stdin is not None
    with suppress(OSError):  # it is gone: the next watcher is told of all children
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
    """Read about children until the parent is gone, then end them. Runs in the watcher."""
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
