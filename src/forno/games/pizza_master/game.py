"""Pizza Master with its options settled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

from forno.core.chance import Chance, OwnLuck, chance_key, permutation
from forno.core.errors import OptionError
from forno.core.events import Event
from forno.core.game import Game, State, instance
from forno.core.language import _
from forno.core.observing import MEMORY, known_as
from forno.core.positions import build_position
from forno.core.registry import check_players, not_offered, seat_colours
from forno.core.seeds import settled_seed
from forno.core.views import Memory, OwnPlace, View, own_memory
from forno.games.pizza_master import screen, sentences
from forno.games.pizza_master.knowledge import sampling
from forno.games.pizza_master.knowledge.fields import longest
from forno.games.pizza_master.knowledge.memory import PizzaMasterMemory
from forno.games.pizza_master.knowledge.observing import PizzaMasterObserver
from forno.games.pizza_master.knowledge.viewing import place_of, view_of
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules import position
from forno.games.pizza_master.rules.cards import COLOURS, SPECIAL
from forno.games.pizza_master.rules.day import await_answer, go_on
from forno.games.pizza_master.rules.deck import Deck, load_deck, own_deck
from forno.games.pizza_master.rules.events import Drew, ObjectivesDealt, PrizesLaid, Seated, SecretDealt
from forno.games.pizza_master.rules.lookups import Lookups, bits
from forno.games.pizza_master.rules.modes import MAX_DAYS, MODES
from forno.games.pizza_master.rules.morning import start_the_day
from forno.games.pizza_master.rules.parts import Missions, Objectives, Orders, empty_board, empty_ledger
from forno.games.pizza_master.rules.questions import DISCARD
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.games.pizza_master.words import action_phrase

DECK_STREAM = 0
"""Streams of chance: the order deck, the turn order, the missions, the objectives; from 100 on, decks made new."""
ORDER_STREAM = 1
MISSION_STREAM = 2
OBJECTIVE_STREAM = 3

_own_deck = cache(own_deck)


class PizzaMaster(Game):
    """See `forno.core.game.Game` for what it promises."""

    name: ClassVar[str] = "pizza-master"
    rules_version: ClassVar[int] = 3

    def __init__(
        self,
        mode: str = "trainee",
        players: int = 4,
        milestones: str = "own",
        missions: bool | None = None,
        secret_objectives: bool = False,
        max_days: int = MAX_DAYS,
        colours: Sequence[str] | None = None,
        deck: Deck | str | Path | None = None,
        own_luck: bool = False,
    ) -> None:
        self.mode = MODES[mode]
        title = _(self.mode.title)
        check_players(title, players, self.mode.least_players, self.mode.most_players)
        if missions and not self.mode.missions:
            raise not_offered(title, "missions")
        if secret_objectives and not self.mode.objectives:
            raise not_offered(title, "secret_objectives")
        self.players = players
        self.milestones = milestones
        self.missions = self.mode.missions if missions is None else missions
        self.secret_objectives = secret_objectives
        self.max_days = max_days
        self.own_luck = own_luck
        self.colours = seat_colours(COLOURS, players, colours)
        self.deck = _own_deck() if deck is None else deck if isinstance(deck, Deck) else load_deck(deck)
        self._check_deck()
        self.deck_hash = self.deck.hash
        self.lookups = Lookups(self, self.mode, players, milestones, self.missions, self.deck, self.colours)
        self.actions = self.lookups.actions
        self.longest = longest(self)
        self.options = {
            "mode": mode,
            "players": players,
            "milestones": milestones,
            "missions": self.missions,
            "secret_objectives": secret_objectives,
            "max_days": max_days,
            "colours": self.colours,
        } | ({"own_luck": True} if own_luck else {})

    def made_from(self) -> dict[str, Any]:
        return super().made_from() | ({"deck": self.deck} if self.deck != _own_deck() else {})

    def _check_deck(self) -> None:
        """Raise `OptionError` unless the deck has enough cards for the mode and the number of players."""
        specials = sum(card.count for card in self.deck.orders if card.type == SPECIAL)
        if self.mode.first_hand_special and specials < self.players:
            raise OptionError(
                _("{title} deals everyone a special, but {deck} has {specials}.").format(
                    title=_(self.mode.title), deck=self.deck.title, specials=specials
                )
            )
        if self.missions and len(self.deck.missions) < len(self.mode.prizes):
            raise OptionError(
                _("the deck {title!r} needs at least {missions} missions.").format(
                    title=self.deck.title, missions=len(self.mode.prizes)
                )
            )
        if self.secret_objectives and len(self.objectives_in_play) < self.players + self.shared_objectives():
            raise OptionError(
                _("the deck {title!r} has too few objectives to give every player a secret one.").format(
                    title=self.deck.title
                )
            )

    def follows(self, rules: int) -> bool:
        """Return whether games of that version go on here.

        The third version changed missions that keep an ingredient (PMR-8); the second, secret objectives (PMR-3) and
        missions that bring cards (PMR-8).
        """
        effects = {card.effect for card in self.deck.missions} if self.missions else set()
        if rules == 2:
            return self.rules_version == 2 or "keep" not in effects
        if rules == 1:
            return not effects & {"keep", "draw"} and not self.secret_objectives
        return super().follows(rules)

    @cached_property
    def objectives_in_play(self) -> tuple[int, ...]:
        """PMR-2: without missions, objectives that count them leave."""
        cards = self.deck.objectives if self.mode.objectives else ()
        return tuple(number for number, card in enumerate(cards) if self.missions or card.counts != "missions")

    def shared_objectives(self) -> int:
        """PMR-3: as many objectives on the table as players, or one beside the secret ones."""
        if self.secret_objectives:
            return self.mode.objectives_beside_secrets
        return min(self.players, len(self.objectives_in_play))

    def deal(self, seed: int | str, *, quiet: bool = False) -> PizzaMasterState:
        """Return a new game: the set-up, and the first day up to its first decision."""
        lookups = self.lookups
        players = self.players
        seed = settled_seed(seed)
        key = chance_key(seed, self.name)
        deck = [lookups.cards[place] for place in permutation(key, DECK_STREAM, len(lookups.cards))]
        order = tuple(permutation(key, ORDER_STREAM, players))
        hands: list[tuple[int, ...]] = [()] * players
        if lookups.first_hand_special:
            for seat in order:
                special = next(card for card in deck if self.deck.orders[card].type == SPECIAL)
                deck.remove(special)
                hands[seat] = (special,)
        mission_deck: list[int] = []
        if self.missions:
            mission_deck = permutation(key, MISSION_STREAM, len(lookups.mission_names))
        prizes = len(lookups.prizes) if self.missions else 0
        pool = self.objectives_in_play
        objectives = [pool[place] for place in permutation(key, OBJECTIVE_STREAM, len(pool))]
        shared = self.shared_objectives()
        secret = players if self.secret_objectives else 0
        state = PizzaMasterState(
            game=self,
            lookups=lookups,
            start=seed,
            quiet=quiet,
            is_over=False,
            seat=order[0],
            question=DISCARD,
            turn=0,
            day=0,
            order=order,
            place=0,
            queue=(),
            stopped=0,
            helper=-1,
            orders=Orders(
                hands=hands,
                held=[bits(hand) for hand in hands],
                deck=tuple(deck),
                discards=(),
                seen_discards=((),) * players,
                row=(),
                shared=0,
                discarding=(),
                key=key,
                renewals=0,
                luck=self.luck(key),
            ),
            board=empty_board(players, lookups.ingredients),
            ledger=empty_ledger(players),
            missions=Missions(
                deck=tuple(mission_deck[prizes:]),
                today=-1,
                prizes=tuple(mission_deck[:prizes]),
                won=((),) * players,
                watch=0,
                progress=[0] * players,
                achiever=-1,
                fulfilled=-1,
            ),
            objectives=Objectives(
                shared=tuple(sorted(objectives[:shared])),
                secrets=tuple(objectives[shared : shared + secret]),
                box=tuple(objectives[shared + secret :]),
            ),
            ending="",
            legal=[],
            past=(),
            today=[],
        )
        if not quiet:
            self.tell_set_up(state)
        if start_the_day(state):
            go_on(state)
        if not quiet:
            await_answer(state, -1)
            state.events = state.telling
        return state

    def luck(self, key: bytes) -> OwnLuck | None:
        """PMR-20: everyone's own luck, and that of the cards for all, if the table plays with it."""
        return OwnLuck(key, 0, [0] * (self.players + 1)) if self.own_luck else None

    def tell_set_up(self, state: PizzaMasterState) -> None:
        """Tell the events of the set-up."""
        lookups = self.lookups
        names = lookups.objective_names
        telling = state.telling
        hands = state.orders.hands
        telling.append(Seated(state.order))
        if self.mode.objectives:
            telling.append(ObjectivesDealt(tuple(names[number] for number in state.objectives.shared)))
        for seat, number in enumerate(state.objectives.secrets):
            telling.append(SecretDealt(seat, names[number]))
        if state.missions.prizes:
            telling.append(PrizesLaid(tuple(lookups.mission_names[number] for number in state.missions.prizes)))
        for seat in state.order:
            if hands[seat]:
                telling.append(Drew(seat, len(hands[seat]), lookups.names(hands[seat])))

    def position(self, **piles: Any) -> PizzaMasterState:
        """See `forno.games.pizza_master.rules.position.build`."""
        return build_position(position.build, self, piles)

    def own_place(self, state: State, seat: int) -> OwnPlace:
        return place_of(instance(state, PizzaMasterState), seat)

    def view(self, state: PizzaMasterState, seat: int | None) -> PizzaMasterView:
        """See `forno.core.game.State.view`."""
        return view_of(state, self.check_seat(seat))

    def memory(self, seat: int | None) -> PizzaMasterMemory:
        return PizzaMasterMemory(self, self.check_seat(seat))

    def observer(self, knowledge: str = MEMORY) -> PizzaMasterObserver:
        return PizzaMasterObserver(self, known_as(knowledge))

    def sample(self, view: PizzaMasterView, memory: Memory, chance: Chance) -> PizzaMasterState:
        """See `forno.core.views.View.sample`."""
        return sampling.sample(view, own_memory(view, memory, PizzaMasterMemory), chance)

    def say(self, action: int) -> str:
        return action_phrase(self.lookups.actions[action])

    def tell(self, event: Event, names: Sequence[str] | None = None, you: int | None = None) -> str:
        return sentences.tell(self, event, names, you)

    def show(self, view: View) -> str:
        return screen.show(instance(view, PizzaMasterView))

    def ask(self, view: View) -> str:
        return screen.ask(instance(view, PizzaMasterView))


class PizzaMasterRules2(PizzaMaster):
    """Version 2, of earlier tables and records: what Refrigerator keeps lies beside the tray until used (PMR-8)."""

    rules_version: ClassVar[int] = 2
