"""What the game is. Forno reads this when it lists its games; the rules are loaded when somebody plays."""

from forno import GameInfo, Option

INFO = GameInfo(
    name="last-slice",
    title="Last Slice",
    summary="Take one slice or two from the pile. Olives count, and whoever takes the last slice pays for all.",
    designer="Forno",
    publishers="nobody yet",
    variant="",
    options=(
        Option("players", "number", "number of players", default=2, least=2, most=4, label="Players"),
        Option("bill", "number", "what the last slice costs", default=4, least=0, most=9, label="The bill"),
    ),
    factory="last_slice.rules:LastSlice",
    bots=(("cuoco", "last_slice.bots:Careful"),),
    face="last_slice.face:FACE",
    rulebook="last_slice:rulebook",
    phrases=("After you!",),
)
