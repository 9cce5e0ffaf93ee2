"""Composing a turn: which decisions follow one another before anybody else needs to hear of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from forno.core.events import Awaits, Event
from forno.core.game import State

Tree = dict[int, Any]
"""Each action with the tree of those that may follow it; `{}` where the turn can be sent."""


def is_shown(event: Event) -> bool:
    """Whether a spectator is told anything of it."""
    if isinstance(event, Awaits):
        return event.shown
    if type(event).seen_by is Event.seen_by:
        return not event.secret
    return event.seen_by(None) is not None


def tells_nothing(events: Iterable[Event], seat: int) -> bool:
    """Whether a step told nobody else anything, and the seat itself no more than what it is asked now."""
    for event in events:
        if isinstance(event, Awaits):
            if event.shown or event.seat != seat:
                return False
        elif not event.secret or event.private or vars(event)["seat"] != seat:
            return False
    return True


def turn_tree(state: State, most: int = 600) -> Tree:
    """The ways in which the awaited seat can go on, up to where the turn must be sent.

    Actions of one kind that may follow one another either way (cards to discard, cards to add) follow in ascending
    order here; sent in any other they are as legal. A tree of more than `most` nodes is cut at the shallowest depth
    at which it fits: an action whose followers are left out can be sent by itself. The state stays as it is.
    """
    if state.is_over:
        return {}
    kinds = state.game.actions
    tree: Tree = {action: {} for action in state.legal_actions()}
    nodes = len(tree)
    level = [(state, tree)]
    while level:
        below: list[tuple[State, Tree]] = []
        grown: list[tuple[Tree, int, Tree]] = []
        for parent, branches in level:
            children: dict[int, tuple[State, list[int]]] = {}
            for action in branches:
                child = _go_on(parent, action)
                if child is None:
                    continue
                legal = child.legal_actions()
                children[action] = child, legal
                before = [
                    other
                    for other, (_, then) in children.items()
                    if other < action and action in then and type(kinds[other]) is type(kinds[action])
                ]
                followers: Tree = {follower: {} for follower in legal if follower not in before}
                nodes += len(followers)
                if nodes > most:
                    return tree
                grown.append((branches, action, followers))
                below.append((child, followers))
        for branches, action, followers in grown:
            branches[action] = followers
        level = below
    return tree


def _go_on(state: State, action: int) -> State | None:
    """The state after an action that isn't the last of its turn; `None` after one that is."""
    seat, turn = state.seat, state.turn
    # Most actions end a turn, and a quiet step is enough to see that: telling takes longer than deciding.
    trial = state.clone()
    trial.quiet = True
    trial.apply(action)
    if trial.is_over or trial.seat != seat or trial.turn != turn:
        return None
    child = state.clone()
    return child if tells_nothing(child.apply(action), seat) else None
