"""The stream in a real browser: it resumes where it was, forgets nothing, and comes back when it dies."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser

from tests.web.stage import Stage

OPEN = """(position) => {
  forno.heard = []; forno.line = [];
  forno.stream = new forno.Stream({
    url: (position) => `/t/one/stream?after=${position}`, position,
    on: (name, data) => forno.heard.push([name, data.number ?? data.text]), line: (open) => forno.line.push(open),
  });
}"""


def message(event: str, data: Any, position: str = "") -> str:
    head = f"id: {position}\n" if position else ""
    return f"{head}event: {event}\ndata: {json.dumps(data)}\n\n"


def stage_with(browser: Browser, *answers: tuple[int, str]) -> Stage:
    stage = Stage(browser, "")
    left = list(answers)
    stage.stream = lambda address: left.pop(0) if left else (503, "")
    stage.load("stream.js", "Stream compare")
    stage.do(OPEN, "40.2")
    return stage


def heard(stage: Stage, number: int) -> list[list[Any]]:
    stage.page.wait_for_function("(n) => forno.heard.length >= n", arg=number)
    found: list[list[Any]] = stage.do("() => forno.heard")
    return found


def test_positions_are_compared_number_by_number(browser: Browser) -> None:
    stage = stage_with(browser)
    order = "([one, other]) => Math.sign(forno.compare(one, other))"
    assert [stage.do(order, pair) for pair in (["9.1", "10.0"], ["10.3", "10.3"], ["10.10", "10.9"], ["7", "7.1"])] == [
        -1,
        0,
        1,
        -1,
    ]


def test_the_first_stream_asks_for_what_the_page_has_not_shown(browser: Browser) -> None:
    stage = stage_with(browser, (200, message("public", {"number": 41}, "41.2") + message("own", {"number": 41})))
    assert heard(stage, 2) == [["public", 41], ["own", 41]]
    assert stage.streams[0].endswith("?after=40.2")


def test_what_was_seen_is_not_shown_again(browser: Browser) -> None:
    events = [message("public", {"number": n}, f"{n}.0") for n in (39, 40, 41, 41, 42)]
    stage = stage_with(browser, (200, "".join(events)))
    assert heard(stage, 2) == [["public", 41], ["public", 42]]


def test_a_stream_that_died_for_good_is_made_anew_from_where_it_was(browser: Browser) -> None:
    stage = stage_with(
        browser,
        (200, "retry: 50\n" + message("public", {"number": 41}, "41.0")),
        (503, ""),
        (200, message("public", {"number": 42}, "42.0")),
    )
    assert heard(stage, 2) == [["public", 41], ["public", 42]]
    assert stage.streams[2].endswith("?after=41.0")
    assert False in stage.do("() => forno.line")


def test_words_that_were_said_do_not_move_the_position_back(browser: Browser) -> None:
    stage = stage_with(browser, (200, message("said", {"text": "Ciao!"}, "40.3") + message("said", {"text": "Sì?"})))
    assert heard(stage, 2) == [["said", "Ciao!"], ["said", "Sì?"]]
    assert stage.do("() => forno.stream.position") == "40.3"


def test_a_snapshot_sets_the_position_even_back(browser: Browser) -> None:
    stage = stage_with(browser, (200, message("snapshot", {"number": 5}, "5.0")))
    assert heard(stage, 1) == [["snapshot", 5]]
    assert stage.do("() => forno.stream.position") == "5.0"


def test_without_a_network_it_waits_and_comes_back_with_it(browser: Browser) -> None:
    stage = stage_with(browser, (200, message("public", {"number": 41}, "41.0")))
    heard(stage, 1)
    stage.do("() => dispatchEvent(new Event('offline'))")
    assert stage.do("() => forno.stream.source") is None
    with stage.page.expect_request("**/stream*") as asked:
        stage.do("() => dispatchEvent(new Event('online'))")
    assert asked.value.url.endswith("?after=41.0")
