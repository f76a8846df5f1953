"""Mail preferences of accounts, and unsubscribe links."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from engine.protocol.canon import b64, unb64
from service.accounts.mail import mail_budgets
from service.accounts.mail.mail_address import mailbox_of
from service.calendar import quiet_hours
from service.config.settings import MailPictures
from service.context import Context
from service.notifications.at_the_table import WHILE_HERE, wishes_while_here
from service.notifications.digests import wish_of
from service.notifications.kinds import switchable, uninvited
from service.store.records import Account

Stopped = Literal["match", "invitations", "all"]
"""Which mails an unsubscribe link stops."""
UNSUBSCRIBE, MAILBOX = "unsubscribe", "unsubscribe-mailbox"
MAC_BYTES = 9


PROGRAMMERS = "programmer"
"""The preference of whoever wants commands and JSON in letters."""
BUTTONS = "buttons"
"""The preference about what the buttons of letters can do."""
Buttons = Literal["choices", "sign-in", "none"]
"""Answer what the letter asks, and nothing else; sign a browser in, once, to play; nothing, so that they are plain links."""
PICTURES = "pictures"
"""The preference about the picture of the table in letters."""


def for_programmers(account: Account) -> bool:
    """Return whether letters to the account carry commands, and moves as the API takes them."""
    return account.prefs.get(PROGRAMMERS, False) is True


def buttons_of(account: Account) -> Buttons:
    """Return what the buttons of the account's letters can do; answer questions unless it has wished otherwise."""
    wished = account.prefs.get(BUTTONS)
    return cast(Buttons, wished) if wished in get_args(Buttons) else "choices"


def pictures_of(account: Account, usual: MailPictures) -> MailPictures:
    """Return how letters to the account show the table; as is usual here unless it has wished otherwise."""
    wished = account.prefs.get(PICTURES)
    return cast(MailPictures, wished) if wished in get_args(MailPictures) else usual


def notifications(account: Account, pictures: MailPictures) -> dict[str, Any]:
    """Return which kinds of notices come by mail, which matches are muted, and what letters carry.

    :param pictures: how letters show the table to whoever has wished nothing.
    """
    kinds = account.prefs.get("kinds", {})
    return {
        "kinds": {kind: bool(kinds.get(kind, True)) for kind in switchable()},
        "muted_matches": sorted(account.prefs.get("muted_matches", [])),
        "for_programmers": for_programmers(account),
        WHILE_HERE: wishes_while_here(account),
        BUTTONS: buttons_of(account),
        PICTURES: pictures_of(account, pictures),
        "digest": wish_of(account).mode,
        "digest_hour": wish_of(account).hour,
        quiet_hours.FROM: quiet_hours.quiet_hours(account)[0],
        quiet_hours.TO: quiet_hours.quiet_hours(account)[1],
        quiet_hours.MAILS: quiet_hours.wishes_quiet_mails(account),
    }


def unsubscribe_link(context: Context, account: Account, match: str, *, invitation: bool) -> str:
    """Return the text of the link by which the reader of a letter to the account's mailbox wants no more of them.

    :param match: what the letter is about; empty: several matches.
    """
    of = {"of": "invitation"} if invitation else {}
    word = b64(context.links.derive(MAILBOX, account.id, mailbox_of(account.mail))[:MAC_BYTES])
    return context.links.make(UNSUBSCRIBE, {"account": account.id, "match": match, "to": word, **of})


def unsubscribe(context: Context, link: str, everything: bool = False) -> Stopped | None:
    """Stop what the link stops, or all mails; doing it again changes nothing. ``None``: not our link.

    A link from an invitation, or of an address that nobody has confirmed, stops all invitations of everybody.
    """
    scope = unsubscribe_scope(context, link)
    if scope is None:
        return None
    account, match, stopped = scope
    if everything:
        stopped = "all"

    def change(now: Account) -> dict[str, Any]:
        if stopped == "all":
            return {**now.prefs, "kinds": dict.fromkeys(switchable(), False)}
        kinds = {"kinds": {**now.prefs.get("kinds", {}), **dict.fromkeys(uninvited(), False)}}
        muted = sorted({*now.prefs.get("muted_matches", []), match})
        return {**now.prefs, "muted_matches": muted} | (kinds if stopped == "invitations" else {})

    if stopped != "match":
        mail_budgets.refuse_invitations(context, account)
    context.store.change_prefs(account.id, change)
    return stopped


def unsubscribe_scope(context: Context, link: str) -> tuple[Account, str, Stopped] | None:
    """Return the account, the match and the mails that an unsubscribe link stops, or ``None`` if the link is invalid.

    It is invalid for any other mailbox: somebody who had the account's mail once, and still has its letters, must not stop
    those that its owner gets now.
    """
    payload = context.links.read(UNSUBSCRIBE, link)
    account = None if payload is None else context.store.account(payload["account"])
    if payload is None or account is None:
        return None
    if not context.links.was_derived(unb64(payload["to"]), MAILBOX, account.id, mailbox_of(account.mail)):
        return None
    if not payload["match"]:
        return account, "", "all"  # a digest's: it is about no match
    invitation = payload.get("of") == "invitation" or not account.verified
    return account, payload["match"], "invitations" if invitation else "match"
