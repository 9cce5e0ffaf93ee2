"""The show in a real browser: one step after the other, what it leaves behind, and how it hurries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.stage import Stage

ROOM = """
<main id="table">
  <div id="seat-1">Anna</div>
  <section id="oven">cold</section>
  <section id="hand"><button type="button" data-slot="place" data-action="7">salami</button></section>
</main>
<button type="button" id="skip" hidden>Skip</button>
<ol id="log" data-why="/rules/mamma-mia#RULE"></ol>"""

HASTE = """() => {
  forno.pauses = [];
  const wait = window.setTimeout;
  window.setTimeout = (call, time) => { forno.pauses.push(time); return wait(call, 0); };
}"""
"""Nothing takes time any more; how long it would have taken is written down."""

COUNT = """() => {
  forno.flown = 0;
  const flies = (node) => node.classList?.contains("flying");
  const look = (changes) => {
    for (const { addedNodes } of changes) forno.flown += [...addedNodes].filter(flies).length;
  };
  new MutationObserver(look).observe(document.body, {childList: true});
}"""

ABOVE_THE_END = "() => { const l = forno.show.log.list; return l.scrollHeight - l.clientHeight - l.scrollTop; }"
"""Script that returns how far the log is from its end, in pixels."""

Watch = Callable[..., Stage]


@pytest.fixture
def watch(browser: Browser) -> Watch:
    def watch(
        seat: int | None = 0, players: int = 2, people: Sequence[int] = (), new: bool = False, calm: bool = False
    ) -> Stage:
        """The page of a seat that was asked before, unless it is `new`."""
        stage = Stage(browser, ROOM, calm=calm)
        stage.load("show.js", "Show")
        stage.load("regions.js", "park swap")
        stage.load("settings.js", "set")
        how = {"seat": seat, "players": players, "people": people}
        stage.do("(how) => { forno.show = new forno.Show(how); }", how)
        if not new:
            stage.do("() => forno.show.asked()")
        return stage

    return watch


def step(kind: str, **more: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "seat": None,
        "say": "",
        "tell": "",
        "pause": 0,
        "before": False,
        "why": "",
        "forgets": None,
        "html": "",
        "fly": [],
        "regions": {},
    } | more


def show(stage: Stage, *steps: dict[str, Any]) -> None:
    """Show all steps, to the end."""
    stage.do("(steps) => forno.show.add({steps, awaits: null})", list(steps))


def begin(stage: Stage, *steps: dict[str, Any]) -> None:
    """Show steps without waiting for the end."""
    stage.do("(steps) => { forno.show.add({steps, awaits: null}); }", list(steps))


def lines(stage: Stage) -> list[str]:
    found: list[str] = stage.do("() => [...document.querySelectorAll('#log li:not([hidden])')].map(l => l.innerText)")
    return found


def test_steps_leave_their_sentences_and_regions(watch: Watch) -> None:
    stage = watch()
    show(
        stage,
        step("placed", tell="Anna puts in three salami.", regions={"oven": "<b>warm</b>"}),
        step("opened", tell="The oven opens.", regions={"oven": "<b>hot</b>"}),
    )
    assert stage.text("#oven") == "hot"
    assert lines(stage) == ["Anna puts in three salami.", "The oven opens."]
    assert stage.text("#news").split("\n")[-1] == "The oven opens."
    assert stage.do("() => document.getElementById('table').className") == ""


def test_the_log_follows_what_happens_unless_one_has_scrolled_up(watch: Watch) -> None:
    stage = watch()
    stage.do("() => { const log = forno.show.log.list; log.style.height = '60px'; log.style.overflowY = 'scroll'; }")
    happens = [step("placed", tell=f"Anna puts in salami number {number}.") for number in range(20)]
    show(stage, *happens)
    stage.settle()
    assert stage.do(ABOVE_THE_END) < 2
    # Frame by frame, too: the browser tells of a scroll when more has come already.
    stage.do(
        """async (steps) => { for (let frame = 0; frame < 3; frame++) {
          await forno.show.add({ steps, awaits: null });
          await new Promise(requestAnimationFrame);
        } }""",
        happens,
    )
    stage.settle()
    assert stage.do(ABOVE_THE_END) < 2
    stage.do("() => { forno.show.log.list.scrollTop = 7; }")
    stage.settle()
    show(stage, *happens)
    stage.settle()
    assert stage.do("() => forno.show.log.list.scrollTop") == 7
    # What was scrolled up to is forgotten before one's own turn.
    show(stage, happens[0], step("turn", seat=0, forgets=0), *happens)
    stage.settle()
    assert stage.do(ABOVE_THE_END) < 2


def test_the_log_is_measured_when_a_frame_is_drawn_and_not_at_each_line(watch: Watch) -> None:
    stage = watch()
    stage.settle()
    happens = [step("placed", tell=f"Anna puts in salami number {number}.") for number in range(20)]
    measured = stage.do(
        """async (steps) => {
          let measured = 0;
          const height = () => { measured++; return 500; };
          Object.defineProperty(forno.show.log.list, "scrollHeight", { get: height });
          forno.set("pace", "instant");
          await forno.show.add({ steps, awaits: null });
          return measured;
        }""",
        happens,
    )
    assert measured == 0
    assert len(lines(stage)) == 20


def test_a_seat_is_spoken_to_about_what_it_did(watch: Watch) -> None:
    stage = watch()
    theirs = {"tell": "Anna puts in an olive.", "own": "You put in an olive."}
    show(stage, step("placed", seat=0, **theirs), step("placed", seat=1, tell="Bruno passes.", own="You pass."))
    assert lines(stage) == ["You put in an olive.", "Bruno passes."]
    assert "Anna" not in stage.text("#news")


def test_a_region_that_names_whose_turn_it_is_says_so_to_that_seat(watch: Watch) -> None:
    stage = watch()
    stage.do("() => { document.body.dataset.seat = '0'; }")
    mine = '<span data-about="0" data-yours="Your turn">Anna\'s turn</span>'
    show(stage, step("drew", regions={"oven": mine}))
    assert stage.text("#oven") == "Your turn"
    show(stage, step("drew", regions={"oven": mine.replace('"0"', '"1"')}))
    assert stage.text("#oven") == "Anna's turn"


def test_a_step_lights_its_beat_and_its_bubble_while_it_lasts(watch: Watch) -> None:
    stage = watch()
    begin(stage, step("placed", seat=1, say="Three salami!", pause=20_000))
    stage.page.wait_for_selector("#table.beat-placed")
    assert stage.text(".bubble") == "Three salami!"
    stage.do("() => { forno.show.skip(); return forno.show.idle; }")
    assert stage.page.query_selector(".bubble, .beat-placed") is None


@pytest.mark.parametrize(("before", "seen"), [(True, "cold"), (False, "hot")])
def test_what_a_step_speaks_of_can_stay_in_sight_while_it_lasts(watch: Watch, before: bool, seen: str) -> None:
    stage = watch()
    begin(stage, step("baked", before=before, pause=20_000, regions={"oven": "hot"}))
    stage.page.wait_for_selector("#table.beat-baked")
    stage.settle()
    assert stage.text("#oven") == seen
    stage.do("() => { forno.show.skip(); return forno.show.idle; }")
    assert stage.text("#oven") == "hot"


def test_words_of_people_are_never_markup(watch: Watch) -> None:
    stage = watch()
    begin(stage, step("said", seat=1, say="<img src=x>", tell="<script>1</script>", pause=20_000))
    assert stage.text(".bubble") == "<img src=x>"
    assert lines(stage) == ["<script>1</script>"]


def test_a_sentence_links_to_the_rule_that_explains_it(watch: Watch) -> None:
    stage = watch()
    show(stage, step("failed", tell="Too few olives.", why="MM-14"))
    assert stage.page.get_attribute("#log a.why", "href") == "/rules/mamma-mia#MM-14"
    assert stage.text("#log a.why") == "Why?"


def test_cards_fly_and_are_gone_when_they_have_landed(watch: Watch) -> None:
    stage = watch()
    flight = {"start": "#seat-1", "end": "#oven", "card": '<div class="card s"></div>', "number": 3}
    stage.do(COUNT)
    show(stage, step("placed", fly=[flight]))
    assert stage.do("() => forno.flown") == 3
    assert stage.page.query_selector(".flying") is None


def test_a_flight_from_nowhere_is_left_out(watch: Watch) -> None:
    stage = watch()
    show(stage, step("placed", tell="Done.", fly=[{"start": "#no", "end": "][", "card": "<i></i>", "number": 1}]))
    assert lines(stage) == ["Done."]
    assert stage.errors == []


def test_without_motion_nothing_flies_and_pauses_are_short(watch: Watch) -> None:
    stage = watch(calm=True)
    flight = {"start": "#seat-1", "end": "#oven", "card": '<div class="card s"></div>', "number": 3}
    stage.do(COUNT)
    stage.do(HASTE)
    show(stage, step("placed", fly=[flight], pause=3000))
    assert stage.do("() => forno.pauses") == [350]
    assert stage.do("() => forno.flown") == 0


def test_the_pace_decides_how_long_a_step_stays(watch: Watch) -> None:
    stage = watch()
    stage.do(HASTE)
    for pace in ("slow", "normal", "fast", "instant"):
        stage.do("(pace) => forno.set('pace', pace)", pace)
        show(stage, step("placed", pause=600))
    assert stage.do("() => forno.pauses") == pytest.approx([1020, 600, 270])


def test_what_others_do_in_a_row_is_seen_together(watch: Watch) -> None:
    stage = watch(seat=0, people=[0, 1])
    stage.do(HASTE)
    show(stage, *(step("collected", seat=seat, pause=600, together=True) for seat in (1, 1, 0)))
    assert stage.do("() => forno.pauses") == [150, 150, 600]


def test_skipping_shows_the_rest_at_once(watch: Watch) -> None:
    stage = watch()
    begin(stage, *(step("placed", tell=f"Step {n}.", pause=20_000) for n in range(5)))
    stage.page.click("#skip")
    stage.do("() => forno.show.idle")
    assert lines(stage) == [f"Step {n}." for n in range(5)]
    assert stage.page.is_hidden("#skip")


def test_skipping_lasts_until_one_is_asked(watch: Watch) -> None:
    stage = watch()
    begin(stage, step("placed", pause=20_000))
    stage.do("() => { forno.show.skip(); return forno.show.idle; }")
    stage.do(HASTE)
    show(stage, step("placed", pause=600))
    assert stage.do("() => forno.pauses") == []
    stage.do("() => forno.show.asked()")
    show(stage, step("placed", pause=600))
    assert stage.do("() => forno.pauses") == [600]


def test_a_spectator_skips_what_there_is(watch: Watch) -> None:
    stage = watch(seat=None)
    begin(stage, step("placed", pause=20_000))
    stage.do("() => { forno.show.skip(); return forno.show.idle; }")
    stage.do(HASTE)
    show(stage, step("placed", pause=600))
    assert stage.do("() => forno.pauses") == [600]


def pauses(stage: Stage, steps: list[dict[str, Any]]) -> list[float]:
    """Return how long steps stay that arrive one by one, all at once."""
    stage.do(HASTE)
    stage.do("(steps) => { for (const step of steps) forno.show.add({steps: [step]}); return forno.show.idle; }", steps)
    found: list[float] = stage.do("() => forno.pauses")
    return found


def test_the_more_there_is_to_tell_the_faster_it_goes(watch: Watch) -> None:
    few = pauses(watch(), [step("placed", seat=1, pause=600)] * 5)
    assert few == [600] * 5
    many = pauses(watch(), [step("placed", seat=1, pause=2000)] * 30)
    assert len(many) == 30
    assert sum(many) == pytest.approx(4000 + 60_000 / 9)
    # The first was begun before anything was known of the others.
    assert many[0] == 2000
    assert max(many[1:]) == pytest.approx(min(many[1:]))


def test_before_one_is_asked_for_the_first_time_it_goes_faster(watch: Watch) -> None:
    stage = watch(new=True)
    assert sum(pauses(stage, [step("placed", seat=1, pause=600)] * 10)[1:]) < 1000 + 6000 / 9
    stage.do("() => forno.show.asked()")
    assert sum(pauses(stage, [step("placed", seat=1, pause=600)] * 6)) == 3600


def test_what_people_did_keeps_its_time_and_the_rest_makes_room_for_nothing(watch: Watch) -> None:
    stage = watch(people=[1])
    order = step("order-revealed", seat=1, pause=1300)
    waits = pauses(stage, [order, *[step("revealed", pause=2000)] * 10, order])
    assert waits[0] == waits[-1] == 1300
    assert sum(waits[1:-1]) == pytest.approx(4000 + 20_000 / 9)


def test_a_broken_step_does_not_stop_the_table(watch: Watch) -> None:
    stage = watch()
    stage.do("() => { forno.show.add(() => { throw new Error('burnt'); }); }")
    show(stage, step("placed", tell="On we go."))
    assert lines(stage) == ["On we go."]
    assert stage.errors == ["Error: burnt"] or "burnt" in stage.errors[0]


def test_focus_stays_where_it_was_when_a_region_changes(watch: Watch) -> None:
    stage = watch()
    stage.page.focus("[data-action='7']")
    button = '<button type="button" data-slot="place" data-action="{}">{}</button>'
    hand = button.format(3, "olive") + button.format(7, "salami")
    stage.do("(html) => forno.swap('hand', html)", hand)
    assert stage.do("() => document.activeElement.innerText") == "salami"
    stage.do("() => forno.swap('hand', 'Nothing left.')")
    assert stage.do("() => document.activeElement.id") == "hand"


def test_focus_on_a_place_that_comes_again_stays_there(watch: Watch) -> None:
    stage = watch()
    form = '<form id="turn-form"><button type="submit" disabled>Go</button></form>'
    stage.do("(html) => { forno.swap('hand', html); forno.park(document.getElementById('turn-form')); }", form)
    assert stage.do("() => document.activeElement.id") == "turn-form"
    stage.do("(html) => forno.swap('hand', html)", form.replace("Go", "Send"))
    assert stage.do("() => document.activeElement.id") == "turn-form"


def test_a_seat_forgets_what_was_said_before_its_turn(watch: Watch) -> None:
    stage = watch(seat=0)
    show(
        stage, step("placed", tell="Bruno puts in an olive."), step("placed", tell="Anna puts in a salami.", forgets=0)
    )
    assert lines(stage) == ["Anna puts in a salami."]
    show(stage, step("placed", tell="Bruno again.", forgets=1))
    assert lines(stage) == ["Anna puts in a salami.", "Bruno again."]


def test_a_spectator_reads_back_one_turn_of_everybody(watch: Watch) -> None:
    stage = watch(seat=None, players=2)
    show(stage, *(step("placed", tell=f"Turn {n}.", forgets=n % 2) for n in range(4)))
    assert lines(stage) == ["Turn 2.", "Turn 3."]


def test_an_aside_is_told_to_the_seat_alone_and_marked(watch: Watch) -> None:
    stage = watch()
    stage.do("() => forno.show.own({regions: {hand: '<i>two olives</i>'}, asides: ['You draw 2 olives.']})")
    assert stage.text("#log .aside") == "You draw 2 olives."
    assert stage.text("#hand") == "two olives"


def test_a_snapshot_replaces_everything(watch: Watch) -> None:
    stage = watch()
    show(stage, step("placed", tell="Long ago."))
    log = [
        {"tell": "<b>Anna</b> puts in an olive.", "why": "", "html": "", "aside": False, "mark": False},
        {"tell": "Anna passes.", "why": "MM-10", "html": "<i>nothing</i>", "aside": False, "mark": False},
    ]
    stage.do("(log) => forno.show.snapshot({regions: {oven: 'glowing'}, log})", log)
    assert stage.text("#oven") == "glowing"
    assert lines(stage) == ["<b>Anna</b> puts in an olive.", "Anna passes.\nnothing\nWhy?"]
    assert stage.page.locator("#log a.why").get_attribute("href") == "/rules/mamma-mia#MM-10"


def test_at_once_the_table_is_drawn_once_and_as_the_last_step_leaves_it(watch: Watch) -> None:
    stage = watch()
    stage.do("() => forno.set('pace', 'instant')")
    steps = [
        step("placed", tell="One.", regions={"oven": "warm", "hand": "two cards"}),
        step("placed", tell="Two.", regions={"oven": "hot"}),
    ]
    drawn = stage.do(
        """async (steps) => {
          let drawn = 0;
          const watching = new MutationObserver((changes) => { drawn += changes.length; });
          watching.observe(document.getElementById("oven"), { childList: true });
          await forno.show.add({ steps });
          return drawn + watching.takeRecords().length;
        }""",
        steps,
    )
    assert drawn == 1
    assert (stage.text("#oven"), stage.text("#hand"), lines(stage)) == ("hot", "two cards", ["One.", "Two."])
