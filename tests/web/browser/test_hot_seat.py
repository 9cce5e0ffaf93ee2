"""Several people, one device: it is passed around, and nobody sees another's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from forno.core.views import View
from forno.games.mamma_mia.rules.cards import COLOURS
from forno.table.entries import BotSat, Moved, Sat
from forno.table.keys import key_hash
from forno.table.table import Table
from tests.web.servers import running
from tools import scenes
from tools.people import Person, may_decide, open_table, play
from tools.waiting import until

Pages = Callable[..., Page]
NAMES = ("Anna", "Bruno", "Carla")
NOTHING_BUT_THE_COVER = """() => {
  const box = document.getElementById("hand").getBoundingClientRect();
  const cover = document.getElementById("cover");
  const parts = [0.1, 0.5, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const on = ([x, y]) => document.elementFromPoint(x, y) ?? cover;
  const above = points.every((point) => cover.contains(on(point)));
  const hidden = [...document.querySelectorAll("#hand *, #turn *, #waiter *")];
  const seen = hidden.some((element) => element.checkVisibility({ visibilityProperty: true }));
  return above && !seen && cover.contains(document.activeElement);
}"""
COLOURS_IN_HAND = "(orders) => orders.map((order) => [...order.classList].find((name) => name.startsWith('c-')))"


def seat_on(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-seat") or 0)


def pass_on(page: Page, follows: int) -> None:
    """The page is covered for somebody, who takes the device."""
    expect(page.locator("#cover-text")).to_contain_text(NAMES[follows])
    assert page.evaluate(NOTHING_BUT_THE_COVER), "the cover doesn't hide the hand"
    page.locator("#cover-go").click()
    expect(page.locator("body")).to_have_attribute("data-seat", str(follows))


def orders_in_hand(page: Page) -> list[str]:
    """The colours of the orders that the page shows as one's own."""
    found: list[str] = page.locator("#hand .order").evaluate_all(COLOURS_IN_HAND)
    return found


class Sharer(Person):
    """Whichever of the two has the device: passes it on when the page says so."""

    passed = 0

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed)
        self.orders: Counter[int] = Counter()
        """Number of orders that each of them had in hand, turn by turn."""

    def look(self) -> dict[str, object]:
        seen = super().look()
        if seen["covered"]:
            pass_on(self.page, 1 - seat_on(self.page))
            self.passed += 1
            seen["number"] = None  # the next one's turn may have the number of the last one's
        return seen

    def take_turn(self) -> None:
        seat = seat_on(self.page)
        orders = orders_in_hand(self.page)
        assert set(orders) <= {f"c-{COLOURS[seat]}"}, "there are orders of another in this hand"
        self.orders[seat] += len(orders)
        super().take_turn()


def test_the_cover_hides_the_hand_and_the_device_goes_round(house: str, new_page: Pages) -> None:
    page = new_page()
    open_table(page, house, "mamma-mia", ["me", "person:Bruno", "bot:garzone", "bot:garzone"])
    people = Sharer(page, 13)
    play([people], 3)
    assert people.passed > 1
    assert min(people.orders[0], people.orders[1]) > 0


def test_a_page_of_a_shared_device_holds_one_hand_alone(house: str, new_page: Pages) -> None:
    page = new_page()
    link = open_table(page, house, "mamma-mia", ["me", "person:Bruno"])
    people = Sharer(page, 14)
    until(lambda: may_decide(people.look()))
    hands = []
    for seat in (0, 1):
        page.goto(f"{link}?seat={seat}")
        expect(page.locator("body")).to_have_attribute("data-seat", str(seat))
        # Should the other be to decide, the page is covered from the start, and holds the hand all the same.
        hands.append(page.locator("#hand").inner_html())
        assert page.locator("#hand").count() == page.locator("#waiter").count() == 1
    assert hands[0] != hands[1]
    stranger = new_page()
    for seat in (0, 1):
        answer = stranger.request.get(f"{link}?seat={seat}")
        assert answer.status in (401, 403)
        assert 'id="hand"' not in answer.text()


def would_be_asked(helper: int) -> scenes.Moment:
    """Anna can ask for help, and that seat is the first who could give it."""

    def moment(table: Table, view: View) -> bool:
        if not scenes.asked("AskForHelp")(table, view):
            return False
        ask = next(n for n in view.actions if type(table.game.actions[n]).__name__ == "AskForHelp")
        trial = Table.replay(table.id, table.log)
        trial.follow(trial.decide(scenes.NOW, 0, (ask,)))
        if not trial.unnamed:
            return False
        if helper == 2:
            if trial.awaited != 1 or trial.question is None:
                return False
            trial.follow(trial.decide(scenes.NOW, 1, trial.question.actions or ()))
        return trial.awaited == helper and trial.question is None

    return moment


@pytest.fixture(params=[1, 2], ids=["Bruno", "Carla"])
def helper(request: pytest.FixtureRequest) -> int:
    """The seat that can help Anna."""
    seat: int = request.param
    return seat


@pytest.fixture
def shared(helper: int, tmp_path: Path) -> Iterator[str]:
    """The address of a table of three with one device, where Anna can ask for help."""
    scene = scenes.Scene("shared", "mamma-mia", {"edition": "grande", "players": 3}, would_be_asked(helper))
    table = Table(scene.id)
    for entry in scenes.stage(scene).log:
        if isinstance(entry, (BotSat, Sat)):
            entry = Sat(scenes.NOW, entry.seat, NAMES[entry.seat], key_hash(f"key-of-{entry.seat}"))
        elif isinstance(entry, Moved):
            entry = replace(entry, by="player")
        table.follow(entry)
    scenes.keep(tmp_path / "tables.sqlite3", [table])
    with running(tmp_path) as server:
        yield f"{server.address}/t/{scene.id}"


@pytest.mark.rule("MMR-8")
def test_help_is_asked_for_and_the_device_goes_to_everybody_in_turn(shared: str, helper: int, new_page: Pages) -> None:
    page = new_page()
    for seat in (1, 2, 0):
        page.goto(f"{shared}/me/key-of-{seat}")
    page.goto(f"{shared}?seat=0")
    Person(page, 24, "Ask for help").take_turn()
    # Bruno is the first to get it, whether or not he is the one who can help.
    pass_on(page, 1)
    bar = page.locator("#pass-on")
    if helper == 2:
        expect(page.locator("#turn-form")).to_contain_text("You can't help")
        assert set(orders_in_hand(page)) <= {f"c-{COLOURS[1]}"}
        page.get_by_role("button", name="Not this time").click()
        bar.get_by_role("button", name="Pass the device to Carla").click()
        pass_on(page, 2)
    expect(page.locator("#turn-form")).to_be_visible()
    expect(bar).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("Anna asks for help")
    Person(page, 25, "I help").take_turn()
    expect(page.locator("#log")).to_contain_text("You help with")
