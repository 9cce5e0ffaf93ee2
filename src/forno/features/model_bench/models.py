"""Language models as commands and as OpenAI-compatible addresses."""

from __future__ import annotations

import json
import shlex
import subprocess
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, build_opener

from forno.adapters.text import ModelSilent
from forno.background.http_client import NoRedirects
from forno.bots import children
from forno.core.errors import BotError, OptionError
from forno.core.language import _

DEFAULT_TIMEOUT_SECONDS = 120.0
MAX_ANSWER_BYTES = 1 << 20
MAX_REASON_CHARACTERS = 300
CHUNK_BYTES = 1 << 16
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
        text = "\n\n".join(f"{message['role'].upper()}:\n{message['content']}" for message in messages)
        try:
            process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that it ends with all that it starts
            )
        except (OSError, ValueError) as error:
            raise BotError(
                _("{program!r} can't be started: {error}.").format(program=self.command, error=error)
            ) from error
        children.watch(process.pid)
        with process:
            try:
                answer, complaints = process.communicate(text + "\n", timeout=self.timeout)
            except subprocess.TimeoutExpired as error:
                raise ModelSilent(f"no answer within {self.timeout:g} s") from error
            finally:
                children.end_group(process.pid)
                process.wait()
                children.forget(process.pid)
        if process.returncode or not answer.strip():
            last_line = complaints.strip().rpartition("\n")[2]
            raise ModelSilent(f"exit code {process.returncode}: {last_line[:MAX_REASON_CHARACTERS]}")
        return answer[:MAX_ANSWER_BYTES]


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
        try:
            content = json.loads(self._answer(request))["choices"][0]["message"]["content"]
        except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
            raise ModelSilent(f"{type(error).__name__}: {error}") from error
        if not isinstance(content, str) or not content.strip():
            raise ModelSilent("an empty answer")
        return content

    def _answer(self, request: Request) -> bytes:
        """Return the body of the answer. Raises `ModelSilent` if the server refuses, or doesn't answer in time."""
        end = monotonic() + self.timeout
        opener = build_opener(NoRedirects)
        delay = FIRST_RETRY_SECONDS
        while True:
            try:
                with opener.open(request, timeout=max(end - monotonic(), 0.001)) as answer:
                    return _body(answer, end)
            except HTTPError as error:
                with error:
                    reason = f"{error}: {error.read(MAX_REASON_CHARACTERS).decode(errors='replace')}"
                    wait = _seconds(error.headers.get("Retry-After"), delay)
                    passes = error.code == RATE_LIMITED or error.code >= SERVER_ERRORS
                    if not passes or monotonic() + wait >= end:
                        raise ModelSilent(reason) from error
            sleep(wait)
            delay *= 2


def _body(answer: HTTPResponse, end: float) -> bytes:
    """Return the body of an answer as far as it is read, before `end` by the monotonic clock."""
    body = b""
    while len(body) <= MAX_ANSWER_BYTES and (chunk := answer.read1(CHUNK_BYTES)):
        body += chunk
        if monotonic() >= end:
            raise TimeoutError("the answer takes too long")
    return body


def _seconds(told: str | None, otherwise: float) -> float:
    """Return the delay in a header `Retry-After`; dates, which servers of models don't send, aren't read."""
    return float(told) if told is not None and told.isdecimal() else otherwise
