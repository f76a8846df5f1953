"""Links in mails: those that open a table signed in, and those to pictures that a letter does not carry.

A link to a table is bound to an account, the letter's mailbox and a match (or none), and usable once and for a few days.
Whoever reads the account's mail could log in anyway. But mails are forwarded, so such a link signs in only to play and
look, not to change the account.

A link to a picture shows one match after one entry of its log, as one seat saw it, and nothing else. Anybody with the
letter has the link, and sees what a letter with the picture attached would have shown.
"""

from dataclasses import dataclass

from engine.contract import Language
from engine.kit.text.phrases import language_of
from service.accounts import AccountError
from service.accounts.access.login import CODES_PER_NETWORK
from service.accounts.access.scopes import PLAYING
from service.accounts.access.tokens import SECOND_USE, Issued, new_text, sign_in, token_id
from service.accounts.access.work import count
from service.accounts.mail.mail_address import mailbox_of
from service.config.networks import network_of
from service.context import Context
from service.keys.signing import Links
from service.store.records import Account

LINK_LIFE = 3 * 86_400_000
"""How long a link in a mail is valid, in milliseconds."""
USE_OUTLIVES = 120_000
"""How much longer than the link its use is remembered, in milliseconds: clocks differ."""
SESSION_LIFE = 90 * 86_400_000
"""How long a browser stays signed in, in milliseconds."""
BY_LINK = ", by a link in a mail"
"""The text after the browser's name in that of its token."""
PURPOSE, MAILBOX = "table", "table-mailbox"
MAC_BYTES = 8
"""Bytes of the word for a mailbox; the link around it has its own signature."""


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
        """Return whether the link was sent to the account's present mailbox: former owners of it are not let in."""
        return links.was_derived(bytes.fromhex(self.to), MAILBOX, account.id, mailbox_of(account.letterbox))

    @property
    def way(self) -> str:
        """The path of the page it opens: without a match, the one for opening a table."""
        if not self.match:
            return "/new"
        return f"/join/{self.match}?invitation={self.invitation}" if self.invitation else f"/table/{self.match}"


def make_link(links: Links, account: str, match: str, at: int, *, mail: str, invitation: str = "") -> str:
    """Return the link's text; ``at`` in milliseconds is when its mail was due. The same arguments give the same text.

    :param invitation: the match's invitation, for a reader without a seat.
    :param mail: the account's letterbox: the link is valid while the account has that mailbox and its links have not been
        revoked.
    """
    invited = {"invitation": invitation} if invitation else {}
    to = links.derive(MAILBOX, account, mailbox_of(mail))[:MAC_BYTES].hex()
    return links.make(PURPOSE, {"account": account, "match": match, "at": at, "to": to, **invited}, at + LINK_LIFE)


def read_link(links: Links, text: str, *, even_old: bool = False) -> TableLink | None:
    """Return a link's contents, used or not, or None for one that is forged, truncated or expired.

    :param even_old: whether to return an expired link's destination; it signs nobody in.
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
    """Exchange a link for a browser's token. The link came by mail, so the account's address counts as verified.

    A link is usable once. Its first user may repeat it within a minute from the same network, after a lost answer.

    :param name: a newcomer's name; an account that has logged in before keeps its own.
    :param language: the newcomer's, ``en`` or ``de``; without one it stays that of the invitation.
    :param zone: the newcomer's time zone; without one it stays the host's.
    :param browser: the browser's name in the account's list.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    link = read_link(context.links, text)
    if link is None:
        raise AccountError("code-wrong", "this link is expired or incomplete: ask for a new one")
    account = context.store.account(link.account)
    if account is not None and not link.is_for(context.links, account):
        raise AccountError("code-wrong", "this link is no longer valid: ask for a new one")
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


PICTURE_LIFE = 400 * 86_400_000
"""How long a letter's picture remains available, in milliseconds."""
PICTURE_PURPOSE = "picture"


@dataclass(frozen=True)
class PictureLink:
    """The contents of a picture link: the letter's account, and the match after entry ``n`` as the seat saw it."""

    account: str
    match: str
    seat: int
    n: int
    language: Language


def make_picture_link(links: Links, picture: PictureLink, at: int) -> str:
    """Return the link's text; ``at`` in milliseconds is when its letter was due. The same arguments give the same text."""
    return links.make(PICTURE_PURPOSE, vars(picture), at + PICTURE_LIFE)


def read_picture_link(links: Links, text: str) -> PictureLink | None:
    """Return a link's contents, or None for one that is forged, truncated or expired."""
    payload = links.read(PICTURE_PURPOSE, text)
    if payload is None:
        return None
    return PictureLink(
        payload["account"], payload["match"], payload["seat"], payload["n"], language_of(payload["language"])
    )
