"""Accounts: find, show, export, sign out, block, erase. All of it is audited, including looks, which show personal data."""

from collections import defaultdict
from dataclasses import asdict
from itertools import combinations
from typing import Any, NamedTuple

from engine.protocol.log import timestamp
from engine.standings.results import parse_entry
from engine.standings.suspicions import Suspicion
from engine.standings.suspicions import suspicions as find_suspicions
from service.account_export import browser_info, exported, passkey_info
from service.accounts.access.passkeys import passkeys_of
from service.accounts.access.tokens import made_subscriptions
from service.accounts.browsers import browsers_of
from service.accounts.mail.mail_address import mailbox_of
from service.admin.operator import AdminError, Operator, plain_words, read_place, reason, search_store
from service.config.settings import MailPictures
from service.ending import block_account, end_access, unblock_account
from service.keys.signing import Links
from service.store.records import BROWSERS, PASSKEYS, SUBSCRIPTIONS, Account
from service.store.store import Store

UNKNOWN = "an unknown account"
LEAST_OF_NAME = 2
"""The fewest characters of a name's beginning in a search, so that nobody lists all accounts."""


def find_account(operator: Operator, who: str, what: str, why: str = "") -> Account:
    """Return an account by its email address or id; audited by its id, an unknown address without it.

    :raises AdminError: ``not-found``.
    """
    found = operator.store.account_by_mail(who) if "@" in who else operator.store.account(who)
    operator.note(what, UNKNOWN if found is None else found.id, why)
    if found is None:
        raise AdminError("not-found", "there is no such account: give its email address, or its id (p_ and 32 digits)")
    return found


def show(operator: Operator, who: str, why: str = "") -> dict[str, Any]:
    """Show an account, without secrets."""
    found = find_account(operator, who, "account find", why)
    return _shown(operator.store, found)


def search(operator: Operator, name: str, cursor: str | None = None, why: str = "") -> dict[str, Any]:
    """Return accounts whose names begin with some characters, one part of the store at a time, and where to continue.

    A page may be empty before the end. :raises AdminError: ``invalid``.
    """
    if len(name.strip()) < LEAST_OF_NAME:
        raise AdminError("invalid", f"give at least {LEAST_OF_NAME} characters of the name's beginning", "/name")
    plain_words(name, "/name", 60)
    read_place(cursor)
    operator.note("account search", "", why)
    begins = name.casefold()

    def named(accounts: list[Account]) -> list[Account]:
        """Return the accounts whose names begin with this text, in upper or lower case."""
        return [one for one in accounts if one.name.casefold().startswith(begins)]

    found, following = search_store(cursor, operator.store.scan_accounts, named)
    listed = {one.id: one for one in found}
    return {"accounts": [_line(listed[one]) for one in sorted(listed)], "next": following}


def export(
    operator: Operator,
    who: str,
    why: str = "",
    *,
    pictures: MailPictures,
    links: Links | None = None,
    push_key: str | None = None,
) -> dict[str, Any]:
    """Export an account's data for its owner: ``export`` is the document that the owner could download.

    ``operator`` is the part that only the operator sees. It leaves out the logs of its matches, which everybody at the
    table can read, anything still hidden in a running match, which concerns only the player, and secrets.

    :param pictures: the installation's default for showing the table in letters.
    :param links: the secret for the public keys of webhooks, which are left out without it; ``push_key`` is the key in use.
    """
    found, store = find_account(operator, who, "account export", why), operator.store
    bots = [bot for one in store.bots_of(found.id) if (bot := store.account(one)) is not None]
    hooks = store.webhooks_of(found.id)
    return {
        "export": exported(store, found, links=links, bots=bots, hooks=hooks, pictures=pictures, push_key=push_key),
        "operator": {
            "account": _without_secrets(found, push_key),
            "bots": [_without_secrets(one, push_key) for one in bots],
            "blocked": _blocked(store, found.id),
            "limits": {
                name.split(" ", 1)[0]: most for name, most in store.caps().items() if name.endswith(f" {found.id}")
            },
        },
    }


def sign_out(operator: Operator, who: str, why: str = "") -> dict[str, Any]:
    """Revoke everything that can act for an account or its bots, or read along. Its owner can log in again by mail."""
    found = find_account(operator, who, "account sign-out", why)
    return {"account": found.id, "tokens": end_access(operator.store, found.id)}


def deliverable(operator: Operator, who: str, why: str = "") -> dict[str, Any]:
    """Resume mail to an account whose address bounced. :raises AdminError: ``not-possible`` if it does not bounce."""
    found = find_account(operator, who, "account deliverable", why)
    if not found.bouncing:
        raise AdminError("not-possible", f"{found.id} does not bounce")
    operator.store.update_account(found.id, bouncing=False)
    operator.store.forget_bounces(found.id)
    return {"account": found.id}


def block(operator: Operator, who: str, why: str) -> dict[str, Any]:
    """Block an account and its bots; its owner is told why. :raises AdminError: ``invalid`` without a reason."""
    found = find_account(operator, who, "account block", reason(why))
    return {"account": found.id, "tokens": block_account(operator.store, found.id, why)}


def unblock(operator: Operator, who: str, why: str = "") -> dict[str, Any]:
    """Let a blocked account play again. :raises AdminError: ``not-possible`` if it was not blocked."""
    found = find_account(operator, who, "account unblock", why)
    if not unblock_account(operator.store, found.id):
        raise AdminError("not-possible", f"{found.id} is not blocked")
    return {"account": found.id}


def blocked(operator: Operator) -> dict[str, Any]:
    """List the blocked accounts with names and reasons, the earliest first; ``name`` is None for one that is being deleted."""
    operator.note("account blocked")
    found = sorted(operator.store.blocked().items(), key=lambda one: (one[1].since, one[0]))
    known = operator.store.accounts([account for account, _ in found])
    return {
        "accounts": [
            {"account": account, "name": one and one.name, **_blocking(told.since, told.why)}
            for (account, told), one in zip(found, known, strict=True)
        ]
    }


def erase(operator: Operator, who: str, confirm: str, why: str) -> dict[str, Any]:
    """Erase an account, as its owner's own deletion does: names and addresses at once, the rest a moment later.

    The clock resigns running matches; where only the player's key can resign, the rules play the seat to the end.

    :param confirm: the account's id, so that a wrong line of shell history erases nobody.
    :raises AdminError: ``invalid`` if that is not the account found.
    """
    reason(why)
    found, store = find_account(operator, who, "account erase", why), operator.store
    if confirm != found.id:
        raise AdminError("invalid", f"this erases {found.id} for good: give that id to confirm it", "/confirm")
    bots = store.bots_of(found.id)
    running = store.count_unfinished(found.id)
    store.begin_departure(found.id)
    end_access(store, found.id)
    for one in (found.id, *bots):
        store.unblock(one)
    return {"account": found.id, "unfinished_matches": running}


def _shown(store: Store, found: Account) -> dict[str, Any]:
    return {
        **_without_secrets(found),
        "unfinished_matches": store.count_unfinished(found.id),
        "tokens": len(store.tokens_of(found.id)),
        "blocked": _blocked(store, found.id),
    }


def _without_secrets(found: Account, push_key: str | None = None) -> dict[str, Any]:
    """Return an account's stored data, showing no more of its browsers, passkeys and feed links than their owner sees."""
    shown = asdict(found)
    if BROWSERS in found.prefs:
        shown["prefs"][BROWSERS] = [browser_info(one, push_key) for one in browsers_of(found)]
    if PASSKEYS in found.prefs:
        shown["prefs"][PASSKEYS] = [passkey_info(one) for one in passkeys_of(found)]
    if SUBSCRIPTIONS in found.prefs:
        shown["prefs"][SUBSCRIPTIONS] = made_subscriptions(found)
    return shown


def _line(found: Account) -> dict[str, Any]:
    return {
        "account": found.id,
        "name": found.name,
        "created_at": timestamp(found.created),
        "owner": found.owner or None,
    }


def _blocked(store: Store, account: str) -> dict[str, Any] | None:
    found = store.blocking(account)
    return None if found is None else _blocking(found.since, found.why)


def _blocking(since: int, why: str) -> dict[str, Any]:
    return {"since": timestamp(since), "why": why}


class Shared(NamedTuple):
    """Two accounts that have played rated matches together, what they share, and those matches."""

    kind: str
    players: tuple[str, str]
    matches: list[str]


LATEST_RESULTS = 5_000
"""How many of the latest results are looked at for suspicious ones."""


def suspicions(operator: Operator) -> dict[str, Any]:
    """Return pairs of accounts whose rated matches look agreed on, or that may be one person, with the evidence.

    Addresses, browsers and networks are compared, not shown. Nobody is accused: families share a network, too.
    """
    operator.note("suspicions")
    store = operator.store
    size = store.results_head().size
    entries = [parse_entry(one) for one in store.result_entries(max(0, size - LATEST_RESULTS), size)]
    void = {one["match"] for one in entries if one["type"] == "void"}
    results = [one for one in entries if one["type"] == "result" and one["match"] not in void]
    together: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in results:
        for pair in combinations(sorted({seat["player"] for seat in one["seats"]}), 2):
            together[pair].append(one["match"])
    players = sorted({one for pair in together for one in pair})
    known = {one.id: one for one in store.accounts(players) if one is not None}
    networks = dict(zip(known, store.networks_of([one.mail for one in known.values()]), strict=True))
    marks: dict[str, dict[str, set[Any]]] = {
        "same-mailbox": {one: {mailbox_of(mail) for mail in whose.mails if mail} for one, whose in known.items()},
        "same-browser": {one: {browser.id for browser in browsers_of(whose)} for one, whose in known.items()},
        "same-network": networks,
    }
    shared = [
        Shared(kind, pair, matches)
        for kind, of in marks.items()
        for pair, matches in together.items()
        if pair[0] in known and pair[1] in known and of[pair[0]] & of[pair[1]]
    ]
    found: list[Suspicion | Shared] = [*find_suspicions(results), *shared]
    return {
        "suspicions": [
            {
                "kind": one.kind,
                "players": [
                    {"account": player, "name": known[player].name if player in known else None}
                    for player in one.players
                ],
                "count": len(one.matches),
                "matches": one.matches[-20:],
                "of": one.of if isinstance(one, Suspicion) else None,
            }
            for one in found
        ]
    }
