"""What is kept is given back, and too much of it is swept."""

from __future__ import annotations

from forno.publishing import caches


def test_what_was_found_is_kept_until_it_is_too_much() -> None:
    asked: list[int] = []

    @caches.remembered(3)
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [twice(number) for number in (1, 2, 3, 1, 2, 3)] == [2, 4, 6, 2, 4, 6]
    caches.sweep()
    assert twice(3) == 6
    assert asked == [1, 2, 3]
    assert twice(4) == 8
    caches.sweep()
    assert twice(4) == 8
    assert asked == [1, 2, 3, 4, 4]
