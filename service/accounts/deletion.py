"""The letter that confirms an account's deletion: its button is enough, because a reader of the account's mail owns it.

A token, which may be in a program or a browser left open, can only request the letter, and only a limited number of
times. That includes tokens from a letter that may not change the account: a thief gains nothing by it, and the owner
needs no second letter. The letter's link can only delete; it is bound to its mailbox, so it becomes invalid once the
address has changed.
"""

import secrets

from service.accounts import AccountError
from service.accounts.access.work import count
from service.accounts.mail.mail_address import mailbox_of
from service.context import Context
from service.notifications.facts import DeletionFacts
from service.notifications.kinds import DELETION_ASKED
from service.notifications.notices import about_account
from service.store.outbox import recipient_of_notice
from service.store.records import Account

LINK_LIFE = 3_600_000
"""How long the letter's link is valid, in milliseconds."""
PER_ACCOUNT = (5, 86_400)
"""Letters, in how many seconds."""
BEYOND = (1, LINK_LIFE // 1000)
"""The limit beyond these: a user refused because a program has used them all has a valid link in the mailbox."""
PURPOSE = DELETION_ASKED.name


def request_deletion(context: Context, account: Account) -> None:
    """Send the letter to the account's address. :raises AccountError: ``too-many-logins``."""
    try:
        count(context, PURPOSE, account.id, PER_ACCOUNT)
    except AccountError:
        count(context, f"{PURPOSE}-beyond", account.id, BEYOND)
    now = context.store.now()
    said = {"account": account.id, "to": _word(context, account)}
    facts = DeletionFacts(
        hidden_code=context.links.hide(PURPOSE, context.links.make(PURPOSE, said, now + LINK_LIFE)),
        expires=now + LINK_LIFE,
    )
    for notice in about_account(DELETION_ASKED, account.id, facts, occasion=secrets.token_hex(8), at=now):
        context.store.notify([notice], recipient_of_notice(notice))


def account_of_link(context: Context, link: str) -> Account | None:
    """Return the account that a link deletes, or None if the link is invalid, expired, used or for another mailbox."""
    said = context.links.read(PURPOSE, link)
    account = None if said is None else context.store.account(said["account"])
    return account if said is not None and account is not None and said["to"] == _word(context, account) else None


def has_deleted(context: Context, link: str) -> bool:
    """Return whether a link is ours and its account is gone: people press a button again after a lost answer."""
    said = context.links.read(PURPOSE, link)
    return said is not None and context.store.account(said["account"]) is None


def _word(context: Context, account: Account) -> str:
    """Return a word for the account's mailbox that does not reveal it."""
    return context.links.derive(PURPOSE, account.id, mailbox_of(account.letterbox))[:12].hex()
