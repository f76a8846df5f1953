"""Words about a seat, a request or a vacation in a mail that comes again: what they are about is noted before they are said.

A copy comes while the answer could not be sent, for up to an hour. Meanwhile the player may have said something else on the
page, and the seat may be missed, or handed over, once more: the copy changes nothing about either. Nor does it end a second
vacation, or enter one that was ended since.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.context import Context
from service.matches.absence import receipt_for_here
from service.matches.matters import Matter, Option
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from service.vacation_days import changes_of
from workers.replies.outcome import Done, Note

VACATIONS = "vacations "
"""How what is noted of vacations begins; how often they had changed follows."""


def note_said(note: Note, before: ReplyNote, meant: Sequence[tuple[Matter, Option]]) -> None:
    """Note what a mail is about to say something about."""
    if meant:
        note(before.commitments, said=[_named(matter) for matter, _ in meant])


def has_changed(before: ReplyNote, matter: Matter, option: Option) -> bool:
    """Return whether something else was said since about what this very mail has been about before."""
    return _named(matter) in before.said and matter.said not in (None, option)


def here_before(
    context: Context, record: Record, seat: int, before: ReplyNote, matters: Sequence[Matter]
) -> list[Done]:
    """Return what this very mail has said before with ``HERE``; nothing if it has not, or if that is still to be said."""
    about = next((one for one in before.said if one.startswith(("here ", "keep "))), None)
    if about is None or about in map(_named, matters):
        return []
    kind, _, head, _ = about.split(" ")
    matter = Matter("keep" if kind == "keep" else "here", seat, head, ("here",))
    receipt = receipt_for_here(context, record, seat)
    return [Done(None, None, "said", matter=matter, option="here", receipt=receipt)]


def note_vacations(note: Note, before: ReplyNote, account: Account) -> None:
    """Note that a mail is about to change the account's vacations as they are now."""
    note(before.commitments, said=[_vacations_of(account)])


def vacations_changed(before: ReplyNote, account: Account) -> bool:
    """Return whether the vacations have changed since this very mail was about to do so: by itself, or otherwise."""
    noted = [one for one in before.said if one.startswith(VACATIONS)]
    return bool(noted) and _vacations_of(account) not in noted


def _vacations_of(account: Account) -> str:
    return f"{VACATIONS}{changes_of(account)}"


def _named(matter: Matter) -> str:
    return f"{matter.kind} {matter.about} {matter.head} {matter.player}"


__all__ = ["has_changed", "here_before", "note_said", "note_vacations", "vacations_changed"]
