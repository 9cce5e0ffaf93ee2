"""`forno arena` on a busy machine: budgets in milliseconds are processor time instead of the clock's.

python -m bench.processor_time arena --players 2 --bots bisnonna:milliseconds=60,nonna:milliseconds=60 --games 100

Everything plays in this process, whose time is counted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    time.perf_counter = time.process_time
    from forno.cli import main as forno  # bots look up their clock when they are imported

    return forno([*words, "--processes", "1"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
