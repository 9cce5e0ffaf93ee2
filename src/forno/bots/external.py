"""A bot that is a program of its own, spoken to over its standard input and output: `docs/line-protocol.md`."""

from __future__ import annotations

import atexit
import queue
import shlex
import subprocess
import threading
import time
from collections import defaultdict, deque
from contextlib import suppress
from typing import IO, Final, NoReturn

from forno.bots.bot import Bot
from forno.bots.protocol import BEST, CHOOSE, ERROR, EVENT, GAME, HELLO, HELLO_OK, QUIT, READY, VERSION, heard, say
from forno.bots.protocol import introduce as introduction
from forno.core.errors import AmbiguousNotation, BotError, IllegalAction, InvalidNotation
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import N_, _
from forno.core.plain import plain
from forno.core.views import View

START_SECONDS: Final = 20.0
"""How long a program may take to answer the greeting, and to get ready for a game."""
PATIENCE_SECONDS: Final = 60.0
"""How long a decision may take where there is no budget."""
GRACE_SECONDS: Final = 1.0
"""How much later than its budget an answer may come: the two clocks aren't the same."""
QUIT_SECONDS: Final = 2.0
LONGEST_LINE: Final = 1 << 16

ENDED: Final = N_("{program} has ended (exit code {code})")
SILENT: Final = N_("{program} didn't say {word!r} within {seconds:g} s")
COMPLAINED: Final = N_("{program} says: {words}")
OFF_TOPIC: Final = N_("{program} said {words!r} and not {word!r}")
CHOSE_WRONG: Final = N_("{program} chose {answer!r}: {reason}")
CHOSE_ILLEGAL: Final = N_("{program} chose {answer}, which isn't allowed; it could choose from {actions}")
"""Why a program is given up."""

_idle: defaultdict[str, list[Program]] = defaultdict(list)
"""Programs that have finished a game and wait for the next."""


class Program:
    """A running program that has answered the greeting."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.stopped = False
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise BotError(_("{program!r} can't be started: {error}.").format(program=command, error=error)) from error
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.complaints: deque[str] = deque(maxlen=5)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.readers = [
            threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self.process.stderr,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        self.say(f"{HELLO} {VERSION}")
        self.await_word(HELLO_OK, START_SECONDS)

    def _listen(self, stream: IO[str]) -> None:
        while line := stream.readline(LONGEST_LINE):
            self.lines.put(line)
        self.lines.put(None)

    def _overhear(self, stream: IO[str]) -> None:
        while line := stream.readline(LONGEST_LINE):
            self.complaints.append(line.rstrip())

    def say(self, line: str) -> None:
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            self.fail(ENDED)

    def await_word(self, wanted: str, seconds: float) -> str:
        """What follows the wanted word. `id` and `info` lines before it are for people; all else is an error."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.fail(SILENT, tell=True, word=wanted, seconds=seconds)
            if line is None:
                self.fail(ENDED)
            word, rest = heard(line)
            if word == wanted:
                return rest
            if word == ERROR:
                self.fail(COMPLAINED, words=rest)
            if word not in ("", "id", "info"):
                self.fail(OFF_TOPIC, tell=True, words=line.strip()[:80], word=wanted)

    def fail(self, what: str, tell: bool = False, **facts: object) -> NoReturn:
        """Give the program up, and say why. The program itself is told in English, like all of the protocol."""
        if tell and self.process.poll() is None:
            assert self.process.stdin is not None
            with suppress(OSError):
                self.process.stdin.write(f"{ERROR} {what.format(program='your program', **facts)}\n")
        self.stop()
        sentence = f"{_(what).format(program=repr(self.command), code=self.process.returncode, **facts)}."
        if self.complaints:
            sentence += " " + _("Its last words: {words}").format(words=" / ".join(self.complaints))
        raise BotError(sentence)

    def stop(self) -> None:
        """Ask the program to quit, and make it if it doesn't."""
        if self.stopped:
            return
        self.stopped = True
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(f"{QUIT}\n")
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for reader in self.readers:
            reader.join(QUIT_SECONDS)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


class ExternalBot(Bot):
    """A program as a bot. Its command line is split like a shell's; no shell runs it."""

    def __init__(
        self, game: Game, seat: int, seed: int | str = 0, *, command: str, milliseconds: int | None = None
    ) -> None:
        super().__init__(game, seat, seed)
        self.milliseconds = milliseconds
        self.patience = PATIENCE_SECONDS if milliseconds is None else milliseconds / 1000 + GRACE_SECONDS
        idle = _idle[command]
        self.program: Program | None = idle.pop() if idle else Program(command)
        self.program.say(say(GAME, introduction(game, seat, seed)))
        self.program.await_word(READY, START_SECONDS)

    def observe(self, event: Event) -> None:
        self._program().say(say(EVENT, plain(event)))

    def choose(self, view: View) -> int:
        program = self._program()
        legal = [{"number": action, "notation": str(self.game.actions[action])} for action in view.actions]
        program.say(say(CHOOSE, {"view": plain(view), "actions": legal, "milliseconds": self.milliseconds}))
        answer = program.await_word(BEST, self.patience)
        try:
            action = int(answer) if answer.isdecimal() else self.game.parse(answer, among=view.actions)
        except (AmbiguousNotation, IllegalAction, InvalidNotation) as error:
            self._refuse(CHOSE_WRONG, answer=answer, reason=str(error).rstrip("."))
        if action not in view.actions:
            self._refuse(CHOSE_ILLEGAL, answer=answer, actions=list(view.actions))
        return action

    def _program(self) -> Program:
        if self.program is None:
            raise BotError(_("the game of this bot is over."))
        return self.program

    def _refuse(self, what: str, **facts: object) -> NoReturn:
        program, self.program = self._program(), None
        program.fail(what, tell=True, **facts)

    def close(self) -> None:
        """The program waits for its next game."""
        if self.program is not None:
            if not self.program.stopped and self.program.process.poll() is None:
                _idle[self.program.command].append(self.program)
            else:
                self.program.stop()
            self.program = None


@atexit.register
def stop_idle_programs() -> None:
    """End the programs that wait for a game."""
    while _idle:
        _, programs = _idle.popitem()
        for program in programs:
            program.stop()
