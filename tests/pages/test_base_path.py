"""The base path: before every address that is written from the root, and before no other."""

from __future__ import annotations

import os

import pytest

from forno.pages import base_path
from forno.pages.base_path import BASE_PATTERN, VARIABLE, at, base, lie_under


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_path, "_base", "")
    monkeypatch.setenv(VARIABLE, "")


def test_at_the_root_addresses_stay_as_they_are() -> None:
    assert base() == ""
    assert at("/t/abc") == "/t/abc"


def test_a_base_path_leads_every_address_from_the_root() -> None:
    lie_under("/games/forno")
    assert base() == "/games/forno"
    assert [at(address) for address in ("/", "/t/abc", "#content", "https://example.org/t")] == [
        "/games/forno/",
        "/games/forno/t/abc",
        "#content",
        "https://example.org/t",
    ]


def test_processes_that_render_for_a_server_hear_of_it() -> None:
    lie_under("/forno")
    assert os.environ[VARIABLE] == "/forno"


@pytest.mark.parametrize(
    ("path", "fine"),
    [
        ("", True),
        ("/forno", True),
        ("/games/forno-2.0~b", True),
        ("forno", False),
        ("/forno/", False),
        ("//forno", False),
        ("/.forno", False),
        ("/pizzeria napolé", False),
        ('/"><script>', False),
    ],
)
def test_a_base_path_is_made_of_plain_names(path: str, fine: bool) -> None:
    assert (BASE_PATTERN.fullmatch(path) is not None) is fine
