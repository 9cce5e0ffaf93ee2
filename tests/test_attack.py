"""`make attack`, a little of it: everything that a server is attacked with holds, and what doesn't is told."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import httpx
import pytest

from forno.features.replay.page import MAX_RECORD_CHARACTERS
from forno.live.commands.arguments import MAX_ACTIONS_PER_TURN
from tools import attack as tool
from tools.attacks import ATTACKS
from tools.attacks.crowds import reviews
from tools.attacks.ground import Attack, Broken, Ground
from tools.servers import Running

SECURITY = Path(__file__).parents[1] / "docs" / "security.md"


@pytest.fixture(scope="module")
def target() -> Iterator[tool.Target]:
    # The visitor's waiting time isn't judged here: fewer looks leave the processor to the attacks. A head that never
    # ends is waited for less long than usual, and hung up on all the same.
    with tool.target(pause=0.3, FORNO_HEAD_SECONDS="3") as target:
        yield target


def leaves_work(attack: Attack) -> bool:
    """Whether a server goes on working long after an attack."""
    return attack.run is reviews


IN_ORDER = sorted(ATTACKS, key=leaves_work)
"""All attacks, those last after which the server would work on beside the others."""


@pytest.mark.slow
@pytest.mark.parametrize("attack", IN_ORDER, ids=attrgetter("name"))
def test_the_server_holds(target: tool.Target, attack: Attack) -> None:
    # How long a visitor waits is for `make attack` to judge, on a machine that does nothing else.
    finding = target.attack(attack, ATTACKS.index(attack), attack.few, patience=math.inf)
    assert finding.held, finding.told


@pytest.mark.slow
def test_what_doesnt_hold_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks(ground: Ground, times: int) -> str:
        raise Broken(f"{times} doors are open")

    def waits(ground: Ground, times: int) -> str:
        return "it was slow"

    broken, slow = Attack("a key under the mat", breaks, 3, 3), Attack("a long queue", waits, 1, 1)
    findings = tool.run_attacks([broken, slow], patience=0.0)
    assert [finding.held for finding in findings] == [False, False]
    told = capsys.readouterr().out
    assert "| a key under the mat | 3 | **no** | 3 doors are open |" in told
    assert re.search(r"\| a long queue \| 1 \| \*\*no\*\* \| a visitor waited [\d.]+ s; it was slow", told)


def test_an_answer_that_says_the_server_broke_is_never_fine(tmp_path: Path) -> None:
    ground = Ground(Running("http://127.0.0.1:1", 1, 1), 0, tmp_path)
    request = httpx.Request("GET", "http://127.0.0.1:1/lobby")
    with pytest.raises(Broken, match="GET /lobby is answered with 500"):
        ground.note(httpx.Response(500, request=request))


def rows(shape: str) -> list[tuple[str, str]]:
    """Return the text of two cells of every row of a table on the page."""
    return re.findall(shape, SECURITY.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_has_a_line_for_every_attack() -> None:
    figures = rows(r"^\| ([^|]+) \| [\d,]+ \| (yes|\*\*no\*\*) \|")
    assert [name for name, _held in figures] == [attack.name for attack in ATTACKS]


def test_the_limits_on_the_page_are_those_of_the_server() -> None:
    # All that can be set are in the table of docs/hosting.md, which is generated.
    text = SECURITY.read_text(encoding="utf-8")
    assert f"A move has {MAX_ACTIONS_PER_TURN} actions at most" in text
    assert f"a record {MAX_RECORD_CHARACTERS:,} characters" in text
