"""Mails reach a real mail server; addresses that are none are refused."""

from __future__ import annotations

import pytest

from forno.core.errors import OptionError
from forno.features.notices.mail import Mail, check_address, mailbox_name
from forno.features.notices.messages import Undelivered
from tests.features.notices.receivers import MESSAGE, mailbox
from tests.loops import run


def test_a_mail_is_plain_text_and_can_be_stopped_with_one_press() -> None:
    with mailbox() as (box, address):
        run(Mail(address, "forno@example.org").send("anna@example.org", MESSAGE))
    (mail,) = box.mails
    assert mail.get_content_type() == "text/plain"
    assert MESSAGE.text in mail.get_content()
    assert MESSAGE.link in mail.get_content()
    told = {name: mail[name] for name in ("From", "To", "Subject", "Message-ID", "Auto-Submitted")}
    assert told == {
        "From": "forno@example.org",
        "To": "anna@example.org",
        "Subject": "It's your turn",
        "Message-ID": "<abc@example.org>",
        "Auto-Submitted": "auto-generated",
    }
    assert mail["List-Unsubscribe"] == f"<{MESSAGE.stop_link}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_address_that_is_refused_counts_and_a_mail_server_that_is_down_does_not() -> None:
    with mailbox() as (_box, address), pytest.raises(Undelivered) as refused:
        run(Mail(address, "forno@example.org").send("nobody@example.org", MESSAGE))
    assert refused.value.counts
    with pytest.raises(Undelivered) as down:
        run(Mail(address, "forno@example.org").send("anna@example.org", MESSAGE))
    assert not down.value.counts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "a b@example.org",
        "a@b.c\nBcc: d@e.f",
        "a@localhost",
        "a@[10.0.0.1]",
        "\\@[",
        "a@b.org, c@d.org",
        "x" * 250 + "@b.org",
    ],
)
def test_what_is_no_mail_address_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        check_address(text)


def test_a_mailbox_has_one_name_however_it_is_written() -> None:
    assert mailbox_name("Anna+tables@Example.org") == mailbox_name("anna@example.org") == "anna@example.org"
    assert mailbox_name("an.na@example.org") == mailbox_name("anna@example.org")
    assert mailbox_name("anne@example.org") != mailbox_name("anna@example.org")
