"""External programs as bots, over standard input and output: `docs/line-protocol.md`."""

from __future__ import annotations

import atexit
import queue
import shlex
import subprocess
import threading
import time
from collections import defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NoReturn

from forno.bots import children
from forno.bots.bot import Bot
from forno.bots.protocol import BEST, CHOOSE, ERROR, EVENT, GAME, HELLO, HELLO_OK, QUIT, READY, VERSION, say, split_line
from forno.bots.protocol import introduce as introduction
from forno.core.errors import AmbiguousNotation, BotError, IllegalAction, InvalidNotation
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import N_, _
from forno.core.plain import plain
from forno.core.views import View

START_TIMEOUT_SECONDS: Final = 20.0
"""Timeout for the greeting, and for getting ready for a game."""
DECISION_TIMEOUT_SECONDS: Final = 60.0
"""Timeout of a decision without a budget."""
GRACE_SECONDS: Final = 1.0
"""Tolerance beyond the budget: the two clocks differ."""
QUIT_TIMEOUT_SECONDS: Final = 2.0
MAX_LINE_BYTES: Final = 1 << 16
MAX_NUMBER_DIGITS: Final = 10

ENDED: Final = N_("{program} has ended (exit code {code})")
SILENT: Final = N_("{program} didn't say {word!r} within {seconds:g} s")
COMPLAINED: Final = N_("{program} says: {words}")
OFF_TOPIC: Final = N_("{program} said {words!r}, not {word!r}")
CHOSE_WRONG: Final = N_("{program} chose {answer!r}: {reason}")
CHOSE_ILLEGAL: Final = N_("{program} chose {answer}, which isn't allowed; it could choose from {actions}")
"""Reasons for stopping a program."""


class Programs:
    """Pool of running programs, playing or idle. The creator closes it."""

    def __init__(self) -> None:
        self.running: set[Program] = set()
        self._idle: defaultdict[str, list[Program]] = defaultdict(list)
        self._lock = threading.Lock()
        self._closed = False

    def take(self, command: str) -> Program:
        """Return an idle program or start a new one; it has answered the greeting. Raises `BotError`."""
        with self._lock:
            idle = self._idle[command]
            if idle:
                return idle.pop()
        return Program(command, self)

    def give_back(self, program: Program) -> None:
        """Keep a program idle for its next game, if it can still play."""
        if not program.stopped and program.process.poll() is None:
            with self._lock:
                if not self._closed:
                    self._idle[program.command].append(program)
                    return
        program.stop()

    def enter(self, program: Program) -> None:
        with self._lock:
            if self._closed:
                program.kill()
            self.running.add(program)

    def leave(self, program: Program) -> None:
        with self._lock:
            self.running.discard(program)

    def stop_idle(self) -> None:
        """Stop the idle programs."""
        with self._lock:
            idle = [program for programs in self._idle.values() for program in programs]
            self._idle.clear()
        stop_all(idle)

    def close(self) -> None:
        """Stop all programs. Calls that wait for one fail with `BotError`."""
        with self._lock:
            self._closed = True
            running = list(self.running)
        stop_all(running)


class Program:
    """A running program that has answered the greeting.

    A thread of its own writes to it: a program that doesn't read delays only the caller that waits for its answer, and
    that only until the timeout.
    """

    def __init__(self, command: str, programs: Programs) -> None:
        self.command = command
        self.programs = programs
        self.stopped = False
        self.ended = False
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that it ends with all its children, and not by our Ctrl-C
            )
        except (OSError, ValueError) as error:
            raise BotError(_("{program!r} can't be started: {error}.").format(program=command, error=error)) from error
        children.watch(self.process.pid)
        self.unsaid: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.complaints: deque[str] = deque(maxlen=5)
        self.threads = [
            threading.Thread(target=work, daemon=True) for work in (self._speak, self._listen, self._overhear)
        ]
        for thread in self.threads:
            thread.start()
        programs.enter(self)
        self.say(f"{HELLO} {VERSION}")
        self.await_word(HELLO_OK, START_TIMEOUT_SECONDS)

    def _speak(self) -> None:
        stream = self.process.stdin
        assert stream is not None
        with suppress(OSError):  # it has ended; the thread that reads reports that
            while (line := self.unsaid.get()) is not None:
                stream.write(line + "\n")
                stream.flush()
        with suppress(OSError):
            stream.close()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        with stream:
            while line := stream.readline(MAX_LINE_BYTES):
                self.lines.put(line)
        self.lines.put(None)

    def _overhear(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        with stream:
            while line := stream.readline(MAX_LINE_BYTES):
                self.complaints.append(line.rstrip())

    def say(self, line: str) -> None:
        self.unsaid.put(line)

    def await_word(self, wanted: str, seconds: float) -> str:
        """Return what follows the wanted word. Skips `id` and `info` lines; anything else is an error."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.fail(SILENT, tell=True, word=wanted, seconds=seconds)
            if line is None:
                self.fail(ENDED)
            word, rest = split_line(line)
            if word == wanted:
                return rest
            if word == ERROR:
                self.fail(COMPLAINED, words=rest)
            if word not in ("", "id", "info"):
                self.fail(OFF_TOPIC, tell=True, words=line.strip()[:80], word=wanted)

    def fail(self, what: str, tell: bool = False, **facts: object) -> NoReturn:
        """Stop the program and raise the reason. The program itself is told in English, like the whole protocol."""
        if tell:
            self.say(f"{ERROR} {what.format(program='your program', **facts)}")
        self.stop()
        sentence = f"{_(what).format(program=repr(self.command), code=self.process.returncode, **facts)}."
        if self.complaints:
            sentence += " " + _("Its last words: {words}").format(words=" / ".join(self.complaints))
        raise BotError(sentence)

    def kill(self) -> None:
        self.stopped = True
        if self.process.poll() is None:
            children.end(self.process.pid)

    def stop(self) -> None:
        """Ask the program to quit, and kill it if it doesn't."""
        stop_all([self])


def stop_all(programs: Sequence[Program]) -> None:
    """Stop programs in parallel: each is asked to quit, and killed if it doesn't."""
    for program in programs:
        program.stopped = True
        program.unsaid.put(QUIT)
        program.unsaid.put(None)
    deadline = time.monotonic() + QUIT_TIMEOUT_SECONDS
    for program in programs:
        try:
            program.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            program.kill()
            program.process.wait()
        if not program.ended:  # later its number may belong to another process
            program.ended = True
            children.end_group(program.process.pid)
            children.forget(program.process.pid)
        for thread in program.threads:
            thread.join(QUIT_TIMEOUT_SECONDS)
        program.programs.leave(program)


shared: Final = Programs()
"""Pool for callers that bring none of their own."""
atexit.register(shared.close)


class ExternalBot(Bot):
    """Bot that asks a program. The command line is split as a shell would; no shell runs it."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str = 0,
        *,
        command: str,
        milliseconds: int | None = None,
        programs: Programs = shared,
    ) -> None:
        super().__init__(game, seat, seed)
        self.milliseconds = milliseconds
        self.patience = DECISION_TIMEOUT_SECONDS if milliseconds is None else milliseconds / 1000 + GRACE_SECONDS
        self.program: Program | None = programs.take(command)
        self.program.say(say(GAME, introduction(game, seat, seed)))
        self.program.await_word(READY, START_TIMEOUT_SECONDS)

    def observe(self, event: Event) -> None:
        self._program().say(say(EVENT, plain(event)))

    def choose(self, view: View) -> int:
        program = self._program()
        legal = [{"number": action, "notation": str(self.game.actions[action])} for action in view.actions]
        program.say(say(CHOOSE, {"view": plain(view), "actions": legal, "milliseconds": self.milliseconds}))
        answer = program.await_word(BEST, self.patience)
        try:
            action = (
                int(answer)
                if answer.isdecimal() and len(answer) < MAX_NUMBER_DIGITS
                else self.game.parse(answer, among=view.actions)
            )
        except (AmbiguousNotation, IllegalAction, InvalidNotation) as error:
            self._refuse(CHOSE_WRONG, answer=answer, reason=str(error).rstrip("."))
        if action not in view.actions:
            self._refuse(CHOSE_ILLEGAL, answer=answer, actions=list(view.actions))
        return action

    def _program(self) -> Program:
        if self.program is None:
            raise BotError(_("the game is over; nothing can be done any more."))
        return self.program

    def _refuse(self, what: str, **facts: object) -> NoReturn:
        program, self.program = self._program(), None
        program.fail(what, tell=True, **facts)

    def close(self) -> None:
        """Hand the program back for its next game."""
        if self.program is not None:
            self.program.programs.give_back(self.program)
            self.program = None
