"""Matters that a letter asks about in addition to decisions.

They are whether a missed player is present, what the others want done about a missed seat, and whether the reader needs
more time, or grants it to another player.

A matter is identified by a digest, so that an answer fits its question: the same seat, missed for the same reason, or
the same extension of the same decision. The digest of a whole letter leaves out matters of more time, so that its
numbers stay valid after time was taken.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from engine.match.absence import choices, voters_on, wanted_by
from engine.match.extensions import last_taken, times_taken
from engine.match.pauses import pause_of
from engine.match.substitutes import back_voters, candidates_of, handing_of
from engine.match.table import Case
from engine.match.time_requests import last_said, next_said, voters_on_request
from engine.protocol.agreements import Choice, Wanted
from engine.protocol.canon import canonical
from service.context import Context
from service.matches.absence import absence, extensions, handing, time_requests
from service.matches.errors import SignedReceipt
from service.matches.numbering import DIGEST, Numbered, asked_in
from service.matches.seat_keys import has_key
from service.store.records import Account, Record

Option = Literal[
    "here", "wait", "bot", "win", "person", "time", "grant", "refuse", "agree", "stay", "ask-1", "ask-2", "ask-3"
]
"""Possible statements: being present; a vote about a missed seat or a returning player; needing more time; granting
another's request for time, or not; agreeing to a handover, or not; asking the others for a part of the allowed time, or
for all of it."""
PARTS: Mapping[Option, int] = {"ask-1": 1, "ask-2": 2, "ask-3": 3}
"""How many thirds of that time each option asks for."""


@dataclass(frozen=True)
class Matter:
    """A matter for a seat's statement about a seat (``about``; its own for ``here`` and ``time``), asked in the entry
    with this head.

    ``time`` is about the seat's ``seq``-th extension, for this ``decision``, and has no head.

    ``request`` is about the ``seconds`` that the seat asks for. ``ask`` is the reader's own ``seq``-th request, for
    this ``decision``; ``seconds`` is its length if no option gives one.

    ``keep`` is about the reader's own handover, as long as the others have not agreed: reporting back withdraws it.
    Like more time it is not part of a letter's digest.

    ``hand`` is about another player's handover, to somebody (``player``, called ``who``) or to a bot.

    ``person`` is about somebody (``player``, called ``who``) who is ready to play on in the seat, or would come back to it.

    ``said`` is the seat's last statement, which it may still change, or None.
    """

    kind: Literal["here", "keep", "vote", "person", "hand", "time", "request", "ask"]
    about: int
    head: str
    options: tuple[Option, ...]
    said: Option | None = None
    decision: str = ""
    seq: int = 0
    player: str = ""
    who: str = ""
    seconds: int = 0

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts that identify the matter, independent of statements about it."""
        named = {"kind": self.kind, "about": self.about, "options": list(self.options)}
        if self.kind in ("time", "ask"):
            return {**named, "decision": self.decision, "seq": self.seq}
        if self.player:
            return {**named, "head": self.head, "player": self.player}
        return {**named, "head": self.head}

    @property
    def digest(self) -> bytes:
        """The 8 bytes that identify the matter in a link."""
        return hashlib.sha256(b"siegelpost/matter/v1" + canonical(self.facts)).digest()[:DIGEST]


def matters_of(record: Record, seat: int) -> list[Matter]:
    """Return the matters on which the seat may make a statement now, its own first; empty for a seat that signs, which
    a letter cannot do."""
    table = record.table
    if table["resigning"] or seat >= len(table["seats"]) or has_key(table, seat):
        return []
    cases = absence.cases_of(table)
    own = [Matter("here", seat, one["head"], ("here",)) for one in cases if one["seat"] == seat]
    votes = [
        Matter("vote", one["seat"], one["polled"], cast("tuple[Option, ...]", tuple(choices(table))), _said(one, seat))
        for one in cases
        if "polled" in one and seat in voters_on(table, one["seat"])
    ]
    return [*own, *votes, *_people(record, seat), *_handings(record, seat), *_requests(record, seat)]


def seats_to_keep(record: Record, seat: int) -> list[Matter]:
    """Return the seat's own handover if it may still be withdrawn; empty for a seat that signs."""
    table = record.table
    if table["status"] != "running" or table["resigning"] or seat >= len(table["seats"]) or has_key(table, seat):
        return []
    case = handing_of(table, seat)
    return [] if case is None else [Matter("keep", seat, case["head"], ("here",))]


def _handings(record: Record, seat: int) -> list[Matter]:
    """Return the handovers about which the seat may vote."""
    table, found = record.table, []
    for case in [] if pause_of(table) else handing.open_handings(table, record.now):
        if seat in voters_on(table, case["seat"]):
            to, choice = wanted_by(case["to"]), _said(case, seat)
            said: Option | None = None if choice is None else "stay" if choice == "wait" else "agree"
            found.append(
                Matter(
                    "hand", case["seat"], case["head"], ("agree", "stay"), said,
                    player=to.player or "", who=handing.name_of(table, to) or "",
                )
            )  # fmt: skip
    return found


def _requests(record: Record, seat: int) -> list[Matter]:
    """Return the requests for more time that the seat may answer."""
    if pause_of(record.table) is not None:
        return []
    found = []
    for standing, request in time_requests.open_requests(record):
        if seat in voters_on_request(record.table, request["seat"]):
            granted = time_requests.said_to(request, seat)
            said: Option | None = None if granted is None else "grant" if granted else "refuse"
            found.append(
                Matter(
                    "request", request["seat"], request["head"], ("grant", "refuse"), said, standing["id"],
                    seconds=request["seconds"],
                )
            )  # fmt: skip
    return found


def _said(case: Case, seat: int) -> Option | None:
    return next((vote["choice"] for vote in case["votes"] if vote["seat"] == seat), None)


def _people(record: Record, seat: int) -> list[Matter]:
    """Return the candidates for playing on in, or returning to, a seat about which this seat votes, each as a matter of
    its own."""
    table, found = record.table, []
    asked = {one["seat"]: one for one in absence.cases_of(table) if "polled" in one}
    for one in candidates_of(table) if table["status"] == "running" else []:
        about, case = one["seat"], asked.get(one["seat"])
        if case is not None and seat in voters_on(table, about):
            head, said = case["polled"], _said(case, seat)
        elif case is None and one["by"] is None and seat in back_voters(table, about):
            head, said = one["head"], "person" if seat in one["agreed"] else None
        else:
            continue
        found.append(Matter("person", about, head, ("person",), said, player=one["player"], who=one["name"]))
    return found


def more_time_for(record: Record, seat: int) -> list[Matter]:
    """Return the extensions that the seat may take now by letter, the most urgent first: one per decision.

    Taking one of them renumbers the others. Empty for a seat that signs.
    """
    if has_key(record.table, seat):
        return []
    seq = times_taken(record.table, seat) + 1
    open_ones = sorted(extensions.may_take(record, seat), key=lambda one: one["deadline"] or 0)
    return [Matter("time", seat, "", ("time",), None, one["id"], seq) for one in open_ones]


def asks_for_time(record: Record, seat: int) -> list[Matter]:
    """Return the decisions for which the seat may now ask the others for more time by letter, the most urgent first.

    Empty for a seat with a key, because a letter cannot sign.
    """
    if has_key(record.table, seat):
        return []
    open_ones = sorted(time_requests.may_ask(record, seat), key=lambda one: one["deadline"] or 0)
    return [_own_request(seat, one["id"], next_said(record.table, "asked", seat)) for one in open_ones]


def time_asked(record: Record, seat: int) -> Matter | None:
    """Return the seat's last request, so that a repeated one is reported as already made."""
    last = last_said(record.table, "asked", seat)
    if last is None:
        return None
    said: Option = next((one for one in PARTS if part_of(record, one) == last["seconds"]), "ask-1")
    return replace(_own_request(seat, last["decision"], last["seq"]), said=said)


def _own_request(seat: int, decision: str, seq: int) -> Matter:
    return Matter("ask", seat, "", tuple(PARTS), None, decision, seq)


def part_of(record: Record, option: Option) -> int:
    """Return how many seconds an option asks the others for."""
    return max(1, int(record.table["time_requests"]["agreed"]["seconds"]) * PARTS[option] // len(PARTS))


def time_taken(record: Record, seat: int) -> Matter | None:
    """Return the seat's last extension, so that a repeated request for it is told the outcome."""
    last = last_taken(record.table, seat)
    return None if last is None else Matter("time", seat, "", ("time",), "time", last["decision"], last["seq"])


def raised_in(
    record: Record, seat: int, digest: bytes, *, whole: bool
) -> tuple[list[Numbered], Sequence[Matter]] | None:
    """Return the questions and matters of the letter with this digest, or None if they have changed since."""
    matters = matters_of(record, seat)
    by_kind = [[one for one in matters if one.kind == kind] for kind in ("here", "vote", "person", "hand", "request")]
    for some in (matters, [one for one in matters if one.said is None], *by_kind, []):
        found = asked_in(record, seat, digest, whole=whole, besides=[one.facts for one in some])
        if found is not None:
            return found, some
    return None


def say(
    context: Context, account: Account, record: Record, seat: int, matter: Matter, option: Option
) -> tuple[Record, SignedReceipt | None]:
    """Make a statement; return the match afterwards, with the receipt. Repeating it changes nothing.

    :raises MatchError: as :func:`service.matches.absence.absence.here`, :func:`~service.matches.absence.absence.vote`,
        :func:`service.matches.absence.extensions.take`, :func:`service.matches.absence.time_requests.ask` and
        :func:`~service.matches.absence.time_requests.respond`.
    :raises ActError: likewise.
    """
    if matter.kind == "time":
        after = extensions.take(context, record.match, account, matter.decision, matter.seq)
        return after, extensions.receipt_for(context, after.table, seat)
    if matter.kind == "ask":
        seconds = matter.seconds or part_of(record, option)
        after = time_requests.ask(context, record.match, account, matter.decision, seconds, matter.seq)
        return after, time_requests.receipt_for(context, after.table, "asked", seat)
    if matter.kind in ("here", "keep"):
        after = absence.here(context, record.match, account, seat)
        return after, absence.receipt_for_here(context, after, seat)
    if matter.kind == "request":
        grant = option == "grant"
        after = time_requests.respond(context, record.match, account, matter.decision, matter.about, grant)
        return after, time_requests.receipt_for(context, after.table, "answered", seat)
    if matter.kind == "hand":
        to = Wanted("person", matter.player) if matter.player else Wanted("bot")
        wanted = to if option == "agree" else Wanted("wait")
        after = absence.vote(context, record.match, account, matter.about, wanted.choice, player=wanted.player)
        return after, absence.receipt_for_vote(context, after, seat, matter.about, wanted.choice, wanted.player)
    choice = cast(Choice, option)
    player = matter.player if option == "person" else None
    after = absence.vote(context, record.match, account, matter.about, choice, player=player)
    return after, absence.receipt_for_vote(context, after, seat, matter.about, choice, player)
