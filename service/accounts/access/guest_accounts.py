"""Guest accounts: playing before anybody is asked for an email address.

A guest account has no address, only the browser or program that opened it, and plays against bots, or at a table of
quick moves to which a link admits it (:mod:`service.matches.seating.guests`). To keep it, its player enters an address
and uses the login code sent there: then it becomes an ordinary account, with its matches. One that is unused for two
days and was not kept is deleted as an owner would delete it.

Their number is bounded, per network and in total, because an account costs memory until it is deleted. The second half
of the places costs a proof of work, and unused guest accounts soon make room.
"""

from contextlib import suppress
from typing import Literal

from engine.kit.text.phrases import book_of
from service.accounts import AccountError
from service.accounts.access.scopes import PLAYING
from service.accounts.access.tokens import Issued, new_text, sign_in
from service.accounts.access.work import count, demand, doublings
from service.config.networks import widening
from service.config.operator_caps import cap
from service.context import Context
from service.store.records import GUEST, Account

IDLE = 2 * 86_400_000
"""How long a guest account may be idle before it is deleted (ms)."""
LIFE = 30 * 86_400_000
"""The longest life of a guest's token (ms)."""
PER = {"network": (30, 3_600), "site": (120, 3_600), "provider": (1_200, 3_600)}
"""The most guest accounts, per seconds; networks as for logins (:mod:`service.accounts.access.login`)."""
RESTING_PER = {what: (most, IDLE // 1_000) for what, most in (("network", 100), ("site", 300), ("provider", 1_000))}
"""The same for as long as an unused guest account stays, so that nobody can fill all places hour by hour."""


class _KeptElsewhere(Exception):
    """A guest account got another address meanwhile, by a code used at the same moment."""


def open_guest(
    context: Context,
    address: str,
    *,
    name: str | None,
    language: str,
    zone: str,
    kind: Literal["login", "session"],
    browser: str = "guest",
    proof: str = "",
) -> Issued:
    """Open a guest account; return its token, which is the only way into it.

    :param address: network address of the caller, for the limits.
    :param kind: ``session``: the token of a browser. ``browser``: the browser's name.
    :param proof: the proof of work, if the request has one.
    :raises AccountError: ``too-many-guests``, ``work-needed``.
    """
    store = context.store
    most, there = cap(store, context.settings, "guests"), store.guest_count()
    if context.settings.rate_limits and there < most:
        demand(context, "guest", address, proof, doublings(there, most), retry_after=3_600)
    for what, network in widening(address):
        count(context, f"guests-{what}", network, PER[what], "too-many-guests")
        count(context, f"guests-{what}-resting", network, RESTING_PER[what], "too-many-guests")
    account = store.create_account(
        mail="", name=name or book_of("service", language).say("names.guest"), language=language, zone=zone
    )
    if not store.note_guest(account.id, account.created, most=most):
        store.begin_departure(account.id)
        raise AccountError(
            "too-many-guests", "too many guests are playing: sign in with an email address, or come back later"
        )
    store.change_prefs(account.id, lambda it: {**it.prefs, GUEST: True})
    return sign_in(
        context, account.id, new_text(), name=browser, scopes=PLAYING, life=LIFE, kind=kind, since=account.created
    )


def kept_guest(context: Context, guest: str, waiting: Account, wish: dict[str, str]) -> Account | None:
    """Turn a guest account into an ordinary one with the address of an account that was only waiting for its owner.

    To be called once the caller is known to read the mail of that address. All sign-ins of the guest end, because the
    person who typed the address may not be the one who reads its mail. Repeating it changes nothing.

    :param wish: name, language and zone, if requested.
    :return: None if the guest is gone or has another address; then the code is an ordinary login.
    """
    store = context.store
    now = store.account(guest)
    if now is None or now.mail not in ("", waiting.mail):
        return None
    if store.claim_mail(guest, waiting.mail) == "taken":
        return None

    def keep(before: Account) -> dict[str, object]:
        if before.mail not in ("", waiting.mail):
            raise _KeptElsewhere
        prefs = {name: value for name, value in before.prefs.items() if name != GUEST}
        return {**wish, "mail": waiting.mail, "verified": True, "bouncing": False, "prefs": prefs}

    kept = None
    with suppress(_KeptElsewhere):
        kept = store.change_mail(guest, keep)
    if kept is None:  # it went meanwhile, or got another address: this one leads to who waited for its owner, as before
        store.retire_mail(guest, waiting.mail, 0)
        store.claim_mail(waiting.id, waiting.mail)
        return None
    store.forget_guest(guest)
    for token in store.tokens_of(guest):
        store.revoke_token(token.id)
    return kept


def idle_guests(context: Context) -> list[str]:
    """Return the guest accounts idle for so long that they are to be deleted, and tidy the list of guests."""
    store, idle = context.store, []
    before = store.now() - IDLE
    for guest in store.guests(until=before):
        account = store.account(guest)
        if account is None or not account.is_guest:
            store.forget_guest(guest)
        elif all(token.last_use < before for token in store.tokens_of(guest)):
            idle.append(guest)
    return idle
