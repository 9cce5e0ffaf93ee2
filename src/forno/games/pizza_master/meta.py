"""What Pizza Master is, without its rules."""

from forno.core.language import N_
from forno.core.registry import GameInfo, Option
from forno.games.pizza_master.rules.cards import COLOURS
from forno.games.pizza_master.rules.modes import MILESTONES, MODES, MOST_DAYS

INFO = GameInfo(
    name="pizza-master",
    title="Pizza Master",
    summary=N_(
        "Buy ingredients into a refrigerator that everybody shares, collect what you need, make pizzas, waste nothing."
    ),
    designer="Perus Saranurak",
    publishers="Wizards of Learning",
    variant="mode",
    options=(
        Option(
            "mode",
            "choice",
            N_("the mode of play"),
            default="trainee",
            choices=tuple(MODES),
            label=N_("Mode"),
            labels=tuple((name, mode.title) for name, mode in MODES.items()),
        ),
        Option("players", "number", N_("how many play"), default=4, least=2, most=5, label=N_("Players")),
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
            default=MOST_DAYS,
            least=1,
            most=1000,
            label=N_("Days at most"),
        ),
        Option(
            "colours",
            "names",
            N_("the colours of the seats, clockwise; in their usual order by default"),
            choices=COLOURS,
            label=N_("Colours"),
        ),
        Option(
            "own_luck",
            "switch",
            N_("each draws by luck of their own: what one draws doesn't shift the cards of the others"),
            default=False,
            label=N_("Own luck for everyone"),
        ),
        Option("deck", "file", N_("a deck file of your own"), label=N_("A deck of your own")),
    ),
    factory="forno.games.pizza_master.game:PizzaMaster",
    deck_report="forno.games.pizza_master.report:deck_report",
    deck_text="forno.games.pizza_master.report:deck_text",
    tally_events="forno.games.pizza_master.rules.events:completed_order",
    columns="forno.games.pizza_master.rules.events:recorded",
    deck_reader="forno.games.pizza_master.rules.deck:read_deck",
    bots=(
        ("garzone", "forno.games.pizza_master.bots.players:garzone"),
        ("cuoco", "forno.games.pizza_master.bots.players:cuoco"),
        ("pizzaiolo", "forno.games.pizza_master.bots.players:pizzaiolo"),
        ("nonna", "forno.games.pizza_master.bots.players:nonna"),
    ),
    critic="forno.games.pizza_master.bots.critic:PizzaMasterCritic",
    face="forno.games.pizza_master.face:FACE",
    rulebook="forno.games.pizza_master:rulebook",
    lesson="forno.games.pizza_master.lesson:LESSON",
    menu="forno.games.pizza_master.lesson:MENU",
    chronicle="forno.games.pizza_master.chronicle:CHRONICLE",
    usual_table=(("mode", "trainee"), ("players", 4)),
    daily=(("mode", "trainee"), ("players", 4), ("own_luck", True)),
    daily_bots=("cuoco", "pizzaiolo", "cuoco"),
)
