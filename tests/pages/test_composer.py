"""The form of a turn, with the marks that the page's script knows."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from forno.pages.composer import (
    all_actions,
    blank,
    choices,
    control,
    form,
    last_actions,
    one_step,
    question,
    sentence,
)
from forno.pages.face import Tree
from forno.pages.html import Markup
from forno.testing.faces import read
from tests.pages.markup import words

TREES: st.SearchStrategy[Tree] = st.recursive(
    st.just({}), lambda below: st.dictionaries(st.integers(0, 30), below, max_size=3), max_leaves=12
)


def actions_in(tree: Tree) -> set[int]:
    return set(tree).union(*(actions_in(below) for below in tree.values()))


def tree_in(turn: Markup) -> object:
    """The tree that a form says."""
    [(_, marks)] = read(turn).tags
    return json.loads(marks["data-tree"] or "")


@given(TREES)
def test_a_tree_is_written_as_json_and_nothing_is_lost(tree: Tree) -> None:
    def numbered(data: object) -> Tree:
        assert isinstance(data, dict)
        return {int(action): numbered(below) for action, below in data.items()}

    assert numbered(tree_in(form(tree))) == tree
    assert all_actions(tree) == actions_in(tree)
    assert one_step(tree) == {action: {} for action in tree}


def test_what_follows_several_actions_alike_is_there_after_each() -> None:
    after: Tree = {3: {}, 4: {}}
    assert tree_in(form({1: after, 2: after})) == {"1": {"3": {}, "4": {}}, "2": {"3": {}, "4": {}}}


def test_a_form_says_which_ways_lead_through_it_and_what_ends_them() -> None:
    [(_, marks)] = read(form({7: {8: {}}}, kind="baking", end=8)).tags
    assert marks == {"id": "turn-form", "class": "turn baking", "data-end": "8", "data-tree": '{"7":{"8":{}}}'}


def test_a_sentence_has_blanks_that_fill_themselves_in() -> None:
    html = sentence("I bake {order} & {rest}", order=blank("order", "…"), rest=None)
    [(_, said), (_, hole)] = read(html).tags
    assert said["aria-live"] == "polite"
    assert hole == {"data-slot": "order", "data-empty": "…"}
    assert words(html) == "I bake … &"


def test_a_control_stands_for_an_action_or_for_several_in_turn() -> None:
    [(_, one)] = read(control(12, "place", "three <salami>", "3", css=".chip", default=True, send=True)).tags
    assert one == {
        "class": "chip",
        "type": "button",
        "data-slot": "place",
        "data-action": "12",
        "data-phrase": "three <salami>",
        "data-default": None,
        "data-send": None,
    }
    [(_, stack)] = read(control((11, 12), "place", "one|two", data_count=2)).tags
    assert stack["data-actions"] == "11 12"
    assert "data-action" not in stack
    assert stack["data-count"] == "2"


def test_a_control_may_say_where_what_it_is_about_lies() -> None:
    [(_, marks)] = read(control(7, "answer", "take meat", at="#refrigerator .shelf-meat")).tags
    assert marks["data-at"] == "#refrigerator .shelf-meat"


def test_the_last_actions_are_those_that_nothing_ever_follows() -> None:
    assert last_actions({1: {}, 2: {3: {}, 4: {}}, 4: {5: {}}}) == {1, 3, 5}


def test_no_controls_are_no_choice() -> None:
    assert choices("With what?", []) is None
    assert words(choices("With <what>?", [question("a")]) or "") == "With <what>? a"
