"""Critics: what reviews need of a game: how a position plays out, which orders failed, and how to put it into words.

A game names its critic in its registration (`GameInfo.critic`). One that names none is judged by its rules alone:
worlds are played out at random, no order is known to have failed, and every mistake is of one kind.

What a critic finds is plain data (`Facts`), so that reviews can be stored; it is put into words when it is shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from forno.bots.ignorance import Ignorance
from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.language import N_, _, fixed, listed, pgettext
from forno.core.outcomes import Outcome
from forno.core.plugins import load
from forno.core.registry import game_info
from forno.core.views import Memory, View

DEFAULT_PLAYOUTS = 200
"""Playouts for a decision where the game names no number."""
CHOICE: Final = "choice"
"""The kind of every mistake where a game names no kinds."""
RIVAL_LOSS: Final = 0.03
"""Smallest loss of another seat's winning chance that is told as a reason."""
MISHAP: Final = "mishap"
"""The stroke of bad luck that has no name of its own."""

Turn = tuple[int, ...]
Facts = Mapping[str, Any]
"""JSON data: numbers, texts, lists and mappings of them."""


class PlayedOut(NamedTuple):
    """Result of a playout."""

    shares: list[float]
    """Each seat's chance to win."""
    scores: Sequence[float]
    """Score of each seat then, by the count that decides the game."""
    orders: frozenset[str]
    """The orders of the reviewed seat that were completed."""


@dataclass(frozen=True)
class Failure:
    """An order that a seat counted on, and that failed."""

    order: str
    """Name of the order within the game."""
    staked: int
    """Index of the action, counted from the deal, with which the seat committed to the order."""
    failed: int
    """Index of the action after which the failure was certain."""
    facts: Facts = field(default_factory=dict, compare=False)
    """Causes of the failure."""
    guess: bool = False
    """Whether the seat may have had something else in mind."""
    given_up: bool = False
    """Whether the seat could have completed the order, and chose not to."""


@dataclass(frozen=True)
class Case:
    """A turn that was worse than another, as its seat could know it."""

    view: View
    memory: Memory
    told: Sequence[Sequence[Event]]
    """Events that the seat saw at the deal and after each action before the turn."""
    kind: str
    chosen: Turn
    best: Turn
    worlds: Sequence[State]
    """Some sampled states in agreement with what the seat knew."""
    odds: Mapping[str, tuple[float, float]]
    """Chances to complete each order, after the chosen and after the better turn."""
    shares: tuple[Sequence[float], Sequence[float]] = ((), ())
    """Everybody's chances to win, after the chosen and after the better turn."""

    def rival(self) -> list[Any]:
        """Return the other seat that the better turn holds back most, with its chance to win after each turn.

        Empty where no other seat clearly loses by it.
        """
        losses = [
            (chosen - better, seat, chosen, better)
            for seat, (chosen, better) in enumerate(zip(*self.shares, strict=True))
            if seat != self.view.seat
        ]
        lost, seat, chosen, better = max(losses, default=(0.0, 0, 0.0, 0.0))
        return [seat, chosen, better] if lost >= RIVAL_LOSS else []


class Critic(ABC):
    """A game's knowledge for reviews: the `Knowledge` of a search, the fate of orders, and words.

    All states passed in are quiet. What isn't abstract says what is true of any game.
    """

    playouts: int
    """Number of playouts for a decision: as many as a review has time for. Where it is close they are
    played out a few times as often."""
    score_step: float = 1e9
    """Loss of score that matters even where the game is decided; as bad as 3% of winning chance."""
    kinds: Mapping[str, str] = {CHOICE: N_("Other choices")}
    """Titles of the kinds of mistakes, to be translated."""
    strokes: Mapping[str, str] = {MISHAP: N_("Plain bad luck")}
    """Titles of the strokes of bad luck, to be translated."""
    game: Game

    @abstractmethod
    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        """See `forno.bots.search.Knowledge`."""

    @abstractmethod
    def rollout(self, state: State, luck: Random) -> list[float]:
        """See `forno.bots.search.Knowledge`."""

    @abstractmethod
    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        """Play the state out, as far as it makes sense.

        `before` is the state before the turn that led to it: orders that the turn itself completes count, too.
        """

    @abstractmethod
    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        """Return the failed orders of a seat, given the events it saw at the deal and after each action."""

    @abstractmethod
    def title(self, seat: int, order: str) -> str:
        """Return the displayed name of an order, in the current language."""

    def stage(self, view: View) -> int:
        """Return the number of the round or day: a risk that is taken again in it counts once."""
        return 0

    def draws(self, seat: int, events: Sequence[Event]) -> bool:
        """Return whether these events gave the seat cards by chance that `redeal` can deal anew."""
        return False

    def redeal(self, state: State, seat: int, events: Sequence[Event], chance: Chance) -> None:
        """Deal the cards anew that the seat has just drawn in these events, from what it could have drawn.

        `state` is sampled from what the seat knows then, and is changed in place.
        """
        raise NotImplementedError

    def moments(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Facts]:
        """Return the moment (round and turn, day and phase) at the deal and after each action."""
        return [{} for _events in told]

    def parts(self, view: View, chosen: Turn, best: Turn) -> list[tuple[str, Turn]]:
        """Return the differences of two turns: the kind of mistake, and the chosen turn with this part mended.

        The review takes the part that gains most. Turns that aren't legal are left out.
        """
        return [(CHOICE, best)]

    def needs_memory(self, view: View) -> bool:
        """Return whether a decision may depend on something that the seat has seen and that is hidden since."""
        return True

    def reason(self, case: Case) -> Facts | None:
        """Return why the better turn is better; `None` if that can't be told, so that the mistake isn't shown.

        Mistakes of one kind, round or day with the same `wish` in their facts are the same one made again.
        """
        return {}

    def news(self, seat: int, events: Sequence[Event], rose: bool) -> Facts:
        """Return what happened in events that raised or lowered the seat's chance; empty for nothing in particular."""
        return {}

    def stroke(self, facts: Facts) -> str:
        """Return which of the `strokes` some news or a failed order was, by its facts."""
        return MISHAP

    def say_moment(self, moment: Facts) -> str:
        """Return a moment as a phrase: `round 2, turn 3`."""
        return ""

    def say_turn(self, seat: int, turn: Turn, reason: Facts, other: Turn = ()) -> str:
        """Return a turn as a verb phrase in the infinitive: `put in two olives and draw from your waiter`.

        What it has in common with the `other` turn, with which it is compared, may be left out.
        """
        return listed(map(self.game.say, turn))

    def say_reason(self, seat: int, kind: str, facts: Facts, names: Sequence[str]) -> str:
        """Return the reason as sentences; empty for none."""
        return ""

    def say_news(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        """Return what happened as a clause without a full stop; empty for nothing in particular."""
        return ""

    def say_failure(self, seat: int, facts: Facts, names: Sequence[str]) -> str:
        """Return why an order failed as a sentence; empty for nothing in particular."""
        return ""

    def say_score(self, amount: float) -> str:
        """Return an amount of score: `0.4 pizzas`."""
        return _("{number} points").format(number=decimal(amount))


class Stranger(Ignorance, Critic):
    """Fallback critic for games that register none."""

    playouts = DEFAULT_PLAYOUTS

    def __init__(self, game: Game) -> None:
        self.game = game

    def worth(self, outcome: Outcome) -> list[float]:
        winners = outcome.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.places))]

    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        shares = self.rollout(state, luck)
        return PlayedOut(shares, state.outcome.scores, frozenset())

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        return []

    def title(self, seat: int, order: str) -> str:
        return order


def decimal(amount: float) -> str:
    """Return an amount with one digit after the point, none where it is 0; in the language of the context."""
    return fixed(abs(amount)).removesuffix(fixed(0)[1:])


def plural_number(amount: float) -> int:
    """Return the whole number whose plural form `ngettext` takes for an amount, in French the singular up to 1.9."""
    shown = float(f"{abs(amount):.1f}")
    return 1 if shown == 1 else 0 if shown < 2 else 2


def percent(share: float) -> str:
    return _("{number}%").format(number=round(100 * share))


def how_often(share: float) -> str:
    """Return a share of sampled worlds as an adverb; samples never show that something is certain."""
    if percent(share) == percent(0.0):
        # Translators: how often something works: fewer than one time in a hundred
        return _("hardly ever")
    if percent(share) == percent(1.0):
        # Translators: how often something works: more than 99 times in a hundred
        return _("nearly always")
    return _("{odds} of the time").format(odds=percent(share))


def compare_odds(better: float, worse: float) -> tuple[str, str]:
    """Return how often something works after each of two turns: `75% of the time` and `28%`."""
    if {percent(better), percent(worse)} & {percent(0.0), percent(1.0)}:
        return how_often(better), how_often(worse)
    # Translators: the second number in "75% of the time instead of 28%"
    return how_often(better), pgettext("compared", "{odds}").format(odds=percent(worse))


def say_rival(rival: Sequence[Any], names: Sequence[str]) -> str:
    """Return whom the better turn holds back, as a sentence; empty for nobody."""
    if not rival:
        return ""
    seat, chosen, better = rival
    told = _("It holds {name} back: their chance to win is then {less} instead of {more}.")
    return told.format(name=names[seat], less=percent(better), more=percent(chosen))


def critic_for(game: Game) -> Critic:
    """Return the critic registered for a game, or the fallback."""
    place = game_info(game.name).critic
    made: Callable[[Game], Critic] = load(place) if place else Stranger
    return made(game)


def kinds_of(game: str) -> Mapping[str, str]:
    """Return the titles of a game's kinds of mistakes, to be translated."""
    place = game_info(game).critic
    named: type[Critic] = load(place) if place else Stranger
    return named.kinds
