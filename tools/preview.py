"""Preview of a table without a server: one moment of one game as a static HTML file.

    python tools/preview.py mamma-mia --seed 7 --steps 20 --seat 0 --set edition=grande --set players=6 --out table.html

The actions are chosen at random from the seed, or by a bot (`--bot cuoco`). `--until opening` goes on until a word is
found among the names of the latest events. Style sheets and pictures are put into the page; scripts are left out.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import forno
from forno.bots.lineup import bot_seed, read_lineup
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import use
from forno.pages.face import Face, Guests, Tree
from forno.pages.faces import face_for
from forno.pages.html import symbols, tag, together
from forno.pages.static_files import asset, static_file
from forno.web.assets import Assets

NAMES = ("Anna", "Garzone", "Cuoco", "Nonna", "Pizzaiolo", "Bruno")


def setting(info: forno.GameInfo, text: str) -> tuple[str, Any]:
    """Read `players=3` as an option and its value."""
    name, _, value = text.partition("=")
    option = info.option(name)
    if option.kind == "number":
        return name, int(value)
    if option.kind == "switch":
        return name, value.lower() in ("1", "on", "true", "yes")
    return name, tuple(value.split(",")) if option.kind == "names" else value


def play(game: Game, seed: int, steps: int, until: str, bot: str) -> tuple[State, list[Event]]:
    """Return the state after that many steps, or after the first such event, and the latest events."""
    state = game.deal(seed)
    rng = random.Random(seed)
    players = (
        [] if bot == "random" else [read_lineup(bot)[0].make(game, s, bot_seed(seed)) for s in range(game.players)]
    )
    events = list(state.events)
    done = 0
    while not state.is_over and (done < steps or (until and not any(until in type(e).__name__ for e in events))):
        for seat, player in enumerate(players):
            for event in seen_by(events, seat):
                player.observe(event)
        seat = state.seat
        action = players[seat].choose(state.view(seat)) if players else rng.choice(state.legal_actions())
        events = list(state.apply(action))
        done += 1
    return state, events


def tree_of(state: State, depth: int = 3) -> Tree:
    """Return the turns of the awaited seat as a tree, a few steps deep."""
    tree: dict[int, Tree] = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        goes_on = depth > 1 and not after.is_over and after.seat == state.seat and after.turn == state.turn
        tree[action] = tree_of(after, depth - 1) if goes_on else {}
    return tree


def page(face: Face, game: Game, state: State, seat: int | None, number: int, theme: str, log: list[str]) -> str:
    """Return the whole page: a short frame, and the face with every region filled."""
    names = tuple((NAMES[place] if place < len(NAMES) else f"Guest {place + 1}") for place in range(game.players))
    guests = Guests(names, tuple(place > 0 for place in range(game.players)))
    regions = face.board(state.view(None), guests)
    view = state.view(seat)
    if seat is not None:
        awaited = not state.is_over and state.seat == seat
        regions |= face.own(view, guests, tree_of(state) if awaited else {})
    table = face.layout(game, guests, seat, regions)
    lines = together(tag("li", line) for line in log)
    ending = f'<section class="ending room">{face.ending(view, guests)}</section>' if state.is_over else ""
    assets = Assets()
    sheets = "".join(
        f"<style>{found.content.decode()}</style>"
        for path in ("forno.css", "table.css", *assets.sheets_of(face.name))
        if (found := assets.find(path))
    )
    themed = f' data-theme="{theme}"' if theme else ""
    html = (
        f'<!doctype html><html lang="en"{themed}><head><meta charset="utf-8"><title>Preview</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">{sheets}</head>'
        f'<body data-table="preview" data-seat="{"" if seat is None else seat}" data-number="{number}" '
        f'data-phase="{"over" if state.is_over else "playing"}" data-game="{face.name}" class="at-table">'
        '<header class="bar"><span class="name">Forno</span></header><main>'
        f'{ending}<div id="table">{table}</div>'
        f'<aside class="side"><section class="leaf"><h2>Log</h2><ol id="log" class="log">{lines}</ol></section></aside>'
        '</main><div id="news" class="unseen" aria-live="polite"></div></body></html>'
    )
    for sheet in ("art.svg", f"{face.name}/art.svg"):
        if symbols(sheet):
            drawn = static_file(sheet).read_text(encoding="utf-8")
            drawn = drawn.replace('<symbol id="', '<symbol id="art-')  # a region may be called like a picture
            html = html.replace("</body>", f'<div class="unseen">{drawn}</div></body>')
            html = html.replace(f'"{asset(sheet)}#', '"#art-')
    return html


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--until", default="", help="go on until an event with this in its name happened")
    parser.add_argument("--bot", default="random", help="who plays; at random by default")
    parser.add_argument("--seat", default="", help="whose page: a number, 'awaited', or a spectator's by default")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", default="", choices=("", "night", "noon"))
    parser.add_argument("--out", type=Path, default=Path("preview.html"))
    arguments = parser.parse_args()
    info = forno.game_info(arguments.game)
    game = forno.game(arguments.game, **dict(setting(info, text) for text in arguments.set))
    state, events = play(game, arguments.seed, arguments.steps, arguments.until, arguments.bot)
    seat = state.seat if arguments.seat == "awaited" else int(arguments.seat) if arguments.seat else None
    face = face_for(arguments.game)
    with use(arguments.language):
        guests = Guests(NAMES[: game.players], (False,) * game.players)
        log = [
            beat.tell
            for event in seen_by(events, None)
            if (beat := face.beat(game, event, guests)) is not None and beat.tell
        ]
        text = page(face, game, state, seat, arguments.steps, arguments.theme, log)
    arguments.out.write_text(text, encoding="utf-8")
    print(arguments.out.resolve())


if __name__ == "__main__":
    main()
