"""Sealed deals: everything that went into one counts, and an envelope that was tampered with is refused."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import forno
from forno.cli import main
from forno.core.errors import RecordError, SealError
from forno.core.records import Record
from forno.core.sealing import Envelope, deal_seed, is_number, new_number, seal_of

numbers = st.binary(min_size=32, max_size=32).map(bytes.hex)
additions = st.dictionaries(st.integers(0, 5), numbers)


def envelope_of(secret: str, added: dict[int, str], *left_out: int) -> Envelope:
    promises = {seat: seal_of(number) for seat, number in added.items()}
    return Envelope(seal_of(secret), secret, promises, added, left_out)


def named(seat: int) -> str:
    return f"seat {seat}"


@given(numbers, additions, numbers)
def test_whatever_changes_changes_the_deal(secret: str, added: dict[int, str], other: str) -> None:
    seeds = {deal_seed(secret, added)}
    worlds = [(other, added), (secret, {**added, 6: other})]
    for seat in added:
        worlds.append((secret, {**added, seat: other}))
        worlds.append((secret, {place: number for place, number in added.items() if place != seat}))
        worlds.append((secret, {place + (place == seat) * 7: number for place, number in added.items()}))
    different = {repr((one, sorted(rest.items()))) for one, rest in [(secret, added), *worlds]}
    seeds |= {deal_seed(*world) for world in worlds}
    assert len(seeds) == len(different)


@given(numbers, additions)
def test_anybody_can_work_it_out(secret: str, added: dict[int, str]) -> None:
    text = "forno deal\n" + "\n".join([secret, *(f"{seat} {added[seat]}" for seat in sorted(added))])
    assert deal_seed(secret, added) == sha256(text.encode()).hexdigest()
    envelope_of(secret, added).check(deal_seed(secret, added), named)


@given(numbers, additions.filter(bool), numbers)
def test_a_spoilt_envelope_is_refused_with_a_sentence(secret: str, added: dict[int, str], other: str) -> None:
    whole = envelope_of(secret, added)
    seat = min(added)
    if other in (secret, added[seat]):
        return
    spoilt = [
        replace(whole, seal=other),
        replace(whole, secret=other),
        replace(whole, secret="7"),
        replace(whole, numbers={**added, seat: other}),
        replace(whole, numbers={place: number for place, number in added.items() if place != seat}),
        replace(whole, promises={**whole.promises, seat: other}),
        replace(whole, promises={}),
        replace(whole, left_out=(seat,)),
    ]
    for envelope in spoilt:
        with pytest.raises(SealError) as refused:
            envelope.check(whole.seed, named)
        assert str(refused.value).endswith((".", "!"))
    with pytest.raises(SealError):
        whole.check(other, named)


def test_numbers_are_chance_of_64_digits() -> None:
    drawn = {new_number() for _ in range(100)}
    assert len(drawn) == 100
    assert all(map(is_number, drawn))
    assert not any(map(is_number, ["", "7", "A" * 64, "g" * 64, "0" * 65, "0" * 64 + "\n", None, 7]))


def kept_envelope() -> Envelope:
    """Yellow has added a number; green has promised one, and didn't show it."""
    whole = envelope_of("ab" * 32, {0: "cd" * 32}, 1)
    return replace(whole, promises={**whole.promises, 1: seal_of("ef" * 32)})


def sealed_record() -> str:
    envelope = kept_envelope()
    state = forno.game("mamma-mia", players=3).deal(envelope.seed)
    return str(Record.of(state, envelope))


def test_a_record_keeps_its_envelope() -> None:
    text = sealed_record()
    record = Record.parse(text)
    assert record.envelope == kept_envelope()
    assert str(record) == text
    record.replay()


def test_verify_says_who_was_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.txt"
    path.write_text(sealed_record(), encoding="utf-8")
    assert main(["--language", "en", "verify", str(path)]) == 0
    assert "sealed deal without a number from green, seed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("secret: abab", "secret: abac", "the seal doesn't fit the secret"),
        ("seal: ", "sealed: ", "sealed"),
        ("secret: ", "# secret: ", "the header lacks 'secret'"),
        ("number yellow: cdcd", "number yellow: cdce", "the number of yellow isn't the one that was promised"),
        ("number yellow: ", "number purple: ", "no seat 'purple'"),
        ("number yellow: ", "# number yellow: ", "the seed doesn't come from"),
        ("left out: ", "left out: yellow ", "yellow can't add a number and be left out"),
        ("promise yellow: ", "promise yellow: x", "64 digits"),
        ("seed: ", "seed: 0", "the seed doesn't come from"),
        (
            "left out: green",
            "# nobody",
            "green promised a number that isn't here, and isn't named among",
        ),
        ("left out: green", "left out: brown", "green promised a number that isn't here"),
    ],
)
def test_a_record_with_a_spoilt_envelope_is_refused(wrong: str, right: str, told: str) -> None:
    text = sealed_record()
    assert wrong in text
    with pytest.raises(RecordError) as refused:
        Record.parse(text.replace(wrong, right)).replay()
    assert told in str(refused.value)
    assert refused.value.line is not None
