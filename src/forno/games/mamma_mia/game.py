"""Mamma Mia! with its options settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from forno.core.chance import Chance, OwnLuck, chance_key, permutation, pick
from forno.core.errors import OptionError
from forno.core.events import Event
from forno.core.game import Game, State, instance
from forno.core.language import _, ngettext
from forno.core.observing import MEMORY, known_as
from forno.core.positions import build_position
from forno.core.registry import check_players, not_offered, seat_colours
from forno.core.seeds import settled_seed
from forno.core.views import Memory, OwnPlace, View, own_memory
from forno.games.mamma_mia import screen, sentences
from forno.games.mamma_mia.knowledge import sampling
from forno.games.mamma_mia.knowledge.fields import longest
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.knowledge.observing import MammaMiaObserver
from forno.games.mamma_mia.knowledge.viewing import place_of, view_of
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules import composing, position
from forno.games.mamma_mia.rules.actions import Place
from forno.games.mamma_mia.rules.cards import COLOURS
from forno.games.mamma_mia.rules.deck import Deck, edition_deck, load_deck
from forno.games.mamma_mia.rules.editions import EDITIONS
from forno.games.mamma_mia.rules.events import Dealt
from forno.games.mamma_mia.rules.lookups import Lookups
from forno.games.mamma_mia.rules.questions import NO_ANSWERS
from forno.games.mamma_mia.rules.shuffles import shuffles, stack
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.rules.turn import await_answer, start_turn
from forno.games.mamma_mia.words import action_phrase

INGREDIENTS_STREAM = 0
"""Streams of chance: the deal; 1, 2, … the supply after each opening; then the starting player and the waiters."""
STARTER_STREAM = 100
WAITER_STREAM = 101

_edition_deck = cache(edition_deck)


@lru_cache(maxsize=64)
def _with_memory_aid(game: MammaMia) -> MammaMia:
    return type(game)(**game.made_from() | {"memory_aid": True})


class MammaMia(Game):
    """See `forno.core.game.Game` for what it promises."""

    name: ClassVar[str] = "mamma-mia"
    rules_version: ClassVar[int] = 1
    always_asked: ClassVar[tuple[type, ...]] = (Place,)

    def __init__(
        self,
        edition: str = "classic",
        players: int = 4,
        helping: bool | None = None,
        memory_aid: bool = False,
        colours: Sequence[str] | None = None,
        starter: str | None = None,
        deck: Deck | str | Path | None = None,
        own_luck: bool = False,
    ) -> None:
        self.edition = EDITIONS[edition]
        check_players(_(self.edition.title), players, 2, self.edition.most_players)
        possible = self.edition.helping and players > 2
        if helping and not possible:
            title = _(self.edition.title)
            if self.edition.helping:
                title += " ({})".format(ngettext("{n} player", "{n} players", players).format(n=players))
            raise not_offered(title, "helping")
        self.players = players
        self.helping = possible if helping is None else helping
        self.memory_aid = memory_aid
        self.colours = seat_colours(COLOURS[: self.edition.kinds], players, colours)  # MMR-16
        if starter is not None and starter not in self.colours:
            raise OptionError(
                _("nobody plays {starter}, so {starter} can't start; choose from {colours}.").format(
                    starter=starter, colours=", ".join(self.colours)
                )
            )
        self.starter = starter
        self.own_luck = own_luck
        self.deck = self._deck(deck)
        self.deck_hash = self.deck.hash
        self.lookups = Lookups(self, self.edition, players, self.helping, [self.deck.orders[c] for c in self.colours])
        self.actions = self.lookups.actions
        self.longest = longest(self)
        self.options = {
            "edition": edition,
            "players": players,
            "helping": self.helping,
            "memory_aid": memory_aid,
            "colours": self.colours,
            **({} if starter is None else {"starter": starter}),
            **({"own_luck": True} if own_luck else {}),
        }

    def made_from(self) -> dict[str, Any]:
        own = self.deck != _edition_deck(self.edition.deck)
        return super().made_from() | ({"deck": self.deck} if own else {})

    def with_memory_aid(self) -> MammaMia | None:
        return None if self.memory_aid else _with_memory_aid(self)

    def _deck(self, deck: Deck | str | Path | None) -> Deck:
        if deck is None:
            return _edition_deck(self.edition.deck)
        found = deck if isinstance(deck, Deck) else load_deck(deck)
        if found.kinds != self.edition.kinds:
            raise OptionError(
                _("{deck} is for {kinds} kinds of ingredient, but {edition} has {other}.").format(
                    deck=found.title, kinds=found.kinds, edition=_(self.edition.title), other=self.edition.kinds
                )
            )
        return found

    def deal(self, seed: int | str, *, quiet: bool = False) -> MammaMiaState:
        """MM-1 to MM-4."""
        lookups = self.lookups
        players = self.players
        seed = settled_seed(seed)
        key = chance_key(seed, self.name)
        cards = lookups.tallies.cards(lookups.copies * sum(lookups.tallies.unit))
        shuffled = [cards[place] for place in permutation(key, INGREDIENTS_STREAM, len(cards))]
        hands = [sum(shuffled[lookups.dealt * seat : lookups.dealt * (seat + 1)]) for seat in range(players)]
        supply = stack(shuffled[lookups.dealt * players :])
        waiters: list[tuple[int, ...]] = []
        for seat, orders in enumerate(lookups.orders_of):
            waiters.append(tuple(1 << orders[i] for i in permutation(key, WAITER_STREAM + seat, len(orders))))
        starter = pick(key, STARTER_STREAM, players) if self.starter is None else self.colours.index(self.starter)
        later = shuffles(lookups, key)
        for shuffle in later:
            shuffle.settle()
        state = MammaMiaState(
            game=self,
            lookups=lookups,
            start=seed,
            shuffles=later,
            quiet=quiet,
            seat=starter,
            hands=hands,
            orders=[waiter[0] for waiter in waiters],
            sizes=[lookups.dealt + 1] * players,
            waiters=[waiter[1:] for waiter in waiters],
            served=[0] * players,
            announced=[0] * players,
            supply=supply,
            left=len(supply) - 1,
            oven=[],
            legal=NO_ANSWERS,
            luck=self.luck(key),
        )
        if not quiet:
            unpack = lookups.tallies.unpack
            for seat in range(players):
                orders_held = lookups.names(state.orders[seat])
                state.telling.append(Dealt(seat, state.sizes[seat], unpack(hands[seat]), orders_held))
        start_turn(state, starter)
        if not quiet:
            await_answer(state)
            state.events = state.telling
        return state

    def luck(self, key: bytes) -> OwnLuck | None:
        """MMR-20: everyone's own luck, if the table plays with it."""
        return OwnLuck(key, 0, [0] * self.players) if self.own_luck else None

    def position(self, **piles: Any) -> MammaMiaState:
        """See `forno.games.mamma_mia.rules.position.build`."""
        return build_position(position.build, self, piles)

    def view(self, state: MammaMiaState, seat: int | None) -> MammaMiaView:
        """See `forno.core.game.State.view`."""
        return view_of(state, self.check_seat(seat))

    def memory(self, seat: int | None) -> MammaMiaMemory:
        return MammaMiaMemory(self, self.check_seat(seat))

    def observer(self, knowledge: str = MEMORY) -> MammaMiaObserver:
        return MammaMiaObserver(self, known_as(knowledge))

    def turn_tree(self, state: State, most: int) -> dict[int, Any] | None:
        return composing.turn_tree(instance(state, MammaMiaState), most)

    def own_place(self, state: State, seat: int) -> OwnPlace:
        return place_of(instance(state, MammaMiaState), seat)

    def sample(self, view: MammaMiaView, memory: Memory, chance: Chance) -> MammaMiaState:
        """See `forno.core.views.View.sample`."""
        return sampling.sample(view, own_memory(view, memory, MammaMiaMemory), chance)

    def say(self, action: int) -> str:
        return action_phrase(self.lookups.actions[action])

    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        return sentences.tell(self, event, names, you)

    def tell_all(
        self, events: Iterable[Event], names: Sequence[str] | None = None, you: int | None = None
    ) -> list[tuple[int | None, str]]:
        return sentences.tell_all(self, events, names, you)

    def show(self, view: View) -> str:
        return screen.show(instance(view, MammaMiaView))

    def ask(self, view: View) -> str:
        return screen.ask(instance(view, MammaMiaView))
