"""News of a step: who is told what. Facts only; sentences are made when the mail is written.

A notice's id is made from the match, the log position, the seat and the kind, so resolving twice cannot tell twice. What
only accompanies (an opponent's open move) waits a day for company; it goes out with the next mail that asks something.
Who goes on with his own turn, action by action, gets no mail for each: only when he has left in the middle of it.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Event
from engine.match.step import Resolution, Standing, Step, standing_of
from engine.protocol.canon import b64
from service.store.records import Message, Notice

AT_THE_TABLE = 3_600_000
"""How long at most somebody whose own answer brought him the next question is taken to be still there, in milliseconds."""
COMPANY = 86_400_000
"""How long news that ask nothing wait for a mail to go along with, in milliseconds."""


class News:
    """Collects the notices of one step. ``hold_off`` and ``now`` in milliseconds."""

    def __init__(self, hold_off: int, now: int) -> None:
        self._hold_off = hold_off
        self._now = now
        self._told: list[tuple[str, int, int, dict[str, Any], int]] = []

    def started(self, step: Step) -> None:
        """Tell everybody that the match has begun."""
        for seat in range(len(step.table["seats"])):
            self._tell("started", step.n, seat, {}, self._hold_off)

    def _resolved(self, step: Step, resolution: Resolution) -> None:
        """Tell what was played and what came of it; who moved openly knows and is not told.

        That it was an order only its owner may read, where the log does not say so.
        """
        standing = resolution.standing
        for seat in range(len(step.table["seats"])):
            own = seat in resolution.ordered
            if not standing["sealed"] and seat in standing["seats"] and resolution.moves[0]["by"] == "seat" and not own:
                continue
            facts = {
                "decision": _decision(standing),
                "events": _for(seat, resolution.events),
                "faults": resolution.faults,
                "moves": [
                    {
                        "by": "order" if own and one["seat"] == seat else one["by"],
                        "move": one["move"],
                        "seat": one["seat"],
                    }
                    for one in resolution.moves
                ],
            }
            self._tell("resolved", resolution.n, seat, facts, self._hold_off if standing["sealed"] else COMPANY)

    def your_turn(self, step: Step, standing: Standing, *, again: bool = False) -> None:
        """Ask the seats of a decision for their answers; ``again`` when an answer that they gave became impossible."""
        for seat in standing["seats"]:
            turn = {"decision": _decision(standing), "deadline": standing["deadline"]}
            wait = self._absence(standing) if not again and _goes_on(step, seat) else self._hold_off
            self._tell(f"your-turn.{step.n}" if again else "your-turn", standing["n"], seat, turn, wait)

    def _absence(self, standing: Standing) -> int:
        """Return after how long somebody who does not go on has left: a quarter of his time, at most an hour."""
        if not self._hold_off or standing["deadline"] is None:
            return self._hold_off
        return max(self._hold_off, min(AT_THE_TABLE, (standing["deadline"] - self._now) // 4))

    def opening_needed(self, step: Step, decision: str, seats: list[int]) -> None:
        """Ask the seats of client custody for their openings."""
        standing = standing_of(step.table, decision)
        assert standing is not None
        for seat in seats:
            facts = {"decision": _decision(standing), "opening_ends": standing["opening_ends"]}
            self._tell("opening-needed", step.n, seat, facts, self._hold_off)

    def deadline_near(self, step: Step, standing: Standing, seats: list[int]) -> None:
        """Remind who has not answered; the id carries the deadline, so each deadline reminds once."""
        for seat in seats:
            facts = {"decision": _decision(standing), "deadline": standing["deadline"]}
            self._tell(f"deadline-near.{standing['id']}.{standing['deadline']}", step.n, seat, facts, 0)

    def said(self, message: Message) -> None:
        """Tell partners what was said to them; the hold-off makes several messages one letter."""
        assert message.n is not None
        for seat in message.to:
            facts = {"channel": message.channel, "from": message.seat, "text": message.text}
            self._tell("said", message.n, seat, facts, self._hold_off)

    def over(self, step: Step) -> None:
        """Tell everybody how it ended."""
        facts = {"outcome": step.table["outcome"], "reason": step.table["over"]}
        for seat in range(len(step.table["seats"])):
            self._tell("over", step.n, seat, facts, self._hold_off)

    def notices(self, step: Step) -> list[Notice]:
        """Return all notices: what was resolved, and what was told."""
        for resolution in step.resolutions:
            self._resolved(step, resolution)
        table = step.table
        base: dict[str, Any] = {
            "title": table["title"],
            "rules": table["rules"],
            "names": [seat["name"] for seat in table["seats"]],
            "head": {"n": step.n, "head": b64(step.head)},
        }
        notices = []
        for kind, n, seat, facts, wait in self._told:
            account = table["seats"][seat]["player"]
            if account is None or table["seats"][seat]["bot"] is not None:
                continue
            notice = Notice(
                id=f"{table['match']}.{n}.{seat}.{kind}"
                if not kind.startswith("deadline-near")
                else f"{table['match']}.{seat}.{kind}",
                kind=kind.partition(".")[0],
                account=account,
                match=table["match"],
                seat=seat,
                n=n,
                at=self._now,
                send_at=self._now + wait,
                facts={**facts, **base, "seat": seat},
            )
            if "decision" in facts:
                notice["decision"] = str(facts["decision"]["id"])
            notices.append(notice)
        return notices

    def _tell(self, kind: str, n: int, seat: int, facts: dict[str, Any], wait: int) -> None:
        self._told.append((kind, n, seat, facts, wait))


def _goes_on(step: Step, seat: int) -> bool:
    """Return whether the seat's own answers, given just now, are all that happened: it has seen what is asked next."""
    return (
        bool(step.resolutions)
        and not step.table["hold"]
        and all(
            not one.standing["sealed"]
            and one.standing["seats"] == [seat]
            and one.moves[0]["by"] == "seat"
            and seat not in one.ordered
            for one in step.resolutions
        )
    )


def _decision(standing: Standing) -> dict[str, Any]:
    return {name: standing[name] for name in ("id", "kind", "seats", "sealed", "optional")}


def _for(seat: int, events: list[Event]) -> list[Event]:
    return [event for event in events if "to" not in event or seat in event["to"]]
