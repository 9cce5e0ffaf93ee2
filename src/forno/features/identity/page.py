"""HTML of the page about a player's key."""

from __future__ import annotations

from dataclasses import dataclass

from forno.core.language import _, ngettext
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.table_page import personal_link_page
from forno.pages.html import Markup, hidden_fields, labelled_field, quiet_button, submit, tag


@dataclass(frozen=True)
class KeyWays:
    """Ways to a player's key."""

    has_key: bool
    """Whether this browser has one already."""
    passkeys: bool = False
    """Whether the server takes passkeys."""
    mail: bool = False
    """Whether the server sends links by e-mail."""


def needed_page(context: PageContext, ways: KeyWays, wrong: str, back: str, name: str) -> Markup:
    """Return the page for a visitor who wants to sit down, and needs a key for that first.

    `wrong`: what the server says; `back`: where the visitor goes on with a new key; `name`: theirs, if known.
    """
    known = _("Played here before? Open the menu on that device and choose “{play}”.").format(
        play=_("Play on another device")
    )
    make = context.form("/you/key/make", hidden_fields(back=back, name=name), submit(_("Create a key")))
    return titled_page(
        context,
        _("Your key"),
        tag("p", wrong, role="alert"),
        tag("section.paper", tag("p", about_keys()), tag("p", known), tag("div.actions", make)),
        _passkeys(context, has_key=False) if ways.passkeys else None,
        _mail(context, has_key=False) if ways.mail else None,
        tag("p.actions", tag("a.quiet", _("Home"), href="/")),
    )


def about_keys() -> str:
    return _("Your key brings your tables to every device that has it. No account, no password.")


def key_page(context: PageContext, tables: int, ways: KeyWays, told: str, wrong: str) -> Markup:
    """Return what is stored of a player, with a link to save it, a button to delete it, and other ways to it.

    `told` and `wrong` answer a form.
    """
    stored = ngettext("{n} table so far.", "{n} tables so far.", tables).format(n=tables)
    none = _("You have no key here yet: you get one with your first seat.")
    caution = _("If you delete it, this device forgets your tables. You can still open a seat with its personal link.")
    delete = context.form("/you/key/delete", quiet_button(_("Delete your key")))
    save = tag("a.quiet", _("Save it as a file"), href="/you/key/export", download=True)
    take = context.form("/along", quiet_button(_("Play on another device")))
    return titled_page(
        context,
        _("Your key"),
        tag(
            "section.paper",
            tag("p", about_keys()),
            tag("p", stored if ways.has_key else none),
            tag("div.actions", take, save) if ways.has_key else None,
        ),
        _passkeys(context, ways.has_key) if ways.passkeys else None,
        _mail(context, ways.has_key) if ways.mail else None,
        tag("section.paper", tag("p", caution), tag("div.actions", delete)) if ways.has_key else None,
        tag("p.actions", tag("a.quiet", _("You"), href="/you"), tag("a.quiet", _("Home"), href="/")),
        told=told,
        wrong=wrong,
    )


def new_link_page(context: PageContext, table: str, name: str, link: str, code: Markup) -> Markup:
    """Return the link that replaces a guest's lost one, for the host to pass on."""
    title = _("A new link for {name}").format(name=name)
    about = _("Send it to {name} and nobody else: anyone who opens it plays at that seat. It is shown only here.")
    back = tag("a.quiet", _("Back to the table"), href=f"/t/{table}")
    told = tag("p", about.format(name=name))
    return personal_link_page(context, title, told, link, code, _("QR code with the link"), back)


def _passkeys(context: PageContext, has_key: bool) -> Markup:
    """Return the buttons that only browsers with passkeys show."""
    about = _("A passkey brings your key to every device that has it. Unlock it as you unlock the device.")
    adds = _("The tables of this device are added to those of your key.")
    failed = _("That didn't work. Try again, or use a link from another device.")

    def button(word: str, address: str) -> Markup:
        return tag("button.quiet", word, type="button", data_passkey=address, hidden=True)

    return tag(
        "section.paper",
        tag("h2", _("Passkey")),
        tag("p", about),
        tag("p", tag("small", adds)),
        tag(
            "p.actions",
            button(_("Create a passkey"), "/you/key/passkey") if has_key else None,
            button(_("Use my passkey"), "/you/key/passkey/open"),
        ),
        tag("p.wrong", failed, role="alert", data_failed=True, hidden=True),
        context.script("passkeys.js"),
    )


def _mail(context: PageContext, has_key: bool) -> Markup:
    """Return the form for an address: to make it this key's, or to get the key that it has."""
    about = _("Tell us your address once; then a link brings your key to any device. We store only a hash of it.")
    field = tag("input#mail", type="email", name="mail", maxlength=254, autocomplete="email", required=True)
    keep = quiet_button(_("Remember my address"), formaction="/you/key/mail")
    return context.form(
        "/you/key/mail/ask",
        tag("h2", _("By e-mail")),
        tag("p", about),
        labelled_field("mail", _("E-mail address"), field),
        tag("p.actions", keep if has_key else None, quiet_button(_("Send me my key"))),
        selector="form.paper",
    )


def link_page(context: PageContext, opens: bool) -> Markup:
    """Return the question whether a link that was sent by mail is to be used here; `opens`: it brings a key."""
    question = _("Add this address to your key?")
    word = _("Remember my address")
    if opens:
        question, word = _("Continue here?"), _("Bring them here")
    adds = _("The tables of this device are added to those of your key.")
    caution = _("Continue only if you asked for this e-mail yourself: otherwise someone else would see your tables.")
    return titled_page(
        context,
        _("Your key"),
        context.form(
            None,
            tag("p", question),
            tag("p", tag("small", adds)) if opens else None,
            tag("p", tag("small", caution)),
            tag("p.actions", submit(word), tag("a.quiet", _("No, thank you"), href="/")),
            selector="form.arriving",
        ),
    )
