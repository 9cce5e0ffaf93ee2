"""Subscriptions: channels that fail are switched off, and signed links do one thing for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from forno.core.plain import read_stored
from forno.features.notices.subscriptions import (
    CONFIRM,
    MAX_FAILURES,
    STOP,
    Subscription,
    Subscriptions,
    list_namespace,
    subscription_text,
)
from forno.features.your_tables.seat_cookie import Kept
from forno.store.dumps import NOTICES_PREFIX
from forno.table.keys import key_hash
from tests.loops import run

MINE = Subscription(key_hash("key-anna"), "it", targets={"mail": "anna@example.org", "push": ""})


class Texts:
    """Key-values in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.meanwhile: dict[tuple[str, str], str] = {}
        """Stored by somebody else just before the next replacement."""

    async def get(self, namespace: str, key: str) -> str:
        return self.kept.get((namespace, key), "")

    async def put(self, namespace: str, texts: Mapping[str, str]) -> None:
        self.kept |= {(namespace, key): text for key, text in texts.items()}

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        self.kept |= self.meanwhile
        self.meanwhile = {}
        if self.kept.get((namespace, key), "") != old:
            return False
        self.kept[namespace, key] = new
        return True


@pytest.fixture
def texts() -> Texts:
    return Texts()


def subscriptions(texts: Texts, secret: str = "olives") -> Subscriptions:
    return Subscriptions(cast(Any, SimpleNamespace(key_values=texts)), secret)


def test_a_subscription_is_read_as_it_was_stored() -> None:
    assert read_stored(Subscription, subscription_text(MINE)) == MINE
    assert [read_stored(Subscription, text) for text in ("", "{}", "[", '{"colour": 7}')] == [None] * 4


def test_a_channel_that_fails_again_and_again_is_switched_off() -> None:
    told = MINE
    for _ in range(MAX_FAILURES - 1):
        told = told.after_failure("mail", "anna@example.org", gone=False)
    assert told.target("mail") == "anna@example.org"
    assert told.after_failure("mail", "anna@example.org", gone=False).target("mail") == ""
    assert MINE.after_failure("mail", "anna@example.org", gone=True).target("mail") == ""


def test_a_success_forgets_the_failures_before() -> None:
    failed = MINE.after_failure("mail", "anna@example.org", gone=False)
    assert failed.failures == {"mail": 1}
    assert failed.after_success("mail", "anna@example.org") == MINE


def test_what_happened_at_another_address_says_nothing_of_this_one() -> None:
    assert MINE.after_failure("mail", "old@example.org", gone=True) is MINE
    failed = MINE.after_failure("mail", "anna@example.org", gone=False)
    assert failed.after_success("mail", "old@example.org") is failed


def test_notices_go_somewhere_or_will_once_an_address_is_confirmed() -> None:
    assert MINE.reachable
    assert Subscription("k", unconfirmed="anna@example.org").reachable
    assert not Subscription("k", targets={"mail": ""}).reachable


def test_a_change_loses_nothing_that_is_stored_meanwhile(texts: Texts) -> None:
    kept, place = subscriptions(texts), (NOTICES_PREFIX + "one", "0")
    run(kept.write("one", 0, MINE))
    failed = MINE.after_failure("mail", "anna@example.org", gone=False)
    texts.meanwhile = {place: subscription_text(failed)}
    run(kept.change("one", 0, lambda found: found.after_failure("mail", "anna@example.org", gone=False)))
    after = run(kept.read("one", 0))
    assert after is not None
    assert after.failures == {"mail": 2}
    run(kept.stop("one", 0))
    run(kept.change("one", 0, lambda found: found))
    assert run(kept.read("one", 0)) is None, "a change brings nothing back"


def test_only_the_key_that_switched_them_on_finds_and_forgets_them(texts: Texts) -> None:
    kept = subscriptions(texts)
    run(kept.write("one", 0, MINE))
    run(kept.forget([Kept("one", {0: "key-bruno"})]))
    assert run(kept.of([Kept("one", {0: "key-anna"})])) == [("one", 0, MINE)]
    [told] = run(kept.export([Kept("one", {0: "key-anna"})]))
    assert "key" not in told
    assert told["targets"]["mail"] == "anna@example.org"
    run(kept.forget([Kept("one", {0: "key-anna"})]))
    assert run(kept.read("one", 0)) is None


def test_a_signed_link_does_one_thing_for_one_seat(texts: Texts) -> None:
    kept = subscriptions(texts)
    run(kept.write("one", 0, MINE))
    run(kept.write("one", 1, MINE))
    _empty, _notices, action, table, seat, signature = kept.link(STOP, "one", 0, MINE).split("/")
    assert (action, table, seat) == (STOP, "one", "0")
    assert run(kept.find_signed(STOP, "one", 0, signature)) == MINE
    for others in ((CONFIRM, "one", 0), (STOP, "one", 1), (STOP, "two", 0), ("read", "one", 0), (STOP, "o/ne", 0)):
        assert run(kept.find_signed(*others, signature)) is None
    assert run(kept.find_signed(STOP, "one", 0, "é" + signature[1:])) is None
    run(kept.stop("one", 0))
    assert run(kept.find_signed(STOP, "one", 0, signature)) is None
    run(kept.write("one", 0, MINE))
    assert run(subscriptions(texts, "another secret").find_signed(STOP, "one", 0, signature)) is None


def test_the_store_isnt_asked_for_what_names_no_table(texts: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Texts, "get")
    for odd in ("a\0b", "../one", "\ud800"):
        assert run(subscriptions(texts).find_signed(STOP, odd, 0, "")) is None


def test_a_confirmation_is_for_one_address(texts: Texts) -> None:
    kept = subscriptions(texts)
    waiting = Subscription("k", unconfirmed="anna@example.org")
    signature = kept.link(CONFIRM, "one", 0, waiting).rpartition("/")[2]
    run(kept.write("one", 0, waiting))
    assert run(kept.find_signed(CONFIRM, "one", 0, signature)) == waiting
    run(kept.write("one", 0, Subscription("k", unconfirmed="bruno@example.org")))
    assert run(kept.find_signed(CONFIRM, "one", 0, signature)) is None


def test_a_daily_list_doesnt_name_its_address() -> None:
    assert "anna" not in list_namespace("anna@example.org", 1e9)
    assert list_namespace("anna@example.org", 1e9) != list_namespace("anna@example.org", 2e9)
