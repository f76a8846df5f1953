"""The answers that a mail gives: acts of its seat under openings made here, each noted before it is sent to the store.

The note holds commitments alone, which give nothing away; when the same mail comes again, a commitment that the match has seen is
an act that counted, whatever became of the process that made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.contract import Move
from engine.match.standing import opening_around
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.canon import canonical
from engine.protocol.seal import Opening, commitment_of
from service.context import Context
from service.matches import acts
from service.matches.changes import tries_of_act
from service.matches.errors import ActError
from service.matches.numbering import Numbered
from service.matches.receipts import Acted, receipt_of
from service.signing import new_seed
from service.store.records import Record
from service.store.replies import ReplyNote
from workers.replies.outcome import Done, Note

TO_SAY = ""
"""What is noted in place of a commitment to orders that are still to be set once the choice counts."""


def counted_of(context: Context, match: str, before: ReplyNote) -> dict[str, str]:
    """Return which of the acts that this mail was about to make the match has taken, by decision."""
    made = [(decision, commitment) for decision, commitment in before.commitments.items() if commitment != TO_SAY]
    seen = context.store.seen(match, [commitment for _, commitment in made]) if made else []
    return {decision: commitment for (decision, commitment), known in zip(made, seen, strict=True) if known}


def give(
    context: Context,
    record: Record,
    seat: int,
    picked: Sequence[tuple[Numbered, Move]],
    counted: dict[str, str],
    note: Note,
    *,
    wait: bool,
    says_more: bool = False,
) -> list[Done]:
    """Answer with the choices that were picked; those of ``counted``, which this very mail has given before, are only told.

    :param says_more: the mail says with them what may follow, which is set when they count.
    """
    openings: dict[str, Opening] = {}
    for one, move in picked:
        if one.standing["id"] not in counted:
            openings[one.standing["id"]] = opening_around(record.table, one.standing, seat, move, new_seed())
    commitments = {decision: commitment_of(canonical(opening)) for decision, opening in openings.items()}
    if commitments:
        note({**counted, **commitments, **({ORDERS: TO_SAY} if says_more and ORDERS not in counted else {})})
    found = []
    for one, move in picked:
        decision = one.standing["id"]
        if decision in counted:
            found.append(_had_counted(context, record, seat, one.standing, move, counted[decision]))
        else:
            found.append(act_on(context, record, seat, one.standing, openings[decision], wait=wait))
    return found


def _had_counted(context: Context, record: Record, seat: int, standing: Standing, move: Move, commitment: str) -> Done:
    act = record.acts.get((standing["id"], seat))
    if act is None or act.commitment != commitment:
        return Done(standing, None, "before", commitment=commitment)
    receipt, signature = receipt_of(context, record.table, act)
    return Done(standing, move, "before", Acted(act, receipt, signature, None, False, None), commitment=commitment)


def act_on(context: Context, record: Record, seat: int, standing: Standing, opening: Opening, *, wait: bool) -> Done:
    """Seal or answer one decision, instead of what the seat has answered there so far."""
    move, decision = opening["move"], standing["id"]
    for now in tries_of_act(context, record, seat):
        act = now.acts.get((decision, seat))
        replaces = 0 if act is None else act.seq
        try:
            send = acts.commit if standing["sealed"] else acts.answer
            answer = acts.SeatAct(decision, opening=opening, replaces=replaces, wait=wait, held_by="mail")
            acted = send(context, now, seat, answer)
        except ActError as error:
            if error.code != "stale":
                return Done(standing, move, "refused", refused=error.code)
            continue
        kind: Literal["sealed", "answered"] = "sealed" if standing["sealed"] else "answered"
        return Done(standing, move, kind, acted, opening, acted.act.commitment or "")
    return Done(standing, move, "refused", refused="stale")


def closes(acted: Acted) -> bool:
    """Return whether the match has become due by an act: it was the last one that was awaited, or it set orders."""
    return acted.act.decision == ORDERS or (acted.closes is not None and acted.closes <= acted.act.received)


__all__ = ["act_on", "closes", "counted_of", "give"]
