"""Registration of Pizza Master, which doesn't load its rules."""

from pathlib import Path

from forno.core.language import N_
from forno.core.registry import DECK_FILE, OWN_LUCK, GameInfo, Option, colours_option, usual_parts, variant_option
from forno.games.pizza_master.rules.cards import COLOURS
from forno.games.pizza_master.rules.modes import MAX_DAYS, MILESTONES, MODES

PACKAGE = "forno.games.pizza_master"
FOLDER = Path(__file__).with_name("networks")
NETWORKS = {
    "tutorial": FOLDER / "tutorial.npz",
    "trainee": FOLDER / "pizza-master.npz",
    "master": FOLDER / "pizza-master.npz",
}
"""The file of trained weights for each mode."""

INFO = GameInfo(
    name="pizza-master",
    title="Pizza Master",
    summary=N_("Buy ingredients for one shared refrigerator, collect what you need, make pizzas, waste nothing."),
    designer="Perus Saranurak",
    publishers="Wizards of Learning",
    variant="mode",
    options=(
        variant_option("mode", N_("the mode of play"), "trainee", MODES, N_("Mode")),
        Option("players", "number", N_("two to five"), default=4, least=2, most=5, label=N_("Players")),
        Option(
            "milestones",
            "choice",
            N_("one more card and coin: for each at 11 and 31 points, or for all when the first has 10 and 25"),
            default="own",
            choices=MILESTONES,
            label=N_("Milestones"),
            labels=(("own", N_("for each who reaches them")), ("shared", N_("for all when the first reaches them"))),
        ),
        Option(
            "missions",
            "switch",
            N_("daily missions (trainee and master, where they are on by default)"),
            label=N_("Daily missions"),
        ),
        Option(
            "secret_objectives",
            "switch",
            N_("one objective for all and a secret one for each (trainee, master)"),
            default=False,
            label=N_("Secret objectives"),
        ),
        Option(
            "max_days",
            "number",
            N_("the game ends after this many days"),
            default=MAX_DAYS,
            least=1,
            most=1000,
            label=N_("Maximum days"),
        ),
        colours_option(COLOURS),
        OWN_LUCK,
        DECK_FILE,
    ),
    factory=f"{PACKAGE}.game:PizzaMaster",
    former_rules=((2, f"{PACKAGE}.game:PizzaMasterRules2"),),
    critic=f"{PACKAGE}.bots.critic:PizzaMasterCritic",
    usual_table=(("mode", "trainee"), ("players", 4)),
    daily=(("mode", "trainee"), ("players", 4), ("own_luck", True)),
    daily_bots=("cuoco", "pizzaiolo", "cuoco"),
    benchmark_tables=((("mode", "trainee"), ("players", 2)), (("mode", "master"), ("players", 4))),
    networks=tuple((name, str(path)) for name, path in NETWORKS.items()),
    **usual_parts(PACKAGE),
)
