"""More time that a seat asks the others for and they grant, once per decision (protocol section 12.18)."""

from typing import Literal, cast

from engine.contract import Json
from engine.match.absence import note_presence
from engine.match.log_writer import LogWriter
from engine.match.pauses import asked_people
from engine.match.table import Request, Response, Said, Standing, Table, TimeRequestState
from engine.protocol.agreements import TimeRequests, is_granted, is_refused
from engine.protocol.canon import b64
from engine.protocol.log import too_late_from

Outcome = Literal["granted", "refused"]


Kind = Literal["asked", "answered"]


def agreed_on(agreed: TimeRequests) -> TimeRequestState:
    """Return the initial record of a new match."""
    return TimeRequestState(agreed=agreed, asked=[], answered=[])


def said_of_requests(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, if there is one."""
    return {"time_requests": dict(table["time_requests"]["agreed"])} if "time_requests" in table else {}


def last_said(table: Table, kind: Kind, seat: int) -> Said | None:
    """Return a seat's last request or response, or None."""
    said = table["time_requests"][kind] if "time_requests" in table else []
    return next((one for one in said if one["seat"] == seat), None)


def next_said(table: Table, kind: Kind, seat: int) -> int:
    """Return the number of a seat's next request or response."""
    last = last_said(table, kind, seat)
    return 1 if last is None else last["seq"] + 1


def request_of(standing: Standing) -> Request | None:
    """Return the open request for more time in a decision, or None."""
    return standing.get("request")


def has_asked(standing: Standing, seat: int) -> bool:
    """Return whether a seat has asked for more time for this decision already."""
    return seat in standing.get("requested_by", [])


def voters_on_request(table: Table, requester: int) -> list[int]:
    """Return the voters: every other person, except those about whom the others are asked."""
    return [seat for seat in asked_people(table) if seat != requester]


def outcome_of(table: Table, request: Request) -> Outcome | None:
    """Return the others' decision about a request, or None while it is open."""
    voters, majority = voters_on_request(table, request["seat"]), table["time_requests"]["agreed"]["majority"]
    said = {one["seat"]: one["grant"] for one in request["responses"]}
    if is_granted([seat for seat, grant in said.items() if grant], voters, majority):
        return "granted"
    return "refused" if is_refused([seat for seat, grant in said.items() if not grant], voters, majority) else None


def is_in_time(step: LogWriter, standing: Standing) -> bool:
    """Return whether a decision still waits for answers, so that its time may be moved."""
    deadline = standing["deadline"]
    return standing["phase"] == "open" and deadline is not None and step.at < too_late_from(deadline)


def write_requested(step: LogWriter, standing: Standing, seat: int, seconds: int, signature: str | None) -> None:
    """Write ``requested``: a seat asks the others for more time. The request shows that its player is present."""
    signed = {} if signature is None else {"signature": signature}
    step.write("requested", {"decision": standing["id"], "seat": seat, "seconds": seconds, **signed})
    request = Request(seat=seat, seconds=seconds, n=step.n, head=b64(step.head), responses=[])
    asked = [*standing.get("requested_by", []), seat]
    _put(step.table, {**standing, "request": request, "requested_by": asked})
    _note(step, "asked", seat, standing["id"], seconds=seconds)
    note_presence(step.table, seat)


def write_responded(step: LogWriter, standing: Standing, seat: int, grant: bool, signature: str | None) -> None:
    """Write ``responded``: a seat grants the requested time, or refuses. The response shows that its player is present."""
    request = standing["request"]
    signed = {} if signature is None else {"signature": signature}
    about = request["seat"]
    step.write("responded", {"decision": standing["id"], "grant": grant, "requester": about, "seat": seat, **signed})
    others = [one for one in request["responses"] if one["seat"] != seat]
    changed: Request = {**request, "responses": [*others, Response(seat=seat, grant=grant)]}
    _put(step.table, {**standing, "request": changed})
    _note(step, "answered", seat, standing["id"], grant=grant, requester=about)
    note_presence(step.table, seat)


def write_granted(step: LogWriter, standing: Standing, by: int) -> None:
    """Write ``extended`` by agreement: the deadline is moved by so many milliseconds for all seats; the request is over."""
    request = standing["request"]
    step.extend(standing, by, said={"by": "agreement", "seat": request["seat"]})
    end_request(step.table, standing["id"])


def end_request(table: Table, decision: str) -> None:
    """Remove a decision's open request: it was granted or refused, or there is nobody left to decide."""
    table["standing"] = [
        cast("Standing", {name: value for name, value in one.items() if name != "request"})
        if one["id"] == decision
        else one
        for one in table["standing"]
    ]


def forget_seat(table: Table, seat: int) -> None:
    """Remove the requests and responses of a seat that gets a new player."""
    for standing in list(table["standing"]):
        request = request_of(standing)
        if request is not None and request["seat"] == seat:
            end_request(table, standing["id"])
        elif request is not None:
            said = [one for one in request["responses"] if one["seat"] != seat]
            changed: Request = {**request, "responses": said}
            _put(table, {**standing, "request": changed})


def _put(table: Table, standing: Standing) -> None:
    table["standing"] = [standing if one["id"] == standing["id"] else one for one in table["standing"]]


def _note(
    step: LogWriter,
    kind: Kind,
    seat: int,
    decision: str,
    *,
    seconds: int | None = None,
    grant: bool | None = None,
    requester: int | None = None,
) -> None:
    state = step.table["time_requests"]
    said = Said(
        seat=seat,
        seq=next_said(step.table, kind, seat),
        decision=decision,
        received=step.at,
        n=step.n,
        head=b64(step.head),
        seconds=seconds,
        grant=grant,
        requester=requester,
    )
    others = [one for one in state[kind] if one["seat"] != seat]
    step.table["time_requests"] = cast("TimeRequestState", {**state, kind: [*others, said]})
