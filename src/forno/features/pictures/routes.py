"""Routes of link preview pictures: the result of a finished game, or the server's picture for other pages.

They are drawn as SVG and rendered as PNG in a worker process, since most sites that show link previews accept nothing
else. The latest pictures are cached: a shared link is fetched many times at once.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from forno.core.errors import MissingExtra
from forno.core.language import _, language, languages, use
from forno.features.pictures.picture import HEIGHT, WIDTH, result_picture, server_picture
from forno.live.live_table import LiveTable
from forno.pages.caches import Latest
from forno.pages.documents.document import Preview, description
from forno.pages.labels import result
from forno.table.errors import WrongPhase
from forno.web.identity import origin_of
from forno.web.page_requests import Answer, Page, PageRequest

MAX_CACHED_PICTURES: Final = 64
FONT: Final = "alegreya.ttf"
"""Title face in a format that the PNG renderer can read."""
CACHE_CONTROL: Final = "public, max-age=3600"
HEADERS: Final = {
    "cache-control": CACHE_CONTROL,
    "vary": "accept-language, cookie",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    "cross-origin-resource-policy": "cross-origin",
}
"""Response headers: a picture embeds its font, runs no script, and may be shown on other sites."""


def draw_png(svg: str) -> bytes:
    """Render an SVG as PNG. Raises `MissingExtra` if the renderer isn't installed."""
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtra(
            _("pictures as PNG need the extra 'web' ({reason}): pip install 'forno[web]'. SVG works without.").format(
                reason=error
            )
        ) from error
    with as_file(files("forno.web").joinpath("fonts", FONT)) as font:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(font)]))


def picture_of(live: LiveTable) -> str:
    """Return the SVG picture of a finished table. Raises `WrongPhase` before the end."""
    table = live.table
    if table.phase != "over" or live.contents.show is None:
        raise WrongPhase(_("Wait until the game is over."))
    return result_picture(live.contents.show.face, table.view(None), live.contents.guests)


@get("/t/{table:str}/result.svg")
async def result_svg(page: Page, table: FromPath[str], speaks: FromQuery[str] = "") -> Answer:
    live = await page.host.find(table)
    with use(_choose_language(speaks)):
        return Response(picture_of(live), media_type="image/svg+xml", headers=HEADERS)


@get("/t/{table:str}/result.png")
async def result_png(page: Page, table: FromPath[str], speaks: FromQuery[str] = "") -> Answer:
    live = await page.host.find(table)
    with use(_choose_language(speaks)):
        return await png_answer(page, live.id, picture_of(live))


@get("/preview.png")
async def preview_png(page: Page, speaks: FromQuery[str] = "") -> Answer:
    """Send the picture for pages without a result."""
    with use(_choose_language(speaks)):
        return await png_answer(page, "", server_picture(description()))


async def png_answer(page: PageRequest, what: str, svg: str) -> Answer:
    """Send the picture of that name in the language of the context, rendering it if it isn't cached."""
    cached: Latest[tuple[str, str], bytes] = page.request.app.state.pictures
    key = what, language()
    cached[key] = cached.get(key, b"") or await page.host.desk.run(page.client, draw_png, svg)
    return Response(cached[key], media_type="image/png", headers=HEADERS)


def _choose_language(speaks: str) -> str:
    return speaks if speaks in languages() else language()


def preview(page: PageRequest, live: LiveTable | None = None) -> Preview:
    """Return a page's link preview, which reveals nothing of a running game."""
    origin, speaks = origin_of(page.scope), language()
    title, image = "Forno", f"{origin}/preview.png?speaks={speaks}"
    if live is not None and live.table.phase == "over":
        title = result(live.table.final.outcome.places, live.contents.guests.names, ())
        image = f"{origin}/t/{live.id}/result.png?speaks={speaks}"
    return Preview(title, description(), origin + page.scope["path"], image, WIDTH, HEIGHT)
