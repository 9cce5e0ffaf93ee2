"""Checks of a game's face (`forno.pages.face`) over games played at random.

from forno.testing import check_face

def test_the_face_keeps_the_contract():
    check_face(forno.game("my-game", players=3), FACE)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from forno.pages.composer import FORM_ID, all_actions
from forno.pages.face import Beat, Face, Guests, Recollection, Regions, view_outcome
from forno.pages.faces import face_for
from forno.pages.html import ART_FILE, Markup, symbols
from forno.rulebook import rules_of
from forno.table.composing import Tree, turn_tree
from forno.testing.states import check_clone
from forno.testing.trial import Trial, at_random, where

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "wbr"})
NAMES = ("Anna", "<b>Bob</b>", "Carla & Co", '"Dora"', "Enzo", "Fede", "Gino", "Ida")
"""Guests whose names break a page that doesn't escape them."""
KIND = re.compile(r"[a-z][a-z0-9-]*")

Attributes = Mapping[str, str | None]


class FaceError(AssertionError):
    """A face breaks its contract. The message says what is wrong and how to reproduce it."""


class HtmlChecker(HTMLParser):
    """Parser that reports elements that aren't closed, are closed twice, or aren't allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, Attributes]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        require(len(names) == len(set(names)), f"<{tag}> says something twice: {names}")
        for name in names:
            require(not name.startswith("on") and name != "style", f"<{tag}> has {name}, which pages don't allow")
        require(tag not in ("script", "style"), f"there is a <{tag}>, which pages don't allow")
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        require(self.open[-1:] == [tag], f"</{tag}> comes while {self.open} is open")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def require(kept: bool, message: str) -> None:
    if not kept:
        raise FaceError(message)


def read(html: str) -> HtmlChecker:
    """Parse HTML to its end. Raises `FaceError` unless it is well-formed."""
    reader = HtmlChecker()
    reader.feed(html)
    reader.close()
    require(reader.open == [], f"{reader.open} is never closed")
    return reader


def check_face(game: Game, face: Face | None = None, seeds: Iterable[int] = range(2), stride: int = 5) -> None:
    """Play games at random and check the pages: every beat, and the table every `stride` steps.

    Without a face it is the registered one. Raises `FaceError`, and `ConformanceError` if states can't be cloned.
    """
    shown = face or face_for(game.name)
    guests = Guests(NAMES[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))
    read(shown.picture())
    for seed in seeds:
        trial = Trial(game, seed)
        check_clone(trial, Chance(seed, "clones"))  # or the face would be blamed for clones that share lists
        try:
            _check_game(trial, shown, guests, stride)
        except FaceError as error:
            raise FaceError(f"{error}\n  {where(game, seed, trial.actions)}") from None
        except Exception as error:
            error.add_note(trial.note(error))
            raise


def _check_game(trial: Trial, face: Face, guests: Guests, stride: int) -> None:
    choose = at_random(trial.seed)
    ids = _ids(face.layout(trial.game, guests, 0, {}))
    _check_told(trial, face, guests, ids, trial.state.events)
    _check_table(trial, face, guests)
    while not trial.state.is_over:
        _check_told(trial, face, guests, ids, trial.step(choose(trial.state.legal_actions())))
        if len(trial.actions) % stride == 0:
            _check_table(trial, face, guests)
    _check_table(trial, face, guests)


def _check_told(trial: Trial, face: Face, guests: Guests, ids: set[str], events: Iterable[Event]) -> None:
    """Check the beats of events as a spectator sees them, and the sentences for those whom they concern."""
    for event in events:
        seen = event.seen_by(None)
        if seen is not None and (beat := face.beat(trial.game, seen, guests)) is not None:
            _check_beat(beat, ids, trial.game)
        told = face.aside(trial.game, event, guests)
        require("{" not in told, f"a sentence isn't filled in: {told!r}")


def _check_beat(beat: Beat, ids: set[str], game: Game) -> None:
    require(KIND.fullmatch(beat.kind) is not None, f"a beat's kind is a word such as 'drew', not {beat.kind!r}")
    require(beat.seat is None or 0 <= beat.seat < game.players, f"there is no seat {beat.seat}")
    require("{" not in beat.tell + beat.own + beat.say, f"a sentence isn't filled in: {beat.tell or beat.say!r}")
    require(json.loads(beat.json)["kind"] == beat.kind, "a beat is told as JSON")
    if beat.why:
        numbers = [rule.number for rule in rules_of(game.name)]
        require(beat.why in numbers, f"Face.beat: 'why' is {beat.why!r}, which isn't in the rulebook of {game.name}")
    read(beat.html)
    for fly in beat.fly:
        read(fly.card)
        for end in (fly.start, fly.end):
            named = re.match(r"#([\w-]+)", end)
            require(named is None or named[1] in ids, f"{end!r} isn't on the page, so that nothing can fly there")


def _check_table(trial: Trial, face: Face, guests: Guests) -> None:
    """Check the pages of a spectator, of the deciding seat and of another one."""
    game, state = trial.game, trial.state
    board = face.board(state.view(None), guests)
    require(board == face.board(trial.memories[None].view(), guests), "the board shows more than a spectator sees")
    for seat in (None, state.seat, (state.seat + 1) % game.players):
        tree = turn_tree(state) if seat == state.seat else {}
        own: Regions = {}
        if seat is not None:
            own = face.own(game.own_place(state, seat), guests, tree)
            _check_controls(tree, own | board)
            _check_nobody_plays(face.own(game.own_place(state, seat), guests, None))
            _check_dealt_anew(trial, face, guests, seat, own)
        page = face.layout(game, guests, seat, board | own)
        ending = face.ending(state.view(seat), guests)
        require(bool(ending) == state.is_over, "the ending is shown when the game is over, and not before")
        _check_page(page, ending, {*board, *own})
        _check_best(face, state.view(None))
        if seat is not None:
            recollection = Recollection(trial.memories[seat], "You remember.")
            read(face.hint(state.view(seat), recollection if state.turn % 2 else None))


def _check_dealt_anew(trial: Trial, face: Face, guests: Guests, seat: int, own: Regions) -> None:
    """Check that a seat's page is the same after everything that the seat can't know was dealt anew."""
    state, game = trial.state, trial.game
    world = state.view(seat).sample(trial.memories[seat], Chance(len(trial.actions), "pages"))
    tree: Tree = {}
    if seat == state.seat:
        tree, true = turn_tree(world), turn_tree(state)
        require(tree == true, f"Game.turn_tree: it shows seat {seat} hidden cards: {true}, and dealt anew {tree}")
    anew = face.own(game.own_place(world, seat), guests, tree)
    changed = [name for name in own if anew.get(name) != own[name]]
    require(not changed, f"Face.own: it shows seat {seat} what it can't know, in {changed}")


def _check_page(page: Markup, ending: Markup, regions: set[str]) -> None:
    reader = read(page + ending)
    ids = [str(attributes["id"]) for _tag, attributes in reader.tags if "id" in attributes]
    require(len(ids) == len(set(ids)), f"an id stands twice on the page: {sorted(ids)}")
    require(regions <= set(ids), f"the layout has no place for {sorted(regions - set(ids))}")
    require("<b>Bob" not in page + ending, "a guest's name isn't escaped")


def _check_best(face: Face, view: View) -> None:
    """Check that the best order has an owner, and that its ingredients have pictures."""
    best = face.best(view)
    if best is None:
        return
    require(view_outcome(view) is not None, "which order was best is told when the game is over, and not before")
    require(0 <= best.seat < view.game.players, f"there is no seat {best.seat}")
    drawn = symbols(ART_FILE) | symbols(f"{face.name}/{ART_FILE}")
    for _count, symbol in best.pieces:
        require(symbol in drawn, f"{symbol!r} is drawn in neither sheet")


def _check_controls(tree: Tree, regions: Regions) -> None:
    """Check that every legal action can be chosen, and that the form holds the tree of the turn."""
    offered: set[int] = set()
    forms: list[Attributes] = []
    for html in regions.values():
        for tag, attributes in read(html).tags:
            words = attributes.get("data-actions") or attributes.get("data-action") or attributes.get("data-end") or ""
            offered.update(map(int, words.split()))
            if tag == "form" and attributes.get("id") == FORM_ID:
                forms.append(attributes)
    if not tree:
        return
    require(len(forms) == 1, "a seat that is asked has one form for its answer")
    held = json.loads(forms[0].get("data-tree") or "{}")
    require(set(map(int, held)) == set(tree), f"the form holds {sorted(held)}, but what can be done is {sorted(tree)}")
    missing = {int(action) for action in all_actions(held)} - offered
    require(not missing, f"nothing on the page chooses {sorted(missing)}")


def _check_nobody_plays(regions: Regions) -> None:
    for html in regions.values():
        for _tag, attributes in read(html).tags:
            require("data-send" not in attributes, "where nobody plays, nothing can be sent")


def _ids(layout: Markup) -> set[str]:
    return {str(attributes["id"]) for _tag, attributes in read(layout).tags if "id" in attributes}
