"""Things to be remembered are nowhere to be read: not on the page, not in a stream, not in an answer to a program."""

from __future__ import annotations

import json

import pytest

from tests.web.browser.conftest import Windows
from tests.web.browser.hearing import Hearing
from tests.web.servers import Program
from tools.people import Person, may_decide, play
from tools.waiting import until

FIRST_WORDS = """async (address) => {
  const answer = await fetch(address);
  const reader = answer.body.getReader();
  let text = "";
  while (!text.includes("event: snapshot") || !text.endsWith("\\n\\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
  return text;
}"""


@pytest.mark.rule("MMR-11")
def test_what_was_announced_before_the_own_last_turn_can_be_read_nowhere(house: str, window: Windows) -> None:
    program = Program.opens(house, "mamma-mia", options={"players": 3})
    program.start()
    page = window().new_page()
    hearing = Hearing(page)
    page.goto(f"{house}/t/{program.table}/me/{program.key}")
    person = Person(page, 23)
    play([person], 4)
    until(lambda: may_decide(person.look()))
    before = len(hearing.told)
    play([person], 1)
    until(lambda: may_decide(person.look()))
    old = set(hearing.told[:before]) - set(hearing.told[before:])
    # The board speaks of seats and piles; only sentences of what somebody put in must be remembered.
    old = {line for line in old if "put" in line}
    assert len(old) >= 3

    page.reload()
    until(lambda: may_decide(person.look()))
    log = page.locator("#log li").all_text_contents()
    told = page.evaluate(FIRST_WORDS, f"/t/{program.table}/stream?after=0.0&seat=0")
    snapshot = next(json.loads(line[6:]) for line in told.splitlines() if line.startswith("data: "))
    answers = {
        "the page": page.content(),
        "the stream": told,
        "the table": json.dumps(program.get()),
        "the chat": json.dumps(program.get("/chat")),
    }
    for where, text in answers.items():
        for line in old:
            assert line not in text, f"{where} tells again: {line}"
    assert len(program.get()["view"]["recent"]) <= 3
    assert len(log) == len(snapshot["log"])
    assert set(log) <= set(hearing.told[before:]), "what a page that stayed would still show, and no more"
    for path in (f"/t/{program.table}/record", f"/t/{program.table}/replay"):
        answer = page.request.get(house + path)
        assert answer.status == 409, f"{path} is open before the end"
    for path in ("/record", "/stream?after=0.0"):
        with program.client.stream("GET", f"/tables/{program.table}{path}", headers=program.headers) as reply:
            if path == "/record":
                assert reply.status_code == 409
            else:
                text = ""
                for piece in reply.iter_text():
                    text += piece
                    if "snapshot" in text and text.endswith("\n\n"):
                        break
                snapshot = next(json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: "))
                assert len(snapshot["view"]["recent"]) <= 3
                assert "events" not in snapshot
