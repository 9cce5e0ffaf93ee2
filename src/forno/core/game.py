"""The contract: what a game, its states, its actions and its end are.

The docstrings here are the specification. `forno.testing` checks every invariant named in them for any game
that is given to it, ours or a third party's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Protocol, Self, SupportsIndex, TypeVar

from forno.core.errors import (
    AmbiguousNotation,
    IllegalAction,
    InvalidNotation,
    Shown,
    UnknownSeat,
    Unobservable,
    WrongArgument,
)
from forno.core.events import Event, SeatEvent
from forno.core.language import ENGLISH, _, language, ngettext
from forno.core.observing import MEMORY, Observer
from forno.core.outcomes import Outcome
from forno.core.views import Memory, OwnPlace, View

if TYPE_CHECKING:
    from forno.core.positions import Position
    from forno.core.states import Reduced

SET_ONCE = frozenset({"players", "colours", "options", "actions", "deck_hash"})
"""Attributes of a game that can be set only once."""
MAX_NOTATION_CHARACTERS = 1000
"""Maximum number of characters of a text that may name an action."""

Kind = TypeVar("Kind")


class Options(dict[str, Any]):
    """The options of a game: a dictionary that can't be changed, but copied, pickled and encoded."""

    def _refuse(self, *args: Any, **named: Any) -> NoReturn:
        raise TypeError("the options of a game are settled when it is made; make another game.")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Reduced:
        return Options, (dict(self),)


class Action(Protocol):
    """One answer to one question: a frozen dataclass. `str(action)` is its notation."""

    def __str__(self) -> str: ...


class State(Protocol):
    """A game in progress: mutable, small, cheap to copy. `repr` says which game and how far it is.

    It answers who decides, between what, and what comes of it. It knows everything; what a seat may know
    leaves it through `view` and through events alone.
    """

    quiet: bool
    """On: `apply` neither checks the action nor tells events. For search, which only applies legal actions."""

    @property
    def game(self) -> Game: ...

    @property
    def seat(self) -> int:
        """The seat that decides now; when the game is over, the seat that decided last."""

    @property
    def is_over(self) -> bool: ...

    @property
    def turn(self) -> int:
        """The number of the turn under way. It never falls. A line of a record is what one seat decides in one turn."""

    @property
    def events(self) -> Sequence[Event]:
        """Events of the latest step; of a state just dealt, those of the deal; of a clone, none yet."""

    @property
    def seed(self) -> int | str | None:
        """The seed that the game was dealt from; `None` for a position, built by hand or sampled."""

    @property
    def built_from(self) -> Position | None:
        """The position built by hand from which the game went on; `None` for a game that was dealt or sampled."""

    @property
    def outcome(self) -> Outcome:
        """Outcome of the game. Raises `IllegalAction` while it goes on."""

    def legal_actions(self) -> list[int]:
        """Return the numbers of all actions allowed now: ascending, never empty, the caller's to keep.

        This list is the rule: `apply` refuses everything else. A question with one answer isn't asked, except
        for acts that are always the player's own (`Game.always_asked`). Empty when the game is over.
        """

    def apply(self, chosen: SupportsIndex, /) -> Sequence[Event]:
        """Apply an action and all that follows without a decision; return the events (none if `quiet`).

        Any whole number does, NumPy's too. Raises `IllegalAction` and leaves the state as it was if the action isn't
        legal, or is no whole number at all.
        """

    def view(self, seat: int | None) -> View:
        """Return the view of a seat; `None` is a spectator. Raises `UnknownSeat` for a seat that isn't there.

        Equal after everything that the seat can't know has been dealt anew.
        """

    def clone(self) -> Self:
        """Return an independent copy: nothing that happens to one shows in the other.

        `copy.deepcopy` gives the same, and so does `pickle`, also in another process.
        """

    def history(self) -> list[int]:
        """Return all actions applied since the deal."""

    def census(self) -> Mapping[str, int]:
        """Return the number of all cards and pieces by name. It never changes in the course of a game."""


class Game(ABC):
    """One game with its options settled: number of players, edition, deck.

    It never changes: what is named below can be set once, and what it holds can't be changed. Games are equal if they
    are of one kind and version, with equal options and decks; then their views are compared like those of one game. A
    copy of a game is the game itself, and a pickle makes an equal one.
    """

    name: ClassVar[str]
    """The name in the registry: `mamma-mia`."""
    rules_version: ClassVar[int]
    """1 at first, and raised when the same seed and actions would lead elsewhere than before, or an action's number
    would mean another action."""
    always_asked: ClassVar[tuple[type, ...]] = ()
    """Kinds of actions that are asked for even if only one is legal: acts that are always the player's own."""

    players: int
    colours: tuple[str, ...]
    """Names of the seats, clockwise."""
    options: Mapping[str, Any]
    """All options with their values, as records and tables keep them; the deck is not among them. One that came
    later may be left out where it is off, so that records stay as they were."""
    actions: Sequence[Action]
    """The whole vocabulary, fixed for these options. An action's number is its place here."""
    deck_hash: str
    """A fingerprint of the deck's cards."""
    longest: int = 100_000
    """Upper bound of the number of decisions."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in SET_ONCE and name in vars(self):
            raise AttributeError(f"{name!r} of a game is settled when it is made; make another game.")
        if name == "options":
            value = Options(value)
        elif name == "actions":
            value = tuple(value)
        super().__setattr__(name, value)

    def made_from(self) -> dict[str, Any]:
        """Return what makes an equal game, `type(game)(**game.made_from())`: the options, and a deck if any."""
        return dict(self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (
            type(self) is type(other) and self.deck_hash == other.deck_hash and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash((type(self), self.deck_hash, self.players))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Reduced:
        return _unpickled_game, (type(self), self.made_from())

    @abstractmethod
    def deal(self, seed: int | str, *, quiet: bool = False) -> State:
        """Return a new game. The same seed deals the same game on every platform and version of Python."""

    @abstractmethod
    def position(self, *args: Any, **piles: Any) -> State:
        """Return a state built by hand, every pile named: for tests, puzzles and rulings.

        It remembers how it was built, and its record builds it again: so piles are named in texts, numbers and lists
        of them. Raises `PositionError` with the reason if one is missing, unknown or of another type, or no game could
        come to it.
        """

    @abstractmethod
    def memory(self, seat: int | None) -> Memory:
        """Return an empty perfect memory for a seat: feed it the events of the game as that seat sees them.

        Raises `UnknownSeat` for a seat that isn't there.
        """

    def with_memory_aid(self) -> Game | None:
        """Return the same game with the memory aid; `None` if there is none to give."""
        return None

    def observer(self, knowledge: str = MEMORY) -> Observer:
        """Return an observer, which writes what a seat knows as numbers: what it sees now, remembers, or everything.

        See `forno.core.observing`. Raises `Unobservable` for a game that doesn't say.
        """
        raise Unobservable(_("{game} has no observations: its games need a method 'observer'.").format(game=self.name))

    def follows(self, rules: int) -> bool:
        """Return whether a game begun under that version of the rules goes on here exactly as it would have there.

        Where a new version leaves some options as they were, they still follow the old one, and may say so.
        """
        return rules == self.rules_version

    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        """Return the ways in which the awaited seat can complete its turn, if the game knows them without trying.

        Each action leads to those that may follow it. Equal to what `forno.table.composing` finds by trying everything,
        which is asked where this is `None`, as it must be for more than `most` nodes; or cut where a game rather asks
        one by one: an action whose followers are left out can be sent by itself.
        """
        return None

    @property
    def has_places(self) -> bool:
        """Whether a seat's own place is less than its view: then it changes only with what concerns that seat."""
        return type(self).own_place is not Game.own_place

    def own_place(self, state: State, seat: int) -> OwnPlace:
        """Return what only the seat's own place shows. Everything that everybody sees is shown without it.

        By default the whole view. A game that has less to show promises that it is equal before and after whatever
        doesn't concern the seat (`Event.concerns`), unless the seat is awaited.
        """
        return state.view(seat)

    def check_seat(self, seat: int | None) -> int | None:
        """Return the seat as an `int`, or a spectator's `None`. Raises `UnknownSeat` for a seat that isn't there."""
        number = seat if seat is None or type(seat) is int else whole(seat)
        if number is not None and not 0 <= number < self.players:
            raise UnknownSeat(
                _("there is no seat {seat}; there are 0 to {last}, and None for a spectator.").format(
                    seat=Shown(seat), last=self.players - 1
                )
            )
        return number

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat in records and programs: its colour."""
        return self.colours[seat]

    def say_seat(self, seat: int) -> str:
        """Return the name of a seat for people: its colour, in the language of the context."""
        return _(self.colours[seat])

    def say_seats(self) -> list[str]:
        """Return the names of all seats for people."""
        return [self.say_seat(seat) for seat in range(self.players)]

    def say(self, action: int) -> str:
        """Return the action as a phrase in the language of the context: `draw from the waiter`."""
        return str(self.actions[action])

    def choice(self, action: int) -> str:
        """Return the action as plain text for people: its notation in English, the phrase in other languages."""
        return str(self.actions[action]) if language() == ENGLISH else self.say(action)

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        """Return an event as a sentence. Hidden parts of it aren't told.

        The seats are called by the names given, or else by their colours; `you` is spoken to: "You pass."
        """

    def tell_all(
        self, events: Iterable[Event], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[tuple[int | None, str]]:
        """Return consecutive events as sentences, each with the seat that acted; one sentence may tell several."""
        told = ((event, self.tell(event, names, you)) for event in events)
        return [(event.seat if isinstance(event, SeatEvent) else None, text) for event, text in told if text]

    @abstractmethod
    def show(self, view: View) -> str:
        """Return a view as plain text, for terminals and golden files."""

    def ask(self, view: View) -> str:
        """Return the question that the view's actions answer, as a sentence to its seat."""
        return _("Choose what to do.")

    def parse(self, text: str, among: Iterable[int] | None = None) -> int:
        """Return the number of the action that a text names, among all actions or only those given.

        `parse(str(action))` gives the action back. Fewer words do if they can mean only one of the actions.
        """
        if not isinstance(text, str):
            raise InvalidNotation(_("an action is named by a text, not by {value!r}.").format(value=Shown(text)))
        numbers = range(len(self.actions)) if among is None else list(among)
        if len(text) > MAX_NOTATION_CHARACTERS:
            text = text[:MAX_NOTATION_CHARACTERS] + "…"  # which no action's name has
        words = text.lower().split()
        named = self._numbers.get(" ".join(words))
        if named is not None and named in numbers:
            return named
        notations = self._notations
        found = [number for number in numbers if words and _has_words(notations[number], words)]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousNotation(
                _("{text!r} can mean {actions}; say which.").format(text=Shown(text), actions=_some(self, found))
            )
        if among is not None:
            try:
                known = self.parse(text)
            except (InvalidNotation, AmbiguousNotation):
                pass
            else:
                raise IllegalAction(_not_allowed(self, known, numbers))
        raise InvalidNotation(
            _("{text!r} isn't an action here; try {actions}.").format(text=Shown(text), actions=_some(self, numbers))
        )

    @cached_property
    def _notations(self) -> tuple[str, ...]:
        """Notations of all actions, cached, since reading one compares it with all."""
        return tuple(map(str, self.actions))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {notation: number for number, notation in enumerate(self._notations)}

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.made_from().items())
        return f"forno.game({self.name!r}{options})"


def _unpickled_game(kind: type[Game], options: Mapping[str, Any]) -> Game:
    """Make a game from its pickle; games without a deck of their own are shared."""
    return kind(**options) if "deck" in options else _shared_game(kind, tuple(options.items()))


@lru_cache(maxsize=64)
def _shared_game(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(options))


def whole(action: object) -> int:
    """Return the number of an action given as any type of whole number; -1, which no action has, for other values."""
    try:
        return -1 if isinstance(action, bool) else index(action)  # type: ignore[arg-type]
    except Exception:  # it is no number, or its type can't say which
        return -1


def instance(value: object, kind: type[Kind]) -> Kind:
    """Return the value if it is of that type. Raises `WrongArgument` otherwise."""
    if not isinstance(value, kind):
        raise WrongArgument(_("this takes a {type}, not {value!r}.").format(type=kind.__name__, value=Shown(value)))
    return value


def refusal(state: State, action: object, among: Sequence[int] | None = None) -> str:
    """Return the error text for a refused action, with the legal actions, or those given."""
    game = state.game
    if state.is_over and among is None:
        return _("the game is over; nothing can be done any more.")
    legal = state.legal_actions() if among is None else among
    number = whole(action)
    if not 0 <= number < len(game.actions):
        return _("{action!r} isn't an action of this game, which has 0 to {last}; choose from {actions}.").format(
            action=Shown(action), last=len(game.actions) - 1, actions=_some(game, legal)
        )
    return _not_allowed(game, number, legal)


def _not_allowed(game: Game, action: int, legal: Sequence[int]) -> str:
    return _("{action!r} isn't allowed now; choose from {actions}.").format(
        action=game.choice(action), actions=_some(game, legal)
    )


def _has_words(notation: str, words: Sequence[str]) -> bool:
    """Return whether every word begins some word of the notation; numbers must match as a whole."""
    parts = notation.replace("-", " ").split() + notation.split()
    return all(any(part == word if word.isdigit() else part.startswith(word) for part in parts) for word in words)


def _some(game: Game, actions: Sequence[int]) -> str:
    shown = ", ".join(f"{game.choice(action)!r}" for action in actions[:12])
    more = len(actions) - 12
    if more <= 0:
        return shown
    return ngettext("{actions} and {n} more", "{actions} and {n} more", more).format(actions=shown, n=more)
