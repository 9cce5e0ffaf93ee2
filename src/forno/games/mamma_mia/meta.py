"""Registration of Mamma Mia!, which doesn't load its rules."""

from pathlib import Path

from forno.core.language import N_
from forno.core.registry import DECK_FILE, OWN_LUCK, GameInfo, Option, colours_option, usual_parts, variant_option
from forno.games.mamma_mia.rules.cards import COLOURS
from forno.games.mamma_mia.rules.editions import EDITIONS

PACKAGE = "forno.games.mamma_mia"
FOLDER = Path(__file__).with_name("networks")
NETWORKS = {
    "classic": FOLDER / "classic.npz",
    "rio-grande": FOLDER / "classic.npz",
    "grande": FOLDER / "grande.npz",
    "grande-it": FOLDER / "grande.npz",
}
"""The file of trained weights for each edition."""

INFO = GameInfo(
    name="mamma-mia",
    title="Mamma Mia!",
    summary=N_(
        "Everyone puts ingredients and orders into one oven. An order is baked if everything it needs comes out "
        "before it, so remember what's inside."
    ),
    designer="Uwe Rosenberg",
    publishers="ABACUSSPIELE, Rio Grande Games",
    variant="edition",
    options=(
        variant_option("edition", N_("the edition"), "classic", EDITIONS, N_("Edition")),
        Option(
            "players",
            "number",
            N_("two to five; up to six in the Grande editions"),
            default=4,
            least=2,
            most=6,
            label=N_("Players"),
        ),
        Option(
            "helping",
            "switch",
            N_("ask others for help (Grande with three or more players, where it is on by default)"),
            label=N_("Helping"),
        ),
        Option(
            "memory_aid",
            "switch",
            N_("show what is in the oven and all past turns"),
            default=False,
            label=N_("Memory aid"),
        ),
        colours_option(COLOURS),
        Option(
            "starter",
            "choice",
            N_("the colour that starts (default: at random)"),
            choices=COLOURS,
            label=N_("Who starts"),
        ),
        OWN_LUCK,
        DECK_FILE,
    ),
    factory=f"{PACKAGE}.game:MammaMia",
    critic=f"{PACKAGE}.bots.critic:MammaMiaCritic",
    exercise=f"{PACKAGE}.exercise:EXERCISE",
    usual_table=(("edition", "classic"), ("players", 4)),
    daily=(("edition", "classic"), ("players", 4), ("own_luck", True)),
    daily_bots=("cuoco", "pizzaiolo", "cuoco"),
    benchmark_tables=((("edition", "classic"), ("players", 2)), (("edition", "grande"), ("players", 4))),
    phrases=(N_("Mamma mia!"), N_("Who has olives?")),
    networks=tuple((name, str(path)) for name, path in NETWORKS.items()),
    **usual_parts(PACKAGE),
)
