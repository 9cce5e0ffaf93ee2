"""The show: whose decision is awaited, and no region left as it was when it has changed."""

from __future__ import annotations

import pytest

from forno.core.events import Event
from forno.pages.face import Beat, Regions
from forno.pages.faces import face_for
from forno.pages.publishing.show import MAX_LOG_LINES, LogLine, Show, Spectator
from tests.games.whole_games import guests_of, random_game
from tests.variants import Variant, chosen_variants, quick_at_smallest


@pytest.mark.parametrize("variant", quick_at_smallest(chosen_variants()))
def test_everybody_knows_who_is_awaited_from_the_latest_question_that_was_told(variant: Variant) -> None:
    spectator = Spectator(variant.game())
    for state, events in random_game(variant.game().deal(3)):
        for event in events:
            spectator.see(event)
        if not state.is_over:
            assert spectator.awaits == state.view(None).awaited


@pytest.mark.parametrize("variant", quick_at_smallest(chosen_variants()))
def test_the_regions_that_an_event_touches_are_all_that_it_changes(variant: Variant) -> None:
    for game in {variant.games()[0], variant.games()[-1]}:
        face, guests = face_for(game.name), guests_of(game)
        spectator = Spectator(game)
        shown: Regions = {}
        for _state, events in random_game(game.deal(4)):
            for event in events:
                if (seen := spectator.see(event)) is None:
                    continue
                touched = face.touched(spectator.memory, seen, guests)
                board = face.board(spectator.memory.view(), guests)
                if touched is not None and shown:
                    shown.update(touched)
                    assert shown == board, seen
                shown = board


@pytest.mark.rule("MMR-11")
@pytest.mark.parametrize("variant", quick_at_smallest(chosen_variants()))
def test_a_page_that_is_loaded_anew_begins_with_the_lines_that_one_which_stayed_still_shows(variant: Variant) -> None:
    game = variant.game()
    guests, show = guests_of(game), Show(game)
    stayed: dict[int | None, list[LogLine]] = {seat: [] for seat in (None, *range(game.players))}
    happened: list[Event] = []
    whys = 0
    for number, (state, events) in enumerate(random_game(game.deal(6))):
        happened += events
        for step in show.tell(events, {"en"}, guests)["en"]:
            for seat, lines in stayed.items():
                stay(lines, step.beat, seat, game.players)
        if number % 7 == 0 or state.is_over:
            for seat, lines in stayed.items():
                assert show.log(happened, seat, "en", guests) == lines[-MAX_LOG_LINES:]
                whys += sum(bool(line.why) for line in lines)
    assert whys


def stay(lines: list[LogLine], step: Beat, seat: int | None, players: int) -> None:
    """Change a page's log as `log.js` does."""
    if step.forgets is not None and step.forgets == seat:
        lines.clear()
    if step.forgets is not None and seat is None:
        lines.append(LogLine(mark=True))
        marks = [place for place, line in enumerate(lines) if line.mark]
        if len(marks) >= players:
            del lines[: marks[-players]]
    if step.tell or step.html:
        lines.append(LogLine(step.told_to(seat), step.why, step.html))


@pytest.mark.parametrize("variant", quick_at_smallest(chosen_variants()))
def test_languages_spoken_side_by_side_are_told_the_same_as_each_alone(variant: Variant) -> None:
    game = variant.game()
    guests = guests_of(game)
    both, english, italian = Show(game), Show(game), Show(game)
    for number, (_state, events) in enumerate(random_game(game.deal(5))):
        told = both.tell(events, {"en", "it"}, guests)
        for language, alone in (("en", english), ("it", italian)):
            steps = alone.tell(events, {language}, guests)[language]
            assert [(step.beat, step.regions) for step in told[language]] == [
                (step.beat, step.regions) for step in steps
            ]
        if number == 40:
            break
    assert both.board_changes("it", guests) == {}
