"""A table's page in a real browser, with a stream made up by the test: calls, clock, chat, hot seat, keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.stage import Stage
from tools.waiting import until

ROOM = """
<main><div id="table"><div id="seat-0">Anna</div><div id="oven">cold</div></div>
<section id="hand"></section><section id="turn">TURN</section></main>
<span id="clock" class="clock" hidden><span data-seconds></span></span>
<ol id="log" tabindex="0"></ol>
<ul id="names"><li data-name-of="1" data-name="Bruno">Bruno</li></ul>
<div id="guests"></div>
<details class="chat"><summary>Chat</summary><ol id="said"></ol>
<button type="button" data-words="Mamma mia!">Mamma mia!</button>
<form id="chat-form" action="/t/one/chat"><input name="text"><button>Say</button></form>
<p id="chat-wrong" class="wrong"></p></details>
<p id="lost" hidden>Lost.</p><button type="button" id="skip" hidden>Skip</button>
<div id="cover" class="cover" hidden><h2 id="cover-text"></h2><button type="button" id="cover-go">Me</button></div>
<dialog id="keys"><button type="button" data-close>Done</button></dialog>
<script type="application/json" id="words-said">[{"room": "table", "name": "Anna", "seat": 0, "text": "Ciao!"}]</script>
<script type="module" src="/static/table.js"></script>"""

TURN = (
    """<form id="turn-form" class="turn" data-number="3" data-tree='{"7":{}}'>"""
    """<button type="button" data-slot="a" data-action="7">Seven</button><button type="submit">Go</button></form>"""
)
SEATED = 'data-table="one" data-seat="0" data-players="2" data-number="3" data-position="3.0" data-phase="playing"'


def message(event: str, data: Any, position: str = "") -> str:
    head = f"id: {position}\n" if position else ""
    return f"{head}event: {event}\ndata: {json.dumps(data)}\n\n"


Sit = Callable[..., Stage]


@pytest.fixture
def sit(browser: Browser) -> Sit:
    def sit(*messages: str, turn: str = "", attributes: str = SEATED) -> Stage:
        told = ["".join(messages)]
        return Stage(
            browser,
            ROOM.replace("TURN", turn),
            attributes=attributes,
            stream=lambda address: (200, told.pop()) if told else (503, ""),
        )

    return sit


def own(**more: Any) -> str:
    return message("own", {"number": 4, "regions": {}, "asides": [], "awaited": False, "call": None} | more)


def test_a_turn_arrives_and_can_be_played(sit: Sit) -> None:
    stage = sit(own(regions={"turn": TURN, "hand": "<b>salami</b>"}, awaited=True))
    expect(stage.page.locator("body.my-turn #hand b")).to_have_text("salami")
    stage.page.keyboard.press("h")
    stage.page.keyboard.press("Enter")
    with stage.page.expect_response("**/moves"):
        stage.page.keyboard.press("s")
    assert stage.sent == [{"url": "/t/one/moves", "token": "token", "number": 3, "seat": 0, "actions": [7]}]
    until(lambda: stage.streams)
    assert stage.streams[0].endswith("/t/one/stream?after=3.0&seat=0")


SHARED = SEATED.replace('data-players="2"', 'data-players="4" data-device="0 1 3"')
GUESTS = (
    '<li data-name-of="3" data-name="Dora"></li>'
    '<div id="pass-on" hidden><p>Pass on.</p><button type="button"></button></div>'
)


def test_while_help_is_asked_for_a_shared_device_goes_round_whoever_is_asked(browser: Browser) -> None:
    def share(seat: int, turn: str = "", told: str = "") -> Stage:
        words = [told]
        stage = Stage(
            browser,
            GUESTS + ROOM.replace("TURN", turn),
            attributes=SHARED.replace('data-seat="0"', f'data-seat="{seat}"')
            + (' data-call="round"' if not told else ""),
            stream=lambda address: (200, words.pop()) if words else (503, ""),
        )
        return stage

    asked = {"kind": "help-asked", "seat": 2, "regions": {}}
    public = message("public", {"number": 4, "steps": [asked], "awaits": None, "clock": None}, "4.0")
    for awaited in (False, True):
        stage = share(0, told=public + own(call="round", awaited=awaited, regions={"turn": TURN} if awaited else {}))
        expect(stage.page.locator("#cover-text")).to_have_text("Pass the device to Dora.")
        expect(stage.page.locator("#pass-on")).to_be_hidden()
    kept = json.dumps({"number": "3", "by": 2})
    for seat, turn, follows in ((3, "", "Pass the device to ."), (1, "", None), (0, TURN, "")):
        stage = share(seat, turn)
        stage.do("kept => sessionStorage.setItem('asked-one', kept)", kept)
        stage.page.reload()
        bar, button = stage.page.locator("#pass-on"), stage.page.locator("#pass-on button")
        expect(stage.page.locator("#cover")).to_be_hidden()
        if follows == "":
            expect(bar).to_be_hidden()
        elif follows is None:
            expect(bar).to_be_visible()
            expect(button).to_be_hidden()
        else:
            button.click()
            expect(stage.page.locator("#cover-text")).to_have_text(follows)


def test_no_sound_or_word_tells_a_shared_device_who_is_asked_for_help(sit: Sit) -> None:
    stage = sit(own(call="round", awaited=True, regions={"turn": TURN}), attributes=SHARED)
    expect(stage.page.locator("#turn-form")).to_be_attached()
    stage.settle()
    assert "Your turn" not in stage.text("#news")


def test_a_spectator_asks_for_no_seat(sit: Sit) -> None:
    stage = sit(attributes=SEATED.replace('data-seat="0"', 'data-seat=""'))
    until(lambda: stage.streams)
    assert stage.streams[0].endswith("/t/one/stream?after=3.0")


def test_a_hidden_tab_is_called_in_its_title(sit: Sit) -> None:
    stage = sit(turn=TURN)
    assert stage.page.title() == "Table"
    stage.do(
        "() => { Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert stage.page.title() == "● Your turn · Table"
    stage.do("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
    assert stage.page.title() == "Table"


def test_the_clock_counts_down_and_is_gone_without_one(sit: Sit) -> None:
    public = {"number": 4, "steps": [], "awaits": 1, "clock": 8}
    stage = sit(message("public", public, "4.0"))
    expect(stage.page.locator("#clock.late")).to_have_text("8 s")
    expect(stage.page.locator("#clock")).to_have_text("7 s")
    assert stage.do("() => document.body.dataset.awaits") == "1"


def test_over_days_the_clock_says_until_when(sit: Sit) -> None:
    public = {"number": 4, "steps": [], "awaits": 1, "clock": 24 * 3600}
    stage = sit(message("public", public, "4.0"))
    expect(stage.page.locator("#clock")).to_have_text(re.compile(r"^until tomorrow, \d+:\d\d"))


def test_the_clock_follows_who_is_away_and_back(sit: Sit) -> None:
    public = {"number": 4, "steps": [], "awaits": 1, "clock": 8}
    handed_over = {"regions": {}, "awaits": 1, "clock": None}
    stage = sit(message("public", public, "4.0"), message("guests", handed_over, "4.1"))
    expect(stage.page.locator("#clock")).to_be_hidden()
    back = {"regions": {}, "awaits": 1, "clock": 1500}
    stage = sit(message("public", public, "4.0"), message("guests", back, "4.1"))
    expect(stage.page.locator("#clock")).to_have_text(re.compile(r"^until (today|tomorrow), \d+:\d\d"))


def test_the_clock_says_when_nothing_is_left(sit: Sit) -> None:
    stage = sit(message("public", {"number": 4, "steps": [], "awaits": 1, "clock": 0}, "4.0"))
    expect(stage.page.locator("#clock.late")).to_have_text("Time's up!")


def test_what_people_say_is_text(sit: Sit) -> None:
    said = {"room": "table", "name": "<i>Eve</i>", "seat": 1, "text": "<img src=x onerror=alert(1)>"}
    stage = sit(message("said", said, "3.1"))
    expect(stage.page.locator("#said li")).to_have_count(2)
    assert stage.page.text_content("#said li:last-child b") == "<i>Eve</i>"
    assert "<img src=x onerror=alert(1)>" in (stage.page.text_content("#said li:last-child") or "")
    assert stage.page.locator("#said img, #said i").count() == 0
    assert stage.page.locator("details.chat.unread").count() == 1


def test_somebody_is_muted_and_heard_again(sit: Sit) -> None:
    stage = sit(attributes=SEATED.replace('data-seat="0"', 'data-seat="1"'))
    stage.page.click("summary")
    stage.page.click("[data-mute=Anna]")
    assert stage.page.locator("#said b").count() == 0
    expect(stage.page.locator("#said .quiet")).to_have_text("Anna is muted.")
    stage.page.reload()
    stage.page.click("summary")
    assert stage.page.locator("#said b").count() == 0
    stage.page.click("#said .quiet")
    assert stage.page.locator("#said li").count() == 0
    stage.page.reload()
    expect(stage.page.locator("#said b")).to_have_text("Anna")


FOLLOWS = """async () => {
  const { Log } = await import("/static/log.js");
  const list = document.getElementById("log");
  Object.assign(list.style, { display: "block", height: "100px", overflow: "auto" });
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const log = new Log(list, null, 2);
  const ends = async () => {
    log.add({ tell: "Another line." });
    await frames();
    return list.scrollTop + list.clientHeight > list.scrollHeight - 2;
  };
  for (let line = 0; line < 30; line++) log.add({ tell: "A line." });
  await frames();
  list.style.height = "50px";
  const smaller = await ends();
  list.scrollTop = 0;
  await frames();
  return [smaller, await ends()];
}"""


def test_the_log_follows_in_any_size_until_somebody_scrolls_up(sit: Sit) -> None:
    assert sit().do(FOLLOWS) == [True, False]


SETTINGS = {"sound": "off", "title": "on", "notice": "off", "chat": "on", "keys": "on", "only": "on"}
SWITCHES = "".join(f'<input type="checkbox" data-setting="{name}">' for name in SETTINGS)


def test_every_call_can_be_switched_off_and_on_and_stays_so(browser: Browser) -> None:
    stage = Stage(browser, SWITCHES + ROOM.replace("TURN", ""), attributes=SEATED)
    stage.do("() => { window.Notification.requestPermission = async () => 'granted'; }")
    for name, usual in SETTINGS.items():
        switch = stage.page.locator(f"[data-setting={name}]")
        expect(switch).to_be_checked(checked=usual == "on")
        switch.click()
        expect(switch).to_be_checked(checked=usual != "on")
    stage.page.reload()
    for name, usual in SETTINGS.items():
        expect(stage.page.locator(f"[data-setting={name}]")).to_be_checked(checked=usual != "on")
    assert not stage.page.is_visible(".chat")
    stage.page.keyboard.press("?")
    assert not stage.page.is_visible("#keys")


def test_whoever_doesnt_want_the_chat_hears_nothing_of_it(browser: Browser) -> None:
    told = ["", message("said", {"room": "table", "name": "Eve", "seat": 1, "text": "Ciao, Anna!"}, "3.1")]
    stage = Stage(
        browser,
        ROOM.replace("TURN", ""),
        attributes=SEATED,
        stream=lambda address: (200, told.pop(0)) if told else (503, ""),
    )
    stage.do("() => localStorage.setItem('forno', JSON.stringify({ chat: 'off' }))")
    stage.page.reload()
    expect(stage.page.locator("#said li")).to_have_count(2)
    assert "Ciao" not in stage.text("#news")
    assert stage.page.locator("details.chat.unread").count() == 0


def test_the_title_of_a_hidden_tab_stays_as_it_is_if_one_likes(sit: Sit) -> None:
    stage = sit(turn=TURN)
    hide = """() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); }"""
    stage.do(hide)
    expect(stage.page).to_have_title("● Your turn · Table")
    stage.do("async () => { const page = await import('/static/settings.js'); page.set('title', 'off'); }")
    expect(stage.page).to_have_title("Table")


def test_words_and_quick_phrases_are_sent(sit: Sit) -> None:
    stage = sit()
    stage.page.keyboard.press("c")
    stage.page.keyboard.type("Buon appetito")
    with stage.page.expect_response("**/chat"):
        stage.page.keyboard.press("Enter")
    expect(stage.page.locator("#chat-form input")).to_have_value("")
    stage.answers = [(429, {"error": "too-many", "message": "Wait a minute."})]
    with stage.page.expect_response("**/chat"):
        stage.page.click("[data-words]")
    assert [entry["text"] for entry in stage.sent] == ["Buon appetito", "Mamma mia!"]
    expect(stage.page.locator("#chat-wrong")).to_have_text("Wait a minute.")


def test_a_hot_seat_covers_the_hand_until_the_device_is_passed(sit: Sit) -> None:
    stage = sit(own(call=1))
    expect(stage.page.locator("#cover-text")).to_have_text("Pass the device to Bruno.")
    assert stage.page.is_hidden("#hand")
    assert stage.do("() => document.activeElement.id") == "cover-go"
    stage.page.click("#cover-go")
    stage.page.wait_for_url("**/t/one?seat=1")


def test_a_snapshot_shows_the_table_as_it_is(sit: Sit) -> None:
    data = {
        "number": 9,
        "regions": {"oven": "glowing", "turn": TURN},
        "log": [{"tell": "Anna puts in an olive.", "why": "", "html": ""}],
        "awaits": 0,
        "clock": None,
        "awaited": True,
        "call": None,
        "said": [],
        "phase": "playing",
    }
    stage = sit(message("snapshot", data, "9.0"))
    expect(stage.page.locator("#oven")).to_have_text("glowing")
    expect(stage.page.locator("#log li")).to_have_text("Anna puts in an olive.")
    assert stage.page.locator("#said li").count() == 0
    assert stage.page.locator("body.my-turn").count() == 1


def test_the_page_loads_itself_anew_when_the_game_starts(sit: Sit) -> None:
    stage = sit(attributes=SEATED.replace("playing", "gathering"))
    with stage.page.expect_navigation():
        stage.do("() => dispatchEvent(new Event('offline'))")
        # Once it is on its way nothing more is told, or it would never stop loading.
        stage.stream = lambda address: (204, "") if stage.loads > 1 else (200, message("started", {}, "4.0"))
        stage.do("() => dispatchEvent(new Event('online'))")


def test_the_gathering_changes_without_a_reload(sit: Sit) -> None:
    stage = sit(message("guests", {"regions": {"guests": "<b>Bruno sits down</b>"}}, "3.1"))
    expect(stage.page.locator("#guests b")).to_have_text("Bruno sits down")


def test_a_lost_line_is_said(sit: Sit) -> None:
    stage = sit()
    expect(stage.page.locator("#lost")).to_be_visible()


def test_keys_tell_themselves(sit: Sit) -> None:
    stage = sit()
    stage.page.keyboard.press("?")
    expect(stage.page.locator("dialog#keys")).to_be_visible()
    stage.page.click("[data-close]")
    expect(stage.page.locator("dialog#keys")).to_be_hidden()
    stage.page.keyboard.press("l")
    expect(stage.page.locator("#log")).to_be_focused()


def test_keys_mean_what_they_say_as_soon_as_a_dialog_is_closed(sit: Sit) -> None:
    stage = sit()
    focused = stage.do("""() => {
      const [keys, press] = [document.getElementById("keys"), (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }))];
      const focused = () => document.activeElement.id || document.activeElement.tagName;
      keys.innerHTML = "<input id='name'>";
      document.body.focus();
      press("?");
      press("l");
      const open = focused();
      keys.close();
      document.getElementById("name").dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true }));
      return [open, focused()];
    }""")
    assert focused == ["name", "log"]
