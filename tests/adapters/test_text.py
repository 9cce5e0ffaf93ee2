"""Games as text: whole games by scripted models, what they are told, and that it leaks nothing."""

from __future__ import annotations

import json
from time import process_time

import pytest

import forno
from forno.adapters.text import Talk, TextBot, TextEnv, TextSeat, kaggle, read_move
from forno.adapters.text.bot import MAX_KEPT_CHARACTERS
from forno.core.observing import MEMORY, NOW
from tests.adapters.models import bad_model, good_answer, good_model, silent_model
from tests.variants import SHORTER

GAMES = [info.name for info in forno.catalogue()]


def small(name: str, players: int = 2) -> forno.Game:
    return forno.game(name, players=players, **SHORTER.get(name, {}))


def played(bots: list[TextBot], seed: int = 7) -> forno.State:
    """A whole game of these bots."""
    state = bots[0].game.deal(seed)
    events = state.events
    while True:
        for seat, bot in enumerate(bots):
            for event in events:
                if (seen := event.seen_by(seat)) is not None:
                    bot.observe(seen)
        if state.is_over:
            return state
        events = state.apply(bots[state.seat].choose(state.view(state.seat)))


@pytest.mark.parametrize("name", GAMES)
def test_models_that_answer_well_badly_or_never_play_to_the_end(name: str) -> None:
    game = small(name, 3)
    models = (good_model, bad_model, silent_model)
    knowledge = (NOW, MEMORY, NOW)
    bots = [TextBot(game, seat, 1, model=models[seat], knowledge=knowledge[seat]) for seat in range(3)]
    assert played(bots).is_over
    good, bad, silent = (bot.talk for bot in bots)
    assert good == Talk(decisions=good.decisions, asked=good.decisions)
    assert bad == Talk(decisions=bad.decisions, refused=3 * bad.decisions, forfeited=bad.decisions)
    assert (silent.silent, silent.forfeited) == (3, silent.decisions), "it isn't waited for again"
    assert silent.reason == "no answer within 1 s"
    assert len(bots[0].messages) > len(bots[1].messages), "who must remember keeps the conversation"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("knowledge", [NOW, MEMORY])
def test_prompts_tell_nothing_that_a_seat_cant_know(name: str, knowledge: str) -> None:
    table = TextEnv(small(name, 3), knowledge=knowledge)
    table.reset(seed=3)
    chance, compared, over = forno.Chance(5), 0, False
    while not over:
        state, seat = table.state, table.state.seat
        text = table.seats[seat]
        if len(state.history()) % 5 == 0:
            told = [text.briefing(), text.prompt(state.view(seat)), text.legal_moves(state.view(seat))]
            other = state.view(seat).sample(text.memory, chance)
            compared += str(other.view(1 - min(seat, 1))) != str(state.view(1 - min(seat, 1)))
            assert [text.briefing(), text.prompt(other.view(seat)), text.legal_moves(other.view(seat))] == told
        over, _info = table.step(str(table.game.actions[chance.choice(state.legal_actions())]))
    assert compared


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_like_an_environment_of_textarena(name: str) -> None:
    table = TextEnv(name, **SHORTER.get(name, {}))
    table.reset(num_players=2, seed=7)
    first = table.get_observation()[1]
    assert "Rules:" in first
    assert "Notation of all moves" in first
    assert "Legal moves:" not in first
    over = False
    while not over:
        player, observation = table.get_observation()
        assert player == table.state.seat
        over, info = table.step(good_answer(observation))
    rewards, infos = table.close()
    assert list(rewards.values()) == list(table.state.outcome.returns)
    assert infos[0]["turn_count"] > 0 == infos[0]["refused"]
    assert info["move"]


@pytest.mark.slow
def test_textarena_makes_wraps_and_plays_it() -> None:
    import textarena  # takes a second

    class Agent(textarena.Agent):  # type: ignore[misc]
        """A scripted agent of TextArena's."""

        def __call__(self, observation: str) -> str:
            return good_answer(observation)

    textarena.register("forno-test-v0", "forno.adapters.text:TextEnv", game="mamma-mia")
    table = textarena.wrappers.ActionFormattingWrapper(textarena.make("forno-test-v0", tries=1))
    table.reset(num_players=2, seed=3)
    agent, over = Agent(), False
    while not over:
        _player, observation = table.get_observation()
        over, info = table.step(action=agent(observation))
        assert "refused" not in info
    assert sum(table.close()[0].values()) == 0


def test_an_illegal_answer_gets_the_reason_and_a_bounded_number_of_tries() -> None:
    table = TextEnv("mamma-mia", tries=2)
    table.reset(num_players=2, seed=7)
    seat, _briefing = table.get_observation()
    over, info = table.step("[bakes with olive]")
    assert not over
    assert "isn't allowed now" in info["refused"]
    legal = [str(table.game.actions[action]) for action in table.state.view(seat).actions]
    assert not [move for move in legal if move in info["refused"]], "legal moves are told on request alone"
    assert table.get_observation() == (seat, f"That answer doesn't count: {table.reply.partition(': ')[2]}")
    _over, info = table.step("")
    assert "move" in info
    assert table.info[seat] == {"role": table.game.seat_name(seat), "turn_count": 1, "refused": 2, "forfeited": 1}


def test_only_perfect_notes_tell_what_is_long_gone() -> None:
    table = TextEnv("mamma-mia", knowledge=MEMORY)
    table.reset(num_players=2, seed=7)
    for _ in range(20):
        table.step(str(table.game.actions[table.state.legal_actions()[0]]))
    text, view = table.seats[table.state.seat], table.state.view(table.state.seat)
    memory = text.prompt(view)
    text.knowledge = NOW
    now = text.prompt(view)
    assert "You are dealt" in memory
    assert "You are dealt" not in now
    shown = [json.loads(prompt.split("as JSON: ")[1].split("\n")[0]) for prompt in (now, memory)]
    assert sum(shown[1].pop("notes")["oven"]) > 0
    assert shown[0] == shown[1]
    assert "actions" not in shown[0]


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ('First {"move": "a"}, no: {"move": "2 olive"}', "2 olive"),
        ("Thinking.\n\n[2 olive]\n", "2 olive"),
        ('{"move": "say \\"x\\""}', 'say "x"'),
        ("  \n", ""),
    ],
)
def test_the_last_move_of_an_answer_counts(answer: str, move: str) -> None:
    assert read_move(answer) == move


HUGE = {
    "a long move": '{"move": "' + "x" * 10**6 + '"}',
    "beginnings": "{" * 10**6,
    "a move without an end": '{"move": "' + '\\"' * 10**6,
}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_answer_is_read_at_once_and_its_end_alone_stays_in_the_conversation(what: str) -> None:
    game = small("mamma-mia")
    asked: list[int] = []

    def model(messages: list[dict[str, str]]) -> str:
        asked.append(sum(len(message["content"]) for message in messages))
        return HUGE[what]

    bot = TextBot(game, 0, 1, model=model)
    state = game.deal(7)
    while state.seat != 0:
        state.apply(state.legal_actions()[0])
    begun = process_time()
    bot.choose(state.view(0))
    assert process_time() - begun < 2, "three answers take a fiftieth of a second"
    assert bot.talk.refused == 3
    assert asked[2] - asked[0] < 3 * MAX_KEPT_CHARACTERS


def test_the_three_functions_of_kaggles_environments() -> None:
    game = forno.game("mamma-mia", players=2)
    state = game.deal(7)
    text = TextSeat(game, state.seat)
    for event in state.events:
        if (seen := event.seen_by(state.seat)) is not None:
            text.observe(seen)
    observation = kaggle.observation_of(text, state.view(state.seat))
    moves = kaggle.get_legal_moves(observation)
    assert list(moves) == state.legal_actions()
    prompt = kaggle.generate_prompt(observation, [])
    assert "Rules:" in prompt
    assert "Legal moves" not in prompt
    assert "'9 olive' isn't legal" in kaggle.generate_prompt(observation, [], "9 olive", "9 olive")
    assert "named no move" in kaggle.generate_prompt(observation, [], "Hm.")
    legal = list(moves.values())
    asked = kaggle.generate_prompt(observation, [], '{"move": "legal moves"}', "legal moves")
    assert asked.endswith(f"Legal moves: {'; '.join(legal)}.")
    assert (
        kaggle.parse_response(f'{{"move": "{legal[0].upper()}"}}', legal, observation=observation).legal_action
        == legal[0]
    )
    assert kaggle.parse_response('{"move": "9 olive"}', legal) == kaggle.ParsedMove(None, "9 olive")
    assert kaggle.parse_response("", legal) == kaggle.ParsedMove()


def test_wrong_knowledge_is_refused() -> None:
    with pytest.raises(forno.OptionError, match="choose from now, memory"):
        TextSeat(forno.game("mamma-mia"), 0, "everything")
