"""What a viewer may see of a match, as JSON. Pure: a record in, facts out; everything that leaves the API about a match
passes through here, or through :mod:`service.api.waiting_shown`.

Of other seats' acts nothing leaves but one sticky bit per seat, and that only at coarse instants, so that nobody can read
when an opponent acted (protocol section 5). Times of acts, numbers of changes, early closes stay inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import IllegalMove, Language, Move, State, View
from engine.kit.particulars import Seen, choice_in_words
from engine.kit.wording import answer_in_words
from engine.match.orders import check_own
from engine.match.pauses import pause_of
from engine.match.seeding import missing, reveal_of, stage_of
from engine.match.standing import decision_of, standing_of
from engine.match.table import Standing, Table
from engine.match.vacations import stops
from engine.protocol.acts import ORDERS
from engine.protocol.deadline import coarse_step
from engine.protocol.log import timestamp
from engine.registry import game_of
from service.api.absence_shown import shown_absence
from service.api.etags import tag_of
from service.api.extensions_shown import shown_extensions
from service.api.pauses_shown import shown_pauses
from service.api.time_requests_shown import shown_operator_extensions, shown_time_requests
from service.deleted_names import names_as_read
from service.matches.custody import allowed_custody
from service.matches.guests import awaited_guests
from service.matches.messages import open_channels
from service.matches.rekeying import awaited
from service.matches.seat_keys import changes_of, next_seq
from service.matches.seats import seat_of
from service.store.records import Act, Record

LAST_MINUTES = 300_000
"""Before the deadline the bits stand still for this long, or for a tenth of the decision's time if that is less (ms)."""
OWNED = "owned"
"""What sits in a seat that a bot account has taken: a program that plays through the API."""
DECISION_FACTS = ("id", "kind", "seats", "sealed", "optional", "phase", "head", "n", "awaited")


def summary(record: Record, account: str | None) -> dict[str, Any]:
    """Return a match as lists show it; how reliable people are is filled in where it waits for players."""
    table, pause = record.table, pause_of(record.table)
    return {
        "match": record.match,
        "title": table["title"],
        "rules": table["rules"],
        "options": table["options"],
        "seats": [
            {
                "seat": number,
                "name": seat["name"],
                "player": seat["player"],
                "bot": OWNED if "owned_by" in seat else seat["bot"],
                "owned_by": seat.get("owned_by"),
                "key": seat.get("key"),
                "reliability": None,
            }
            for number, seat in enumerate(table["seats"])
        ],
        "seat": None if account is None else seat_of(table, account),
        "status": table["status"],
        "waiting_for": waiting_for(record, account),
        "awaited_until_at": _moment(awaited_until(record, account)),
        "outcome": table["outcome"],
        "over": table["over"],
        "stopped": table["stopped"]["why"] if "stopped" in table and table["status"] == "closed" else None,
        "pace": table["pace"],
        "nights": table.get("nights", "ignored"),
        "grace_seconds": table["grace"] // 1000,
        "hold_seconds": table["hold"] // 1000,
        "paused_until_at": None if pause is None else timestamp(pause["until"]),
        "custody": table["custody"],
        "entropy": table["entropy"],
        "visibility": table["visibility"],
        "start": table["start"],
        "least_reliability": table.get("least_reliability"),
        "owner": table["owner"],
        "reveal": revealing(record, account),
        "created_at": timestamp(table["created"]),
        "n": record.n,
        "head": record.head,
    }


def waiting_for(record: Record, account: str | None) -> list[int]:
    """Return the seats whose answers the match waits for, as far as the viewer may know."""
    asked = {seat for _, seats in _awaited(record, account) for seat in seats}
    if record.table["status"] == "lobby" and stage_of(record.table) == "revealing":
        asked |= set(record.table["seeding"]["revealing"]["seats"])
    return sorted(asked)


def awaited_until(record: Record, account: str | None) -> int | None:
    """Return until when (ms) the first of the answers is awaited that the match waits for, as far as the viewer may know."""
    ends = [
        one["opening_ends"] if one["phase"] == "opening" else one["deadline"] for one, _ in _awaited(record, account)
    ]
    return min((end for end in ends if end is not None), default=None)


def _awaited(record: Record, account: str | None) -> list[tuple[Standing, set[int]]]:
    """Return the decisions that the match waits for, each with the seats whose answers are not in."""
    seat = None if account is None else seat_of(record.table, account)
    found: list[tuple[Standing, set[int]]] = []
    for standing in [] if pause_of(record.table) else record.table["standing"]:
        opening = standing["phase"] == "opening"
        asked = set(standing["awaited"]) if opening else {*standing["seats"]} - {*committed(record, standing, seat)}
        if asked and not standing["optional"]:
            found.append((standing, asked))
    return found


def match(record: Record, account: str | None, invitation: str = "") -> dict[str, Any]:
    """Return a match as its page shows it: facts, the viewer's own view, what stands.

    :param invitation: the one of the request, which may ask to play on for somebody.
    """
    table = record.table
    seat = None if account is None else seat_of(table, account)
    trusted = seat is not None or account == table["owner"]
    return {
        **summary(record, account),
        "data": table["data"],
        "marks": table["marks"],
        "invitation": table["invitation"] if trusted else None,
        "guests": [],
        "guests_awaited": _guests_awaited(table, trusted=trusted),
        "pending": pending(record),
        "key_changes": key_changes(record),
        "absence": shown_absence(record, seat, account, invitation),
        "extensions": shown_extensions(record, seat),
        "pauses": shown_pauses(record, seat),
        "time_requests": shown_time_requests(record, seat),
        "operator_extensions": shown_operator_extensions(table),
        "vacation": "clock-stops" if stops(table) else "plays-on",
        "away": [
            {"seat": one["seat"], "until_at": timestamp(one["until"])}
            for one in sorted(table["vacations"]["away"] if "vacations" in table else [], key=lambda one: one["seat"])
            if one["until"] > record.now
        ],
        "view": view(record, seat),
        "orders_seq": _orders_seq(record, seat),
        "decisions": [decision(record, one, seat) for one in table["standing"]],
        "channels": open_channels(record, seat),
        "server_time": timestamp(record.now),
    }


def _orders_seq(record: Record, seat: int | None) -> int:
    """Return the number of the last standing orders that the viewer's seat has set or ended; 0: none."""
    act = None if seat is None else record.acts.get((ORDERS, seat))
    return 0 if act is None else act.seq


def revealing(record: Record, account: str | None) -> dict[str, Any] | None:
    """Return who has to reveal entropy until when; of those who have, only whether the viewer's own is still awaited."""
    if record.table["status"] != "lobby" or stage_of(record.table) != "revealing":
        return None
    asked = record.table["seeding"]["revealing"]
    ends = asked["deadline"]
    return {
        "seats": asked["seats"],
        "deadline_at": _moment(ends),
        "seconds_left": None if ends is None else max(0, (ends - record.now) // 1000),
        "mine": account is not None and seat_of(record.table, account) in missing(asked),
    }


def key_changes(record: Record) -> list[dict[str, Any]]:
    """Return the keys that seats ask the others to agree to."""
    return [
        {
            "seat": asked["seat"],
            "key": asked["key"],
            "seq": changes_of(record.table, asked["seat"]) + 1,
            "consents": [one["seat"] for one in asked["consents"]],
            "awaited": awaited(record.table, asked),
        }
        for asked in record.table.get("asked_keys", [])
        if record.table["status"] == "running"
    ]


def view(record: Record, seat: int | None) -> View | None:
    """Return the game as the seat, or a spectator, may know it; ``None`` before the start."""
    return view_of(record, record.state, seat)


def view_of(record: Record, state: State | None, seat: int | None) -> View | None:
    """Return a state of the match, present or past, as the seat, or a spectator, may know it."""
    return None if state is None else game_of(record.table).view(state, seat)


def picture(record: Record, seen: View, language: Language, names: Sequence[str]) -> str:
    """Return the SVG of a viewer's own view, its words in a language, with the players' names by seat."""
    return game_of(record.table).picture(seen, language, names)


def pending(record: Record) -> str | None:
    """Return what a worker will do in a moment: start, cancel, resign."""
    if record.table["status"] == "closed":
        return None
    if stage_of(record.table) == "awaiting-beacon" and record.table["status"] == "lobby":
        return "start"
    return record.table["request"] or ("resign" if record.table["resigning"] else None)


def decision(record: Record, standing: Standing, seat: int | None) -> dict[str, Any]:
    """Return a decision that stands, with the viewer's own act and nobody else's."""
    ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
    act = None if seat is None else record.acts.get((standing["id"], seat))
    return {
        **{name: standing[name] for name in DECISION_FACTS},  # type: ignore[literal-required]
        "opened_at": timestamp(standing["opened"]),
        "deadline_at": _moment(standing["deadline"]),
        "opening_ends_at": _moment(standing["opening_ends"]),
        "left_until_at": _moment(standing.get("left_until")) if seat in standing["seats"] else None,
        "seconds_left": None if ends is None else max(0, (ends - record.now) // 1000),
        "committed": committed(record, standing, seat),
        "custody": allowed_custody(record.table, standing, seat),
        "next_seq": None if seat not in standing["seats"] else next_seq(record.table, standing, act.seq if act else 0),
        "mine": None if act is None else own_act(act),
    }


def own_act(act: Act) -> dict[str, Any]:
    """Return an act to the seat whose act it is."""
    return {
        "act": act.act,
        "seq": act.seq,
        "commitment": act.commitment,
        "custody": act.custody,
        "received_at": timestamp(act.received),
        "wait": act.wait,
        "opened": act.opened,
    }


def committed(record: Record, standing: Standing, seat: int | None) -> list[int]:
    """Return the seats whose bit shows as set: the viewer's own at once, others' at the last coarse instant."""
    if standing["phase"] == "opening":
        return list(standing["seats"])
    if not standing["sealed"]:
        return [one for one in standing["seats"] if one == seat and (standing["id"], one) in record.acts]
    instant = last_instant(standing, record.now)
    shown = []
    for one in standing["seats"]:
        act = record.acts.get((standing["id"], one))
        if act is not None and (one == seat or act.first <= instant):
            shown.append(one)
    return shown


def _guests_awaited(table: Table, *, trusted: bool) -> int:
    """Return how many invitations are not answered yet, for those who may know; 0 once the match has begun."""
    return awaited_guests(table) if trusted and table["status"] == "lobby" else 0


def last_instant(standing: Standing, now: int) -> int:
    """Return when others' bits were refreshed last, in milliseconds: what happened after it does not show."""
    opened, deadline = standing["opened"], standing["deadline"]
    if deadline is not None:
        now = min(now, deadline - min(LAST_MINUTES, (deadline - opened) // 10))
    step = coarse_step(opened, deadline)
    return opened + max(0, now - opened) // step * step


def tag(record: Record, account: str | None) -> str:
    """Return the entity tag of a match for a viewer.

    It is made of the log's head, of the viewer's own acts and of what they asked for, of keys that wait for consent, of
    the invitation for whoever sees it, of whom its owner has invited or, for the others at the table, how many of them are
    awaited, and of whoever is asked to play on for somebody, as far as the viewer asks or is asked.
    Others' bits, ``server_time`` and ``seconds_left`` are not in it.
    """
    table = record.table
    seat = None if account is None else seat_of(table, account)
    own = sorted((one.decision, one.seq, one.opened) for one in record.acts.values() if one.seat == seat)
    asked = sorted(one for one in table["resigning"] if one == seat)
    revealed = [] if seat is None or reveal_of(table, seat) is None else ["revealed"]
    owned = account == table["owner"]
    shown = [table["invitation"]] if owned or seat is not None else []
    guests = [sorted(one.items()) for one in table.get("guests", [])] if owned and table["status"] == "lobby" else []
    awaited = 0 if owned else _guests_awaited(table, trusted=seat is not None)
    counted = [awaited] if awaited else []
    parts = (record.match, record.n, record.head, seat, owned, own, table["request"], asked)
    substitutes = table["absence"].get("asked", []) if "absence" in table else []
    mine = [
        one["secret"] for one in substitutes if account is not None and (one["by"] == seat or one["account"] == account)
    ]
    return tag_of(*parts, *revealed, *shown, *table.get("asked_keys", []), *mine, *guests, *counted)


def moves(record: Record, seat: int, decision_id: str) -> list[Move]:
    """Return the legal moves of a seat in a decision that asks it."""
    assert record.state is not None
    return game_of(record.table).moves(record.state, seat, decision_id)


def judged(record: Record, seat: int, decision_id: str, move: Move, language: Language) -> dict[str, Any]:
    """Return whether a move would be legal, and if not, why."""
    assert record.state is not None
    game = game_of(record.table)
    try:
        check_own(game, record.state, seat, decision_id, move)
    except IllegalMove as error:
        why = {"code": error.code, "pointer": "/move" + error.pointer, "message": error.message}
        return {"legal": False, **why, "words": None}
    standing, names = standing_of(record.table, decision_id), names_as_read(record.table["seats"], language)
    if standing is None:
        words = answer_in_words(game.words, move, language, kind="", names=names)
    else:
        seen = Seen(decision_of(standing), game.view(record.state, seat), language, names)
        words = choice_in_words(game, move, seen)
    return {"legal": True, "code": None, "pointer": None, "message": None, "words": words}


def stands(record: Record, decision_id: str) -> Standing | None:
    """Return the decision if it stands."""
    return standing_of(record.table, decision_id)


def _moment(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else timestamp(milliseconds)
