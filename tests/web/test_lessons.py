"""Learning by playing: guided first games, rules on the spot, rules in pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

import forno
from forno.bots.lineup import bot_seed
from forno.bots.registry import make_bot
from forno.core.events import Event
from forno.core.language import _, capital, languages, use
from forno.games.mamma_mia.rules import events as mamma_mia
from forno.games.pizza_master.rules import events as pizza_master
from forno.publishing.face import Guests
from forno.publishing.faces import face_for
from forno.publishing.lessons import Coach, Coaches, lesson_for, topics
from forno.publishing.menus import menu_for
from forno.rulebook import rule, rules_of
from forno.table.games import shared_game
from tests import toy
from tests.web.servers import Browser, Program, Running, running
from tools.waiting import WAIT

GAMES = ("mamma-mia", "pizza-master")
OTHER_DEALS = 6
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TOPIC = re.compile(r'data-topic="([^"]+)"')


# --- the lessons ------------------------------------------------------------------------


@cache
def played(game_name: str, learner: str = "cuoco", seed: str = "") -> tuple[Coach, tuple[Event, ...]]:
    """A lesson with a bot in the learner's seat: the coach in the end, and all that happened."""
    lesson = lesson_for(game_name)
    assert lesson is not None
    game = shared_game(lesson.game, lesson.options, None)
    names = (learner, *lesson.bots)
    bots = [make_bot(name, game, seat, bot_seed(f"{lesson.name} {seat}")) for seat, name in enumerate(names)]
    coach = Coach(lesson, game, 0)
    state = game.deal(seed or lesson.seed)
    events = list(state.events)
    happened: list[Event] = []
    while True:
        happened += events
        coach.hear(events)
        for seat, bot in enumerate(bots):
            for event in events:
                if (seen := event.seen_by(seat)) is not None:
                    bot.observe(seen)
        if state.is_over:
            return coach, tuple(happened)
        events = list(state.apply(bots[state.seat].choose(state.view(state.seat))))


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_played_sensibly_tells_every_basic_topic_once(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    told = [topic.name for topic in played(game)[0].told]
    assert len(told) == len(set(told))
    assert {topic.name for topic in lesson.topics if topic.basic} <= set(told)
    assert told[0] == "aim"
    assert told[-1] == "end" or not lesson.topics[-1].basic


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_can_come_up(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    told = {topic.name for topic in played(game)[0].told}
    for number in range(OTHER_DEALS):
        if len(told) < len(lesson.topics):
            told |= {topic.name for topic in played(game, "random", f"other {number}")[0].told}
    assert told == {topic.name for topic in lesson.topics}


@pytest.mark.parametrize("game", GAMES)
def test_topics_come_one_by_one_and_never_many_at_once(game: str) -> None:
    """Nobody reads a manual in the middle of a game: three things before the first decision are plenty."""
    lesson = lesson_for(game)
    assert lesson is not None
    coach = Coach(lesson, shared_game(lesson.game, lesson.options, None), 0)
    for event in played(game)[1]:
        before = len(coach.told)
        coach.hear([event])
        assert len(coach.told) - before <= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_coach_needs_no_more_than_the_seat_sees(game: str) -> None:
    coach, happened = played(game)
    lesson = coach.lesson
    other = Coach(lesson, shared_game(lesson.game, lesson.options, None), 0)
    other.hear([seen for event in happened if (seen := event.seen_by(0)) is not None])
    assert other.told == coach.told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_topics_are_told_in_the_language_of_the_page(game: str, language: str) -> None:
    coach, happened = played(game)
    game_made = shared_game(coach.lesson.game, coach.lesson.options, None)
    coaches = Coaches(coach.lesson, game_made, lambda since: happened[since:])
    with use(language):
        html = coaches.regions(0)["coach"]
        assert html == topics(game, coach.told, coach.done)
        assert coach.done == {topic.name for topic in coach.told if topic.deed is not None}
        assert re.findall("<h3>(.*?)</h3>", html) == [escaped(capital(_(topic.title))) for topic in coach.told]
    assert coaches.regions(None) == {}


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("'", "&#x27;")


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_is_short_and_names_a_rule_of_its_game(game: str) -> None:
    lesson = lesson_for(game)
    assert lesson is not None
    for topic in lesson.topics:
        assert rule(topic.why).game == game
        assert len(re.findall(r"[.?!](?:\s|$)", topic.text)) <= 3, topic.name
        assert len(topic.text) < 280, topic.name


def test_a_game_without_a_lesson_has_none() -> None:
    with toy.registered(toy.INFO):
        assert lesson_for("toppings") is None
        assert menu_for("toppings") is None
    assert lesson_for("") is None


# --- at the table -----------------------------------------------------------------------


def begun(server: Running, game: str) -> tuple[Browser, str]:
    browser = Browser(server.address)
    answer = browser.send(f"/learn/{game}")
    assert answer.status_code == 200, answer.text
    return browser, answer.url.path.removeprefix("/t/")


def told_on(page: str) -> list[str]:
    return TOPIC.findall(page)


@pytest.mark.parametrize("game", GAMES)
def test_learning_opens_the_same_deal_for_everybody(server: Running, game: str) -> None:
    views: list[Any] = []
    for _visitor in range(2):
        browser, table = begun(server, game)
        told = Program(server.address, table, browser.key(table)).await_turn()
        lesson = lesson_for(game)
        assert lesson is not None
        assert [seat["bot"] for seat in told["seats"]] == [None, *lesson.bots]
        views.append(told["view"]["hand"])
    assert views[0] == views[1]


def test_the_coach_speaks_to_the_learner_alone(server: Running) -> None:
    browser, table = begun(server, "mamma-mia")
    assert told_on(browser.get(f"/t/{table}").text) == ["aim", "hand", "place"]
    watching = Browser(server.address).get(f"/t/{table}").text
    assert 'id="lesson"' not in watching
    assert told_on(watching) == []


def test_tables_without_a_lesson_have_no_coach(server: Running) -> None:
    browser = Browser(server.address)
    page = browser.get(f"/t/{browser.play_now('mamma-mia')}").text
    assert 'id="lesson"' not in page


def test_the_coach_is_there_after_a_restart_and_the_bots_go_on_as_before(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        browser, table = begun(server, "mamma-mia")
        key = browser.key(table)
        program = Program(server.address, table, key)
        program.play_on(4)
        before = told_on(browser.get(f"/t/{table}").text)
    with running(tmp_path) as server:
        program = Program(server.address, table, key)
        program.await_turn()
        browser = Browser(server.address)
        browser.get(f"/t/{table}/me/{key}")
        assert told_on(browser.get(f"/t/{table}").text) == before


def test_a_lesson_played_to_its_end_is_followed_by_an_ordinary_game(server: Running) -> None:
    browser, table = begun(server, "mamma-mia")
    Program(server.address, table, browser.key(table)).play_on()
    page = browser.get(f"/t/{table}").text
    assert "end" in told_on(page)
    again = browser.send(f"/t/{table}/rematch")
    assert again.status_code == 200
    assert again.url.path != f"/t/{table}"
    assert 'id="lesson"' not in again.text


def test_there_are_lessons_on_the_menu(server: Running) -> None:
    for path in ("/", "/rules"):
        text = Browser(server.address).get(path).text
        for game in GAMES:
            assert f'"/learn/{game}"' in text
    assert Browser(server.address).send("/learn/nothing").status_code == 404


# --- why? ---------------------------------------------------------------------------------

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
    pizza_master.IngredientReturned(0, 1, None, False),
    pizza_master.GameEnded((50, 50, 2), (0,), "turn-order"),
)
"""What may not come up in the few games that are played here."""
SETTINGS: tuple[dict[str, Any], ...] = (
    {"game": "mamma-mia", "edition": "classic", "players": 3},
    {"game": "mamma-mia", "edition": "grande", "players": 4},
    {"game": "pizza-master", "mode": "tutorial", "players": 3},
    {"game": "pizza-master", "mode": "trainee", "players": 4},
    {"game": "pizza-master", "mode": "master", "players": 4, "secret_objectives": True},
)


def happenings(deals: int = 3) -> Iterator[tuple[forno.Game, Event]]:
    """What happens in games of bots, as a spectator sees it."""
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


# --- the pages of rules ---------------------------------------------------------------------


def variants() -> list[tuple[str, str]]:
    found = []
    for game in GAMES:
        menu = menu_for(game)
        assert menu is not None
        found += [(game, variant) for variant in menu.variants]
    return found


def test_every_variant_of_every_game_has_its_page() -> None:
    for info in forno.catalogue():
        if info.name in GAMES:
            choices = next(option.choices for option in info.options if option.name == info.variant)
            assert {variant for game, variant in variants() if game == info.name} == set(choices)


@pytest.mark.parametrize(("game", "variant"), variants())
def test_a_variants_page_has_its_numbers_signs_cards_and_rules(server: Running, game: str, variant: str) -> None:
    page = Browser(server.address).get(f"/rules/{game}/{variant}").text
    menu = menu_for(game)
    assert menu is not None
    for label, fact in menu.facts(variant):
        assert f"<dt>{label}</dt><dd>{fact}" in unescape(page)
    for group in (menu.signs(variant), *menu.cards(variant)):
        assert f'id="{group.name}"' in page
        assert group.items
        for item in group.items:
            assert f"<h3>{item.name}</h3>" in unescape(page)
            assert item.picture in page
    left_out = menu.left_out(variant)
    for entry in rules_of(game):
        assert (f'<div class="rule" id="{entry.number}"' in page) == (entry.number not in left_out)
    for number in re.findall(r'<a class="why" href="#([^"]+)"', page):
        assert f'id="{number}"' in page


def test_rules_that_are_left_out_are_rules() -> None:
    for game, variant in variants():
        menu = menu_for(game)
        assert menu is not None
        assert menu.left_out(variant) <= {entry.number for entry in rules_of(game)}
    for game in GAMES:
        menu = menu_for(game)
        assert menu is not None
        assert not frozenset.intersection(*(menu.left_out(variant) for variant in menu.variants))


def test_helping_is_told_only_where_there_is_helping(server: Running) -> None:
    browser = Browser(server.address)
    assert 'id="MM-18"' not in browser.get("/rules/mamma-mia/classic").text
    assert 'id="MM-18"' in browser.get("/rules/mamma-mia/grande").text
    assert 'id="MM-18"' in browser.get("/rules/mamma-mia").text


@pytest.mark.parametrize("edition", ["classic", "rio-grande", "grande", "grande-it"])
def test_every_sign_on_an_order_is_in_the_glossary(edition: str) -> None:
    menu = menu_for("mamma-mia")
    assert menu is not None
    known = {item.name for item in menu.signs(edition).items}
    game: Any = forno.game("mamma-mia", edition=edition)
    signs: set[str] = set()
    for orders in game.deck.orders.values():
        for card in orders:
            signs |= {"Jester's cap"} if len(card.jokers) == 1 else set()
            signs |= {"Two jester's caps"} if len(card.jokers) == 2 else set()
            signs |= {"The fewest"} if card.fewest else set()
            signs |= {"One or the other"} if card.either is not None else set()
            signs |= {"Crossed out"} if card.forbidden is not None else set()
            signs |= {"At least fifteen"} if card.at_least else set()
    assert known == signs | {"A picture and a number"}


def test_what_differs_from_the_first_edition_is_marked(server: Running) -> None:
    page = Browser(server.address).get("/rules/mamma-mia/rio-grande").text
    assert page.count('class="differs"') == 1
    assert 'class="differs"' not in Browser(server.address).get("/rules/mamma-mia/classic").text


def test_there_are_no_rules_of_what_isnt_played(server: Running) -> None:
    browser = Browser(server.address)
    for path in ("/rules/mamma-mia/master", "/rules/nothing", "/rules/pizza-master/classic"):
        assert browser.get(path).status_code == 404


# --- in a browser -----------------------------------------------------------------------------


@pytest.fixture
def page(browser: Chromium) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WAIT * 1000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert wrong == []


def complaints(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found.response["violations"]
        for node in rule["nodes"][:3]
    ]


def learn(page: Page, server: Running, game: str = "mamma-mia") -> None:
    page.goto(server.address)
    page.click(f'[formaction="/learn/{game}"]')
    expect(page.locator("#coach .topic.now")).to_have_count(1)


def test_got_it_leads_from_topic_to_topic(server: Running, page: Page) -> None:
    learn(page, server)
    now = page.locator("#coach .topic.now")
    expect(now).to_have_attribute("data-topic", "aim")
    expect(page.locator("#oven.pointed")).to_have_count(1)
    button = page.locator("[data-got-it]")
    expect(button).to_contain_text("2")
    button.press("Enter")
    expect(now).to_have_attribute("data-topic", "hand")
    expect(button).to_be_focused()
    expect(page.locator("#hand.pointed")).to_have_count(1)
    page.reload()
    expect(now).to_have_attribute("data-topic", "hand")
    button.press("Enter")
    # What asks for a deed waits for it. Who plays with the keyboard isn't left in the void: the hand comes next.
    expect(now).to_have_attribute("data-topic", "place")
    expect(now).to_contain_text(page.locator("#turn-form [type=submit]").inner_text())
    expect(button).to_be_hidden()
    expect(page.locator("#hand button:focus")).to_have_count(1)
    page.reload()
    expect(now).to_have_attribute("data-topic", "place")
    page.locator("#hand .stacks button").first.click()
    page.locator("#turn-form [type=submit]").click()
    expect(page.locator("[data-topic=place][data-done]")).to_have_count(1)
    expect(page.locator("[data-topic=place].now")).to_have_count(0)


def test_new_topics_come_with_what_happens(server: Running, page: Page) -> None:
    learn(page, server)
    for _topic in range(2):
        page.locator("[data-got-it]").click()
    page.locator("#hand .stacks button").first.click()
    page.locator("#turn-form [type=submit]").click()
    expect(page.locator("#coach .topic.now")).to_have_attribute("data-topic", "others")


def test_lessons_can_be_stopped_and_gone_on_with(server: Running, page: Page) -> None:
    learn(page, server)
    page.locator("[data-stop]").press("Enter")
    expect(page.locator("#coach .topic.now")).to_have_count(0)
    expect(page.locator("[data-resume]")).to_be_focused()
    page.reload()
    expect(page.locator("[data-got-it]")).to_be_hidden()
    page.locator("[data-resume]").click()
    expect(page.locator("#coach .topic.now")).to_have_attribute("data-topic", "aim")


def test_why_opens_the_rule_and_closing_it_leads_back(server: Running, page: Page) -> None:
    learn(page, server)
    link = page.locator("#coach .topic.now a.why")
    link.press("Enter")
    slip = page.locator("#why")
    expect(slip).to_be_visible()
    expect(slip).to_contain_text("MM-23")
    expect(page.locator("#why-title")).to_be_focused()
    assert complaints(page) == []
    page.keyboard.press("Escape")
    expect(slip).to_be_hidden()
    expect(link).to_be_focused()
    assert "/t/" in page.url


def test_a_rule_that_names_another_leads_to_it(server: Running, page: Page) -> None:
    learn(page, server)
    page.evaluate("""() => {
        const link = Object.assign(document.createElement("a"), {className: "why", href: "/rules/mamma-mia#MMR-12"});
        link.textContent = "Why?";
        document.querySelector("#coach .now").append(link);
    }""")
    page.locator("#coach .now a.why").last.click()
    page.locator('#why a.why[href$="#MM-9"]').click()
    expect(page.locator("#why .chapter")).to_contain_text("MM-9")
    page.locator("#why [data-close]").click()
    expect(page.locator("#why")).to_be_hidden()


def test_on_a_phone_what_just_happened_keeps_its_why_in_sight(server: Running, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    learn(page, server)
    page.locator("[data-stop]").click()
    note = page.locator(".lately")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function("document.querySelector('#log').getBoundingClientRect().top > innerHeight")
    expect(note).to_be_hidden()
    page.evaluate("""() => {
        const line = document.createElement("li");
        line.innerHTML = 'Anna bakes Monotoni. <a class="why" href="/rules/mamma-mia#MM-25">Why?</a>';
        document.querySelector("#log").append(line);
    }""")
    expect(note).to_contain_text("Anna bakes Monotoni.")
    # It goes after a while, but not from under somebody's finger.
    note.locator("a.why").focus()
    assert complaints(page) == []
    note.locator("a.why").click()
    expect(page.locator("#why .chapter")).to_contain_text("MM-25")
    page.keyboard.press("Escape")
    expect(note.locator("a.why")).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(note).to_be_hidden()


COVERED = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  const [note, send] = [box("#lesson"), box("#turn-form [type=submit]")];
  return note.bottom > send.top && note.top < send.bottom && note.right > send.left && note.left < send.right;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_what_asks_for_a_deed_leaves_the_button_free(server: Running, browser: Chromium, game: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    learn(page, server, game)
    page.locator("#turn-form").wait_for()
    while page.locator("[data-got-it]").is_visible():
        page.locator("[data-got-it]").click()
    expect(page.locator("#coach .topic.now[data-deed]")).to_be_visible()
    assert not page.evaluate(COVERED)
    context.close()


@pytest.mark.parametrize("sight", ["night", "noon on a phone"])
@pytest.mark.parametrize("path", ["/rules/mamma-mia", "/rules/mamma-mia/grande", "/rules/pizza-master/master"])
def test_axe_finds_nothing_in_the_rules_and_they_fit(server: Running, browser: Chromium, path: str, sight: str) -> None:
    night = sight == "night"
    size = {"width": 1280, "height": 800} if night else {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, color_scheme="dark" if night else "light")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.address + path)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_lesson_on_a_phone(server: Running, browser: Chromium, game: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="light")
    page = context.new_page()
    learn(page, server, game)
    page.wait_for_timeout(500)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()
