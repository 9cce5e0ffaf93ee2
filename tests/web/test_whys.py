"""Why?: each outcome leads to the rule behind it, and the rule can be read on the spot."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

import forno
from forno.bots.registry import make_bot
from forno.core.events import Event
from forno.core.language import use
from forno.games.mamma_mia.rules import events as mamma_mia
from forno.games.pizza_master.rules import events as pizza_master
from forno.pages.face import Guests
from forno.pages.faces import face_for
from forno.rulebook import rule, rules_of
from tests.web.servers import Browser, Running

GAMES = ("mamma-mia", "pizza-master")


OUTCOMES: tuple[type[Event], ...] = (
    mamma_mia.Passed,
    mamma_mia.OvenOpened,
    mamma_mia.OrderRevealed,
    mamma_mia.Baked,
    mamma_mia.Returned,
    mamma_mia.HelpAsked,
    mamma_mia.HelpRefused,
    mamma_mia.HelpGiven,
    mamma_mia.Rewarded,
    mamma_mia.OvenEmptied,
    mamma_mia.GameEnded,
    pizza_master.Received,
    pizza_master.DeckRenewed,
    pizza_master.Loaded,
    pizza_master.Reserved,
    pizza_master.Passed,
    pizza_master.Completed,
    pizza_master.Traded,
    pizza_master.KitchenClosed,
    pizza_master.MissionWon,
    pizza_master.MissionMissed,
    pizza_master.IngredientKept,
    pizza_master.KeptReturned,
    pizza_master.IngredientReturned,
    pizza_master.Scored,
    pizza_master.PrizeWon,
    pizza_master.MilestoneReached,
    pizza_master.DayEnded,
    pizza_master.EndReached,
    pizza_master.Declared,
    pizza_master.ObjectiveScored,
    pizza_master.GameEnded,
)
SELDOM: tuple[Event, ...] = (
    mamma_mia.Passed(0),
    mamma_mia.HelpGiven(1, (0, 0, 0, 0, 1, 0)),
    mamma_mia.Rewarded(1),
    pizza_master.DeckRenewed(12),
    pizza_master.Received(0, None),
    pizza_master.Traded(0, 1, 0, 0),
    pizza_master.IngredientKept(0, 1),
    pizza_master.IngredientKept(0, None),
    pizza_master.KeptReturned(0, 1),
    pizza_master.IngredientReturned(0, 1, None, False),
    pizza_master.GameEnded((50, 50, 2), (0,), "turn-order"),
)
"""Rules that may not come up in the few games that are played here."""
SETTINGS: tuple[dict[str, Any], ...] = (
    {"game": "mamma-mia", "edition": "classic", "players": 3},
    {"game": "mamma-mia", "edition": "grande", "players": 4},
    {"game": "pizza-master", "mode": "tutorial", "players": 3},
    {"game": "pizza-master", "mode": "trainee", "players": 4},
    {"game": "pizza-master", "mode": "master", "players": 4, "secret_objectives": True},
)


def happenings(deals: int = 3) -> Iterator[tuple[forno.Game, Event]]:
    """Yield what happens in games of bots, as a spectator sees it."""
    for setting in SETTINGS:
        options = {key: value for key, value in setting.items() if key != "game"}
        game = forno.game(setting["game"], **options)
        for deal in range(deals):
            state = game.deal(deal)
            bots = [make_bot("garzone", game, seat, f"{deal} {seat}") for seat in range(game.players)]
            events = list(state.events)
            while True:
                for event in events:
                    if (seen := event.seen_by(None)) is not None:
                        yield game, seen
                    for seat, bot in enumerate(bots):
                        if (mine := event.seen_by(seat)) is not None:
                            bot.observe(mine)
                if state.is_over:
                    break
                events = list(state.apply(bots[state.seat].choose(state.view(state.seat))))


def test_every_outcome_says_which_rule_is_behind_it() -> None:
    met: set[type[Event]] = set()
    for game, event in happenings():
        if not isinstance(event, OUTCOMES):
            continue
        met.add(type(event))
        names = tuple(f"P{seat}" for seat in range(game.players))
        beat = face_for(game.name).beat(game, event, Guests(names, (True,) * game.players))
        assert beat is not None
        assert beat.why, event
        assert rule(beat.why).game == game.name
    assert set(OUTCOMES) - met <= {type(event) for event in SELDOM}


def why(game: forno.Game, event: Event) -> str:
    beat = face_for(game.name).beat(game, event, Guests(("Anna", "Bea", "Carlo"), (False,) * 3))
    assert beat is not None
    return beat.why


def test_every_way_back_under_the_waiter_has_its_own_rule() -> None:
    game = forno.game("mamma-mia", edition="grande", players=3, colours=("red", "green", "brown"))
    none = (0,) * 6
    missing = (0, 0, 0, 0, 1, 0)
    reasons = {
        ("monotoni-junior", "forbidden", none): "MM-28",
        ("minipizza", "forbidden", none): "MM-29",
        ("minimale", "no-kind", none): "MMR-5",
        ("monotoni", "no-help", none): "MM-21",
        ("monotoni", "incomplete", missing): "MM-14",
        ("bombastica", "incomplete", None): "MM-24",
    }
    for (order, reason, lacks), number in reasons.items():
        assert why(game, mamma_mia.Returned(0, order, reason, lacks)) == number


def test_a_shared_win_is_explained_by_its_ruling() -> None:
    game = forno.game("mamma-mia", edition="classic", players=3)
    ends = {"most-orders": "MM-23", "most-ingredients": "MM-23", "shared": "MMR-10"}
    for reason, number in ends.items():
        assert why(game, mamma_mia.GameEnded((2, 2, 1), (3, 3, 0), (0,), reason)) == number


def test_what_bots_seldom_do_has_a_rule_too() -> None:
    games = {
        mamma_mia.__name__: forno.game("mamma-mia", edition="grande", players=3),
        pizza_master.__name__: forno.game("pizza-master", mode="trainee", players=3),
    }
    for event in SELDOM:
        game = games[type(event).__module__]
        assert rule(why(game, event)).game == game.name


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_read_on_the_spot(server: Running, game: str) -> None:
    browser = Browser(server.address)
    for entry in rules_of(game):
        answer = browser.get(f"/rules/text/{entry.number}")
        assert answer.status_code == 200
        assert 'id="why-title"' in answer.text
        assert entry.number in answer.text
        assert f'href="/rules/{game}#{entry.number}"' in answer.text
        assert "<html" not in answer.text


def test_a_ruling_gives_its_reason_and_leads_to_other_rules(server: Running) -> None:
    text = Browser(server.address).get("/rules/text/MMR-1").text
    assert 'class="reason"' in text
    assert "why:" not in text
    assert '<a class="why" href="/rules/mamma-mia#MM-10">MM-10</a>' in text


def test_rules_on_the_spot_speak_the_language_of_the_page(server: Running) -> None:
    browser = Browser(server.address, **{"Accept-Language": "it"})
    with use("it"):
        sentence = rule("MM-5").text.split(".")[0]
    assert sentence in unescape(browser.get("/rules/text/MM-5").text)


def test_a_rule_that_isnt_there_is_not_found(server: Running) -> None:
    assert Browser(server.address).get("/rules/text/MM-999").status_code == 404
