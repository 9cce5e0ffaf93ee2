"""Wishes in a real browser: chosen while others decide, played when the turn comes, kept by this page alone."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.stage import Stage
from tests.web.test_static_table import ROOM, SEATED, TURN, own

WISHES = """<div id="refrigerator"><b class="shelf-meat">3</b></div><section id="wishes" hidden><div>
<button type="button" data-wish="7" data-phrase="meat" data-at=".shelf-meat">meat</button>
<button type="button" data-wish="8" data-phrase="cheese" data-at=".shelf-cheese">cheese</button></div><ol></ol>
</section>"""
OTHER_TURN = TURN.replace('data-number="3"', 'data-number="4"')


def sit(browser: Browser, attributes: str = SEATED) -> tuple[Stage, list[str]]:
    """A page of somebody who waits, and what its stream will tell."""
    told: list[str] = []
    stage = Stage(browser, WISHES + ROOM.replace("TURN", ""), attributes=attributes)
    # Only the reloaded page is told.
    stage.stream = lambda address: (200, told.pop(0)) if told and stage.loads > 1 else (503, "")
    stage.settle()
    return stage, told


def test_what_was_wished_for_is_played_when_the_turn_comes_also_after_a_reload(browser: Browser) -> None:
    stage, told = sit(browser)
    page, listed = stage.page, stage.page.locator("#wishes ol button")
    page.locator(".shelf-meat").click()
    page.get_by_role("button", name="cheese").press("Enter")
    page.get_by_role("button", name="meat", exact=True).press("Enter")
    expect(listed).to_have_count(3)
    assert "Next: meat." in stage.text("#news")
    listed.nth(1).press("Enter")
    expect(listed).to_have_count(2)
    expect(page.get_by_role("button", name="cheese")).to_be_focused()
    assert stage.sent == []
    told.append(own(regions={"turn": TURN}, awaited=True))
    page.reload()
    expect(listed).to_have_count(1)
    stage.settle()
    assert [move["actions"] for move in stage.sent] == [[7]]


def test_what_is_gone_is_said_and_nothing_is_played(browser: Browser) -> None:
    stage, told = sit(browser)
    for name in ("cheese", "meat"):
        stage.page.get_by_role("button", name=name, exact=True).click()
    told.append(own(regions={"turn": OTHER_TURN}, awaited=True))
    stage.page.reload()
    expect(stage.page.locator("#turn-form .wrong")).to_have_text("There is no cheese left.")
    expect(stage.page.locator("#wishes ol button")).to_have_count(0)
    assert stage.sent == []


def test_people_who_share_a_device_wish_for_nothing(browser: Browser) -> None:
    stage, _told = sit(browser, SEATED + ' data-device="0 1"')
    stage.settle()
    expect(stage.page.locator("#wishes")).to_be_hidden()
