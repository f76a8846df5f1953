"""``HERE`` in a mail that comes again: what it is about is noted before it is said, so that a copy says it of nothing else.

A copy comes while the answer could not be sent, for up to an hour. Until then the seat may be missed, or handed over, once more,
which the mail did not mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.context import Context
from service.matches.absence import receipt_for_here
from service.matches.matters import Matter, Option
from service.store.records import Record
from service.store.replies import ReplyNote
from workers.replies.outcome import Done, Note


def note_here(note: Note, before: ReplyNote, meant: Sequence[tuple[Matter, Option]]) -> None:
    """Note what a mail is about to say ``HERE`` about."""
    about = next((matter for matter, option in meant if option == "here"), None)
    if about is not None:
        note(before.commitments, here=_named(about))


def here_before(
    context: Context, record: Record, seat: int, before: ReplyNote, matters: Sequence[Matter]
) -> list[Done]:
    """Return what this very mail has said before with ``HERE``; nothing if it has not, or if that is still to be said."""
    if not before.here or before.here in map(_named, matters):
        return []
    kind, _, head = before.here.partition(" ")
    about = Matter("keep" if kind == "keep" else "here", seat, head, ("here",))
    receipt = receipt_for_here(context, record, seat)
    return [Done(None, None, "said", matter=about, option="here", receipt=receipt)]


def _named(matter: Matter) -> str:
    return f"{matter.kind} {matter.head}"


__all__ = ["here_before", "note_here"]
