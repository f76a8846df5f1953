"""Accounts for the recipients of invitations, and the count of invitations sent."""

from __future__ import annotations

from collections.abc import Sequence

from service.accounts.errors import AccountError
from service.accounts.mail import mail_budgets
from service.context import Context
from service.store.records import Account, Invited
from service.text.names import UNNAMED


def invited_accounts(
    context: Context, owner: Account, invited: Sequence[str], *, language: str = "", again: bool = False
) -> list[Invited]:
    """Return the accounts of those invited: given account ids, and accounts for mail addresses, created where needed.

    Such an account is unverified; its address gets the invitation and nothing else until its owner logs in.

    Every invitation counts alike, so that nobody learns whose address is known.

    :param language: the language of new accounts; empty for the owner's.
    :param again: whether these invitations were already sent by the same request, so that they do not count again.
    :raises AccountError: ``guest``, ``invalid`` with a pointer, ``too-many-invitations``.
    """
    if owner.is_guest:
        raise AccountError("guest", "a guest account cannot send letters to others: give a mail address of yours first")
    for number, one in enumerate(invited):
        if "@" not in one and context.store.account(one) is None:
            raise AccountError("invalid", "there is no such account", f"/invite/{number}")
    spent = None if again else mail_budgets.invite(context, owner, len({one.lower() for one in invited}))
    if spent is not None:
        message = "you, or all players together, have sent too many invitations lately"
        raise AccountError("too-many-invitations", message, "/invite", spent.reset)
    found: dict[tuple[str, str], Invited] = {}
    for one in invited:
        # Written alike for known and unknown addresses: nobody learns by inviting who has an account.
        named = Invited(_account_of(context, owner, one, language), one) if "@" in one else Invited(one)
        found.setdefault((named.account, named.mail.lower()), named)
    return list(found.values())


def _account_of(context: Context, owner: Account, mail: str, language: str) -> str:
    spoken = language or owner.language
    return context.store.create_account(mail=mail, name=UNNAMED, language=spoken, zone=owner.zone).id


__all__ = ["invited_accounts"]
