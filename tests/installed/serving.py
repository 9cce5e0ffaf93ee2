"""Servers started by a line of shell."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.web.servers import await_answer
from tools.waiting import WAIT


@contextmanager
def serving(command: str, folder: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """Start the server by a line of shell; return its address. It is stopped as by Ctrl-C."""
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env=variables, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stdout is not None
        opened = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert opened, "the server doesn't say where it is"
        await_answer(opened[0])
        yield opened[0]
        os.killpg(process.pid, signal.SIGINT)
        process.wait(WAIT)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
