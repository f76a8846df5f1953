"""Valid mail addresses, and which of them share a mailbox.

The rule for when bounced letters make an address count as dead. Pure.

A mail server that rejects a letter for good gives the reason as an enhanced status code (RFC 3463). Only codes about
the address count: two reports of "there is no such mailbox" about two letters, or three other final refusals of three
letters sent over three days or more. An unconfirmed address, such as one typed for an invitation, needs no second
report: nothing shows that it ever accepted a letter, and the person who typed it is waiting to hear. Full mailboxes,
refused contents, block lists and temporary failures say nothing about the address, and never count.

Unsolicited mail has budgets: invitations, and letters to unconfirmed addresses. Without them anybody could make an
installation write to strangers as often as they like. They hold across all processes because the store counts, and either all
budgets of a letter are counted in one step or none. An address counts as the mailbox behind it, so that neither case nor
``+tags`` make new ones. Login codes to a confirmed address have no budget here.

Accounts for the recipients of invitations, and the count of invitations sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from service.store.replies import Bounce


from collections.abc import Collection
from typing import NamedTuple

from service.accounts import AccountError
from service.config.operator_caps import cap, common_budgets, half
from service.context import Context
from service.store.accounts.logins import Budget
from service.store.records import Account, Invited
from service.text.names import UNNAMED

MAIL = re.compile(
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)(?!.*(?:=\?|\?=))[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""Mail addresses as the mail workers can write them: ASCII, no quoted local parts, no address literals, no encoded words."""
DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Large providers that ignore dots in the local part, and the name under which each one is counted."""


def mailbox_of(mail: str) -> str:
    """Return the mailbox behind an address, as far as the rules for that are generally known.

    >>> mailbox_of("Ann+play@Example.org"), mailbox_of("a.n.n@googlemail.com")
    ('ann@example.org', 'ann@gmail.com')
    """
    local, _, domain = mail.strip().lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in DOTLESS:
        local, domain = local.replace(".", "") or local, DOTLESS[domain]
    return f"{local}@{domain}"


def is_from(sender: str, own: tuple[str, ...]) -> bool:
    """Return whether a sender's address belongs to one of the mailboxes with these addresses."""
    return sender != "" and mailbox_of(sender) in map(mailbox_of, own)


Bounced = Literal["unknown", "refused", "passing"]
"""The meaning of a status: the address does not exist; it is refused for good; or something temporary, or not about the
address."""
STATUS = re.compile(r"[245]\.[0-9]{1,3}\.[0-9]{1,3}")
UNKNOWN = ("5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1")
"""No such mailbox or host, an unreadable address, moved away, no such recipient with a null MX, switched off."""
NOT_THE_ADDRESS = re.compile(r"5\.2\.[23]|5\.[34567]\.[0-9]+")
"""A full mailbox, a letter too large, systems and routes on the way, contents, policy."""
MOST_UNKNOWN, MOST_REFUSED = 2, 3
MOST_UNCONFIRMED = 1
LEAST_DAYS = 3


def meaning(status: str) -> Bounced:
    """Return what an enhanced status code says about the address.

    >>> meaning("5.1.1"), meaning("5.0.0"), meaning("5.2.2"), meaning("5.7.26"), meaning("4.4.7")
    ('unknown', 'refused', 'passing', 'passing', 'passing')
    """
    if not STATUS.fullmatch(status) or not status.startswith("5."):
        return "passing"
    if status in UNKNOWN:
        return "unknown"
    return "passing" if NOT_THE_ADDRESS.fullmatch(status) else "refused"


def is_dead(bounces: Sequence[Bounce], *, confirmed: bool) -> bool:
    """Return whether an address with these reports gets no more letters.

    :param confirmed: whether letters are known to have arrived there.
    """
    days = {one.letter: one.day for one in bounces if meaning(one.status) != "passing"}
    unknown = {one.letter for one in bounces if meaning(one.status) == "unknown"}
    spread = max(days.values()) - min(days.values()) if days else 0
    most = MOST_UNKNOWN if confirmed else MOST_UNCONFIRMED
    return len(unknown) >= most or (len(days) >= MOST_REFUSED and spread >= LEAST_DAYS)


HOUR, DAY = 3_600, 86_400
Refusal = Literal["invitations-refused", "too-many-invitations", "too-many-letters"]
"""The reason for not sending a letter: its mailbox refuses invitations, has had enough of them, or strangers have had
enough mail."""


class TooMany(NamedTuple):
    """A budget is spent; ``reset`` is the seconds until it is renewed."""

    reset: int


def invite(context: Context, sender: Account, count: int) -> TooMany | None:
    """Count invitations to this many players, known or not; return the refusal if they are too many, else None."""
    settings = context.settings
    if not settings.rate_limits or not count:
        return None
    reset = context.store.spend(
        [
            Budget("invitations-by", sender.id, _most(context, "invitations", sender.id), DAY),
            *common_budgets(context.store, sender, "invitations", _most(context, "invitations-of-all"), DAY),
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
    bots: Collection[Account] = (),
    language: str = "",
    again: bool = False,
) -> list[Invited]:
    """Return the accounts of people invited: given account ids, and accounts for mail addresses, created where needed.

    Such an account is unverified; its address gets the invitation and nothing else until its owner logs in.

    Every invitation counts alike, so that nobody learns whose address is known.

    :param bots: those among them that sit down at once. They get no letter, so they are left out and do not count.
    :param language: the language of new accounts; empty for the owner's.
    :param again: whether these invitations were already sent by the same request, so that they do not count again.
    :raises AccountError: ``guest``, ``invalid`` with a pointer, ``too-many-invitations``.
    """
    if owner.is_guest:
        raise AccountError("guest", "a guest account cannot send letters to others: give a mail address of yours first")
    for number, one in enumerate(invited):
        if "@" not in one and context.store.account(one) is None:
            raise AccountError("invalid", "there is no such account", f"/invite/{number}")
    at_once = {bot.id for bot in bots}
    people = [one for one in invited if one not in at_once]
    spent = None if again else invite(context, owner, len({one.lower() for one in people}))
    if spent is not None:
        message = "you, or all players together, have sent too many invitations lately"
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
