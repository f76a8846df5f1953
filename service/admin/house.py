"""The installation as a whole: announcements, maintenance, limits, the audit log."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from engine.protocol.log import timestamp
from service.admin.operator import LONGEST_WHY, AdminError, Operator, plain_words
from service.config.operator_caps import CAPS, usual
from service.config.settings import Settings
from service.store import keys
from service.store.installation.audit import AuditEntry

LONGEST_ANNOUNCEMENT = 500
MOST_SAID = 2 * LONGEST_ANNOUNCEMENT + 100
"""Characters of the entry about an announcement: both languages, and until when."""
PLACE = re.compile(r"\d{1,16}-\d{1,16}")
MOST_OWN = 1_000
"""How many accounts may have limits of their own."""


def announce(operator: Operator, en: str, de: str | None = None, until: str | None = None) -> dict[str, Any]:
    """Show words to everybody in place of what was announced before, in English and German.

    :param until: when it ends by itself (RFC 3339); ``None``: when it is taken back.
    :raises AdminError: ``invalid``.
    """
    for pointer, words in (("/en", en), ("/de", de)):
        if words is not None:
            if not words.strip():
                raise AdminError("invalid", f"1 to {LONGEST_ANNOUNCEMENT} characters", pointer)
            plain_words(words, pointer, LONGEST_ANNOUNCEMENT)
    ends = None if until is None else int(datetime.fromisoformat(until).timestamp() * 1000)
    if ends is not None and ends <= operator.store.now():
        raise AdminError("invalid", "this is over already; times are UTC", "/until")
    operator.note("announce", "", _said(en, de, until), longest=MOST_SAID)
    operator.store.announce({"en": en, "de": de or en}, ends)
    return announced(operator)


def end_announcement(operator: Operator) -> dict[str, Any]:
    """Take back what is announced."""
    operator.note("end announcement")
    operator.store.end_announcement()
    return announced(operator)


def announced(operator: Operator) -> dict[str, Any]:
    """Return what is announced: ``words`` by language, or ``None``."""
    return {"words": operator.store.announced()}


def halt(operator: Operator, why: str) -> dict[str, Any]:
    """Take no acts and let no deadline pass until :func:`resume`; players are shown why. :raises AdminError: ``invalid``."""
    if not why.strip():
        raise AdminError("invalid", "say why: players are shown it", "/why")
    plain_words(why, "/why")
    operator.note("halt", why=why)
    operator.store.halt(why)
    return halted(operator)


def resume(operator: Operator) -> dict[str, Any]:
    """Let a halted service go on; the clock's next beat gives running decisions their time back."""
    operator.note("resume")
    operator.store.go_on()
    return halted(operator)


def halted(operator: Operator) -> dict[str, Any]:
    """Return why the service is halted, ``None`` while it runs."""
    return {"why": operator.store.halted()}


def limits(operator: Operator, settings: Settings | None = None) -> dict[str, Any]:
    """Return all limits that can be changed: what holds, what is usual, the most that may be set; and those of accounts.

    :param settings: those of the installation; without them ``usual`` is that of a fresh one.
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
    """Change a limit at once, without a restart, for everybody or for one account; ``None`` restores the usual one.

    :raises AdminError: ``not-found`` for a name that there is not, ``invalid`` for a number out of bounds, or for an account
        where the limit is one of all together.
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
        raise AdminError("not-possible", f"{MOST_OWN} accounts have limits of their own: give one back its usual one")
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
    """Return what operators did, the newest first. :raises AdminError: ``invalid``, for a cursor of another list."""
    if cursor is not None and not PLACE.fullmatch(cursor):
        raise AdminError("invalid", "is not a cursor of this list", "/cursor")
    page = operator.store.audit_page(cursor, limit)
    return {"entries": [_entry(one) for one in page.entries], "next": page.older}


def check_audit(operator: Operator) -> dict[str, Any]:
    """Return whether the chain of the audit log holds: how many entries, the hash of the last, the first fault in words."""
    return asdict(operator.store.check_audit())


def _said(en: str, de: str | None, until: str | None) -> str:
    """Return all that an announcement says, for the audit log."""
    return en + (f" | {de}" if de else "") + (f" | until {until}" if until else "")


def _entry(one: AuditEntry) -> dict[str, Any]:
    return {**asdict(one), "at": timestamp(one.at)}


__all__ = [
    "announce",
    "announced",
    "audit",
    "check_audit",
    "end_announcement",
    "halt",
    "halted",
    "limits",
    "resume",
    "set_limit",
]
