"""Keys by e-mail: a link that works once, for whoever reads the mailbox; and nothing tells whose address is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from forno.features.identity import one_time_notes
from forno.features.identity.players import PLAYER_COOKIE
from forno.features.notices.mail import MAX_ASKED_PER_DAY
from tests.features.notices.receivers import Mailbox, mailbox
from tests.web.servers import Browser, Running, running
from tools.waiting import until

ADDRESS = "https://forno.example.org"


@dataclass
class Post:
    """A server with a mail server."""

    server: Running
    box: Mailbox

    def link(self) -> str:
        """Wait for a mail; return the path of the link in it."""
        until(lambda: bool(self.box.mails), "a mail")
        found = re.search(rf"{ADDRESS}(/you/key/mail/\S+)", self.box.mails.pop().get_content())
        assert found is not None
        return found[1]


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    with mailbox() as (box, mail):
        told = {"mail": mail, "mail_from": "forno@example.org", "address": ADDRESS}
        with running(tmp_path_factory.mktemp("mail"), **told) as server:
            yield Post(server, box)


def known(post: Post, address: str) -> tuple[Browser, str]:
    """A player whose key has an address, and a table."""
    anna = Browser(post.server.address)
    table = anna.play_now("mamma-mia")
    assert "An e-mail is on its way." in anna.send("/you/key/mail", {"mail": address}).text
    confirmed = anna.send(post.link())
    assert confirmed.url.path == "/you/key"
    assert "Saved." in confirmed.text
    return anna, table


def test_a_link_brings_the_key_to_another_device_once(post: Post) -> None:
    anna, table = known(post, "anna@example.org")
    phone, thief = Browser(post.server.address), Browser(post.server.address)
    own = phone.play_now("pizza-master")
    assert "an e-mail is on its way" in phone.send("/you/key/mail/ask", {"mail": "Anna@Example.org"}).text
    link = post.link()
    key = phone.client.cookies[PLAYER_COOKIE]
    assert "Continue here?" in phone.get(link).text
    assert phone.client.cookies[PLAYER_COOKIE] == key
    phone.send(link)
    assert phone.client.cookies[PLAYER_COOKIE] == anna.client.cookies[PLAYER_COOKIE]
    assert {table, own} <= set(re.findall(r'href="/t/(\w+)"', anna.get("/").text))
    assert 'data-seat="0"' in phone.get(f"/t/{table}").text
    for answer in (thief.get(link), thief.send(link)):
        assert answer.status_code == 404
    assert PLAYER_COOKIE not in thief.client.cookies


def test_nothing_tells_whether_an_address_is_known(post: Post) -> None:
    known(post, "bruno@example.org")
    stranger = Browser(post.server.address)
    token = re.compile(r'(content|value)="[^"]{40,}"')
    pages = [
        token.sub("", stranger.send("/you/key/mail/ask", {"mail": address}).text)
        for address in ("bruno@example.org", "unknown@example.org")
    ]
    assert pages[0] == pages[1]
    post.link()
    for _time in range(3):
        answers = [
            stranger.send("/you/key/mail/ask", {"mail": address}).status_code
            for address in ("bruno@example.org", "unknown@example.org")
        ]
    assert answers == [422, 200]  # bruno's own mail counted, too
    until(lambda: len(post.box.mails) == 2, "the mails that were allowed")
    assert {mail["To"] for mail in post.box.mails} == {"bruno@example.org"}
    post.box.mails.clear()


def test_a_mailbox_gets_few_mails_a_day_however_it_is_spelt(post: Post) -> None:
    stranger = Browser(post.server.address)
    spelt = ["carla@example.org", "CARLA@example.org", "carla+1@example.org", "carla+2@example.org"]
    assert {stranger.send("/you/key/mail/ask", {"mail": address}).status_code for address in spelt} == {200}
    answer = stranger.send("/you/key/mail/ask", {"mail": "carla@example.org"})
    assert answer.status_code == 422
    assert "Try again tomorrow." in answer.text


def test_a_key_is_sent_to_the_address_that_was_confirmed_alone(post: Post) -> None:
    """Only some providers deliver `livia+else@…` to `livia@…`; at others it is a stranger's."""
    known(post, "livia@example.org")
    stranger = Browser(post.server.address)
    for other in ("livia+else@example.org", "li.via@example.org", "l\u0131via@example.org"):
        stranger.send("/you/key/mail/ask", {"mail": other})
    known(post, "mario@example.org")  # the mail after those would have come
    assert post.box.mails == []


def test_one_client_has_few_addresses_sent_a_link_a_day(post: Post) -> None:
    paola = Browser(post.server.address, **{"X-Forwarded-For": "192.0.2.77"})
    paola.play_now("mamma-mia")
    answers = [paola.send("/you/key/mail", {"mail": f"paola{n}@example.org"}) for n in range(MAX_ASKED_PER_DAY + 1)]
    assert [answer.status_code for answer in answers] == [200] * MAX_ASKED_PER_DAY + [422]
    assert "Too many addresses were entered from here today." in answers[-1].text
    until(lambda: len(post.box.mails) == MAX_ASKED_PER_DAY, "the mails that were allowed")
    post.box.mails.clear()


def test_an_address_belongs_to_a_key_only_after_the_link_was_pressed(post: Post) -> None:
    anna = Browser(post.server.address)
    anna.play_now("mamma-mia")
    anna.send("/you/key/mail", {"mail": "dario@example.org"})
    link = post.link()
    assert "Add this address to your key" in anna.get(link).text
    anna.send("/you/key/mail/ask", {"mail": "dario@example.org"})
    anna.send(link)
    anna.send("/you/key/mail/ask", {"mail": "dario@example.org"})
    post.link()
    assert post.box.mails == []


def test_a_link_expires(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    known(post, "elena@example.org")
    stranger = Browser(post.server.address)
    stranger.send("/you/key/mail/ask", {"mail": "elena@example.org"})
    link = post.link()
    monkeypatch.setattr(one_time_notes, "NOTE_SECONDS", -1)
    assert stranger.send(link).status_code == 404


def test_the_store_has_neither_address_nor_key_and_forgets_both(post: Post) -> None:
    anna, _table = known(post, "fabio@example.org")
    folder = Path(post.server.app.settings.data).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir()).lower()
    assert b"fabio" not in stored
    assert anna.client.cookies[PLAYER_COOKIE].lower().encode() not in stored
    anna.send("/you/key/delete")
    stranger = Browser(post.server.address)
    stranger.send("/you/key/mail/ask", {"mail": "fabio@example.org"})
    known(post, "gina@example.org")  # the mail after it has come, and none before
    assert post.box.mails == []


@pytest.mark.parametrize("odd", ["", "x", "a@b", "a@example.org\nBcc: b@example.org", "a" * 300 + "@example.org"])
def test_odd_addresses_are_refused(post: Post, odd: str) -> None:
    anna = Browser(post.server.address)
    answer = anna.send("/you/key/mail/ask", {"mail": odd})
    assert answer.status_code == 422
    assert "e-mail address" in answer.text
    assert anna.send("/you/key/mail", {"mail": "a@example.org"}).status_code == 404


def test_without_mail_nothing_is_offered(server: Running) -> None:
    anna = Browser(server.address)
    anna.play_now("mamma-mia")
    assert "By e-mail" not in anna.get("/you/key").text
    assert anna.send("/you/key/mail/ask", {"mail": "a@example.org"}).status_code == 404
    assert anna.get("/you/key/mail/code").status_code == 404
