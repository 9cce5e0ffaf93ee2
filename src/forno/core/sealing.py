"""Sealed deals: seeds made of a secret and the players' numbers, so that nobody chooses the cards; and the check.

Whoever deals draws a secret and shows its seal, a hash, before anybody else adds anything. Every other player draws a
number and promises it, again by a hash. Once all promises are known the numbers are shown, and the seed is the hash of
all of them together with the secret, which stays hidden until the game is over. `docs/sealed-deals.md` says what that
proves, and what it doesn't.

Secrets, numbers and all hashes are texts of 64 hexadecimal digits, and what is hashed is text, so that any program
can check it: `printf %s NUMBER_PREFIX | sha256sum`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from forno.core.errors import SealError
from forno.core.language import _

HEX_DIGITS: Final = 64
FIRST_LINE: Final = "forno deal"
"""First line of the text whose hash is the seed."""
SEAL: Final = "seal"
SECRET: Final = "secret"
PROMISE_PREFIX: Final = "promise "
NUMBER_PREFIX: Final = "number "
LEFT_OUT: Final = "left out"
_HEX: Final = re.compile(f"[0-9a-f]{{{HEX_DIGITS}}}", re.ASCII)


def new_number() -> str:
    """Return a secret, or what a player adds: 256 bits of chance."""
    from secrets import token_hex  # most deals aren't sealed

    return token_hex(HEX_DIGITS // 2)


def is_number(text: object) -> bool:
    """Return whether it is a text of 64 hexadecimal digits, as secrets, numbers and hashes are."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def seal_of(number: str) -> str:
    """Return the seal of a secret, and the promise of a number: nobody finds what is behind it."""
    return sha256(number.encode()).hexdigest()


def deal_seed(secret: str, numbers: Mapping[int, str]) -> str:
    """Return the seed that follows from the secret and from what each seat added."""
    lines = [FIRST_LINE, secret, *(f"{seat} {number}" for seat, number in sorted(numbers.items()))]
    return sha256("\n".join(lines).encode()).hexdigest()


@dataclass(frozen=True)
class Envelope:
    """Inputs of a sealed deal, opened after the game."""

    seal: str
    secret: str
    promises: Mapping[int, str] = field(default_factory=dict)
    """The hash of each seat's number, as everybody saw it before the first number was shown."""
    numbers: Mapping[int, str] = field(default_factory=dict)
    left_out: Sequence[int] = ()
    """The people who added nothing: they promised none, or didn't show it in time."""

    @property
    def seed(self) -> str:
        """The seed that the cards were dealt from."""
        return deal_seed(self.secret, self.numbers)

    def check(self, seed: object, seat_name: Callable[[int], str]) -> None:
        """Raise `SealError` with what doesn't fit, if the seed isn't what was sealed and promised."""
        given = [self.seal, self.secret, *self.promises.values(), *self.numbers.values()]
        if wrong := next((text for text in given if not is_number(text)), None):
            raise SealError(
                _("{text!r} isn't a number of a sealed deal; those have {digits} digits, 0 to 9 and a to f.").format(
                    text=wrong[:20], digits=HEX_DIGITS
                )
            )
        if seal_of(self.secret) != self.seal:
            raise SealError(_("the seal doesn't fit the secret: something else was sealed before the deal."))
        for seat, number in self.numbers.items():
            if self.promises.get(seat) != seal_of(number):
                raise SealError(_("the number of {seat} isn't the one that was promised.").format(seat=seat_name(seat)))
            if seat in self.left_out:
                raise SealError(_("{seat} can't add a number and be left out.").format(seat=seat_name(seat)))
        if seed != self.seed:
            raise SealError(_("the seed doesn't come from the secret and the numbers: these cards weren't sealed."))
        for seat in self.promises:
            if seat not in self.numbers and seat not in self.left_out:
                raise SealError(
                    _("{seat} promised a number that isn't here, and isn't named among those left out.").format(
                        seat=seat_name(seat)
                    )
                )

    def lines(self, seat_name: Callable[[int], str]) -> list[str]:
        """Return the lines of a record that stand above the seed."""
        told = [f"{SEAL}: {self.seal}", f"{SECRET}: {self.secret}"]
        for seat, promise in sorted(self.promises.items()):
            told.append(f"{PROMISE_PREFIX}{seat_name(seat)}: {promise}")
            if seat in self.numbers:
                told.append(f"{NUMBER_PREFIX}{seat_name(seat)}: {self.numbers[seat]}")
        return [*told, f"{LEFT_OUT}: {' '.join(map(seat_name, self.left_out))}"] if self.left_out else told

    @classmethod
    def read(cls, heads: Mapping[str, str], seats: Iterable[str]) -> Envelope | None:
        """Return the sealed deal in a record's header, with seats by name; `None` without one. Raises `SealError`."""
        if not any(map(is_sealing, heads)):
            return None
        places = {name: place for place, name in enumerate(seats)}

        def place(name: str) -> int:
            if name not in places:
                raise SealError(_("there is no seat {seat!r} at this table.").format(seat=name))
            return places[name]

        def by_seat(what: str) -> dict[int, str]:
            found = {head.removeprefix(what): text for head, text in heads.items() if head.startswith(what)}
            return {place(name.strip()): text for name, text in found.items()}

        for key in (SEAL, SECRET):
            if key not in heads:
                raise SealError(_("the header lacks {key!r}.").format(key=key))
        left_out = tuple(map(place, heads.get(LEFT_OUT, "").split()))
        return cls(heads[SEAL], heads[SECRET], by_seat(PROMISE_PREFIX), by_seat(NUMBER_PREFIX), left_out)


def is_sealing(head: str) -> bool:
    """Return whether a line of a record's header tells of a sealed deal."""
    return head in (SEAL, SECRET, LEFT_OUT) or head.startswith((PROMISE_PREFIX, NUMBER_PREFIX))
