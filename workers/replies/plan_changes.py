"""What the lines of a mail about standing orders make of those that are in force, or which of them is not clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.kit.plan_sentences import Order
from workers.replies import plan_in_bytes
from workers.replies.plain_speech import words_of
from workers.replies.plan_lines import End, PlanLine
from workers.replies.plan_mail import InForce, PlanMail, speaker, with_what_stands
from workers.replies.plan_reading import Mistyped, Wrong
from workers.replies.planned import Planned
from workers.replies.word_tables import LEAVING_OTHERS


def applied(lines: Sequence[PlanLine], stands: InForce, mail: PlanMail, *, sure: bool) -> Planned:
    """Return what would stand once all lines have counted, or why none does.

    :param sure: whether the mail is the player's; else a line is sent again in answer to a letter that may say it.
    """
    game = speaker(mail.record)
    start = None if stands.orders is None else [one for one in stands.orders if one is not None]
    now = start
    added: list[Order] = []
    ended: list[Order] = []
    for line in lines:
        says = line.says
        if isinstance(says, End):
            gone = _ends(says, stands.orders)
            if gone is None:
                return with_what_stands(mail.told("no-such", line=line.text), stands)
            now = [one for one in now or () if one not in gone] if says.number != 0 else []
            ended += [one for one in gone if one not in ended]
            added = added if says.number != 0 else []
        elif isinstance(says, Order):
            if now is None:
                return with_what_stands(mail.told("elsewhere", line=line.text), stands)
            outweighed = _outweighed(line.text, says, mail)
            now = [one for one in now if one.kind not in outweighed or one in added]
            now, added = game.orders_with(now, says), [*added, says]
        else:
            return with_what_stands(_asked_about(line, mail, stands, sure=sure), stands)
    # In the order in which they are numbered from now on.
    kept = game.orders_listed(game.orders_made(now)) if now else []
    dropped = [one for one in start or () if one not in kept and one not in ended]
    added = [one for one in added if one in kept]
    return replace(mail.told(), stands=kept, added=added, ended=ended, dropped=dropped, elsewhere=start is None)


def _ends(says: End, orders: Sequence[Order | None] | None) -> list[Order] | None:
    """Return which orders a line ends; of all that were set elsewhere none is known. ``None``: there is no such order."""
    still = [one for one in orders or () if one is not None]
    if says.number == 0:
        return still
    if says.number is None:
        return still if len(still) == 1 else None
    one = orders[says.number - 1] if orders is not None and says.number <= len(orders) else None
    return None if one is None else [one]


def _outweighed(text: str, order: Order, mail: PlanMail) -> tuple[str, ...]:
    """Return the kinds of orders of earlier mails that a line ends because it is about all and leaves nothing to others."""
    if not LEAVING_OTHERS.isdisjoint(words_of(text)):
        return ()
    return next((one.outweighs for one in mail.sentences() if one.kind == order.kind), ())


def _asked_about(line: PlanLine, mail: PlanMail, stands: InForce, *, sure: bool) -> Planned:
    """Return that a line is not clear; one that is an order but for letters mistyped is asked about."""
    if isinstance(line.says, Mistyped):
        raw = plan_in_bytes.packed(line.says.order, mail.sentences(), stands.seq)
        # What is too long for an address is sent again as a line, in answer to a letter that may say it.
        confirm = raw or (b"" if sure else plan_in_bytes.packed_again(mail.record.now))
        return replace(mail.told("mistyped", line=line.text), order=line.says.order, confirm=confirm)
    return replace(mail.told("wrong", line=line.text), wrong=line.says if isinstance(line.says, Wrong) else Wrong())


__all__ = ["applied"]
