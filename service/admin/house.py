"""The installation as a whole: announcements, maintenance, limits, the audit log."""

import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from engine.protocol.log import timestamp
from service.admin.operator import LONGEST_WHY, AdminError, Operator, plain_words
from service.config.operator_caps import CAPS, usual
from service.config.settings import Settings
from service.store import keys
from service.store.installation.audit import AuditEntry, Chain

LONGEST_ANNOUNCEMENT = 500
MOST_SAID = 2 * LONGEST_ANNOUNCEMENT + 100
"""The most characters of an audit entry about an announcement: both languages, and the end."""
PLACE = re.compile(r"\d{1,16}-\d{1,16}")
MOST_OWN = 1_000
"""The most accounts with limits of their own."""


def announce(operator: Operator, en: str, de: str | None = None, until: str | None = None) -> dict[str, Any]:
    """Announce something to everybody, replacing any earlier announcement, in English and German.

    :param until: when it expires (RFC 3339), or None to keep it until it is withdrawn.
    :raises AdminError: ``invalid``.
    """
    for pointer, words in (("/en", en), ("/de", de)):
        if words is not None:
            if not words.strip():
                raise AdminError("invalid", f"1 to {LONGEST_ANNOUNCEMENT} characters", pointer)
            plain_words(words, pointer, LONGEST_ANNOUNCEMENT)
    ends = _ending(operator, until)
    operator.note("announce", "", _said(en, de, until), longest=MOST_SAID)
    operator.store.announce({"en": en, "de": de or en}, ends)
    return announced(operator)


def end_announcement(operator: Operator) -> dict[str, Any]:
    """Withdraw the announcement."""
    operator.note("end announcement")
    operator.store.end_announcement()
    return announced(operator)


def announced(operator: Operator) -> dict[str, Any]:
    """Return the announcement: ``words`` by language, or None."""
    return {"words": operator.store.announced()}


def halt(operator: Operator, why: str, until: str | None = None) -> dict[str, Any]:
    """Accept no acts and let no deadline pass until :func:`resume`; players are shown why.

    :param until: when it is to end (RFC 3339); refused requests say so in ``Retry-After``. It ends by :func:`resume` only.
    :raises AdminError: ``invalid``.
    """
    if not why.strip():
        raise AdminError("invalid", "give a reason: players will see it", "/why")
    plain_words(why, "/why")
    ends = _ending(operator, until)
    operator.note("halt", why=why + (f" | until {until}" if until else ""), longest=LONGEST_WHY + 60)
    operator.store.halt(why, ends)
    return halted(operator)


def resume(operator: Operator) -> dict[str, Any]:
    """Resume a halted service; the clock's next beat gives running decisions their time back."""
    operator.note("resume")
    operator.store.go_on()
    return halted(operator)


def halted(operator: Operator) -> dict[str, Any]:
    """Return why the service is halted, and until when as announced; None while it runs."""
    until = operator.store.halted_until()
    return {"why": operator.store.halted(), "until": None if until is None else timestamp(until)}


def limits(operator: Operator, settings: Settings | None = None) -> dict[str, Any]:
    """Return all limits that can be changed (current, default and highest values), and those of single accounts.

    :param settings: those of the installation; without them ``usual`` is a fresh installation's.
    """
    kept = operator.store.caps()
    return {
        "limits": [
            {
                "name": name,
                "what": cap.what,
                "now": kept.get(name, usual(settings, name)),
                "usual": usual(settings, name),
                "most": cap.most,
                "each": cap.each,
            }
            for name, cap in CAPS.items()
        ],
        "of_accounts": [
            {"name": name, "account": account, "now": most}
            for name, account, most in ((*one.split(" ", 1), most) for one, most in sorted(kept.items()) if " " in one)
        ],
    }


def set_limit(
    operator: Operator, name: str, most: int | None, account: str = "", why: str = "", settings: Settings | None = None
) -> dict[str, Any]:
    """Change a limit at once, without a restart, for everybody or for one account; None restores the default.

    :raises AdminError: ``not-found`` for an unknown name, ``invalid`` for a number out of bounds, or for an account if
    the limit is a common one.
    """
    if name not in CAPS:
        raise AdminError("not-found", f"there is no such limit: {', '.join(CAPS)}", "/name")
    cap = CAPS[name]
    if account and (not cap.each or not keys.ACCOUNT.fullmatch(account)):
        raise AdminError("invalid", "give the id of an account, for a limit that each account has", "/account")
    if most is not None and not 0 <= most <= cap.most:
        raise AdminError("invalid", f"0 to {cap.most}", "/most")
    place = f"{name} {account}".strip()
    if most is not None and len({*operator.store.caps(), place}) > MOST_OWN + len(CAPS):
        raise AdminError(
            "not-possible", f"{MOST_OWN} accounts have limits of their own: reset one of them to 'usual' first"
        )
    plain_words(why, "/why")
    operator.note(
        "limit",
        account,
        f"{name}: {'as usual' if most is None else most}" + (f" ({why})" if why else ""),
        longest=LONGEST_WHY + 60,
    )
    operator.store.set_cap(place, most)
    return limits(operator, settings)


def audit(operator: Operator, cursor: str | None = None, limit: int = 50) -> dict[str, Any]:
    """Return the actions of operators, the newest first. :raises AdminError: ``invalid``, for another list's cursor."""
    if cursor is not None and not PLACE.fullmatch(cursor):
        raise AdminError("invalid", "is not a cursor of this list", "/cursor")
    page = operator.store.audit_page(cursor, limit)
    return {"entries": [_entry(one) for one in page.entries], "next": page.older}


def check_audit(operator: Operator) -> dict[str, Any]:
    """Return whether the chain of the audit log is intact: the number of entries, the last hash, the first fault in words."""
    return chain_facts(operator.store.check_audit())


def chain_facts(chain: Chain) -> dict[str, Any]:
    """Return the result of a check as JSON."""
    return {"entries": chain.entries, "end": chain.end, "fault": chain.fault}


def _ending(operator: Operator, until: str | None) -> int | None:
    """Return a time in the future in ms. :raises AdminError: ``invalid``, for one that is over."""
    ends = None if until is None else int(datetime.fromisoformat(until).timestamp() * 1000)
    if ends is not None and ends <= operator.store.now():
        raise AdminError("invalid", "this is over already; times are UTC", "/until")
    return ends


def _said(en: str, de: str | None, until: str | None) -> str:
    """Return an announcement's whole content, for the audit log."""
    return en + (f" | {de}" if de else "") + (f" | until {until}" if until else "")


def _entry(one: AuditEntry) -> dict[str, Any]:
    return {**asdict(one), "at": timestamp(one.at)}
