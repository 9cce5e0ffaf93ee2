"""Plots as SVG, drawn by hand: dots with intervals, and distributions. Colours come from the page's style sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from forno.core.language import _

WIDTH = 720
LABELS_WIDTH = 190
"""Width of the names' column on the left, in pixels."""
VALUES_WIDTH = 130
"""Width of the values' column on the right, in pixels."""
ROW_HEIGHT = 34
TOP_MARGIN = 10
AXIS_HEIGHT = 34
MAX_NAME_CHARACTERS = 21
MAX_TICKS = 7


@dataclass(frozen=True)
class Mark:
    """A row of a plot: a name, a value with an interval, and the value in words."""

    name: str
    value: float
    low: float
    high: float
    text: str


def dots(
    title: str,
    marks: Sequence[Mark],
    show: Callable[[float], str],
    reference: tuple[float, str] | None = None,
    logarithmic: bool = False,
) -> str:
    """Draw a row for each mark: a dot with its interval on a common scale, and perhaps a line to compare with."""
    ends = [end for mark in marks for end in (mark.low, mark.high)]
    ends += [] if reference is None else [reference[0]]
    if logarithmic:
        low, high = 10 ** floor(log10(max(min(ends), 1e-7))), 10 ** ceil(log10(max(*ends, 1e-6)))
        ticks = [10.0**power for power in range(round(log10(low)), round(log10(high)) + 1)]
    else:
        ticks = nice_ticks(min(ends), max(ends))
        low, high = ticks[0], ticks[-1]

    def place(value: float) -> float:
        if logarithmic:
            part = (log10(max(value, low)) - log10(low)) / max(log10(high) - log10(low), 1e-12)
        else:
            part = (value - low) / max(high - low, 1e-12)
        return LABELS_WIDTH + (WIDTH - LABELS_WIDTH - VALUES_WIDTH) * min(1.0, max(0.0, part))

    bottom = TOP_MARGIN + ROW_HEIGHT * len(marks)
    parts = _grid(ticks, place, show, bottom)
    if reference is not None:
        x = place(reference[0])
        parts.append(f'<line class="reference" x1="{x:.1f}" y1="{TOP_MARGIN}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text class="small middle" x="{x:.1f}" y="{bottom + 32}">{escape(reference[1])}</text>')
    for row, mark in enumerate(marks):
        y = TOP_MARGIN + ROW_HEIGHT * row + ROW_HEIGHT / 2
        parts.append(_name(mark.name, y))
        parts.append(f'<g class="c{row % 6}"><title>{escape(f"{mark.name}: {mark.text}")}</title>')
        parts.append(
            f'<line class="interval" x1="{place(mark.low):.1f}" y1="{y}" x2="{place(mark.high):.1f}" y2="{y}"/>'
        )
        parts.append(f'<circle class="dot" cx="{place(mark.value):.1f}" cy="{y}" r="6.5"/></g>')
        parts.append(f'<text class="value" x="{WIDTH - VALUES_WIDTH + 14}" y="{y + 4.5}">{escape(mark.text)}</text>')
    return _svg(title, bottom + AXIS_HEIGHT, parts)


def distributions(title: str, rows: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Draw a histogram for each row on a common scale, with its median marked."""
    everything = [value for row in rows for value in row[1]]
    ticks = nice_ticks(min(everything), max(everything), least_step=1.0)
    low, high = min(ticks[0], min(everything)) - 0.5, max(ticks[-1], max(everything)) + 0.5
    wide = max(1, ceil((high - low) / 40))
    """Return the width of a bar, in points of score."""
    height = 62

    def place(value: float) -> float:
        return LABELS_WIDTH + (WIDTH - LABELS_WIDTH - VALUES_WIDTH) * (value - low) / (high - low)

    bottom = TOP_MARGIN + height * len(rows)
    parts = _grid(ticks, place, lambda value: f"{value:g}", bottom)
    counted = [Counter((value - min(everything)) // wide for value in row[1]) for row in rows]
    most = max(
        count / len(values) for bars, (_bot, values) in zip(counted, rows, strict=True) for count in bars.values()
    )
    for row, ((name, values), bars) in enumerate(zip(rows, counted, strict=True)):
        base = TOP_MARGIN + height * (row + 1) - 4
        parts.append(_name(name, base - height / 2 + 8))
        parts.append(f'<g class="c{row % 6}">')
        for bar, count in sorted(bars.items()):
            left = min(everything) + bar * wide - 0.5
            x, end = place(left), place(left + wide)
            tall = (height - 14) * count / len(values) / most
            note = f"{name}, {left + 0.5:g}{f' to {left + wide - 0.5:g}' if wide > 1 else ''}: {count}"
            parts.append(
                f'<rect class="bar" x="{x + 0.75:.1f}" y="{base - tall:.1f}" width="{max(0.5, end - x - 1.5):.1f}" '
                f'height="{tall:.1f}" rx="2"><title>{escape(note)}</title></rect>'
            )
        parts.append("</g>")
        parts.append(f'<line class="ground" x1="{LABELS_WIDTH}" y1="{base}" x2="{WIDTH - VALUES_WIDTH}" y2="{base}"/>')
        middle = sorted(values)[len(values) // 2]
        x = place(middle)
        parts.append(f'<line class="median" x1="{x:.1f}" y1="{base - height + 12}" x2="{x:.1f}" y2="{base}"/>')
        words = escape(_("median {score}").format(score=middle))
        parts.append(f'<text class="value" x="{WIDTH - VALUES_WIDTH + 14}" y="{base - height / 2 + 12}">{words}</text>')
    return _svg(title, bottom + AXIS_HEIGHT - 8, parts)


def nice_ticks(low: float, high: float, least_step: float = 0.0) -> list[float]:
    """Return round tick values that enclose the range."""
    if high <= low:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / (MAX_TICKS - 1)
    power = 10.0 ** floor(log10(rough))
    step = next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= rough)
    step = max(step, least_step) if step < 2 or not least_step else float(ceil(step))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def _grid(
    ticks: Sequence[float], place: Callable[[float], float], show: Callable[[float], str], bottom: float
) -> list[str]:
    parts: list[str] = []
    for tick in ticks:
        x = place(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP_MARGIN}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text class="small middle" x="{x:.1f}" y="{bottom + 16}">{escape(show(tick))}</text>')
    return parts


def _name(name: str, y: float) -> str:
    short = name if len(name) <= MAX_NAME_CHARACTERS else name[: MAX_NAME_CHARACTERS - 1] + "…"
    shown = f"<title>{escape(name)}</title>{escape(short)}"
    return f'<text class="name" x="{LABELS_WIDTH - 16}" y="{y + 5}">{shown}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"{''.join(parts)}</svg>"
    )
