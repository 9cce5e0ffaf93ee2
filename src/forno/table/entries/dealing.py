"""Entries that deal the cards, from a seed or from numbers that seats add to a sealed secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from forno.core.errors import SealError, UnknownRules
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.sealing import is_number, seal_of
from forno.core.seeds import settled_seed
from forno.table.closing import RulesMissing
from forno.table.entries.base import Entry
from forno.table.errors import BadSetting, WrongPhase
from forno.table.games import begun_game
from forno.table.history import Part, Steps

if TYPE_CHECKING:
    from forno.table.state import TableState

MAX_WAIT_SECONDS: Final = 60.0


@dataclass(frozen=True)
class NumberPromised(Entry):
    """A seat has drawn a number for the deal, and tells its hash."""

    kind = "promised"

    seat: int
    promise: str

    def check(self, table: TableState) -> None:
        table.check_gathering()
        check_sealed(table)
        table.check_person(self.seat)
        check_hash(self.promise)

    def apply(self, table: TableState) -> None:
        table.deal = replace(table.deal, promises={**table.deal.promises, self.seat: self.promise})


@dataclass(frozen=True)
class NumbersCalled(Entry):
    """The host starts: seats that promised a number show it now. Nobody comes or goes any more."""

    kind = "called"

    patience: float
    """Seconds after which the cards are dealt without the numbers that are missing."""

    def check(self, table: TableState) -> None:
        table.check_gathering()
        check_sealed(table)
        table.check_complete()
        if not 0 <= self.patience <= MAX_WAIT_SECONDS:
            raise BadSetting(_("The wait for numbers must be 0 to {most} seconds.").format(most=MAX_WAIT_SECONDS))

    def apply(self, table: TableState) -> None:
        table.deal = replace(table.deal, called=self.time, patience=self.patience)


@dataclass(frozen=True)
class NumberShown(Entry):
    """A seat shows the number that it promised."""

    kind = "shown"

    seat: int
    number: str

    def check(self, table: TableState) -> None:
        deal = table.deal
        if table.phase != "gathering" or deal.called is None:
            raise WrongPhase(
                _("Numbers can be shown only after the host has started the game and before the cards are dealt.")
            )
        table.check_seat(self.seat)
        check_hash(self.number)
        if deal.promises.get(self.seat) != seal_of(self.number):
            raise SealError(_("This isn't the number that was promised for this seat."))
        if self.seat in deal.numbers:
            raise WrongPhase(_("This seat has shown its number already."))

    def apply(self, table: TableState) -> None:
        table.deal = replace(table.deal, numbers={**table.deal.numbers, self.seat: self.number})


@dataclass(frozen=True)
class Started(Entry):
    """The cards are dealt from this seed, and the game is played by these rules to its end."""

    kind = "started"
    added: ClassVar[Mapping[str, Any]] = {"rules": None, "deck": None}

    seed: int | str
    rules: int | None
    """Version of the game's rules; `None` in older logs."""
    deck: str | None
    """Fingerprint of the game's deck; `None` in older logs."""

    def check(self, table: TableState) -> None:
        table.check_begun()
        if table.phase != "gathering":
            raise WrongPhase(_("The game has started; that was only possible before."))
        table.check_complete()
        settled_seed(self.seed)
        if table.sealed:
            if not table.deal.ready(self.time):
                raise WrongPhase(_("The cards are still being shuffled. Wait a moment."))
            if self.seed != table.deal.seed:
                raise SealError(_("The cards of this table must be dealt from the sealed numbers."))
        if (self.rules, self.deck) != (table.game.rules_version, table.game.deck_hash):
            raise BadSetting(_("A game must be dealt by the current rules, with the deck of the table."))
        if table.origin is not None and self.seed != table.origin.seed:
            raise BadSetting(_("Only a new table can continue a finished game, and only with the same cards."))

    def apply(self, table: TableState) -> Sequence[Part]:
        table.secret = table.deal.secret or self.seed
        table.started = self.time
        table.unasked = self.rules is None
        try:
            game = begun_game(table.game.name, table.options, table.deck_text, self.rules)
        except UnknownRules:
            game = None
        if game is None or self.deck not in (None, game.deck_hash):
            table.closed = RulesMissing(self.rules, table.game.rules_version)
            return ()
        table.game = game
        origin = table.origin
        table.state, steps = begin(game, self.seed, () if origin is None else origin.actions)
        parts = list(table.tell(steps, self.time))
        while origin is not None and table.question is not None:
            parts += table.tell_rest(self.time)  # that was answered at the other table
        return parts


def begin(game: Game, seed: int | str, actions: Iterable[int] = ()) -> tuple[State, Steps]:
    """Deal the cards and play these actions. Returns the state, and what happened step by step.

    Raises `IllegalAction`.
    """
    state = game.deal(seed)
    steps = [state.events]
    for action in actions:
        steps.append(state.apply(action))
    return state, steps


def check_sealed(table: TableState) -> None:
    """Raise `WrongPhase` at a table whose deal isn't sealed."""
    if not table.sealed:
        raise WrongPhase(_("The deal of this table isn't sealed, so nobody can add a number to it."))


def check_hash(text: str) -> None:
    """Raise `SealError` for what is neither a number of a sealed deal nor the hash of one."""
    if not is_number(text):
        raise SealError(_("A number of a sealed deal, or its hash, must have 64 digits, 0 to 9 and a to f."))
