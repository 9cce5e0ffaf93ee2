"""Background reviews: a worker process reviews games in short slices, and the results are cached.

Short slices let readers see the progress, and several running reviews share the process. The review of a table is
stored with the table as a key–value entry; that of an uploaded record is cached in memory for a while.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress
from typing import Any, Final

from forno.background.pool import ProcessPool, lost_error, took_too_long
from forno.background.rate_limits import Places, RateLimit
from forno.core.errors import FornoError
from forno.core.plain import from_plain
from forno.features.review import Review
from forno.features.review.findings import REVIEW_VERSION
from forno.features.review.sources import SLICE_CPU_SECONDS, ReviewKey, Source, advance
from forno.pages.caches import Latest
from forno.store import Store
from forno.store.dumps import REVIEWS_PREFIX

SLICE_TIMEOUT_SECONDS: Final = 120.0
"""Time limit of a slice on a busy machine."""
MAX_RUNNING_REVIEWS: Final = 12
MAX_CACHED_REVIEWS: Final = 64
MAX_RUNNING_PER_CLIENT: Final = 4
"""Maximum number of running reviews that one client has started."""
MAX_REVIEW_CPU_SECONDS: Final = 600.0
"""Processor time after which a review is given up."""
UNWATCHED_SECONDS: Final = 180.0
"""Time without a request after which a review is given up. Browsers call hidden pages once a minute."""

log = logging.getLogger("forno.web")


class Reviewers:
    """Runs and caches the reviews of a server."""

    def __init__(self, store: Store, most: float) -> None:
        self.store = store
        self.limit = RateLimit(most)
        self.workers = ProcessPool(1, SLICE_TIMEOUT_SECONDS, modules=["forno.features.review.sources"], behind=True)
        self._running = Places(MAX_RUNNING_REVIEWS, MAX_RUNNING_PER_CLIENT)
        self._tasks: dict[ReviewKey, asyncio.Task[None]] = {}
        self._looked: dict[ReviewKey, float] = {}
        """Time of the last request for each running review."""
        self._found: Latest[ReviewKey, Review] = Latest(MAX_CACHED_REVIEWS)
        self._wrong: Latest[ReviewKey, FornoError] = Latest(MAX_CACHED_REVIEWS)
        """Errors for the next request."""

    async def review(self, client: str, source: Source, seat: int) -> Review | None:
        """Return the findings so far, or `None` before the first. The first request starts the review.

        Raises the error of an invalid record, `TooMany` and `Busy`.
        """
        key = source.key, seat
        if key in self._tasks:
            self._looked[key] = time.monotonic()
        if key in self._wrong:
            raise self._wrong.pop(key)
        found = self._found.get(key)
        if found is not None and (found.finished or key in self._tasks):
            return found
        if key not in self._tasks:
            kept = await self._kept(source, seat)
            if kept is not None:
                self._found[key] = kept
                return kept
        if key not in self._tasks:  # another request may have started it meanwhile
            self.limit.count(client)
            self._running.take(client)
            self._looked[key] = time.monotonic()
            self._tasks[key] = asyncio.create_task(self._work(client, source, seat))
        return self._found.get(key)

    async def _kept(self, source: Source, seat: int) -> Review | None:
        if not source.table:
            return None
        text = await self.store.key_values.get(REVIEWS_PREFIX + source.table, review_key(seat))
        return from_plain(Review, json.loads(text)) if text else None

    async def _work(self, client: str, source: Source, seat: int) -> None:
        key = source.key, seat
        try:
            data = await self._advance_to_the_end(source, seat)
            if data is None:
                self._found.pop(key, None)
            elif source.table:
                text = json.dumps(data, separators=(",", ":"))
                await self.store.key_values.put(REVIEWS_PREFIX + source.table, {review_key(seat): text})
        except FornoError as error:
            self._wrong[key] = error
        except Exception:
            log.exception("a review failed")
            self._wrong[key] = lost_error()
        finally:
            del self._tasks[key], self._looked[key]
            self._running.leave(client)

    async def _advance_to_the_end(self, source: Source, seat: int) -> dict[str, Any] | None:
        """Review slice by slice. Return the findings; `None` if nobody looks any more. Raises `TookTooLong`."""
        key = source.key, seat
        spent = 0.0
        while time.monotonic() - self._looked[key] < UNWATCHED_SECONDS:
            if spent >= MAX_REVIEW_CPU_SECONDS:
                raise took_too_long()
            data = await self.workers.run(advance, source, seat, SLICE_CPU_SECONDS, frozenset(self._tasks))
            spent += SLICE_CPU_SECONDS
            found = from_plain(Review, data)
            self._found[key] = found
            if found.finished:
                return data
        return None

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Exception):
                await task


def review_key(seat: int) -> str:
    """Return the key of a seat's stored review, which includes the format version."""
    return f"{seat} v{REVIEW_VERSION}"
