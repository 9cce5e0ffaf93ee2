"""The report of a match: one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from forno.arena.charts import Mark, distributions, dots
from forno.arena.columns import differences, duration, incomplete_text, number, percent
from forno.arena.intervals import METHOD
from forno.arena.matches import Match
from forno.arena.playing import Played
from forno.arena.standings import Standings
from forno.core.language import _, capital, language
from forno.core.registry import game_info

STYLE = """
:root { color-scheme: light dark; --page: #fff6e5; --card: #fffdf7; --ink: #2b1f19; --soft: #7a6656; --line: #ead9bd;
  --accent: #b93620; --reference: #d8442b;
  --c0: #c4391f; --c1: #2f6b3c; --c2: #6a4c86; --c3: #a9784c; --c4: #c98a10; --c5: #cf5f78; }
@media (prefers-color-scheme: dark) { :root { --page: #1d1512; --card: #2b1f19; --ink: #fff0d9; --soft: #c9ad8f;
  --line: #46352b; --accent: #ffb35c; --reference: #ffb35c;
  --c0: #f0684f; --c1: #6fbf62; --c2: #b394d3; --c3: #d3a06f; --c4: #f2b134; --c5: #ee8a8c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.5 Georgia, "Iowan Old Style", serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2.1rem; line-height: 1.15; margin: 0 0 .4rem; }
h2 { font-size: 1.25rem; margin: 0 0 .2rem; color: var(--accent); }
.kicker { color: var(--accent); font: 600 .8rem system-ui, sans-serif; letter-spacing: .12em;
  text-transform: uppercase; margin: 0 0 .3rem; }
.note, .facts { color: var(--soft); font: .88rem/1.45 system-ui, sans-serif; margin: 0 0 .9rem; }
.facts { margin-bottom: 1.8rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.3rem 1.5rem;
  margin: 0 0 1.2rem; overflow-x: auto; }
svg { width: 100%; min-width: 34rem; height: auto; display: block; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font: 600 .8rem system-ui, sans-serif; color: var(--soft); }
th, td { text-align: right; padding: .4rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tr:last-child td { border-bottom: 0; }
td small { color: var(--soft); font: .8rem system-ui, sans-serif; }
svg text { fill: var(--ink); font: 16px Georgia, "Iowan Old Style", serif; }
svg .name { text-anchor: end; } svg .middle { text-anchor: middle; }
svg .small { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg .value { font: 14px system-ui, sans-serif; }
svg .grid { stroke: var(--line); } svg .ground { stroke: var(--soft); stroke-opacity: .5; }
svg .reference { stroke: var(--reference); stroke-width: 1.5; stroke-dasharray: 5 4; }
svg .median { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 2 3; }
svg .interval { stroke: currentColor; stroke-width: 5; stroke-linecap: round; stroke-opacity: .35; }
svg .dot { fill: currentColor; stroke: var(--card); stroke-width: 2; }
svg .bar { fill: currentColor; fill-opacity: .85; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); }
.c3 { color: var(--c3); } .c4 { color: var(--c4); } .c5 { color: var(--c5); }
@media print { body { background: none; } section { break-inside: avoid; } }
"""


def write_report(folder: Path, match: Match, table: Standings, games: Sequence[Played]) -> Path:
    """Write the page into a folder, creating it if needed; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "index.html"
    path.write_text(page(match, table), encoding="utf-8")
    return path


def page(match: Match, table: Standings) -> str:
    game = match.game()
    info = game_info(game.name)
    options = ", ".join(f"{key} {_word(value)}" for key, value in game.options.items() if key != info.variant)
    facts = _(
        "{games} games of {deals} deals, each dealt to every seating of the line-up ({bots}). "
        "Seed {seed}; {options}; deck {deck}."
    ).format(
        games=table.games,
        deals=table.deals,
        bots=", ".join(player.label for player in match.players),
        seed=match.seed,
        options=options,
        deck=game.deck_hash,
    )
    if table.incomplete:
        facts += " " + incomplete_text(table)
    sections = [_ranking(table)]
    if table.games:
        sections += [_wins(table), _ratings(table), _scores(table), _times(table)]
    if len(table.bots) > 1:
        sections += [_crosstable(table), _difference_table(table)]
    title = info.heading(game.options)
    tab = escape(_("{game}: who bakes best").format(game=title))
    kicker = escape(_("Forno arena"))
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{tab}</title>\n<style>{STYLE}</style>\n<main>\n"
        f'<p class="kicker">{kicker}</p>\n<h1>{escape(title)}</h1>\n<p class="facts">{escape(facts)}</p>\n'
        f"{''.join(sections)}</main>\n</html>\n"
    )


def _word(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "/".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def _section(title: str, note: str, content: str) -> str:
    return f'<section>\n<h2>{escape(title)}</h2>\n<p class="note">{escape(note)}</p>\n{content}\n</section>\n'


def _table(titles: Sequence[str], rows: str) -> str:
    return f"<table><tr>{''.join(f'<th>{escape(title)}' for title in titles)}</tr>{rows}</table>"


def _ranking(table: Standings) -> str:
    rows = "".join(
        f'<tr><td><span class="c{place % 6}">●</span> {escape(bot.name)}</td><td>{bot.games}</td>'
        f"<td>{_small(percent(bot.wins))}</td><td>{_small(number(bot.score))}</td>"
        f"<td>{'–' if bot.rating is None else f'{bot.rating.mu:.1f}'}</td>"
        f"<td>{bot.elo:+.0f}</td>"
        f"<td>{duration(bot.seconds_per_decision)}</td></tr>"
        for place, bot in enumerate(table.bots)
    )
    titles = (_("bot"), _("games"), _("wins"), _("score"), _("rating"), "Elo", _("a decision"))
    return _section(_("Standings"), f"{_(METHOD)}.", _table(titles, rows))


def _small(text: str) -> str:
    head, space, rest = text.partition(" ")
    return f"{escape(head)}{space}<small>{escape(rest)}</small>"


def _wins(table: Standings) -> str:
    marks = [
        Mark(bot.name, 100 * bot.wins.mean, 100 * bot.wins.low, 100 * bot.wins.high, f"{100 * bot.wins.mean:.1f}%")
        for bot in table.bots
    ]
    fair = 100 / table.players
    mark = _("fair: {percent:.1f}%").format(percent=fair)
    chart = dots(_("Win shares"), marks, lambda value: f"{value:g}%", (fair, mark))
    note = _("The share of games that one seat of the bot wins; a shared win counts in parts.")
    return _section(_("Win shares"), note, chart)


def _ratings(table: Standings) -> str:
    marks = [
        Mark(bot.name, r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, f"{r.mu:.1f} ± {2 * r.sigma:.1f}")
        for bot in table.bots
        if (r := bot.rating) is not None
    ]
    if not marks:
        return _section(_("Ratings"), _("Ratings need OpenSkill: pip install 'forno[arena]'."), "")
    note = _("OpenSkill (Plackett-Luce): mean and two standard deviations of the skill. Everyone begins at 25.")
    return _section(_("Ratings"), note, dots(_("Ratings"), marks, lambda value: f"{value:g}"))


def _scores(table: Standings) -> str:
    chart = distributions(_("Score distributions"), [(bot.name, bot.scores) for bot in table.bots if bot.scores])
    return _section(capital(_("scores")), _("How often each score was reached; dotted: the median."), chart)


def _times(table: Standings) -> str:
    marks = [
        Mark(
            bot.name,
            bot.seconds_per_decision,
            min(bot.median_decision or bot.seconds_per_decision, bot.seconds_per_decision),
            bot.slowest_decision,
            duration(bot.seconds_per_decision),
        )
        for bot in table.bots
    ]
    note = _(
        "Time for a decision: the dot is the mean, the line goes from the median, if that is less, to the slowest."
    )
    return _section(_("Thinking time"), note, dots(_("Thinking time"), marks, duration, logarithmic=True))


def _crosstable(table: Standings) -> str:
    names = [bot.name for bot in table.bots]
    rows = "".join(
        f"<tr><td>{escape(one)}</td>"
        + "".join(f"<td>{f'{100 * table.ahead[one, o]:.1f}%' if (one, o) in table.ahead else '·'}</td>" for o in names)
        + "</tr>"
        for one in names
    )
    titles = [_("ahead of"), *names]
    note = _("How often the bot of the row finished ahead of the bot of the column at the same table; a tie is half.")
    return _section(_("Who finished ahead of whom"), note, _table(titles, rows))


def _difference_table(table: Standings) -> str:
    rows = "".join(
        f"<tr><td>{escape(pair)}</td><td>{_small(more)}</td><td>{escape(luck)}</td></tr>"
        for pair, more, luck in differences(table)
    )
    titles = (_("paired"), _("more wins [95%]"), _("by luck"))
    note = _(
        "How much more the first wins than the second, at the tables and with the deals that both had, so that the "
        "luck of the cards cancels out; and how likely such a difference is by luck alone."
    )
    return _section(_("Paired differences"), note, _table(titles, rows))
