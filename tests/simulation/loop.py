"""Simulated event loop: time, machines and their order come from one seed.

Whatever runs belongs to a machine, and so does whatever it begins. A machine does one thing after another, as a real
loop does; which machine is next is drawn. Time goes on when nobody has anything to do. A machine can be killed in the
middle of anything, or stand still for a while, and its clocks may be wrong.
"""

from __future__ import annotations

import asyncio
import heapq
import random
import secrets
import time
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")
EPOCH = 1.8e9
"""Time at which every run begins."""


class Machine:
    """Computer of the simulation: what runs there ends with it."""

    def __init__(self, name: str, ahead: float = 0.0) -> None:
        """`ahead`: seconds by which its clock is ahead of the true time."""
        self.name = name
        self.ahead = ahead
        self.alive = True
        self.still_until = 0.0
        self.ready: deque[Callable[[], None]] = deque()

    def kill(self) -> None:
        """Stop at once, without warning."""
        self.alive = False

    def able(self, now: float) -> bool:
        """Return whether it can do something now."""
        return bool(self.ready) and self.alive and self.still_until <= now


MACHINE: ContextVar[Machine] = ContextVar("machine")


class Loop(asyncio.BaseEventLoop):
    """Event loop for one run. Of asyncio's own it has what needs neither a clock nor a network."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.here = Machine("outside")
        """The machine that does something now."""
        self.steps = 0
        self.broken: list[str] = []
        """Exceptions that nobody caught."""
        self._now = 0.0
        self._machines: list[Machine] = []
        self._gone: list[Machine] = []
        self._timers: list[tuple[float, int, Machine, Callable[[], None]]] = []
        self._order = count()
        self._tasks: list[asyncio.Task[Any]] = []
        """All of them, so that nothing of a machine that was killed is tidied up in the middle of something else."""
        self._over = False

    def __del__(self) -> None:
        """Close nothing."""

    # --- what asyncio asks of a loop --------------------------------------------------

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return self._over

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, work: Any, *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=self, name=name, context=context)
        self._tasks.append(task)
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        context = context or copy_context()
        handle = asyncio.Handle(callback, args, self, context)
        context[MACHINE].ready.append(self._step(handle, context, callback, args))
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = context or copy_context()
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._at(when, context[MACHINE], self._step(handle, context, callback, args))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, function: Any, *args: Any
    ) -> asyncio.Future[Any]:
        """Run the function after a while, since threads take their time."""
        done = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(function(*args))
            except Exception as error:
                done.set_exception(error)

        self.call_later(self.luck.uniform(0, 0.02), work)
        return done

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._over:
            self.broken.append(f"{context.get('message')}: {context.get('exception')!r}")

    # --- machines ---------------------------------------------------------------------

    def add(self, machine: Machine) -> Machine:
        self._gone += [other for other in self._machines if not other.alive]
        self._machines = [other for other in self._machines if other.alive] + [machine]
        return machine

    def begin(self, machine: Machine, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task on that machine."""
        context = copy_context()
        context.run(MACHINE.set, machine)
        return self.create_task(work, context=context)

    def post(self, machine: Machine, delay: float, deliver: Callable[[], None]) -> None:
        """Deliver to another machine after a while, if that is still there."""
        context = copy_context()
        context.run(MACHINE.set, machine)
        self._at(self._now + delay, machine, lambda: context.run(deliver))

    def _step(self, handle: asyncio.Handle, context: Context, callback: Any, args: Any) -> Callable[[], None]:
        def step() -> None:
            if not handle.cancelled():
                context.run(callback, *args)

        return step

    def _at(self, when: float, machine: Machine, step: Callable[[], None]) -> None:
        if not self._over:
            heapq.heappush(self._timers, (when, next(self._order), machine, step))

    # --- running ----------------------------------------------------------------------

    def run(self, machine: Machine, work: Coroutine[Any, Any, T]) -> T:
        """Run everything that happens until that is done."""
        around = asyncio._get_running_loop()  # Playwright's, where a browser was opened before
        asyncio._set_running_loop(self)
        try:
            with self._world():
                task = self.begin(machine, work)
                while not task.done():
                    self._next()
                self._tidy_up()
                return task.result()
        finally:
            asyncio._set_running_loop(around)

    def _next(self) -> None:
        able = [machine for machine in self._machines if machine.able(self._now)]
        if able:
            self.here = machine = able[0] if len(able) == 1 else self.luck.choice(able)
            self.steps += 1
            try:
                machine.ready.popleft()()
            except Exception as error:
                self.broken.append(f"on {machine.name}: {error!r}")
            return
        waking = [machine.still_until for machine in self._machines if machine.ready and machine.alive]
        due = min([*waking, *(self._timers[0][:1] if self._timers else ())], default=None)
        if due is None:
            raise RuntimeError("nothing will ever happen any more")
        self._now = max(self._now, due)
        while self._timers and self._timers[0][0] <= self._now:
            _when, _order, machine, step = heapq.heappop(self._timers)
            if machine.alive:
                machine.ready.append(step)

    def _tidy_up(self) -> None:
        """End whatever still goes on; its result is dropped."""
        self._over = True
        self._machines += self._gone
        for machine in self._machines:
            machine.alive, machine.still_until = True, 0.0
        self._timers.clear()
        for _round in range(10):
            pending = [task for task in self._tasks if not task.done()]
            if not pending:
                break
            for task in pending:
                task.cancel()
            while any(machine.ready for machine in self._machines):
                self._next()
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.exception()

    @contextmanager
    def _world(self) -> Iterator[None]:
        """Replace clocks and random numbers by this seed's, and restore them afterwards."""
        chance = random.Random(self.luck.random())
        ours: dict[tuple[Any, str], Any] = {
            (time, "monotonic"): lambda: self._now + self.here.ahead,
            (time, "time"): lambda: EPOCH + self._now + self.here.ahead,
            (secrets, "token_bytes"): lambda size=32: chance.randbytes(size),
            (secrets, "token_hex"): lambda size=32: chance.randbytes(size).hex(),
            (secrets, "token_urlsafe"): lambda size=32: urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("="),
            (secrets, "choice"): chance.choice,
        }
        theirs = {(module, name): getattr(module, name) for module, name in ours}
        kept = random.getstate()
        random.seed(chance.random())
        for (module, name), function in ours.items():
            setattr(module, name, function)
        try:
            yield
        finally:
            for (module, name), function in theirs.items():
                setattr(module, name, function)
            random.setstate(kept)
