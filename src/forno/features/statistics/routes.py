"""Route of the server's statistics: `/house`, if the host has switched it on."""

from __future__ import annotations

from litestar import get
from litestar.exceptions import NotFoundException

from forno.features.statistics.statistics import statistics_page
from forno.web.page_requests import Answer, Page


@get("/house")
async def statistics_of_server(page: Page) -> Answer:
    if page.host.settings.statistics != "on":
        raise NotFoundException
    page.count("moves")
    return page.answer(statistics_page(page.context, *await page.host.statistics.now()))
