"""Revoking everything that can act for an account or read along with it, and nothing else; and blocking accounts.

The callers:

- The link by which an old address takes an account back, an operator who signs an account out, and deletion call
  :func:`end_access`.
- Taking a bot away calls it for the bot.
- Blocking and unblocking call :func:`end_tokens`: a blocked account reads along, so its webhooks, feeds
  and browsers stay, and whatever acts by a letter asks whether the account is blocked.
- The first start after a restore from a backup (:mod:`service.serve.preflight`) calls :func:`end_logins`.
- Signing out of one browser, and taking a token away, call :func:`end_token`.

``tests/service/api/account/test_ending.py`` goes through all keys of the store and all that is made with the links' secret.
"""

from collections.abc import Callable, Sequence

from engine.protocol.log import timestamp
from service.notifications.notices import tell_disabled
from service.store.accounts.operators import Blocking
from service.store.accounts.tokens import Token
from service.store.accounts.webhooks import BY_RESTORE
from service.store.connection.connect import Place
from service.store.records import BROWSERS, ENDED, OTHER_MAILS, PASSKEYS, SUBSCRIPTIONS, TABLE_CHATS, Account
from service.store.store import Store

AT_ONCE = 1_000
"""Keys of the store looked at in one go for accounts."""


def end_access(store: Store, account: str) -> int:
    """Revoke everything that acts or reads for an account and its bots; return how many tokens they had. Repeatable.

    Tokens (of logins, browsers, programs and bots) are revoked, with the data kept for their repeated requests. Login
    codes become invalid, and so do grants to programs that have not fetched their tokens yet. Webhooks, chats, the addresses
    of calendar and news, notified browsers, passkeys, and additional email addresses for answers are removed. Buttons, links and
    reply addresses in letters sent until now become invalid; waiting letters are written with new ones.

    Kept are the account, its matches and seats, its bots with their settings, its standing orders; data stored in
    browsers, such as seat keys and openings; links that stop mails, which must always work; and links that restore old
    addresses, since the owner may need one.
    """
    now, count = store.now(), 0
    store.end_login_codes(account)
    store.end_links(account)
    store.end_tokens(account)  # before its bots are read: no token of one that is made now counts
    for one in (*store.bots_of(account), account):
        count += end_tokens(store, one)  # first: what a request that is on its way makes after that takes itself back
        store.delete_webhooks(one)
        _forget(store, one, *WITHOUT_TOKEN, TABLE_CHATS, ended=now)  # last, so that it says that all is done
    return count


WITHOUT_TOKEN = (SUBSCRIPTIONS, BROWSERS, OTHER_MAILS, PASSKEYS)
"""The preferences that let somebody read along with an account, write for it, or sign in, without a token."""


def _forget(store: Store, account: str, *names: str, ended: int | None = None) -> None:
    """Remove preferences of an account, with the addresses for answers among them.

    :param ended: the time (ms) at which all access ended, to be kept; None if it has not ended.
    """
    addresses = list[str]()

    def without(before: Account) -> dict[str, object]:
        addresses[:] = before.other_mails
        kept = {name: value for name, value in before.prefs.items() if name not in names}
        return kept if ended is None else {**kept, ENDED: ended}

    store.change_prefs(account, without)
    for mail in addresses:
        store.retire_mail(account, mail, 0)


def end_tokens(store: Store, account: str) -> int:
    """Revoke all tokens of an account, and everything that may still become one; return how many tokens there were."""
    store.end_tokens(account)  # what was allowed to a program that has not fetched its token yet, too
    count = 0
    while tokens := store.tokens_of(account):  # until no login that was on its way has come in meanwhile
        count += sum(store.revoke_token(one.id) for one in tokens)
    return count


def end_token(store: Store, token: Token) -> None:
    """Revoke a token and those it has made; the browser that it signed in is told nothing any more.

    Whatever else programs have added ends by itself, because it names the token that it ends with.
    """
    store.revoke_token(token.id)

    def without_its_browsers(before: Account) -> dict[str, object]:
        told = before.prefs.get(BROWSERS, [])
        kept = [one for one in told if one.get("token") != token.id]
        return {name: kept if name == BROWSERS else value for name, value in before.prefs.items()}

    if token.kind == "session":
        store.change_prefs(token.account, without_its_browsers)


def end_logins(store: Store) -> int:
    """End all that acts for an account or reads along with it, but for letters; return how many tokens there were. Repeatable.

    A backup does not say what was revoked since it was taken, so nothing that could have been is trusted, operators' tokens
    included. Webhooks and chats are switched off until their owner sends them a test. What stays is what a letter carries:
    its buttons and its reply address, which do nothing once its question is answered, and the link that deletes an account.
    """
    count = 0
    place: Place | None = Place()
    while place is not None:
        place, accounts = store.scan_accounts(place, AT_ONCE)
        for one in accounts:
            store.end_login_codes(one.id)
            store.end_links(one.id)
            count += end_tokens(store, one.id)
            _switch_off_webhooks(store, one.id)
            _forget(store, one.id, *WITHOUT_TOKEN)
    for token in store.operator_tokens():
        count += store.revoke_operator_token(token.id)
    return count


def _switch_off_webhooks(store: Store, account: str) -> None:
    """Switch off the webhooks and chats of an account, drop the events waiting for them, and tell their owner."""
    for one in store.webhooks_of(account):
        if one.token:
            store.delete_webhook(account, one.id)  # its program's grant has ended
        elif one.state != "active":
            store.change_webhook(one, forget=True)  # a test that waited would switch it on
        else:
            tell_disabled(store, one, BY_RESTORE, store.now(), occasion=BY_RESTORE)
            store.change_webhook(one, forget=True, state="disabled", reason=BY_RESTORE)


def keep_unless_ended(store: Store, token: Token, take_back: Callable[[], object]) -> None:
    """Take back what a token has just made if the token was revoked meanwhile.

    To be called afterwards: revoking all access revokes tokens first, so either that finds what was made, or this finds
    no token.
    """
    if not store.good_tokens([token.id]):
        take_back()


# Blocked accounts: they can read, export their data and delete themselves, but do nothing at any table.
#
# The block works through tokens: all existing ones end, and new ones can neither play nor create matches. Letters and
# buttons act without a token, so they check the block; so does everything that affects others through another scope:
# vacations, which stop clocks, the time zone and the quiet hours, which move deadlines, bots, and new addresses of
# webhooks. A blocked account is no longer ready to substitute for anybody.
#
# Its seats count as absent: standing orders go on answering, then the rules do, and the others are asked as usual. Nobody
# at the table is told.


NOT_WHILE_BLOCKED = ("match:play", "match:create", "league:write")


def allowed_scopes(store: Store, account: str, scopes: Sequence[str]) -> tuple[str, ...]:
    """Return those of the scopes that a token of the account may have now."""
    if not set(NOT_WHILE_BLOCKED) & set(scopes) or store.blocking(account) is None:
        return tuple(scopes)
    return tuple(one for one in scopes if one not in NOT_WHILE_BLOCKED)


def why_blocked(store: Store, account: str) -> str | None:
    """Return when and why an account was blocked, in words for its owner, or ``None`` if it is not blocked."""
    found = store.blocking(account)
    return None if found is None else f"your account is blocked, since {timestamp(found.since)[:10]}: {found.why}"


def block_account(store: Store, account: str, why: str) -> int:
    """Block an account and its bots, and revoke all their tokens; return how many tokens that were.

    Blocking again changes the reason but not the time.
    """
    ended = _block(store, account, why)  # before its bots are read: one that is made meanwhile finds its owner blocked
    return ended + sum(_block(store, bot, why) for bot in store.bots_of(account))


def _block(store: Store, account: str, why: str) -> int:
    before = store.blocking(account)
    store.block(account, Blocking(store.now() if before is None else before.since, why))
    store.unlist_bot(account)
    return end_tokens(store, account)


def unblock_account(store: Store, account: str) -> bool:
    """Let an account and its bots play again; return ``False`` if it was not blocked. Its limited tokens are revoked, too."""
    was = store.unblock(account)
    for one in (account, *store.bots_of(account)):
        store.unblock(one)
        if was:
            end_tokens(store, one)
    return was
