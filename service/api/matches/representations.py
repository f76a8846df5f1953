"""JSON representations of a match: what a viewer may see of it. Pure: a record in, facts out.

Everything that leaves the API about a match passes through here or through :mod:`service.api.account.waiting`. The first part
shows what is agreed and asked beside the game: extensions (protocol section 12.13), pauses (12.14), requests for time
(12.18), absent players and their substitutes (12.12, 12.15).

Of other seats' acts nothing leaves but one sticky bit per seat, and that only at coarse instants, so that nobody can read
when an opponent acted (protocol section 5). Times of acts, numbers of changes, early closes stay inside.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.contract import IllegalMove, Language, Move, State, View
from engine.kit.text.particulars import Seen, answer_in_words, pictured_choices
from engine.match.absence import next_return, voters_on, wanted_by
from engine.match.asking import decision_of, standing_of
from engine.match.extensions import times_left, times_taken
from engine.match.orders import check_own
from engine.match.pauses import asked_people, next_wish, pause_of, stops
from engine.match.seeding import missing, reveal_of, stage_of
from engine.match.substitutes import (
    asked_of_others,
    back_voters,
    candidacy_of,
    candidates_of,
    former_seat,
    has_played_elsewhere,
    next_handing,
    substitutes_agreed,
)
from engine.match.table import Candidate, Case, Standing, Table
from engine.match.time_requests import next_said, voters_on_request
from engine.protocol.acts import ORDERS
from engine.protocol.log import coarse_step, timestamp
from engine.registry import game_of
from service.api.http.current import context
from service.api.http.etags import tag_of
from service.context import Context
from service.matches.absence.absence import cases_of, in_public
from service.matches.absence.extensions import may_take
from service.matches.absence.handing import may_hand, name_of, open_handings
from service.matches.absence.pauses import may_wish
from service.matches.absence.substitutes import asked_with, may_name, offered_about
from service.matches.absence.time_requests import may_ask, open_requests
from service.matches.acts import allowed_custody
from service.matches.messages import open_channels
from service.matches.seat_keys import awaited, changes_of, next_seq
from service.matches.seating.guests import awaited_guests, shown_guests
from service.matches.seating.inviting import address_digest, guest_name
from service.matches.seating.seats import seat_of
from service.matches.talk import may_read, talk_state
from service.store.keys import ACCOUNT
from service.store.records import Act, Record
from service.store.store import Store
from service.text.deleted_names import names_as_read


def shown_extensions(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return the terms, how often each seat took more time, and the decisions for which the viewer may."""
    table = record.table
    if "extensions" not in table:
        return None
    mine = None
    if seat is not None:
        mine = {
            "left": times_left(table, seat),
            "seq": times_taken(table, seat) + 1,
            "decisions": [one["id"] for one in may_take(record, seat)],
        }
    taken = [times_taken(table, other) for other in range(len(table["seats"]))]
    return {**table["extensions"]["agreed"], "taken": taken, "mine": mine}


def shown_pauses(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return the terms, the wishes for a pause, the current pause, and what the viewer may do."""
    table = record.table
    if "pauses" not in table:
        return None
    now = pause_of(table)
    return {
        **table["pauses"]["agreed"],
        "wishes": table["pauses"]["wishes"],
        "people": asked_people(table),
        "now": now and {"since_at": timestamp(now["since"]), "until_at": timestamp(now["until"])},
        "mine": None if seat is None else {"pause": may_wish(table, seat), "seq": next_wish(table, seat)},
    }


def shown_operator_extensions(table: Table) -> dict[str, Any] | None:
    """Return how often the operator may give more time and has given it, or None if the match does not allow it."""
    if "operator_extensions" not in table:
        return None
    state = table["operator_extensions"]
    return {**state["agreed"], "given": state["given"]}


def shown_time_requests(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return the terms, the open requests, and what the viewer may ask and answer."""
    table = record.table
    if "time_requests" not in table:
        return None
    found = open_requests(record)
    shown: list[dict[str, Any]] = [
        {
            "decision": standing["id"],
            "seat": request["seat"],
            "seconds": request["seconds"],
            "voters": voters_on_request(table, request["seat"]),
            "grants": sorted(one["seat"] for one in request["responses"] if one["grant"]),
            "refusals": sorted(one["seat"] for one in request["responses"] if not one["grant"]),
        }
        for standing, request in found
    ]
    mine = None
    if seat is not None:
        asked = [] if pause_of(table) else [one["decision"] for one in shown if seat in one["voters"]]
        mine = {
            "decisions": [one["id"] for one in may_ask(record, seat)],
            "request_seq": next_said(table, "asked", seat),
            "responses": asked,
            "response_seq": next_said(table, "answered", seat),
        }
    return {**table["time_requests"]["agreed"], "open": shown, "mine": mine}


def shown_absence(
    record: Record, seat: int | None, account: str | None = None, invitation: str = ""
) -> dict[str, Any] | None:
    """Return a match's terms for absences, the absent players, and what the viewer may do about them."""
    table = record.table
    if "absence" not in table:
        return None
    absences = table["absence"]
    return {
        **absences["agreed"],
        "handing": absences["agreed"].get("handing"),
        "handings": [_handed(table, case, seat) for case in open_handings(table, record.now)],
        "may_hand": None if seat is None else _may_hand(table, seat),
        "missed": [_missed(table, case, seat) for case in cases_of(table)],
        "people": substitutes_agreed(table),
        "substitutes": [_substitute(table, one, seat) for one in _ready(table)],
        "taken_over": [
            {
                "seat": one["seat"],
                "n": one["n"],
                "at": timestamp(one["at"]),
                "decision": one.get("decision"),
                "before": one["name"],
                "name": _name_since(table, place),
            }
            for place, one in enumerate(absences.get("changes", []))
        ],
        "requests": [
            {"seat": one["seat"], "invitation": one["secret"], "mailed": bool(one["account"])}
            for one in absences.get("asked", [])
            if one["by"] == seat
        ],
        "may_ask": [] if seat is None else [one for one in range(len(table["seats"])) if may_name(table, seat, one)],
        "may_stand_in": _may_stand_in(table, account, invitation),
    }


def waiting_absences(record: Record, seat: int | None) -> list[dict[str, Any]]:
    """Return the missed seats about which the viewer has yet to say something: its own, and those it may vote on."""
    found = shown_absence(record, seat) or {"missed": []}
    return [
        one for one in found["missed"] if one["mine"] is not None and all(vote["seat"] != seat for vote in one["votes"])
    ]


def waiting_handings(record: Record, seat: int | None) -> list[dict[str, Any]]:
    """Return the handovers on which the viewer has yet to vote."""
    found = shown_absence(record, seat) or {"handings": []}
    votes = [one for one in found["handings"] if one["mine"] is not None and one["mine"]["act"] == "vote"]
    return [one for one in votes if all(vote["seat"] != seat for vote in one["votes"])]


def _ready(table: Table) -> list[Candidate]:
    return candidates_of(table) if table["status"] == "running" else []


def _may_stand_in(table: Table, account: str | None, invitation: str) -> list[int]:
    """Return the seats in which the viewer may play on: asked by name or by this invitation, or replaced there before."""
    if not substitutes_agreed(table) or table["status"] != "running":
        return []
    with_link = asked_with(table, invitation)
    invited = set() if with_link is None else {with_link["seat"]}
    if account is None:
        return sorted(invited)
    if seat_of(table, account) is not None:
        return []
    if candidacy_of(table, account) is not None:
        return []
    asked = {one["seat"] for one in table["absence"].get("asked", []) if one["account"] == account}
    former = former_seat(table, account)
    offered = asked | invited | ({former} if former is not None else set())
    return sorted(seat for seat in offered if not has_played_elsewhere(table, account, seat))


def _name_since(table: Table, place: int) -> str:
    """Return the name of the player who took the seat in this change."""
    changes = table["absence"].get("changes", [])
    seat = changes[place]["seat"]
    later = (one["name"] for one in changes[place + 1 :] if one["seat"] == seat)
    return next(later, table["seats"][seat]["name"])


def _substitute(table: Table, one: Candidate, seat: int | None) -> dict[str, Any]:
    about, back = one["seat"], one["by"] is None and not asked_of_others(table, one["seat"])
    asked = next((case for case in cases_of(table) if case["seat"] == about and "polled" in case), None)
    votes = [] if asked is None else asked["votes"]
    agreed = one["agreed"] if back else [vote["seat"] for vote in votes if vote.get("player") == one["player"]]
    voters = back_voters(table, about) if back else [] if asked is None else voters_on(table, about)
    mine, head = None, one["head"] if asked is None else asked["polled"]
    if seat is not None and seat in voters and not (back and seat in agreed):
        mine = {"act": "vote", "head": head, "seq": table["absence"]["votes"][seat] + 1}
    said = {"seat": about, "player": one["player"], "name": one["name"], "by": one["by"], "key": one.get("key")}
    return {**said, "voters": voters, "agreed": agreed, "mine": mine}


def _may_hand(table: Table, seat: int) -> dict[str, Any] | None:
    found = may_hand(table, seat)
    if not found:
        return None
    people = [one.player for one in found if one.player is not None]
    return {"seq": next_handing(table, seat), "bot": len(people) < len(found), "people": people}


def _handed(table: Table, case: Case, seat: int | None) -> dict[str, Any]:
    about, to, voters, mine = case["seat"], wanted_by(case["to"]), voters_on(table, case["seat"]), None
    if seat == about:
        mine = {"act": "here", "head": case["head"], "seq": next_return(table, seat)}
    elif seat in voters:
        mine = {"act": "vote", "head": case["head"], "seq": table["absence"]["votes"][seat] + 1}
    return {
        "seat": about,
        "choice": to.choice,
        "player": to.player,
        "name": name_of(table, to),
        "until_at": timestamp(case["until"]),
        "voters": voters,
        "votes": _votes(case),
        "choices": ["wait", to.choice],
        "mine": mine,
    }


def _votes(case: Case) -> list[dict[str, Any]]:
    return [{"seat": one["seat"], "choice": one["choice"], "player": one.get("player")} for one in case["votes"]]


def _missed(table: Table, case: Case, seat: int | None) -> dict[str, Any]:
    voters, mine = voters_on(table, case["seat"]), None
    if seat == case["seat"]:
        mine = {"act": "here", "head": case["head"], "seq": next_return(table, seat)}
    elif "polled" in case and seat in voters:
        mine = {"act": "vote", "head": case["polled"], "seq": table["absence"]["votes"][seat] + 1}
    return {
        "seat": case["seat"],
        "missed": case["missed"],
        "until_at": timestamp(case["until"]),
        "asked": "polled" in case,
        "choices": offered_about(table, case["seat"]),
        "voters": voters,
        "votes": _votes(case),
        "mine": mine,
    }


LAST_MINUTES = 300_000
"""How long before the deadline the bits are frozen, unless a tenth of the decision's time is less (ms)."""
OWNED = "owned"
"""The kind of player in a seat taken by a bot account: a program that plays through the API."""
DECISION_FACTS = ("id", "kind", "seats", "sealed", "optional", "phase", "head", "n", "awaited")


def summary(record: Record, account: str | None) -> dict[str, Any]:
    """Return a match as lists show it; reliability is filled in for matches that wait for players."""
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
                "language": None,
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
        "assistants": table.get("assistants", "welcome"),
        "rated": table.get("rated", False),
        "tournament": table.get("tournament"),
        "owner": table["owner"] or None,
        "reveal": revealing(record, account),
        "created_at": timestamp(table["created"]),
        "n": record.n,
        "head": record.head,
    }


def waiting_for(record: Record, account: str | None) -> list[int]:
    """Return the seats for whose answers the match waits, as far as the viewer may know."""
    asked = {seat for _, seats in _awaited(record, account) for seat in seats}
    if record.table["status"] == "lobby" and stage_of(record.table) == "revealing":
        asked |= set(record.table["seeding"]["revealing"]["seats"])
    return sorted(asked)


def awaited_until(record: Record, account: str | None) -> int | None:
    """Return the earliest deadline (ms) of the awaited answers, as far as the viewer may know."""
    ends = [
        one["opening_ends"] if one["phase"] == "opening" else one["deadline"] for one, _ in _awaited(record, account)
    ]
    return min((end for end in ends if end is not None), default=None)


def _awaited(record: Record, account: str | None) -> list[tuple[Standing, set[int]]]:
    """Return the decisions for which the match waits, each with the seats still to answer."""
    seat = None if account is None else seat_of(record.table, account)
    found: list[tuple[Standing, set[int]]] = []
    for standing in [] if pause_of(record.table) else record.table["standing"]:
        opening = standing["phase"] == "opening"
        asked = set(standing["awaited"]) if opening else {*standing["seats"]} - {*committed(record, standing, seat)}
        if asked and not standing["optional"]:
            found.append((standing, asked))
    return found


def match(record: Record, account: str | None, invitation: str = "") -> dict[str, Any]:
    """Return a match as its page shows it: facts, the viewer's own view, open decisions.

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
        "talk": table_talk(record, seat),
        "server_time": timestamp(record.now),
    }


def table_talk(record: Record, seat: int | None) -> dict[str, Any]:
    """Return the state of the talk at the table, and a number that changes when the viewer can read something new."""
    return {
        "state": talk_state(context(), record),
        "spectators": "open" if record.table.get("talk") == "open" else "after",
        "changes": record.talk if may_read(context(), record, seat) else 0,
    }


def _orders_seq(record: Record, seat: int | None) -> int:
    """Return the number of the viewer's seat's last act about standing orders, or 0."""
    act = None if seat is None else record.acts.get((ORDERS, seat))
    return 0 if act is None else act.seq


def revealing(record: Record, account: str | None) -> dict[str, Any] | None:
    """Return the seats that must reveal entropy, and the deadline; of the others, only whether the viewer's own is
    still awaited."""
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
    """Return the keys to which seats ask the others to agree."""
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
    """Return an open decision with the viewer's own act, but no others'."""
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
    """Return an act in the form for its own seat."""
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
    """Return the seats shown as having answered: the viewer's own at once, others' as of the last coarse instant."""
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
    """Return when others' bits were last refreshed, in milliseconds: later changes are not shown."""
    opened, deadline = standing["opened"], standing["deadline"]
    if deadline is not None:
        now = min(now, deadline - min(LAST_MINUTES, (deadline - opened) // 10))
    step = coarse_step(opened, deadline)
    return opened + max(0, now - opened) // step * step


def tag(record: Record, account: str | None) -> str:
    """Return the entity tag of a match for a viewer.

    It is made of the log's head, of the viewer's own acts and of what they asked for, of keys that wait for consent, of
    the invitation for whoever sees it, of whom its owner has invited or, for the others at the table, how many of them are
    awaited, of what is said at the table, and of whoever is asked to play on for somebody, as far as the viewer asks or is asked.
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
    said = [f"talk {record.talk}"] if record.talk and may_read(context(), record, seat) else []
    parts = (record.match, record.n, record.head, seat, owned, own, table["request"], asked)
    substitutes = table["absence"].get("asked", []) if "absence" in table else []
    mine = [
        one["secret"] for one in substitutes if account is not None and (one["by"] == seat or one["account"] == account)
    ]
    return tag_of(*parts, *said, *revealed, *shown, *table.get("asked_keys", []), *mine, *guests, *counted)


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
        (words,) = pictured_choices(game, [move], seen)
    return {"legal": True, "code": None, "pointer": None, "message": None, "words": words}


def stands(record: Record, decision_id: str) -> Standing | None:
    """Return the decision if it is open."""
    return standing_of(record.table, decision_id)


def _moment(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else timestamp(milliseconds)


# People at a table that still waits for players: invited guests, shown to the table's owner alone; language and punctuality
# of those seated, which help others decide whether to sit down with them.


def show_guests(context: Context, shown: dict[str, Any], record: Record, account: str | None) -> None:
    """Fill ``guests`` of a match, as :func:`~service.api.matches.representations.match` makes it."""
    table = record.table
    guests = table.get("guests", [])
    if not guests or account != table["owner"] or table["status"] != "lobby":
        return
    accounts = context.store.accounts([one["account"] for one in guests])
    shown["guests"] = [
        {
            "guest": one.guest,
            "mail": one.mail or None,
            "sent_at": timestamp(one.at),
            "times": one.times,
            "state": one.became,
            "again": one.again,
        }
        for one in shown_guests(
            table, accounts, record.now, partial(address_digest, context), partial(guest_name, context, record.match)
        )
    ]


def show_people(store: Store, matches: Sequence[dict[str, Any]]) -> None:
    """Fill ``language`` and ``reliability`` of the seats of these matches.

    The matches are as :func:`~service.api.matches.representations.summary` makes them.

    Only of those in the lobby, and of people; what a match that runs costs to show stays as it is.
    """
    seats = [seat for one in matches if one["status"] == "lobby" for seat in one["seats"] if _is_person(seat)]
    if not seats:
        return
    people = store.seated(sorted({seat["player"] for seat in seats}))
    for seat in seats:
        language, answered = people[seat["player"]]
        seat["language"], seat["reliability"] = language or None, in_public(answered)


def _is_person(seat: dict[str, Any]) -> bool:
    return seat["bot"] is None and seat["player"] is not None and bool(ACCOUNT.fullmatch(seat["player"]))
