"""Routes of standing groups: making, joining and leaving one, its page, its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from litestar import get, post
from litestar.params import FromPath

from forno.core.errors import FornoError, OptionError
from forno.core.language import _
from forno.core.registry import game_info
from forno.features.groups.cup import ROUND_ROBIN, Cup, CupPlan
from forno.features.groups.cup_page import CupVisit, cup_now, cup_page, new_cup_page
from forno.features.groups.group import MAX_TITLE_CHARACTERS, GroupKey, StandingGroup, member_id, read_group_key
from forno.features.groups.page import REGIONS, GroupVisit, group_page, join_page, new_group_page
from forno.features.groups.ratings import ratings
from forno.features.identity.players import PlayerKey
from forno.features.notices.routes import own_subscriptions
from forno.live.commands.arguments import whole_number
from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.pages.documents.time_fields import read_time
from forno.table.errors import NoSeat, NotFound
from forno.table.guests import clean_name, tidy_name
from forno.table.keys import key_from, new_key, table_id_from
from forno.table.settings import TableSettings
from forno.web.errors import explain
from forno.web.identity import origin_of
from forno.web.page_requests import Answer, Page, PageRequest, qr_picture

MAX_TABLES_SHOWN: Final = 50
"""Maximum number of a group's unfinished tables on its page: the latest."""


async def find_group(page: PageRequest, code: str) -> tuple[GroupKey, StandingGroup]:
    """Return the group of a link. Raises `NotFound`, also where players have no keys."""
    page.count("moves")
    key = read_group_key(code) if page.has_keys else None
    if key is None:
        raise NotFound(_("We can't find that group. Check the link."))
    return key, await page.host.groups.read(key)


async def find_member(page: PageRequest, code: str) -> tuple[GroupKey, StandingGroup, PlayerKey]:
    """Return the group of a link, and the visitor's key, which is a member's. Raises `NotFound` and `NoSeat`."""
    key, group = await find_group(page, code)
    if page.player is None or member_id(key.namespace, page.player) not in group.members:
        raise NoSeat(_("You aren't a member of this group. Open its link and join first."))
    return key, group, page.player


async def visit(page: PageRequest, key: GroupKey, group: StandingGroup, player: PlayerKey) -> GroupVisit:
    """Return what a member sees."""
    rows = await page.host.store.summaries(list(group.tables))
    mine = {kept.table for kept in await page.find_tables()}
    cups = await page.host.cups.of_group(key.namespace)
    others = {table for cup in cups for table in cup.tables} - mine
    going_on = [row for row in rows if row.phase in ("gathering", "playing") and row.table not in others]
    rated = await asyncio.to_thread(ratings, group.results, group.members)
    return GroupVisit(
        key,
        group,
        member_id(key.namespace, player),
        sorted(going_on, key=lambda row: -row.changed)[:MAX_TABLES_SHOWN],
        mine,
        rated,
        cups,
    )


@get("/groups/new")
async def new_group(page: Page) -> Answer:
    if not page.has_keys:
        raise NotFound(_("Groups need players' keys, which this server doesn't have."))
    return page.answer(new_group_page(page.context, page.name))


@post("/groups")
async def make_group(page: Page) -> Answer:
    page.count("openings")
    form = await page.form()
    title = tidy_name(form.text("title"), MAX_TITLE_CHARACTERS)
    name = page.given_name(form.text("name"))
    page.check_player()
    player = await page.own_player()
    if player is None:
        raise NotFound(_("Groups need players' keys, which this server doesn't have."))
    if not title:
        wrong = _("Give the group a name.")
        return page.answer(new_group_page(page.context, page.name, "", wrong), 400)
    key = await page.host.groups.make(player, title, clean_name(name))
    return page.go(key.path)


@get("/groups/{code:str}")
async def show_group(page: Page, code: FromPath[str]) -> Answer:
    key, group = await find_group(page, code)
    if page.player is None or member_id(key.namespace, page.player) not in group.members:
        return page.answer(join_page(page.context, key, group, page.name), secret=True)
    link = f"{origin_of(page.scope)}{key.path}"
    shown = await visit(page, key, group, page.player)
    html = group_page(page.context, shown, link, qr_picture(link), new_key())
    return page.answer(html, secret=True)


@get("/groups/{code:str}/now/{part:str}")
async def part_of_group(page: Page, code: FromPath[str], part: FromPath[str]) -> Answer:
    """Send a part of a group's page, to renew an open one."""
    key, group, player = await find_member(page, code)
    if part not in REGIONS:
        raise NotFound(_("We can't find that page."))
    return page.part(REGIONS[part](page.context, await visit(page, key, group, player)))


@post("/groups/{code:str}/join")
async def join_group(page: Page, code: FromPath[str]) -> Answer:
    page.count("openings")
    key, _group = await find_group(page, code)
    name = page.given_name((await page.form()).text("name"))
    page.check_player()
    player = await page.own_player()
    assert player is not None  # there are keys, or there would be no group
    await page.host.groups.join(player, key, clean_name(name))
    return page.go(key.path)


@post("/groups/{code:str}/leave")
async def leave_group(page: Page, code: FromPath[str]) -> Answer:
    key, _group, player = await find_member(page, code)
    await page.host.groups.leave(player, key)
    return page.go("/you")


@post("/groups/{code:str}/tables")
async def open_group_table(page: Page, code: FromPath[str]) -> Answer:
    """Open a table for the group and sit down there. The same form again leads to the same table."""
    page.count("openings")
    key, group, player = await find_member(page, code)
    form = await page.form()
    info = game_info(form.text("game"))
    settings = read_time({"clock": form.text("clock")}, TableSettings())
    table = table_id_from(key.namespace, form.text("ticket")[:64] or new_key())
    await page.host.groups.list_table(key.namespace, table)
    live = await page.host.create(info.name, TableWish(dict(info.usual_table), settings), table)
    return await sit_down(page, live, player, group.members[member_id(key.namespace, player)].name)


@post("/groups/{code:str}/tables/{table:str}/sit")
async def sit_at_group_table(page: Page, code: FromPath[str], table: FromPath[str]) -> Answer:
    page.count("moves")
    key, group, player = await find_member(page, code)
    if table not in group.tables:
        raise NotFound(_("We can't find that table. Check the link."))
    live = await page.host.find(table)
    return await sit_down(page, live, player, group.members[member_id(key.namespace, player)].name)


async def sit_down(page: PageRequest, live: LiveTable, player: PlayerKey, name: str) -> Answer:
    """Seat a member, who has the same seat however often this is asked for, and lead to the table."""
    await page.find_tables()
    await page.find_seats(live)
    if not page.caller.seats(live):
        key = key_from(live.id, player.key)
        await page.host.sit(live, page.name or name, None, key)
        await page.keep(live, key)
    return page.go(f"/t/{live.id}")


# --- cups ---------------------------------------------------------------------------------------


@get("/groups/{code:str}/cups/new")
async def new_cup(page: Page, code: FromPath[str]) -> Answer:
    key, group, _player = await find_member(page, code)
    return page.answer(new_cup_page(page.context, key, group), secret=True)


@post("/groups/{code:str}/cups")
async def make_cup(page: Page, code: FromPath[str]) -> Answer:
    """Make a cup, in which whoever made it takes part."""
    page.count("openings")
    key, group, player = await find_member(page, code)
    form = await page.form()
    sent = form.texts
    me = member_id(key.namespace, player)
    try:
        cup = await page.host.cups.make(key.namespace, read_plan_form(sent, me, page.host.store.now()))
    except FornoError as error:
        status, _code, sentence = explain(error)
        return page.answer(new_cup_page(page.context, key, group, sent, sentence), status, secret=True)
    made = await page.host.cups.read(key.namespace, cup)
    await sign_up(page, made, me, player, group.members[me].name)
    return page.go(f"{key.path}/cups/{cup}")


async def sign_up(page: PageRequest, cup: Cup, me: str, player: PlayerKey, name: str) -> None:
    """Enter the visitor into a cup, with the notices that they have at their other tables."""
    await page.find_tables()
    notices = next(iter(await own_subscriptions(page)), None)
    await page.host.cups.sign_up(cup, me, player, name, notices)


def read_plan_form(sent: Mapping[str, str], maker: str, now: float) -> CupPlan:
    """Read the form of a new cup. Raises `OptionError`."""
    title = tidy_name(sent.get("title", ""), MAX_TITLE_CHARACTERS)
    if not title:
        raise OptionError(_("Give the cup a name."))
    scheme = sent.get("scheme", "")
    size = 2 if scheme == ROUND_ROBIN else whole_number(sent.get("size")) or 0
    rounds = 1 if scheme == ROUND_ROBIN else whole_number(sent.get("rounds")) or 0
    return CupPlan(title, scheme, sent.get("game", ""), size, rounds, sent.get("clock", "0"), maker, now)


async def find_cup(page: PageRequest, code: str, cup: str) -> tuple[CupVisit, PlayerKey]:
    """Return a cup as a member sees it, with rounds that are due opened. Raises as `find_member` does."""
    key, group, player = await find_member(page, code)
    found = await page.host.cups.read(key.namespace, cup)
    if found.started and not found.ended:
        await page.host.cups.advance(key.namespace, cup)
        found = await page.host.cups.read(key.namespace, cup)
    rows = await page.host.store.summaries(found.tables)
    phases = {row.table: row.phase for row in rows}
    return CupVisit(key, group, found, member_id(key.namespace, player), phases), player


@get("/groups/{code:str}/cups/{cup:str}")
async def show_cup(page: Page, code: FromPath[str], cup: FromPath[str]) -> Answer:
    visit, _player = await find_cup(page, code, cup)
    return page.answer(cup_page(page.context, visit), secret=True)


@get("/groups/{code:str}/cups/{cup:str}/now")
async def cup_meanwhile(page: Page, code: FromPath[str], cup: FromPath[str]) -> Answer:
    """Send what changes on a cup's page, to renew an open one."""
    visit, _player = await find_cup(page, code, cup)
    return page.part(cup_now(page.context, visit))


@post("/groups/{code:str}/cups/{cup:str}/{action:str}")
async def act_in_cup(page: Page, code: FromPath[str], cup: FromPath[str], action: FromPath[str]) -> Answer:
    """Take part, withdraw, start the cup, or close its round."""
    page.count("moves")
    visit, player = await find_cup(page, code, cup)
    cups, me = page.host.cups, visit.me
    if action == "enter":
        await sign_up(page, visit.cup, me, player, visit.group.members[me].name)
    elif action == "withdraw":
        await cups.withdraw(visit.cup, me)
    elif action == "start":
        await cups.start(visit.cup, me)
    elif action == "close":
        number = (await page.form()).number("number")
        await cups.close_round(visit.cup, me, -1 if number is None else number)
    else:
        raise NotFound(_("We can't find that page."))
    return page.go(visit.path)
