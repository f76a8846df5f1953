"""What the answer to a mail is about: its subject, and what it asks to confirm, which its address says."""

from __future__ import annotations

from typing import Any

from workers.replies import giving_up, plans_told, rematch
from workers.replies.outcome import Outcome
from workers.replies.time_off import to_confirm


def to_confirm_in(outcome: Outcome) -> bytes | None:
    """Return the eight bytes that say what the answer asks to confirm, ``None`` if it asks for nothing of the kind."""
    now, time_off = outcome.record.now, outcome.time_off
    if outcome.resigns:
        return giving_up.packed(now)
    if outcome.rematch is not None and outcome.rematch.did == "confirm":
        return rematch.packed(now)
    if outcome.planned is not None and outcome.planned.confirm:
        return outcome.planned.confirm
    days = to_confirm(time_off) if time_off is not None and time_off.did == "confirm" else None
    return days.packed() if days is not None and days.fits else None


def subject_of(outcome: Outcome, words: Any, *, acted: bool) -> str:
    """Return what the answer is about, in short."""
    special = _special(outcome, words)
    if special is not None:
        return special
    if acted:
        return _of_what_was_done(outcome, words)
    if not _asks_only(outcome):
        return str(words.subject_nothing())
    if outcome.explains or "rules" in outcome.orders:
        return str(words.subject_card() if outcome.explains else words.subject_rules())
    return str(words.subject_help() if "help" in outcome.orders else words.subject_news())


def _special(outcome: Outcome, words: Any) -> str | None:
    """Return what an answer is about that is no answer to the table's questions."""
    if outcome.language is not None:
        return str(words.subject_language())
    done = {one.act for one in outcome.done}
    if outcome.planned is not None:
        return plans_told.subject(outcome, words)
    if outcome.rematch is not None:
        return str(words.subject_rematch(outcome.rematch.did))
    said = {"comes-back": words.subject_comes_back, "taken-back": words.subject_taken_back}
    found = next((word for act, word in said.items() if act in done), None)
    if found is None and outcome.resigns:
        found = words.subject_resign
    if found is None and outcome.time_off is not None and outcome.time_off.did == "confirm":
        return str(words.subject_confirm(outcome.time_off.last is None))
    if found is None and "resigned" in done:
        found = words.subject_resigned
    return None if found is None else str(found())


def _of_what_was_done(outcome: Outcome, words: Any) -> str:
    """Return what a mail has done: time and vacations by their name, everything else is an answer."""
    if outcome.time_off is not None:
        return str(words.subject_vacation(outcome.time_off.did == "entered"))
    kinds = {one.matter.kind for one in outcome.done if one.act == "said" and one.matter is not None}
    if kinds == {"time"}:
        return str(words.subject_time())
    return str(words.subject_asked() if kinds == {"ask"} else words.subject_done())


def _asks_only(outcome: Outcome) -> bool:
    asks = outcome.time_off is None or outcome.time_off.did == "listed"
    return asks and outcome.trouble is None and not outcome.done


__all__ = ["subject_of", "to_confirm_in"]
