"""Pauses that a table agrees on (protocol section 12.14), and the clock that stops for vacations (section 12.17)."""

from engine.contract import Json
from engine.match.absence import is_missed_by_all, note_presence
from engine.match.log_writer import LogWriter
from engine.match.table import Away, Pause, PauseState, Standing, Table, Wish
from engine.protocol import agreements
from engine.protocol.agreements import Moved, Pauses
from engine.protocol.canon import b64
from engine.protocol.log import timestamp


def said_of_vacations(table: Table) -> dict[str, Json]:
    """Return the member ``vacation`` of ``created``, or an empty dictionary if none is agreed."""
    return {"vacation": table["vacations"]["agreed"]} if "vacations" in table else {}


def stops(table: Table) -> bool:
    """Return whether the clock stops while a player whose answer is due is on vacation."""
    return "vacations" in table


def away_until(table: Table, seat: int) -> int | None:
    """Return until when (ms) the last vacation lasts for which a seat's clock was stopped, or None."""
    away = table["vacations"]["away"] if "vacations" in table else []
    return next((one["until"] for one in away if one["seat"] == seat), None)


def write_stopped(step: LogWriter, standing: Standing, seat: int, by: int, until: int) -> None:
    """Write ``extended`` for a vacation until ``until`` (ms): it moves the seat's deadline by ``by`` milliseconds."""
    step.extend(standing, by, said={"by": "vacation", "seat": seat})
    step.note_stopped(standing["id"], until)
    state = step.table["vacations"]
    others = [one for one in state["away"] if one["seat"] != seat]
    step.table["vacations"] = {**state, "away": [*others, Away(seat=seat, until=until)]}


def agreed_on(agreed: Pauses) -> PauseState:
    """Return the initial record of a new match."""
    return PauseState(agreed=agreed, wishes=[], said=[], rested=False)


def said_of_pauses(table: Table) -> dict[str, Json]:
    """Return the member ``pauses`` of ``created``, or an empty dictionary if none are agreed."""
    return {"pauses": dict(table["pauses"]["agreed"])} if "pauses" in table else {}


def pause_of(table: Table) -> Pause | None:
    """Return the pause during which a match stands still, or None while it runs."""
    return table["pauses"].get("now") if "pauses" in table else None


def asked_people(table: Table) -> list[int]:
    """Return the voters on pauses: everybody but bots, and those about whom the others are asked."""
    return [
        seat
        for seat, one in enumerate(table["seats"])
        if one["player"] is not None and one["bot"] is None and not is_missed_by_all(table, seat)
    ]


def is_wanted(table: Table) -> bool:
    """Return whether enough people want a pause now."""
    if "pauses" not in table:
        return False
    state = table["pauses"]
    return agreements.wanted(state["wishes"], asked_people(table), state["agreed"]["majority"])


def last_wish(table: Table, seat: int) -> Wish | None:
    """Return a seat's last statement about a pause, or None."""
    said = table["pauses"]["said"] if "pauses" in table else []
    return next((one for one in said if one["seat"] == seat), None)


def next_wish(table: Table, seat: int) -> int:
    """Return the number of a seat's next statement about a pause."""
    last = last_wish(table, seat)
    return 1 if last is None else last["seq"] + 1


def note_progress(table: Table) -> None:
    """Record that a decision was resolved: from now on another pause is possible."""
    if "pauses" in table and table["pauses"]["rested"]:
        table["pauses"] = {**table["pauses"], "rested": False}


def write_wish(step: LogWriter, seat: int, pause: bool, signature: str | None) -> None:
    """Write ``wished``: a seat wants a pause, or no longer does. The statement shows that its player is present."""
    signed = {} if signature is None else {"signature": signature}
    step.write("wished", {"pause": pause, "seat": seat, **signed})
    state = step.table["pauses"]
    seq = next_wish(step.table, seat)
    wish = Wish(seat=seat, pause=pause, seq=seq, received=step.at, n=step.n, head=b64(step.head))
    wishes = sorted({*state["wishes"], seat} if pause else {*state["wishes"]} - {seat})
    said = [*(one for one in state["said"] if one["seat"] != seat), wish]
    step.table["pauses"] = {**state, "wishes": wishes, "said": said}
    note_presence(step.table, seat)


def write_paused(step: LogWriter) -> None:
    """Write ``paused``: nothing is resolved, and no time runs out, until the match goes on."""
    state = step.table["pauses"]
    until = step.at + state["agreed"]["seconds"] * 1000
    step.write("paused", {"until": timestamp(until)})
    step.table["pauses"] = {**state, "now": Pause(since=step.at, until=until)}


def write_resumed(step: LogWriter) -> None:
    """Write ``resumed``: every deadline moves by the length of the pause."""
    state = step.table["pauses"]
    since = state["now"]["since"]
    standing = [_moved(one, step.at - since) for one in step.table["standing"]]
    step.write("resumed", {"moved": [list(_told(one)) for one in standing if one["deadline"] is not None]})
    step.table["standing"] = standing
    step.table["pauses"] = PauseState(agreed=state["agreed"], wishes=[], said=state["said"], rested=True)


def _moved(standing: Standing, by: int) -> Standing:
    if standing["deadline"] is None:
        return standing
    if standing["phase"] == "opening":
        return {**standing, "opening_ends": (standing["opening_ends"] or standing["deadline"]) + by}
    return {**standing, "deadline": standing["deadline"] + by}


def _told(standing: Standing) -> Moved:
    deadline = standing["deadline"] or 0
    ends = standing["opening_ends"] if standing["phase"] == "opening" else deadline + standing["opening_period"]
    return standing["id"], timestamp(deadline), timestamp(ends or 0) if standing["sealed"] else None
