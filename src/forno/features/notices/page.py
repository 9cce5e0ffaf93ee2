"""Pages of notices: what a player switches on at a table, and signed links."""

from __future__ import annotations

from collections.abc import Collection

from forno.core.language import _
from forno.features.notices.messages import message_title
from forno.features.notices.subscriptions import CONFIRM, MAX_FAILURES, Subscription
from forno.pages.documents.document import PageContext, alert, titled_page
from forno.pages.html import Content, Markup, choice, hidden_fields, labelled_field, quiet_button, submit, tag, tick
from forno.pages.labels import about
from forno.store.outbox import TOPICS
from forno.table.table import Table


def notices_page(
    context: PageContext,
    table: Table,
    seat: int,
    channels: Collection[str],
    push_key: str,
    subscription: Subscription | None,
    suggested: Subscription | None,
    nudged: str | None,
    told: str,
    wrong: str,
) -> Markup:
    """Return the form for one seat.

    `push_key` is the server's public key for web push, or empty; `suggested` is what the player has at another table;
    `nudged` is the name of who everybody waits for, if anybody.
    """
    here, usual = f"/t/{table.id}", subscription or suggested or Subscription("")
    topics = [tick(topic, message_title(topic), topic in usual.topics) for topic in TOPICS]
    form = context.form(
        f"{here}/notices",
        hidden_fields(seat=seat),
        _push(push_key, subscription) if push_key else None,
        _mail(usual) if "mail" in channels else None,
        _webhook(usual) if "webhook" in channels else None,
        tag("fieldset", tag("legend", _("Tell me")), topics),
        tick("quiet", _("Quiet from 23:00 to 8:00, my time"), usual.quiet),
        tag("p.actions", submit(_("Save")), tag("a.quiet", _("Back to the table"), href=here)),
        selector="form.paper",
    )
    stop = (
        _button(context, f"{here}/notices/stop", _("Turn off notifications for this table"), seat)
        if subscription
        else None
    )
    nudge = _button(context, f"{here}/nudge", _("Nudge {name}").format(name=nudged), seat) if nudged else None
    once = _("Once a day you can remind the player everyone is waiting for.")
    return titled_page(
        context,
        _("Notifications"),
        tag("p", about(table)),
        tag("p", told, role="status") if told else None,
        alert(wrong),
        tag("p", _("We tell you when it's your turn, even when this page is closed. Messages never show cards.")),
        form,
        tag("div.actions", stop) if stop else None,
        tag("section.paper", tag("p", once), tag("div.actions", nudge)) if nudge else None,
        context.script("notices.js") if push_key else None,
    )


def _push(key: str, subscription: Subscription | None) -> Markup:
    """Return the button that only browsers with web push show."""
    shown = _("This browser shows notifications for this table.")
    wrong = _("Your browser blocks notifications. Allow them in its settings, then try again.")
    return tag(
        "div.field",
        tick("keep", shown, on=True) if subscription is not None and subscription.target("push") else None,
        tag("button.quiet", _("Notify this device"), type="button", data_push=key, hidden=True),
        tag("small", wrong, role="alert", data_refused=True, hidden=True),
        hidden_fields(push=""),
    )


def _mail(subscription: Subscription) -> Content:
    note = ""
    if subscription.unconfirmed:
        note = _("We have sent an e-mail to {address}. Open the link in it to confirm the address.")
        note = note.format(address=subscription.unconfirmed)
    address = subscription.target("mail") or subscription.unconfirmed
    times = {"now": _("right away"), "daily": _("as one list every morning")}
    chosen = "daily" if subscription.daily else "now"
    return (
        _field("mail", _("E-mail address"), address, note, _off(subscription, "mail"), type="email", maxlength=254),
        choice("when", _("Send e-mails"), "when", times.items(), chosen),
    )


def _webhook(subscription: Subscription) -> Markup:
    note = _("For ntfy, Discord, Slack or a program of your own; leave it empty if you don't know it.")
    off = _off(subscription, "webhook")
    return _field("webhook", _("Webhook address"), subscription.target("webhook"), note, off, type="url", maxlength=500)


def _off(subscription: Subscription, channel: str) -> str:
    failed = subscription.failures.get(channel, 0) >= MAX_FAILURES
    return _("This failed several times, so it was switched off. Enter it again.") if failed else ""


def _field(name: str, label: str, value: str, *notes: str, **attributes: str | int) -> Markup:
    said = [note for note in notes if note]
    described = f"{name}-note" if said else None
    field = tag(f"input#{name}", name=name, value=value, aria_describedby=described, **attributes)
    note = tag(f"small#{name}-note", " ".join(said)) if said else None
    return labelled_field(name, label, field, note)


def _button(context: PageContext, action: str, text: str, seat: int) -> Markup:
    button = quiet_button(text)
    return context.form(action, hidden_fields(seat=seat), button)


def signed_page(context: PageContext, action: str, path: str) -> Markup:
    """Return the page that a link in a notice opens, with one button: programs that open links press none."""
    if action == CONFIRM:
        title, button = _("Confirm your address"), _("Send notifications here")
    else:
        title, button = _("Turn off notifications"), _("Turn them off for this table")
    form = tag("form", submit(button), method="post", action=path)
    return titled_page(context, title, tag("div.actions", form))


def done_page(context: PageContext, action: str, table: str) -> Markup:
    """Return the page that says that a signed link has done its work."""
    if action == CONFIRM:
        told = _("Your address is confirmed. Notifications come here from now on.")
    else:
        told = _("Notifications for this table are off.")
    link = tag("a.quiet", _("To the table"), href=f"/t/{table}")
    return titled_page(context, _("Notifications"), tag("p.actions", link), heading=told)
