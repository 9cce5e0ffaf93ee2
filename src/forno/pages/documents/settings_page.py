"""The settings page."""

from __future__ import annotations

from forno.core.language import _
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.home_page import offline_package
from forno.pages.documents.new_table_page import name_field
from forno.pages.documents.settings_form import device_settings, language_select
from forno.pages.html import Markup, hidden_fields, submit, tag


def settings_page(context: PageContext, name: str = "") -> Markup:
    """Return the page on which visitors set their name, their language and how this device shows games."""
    form = context.form(
        "/settings",
        hidden_fields(back="/settings"),
        name_field(name),
        language_select("language"),
        tag("p.actions", submit(_("Save"))),
        selector="form.paper",
    )
    device = tag("section.paper", tag("h2", _("On this device")), device_settings())
    return titled_page(context, _("Settings"), form, device, offline_package(context))
