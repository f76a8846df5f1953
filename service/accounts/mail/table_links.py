"""Links in mails that open a table signed in: bound to an account, the mailbox of the letter and a match (or none), good once and
for a few days.

Whoever reads the account's mail could log in anyway. But mails are forwarded, so what such a link signs in to may play and
look, and not change the account.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.accounts.access.limits import count
from service.accounts.access.login import CODES_PER_NETWORK
from service.accounts.access.scopes import PLAYING
from service.accounts.access.tokens import SECOND_USE, Issued, new_text, sign_in, token_id
from service.accounts.errors import AccountError
from service.accounts.mail.mail_address import mailbox_of
from service.config.networks import network_of
from service.context import Context
from service.keys.signing import Links
from service.store.records import Account

LINK_LIFE = 3 * 86_400_000
"""How long a link of a mail is good for, in milliseconds."""
USE_OUTLIVES = 120_000
"""How much longer than the link its use is remembered, in milliseconds: clocks differ."""
SESSION_LIFE = 90 * 86_400_000
"""How long a browser stays signed in, in milliseconds."""
BY_LINK = ", by a link in a mail"
"""What follows the browser's name in that of its token."""
PURPOSE, MAILBOX = "table", "table-mailbox"
MAC_BYTES = 8
"""Of the word for a mailbox; the link around it has a signature of its own."""


@dataclass(frozen=True)
class TableLink:
    """The contents of a table link: its account, the match it leads to (empty if none), and when its mail was due (ms).

    :ivar to: a word for the mailbox that its letter went to.
    """

    account: str
    match: str
    invitation: str
    at: int
    to: str

    def is_for(self, links: Links, account: Account) -> bool:
        """Return whether the link went to the mailbox that the account has now: who had its mail once is not let in."""
        return links.was_derived(bytes.fromhex(self.to), MAILBOX, account.id, mailbox_of(account.letterbox))

    @property
    def way(self) -> str:
        """The page that it leads to: without a match, the one that opens a table."""
        if not self.match:
            return "/new"
        return f"/join/{self.match}?invitation={self.invitation}" if self.invitation else f"/table/{self.match}"


def make_link(links: Links, account: str, match: str, at: int, *, mail: str, invitation: str = "") -> str:
    """Return the link's text; ``at`` in milliseconds is when its mail was due. The same arguments give the same text.

    :param invitation: the match's, for somebody who has no seat yet.
    :param mail: the account's letterbox: the link is good while the account has that mailbox and nobody has ended its links.
    """
    invited = {"invitation": invitation} if invitation else {}
    to = links.derive(MAILBOX, account, mailbox_of(mail))[:MAC_BYTES].hex()
    return links.make(PURPOSE, {"account": account, "match": match, "at": at, "to": to, **invited}, at + LINK_LIFE)


def read_link(links: Links, text: str, *, even_old: bool = False) -> TableLink | None:
    """Return what a link says, whether it was used or not; ``None`` for one that is forged, cut or too old.

    :param even_old: one that is too old still says where it led to; it signs nobody in.
    """
    payload = links.read(PURPOSE, text, even_old=even_old)
    if payload is None:
        return None
    return TableLink(payload["account"], payload["match"], payload.get("invitation", ""), payload["at"], payload["to"])


def use_link(
    context: Context,
    text: str,
    address: str,
    *,
    name: str | None = None,
    zone: str = "",
    language: str = "",
    browser: str = "Browser",
) -> tuple[TableLink, Issued]:
    """Change a link into the token of a browser. The link came by mail, so the account's address counts as verified.

    A link is good once. Whoever used it first may send it again within a minute from the same network, after a lost answer.

    :param name: what others shall call a newcomer; an account that was logged in to before keeps its name.
    :param language: the newcomer's, ``en`` or ``de``; without one it stays that of the invitation.
    :param zone: the newcomer's time zone; without one it stays that of whoever invited.
    :param browser: what the browser is called in the account's list.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    link = read_link(context.links, text)
    if link is None:
        raise AccountError("code-wrong", "this link is too old, or was cut: ask for a new one")
    account = context.store.account(link.account)
    if account is not None and not link.is_for(context.links, account):
        raise AccountError("code-wrong", "this link is worth nothing any more: ask for a new one")
    token = new_text()
    used = context.store.use_link(
        link.account,
        text,
        link.at,
        token=token_id(token) or "",
        sender=context.links.derive("link-sender", network)[:12].hex(),
        repeats=SECOND_USE,
        kept=LINK_LIFE + USE_OUTLIVES,
    )
    if used.outcome in ("used", "ended"):
        raise AccountError("code-wrong", "this link has been used: ask for a new one")
    if used.before:
        context.store.revoke_token(used.before)
    if account is not None and not account.verified:
        wish = {key: value for key, value in (("name", name), ("zone", zone), ("language", language)) if value}
        context.store.update_account(link.account, verified=True, bouncing=False, **wish)
    issued = sign_in(
        context,
        link.account,
        token,
        name=f"{browser}{BY_LINK}",
        scopes=PLAYING,
        life=SESSION_LIFE,
        kind="session",
        since=link.at,
    )
    return link, issued


__all__ = ["BY_LINK", "LINK_LIFE", "TableLink", "make_link", "read_link", "use_link"]
