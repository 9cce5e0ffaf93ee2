"""Settings of a device: pace, light, notices and language; in the dialog of every page and on the settings page."""

from __future__ import annotations

from collections.abc import Mapping

from forno.core.language import _, is_offered, language, languages
from forno.pages.html import Markup, labelled_field, tag
from forno.pages.labels import LANGUAGES


def device_settings() -> Markup:
    """Return the form of settings that the script keeps on the device."""
    # Translators: how fast the page shows what happens
    paces = {"slow": _("Slow"), "normal": _("Normal"), "fast": _("Fast"), "instant": _("Instant")}
    # Translators: light and dark colours of the pages
    themes = {"": _("Same as the device"), "noon": _("Day"), "night": _("Night")}
    # Translators: how much time there is to undo a turn
    undo = {"off": _("None"), "short": _("Short"), "long": _("Long")}
    return tag(
        "form.settings",
        _radios("pace", _("Pace"), paces, "normal"),
        _radios("theme", _("Theme"), themes, ""),
        _radios("undo", _("Time to undo a turn"), undo, "short"),
        tag(
            "fieldset",
            tag("legend.unseen", _("Notifications")),
            _tick("sound", _("Sounds"), on=False),
            _tick("title", _("Show my turn in the tab's title")),
            _tick("notice", _("Notify me when it's my turn"), on=False),
            _tick("chat", _("Chat and quick phrases")),
            _tick("only", _("Answer automatically when I have no choice")),
            _tick("keys", _("Keyboard shortcuts")),
        ),
    )


def language_select(element: str, **attributes: str | int | None) -> Markup:
    """Return the field that chooses a language; `element` is the id of its select."""
    options = (
        tag("option", LANGUAGES.get(code, code), value=code, lang=code, selected=code == language())
        for code in languages()
        if is_offered(code) or code == language()
    )
    select = tag(f"select#{element}", options, name="language", **attributes)
    return labelled_field(element, _("Language"), select)


def _radios(name: str, legend: str, choices: Mapping[str, str], usual: str) -> Markup:
    def radio(value: str, text: str) -> Markup:
        button = tag("input", type="radio", name=name, value=value, data_setting=name, checked=value == usual)
        return tag("label", button, tag("span", text))

    return tag("fieldset.pills", tag("legend", legend), (radio(value, text) for value, text in choices.items()))


def _tick(setting: str, text: str, on: bool = True) -> Markup:
    return tag("label.tick", tag("input", type="checkbox", data_setting=setting, checked=on), tag("span", text))
