"""Which refusals are right: an act may be refused with a code only in a situation that the table below names for both.

The situation is read from the match as the player had seen it, and as it was right after the refusal. A request in a match
that did not move between can only be refused for what the player saw. What is decided about a seat may be decided and carried
out between the two: whether it was, the steps tell.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.match.absence import case_of, decision_on, voters_on
from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.match.step import is_to_be_stopped
from engine.match.substitutes import back_voters, candidates_of, former_seat, has_decided, has_played_elsewhere
from engine.match.table import Table
from engine.match.time_requests import voters_on_request
from engine.protocol.acts import ORDERS
from service.matches.absence import extensions, handing, pauses, substitutes, time_requests
from service.matches.acts import allowed_custody
from service.matches.caps import MOST_WORDS
from service.matches.errors import ActError, MatchError
from service.matches.messages import TalkError, open_channels
from service.matches.seating.seats import seat_of
from service.store.matches.acts import MOST_COMMITMENTS
from service.store.records import Record
from tests.campaigns.simulation.world import Broken


@dataclass(frozen=True)
class Asked:
    """What somebody asked for: an act of this name from a seat, about a decision, or about another seat, or both."""

    act: str
    account: str
    seat: int | None = None
    decision: str = ""
    about: int | None = None
    replaces: int = 0


Situation = Callable[[Record, Asked], bool]


def _standing(test: Callable[[Record, Asked, dict[str, object]], bool]) -> Situation:
    def found(record: Record, asked: Asked) -> bool:
        standing = standing_of(record.table, asked.decision)
        return standing is not None and test(record, asked, dict(standing))

    return found


def _seq(record: Record, asked: Asked) -> int:
    act = record.acts.get((asked.decision, asked.seat or 0))
    return 0 if act is None else act.seq


def _voted_enough(record: Record, asked: Asked) -> bool:
    said: list[int] = record.table["absence"]["votes"] if "absence" in record.table else []
    return asked.seat is not None and bool(said) and said[asked.seat] >= MOST_WORDS


def _may_vote(record: Record, asked: Asked) -> bool:
    """Whether the seat is asked about another, or about who would come back there."""
    if asked.about is None or "absence" not in record.table:
        return False
    case = case_of(record.table, asked.about)
    polled = case is not None and "polled" in case and asked.seat in voters_on(record.table, asked.about)
    back = any(one["by"] is None for one in candidates_of(record.table, asked.about))
    return polled or (back and asked.seat in back_voters(record.table, asked.about))


def _case_closed(record: Record, asked: Asked) -> bool:
    """Whether nobody is asked about the seat, its time is over, or it is decided."""
    case = case_of(record.table, asked.about)
    if case is None or "polled" not in case:
        return True
    return ("to" in case and record.now >= case["until"]) or decision_on(record.table, case) is not None


def _not_running(table: Table) -> bool:
    return table["status"] != "running" or bool(table["resigning"])


SITUATIONS: dict[str, Situation] = {
    "over": lambda record, _: record.table["status"] != "running",
    "ending": lambda record, _: _not_running(record.table) or is_to_be_stopped(record.table),
    "left the table": lambda record, asked: seat_of(record.table, asked.account) != asked.seat,
    "paused": lambda record, _: pause_of(record.table) is not None,
    "decided": lambda record, _: has_decided(record.table),
    "gone": lambda record, asked: standing_of(record.table, asked.decision) is None,
    "not asked": _standing(lambda _, asked, one: asked.seat not in one["seats"]),  # type: ignore[operator]
    "locked": _standing(lambda _, __, one: one["phase"] != "open"),
    "nothing to open": _standing(lambda _, asked, one: one["phase"] == "open" or asked.seat not in one["awaited"]),  # type: ignore[operator]
    "late": _standing(lambda record, _, one: one["deadline"] is not None and max(record.now, record.at) >= one["deadline"]),  # type: ignore[operator]
    "opening late": _standing(lambda record, _, one: one["opening_ends"] is not None and record.now >= one["opening_ends"]),  # type: ignore[operator]
    "another act": lambda record, asked: _seq(record, asked) != asked.replaces,
    "many acts": lambda record, asked: _seq(record, asked) >= MOST_COMMITMENTS,
    "other orders": lambda record, asked: getattr(record.acts.get((ORDERS, asked.seat or 0)), "seq", 0) != asked.replaces,
    "custody lost": lambda record, asked: record.table["marks"][asked.seat or 0] > 1,
    "escrow only": lambda record, asked: (
        (standing := standing_of(record.table, asked.decision)) is not None
        and allowed_custody(record.table, standing, asked.seat) == "escrow"
    ),
    "client only": lambda record, _: record.table["custody"] == "client",
    "may take no time": lambda record, asked: asked.decision not in [
        one["id"] for one in extensions.may_take(record, asked.seat or 0)
    ],
    "may ask for no time": lambda record, asked: asked.decision not in [
        one["id"] for one in time_requests.may_ask(record, asked.seat or 0)
    ],
    "no request": lambda record, asked: (asked.decision, asked.about) not in [
        (one["id"], request["seat"]) for one, request in time_requests.open_requests(record)
    ],
    "not asked for time": lambda record, asked: asked.seat not in voters_on_request(record.table, asked.about or 0),
    "may wish nothing": lambda record, asked: pauses.may_wish(record.table, asked.seat or 0) is not bool(asked.about),
    "may hand nothing": lambda record, asked: not handing.may_hand(record.table, asked.seat or 0),
    "nobody missed": lambda record, asked: case_of(record.table, asked.seat) is None,
    "nobody asked": _case_closed,
    "no voter": lambda record, asked: not _may_vote(record, asked),
    "said enough": _voted_enough,
    "may not name": lambda record, asked: not substitutes.may_name(record.table, asked.seat or 0, asked.about or 0),
    "sits here": lambda record, asked: seat_of(record.table, asked.account) is not None,
    "sat elsewhere": lambda record, asked: has_played_elsewhere(record.table, asked.account, asked.about or 0),
    "never sat here": lambda record, asked: former_seat(record.table, asked.account) != asked.about,
    "no channel": lambda record, asked: asked.decision not in [one["id"] for one in open_channels(record, asked.seat)],
}  # fmt: skip
"""What may be so in a match."""
MOVED, MOVED_SINCE = "moved meanwhile", "moved since it was seen"
IN_A_DECISION = {
    "not-running": ("over",), "gone": ("gone",), "not-asked": ("not asked",), "not-seated": ("left the table",),
    "paused": ("paused",), "late": ("late",), "locked": ("locked",), "conflict": ("another act",), "full": ("many acts",),
}  # fmt: skip
ABOUT_SEATS = {
    "not-running": ("ending",),
    "not-seated": ("left the table",),
    "paused": ("paused",),
    "busy": ("decided",),
}
RIGHT: dict[str, dict[str, tuple[str, ...]]] = {
    "act": {
        **IN_A_DECISION, "client-custody-taken": ("custody lost",), "escrow-demanded": ("escrow only",),
        "client-custody-demanded": ("client only",), "stale": (MOVED,),
    },
    "withdraw": {**IN_A_DECISION, "stale": (MOVED,)},
    "open": {**IN_A_DECISION, "locked": ("nothing to open",), "late": ("opening late",), "stale": (MOVED,)},
    "answer": {**IN_A_DECISION, "illegal": (MOVED_SINCE,), "stale": (MOVED,)},
    "orders": {
        "not-running": ("over",), "conflict": ("other orders",), "not-seated": ("left the table",), "stale": (MOVED,),
        "illegal": (MOVED_SINCE,),
    },
    "took more time": {
        "not-running": ("ending",), "not-seated": ("left the table",), "paused": ("paused",), "gone": ("gone",),
        "late": ("late",), "locked": ("locked",), "no-extension": ("may take no time",), "not-asked": ("not asked",),
    },
    "asked for time": {
        **ABOUT_SEATS, "gone": ("gone",), "late": ("late",), "locked": ("locked",), "not-asked": ("not asked",),
        "no-time-request": ("may ask for no time",),
    },
    "answered for time": {
        **ABOUT_SEATS, "gone": ("gone",), "late": ("late",), "locked": ("locked",), "no-time-request": ("no request",),
        "not-a-voter": ("not asked for time",),
    },
    "wished a pause": {
        "not-running": ("ending",), "not-seated": ("left the table",), "no-pause": ("may wish nothing",),
    },
    "hands over": {**ABOUT_SEATS, "no-handing": ("may hand nothing",), "choice-not-offered": (MOVED_SINCE,)},
    "voted": {
        **ABOUT_SEATS, "not-missed": ("nobody asked",), "not-a-voter": ("no voter",),
        "choice-not-offered": ("said enough", MOVED_SINCE),
    },
    "stays": {**ABOUT_SEATS, "not-missed": ("nobody missed",)},
    "named somebody": {
        **ABOUT_SEATS, "not-missed": ("may not name",), "not-a-voter": ("may not name",), "already-seated": (MOVED_SINCE,),
        "invitation-wrong": (MOVED_SINCE,),
    },
    "would come back": {
        "not-running": ("ending",), "busy": ("decided",), "already-seated": ("sits here", "sat elsewhere"),
        "invitation-wrong": ("never sat here",),
    },
    "said": {"not-running": ("over",), "channel-closed": ("no channel",), "stale": (MOVED,), "not-seated": ("left the table",)},
    "resigned": {"not-running": ("over",), "not-seated": ("left the table",)},
}  # fmt: skip
"""For each act the codes that it may be refused with, and in which situations: any of them will do."""


def judge(
    asked: Asked, error: ActError | MatchError | TalkError, seen: Record, after: Record, *, moved: bool, decided: bool = False
) -> str:  # fmt: skip
    """Return what makes a refusal right.

    :param moved: whether the match moved on while the request was answered.
    :param decided: whether something was decided about a seat at any moment from ``seen`` to ``after``.
    :raises Broken: when nothing does.
    """
    code = error.code
    for name in RIGHT.get(asked.act, {}).get(code, ()):
        since = (seen.n, seen.acts_version) != (after.n, after.acts_version)
        if name in (MOVED, MOVED_SINCE):
            if moved or (since and name == MOVED_SINCE):
                return name
        elif any(SITUATIONS[name](one, asked) for one in (seen, after)) or (name == "decided" and decided):
            return name
    told = f"{asked} is refused as {code} ({error.message}) in match {after.match} at entry {after.n}"
    raise Broken(f"{told}, and nothing there makes that right")
