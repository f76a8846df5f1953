"""Ending a match because its operator says so: closed in its log where the log can say it, otherwise on its table alone.

It comes before everything else of a step and asks the rules nothing: they may be what fails. Nothing that was sealed is opened
any more, and nothing that was decided or asked for is carried out.
"""

from __future__ import annotations

from typing import cast

from engine.contract import Game
from engine.match.step import Step
from engine.match.stopping import reason_in_log
from engine.protocol.agreements import STOPPED
from engine.protocol.canon import b64, unb64
from service.context import Context
from service.notifications.collection import News
from service.notifications.facts import OverFacts
from service.notifications.kinds import OVER
from service.notifications.notices import about_match, waiting_time
from service.store.records import Notice, Record, Transition
from workers.resolve.messages import disclosed, unheard


def stop(context: Context, record: Record, at: int) -> Transition:
    """Return the transition that ends a match at this time (ms)."""
    signer, why = context.signers.of(record.table), record.table["stopped"]["why"]
    step = Step(
        cast("Game", None),  # closing asks the rules nothing
        record.table,
        record.state,
        n=record.n,
        head=record.head,
        at=record.at,
        now=at,
        sign=lambda n, head: signer.sign_head(record.match, n, head),
    )
    step.table["request"] = ""
    reason = reason_in_log(record.table)
    if reason is None or record.seed is None:
        step.end(None, STOPPED)
    else:
        step.disclosures = disclosed(record)
        step.close(None, reason, unb64(record.seed), why=why if reason == STOPPED else None)
    news = _news(context, record, step)
    return Transition(
        match=record.match,
        n=record.n,
        table=step.table,
        head=b64(step.head),
        at=step.at,
        lines=step.lines,
        acts_version=record.acts_version,
        basis=record.basis,
        state=record.state,
        due=None,
        ended=step.ended,
        erase_seed=True,
        notices=news,
        messages=unheard(record),
        unparks=True,
        now=record.now,
    )


def _news(context: Context, record: Record, step: Step) -> list[Notice]:
    """Tell everybody at the table, and its owner, who may have no seat."""
    news = News(context.settings.hold_off, record.now)
    news.over(step)
    owner, told = step.table["owner"], news.notices(step)
    if owner and all(one["account"] != owner for one in told):
        facts = OverFacts(outcome=None, reason=step.table["over"], why=step.table["stopped"]["why"])
        wait = waiting_time(OVER.urgency, context.settings.hold_off)
        told += about_match(OVER, step, owner, None, facts, at=record.now, wait=wait)
    return told


__all__ = ["stop"]
