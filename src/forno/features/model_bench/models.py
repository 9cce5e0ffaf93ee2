"""Language models as commands and as OpenAI-compatible addresses."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import Request

from forno.adapters.text import ModelSilent
from forno.background.http_client import opener_for
from forno.bots import children
from forno.core.errors import BotError, OptionError
from forno.core.language import _

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
                _("{address!r} isn't an address; it begins with http:// or https://.").format(address=self.address)
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
