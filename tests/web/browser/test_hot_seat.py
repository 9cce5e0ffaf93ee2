"""Two people, one device: it is passed around, and nobody sees the other's hand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser.people import Person, open_table, play, until

Pages = Callable[..., Page]
NOTHING_BUT_THE_COVER = """() => {
  const box = document.getElementById("hand").getBoundingClientRect();
  const cover = document.getElementById("cover");
  const parts = [0.1, 0.5, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const on = ([x, y]) => document.elementFromPoint(x, y) ?? cover;
  const above = points.every((point) => cover.contains(on(point)));
  const hidden = [...document.querySelectorAll("#hand *, #turn *, #waiter *")];
  const seen = hidden.some((element) => element.checkVisibility({ visibilityProperty: true }));
  return above && !seen && cover.contains(document.activeElement);
}"""


class Sharer(Person):
    """Whoever has the device: passes it on when the page says so."""

    names = ("Anna", "Bruno")
    passed = 0
    hands: dict[str, str]

    def look(self) -> dict[str, object]:
        seen = super().look()
        if seen["covered"]:
            self.pass_on()
        return seen

    def pass_on(self) -> None:
        page = self.page
        seat = page.locator("body").get_attribute("data-seat")
        assert page.evaluate(NOTHING_BUT_THE_COVER), "the cover doesn't hide the hand"
        follows = 1 - int(seat or 0)
        expect(page.locator("#cover-text")).to_contain_text(self.names[follows])
        page.locator("#cover-go").click()
        expect(page.locator("body")).to_have_attribute("data-seat", str(follows))
        self.passed += 1

    def take_turn(self) -> None:
        other = "1" if self.page.locator("body").get_attribute("data-seat") == "0" else "0"
        # A colour's orders have names of their own nowhere but in its hand.
        assert self.page.locator(f"#hand .c-{other}").count() == 0
        super().take_turn()


def test_the_cover_hides_the_hand_and_the_device_goes_round_until_the_end(house: str, new_page: Pages) -> None:
    page = new_page()
    open_table(page, house, "mamma-mia", ["me", "person:Bruno"])
    people = Sharer(page, 13)
    play([people])
    assert people.passed > 10
    assert people.turns > 20
    for name in people.names:
        expect(page.locator(".ending")).to_contain_text(name)


def test_a_page_of_a_shared_device_holds_one_hand_alone(house: str, new_page: Pages) -> None:
    page = new_page()
    link = open_table(page, house, "mamma-mia", ["me", "person:Bruno"])
    people = Sharer(page, 14)
    play([people], 3)
    until(lambda: not people.look()["covered"])
    hands = []
    for seat in (0, 1):
        page.goto(f"{link}?seat={seat}")
        expect(page.locator("body")).to_have_attribute("data-seat", str(seat))
        # Should the other be to decide, the page is covered from the start, and holds the hand all the same.
        hands.append(page.locator("#hand").inner_html())
        assert page.locator("#hand").count() == page.locator("#waiter").count() == 1
    assert hands[0] != hands[1]
    stranger = new_page()
    for seat in (0, 1):
        answer = stranger.request.get(f"{link}?seat={seat}")
        assert answer.status in (401, 403)
        assert 'id="hand"' not in answer.text()
