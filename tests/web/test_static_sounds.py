"""Sounds, rendered without a loudspeaker: to be heard, short, neither too loud nor with a click; one for every beat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from forno.pages.faces import face_for
from tests.games.whole_games import guests_of, random_game
from tests.variants import variants
from tests.web.stage import Stage

RATE: Final = 44_100
MEASURE: Final = """async ([names, rate]) => {
  const offline = new OfflineAudioContext(1, 2 * rate, rate);
  const out = forno.room(offline);
  for (const name of names) forno.perform(offline, out, forno.tuneOf(name), 0);
  const heard = (await offline.startRendering()).getChannelData(0);
  let [peak, square, last, leap] = [0, 0, 0, 0];
  heard.forEach((value, place) => {
    peak = Math.max(peak, Math.abs(value));
    square += value * value;
    if (Math.abs(value) > 0.001) last = place;
  });
  // A click is a leap where it should be quiet: in the first and in the last two thousandths of a second.
  for (const start of [0, last - rate / 500])
    for (let place = Math.round(start) + 1; place < start + rate / 500; place++)
      leap = Math.max(leap, Math.abs(heard[place] - heard[place - 1]));
  return { peak, energy: Math.sqrt(square / (last + 1)), seconds: last / rate, leap };
}"""
QUIET: Final = {"turn-ended", "settled", "ended", "game-ended"}
"""Nothing is to be heard of these: the end of a game sounds when the page leaves it."""


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    stage = Stage(browser, "<main></main>")
    stage.load("sounds.js", "TUNES tuneOf room perform")
    yield stage
    assert stage.errors == []


def measured(stage: Stage, *names: str) -> dict[str, float]:
    found: dict[str, float] = stage.do(MEASURE, [list(names), RATE])
    return found


def test_every_sound_can_be_heard_is_short_and_begins_and_ends_softly(stage: Stage) -> None:
    names: list[str] = stage.do("() => Object.keys(forno.TUNES)")
    assert len(names) > 5
    for name in names:
        sound = measured(stage, name)
        assert 0.05 < sound["peak"] < 0.9, (name, sound)
        assert sound["energy"] > 0.01, (name, sound)
        assert 0.03 < sound["seconds"] < 1.1, (name, sound)
        assert sound["leap"] < 0.03, (name, sound)


def test_several_sounds_at_once_are_not_cut_off(stage: Stage) -> None:
    assert measured(stage, "oven", "baked", "card", "clatter", "turn")["peak"] < 1


def test_every_beat_has_its_sound(stage: Stage) -> None:
    kinds = set()
    for variant in variants()[::3]:
        game = variant.game()
        face, guests = face_for(game.name), guests_of(game)
        for _state, events in random_game(game.deal(1)):
            for event in events:
                seen = event.seen_by(None)
                beat = None if seen is None else face.beat(game, seen, guests)
                kinds |= set() if beat is None else {beat.kind}
    assert len(kinds) > 30
    silent: list[Any] = stage.do("(kinds) => kinds.filter((kind) => !forno.tuneOf(kind))", sorted(kinds))
    assert set(silent) == kinds & QUIET
