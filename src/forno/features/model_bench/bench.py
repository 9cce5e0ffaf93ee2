"""Games of a language model, a command or an OpenAI-compatible address, against bots, and what came of them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import Request

from forno.adapters.text import Model, ModelSilent, Talk, TextBot
from forno.adapters.text.bot import DEFAULT_TRIES
from forno.arena.intervals import Estimate, estimate
from forno.background.http_client import opener_for
from forno.bots import children
from forno.bots.lineup import Player, bot_seed, play_out
from forno.core.errors import BotError, OptionError
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.observing import MEMORY, NOW
from forno.core.records import Record
from forno.features.review import JUDGEMENT, LUCK, MISTAKES, Review, Reviewer
from forno.features.review import MEMORY as MEMORY_FINDING

DEFAULT_EFFORT = 0.25
"""Default effort of the reviews: a quarter of that of `forno review`."""

DEFAULT_TIMEOUT_SECONDS = 120.0
MAX_TIMEOUT_SECONDS = 86_400.0
MAX_ANSWER_BYTES = 1 << 20
TOO_LONG = f"an answer of more than {MAX_ANSWER_BYTES >> 20} MiB"
MAX_OUTPUT_BYTES = 1 << 26
"""Size of a program's output, and of its messages, at which it is stopped."""
MAX_REASON_CHARACTERS = 300
CHUNK_BYTES = 1 << 16
LOOK_EVERY_SECONDS = 0.05
FIRST_RETRY_SECONDS = 1.0
"""Delay before the first retry, doubled with each further one, where a server doesn't name one (`Retry-After`)."""
RATE_LIMITED, SERVER_ERRORS = 429, 500
"""Statuses after which a question is asked again: too many requests, and from here on the server's own troubles."""


@dataclass(frozen=True)
class Bench:
    """Settings of a benchmark: every deal is played once from each seat, with each kind of knowledge."""

    game: Game
    opponent: Player
    games: int
    seed: int | str = 0
    knowledge: Sequence[str] = (NOW, MEMORY)
    tries: int = DEFAULT_TRIES
    legal: bool = False
    """Whether prompts list the legal moves."""
    effort: float = DEFAULT_EFFORT
    """Effort of the reviews; 0 for none."""


@dataclass(frozen=True)
class ModelGame:
    """One game of the model."""

    knowledge: str
    deal: int
    seat: int
    won: float
    """Its share of the win."""
    talk: Talk
    lost: dict[str, float]
    """Winning chance lost by mistakes of memory and of judgement; winning chance that luck took (negative: gave)."""
    record: str


def play_bench(bench: Bench, model: Model) -> Iterator[ModelGame]:
    """Play the games one by one. Raises `BotError` if an opponent or the model's command can't be started."""
    for number in range(bench.games):
        for knowledge in bench.knowledge:
            yield _play(bench, model, knowledge, *divmod(number, bench.game.players))


def _play(bench: Bench, model: Model, knowledge: str, deal: int, seat: int) -> ModelGame:
    game, seed = bench.game, f"{bench.seed}-{deal}"
    state = game.deal(seed)
    ours = TextBot(game, seat, bot_seed(seed), model=model, knowledge=knowledge, tries=bench.tries, legal=bench.legal)
    bots = [ours if one == seat else bench.opponent.make(game, one, bot_seed(seed)) for one in range(game.players)]
    play_out(state, bots)
    winners = state.outcome.winners
    won = 1 / len(winners) if seat in winners else 0.0
    return ModelGame(knowledge, deal, seat, won, ours.talk, _losses(bench, state, seat), str(Record.of(state)))


def _losses(bench: Bench, state: State, seat: int) -> dict[str, float]:
    if not bench.effort:
        return {}
    reviewer = Reviewer((state for _line, state in Record.of(state).steps()), seat, bench.seed, bench.effort)
    reviewer.advance()
    return parts_of(reviewer.review())


def parts_of(review: Review) -> dict[str, float]:
    """Return the winning chance that a seat lost in a game by memory, by judgement and by luck."""
    lost = dict.fromkeys((MEMORY_FINDING, JUDGEMENT, LUCK), 0.0)
    for finding in review.findings:
        if finding.kind in MISTAKES:
            lost[finding.kind] += finding.cost
        elif finding.before is not None and finding.after is not None:
            lost[LUCK] += finding.before - finding.after
    return lost


def table(bench: Bench, results: Sequence[ModelGame]) -> str:
    """Return the report as a table in Markdown: a row for each kind of knowledge."""
    titles = [_("knowledge"), _("games")]
    columns: list[tuple[str, Callable[[ModelGame], float], bool]] = [
        (_("games won"), lambda one: one.won, True),
        (_("lost by memory"), lambda one: one.lost.get(MEMORY_FINDING, 0.0), False),
        (_("lost by judgement"), lambda one: one.lost.get(JUDGEMENT, 0.0), False),
        (_("lost by luck"), lambda one: one.lost.get(LUCK, 0.0), False),
        (_("refused answers"), lambda one: one.talk.refused / max(one.talk.moves, 1), True),
        (_("decided by chance"), lambda one: one.talk.forfeited / max(one.talk.decisions, 1), True),
    ]
    if not bench.effort:
        del columns[1:4]
    titles += [title for title, _of, _share in columns]
    lines = [f"| {' | '.join(titles)} |", f"|---|{'---:|' * (len(titles) - 1)}"]
    for knowledge in bench.knowledge:
        played = [one for one in results if one.knowledge == knowledge]
        if played:
            means = [estimate(((one.deal, of(one)) for one in played), share) for _title, of, share in columns]
            lines.append(f"| {' | '.join([knowledge, str(len(played)), *map(_percent, means)])} |")
    return "\n".join(lines)


def _percent(found: Estimate) -> str:
    """Return a mean in percent with its 95% interval; without one where no two deals differ, which would tell none."""
    if found.low == found.high or found.deals < 2:
        return f"{found.mean:.1%}"
    return f"{found.mean:.1%} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


@dataclass
class CommandModel:
    """A program that is started for every question: the conversation on its standard input, the answer on its output.

    The command line is split as a shell would; no shell runs it.
    """

    command: str
    timeout: float = DEFAULT_TIMEOUT_SECONDS

    def __call__(self, messages: list[dict[str, str]]) -> str:
        text = "\n\n".join(f"{message['role'].upper()}:\n{message['content']}" for message in messages) + "\n"
        # Files, not pipes: a program may write without end, or leave others behind that hold a pipe open.
        with TemporaryFile() as question, TemporaryFile() as output, TemporaryFile() as complaints:
            question.write(text.encode(errors="replace"))
            question.seek(0)
            try:
                process = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=question,
                    stdout=output,
                    stderr=complaints,
                    start_new_session=True,  # so that it ends with all that it starts
                )
            except (OSError, ValueError) as error:
                raise BotError(
                    _("{program!r} can't be started: {error}.").format(program=self.command, error=error)
                ) from error
            children.watch(process.pid)
            try:
                code = self._ended(process, (output, complaints))
            finally:
                children.end_group(process.pid)
                process.kill()
                process.wait()
                children.forget(process.pid)
            answer = _start(output)
            if code or not answer.strip():
                last_line = _end(complaints).strip().rpartition("\n")[2]
                raise ModelSilent(f"exit code {code}: {last_line[:MAX_REASON_CHARACTERS]}")
        return answer

    def _ended(self, process: subprocess.Popen[bytes], files: tuple[IO[bytes], ...]) -> int:
        """Return a program's exit code. Raises `ModelSilent` if it takes too long or writes too much."""
        end = monotonic() + self.timeout
        while True:
            try:
                return process.wait(max(min(LOOK_EVERY_SECONDS, end - monotonic()), 0.0))
            except subprocess.TimeoutExpired as error:
                if monotonic() >= end:
                    raise ModelSilent(_no_answer(self.timeout)) from error
                if any(os.fstat(file.fileno()).st_size > MAX_OUTPUT_BYTES for file in files):
                    raise ModelSilent(f"it wrote more than {MAX_OUTPUT_BYTES >> 20} MiB") from error


def _start(file: IO[bytes]) -> str:
    """Return an answer from a file. Raises `ModelSilent` if it is too long."""
    file.seek(0)
    answer = file.read(MAX_ANSWER_BYTES + 1)
    if len(answer) > MAX_ANSWER_BYTES:
        raise ModelSilent(TOO_LONG)
    return answer.decode(errors="replace")


def _end(file: IO[bytes]) -> str:
    """Return the last characters of a file."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - CHUNK_BYTES))
    return file.read().decode(errors="replace")


def _no_answer(seconds: float) -> str:
    return f"no answer within {seconds:g} s"


@dataclass
class AddressModel:
    """A model behind an OpenAI-compatible address (`http://127.0.0.1:8000/v1`).

    A server that is busy or in trouble is asked again, after the delay that it names, until the timeout.
    """

    address: str
    model: str
    timeout: float = DEFAULT_TIMEOUT_SECONDS
    key: str = field(default="", repr=False)
    settings: dict[str, Any] = field(default_factory=dict)
    """Further fields of the request, such as `temperature`."""

    def __post_init__(self) -> None:
        if not self.address.startswith(("http://", "https://")):
            raise OptionError(
                _("{address!r} isn't an address; it must begin with http:// or https://.").format(address=self.address)
            )

    def __call__(self, messages: list[dict[str, str]]) -> str:
        body = json.dumps({"model": self.model, "messages": messages} | self.settings).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        request = Request(f"{self.address.rstrip('/')}/chat/completions", body, headers)
        end = monotonic() + self.timeout
        try:
            content = json.loads(self._answer(request, end))["choices"][0]["message"]["content"]
        except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError) as error:
            reason = f"{type(error).__name__}: {error}"[:MAX_REASON_CHARACTERS]
            raise ModelSilent(_no_answer(self.timeout) if monotonic() >= end else reason) from error
        if not isinstance(content, str) or not content.strip():
            raise ModelSilent("an empty answer")
        return content

    def _answer(self, request: Request, end: float) -> bytes:
        """Return the body of the answer. Raises `ModelSilent` if the server refuses, or isn't back before the end."""
        delay = FIRST_RETRY_SECONDS
        while True:
            left = max(end - monotonic(), 0.001)
            with opener_for(left) as opener:
                try:
                    with opener.open(request, timeout=left) as answer:
                        body = _body(answer)
                    if monotonic() >= end:  # it may have been cut
                        raise TimeoutError
                    return body
                except HTTPError as error:
                    with error:
                        reason = f"{error}: {error.read(MAX_REASON_CHARACTERS).decode(errors='replace')}"
                    wait = _seconds(error.headers.get("Retry-After"), delay)
                    passes = error.code == RATE_LIMITED or error.code >= SERVER_ERRORS
                    if not passes or monotonic() + wait >= end:
                        raise ModelSilent(reason) from error
            sleep(wait)
            delay *= 2


def _body(answer: HTTPResponse) -> bytes:
    """Return the body of an answer. Raises `ModelSilent` if it is too long."""
    body = b""
    while chunk := answer.read1(CHUNK_BYTES):
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            raise ModelSilent(TOO_LONG)
    return body


def _seconds(told: str | None, otherwise: float) -> float:
    """Return the delay in a header `Retry-After`; dates, which servers of models don't send, aren't read."""
    return float(told) if told is not None and told.isdecimal() else otherwise
