"""`forno play`: a game in plain text, for people on one keyboard and bots."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from unicodedata import combining, normalize

from forno.bots import DEFAULT_BOT, bots_for
from forno.bots.lineup import Player, bot_seed, read_lineup
from forno.cli.screen import (
    CLEAR_SCREEN,
    choices,
    event_paragraphs,
    heading,
    is_terminal,
    name_of,
    read_line,
    strong,
    wrap,
)
from forno.core.errors import AmbiguousNotation, BotError, FornoError, IllegalAction, OptionError
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import N_, P_, _, capital, listed, ngettext, pgettext
from forno.core.records import Record
from forno.core.registry import GameInfo
from forno.core.seeds import write_seed
from forno.core.views import View
from forno.rulebook import rule, rules_of
from forno.table.history import History, Part, Pending

COMMANDS = (P_("command", "help"), P_("command", "quit"), P_("command", "rules"))
"""Words that are typed instead of an answer."""
HELP = N_("""\
Type the number or the words of a choice: {answer}. A few words are enough if they fit only one choice.
To answer several questions at once, type the words on one line, with commas between them.
  Enter        show the table again
  rules        list the rules
  rules {rule:6} read one rule
  quit         leave the game
  ?            show this help""")


RANDOM = Player("random", "random")


MAX_NUMBER_DIGITS = 9
"""Maximum digits of a choice's number."""


class PlayerLeftError(Exception):
    """A person has left the game."""


class TextGame:
    """One game at one keyboard: its players, what each hasn't been told yet, and whose screen it is."""

    def __init__(
        self, info: GameInfo, state: State, humans: Sequence[int], clear: bool, opponents: Sequence[Player] = ()
    ) -> None:
        self.info = info
        self.game = state.game
        self.state = state
        self.humans = sorted(humans)
        self.clear = clear
        seed = bot_seed(state.seed if state.seed is not None else 0)
        empty = [seat for seat in range(self.game.players) if seat not in humans]
        self.players = dict(zip(empty, opponents or [RANDOM] * len(empty), strict=True))
        self.bots = {seat: player.make(self.game, seat, seed) for seat, player in self.players.items()}
        self.history = History(self.game.players)
        """Events that may be told."""
        self.pending = Pending()
        """Only answer that is asked for before the others hear more."""
        self.untold: dict[int | None, list[Event]] = {seat: [] for seat in (None, *self.humans)}
        self.at_keyboard: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.screen: tuple[int, int] | None = None
        """Seat and turn of the last drawn screen."""

    def play(self) -> None:
        """Play to the end. Raises `PlayerLeftError` if a person leaves, and `EOFError` if the input ends.

        The deal isn't told to people: everyone's first view shows it.
        """
        print(self.welcome())
        for part in self.begin():
            self.tell_bots(part.events)
        while (seat := self.awaited) is not None:
            if self.pending.question is not None and (seat in self.bots or len(self.humans) < 2):
                self.do(self.view(seat).actions[0])  # bots take no time, and one person can hide nothing from them
            elif seat in self.bots:
                self.bot_decides(seat)
            else:
                self.decide(seat)
            if not self.humans:
                self.tell(None)
        self.finish()

    def begin(self) -> Sequence[Part]:
        """Note the deal. Returns what may be told of it."""
        return self._note(*self.pending.after([self.state.events]))

    def _note(self, pending: Pending, parts: Sequence[Part]) -> Sequence[Part]:
        self.pending = pending
        self.history.tell(parts, 0)
        return parts

    @property
    def awaited(self) -> int | None:
        """Seat whose answer is awaited, even if only one answer is possible."""
        return self.pending.awaited(self.state)

    @property
    def moment(self) -> object:
        """Key of the current turn; a single possible answer is a turn of its own."""
        return self.awaited, self.state.turn, self.pending.question and len(self.history.events)

    def view(self, seat: int) -> View:
        return self.state.view(seat) if self.pending.question is None else self.history.view(self.game, seat)

    def do(self, action: int) -> None:
        """Apply the awaited seat's answer and tell everyone what they may hear."""
        asked = self.pending.question is not None
        told = self.pending.after_answer() if asked else self.pending.after([self.state.apply(action)])
        for part in self._note(*told):
            self.observe(part.events)

    def welcome(self) -> str:
        game = self.game
        names = game.say_seats()
        who = self.opponents(names)
        if len(self.humans) == 1:
            who = _("You are {name}.").format(name=names[self.humans[0]]) + f" {who}"
        elif self.humans:
            people = listed(names[seat] for seat in self.humans)
            who = _("On this keyboard: {names}.").format(names=people) + f" {who}"
        how = "\n" + _("Type the number or the words of a choice. Type ? for help.") if self.humans else ""
        return "\n".join(
            [
                heading(self.info.heading(game.options)),
                wrap(_(self.info.summary), hang=""),
                wrap(who.strip() + how, hang=""),
            ]
        )

    def opponents(self, names: Sequence[str]) -> str:
        """Introduce the bots, by the names that the game uses for them: one sentence for each kind."""
        kinds: dict[Player, list[str]] = {}
        for seat, player in self.players.items():
            kinds.setdefault(player, []).append(names[seat])
        sentences: list[str] = []
        for player, seats in kinds.items():
            if player == RANDOM:
                sentence = ngettext("{names} plays at random.", "{names} play at random.", len(seats))
            else:
                sentence = ngettext("{names} is a bot ({bot}).", "{names} are bots ({bot}).", len(seats))
            sentences.append(capital(sentence.format(names=listed(seats), bot=player.label)))
        return " ".join(sentences)

    def bot_decides(self, seat: int) -> None:
        try:
            self.do(self.bots[seat].choose(self.view(seat)))
        except IllegalAction as error:
            raise BotError(_("{bot} can't go on: {error}").format(bot=self.players[seat].label, error=error)) from error

    # --- what everyone is told ------------------------------------------------

    def tell_bots(self, events: Sequence[Event]) -> None:
        for seat, bot in self.bots.items():
            for event in seen_by(events, seat):
                bot.observe(event)

    def observe(self, events: Sequence[Event]) -> None:
        self.tell_bots(events)
        for seat, untold in self.untold.items():
            untold += seen_by(events, seat)

    def tell(self, seat: int | None) -> bool:
        """Tell a seat what it hasn't been told yet; return whether there was anything."""
        paragraphs = event_paragraphs(self.game, self.untold[seat], seat)
        self.untold[seat].clear()
        self.untold[None].clear()
        if paragraphs:
            print("\n" + "\n".join(wrap(paragraph) for paragraph in paragraphs))
        return bool(paragraphs)

    # --- a person decides -----------------------------------------------------

    def decide(self, seat: int) -> None:
        """Show a person the decision, and ask until it is made."""
        self.give_keyboard(seat)
        place = (seat, self.state.turn)
        if self.clear and self.screen is not None and self.screen != place:
            print(CLEAR_SCREEN, end="")
        news = self.tell(seat)
        if news or self.screen != place:
            self.show(seat)
        self.screen = place
        view = self.view(seat)
        print(f"\n{strong(wrap(self.game.ask(view)))}\n{choices(self.game, view.actions)}")
        while not self.answer(seat, read_line(f"{name_of(self.game, seat)}> ")):
            pass

    def show(self, seat: int) -> None:
        print(f"\n{wrap(self.game.show(self.view(seat)))}")

    def give_keyboard(self, seat: int) -> None:
        """Clear the screen between two people, so that nobody reads another's hand."""
        if self.at_keyboard == seat:
            return
        name, before = self.game.say_seat(seat), self.at_keyboard
        if before is not None:
            self.tell(before)
            prompt = _("{before}: press Enter, then pass the keyboard to {name}.")
            read_line("\n" + prompt.format(before=self.game.say_seat(before), name=name) + " ")
            if self.clear:
                print(CLEAR_SCREEN, end="")
        read_line("\n" + _("{name}: press Enter when you are at the keyboard.").format(name=name) + " ")
        self.at_keyboard = seat

    def answer(self, seat: int, text: str) -> bool:
        """Act on a typed line; return whether the decision is made."""
        word, _space, rest = text.partition(" ")
        command = as_typed(word)
        for known in COMMANDS:
            if command == as_typed(pgettext(*known)):
                command = known[1]
        match command:
            case "":
                self.show(seat)
                print(choices(self.game, self.view(seat).actions))
            case "?" | "help" if not rest:
                print(wrap(f"{_(self.info.summary)}\n{self.help(seat)}", hang=""))
            case "quit" | "exit" | "q" if not rest:
                raise PlayerLeftError
            case "rules" | "rule":
                self.read_rules(rest)
            case _:
                return self.submit(seat, text)
        return False

    def help(self, seat: int) -> str:
        """Return the help for answers, with examples from this game."""
        numbers = [entry.number for entry in rules_of(self.info.name)]
        answer = self.game.say(self.view(seat).actions[0])
        return _(HELP).format(answer=answer, rule=numbers[len(numbers) // 4] if numbers else "1")

    def read_rules(self, numbers: str) -> None:
        try:
            found = [rule(number) for number in numbers.replace(",", " ").split()]
        except FornoError as error:
            print(wrap(str(error)))
            return
        if found:
            print("\n".join(wrap(f"{entry.number}  {entry.text}") for entry in found))
        else:
            print("\n".join(wrap(f"{entry.number}  {entry.gist}") for entry in rules_of(self.info.name)))

    def submit(self, seat: int, text: str) -> bool:
        """Answer one question or several at once; return whether anything was done.

        The answers are tried on a copy first, and if one of them can't be, none is given. But once an answer brings
        something new to light it stands, and what follows is tried anew: nobody may look and then think again.
        """
        parts = [part.strip() for part in text.split(",")]
        done: list[str] = []
        moment = self.moment
        try:
            _refuse_numbers(parts[1:])
            while parts:
                if self.moment != moment:
                    raise IllegalAction(_("your turn was over before {answer!r}.").format(answer=parts[0]))
                actions = self.rehearse(seat, parts, numbered=not done)
                for part in parts[len(actions) :]:
                    with suppress(AmbiguousNotation):  # whether it is clear will depend on the moment
                        understood(self.game, part)
                for action in actions:
                    self.do(action)
                done += parts[: len(actions)]
                parts = parts[len(actions) :]
        except FornoError as error:
            print(wrap(capital(str(error))))
            if done:
                print(wrap(_("Done: {done}. Not done: {rest}.").format(done=", ".join(done), rest=", ".join(parts))))
            elif len(parts) > 1:
                print(_("Nothing has been done."))
        return bool(done)

    def rehearse(self, seat: int, parts: Sequence[str], numbered: bool) -> list[int]:
        """Return the actions that the answers stand for, up to the first that reveals something new."""
        if self.pending.question is not None:  # there is one answer, and with it the turn is over
            return [self.chosen(parts[0], self.view(seat).actions, numbered)]
        trial = self.state.clone()
        turn = trial.turn
        actions: list[int] = []
        for part in parts:
            if trial.is_over or (trial.seat, trial.turn) != (seat, turn):
                break
            action = self.chosen(part, trial.legal_actions(), numbered and not actions)
            events = seen_by(trial.apply(action), seat)
            actions.append(action)
            if event_paragraphs(self.game, events):
                break
        return actions

    def chosen(self, part: str, legal: Sequence[int], numbered: bool) -> int:
        """Return the action for an answer: its number in the list on the screen, or its words."""
        if not numbered or not part.isdecimal():
            return understood(self.game, part, legal)
        if len(part) > MAX_NUMBER_DIGITS or not 1 <= int(part) <= len(legal):
            raise IllegalAction(
                _("there is no choice {number}. Choose 1 to {last}.").format(number=part, last=len(legal))
            )
        return legal[int(part) - 1]

    # --- the end --------------------------------------------------------------

    def finish(self) -> None:
        """Print the last events, the scores and the winner."""
        if len(self.humans) > 1 and self.clear:
            print(CLEAR_SCREEN, end="")
        self.tell(self.humans[0] if len(self.humans) == 1 else None)
        game, outcome = self.game, self.state.outcome
        print("\n" + heading(_("Final score")))
        names = game.say_seats()
        if len(self.humans) == 1:
            names[self.humans[0]] = _("{name} (you)").format(name=names[self.humans[0]])
        widest = max(map(len, names))
        for seat in chain(*outcome.ranking):
            won = "  " + pgettext("final score", "wins") if seat in outcome.winners else ""
            line = f"{names[seat]:>{widest}}  {outcome.scores[seat]:>3}{won}"
            print(strong(line) if won else line)
        if self.state.seed is not None:
            seed = shlex.quote(write_seed(self.state.seed))
            print(_("Play the same deal again with --seed {seed}.").format(seed=seed))


def _refuse_numbers(parts: Sequence[str]) -> None:
    """Split a line into answers. Only the first can be a number, as numbers refer to the list on the screen."""
    for part in parts:
        if part.isdecimal():
            raise IllegalAction(_("you can't know yet what {number} means there. Type the words.").format(number=part))
        if not part:
            raise IllegalAction(_("there is a comma too many."))


def understood(game: Game, text: str, legal: Sequence[int] | None = None) -> int:
    """Return the action that an answer names: a phrase in the current language, or notation."""
    wanted = as_typed(text)
    numbers = range(len(game.actions)) if legal is None else legal
    named = [number for number in numbers if _means(game, number, wanted)]
    return named[0] if len(named) == 1 else game.parse(text, among=legal)


def as_typed(phrase: str) -> str:
    """Return a phrase as people type it: small letters without accents, plain spaces and apostrophes."""
    letters = [letter for letter in normalize("NFKD", phrase.lower()) if not combining(letter)]
    return " ".join("".join(letters).replace("’", "'").split())


def _means(game: Game, action: int, wanted: str) -> bool:
    """Return whether these words are the action's phrase; numbers may be digits: `2 olives`."""
    phrase = as_typed(game.say(action))
    number, _space, rest = wanted.partition(" ")
    if number.isdecimal() and rest and str(game.actions[action]).startswith(f"{number} "):
        return phrase.endswith(rest)
    return phrase == wanted


def usual_opponent(info: GameInfo) -> str:
    """Return the default opponent: cuoco, if it plays the game."""
    return DEFAULT_BOT if any(bot.name == DEFAULT_BOT for bot in bots_for(info.name)) else RANDOM.name


def bots_for_seats(text: str, seats: int) -> list[Player]:
    """Return the bots for that many seats; a single name is repeated."""
    players = read_lineup(text)
    if len(players) == 1:
        players *= seats
    if len(players) != seats:
        raise OptionError(
            ngettext(
                "--bots names {bots} bots for {n} seats; name one for all, or one for each.",
                "--bots names {bots} bots for {n} seats; name one for all, or one for each.",
                seats,
            ).format(bots=len(players), n=seats)
        )
    return players


def play_at_keyboard(
    info: GameInfo, state: State, humans: Sequence[int], record: Path | None, scroll: bool, level: str | None = None
) -> None:
    """Play a game and save its record, however it ends."""
    if is_terminal() and len(humans) == 1:  # several would find each other's answers in its history
        with suppress(ImportError):
            import readline  # noqa: F401  (line editing, where Python has it)
    opponents = bots_for_seats(level or usual_opponent(info), state.game.players - len(humans))
    table = TextGame(info, state, humans, is_terminal() and not scroll, opponents)
    try:
        table.play()
    except PlayerLeftError:
        print(_("You leave the table."))
    except EOFError:
        print("\n" + _("The input has ended, so the game ends here."))
    finally:
        for bot in table.bots.values():
            bot.close()
        if record is not None:
            record.write_text(str(Record.of(state)), encoding="utf-8")
            print(_("The record is in {file}.").format(file=record))
