"""What forms call the options of games and their values. What isn't named here is called by its own name."""

from __future__ import annotations

from typing import Final

from forno.core.language import N_, _
from forno.core.registry import Option

LABELS: Final = {
    "edition": N_("Edition"),
    "mode": N_("Mode"),
    "players": N_("Players"),
    "helping": N_("Helping"),
    "memory_aid": N_("Memory aid"),
    "colours": N_("Colours"),
    "starter": N_("Who starts"),
    "milestones": N_("Milestones"),
    "missions": N_("Daily missions"),
    "secret_objectives": N_("Secret objectives"),
    "max_days": N_("Days at most"),
    "deck": N_("A deck of your own"),
}
VALUES: Final = {
    "classic": N_("Classic (ABACUSSPIELE)"),
    "rio-grande": N_("Rio Grande Games"),
    "grande": N_("Grande"),
    "grande-it": N_("Grande (Italian)"),
    "tutorial": N_("Tutorial"),
    "trainee": N_("Trainee"),
    "master": N_("Master"),
    "own": N_("everyone at the own points"),
    "shared": N_("all when the first has the points"),
    "yellow": N_("yellow"),
    "green": N_("green"),
    "brown": N_("brown"),
    "purple": N_("purple"),
    "red": N_("red"),
    "pink": N_("pink"),
    "blue": N_("blue"),
    "white": N_("white"),
}
BOTS: Final = {
    "random": N_("Random: any legal action"),
    "garzone": N_("Garzone: new here, forgets fast"),
    "cuoco": N_("Cuoco: knows the game, forgets slowly"),
    "pizzaiolo": N_("Pizzaiolo: knows the game, forgets nothing"),
    "nonna": N_("Nonna: forgets nothing, thinks ahead"),
}
CLOCKS: Final = (
    (0, N_("as long as it takes")),
    (30, N_("30 seconds")),
    (60, N_("1 minute")),
    (120, N_("2 minutes")),
    (300, N_("5 minutes")),
)
PHRASES: Final = (
    N_("Mamma mia!"),
    N_("Well played!"),
    N_("Thank you!"),
    N_("Sorry!"),
    N_("One moment, please."),
    N_("Your turn!"),
    N_("Who has olives?"),
    N_("Buon appetito!"),
)
LANGUAGES: Final = {"en": "English", "it": "Italiano", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""Languages call themselves by their own names."""


def label(option: Option) -> str:
    known = LABELS.get(option.name)
    return _(known) if known else option.name.replace("_", " ").capitalize()


def value(text: str) -> str:
    known = VALUES.get(text)
    return _(known) if known else text


def bot_label(name: str) -> str:
    known = BOTS.get(name)
    return _(known) if known else name


def bot_name(name: str) -> str:
    """The name alone, where there is no room for what is to be known about it."""
    return bot_label(name).partition(":")[0] if name in BOTS else name


def clocks() -> list[tuple[int, str]]:
    return [(seconds, _(text)) for seconds, text in CLOCKS]


def clock_text(seconds: int) -> str:
    known = dict(CLOCKS).get(seconds)
    return _(known) if known else _("{seconds} seconds").format(seconds=seconds)


def variant_text(variant: str, players: int) -> str:
    """`Grande, 4 players`."""
    return _("{variant}, {players} players").format(variant=value(variant), players=players)
