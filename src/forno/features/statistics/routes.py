"""Route of the server's statistics: `/house`, if the host has switched it on."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from forno.features.statistics.statistics import statistics_page
from forno.web.page_requests import PageRequest

Web = Request[Any, Any, Any]


@get("/house", include_in_schema=False)
async def statistics_of_server(request: Web) -> Response[Any]:
    page = PageRequest(request)
    if page.host.settings.statistics != "on":
        raise NotFoundException
    page.host.moves.count(page.client)
    return page.answer(statistics_page(page.context, *await page.host.statistics.now()))


HANDLERS: Final = [statistics_of_server]
