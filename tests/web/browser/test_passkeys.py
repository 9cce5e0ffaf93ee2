"""A passkey in a real browser, with Chromium's virtual authenticator."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.servers import running
from tools.people import too_wide
from tools.servers import free_port

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_brings_the_key_back_after_all_cookies_are_gone(tmp_path: Path, window: Windows) -> None:
    port = free_port()
    home = f"http://localhost:{port}"
    with running(tmp_path, passkeys="on", address=home, port=port):
        context = window()
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        page.goto(home)
        page.locator(".game-mamma-mia .go").click()
        expect(page.locator("body.at-table")).to_be_visible()
        table = page.url.split("?")[0]
        page.goto(f"{home}/you/key")
        with page.expect_response(f"{home}/you/key/passkey") as stored, page.expect_navigation(url=f"{home}/you/key"):
            page.get_by_role("button", name="Create a passkey").press("Enter")
        assert stored.value.ok
        context.clear_cookies()
        page.goto(f"{home}/you")
        page.get_by_role("link", name="Your key").click()
        assert complaints(page) == []
        assert not too_wide(page)
        page.get_by_role("button", name="Use my passkey").press("Enter")
        expect(page).to_have_url(f"{home}/")
        page.goto(table)
        expect(page.locator("body")).to_have_attribute("data-seat", "0")
        context.close()  # before its server ends: a page would complain of that
