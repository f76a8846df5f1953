"""The email addresses of an account: a code sent to a new one, a notice to the old one, and a way back.

Letters go to one address; answers count from up to :data:`MOST_OTHER_MAILS` others, too, which were confirmed in the same
way. They cannot be used for logging in, and each of them can become the main address without another code. So a letter to
the main address tells of each new one, with the same way back, which removes all of them.

Whoever reads the account's mail owns the account, so a change needs both a token that came by such mail (from a login,
or of a recently signed-in browser) and the code; neither is enough alone. The old address is notified, with a link that
for two weeks restores it, whatever has been changed since, and revokes all access to the account. For that long it
stays linked to the account, so nobody else can take it. Requests do not reveal whether an address is known; only its
owner, who has the code, learns that.
"""

import secrets
from dataclasses import dataclass, replace

from service.accounts import AccountError
from service.accounts.access.work import count
from service.accounts.mail.mail_address import mailbox_of
from service.config.networks import network_of
from service.context import Context
from service.ending import end_access, end_tokens
from service.notifications.facts import NewAddressFacts, OldAddressFacts
from service.notifications.kinds import ADDRESS_ASKED, ADDRESS_CHANGED
from service.notifications.notices import about_account
from service.store.outbox import recipient_of_notice
from service.store.records import ENDED, OTHER_MAILS, Account, Notice
from service.store.store import Token
from service.text.names import UNNAMED

CODE_LIFE = 3_600_000
"""How long the code in the letter to the new address is valid, in milliseconds."""
UNDO_LIFE = 14 * 86_400_000
"""How long the old address can take the account back, in milliseconds."""
STAYS_LONGER = 3_600_000
"""How much longer than that the old address stays linked to the account, in milliseconds: clocks differ."""
MOST_CHANGES = 10
"""The most changes of one account that can be undone at the same time."""
MOST_OTHER_MAILS = 4
"""The most addresses of an account besides the one that receives letters."""
FRESH = 12 * 3_600_000
"""How long after its login a browser may change the address, in milliseconds."""
PER_ACCOUNT, PER_MAILBOX, PER_NETWORK = (5, 86_400), (5, 86_400), (20, 3_600)
"""Letters to new addresses, in how many seconds."""
ASKED, CHANGED = ADDRESS_ASKED.name, ADDRESS_CHANGED.name
HIDDEN = "address"
MOVED = "moved"
"""The preference with the times (ms) of requests for address changes that can still be undone."""
UNDONE = "undone"
"""The preference with the time (ms) when a change was last undone: codes requested before then are invalid."""


class _ChangedSince(Exception):
    """The account has changed since the change was decided."""


def may_change(context: Context, token: Token) -> bool:
    """Return whether a token may change the address: one from a login by mail, or a browser's of the last hours."""
    return token.kind == "login" or (token.kind == "session" and context.store.now() - token.created < FRESH)


def request_change(context: Context, account: Account, mail: str, address: str, *, additional: bool = False) -> bool:
    """Send a code to a new address. Effects and answer do not depend on whether the address is known.

    :param address: network address of the caller, for the limits.
    :param additional: whether letters still go to the account's present address, and only answers count from the new one.
    :return: whether the address was changed at once, to one already confirmed.
    :raises AccountError: ``invalid`` for an address already in this role; ``too-many-addresses``; ``too-many-mail-changes``.
    """
    other = next((one for one in account.other_mails if _same(mail, one)), None)
    additional = additional and account.mail != ""  # a guest's first address is the one for letters
    if _same(mail, account.mail) or (additional and other):
        raise AccountError("invalid", "this is your address already", "/mail")
    if other:
        overtaken = AccountError("invalid", "the address was changed meanwhile: load your account again", "/mail")
        _change(context, account, other, context.store.now(), overtaken)
        return True
    if additional:
        _check_number(account)
    for name, who, limit in (
        ("mail-change-network", network_of(address), PER_NETWORK),
        ("mail-change", account.id, PER_ACCOUNT),
        ("mail-change-to", mailbox_of(mail), PER_MAILBOX),
    ):
        count(context, name, who, limit, "too-many-mail-changes")
    # The letter needs an account to be queued with, as that of a login does; it is purged if nothing comes of it.
    there = context.store.create_account(mail=mail, name=UNNAMED)
    now = context.store.now()
    said = {
        "account": account.id,
        "mail": mail,
        "from": _word(context, account.mail),
        "at": now,
        **({"additional": True} if additional else {}),
    }
    facts = NewAddressFacts(
        hidden_code=context.links.hide(ASKED, context.links.make(ASKED, said, now + CODE_LIFE)),
        hidden_mail=context.links.hide(HIDDEN, mail),
        expires=now + CODE_LIFE,
        language=account.language,
        zone=account.zone,
        additional=additional,
    )
    _queue(context, about_account(ADDRESS_ASKED, there.id, facts, occasion=secrets.token_hex(8), at=now))
    return False


def confirm_change(context: Context, account: Account, code: str) -> Account:
    """Change or add an address with the code of the letter; repeating it after a lost answer has no further effect.

    :raises AccountError: ``code-wrong`` for a code that is wrong, expired, another account's, or older than another
    change; ``mail-taken``; ``too-many-addresses``; ``too-many-mail-changes``.
    """
    said = context.links.read(ASKED, code)
    if said is None or said["account"] != account.id:
        raise AccountError("code-wrong", "this code is invalid, expired or another account's", "/code")
    new, asked, additional = str(said["mail"]), int(said["at"]), said.get("additional") is True
    if _same(new, account.mail) or (additional and any(_same(new, one) for one in account.other_mails)):
        return account
    overtaken = AccountError(
        "code-wrong", "the address was changed since this code was made: ask for a new one", "/code"
    )
    if said["from"] != _word(context, account.mail) or asked <= _last_change(account):
        raise overtaken
    return (_add if additional else _change)(context, account, new, asked, overtaken)


def remove_mail(context: Context, account: Account, mail: str) -> Account:
    """Stop counting answers from one of the account's other addresses.

    :raises AccountError: ``not-found`` for any other address.
    """
    found = next((one for one in account.other_mails if _same(mail, one)), None)
    if found is None:
        raise AccountError("not-found", "this is not one of your other addresses")

    def change(before: Account) -> dict[str, object]:
        return {"prefs": {**before.prefs, OTHER_MAILS: [one for one in before.other_mails if one != found]}}

    changed = context.store.change_account(account.id, change)
    _let_go(context, account.id, found, 0 if not _moved(account) else UNDO_LIFE + STAYS_LONGER)
    return changed or account


def _add(context: Context, account: Account, new: str, asked: int, overtaken: AccountError) -> Account:
    """Count answers from a confirmed address; ``asked`` is when that was requested (ms)."""
    _check_number(account)
    if context.store.claim_mail(account.id, new) == "taken":
        raise AccountError("mail-taken", "this address has an account of its own: log in with it", "/code")
    _tell_old(context, account, asked, context.store.now(), additional=True)

    def change(before: Account) -> dict[str, object]:
        ended = asked < before.prefs.get(ENDED, 0)
        if before.mail != account.mail or asked <= _last_change(before) or ended:
            raise _ChangedSince
        _check_number(before)
        others = [one for one in before.other_mails if not _same(one, new)]
        return {"prefs": {**before.prefs, OTHER_MAILS: [*others, new]}}

    try:
        changed = context.store.change_account(account.id, change)
    except (_ChangedSince, AccountError) as error:
        _let_go(context, account.id, new, UNDO_LIFE + STAYS_LONGER)
        raise (overtaken if isinstance(error, _ChangedSince) else error) from None
    if changed is None:
        context.store.retire_mail(account.id, new, 0)
        raise AccountError("code-wrong", "this account is being deleted", "/code")
    return changed


def _change(context: Context, account: Account, new: str, asked: int, overtaken: AccountError) -> Account:
    """Send letters to a confirmed address from now on; ``asked`` is when that was requested (ms)."""
    old, now = account.mail, context.store.now()
    standing = _standing(account, now)
    if len(standing) >= MOST_CHANGES:
        wait = (standing[0] + UNDO_LIFE - now) // 1000 + 1
        raise AccountError("too-many-mail-changes", "the address was changed too often recently", retry_after=wait)
    claimed = context.store.claim_mail(account.id, new)
    if claimed == "taken":
        raise AccountError("mail-taken", "this address has an account of its own: log in with it", "/code")
    if old:
        _tell_old(context, account, asked, now)

    def change(before: Account) -> dict[str, object]:
        if before.mail != old or asked <= _last_change(before) or before.other_mails != account.other_mails:
            raise _ChangedSince
        prefs = {**before.prefs, MOVED: [*_standing(before, now), asked]}
        others = [one for one in before.other_mails if not _same(one, new)]
        if len(others) < len(before.other_mails):  # the two change places
            prefs[OTHER_MAILS] = [*others, old] if old else others
        return {"mail": new, "verified": True, "bouncing": False, "prefs": prefs}

    try:
        changed = context.store.change_mail(account.id, change)
    except _ChangedSince:
        changed = context.store.account(account.id)
        if changed is None or not _same(changed.mail, new):
            # One that led here before may be an old address, which can take the account back.
            _let_go(context, account.id, new, 0 if claimed == "claimed" else UNDO_LIFE + STAYS_LONGER)
            raise overtaken from None
    if changed is None:
        context.store.retire_mail(account.id, new, 0)
        raise AccountError("code-wrong", "this account is being deleted", "/code")
    _release(context, changed, old)
    return changed


@dataclass(frozen=True)
class Undo:
    """The undo that a link in a letter to an address offers, of what was asked for ``at`` (ms).

    ``additional``: another address was added, and letters still went to this one. ``done``: there is nothing left to undo.
    """

    account: Account
    mail: str
    at: int
    additional: bool
    done: bool = False

    def stands(self, account: Account) -> bool:
        """Return whether what this undoes has not been undone yet."""
        return self.at > account.prefs.get(UNDONE, 0) if self.additional else self.at in _moved(account)


def undo_of(context: Context, link: str) -> Undo | None:
    """Return what a link would undo, or None if it is not ours, expired, or superseded by another one that was used."""
    said = context.links.read(CHANGED, link)
    account = None if said is None else context.store.account(said["account"])
    if said is None or account is None:
        return None
    found = Undo(account, said["mail"], said["at"], said.get("additional") is True)
    stands = found.stands(account)
    if account.mail == found.mail and not (stands and found.additional):
        return replace(found, done=True)
    return found if stands else None


def undo_change(context: Context, link: str) -> Undo | None:
    """Give the account its old address back, alone, and revoke all access by whoever changed or added one.

    This calls :func:`~service.ending.end_access`, and disables the undo links for later addresses. Doing it again
    changes nothing.
    """
    found = undo_of(context, link)
    if found is None:
        return None
    account, store = found.account, context.store
    if found.done:
        if account.prefs.get(UNDONE, 0) > account.prefs.get(ENDED, 0):  # it was interrupted
            end_access(store, account.id)
        return found
    end_tokens(store, account.id)
    if store.claim_mail(account.id, found.mail) == "taken":
        return None
    other, now = "", store.now()

    def change(before: Account) -> dict[str, object]:
        nonlocal other
        if not found.stands(before):
            raise _ChangedSince
        other = before.mail
        others = [one for one in before.other_mails if not _same(one, found.mail)]
        moved = [one for one in _moved(before) if one < found.at]
        prefs = {**before.prefs, OTHER_MAILS: others, MOVED: moved, UNDONE: now}
        return {"mail": found.mail, "verified": True, "bouncing": False, "prefs": prefs}

    try:
        changed = store.change_mail(account.id, change)
    except _ChangedSince:
        again = undo_of(context, link)
        if again is None or not again.done:
            _let_go(context, account.id, found.mail, UNDO_LIFE + STAYS_LONGER)
        return again
    if changed is None:  # the account is being deleted
        store.retire_mail(account.id, found.mail, 0)
        return None
    if other and not _same(other, found.mail):
        store.retire_mail(account.id, other, 0)
    end_access(store, account.id)
    return replace(found, account=changed, done=True)


def elsewhere(context: Context, notice: Notice) -> str:
    """Return the address that a letter must go to, or an empty string for the account's present one."""
    hidden = notice["facts"].get("hidden_mail")
    return context.links.reveal(HIDDEN, hidden) if hidden else ""


def _tell_old(context: Context, account: Account, asked: int, now: int, *, additional: bool = False) -> None:
    """Queue the letter to the present address before anything is changed, so that no crash can suppress it.

    A change has one letter and one undo link, identified by the time of the request, however often its code is sent.
    """
    expires = asked + UNDO_LIFE
    said = {"account": account.id, "mail": account.mail, "at": asked, **({"additional": True} if additional else {})}
    link = context.links.make(CHANGED, said, expires)
    facts = OldAddressFacts(
        hidden_code=context.links.hide(CHANGED, link),
        hidden_mail=context.links.hide(HIDDEN, account.mail),
        expires=expires,
        additional=additional,
    )
    _queue(context, about_account(ADDRESS_CHANGED, account.id, facts, occasion=str(asked), at=now))


def _release(context: Context, account: Account, old: str) -> None:
    """Keep the old address linked to the account for as long as the change can be undone."""
    if old:
        context.store.end_login_codes(account.id)
        _let_go(context, account.id, old, UNDO_LIFE + STAYS_LONGER)


def _let_go(context: Context, account: str, mail: str, life: int) -> None:
    """Keep an address linked to the account for ``life`` more milliseconds, unless it is one of its addresses now."""
    now = context.store.account(account)
    if now is None or not any(_same(mail, one) for one in now.mails):
        context.store.retire_mail(account, mail, life)


def _check_number(account: Account) -> None:
    if len(account.other_mails) >= MOST_OTHER_MAILS:
        most = f"an account has at most {MOST_OTHER_MAILS + 1} addresses: remove one first"
        raise AccountError("too-many-addresses", most)


def _queue(context: Context, notices: list[Notice]) -> None:
    for notice in notices:
        context.store.notify([notice], recipient_of_notice(notice))


def _standing(account: Account, now: int) -> list[int]:
    """Return the times of address changes that can still be undone."""
    return [one for one in _moved(account) if one > now - UNDO_LIFE]


def _last_change(account: Account) -> int:
    """Return when the address was last changed or restored (ms): earlier codes are invalid."""
    undone = account.prefs.get(UNDONE, 0)
    return max([undone if isinstance(undone, int) else 0, *_moved(account)])


def _moved(account: Account) -> list[int]:
    return [one for one in account.prefs.get(MOVED, []) if isinstance(one, int)]


def _word(context: Context, mail: str) -> str:
    """Return a word for an address that does not reveal it."""
    return context.links.derive("mail-change", mail)[:12].hex()


def _same(one: str, other: str) -> bool:
    return one.strip().lower() == other.strip().lower()
