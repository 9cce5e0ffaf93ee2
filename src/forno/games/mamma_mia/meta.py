"""What Mamma Mia! is, without its rules."""

from forno.core.language import N_
from forno.core.registry import GameInfo, Option
from forno.games.mamma_mia.rules.cards import COLOURS
from forno.games.mamma_mia.rules.editions import EDITIONS

INFO = GameInfo(
    name="mamma-mia",
    title="Mamma Mia!",
    summary=N_(
        "Everyone puts ingredients and orders into one oven. When it is opened, an order is baked if what it needs "
        "came out before it: remember what lies there. The most baked orders win."
    ),
    designer="Uwe Rosenberg",
    publishers="ABACUSSPIELE, Rio Grande Games",
    variant="edition",
    options=(
        Option(
            "edition",
            "choice",
            N_("the edition"),
            default="classic",
            choices=tuple(EDITIONS),
            label=N_("Edition"),
            labels=tuple((name, edition.title) for name, edition in EDITIONS.items()),
        ),
        Option(
            "players",
            "number",
            N_("how many play; six only in the Grande editions"),
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
            N_("show what lies in the oven and all past turns"),
            default=False,
            label=N_("Memory aid"),
        ),
        Option(
            "colours",
            "names",
            N_("the colours of the seats, clockwise; in their usual order by default"),
            choices=COLOURS,
            label=N_("Colours"),
        ),
        Option(
            "starter",
            "choice",
            N_("the colour that starts; by default the seed decides"),
            choices=COLOURS,
            label=N_("Who starts"),
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
    factory="forno.games.mamma_mia.game:MammaMia",
    deck_report="forno.games.mamma_mia.report:deck_report",
    deck_text="forno.games.mamma_mia.report:deck_text",
    tally_events="forno.games.mamma_mia.rules.events:completed_order",
    columns="forno.games.mamma_mia.rules.events:recorded",
    deck_reader="forno.games.mamma_mia.rules.deck:read_deck",
    bots=(
        ("garzone", "forno.games.mamma_mia.bots.players:garzone"),
        ("cuoco", "forno.games.mamma_mia.bots.players:cuoco"),
        ("pizzaiolo", "forno.games.mamma_mia.bots.players:pizzaiolo"),
        ("nonna", "forno.games.mamma_mia.bots.insight:nonna"),
    ),
    critic="forno.games.mamma_mia.bots.critic:MammaMiaCritic",
    face="forno.games.mamma_mia.face:FACE",
    rulebook="forno.games.mamma_mia:rulebook",
    lesson="forno.games.mamma_mia.lesson:LESSON",
    menu="forno.games.mamma_mia.lesson:MENU",
    chronicle="forno.games.mamma_mia.chronicle:CHRONICLE",
    exercise="forno.games.mamma_mia.exercise:EXERCISE",
    usual_table=(("edition", "classic"), ("players", 4)),
    daily=(("edition", "classic"), ("players", 4), ("own_luck", True)),
    daily_bots=("cuoco", "pizzaiolo", "cuoco"),
    phrases=(N_("Mamma mia!"), N_("Who has olives?")),
)
