"""The pages of rules: all games, the rules of one in words and pictures, and one rule on the spot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from forno.core.language import _, labelled
from forno.core.registry import GameInfo, catalogue, game_info
from forno.pages.documents.document import PageContext, document, titled_page
from forno.pages.documents.home_page import game_article, game_picture
from forno.pages.html import Content, Markup, quiet_button, submit, tag, together, unseen
from forno.pages.labels import game_text
from forno.pages.lessons import learn_label, lesson_for
from forno.pages.rule_pictures import Group, Menu, menu_for
from forno.rulebook import TABLE_ROW, Rule, rules, rules_of

RULE_NUMBER: Final = re.compile(r"\b([A-Z]+-\d+)\b")
MAX_TITLE_CHARACTERS: Final = 60
"""A rule of more letters than that has its first sentence for a heading."""


@dataclass
class Chapter:
    """Rules under one heading."""

    id: str
    title: str
    rules: list[Rule] = field(default_factory=list)

    @property
    def short(self) -> str:
        """The title without what it says in brackets, for which the list of chapters has no room."""
        return self.title.partition(" (")[0]


def all_rules_page(context: PageContext) -> Markup:
    """Return the page that leads to every game's rules."""
    games = tag("section.games.cards", (_game(context, info) for info in catalogue()), aria_label=_("Games"))
    return titled_page(context, _("Rules"), games, main="room")


def _game(context: PageContext, info: GameInfo) -> Markup:
    menu, which = menu_for(info.name), unseen(f": {info.title}")
    variants = (
        tag("li", tag("a", info.variant_title(name), href=f"/rules/{info.name}/{name}"))
        for name in (menu.variants if menu else ())
    )
    lesson = lesson_for(info.name)
    learn = None if lesson is None else quiet_button(learn_label(lesson), which)
    form = context.form(
        f"/learn/{info.name}",
        tag("a.go", _("Read the rules"), which, href=f"/rules/{info.name}"),
        learn,
        selector="form.actions",
    )
    return game_article(info, tag("ul.variant-list", variants) if menu else None, form)


def rulebook_page(context: PageContext, info: GameInfo, variant: str = "") -> Markup:
    """Return the rules of a game, or of one edition or mode of it."""
    menu = menu_for(info.name)
    left_out = menu.left_out(variant) if menu and variant else frozenset()
    chapters = chapters_of(rule for rule in rules_of(info.name) if rule.number not in left_out)
    title = game_text(info, variant)
    groups = [menu.signs(variant), *(menu.cards(variant) if variant else ())] if menu else []
    article = tag(
        "article.menu-card",
        tag(
            "header.menu-head",
            game_picture(info.name),
            tag("h1", title),
            tag("p.lead", _(info.summary)),
            _play(context, info, variant),
            _variants(info, menu, variant) if menu else None,
        ),
        _contents(menu, groups, chapters),
        _glance(info, menu, variant) if menu else None,
        (_group(info.name, group) for group in groups),
        (_section(chapter.id, chapter.title, map(_rule, chapter.rules)) for chapter in chapters),
    )
    sheets = ["rooms.css", *context.files.sheets_of(info.name)]
    return document(context, labelled(_("Rules"), title), article, body={"data_game": info.name}, sheets=sheets)


def _play(context: PageContext, info: GameInfo, variant: str) -> Markup:
    lesson, learn = lesson_for(info.name), None
    if lesson is not None:
        learn = submit(learn_label(lesson), formaction=f"/learn/{info.name}")
    new = tag("a.quiet", _("New table"), href=f"/new/{info.name}")
    return context.form(
        f"/play/{info.name}", learn, new if variant else quiet_button(_("Play now")), selector="form.actions"
    )


def _variants(info: GameInfo, menu: Menu, variant: str) -> Markup:
    ways = [(f"/rules/{info.name}", _("All"), "")]  # Translators: the rules of all editions or modes
    ways += [(f"/rules/{info.name}/{name}", info.variant_title(name), name) for name in menu.variants]
    links = (
        tag("a", text, href=address, aria_current="page" if name == variant else None) for address, text, name in ways
    )
    return tag("nav.variants", links, aria_label=_("Which rules"))


def _contents(menu: Menu | None, groups: list[Group], chapters: list[Chapter]) -> Markup:
    parts = [("glance", _("At a glance"))] if menu else []
    parts += [(group.name, group.title) for group in groups]
    parts += [(chapter.id, chapter.short) for chapter in chapters]
    links = (tag("li", tag("a", title, href=f"#{part}")) for part, title in parts)
    return tag("nav.contents", tag("ul", links), aria_label=_("Chapters"))


def _glance(info: GameInfo, menu: Menu, variant: str) -> Markup:
    """Return what each variant plays with, marked where the first one differs."""
    usual = dict(menu.facts(menu.variants[0]))

    def fact(label: str, text: str) -> Markup:
        differs = usual.get(label) != text
        marked = unseen(f" ({_('marked')})") if differs else None
        return tag("div.differs" if differs else "div", tag("dt", label), tag("dd", text, marked))

    def plate(name: str) -> Markup:
        link = tag("h3", tag("a", info.variant_title(name), href=f"/rules/{info.name}/{name}"))
        facts = (fact(label, text) for label, text in menu.facts(name))
        return tag("div.plate", None if variant else link, tag("dl.prices", facts))

    first = menu.variants[0]
    about = _("Marked text differs from {variant}.").format(variant=info.variant_title(first))
    return tag(
        "section",
        tag("h2#glance", _("At a glance")),
        tag("p", about) if variant != first else None,
        tag("div.glance", map(plate, [variant] if variant else menu.variants)),
        aria_labelledby="glance",
    )


def _group(game: str, group: Group) -> Markup:
    items = (
        tag(
            "li",
            tag(f"div.shown.{game}", item.picture, aria_hidden="true"),
            tag(
                "div",
                tag("h3", item.name),
                tag("p", item.text, (" ", tag("a.why", item.rule, href=f"#{item.rule}")) if item.rule else None),
            ),
        )
        for item in group.items
    )
    text = tag("p", group.text) if group.text else None
    return _section(group.name, group.title, text, tag("ul.deals", items))


def _section(element: str, title: str, *content: Content) -> Markup:
    return tag("section", tag(f"h2#{element}", title), content, aria_labelledby=element)


def _rule(rule: Rule) -> Markup:
    paragraphs, reason = rule_paragraphs(rule)
    text = _blocks(paragraphs)
    number = tag("a.number", rule.number, href=f"#{rule.number}")
    return tag(f"div#{rule.number}.rule", number, tag("div", text, _reason(reason)))


def _blocks(paragraphs: Iterable[str]) -> list[Markup]:
    """Return paragraphs, and rows of a small table together; its first row is the heading."""
    blocks: list[Markup] = []
    for is_table, lines in groupby(paragraphs, lambda line: line.startswith(TABLE_ROW)):
        if not is_table:
            blocks += [tag("p", link_rules(line)) for line in lines]
            continue
        first, *rows = ([cell.strip() for cell in line.strip(TABLE_ROW).split(TABLE_ROW)] for line in lines)
        head = tag("tr", (tag("th", cell, scope="col") for cell in first))
        body = (tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:])) for row in rows)
        blocks.append(tag("table.rule-table", tag("thead", head), tag("tbody", body)))
    return blocks


def _reason(reason: str) -> Markup | None:
    return tag("p.reason", tag("b", _("The reason:")), " ", link_rules(reason)) if reason else None


def rule_text(rule: Rule) -> Markup:
    """Return one rule or ruling for the dialog that the page's script opens."""
    paragraphs, reason = rule_paragraphs(rule)
    first, *others = paragraphs
    title, _stop, rest = first.partition(". ") if len(first) > MAX_TITLE_CHARACTERS else (first, "", "")
    whole = _("All the rules of {game}").format(game=game_info(rule.game).title)
    return together(
        tag("p.chapter", f"{rule.number} · {rule.chapter}"),
        tag("h2#why-title", link_rules(title.removesuffix(".")), tabindex=-1),
        _blocks([text for text in (rest, *others) if text]),
        _reason(reason),
        tag("p", tag("a", whole, href=f"/rules/{rule.game}#{rule.number}")),
    )


def chapters_of(book: Iterable[Rule]) -> list[Chapter]:
    """Return rules under their headings."""
    found: list[Chapter] = []
    for rule in book:
        if not found or found[-1].title != rule.chapter:
            found.append(Chapter(f"chapter-{len(found) + 1}", rule.chapter))
        found[-1].rules.append(rule)
    return found


def rule_paragraphs(rule: Rule) -> tuple[list[str], str]:
    """Return the paragraphs of a rule, and of a ruling the reason, which stands apart."""
    # As the documents begin that paragraph in the language of the page.
    mark = _("why:")
    lines = rule.text.splitlines()
    reasons = [line.removeprefix(mark).strip() for line in lines if line.startswith(mark)]
    return [line for line in lines if not line.startswith(mark)], " ".join(reasons)


def link_rules(text: str) -> Markup:
    """Return text in which every rule that is named can be followed."""
    games = {rule.number: rule.game for rule in rules()}
    parts = (
        tag("a.why", part, href=f"/rules/{games[part]}#{part}") if part in games else part
        for part in RULE_NUMBER.split(text)
    )
    return together(parts)
