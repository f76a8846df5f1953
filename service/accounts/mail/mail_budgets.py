"""Budgets for unsolicited mail (invitations, and letters to unconfirmed addresses), and accounts for those who are invited.

Without them anybody could make an installation write to strangers as often as they like. They hold across all processes
because the store counts, and either all budgets of a letter are counted in one step or none. An address counts as the mailbox
behind it (:mod:`service.accounts.mail.mail_address`), so that neither case nor ``+tags`` make new ones. Login codes to a
confirmed address have no budget here.
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from service.accounts import AccountError
from service.accounts.mail.mail_address import mailbox_of
from service.config.operator_caps import cap, common_budgets, half
from service.context import Context
from service.store.accounts.logins import Budget
from service.store.records import Account, Invited
from service.text.names import UNNAMED

HOUR, DAY = 3_600, 86_400
Refusal = Literal["invitations-refused", "too-many-invitations", "too-many-letters"]
"""The reason for not sending a letter: its mailbox refuses invitations, has had enough of them, or strangers have had
enough mail."""


class TooMany(NamedTuple):
    """A budget is spent; ``reset`` is the seconds until it is renewed."""

    reset: int


def invite(context: Context, sender: Account, count: int, address: str) -> TooMany | None:
    """Count invitations to this many players, known or not; return the refusal if they are too many, else None.

    :param address: network address of the caller, for the share of its network.
    """
    settings = context.settings
    if not settings.rate_limits or not count:
        return None
    reset = context.store.spend(
        [
            Budget("invitations-by", sender.id, _most(context, "invitations", sender.id), DAY),
            *common_budgets(context.store, sender, "invitations", _most(context, "invitations-of-all"), DAY, address),
        ],
        count,
    )
    return None if reset is None else TooMany(reset.seconds)


def strangers(context: Context) -> Budget:
    """Return the budget of all login codes and of all other letters to unconfirmed mailboxes."""
    return Budget("strangers", "all", _most(context, "letters-to-strangers"), HOUR)


def refusal(context: Context, account: Account, *, invitation: bool, counted: bool = False) -> Refusal | None:
    """Count one unsolicited mail at its first attempt; return why it must not go out, or None.

    :param counted: whether it is a login code, which was counted among all letters to strangers when it was requested.
    """
    settings, mailbox = context.settings, mailbox_of(account.mail)
    if invitation and not account.verified and context.store.refuses_invitations(mailbox):
        return "invitations-refused"
    if not settings.rate_limits:
        return None
    budgets = []
    if invitation:
        budgets.append(Budget("invitations-to", mailbox, _most(context, "invitations-to"), DAY))
    if not account.verified:
        budgets.append(Budget("letters-to", mailbox, _most(context, "letters-to-stranger"), DAY))
        budgets += [] if counted else _to_strangers(context)
    spent = context.store.spend(budgets) if budgets else None
    if spent is None or (
        spent.budget.name == "letters-to" and not invitation and _newcomer_s_turn(context, mailbox, counted)
    ):
        return None
    return "too-many-invitations" if spent.budget.name == "invitations-to" else "too-many-letters"


def _most(context: Context, name: str, account: str = "") -> int:
    return cap(context.store, context.settings, name, account)


def _to_strangers(context: Context) -> list[Budget]:
    """Return the budgets of a letter that is no login code: half is left to people signing up."""
    common = strangers(context)
    return [common._replace(who="crowd", limit=half(common.limit)), common]


def _newcomer_s_turn(context: Context, mailbox: str, counted: bool) -> bool:
    """Count a login code beyond the day's letters: one per hour goes out, so that strangers cannot keep a newcomer out."""
    budgets = [Budget("login-codes-to", mailbox, 1, HOUR), *([] if counted else _to_strangers(context))]
    return context.store.spend(budgets) is None


def refuse_invitations(context: Context, account: Account) -> None:
    """Record that the mailbox of an account refuses further invitations, from anybody and under any alias."""
    if account.mail:
        context.store.refuse_invitations(mailbox_of(account.mail))


def invited_accounts(
    context: Context,
    owner: Account,
    invited: Sequence[str],
    *,
    address: str,
    bots: Collection[Account] = (),
    language: str = "",
    again: bool = False,
) -> list[Invited]:
    """Return the accounts of people invited: given account ids, and accounts for email addresses, created where needed.

    Such an account is unverified; its address gets the invitation and nothing else until its owner logs in.

    Every invitation counts alike, so that nobody learns whose address is known.

    :param address: network address of the caller, for the share of its network.
    :param bots: those among them that sit down at once. They get no letter, so they are left out and do not count.
    :param language: the language of new accounts; empty for the owner's.
    :param again: whether these invitations were already sent by the same request, so that they do not count again.
    :raises AccountError: ``guest``, ``invalid`` with a pointer, ``too-many-invitations``.
    """
    if owner.is_guest:
        raise AccountError(
            "guest", "a guest account cannot send letters to others: give an email address of yours first"
        )
    for number, one in enumerate(invited):
        if "@" not in one and context.store.account(one) is None:
            raise AccountError("invalid", "there is no such account", f"/invite/{number}")
    at_once = {bot.id for bot in bots}
    people = [one for one in invited if one not in at_once]
    spent = None if again else invite(context, owner, len({one.lower() for one in people}), address)
    if spent is not None:
        message = "you, or all players (of your network) together, have sent too many invitations lately"
        raise AccountError("too-many-invitations", message, "/invite", spent.reset)
    found: dict[tuple[str, str], Invited] = {}
    for one in people:
        # Written alike for known and unknown addresses: nobody learns by inviting who has an account.
        named = Invited(_account_of(context, owner, one, language), one) if "@" in one else Invited(one)
        found.setdefault((named.account, named.mail.lower()), named)
    return list(found.values())


def _account_of(context: Context, owner: Account, mail: str, language: str) -> str:
    spoken = language or owner.language
    return context.store.create_account(mail=mail, name=UNNAMED, language=spoken, zone=owner.zone).id
