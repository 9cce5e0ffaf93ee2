"""Turns: decisions that follow one another before anybody else hears of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from forno.core.events import Awaits, Event
from forno.core.game import State

Tree = dict[int, Any]
"""Actions, each with the tree of those that may follow it; `{}` where the turn can be sent."""


def is_shown(event: Event) -> bool:
    """Return whether a spectator is told anything of an event."""
    if event.public:
        return True
    if event.secret:
        return False
    return event.shown if isinstance(event, Awaits) else event.seen_by(None) is not None


def tells_nothing(events: Iterable[Event], seat: int) -> bool:
    """Return whether a step tells nobody else anything, and the seat itself no more than its next question."""
    for event in events:
        if isinstance(event, Awaits):
            if event.shown or event.seat != seat:
                return False
        elif not event.secret or event.private or event.seen_by(seat) is None:
            return False
    return True


def turn_tree(state: State, most: int = 600) -> Tree:
    """Return the ways in which the awaited seat can go on, up to where the turn must be sent.

    Actions of one kind that may follow one another either way (cards to discard, cards to add) follow in ascending
    order here; sent in any other they are as legal. A tree of more than `most` nodes is cut at the shallowest depth
    at which it fits: an action whose followers are left out can be sent by itself. The state stays as it is.
    """
    if state.is_over:
        return {}
    known = state.game.turn_tree(state, most)
    return tried_tree(state, most) if known is None else known


def tried_tree(state: State, most: int) -> Tree:
    """Find the tree of `turn_tree` by trying everything."""
    kinds = state.game.actions
    tree: Tree = {action: {} for action in state.legal_actions()}
    nodes = len(tree)
    level: list[tuple[State, Tree, set[int]]] = [(state, tree, set())]
    while level:
        below: list[tuple[State, Tree, set[int]]] = []
        grown: list[tuple[Tree, int, Tree]] = []
        for parent, branches, passed in level:
            legal_after: dict[int, list[int]] = {}
            for action in branches:
                child = _go_on(parent, action)
                if child is None:
                    continue
                kind = type(kinds[action])
                legal = legal_after[action] = child.legal_actions()
                earlier = {other for other in passed if type(kinds[other]) is kind}
                for other, legal_then in legal_after.items():
                    if other < action and action in legal_then and type(kinds[other]) is kind:
                        earlier.add(other)
                after = [follower for follower in legal if follower not in earlier]
                if not after:  # the turn can't end here, so the other orders stay
                    after, earlier = legal, set()
                nodes += len(after)
                if nodes > most:
                    return tree
                followers: Tree = {follower: {} for follower in after}
                grown.append((branches, action, followers))
                below.append((child, followers, earlier))
        for branches, action, followers in grown:
            branches[action] = followers
        level = below
    return tree


def _go_on(state: State, action: int) -> State | None:
    """Return the state after an action; `None` if the action ends the turn."""
    seat, turn = state.seat, state.turn
    # Most actions end a turn, and a quiet step is enough to see that: telling takes longer than deciding.
    trial = state.clone()
    trial.quiet = True
    trial.apply(action)
    if trial.is_over or trial.seat != seat or trial.turn != turn:
        return None
    child = state.clone()
    return child if tells_nothing(child.apply(action), seat) else None
