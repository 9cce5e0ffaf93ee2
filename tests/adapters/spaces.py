"""The page of the environments' spaces, `docs/spaces.md`: `make golden` writes it, `test_spaces` compares."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import forno
from forno.adapters.gymnasium import environment_id
from forno.adapters.pettingzoo import environment_name
from forno.core.observing import EVERYTHING, MEMORY, NOW
from tests.variants import Variant, variants

PAGE = Path(__file__).parents[2] / "docs" / "spaces.md"
HEAD = (
    "# Spaces of the environments",
    "",
    "Sizes of observations, states and actions in the [PettingZoo](research.md#pettingzoo) and "
    "[Gymnasium](research.md#gymnasium) environments, written from the code by `make golden`.",
    "",
    "- An observation is a `Box` of that many numbers: bytes from 0 to the bound of each, or fractions of it where "
    'they are scaled. `memory` is the default knowledge. `print(game.observer("memory").layout)` names every number.',
    "- The state (`state_space`) is a `Box` of bytes: everything, hidden cards included.",
    "- Actions are `Discrete`; parallel environments have one more, waiting. `game.actions` names every action.",
    "- The version in the names, `v0`, is raised when the same actions give other spaces, observations, rewards or "
    "ends.",
    "- Sizes are those of the options' defaults. These switches change them: {switches}.",
)


def sizes(game: forno.Game) -> tuple[int, ...]:
    """Sizes of a game's observations (memory, now), state and actions."""
    return *(game.observer(knowledge).layout.size for knowledge in (MEMORY, NOW, EVERYTHING)), len(game.actions)


def sizing_switches(variant: Variant) -> set[str]:
    """Switches that change a size by themselves."""
    found = set()
    for option in variant.info.options:
        for value in (False, True) if option.kind == "switch" else ():
            with suppress(forno.OptionError):
                if sizes(variant.game(**{option.name: value})) != sizes(variant.game()):
                    found.add(option.name)
    return found


def page() -> str:
    """The text of the page."""
    switches = sorted({name for variant in variants() for name in sizing_switches(variant)})
    lines = [line.replace("{switches}", ", ".join(f"`{name}`" for name in switches)) for line in HEAD]
    for info in forno.catalogue():
        names = f"PettingZoo: `{environment_name(info.name)}`; Gymnasium: `{environment_id(info.name)}`."
        lines += ["", f"## {info.title}", "", names, ""]
        lines.append(f"| {info.variant} | players | observation (`memory`) | observation (`now`) | state | actions |")
        lines.append("|---|---:|---:|---:|---:|---:|")
        for variant in variants():
            if variant.info == info:
                cells = (variant.name, variant.players, *sizes(variant.game()))
                lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"
