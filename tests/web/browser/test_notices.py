"""Notices are switched on with the keyboard on a phone, and a browser shows what the server pushes."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.features.notices.test_push import Subscriber
from tests.web.browser.axe import complaints
from tests.web.browser.conftest import Windows
from tests.web.servers import Program, running

PUSHED = {"id": "1", "title": "It's your turn", "body": "Mamma Mia! with Zoë", "link": "/t/one"}
BROWSER = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (asked) => (window.asked = asked, TOLD);
"""
"""A browser whose maker's push service is on this machine."""
PUSH = """
(text) => {
  const seen = [];
  ExtendableEvent.prototype.waitUntil = () => {};
  self.registration.showNotification = (...told) => seen.push(told);
  self.clients.openWindow = (address) => seen.push(address);
  self.dispatchEvent(new PushEvent("push", { data: text }));
  const notification = { close() {}, data: seen[0][1].data };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil() {} }));
  return seen;
}
"""
"""Hands a notice to the service worker, and presses it; returns what is shown, and what is opened then."""


def test_a_device_is_notified_after_one_press(tmp_path: Path, window: Windows) -> None:
    with running(tmp_path, address="https://forno.example.org", push="on", webhooks="local") as server:
        program = Program.opens(server.address, "mamma-mia", clock=24 * 3600, options={"players": 2})
        told = json.dumps(Subscriber().told("https://push.example.org/1"))
        context = window(viewport={"width": 320, "height": 640})
        context.grant_permissions(["notifications"])
        context.add_init_script(BROWSER.replace("TOLD", told))
        page = context.new_page()
        page.goto(f"{server.address}/t/{program.table}/me/{program.key}")
        page.goto(f"{server.address}/t/{program.table}/notices")
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.get_by_role("button", name="Notify this device").press("Enter")
        expect(page.get_by_label("This browser shows notifications for this table.")).to_be_checked()
        page.get_by_label("This browser shows notifications for this table.").press("Space")
        page.get_by_role("button", name="Save").press("Enter")
        expect(page.get_by_role("status")).to_have_text("Saved, but you have chosen no way to be notified.")
        expect(page.get_by_label("This browser shows notifications for this table.")).to_have_count(0)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        (worker,) = context.service_workers
        told, opened = worker.evaluate(PUSH, json.dumps(PUSHED))
        assert told == [PUSHED["title"], {"body": PUSHED["body"], "tag": "1", "data": "/t/one"}]
        assert opened == "/t/one"
