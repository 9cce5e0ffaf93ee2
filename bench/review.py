"""Accuracy and cost of reviews, and their effect on play on the same server.

    python -m bench.review [--game NAME] [--games 2] [--seats 1] [--times 10] [--only confirmed|luck|draws|serving]

Games of four bots, weak and strong, are reviewed as the pages do it. Whatever is put down to judgement or memory is
then looked at again with ten times the playouts and other luck: it is confirmed if the turn that was called better is
clearly better there, too, by at least three games in a hundred and three standard errors; "as that" says how many have
the same reason besides. Seconds are those of the processor.

Luck: what the drawn cards brought, on average over the seats of a bot. Whoever plays and however well, it must be
about 0. "Differs" is the standard deviation from game to game, "noise" the part of it that comes from sampling.

Draws: of good bots' turns in Mamma Mia!, the other pile is drawn from. Where that costs at least six games in a
hundred (with ten times the playouts), the review has to find it. "Named" counts those that are told as drawn from the
wrong pile, "beside" those that are told so beside another part of the same turn.

Serving: one program plays at a server, by the API and without pauses, first by itself and then while the server works
on reviews. The moves' times to their answers are compared; both halves are measured in one run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

import httpx

import forno
from forno.bots import make_bot
from forno.bots.critic import critic_for
from forno.core.game import Game, State
from forno.core.records import Record
from forno.features.review import JUDGEMENT, MEMORY, Reviewer
from forno.features.review.judging import DecisionJudge
from forno.features.review.luck import LuckFinder
from forno.features.review.reviewing import USUAL_DOUBT, USUAL_SHARE
from forno.features.review.worlds import Decision, Prospects, Worlds, follow, is_turn
from forno.games.mamma_mia.bots.remarks import PILE
from forno.games.mamma_mia.rules.actions import Draw
from tools.servers import free_port, running

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mamma-mia", {"edition": "classic"}),
    ("mamma-mia", {"edition": "grande"}),
    ("pizza-master", {"mode": "trainee"}),
    ("pizza-master", {"mode": "master"}),
)
BOTS = ("garzone", "cuoco", "garzone", "pizzaiolo")
SEED = 700
WRONG_DRAW_COST = 0.06
"""Winning chance that a draw from the wrong pile costs at least."""
FIRST = 1.0
"""Seconds within which findings count as the first."""


def played(game: Game, seed: int, names: Sequence[str] = BOTS) -> Iterator[State]:
    """Return a game of bots: the state as dealt, and then after every action."""
    state = game.deal(seed)
    bots = [make_bot(name, game, seat, seed) for seat, name in enumerate(names)]
    while True:
        for event in state.events:
            for seat, bot in enumerate(bots):
                seen = event.seen_by(seat)
                if seen is not None:
                    bot.observe(seen)
        yield state
        if state.is_over:
            return
        state.apply(bots[state.seat].choose(state.view(state.seat)))


def confirmed(only: str, games: int, seats: int, times: float) -> None:
    print("| game | decisions | s a seat | first, s | judgement | confirmed | as that | memory | confirmed | as that |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, options in GAMES:
        if only and name != only:
            continue
        game = forno.game(name, players=4, **options)
        seconds: list[float] = []
        first: list[float] = []
        decisions = 0
        verdicts = {JUDGEMENT: [0, 0, 0], MEMORY: [0, 0, 0]}
        for number in range(games):
            for seat in range(seats):
                record = Record.of(last_of(played(game, SEED + number)))
                began = process_time()
                reviewer = Reviewer((state for _line, state in record.steps()), seat)
                reviewer.advance(FIRST)
                first.append(process_time() - began)
                reviewer.advance()
                seconds.append(process_time() - began)
                decisions += len(reviewer.judged)
                again = DecisionJudge(reviewer.critic, "again", times)
                for place, judged in sorted(reviewer.judged.items()):
                    decision = reviewer.seen.decisions[place]
                    if judged.kind is None:
                        continue
                    assert judged.best is not None
                    anew = again.verify(decision, judged.chosen, judged.best, judged.prospects, 0)
                    counted = verdicts[judged.kind]
                    counted[0] += 1
                    counted[1] += anew.kind is not None
                    counted[2] += anew.kind == judged.kind
        judgement, memory = verdicts[JUDGEMENT], verdicts[MEMORY]
        about = f"{name} {next(iter(options.values()))}"
        print(
            f"| {about} | {decisions} | {statistics.mean(seconds):.1f} | {max(first):.1f} | {judgement[0]} "
            f"| {_part(judgement, 1)} | {_part(judgement, 2)} | {memory[0]} | {_part(memory, 1)} "
            f"| {_part(memory, 2)} |",
            flush=True,
        )


def luck(only: str, games: int) -> None:
    print("| game | bot | seats | luck on average | differs | noise | lead | s a seat |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for name, options in GAMES:
        if only and name != only:
            continue
        game = forno.game(name, players=4, **options)
        judge = DecisionJudge(critic_for(game), 0)
        found: dict[str, list[tuple[float, float, float, float]]] = {}
        for number in range(games):
            for seat, bot in enumerate(BOTS):
                finder = LuckFinder(judge, follow(played(game, SEED + number), seat), [])
                began = process_time()
                for _ in finder.weigh_draws():
                    pass
                result = finder.result()
                assert result is not None
                assert result.luck is not None
                spent = process_time() - began
                found.setdefault(bot, []).append((result.luck.value, result.luck.error, result.margin, spent))
        for bot, lines in found.items():
            values, errors, leads, seconds = zip(*lines, strict=True)
            noise = statistics.mean(error**2 for error in errors) ** 0.5
            spread = statistics.stdev(values)
            print(
                f"| {name} {next(iter(options.values()))} | {bot} | {len(lines)} | {statistics.mean(values):+.2f} "
                f"± {2 * spread / len(lines) ** 0.5:.2f} | {spread:.2f} | {noise:.2f} | {statistics.mean(leads):.1f} "
                f"| {statistics.mean(seconds):.1f} |",
                flush=True,
            )


def draws(number: int, times: float) -> None:
    """Judge `number` draws from the wrong pile, each of which costs something."""
    game = forno.game("mamma-mia", players=3)
    judge, again = (DecisionJudge(critic_for(game), seed, effort) for seed, effort in ((0, 1.0), ("again", times)))
    costs: list[float] = []
    found = named = beside = 0
    for seed in count(SEED):
        states = played(game, seed, ("pizzaiolo",) * game.players)
        for decision in follow(states, 0).decisions:
            wrong = with_other_pile(game, decision, judge.worlds(decision, "pile", decision.memory))
            if wrong is None or judge.verify(*wrong, Prospects(game.players), 0).loss < WRONG_DRAW_COST / 2:
                continue
            surely = again.verify(*wrong, Prospects(game.players), 0)
            if surely.kind is None or surely.loss < WRONG_DRAW_COST:
                continue
            costs.append(surely.loss)
            told = judge.judge(wrong[0], 1.0 if judge.suspicion(wrong[0]) > USUAL_DOUBT else USUAL_SHARE)
            found += told.kind is not None
            named += told.mistake == PILE
            beside += PILE in dict(told.besides)
            if len(costs) == number:
                print("| draws | games | cost | found | named | beside |")
                print("|---:|---:|---:|---:|---:|---:|")
                cost = f"{100 * min(costs):.0f} to {100 * max(costs):.0f}%"
                print(f"| {number} | {seed - SEED + 1} | {cost} | {found} | {named} | {beside} |")
                return


def with_other_pile(
    game: Game, decision: Decision, worlds: Worlds
) -> tuple[Decision, tuple[int, ...], tuple[int, ...]] | None:
    """Return a decision with the other pile drawn from, that turn, and the one that was played; `None` if it can't."""
    drawn = game.actions[decision.chosen[-1]]
    if not isinstance(drawn, Draw):
        return None
    other = Draw("waiter" if drawn.pile == "supply" else "supply")
    turn = (*decision.chosen[:-1], game.actions.index(other))
    legal = is_turn(worlds.sample(), turn, worlds.seat)
    return (replace(decision, chosen=turn), turn, decision.chosen) if legal else None


def last_of(states: Iterator[State]) -> State:
    *_, last = states
    return last


def _part(counted: Sequence[int], which: int) -> str:
    return f"{100 * counted[which] / counted[0]:.0f}%" if counted[0] else "–"


def serving(seconds: float) -> None:
    game = forno.game("mamma-mia", players=4)
    records = []
    for number in range(3):
        records.append(str(Record.of(last_of(played(game, SEED + number)))))
    port = free_port()
    limits = {f"FORNO_MOST_{what}": "1000000" for what in ("TABLES", "MOVES", "REPLAYS", "REVIEWS")}
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "tables.sqlite3")
        command = [sys.executable, "-m", "forno", "serve", "--port", str(port), "--data", data, "--quick"]
        with running(command, port, os.environ | limits) as server:
            quiet = moves(server.address, seconds)
            client = httpx.Client(base_url=server.address, timeout=60)
            token = client.get("/settings").text.partition('name="csrf-token" content="')[2].partition('"')[0]
            for record in records:
                for seat in range(4):
                    visitor = {"X-Forwarded-For": f"192.0.2.{seat}"}  # one address has only so many at once
                    form = {"_csrf_token": token, "record": record, "seat": str(seat)}
                    client.post("/review", data=form, headers=visitor)
            busy = moves(server.address, seconds)
            page = client.post("/review", data={"_csrf_token": token, "record": records[-1], "seat": "3"}).text
            under_way = "data-again" in page
    print(f"load {os.getloadavg()[0]:.1f}; reviews were under way to the end: {'yes' if under_way else 'no'}")
    print("| | moves | median, ms | p99, ms |")
    print("|---|---:|---:|---:|")
    for name, found in (("before", quiet), ("during", busy)):
        found.sort()
        middle, late = found[len(found) // 2], found[int(0.99 * len(found))]
        print(f"| {name} | {len(found)} | {1000 * middle:.1f} | {1000 * late:.1f} |")


def moves(address: str, seconds: float) -> list[float]:
    """Return the seconds that answers to a program's moves take."""
    client = httpx.Client(base_url=f"{address}/api", timeout=60)
    found: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        told = client.post("/tables", json={"game": "mamma-mia", "name": "Anna", "options": {"players": 2}}).json()
        table, headers = told["table"], {"Authorization": f"Bearer {told['key']}"}
        client.post(f"/tables/{table}/bot", json={"seat": 1, "bot": "cuoco"}, headers=headers)
        client.post(f"/tables/{table}/start", headers=headers)
        while time.monotonic() < end:
            state = client.get(f"/tables/{table}", headers=headers).json()
            if state["phase"] == "over":
                break
            if not state.get("actions"):
                time.sleep(0.002)
                continue
            move = {"number": state["number"], "actions": [state["actions"][0]["number"]]}
            began = time.perf_counter()
            client.post(f"/tables/{table}/moves", json=move, headers=headers).raise_for_status()
            found.append(time.perf_counter() - began)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="", help="only this one")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seats", type=int, default=1, help="seats of each game, from the first")
    parser.add_argument("--times", type=float, default=10.0, help="how many times as many playouts confirm")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play before and during reviews")
    parser.add_argument("--only", choices=("confirmed", "luck", "draws", "serving"))
    parser.add_argument("--draws", type=int, default=17, help="number of draws from the wrong pile")
    arguments = parser.parse_args()
    if arguments.only in (None, "serving"):
        serving(arguments.seconds)
    if arguments.only in (None, "luck"):
        luck(arguments.game, arguments.games)
    if arguments.only in (None, "draws"):
        draws(arguments.draws, arguments.times)
    if arguments.only in (None, "confirmed"):
        confirmed(arguments.game, arguments.games, arguments.seats, arguments.times)


if __name__ == "__main__":
    main()
