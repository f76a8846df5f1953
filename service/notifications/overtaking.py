"""Rules for when news is out of date, named by rows of the registry. Pure.

A player who has acted since the news came up has visited the table and knows it; a question that was answered or is gone is
not asked again; of several login codes only the newest is worth a mail.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.match.absence import case_of
from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.match.seeding import missing, stage_of
from engine.match.substitutes import candidates_of
from engine.match.time_requests import request_of
from service.notifications.asks import Wanted, ask_of
from service.notifications.delivery import Reason
from service.store.records import Notice, Record

ONE_VISIT = 60_000
"""Milliseconds within which several answers may have come by one mail."""


@dataclass(frozen=True)
class Situation:
    """The situation in which a notice is checked: the match (if any), other pending news, the time (ms).

    Moves in other pending news show that the reader has been here since.
    """

    record: Record | None
    others: Sequence[Notice] = ()
    now: int = 0


Overtaken = Callable[[Notice, Situation], Reason | None]
"""Returns why a notice is out of date, or None."""


def never(notice: Notice, situation: Situation) -> Reason | None:
    """News that stays current as long as its match exists."""
    return None if situation.record is not None else "match-gone"


def always_news(notice: Notice, situation: Situation) -> Reason | None:
    """News about an account, which no match can overtake."""
    return None


def question(wanted: Wanted | None) -> Overtaken:
    """Return a question's rule: it stands while its decision wants this of the seat (anything, if ``wanted`` is None)."""

    def overtaken(notice: Notice, situation: Situation) -> Reason | None:
        record, seat = situation.record, notice["seat"]
        if record is None:
            return "match-gone"
        if seat is None:
            return None
        standing = standing_of(record.table, notice.get("decision", ""))
        if standing is None or record.table["status"] != "running" or seat in record.table["resigning"]:
            return "decision-over"
        if pause_of(record.table) is not None:
            return "paused"  # the letter that says that the table goes on asks again
        ask = ask_of(record, standing, seat)
        if ask is None:
            return "answered" if standing["phase"] == "open" or wanted == "open" else "decision-over"
        return None if wanted in (None, ask.kind) else "decision-over"

    return overtaken


def report(notice: Notice, situation: Situation) -> Reason | None:
    """Reports: out of date once the reader has acted since, as shown by the table's acts or by moves in other pending news."""
    record, seat = situation.record, notice["seat"]
    if record is None:
        return "match-gone"
    if seat is None:
        return None
    acted = any(who == seat and act.received > notice["at"] for (_, who), act in record.acts.items())
    return "already-seen" if acted or any(_moved(other, notice, seat) for other in situation.others) else None


def beginning(notice: Notice, situation: Situation) -> Reason | None:
    """Telling that a match has begun: as a report, and never at a table of a tournament, whose letter lists all tables."""
    record = situation.record
    if record is not None and "tournament" in record.table:
        return "superseded"
    return report(notice, situation)


def own_move(notice: Notice, situation: Situation) -> Reason | None:
    """Drop news of the reader's own last open move unless other news goes out, too: the reader saw it happen."""
    seen = _seen_by_who_moved(notice, situation)
    if seen is not None or notice["send_at"] > situation.now:
        return seen
    return None if any(other["kind"] != notice["kind"] for other in situation.others) else "already-seen"


def _seen_by_who_moved(notice: Notice, situation: Situation) -> Reason | None:
    """Return why the consequences of an own move are known to the player.

    One mail may answer several questions without showing anything in between, so none of these answers proves that its
    sender has seen the consequences of another.
    """
    if not notice["facts"].get("decision", {}).get("optional"):
        return report(notice, situation)
    later = notice["at"] + ONE_VISIT
    apart = [one for one in situation.others if one["at"] > later]
    return report({**notice, "at": later}, replace(situation, others=apart))


def revealing(notice: Notice, situation: Situation) -> Reason | None:
    """Asking for a seat's randomness: until it has sent it, or the match goes on without."""
    record, seat = situation.record, notice["seat"]
    if record is None:
        return "match-gone"
    if seat is None or stage_of(record.table) != "revealing" or record.table["status"] != "lobby":
        return "decision-over"
    return None if seat in missing(record.table["seeding"]["revealing"]) else "answered"


def key_asked(notice: Notice, situation: Situation) -> Reason | None:
    """Asking for consent to another key: until its reader has given it, or that key is not asked for any more."""
    record, facts = situation.record, notice["facts"]
    if record is None:
        return "match-gone"
    asked = [one for one in record.table.get("asked_keys", []) if one["seat"] == facts["by"]]
    if not asked or asked[0]["key"] != facts["key"] or record.table["status"] != "running":
        return "decision-over"
    return "answered" if any(one["seat"] == notice["seat"] for one in asked[0]["consents"]) else None


def missed(notice: Notice, situation: Situation) -> Reason | None:
    """Telling a seat that it is missed: until it is back, or given away."""
    record = situation.record
    if record is None:
        return "match-gone"
    case = case_of(record.table, notice["facts"]["about"])
    here = case is None or case["n"] > notice["n"]
    return "decision-over" if here or record.table["status"] != "running" else None


def absence_asked(notice: Notice, situation: Situation) -> Reason | None:
    """Asking the others about a seat: until it is back, all is decided, or its reader has voted."""
    record, seat = situation.record, notice["seat"]
    if record is None:
        return "match-gone"
    case = case_of(record.table, notice["facts"]["about"])
    if case is None or record.table["status"] != "running" or case["n"] > notice["n"]:
        return "decision-over"
    return "answered" if any(one["seat"] == seat for one in case["votes"]) else None


def handing_asked(notice: Notice, situation: Situation) -> Reason | None:
    """Asking the others whether a seat may be handed over: until that is decided or over, or its reader has voted."""
    record = situation.record
    if record is None:
        return "match-gone"
    case = case_of(record.table, notice["facts"]["about"])
    if case is None or case["n"] != notice["n"] or record.table["status"] != "running":
        return "decision-over"
    return "answered" if any(one["seat"] == notice["seat"] for one in case["votes"]) else None


def handing_ended(notice: Notice, situation: Situation) -> Reason | None:
    """Telling that a seat stays with its player: as long as the match runs."""
    record = situation.record
    if record is None:
        return "match-gone"
    return None if record.table["status"] == "running" else "decision-over"


def substituted(notice: Notice, situation: Situation) -> Reason | None:
    """Telling who has a seat now: whoever was replaced, until the seat is theirs again."""
    record = situation.record
    if record is None:
        return "match-gone"
    again = notice["seat"] is None and record.table["seats"][notice["facts"]["about"]]["player"] == notice["account"]
    return "already-seated" if again else None


def substitute_asked(notice: Notice, situation: Situation) -> Reason | None:
    """Asking somebody to play on in a seat: until it is answered, or not asked any more."""
    record = situation.record
    if record is None:
        return "match-gone"
    table = record.table
    if any(seat["player"] == notice["account"] for seat in table["seats"]):
        return "already-seated"
    asked = table["absence"].get("asked", []) if "absence" in table else []
    stands = any(one["secret"] == notice["facts"]["invitation"] for one in asked)
    return None if stands and table["status"] == "running" else "superseded"


def substitute_ready(notice: Notice, situation: Situation) -> Reason | None:
    """Telling that somebody is ready to play on in a seat: as long as he is, and has none."""
    record = situation.record
    if record is None:
        return "match-gone"
    ready = any(one["n"] == notice["n"] for one in candidates_of(record.table, notice["facts"]["about"]))
    return None if ready and record.table["status"] == "running" else "decision-over"


def more_time(notice: Notice, situation: Situation) -> Reason | None:
    """Telling that somebody took more time: while that deadline stands."""
    record, facts = situation.record, notice["facts"]
    if record is None:
        return "match-gone"
    standing = standing_of(record.table, facts["decision"]["id"])
    stands = standing is not None and facts["deadline"] in (standing["deadline"], standing["opening_ends"])
    return None if stands else "decision-over"


def time_requested(notice: Notice, situation: Situation) -> Reason | None:
    """Asking the others for more time: until it is decided, the deadline has passed, or its reader has said something."""
    record, facts = situation.record, notice["facts"]
    if record is None:
        return "match-gone"
    standing = standing_of(record.table, facts["decision"]["id"])
    request = None if standing is None else request_of(standing)
    if request is None or request["n"] != notice["n"] or record.table["status"] != "running":
        return "decision-over"
    return "answered" if any(one["seat"] == notice["seat"] for one in request["responses"]) else None


def time_decided(notice: Notice, situation: Situation) -> Reason | None:
    """Telling what became of the time that somebody asked for: while that deadline stands, or that it has passed.

    Whose word granted it has read that in the answer to it.
    """
    record, facts = situation.record, notice["facts"]
    if record is None:
        return "match-gone"
    if "settled_by" in facts and facts["settled_by"] == notice["seat"]:
        return "already-seen"
    if facts["what"] == "unanswered":
        return "decision-over" if record.table["status"] != "running" else None
    return more_time(notice, situation)


def pause(notice: Notice, situation: Situation) -> Reason | None:
    """Telling of a pause: while it is as the notice says."""
    record, facts = situation.record, notice["facts"]
    if record is None:
        return "match-gone"
    now = pause_of(record.table)
    held = {
        "wished": "pauses" in record.table and facts["by"] in record.table["pauses"]["wishes"] and now is None,
        "paused": now is not None and now["until"] == facts["until"],
        "resumed": now is None,
    }
    return None if held[facts["what"]] and record.table["status"] == "running" else "decision-over"


def invitation(notice: Notice, situation: Situation) -> Reason | None:
    """Invitations, outdated once their reader sits down, the table begins, or they were replaced, withdrawn or refused."""
    record = situation.record
    if record is None:
        return "match-gone"
    if any(seat["player"] == notice["account"] for seat in record.table["seats"]):
        return "already-seated"
    table = record.table
    if notice["facts"]["invitation"] != table["invitation"]:
        return "superseded"
    named = [one for one in table.get("guests", []) if one["account"] == notice["account"]]
    if any(one.get("refused") for one in named) or (named and all(one["answer"] == "withdrawn" for one in named)):
        return "superseded"
    waits = table["status"] == "lobby" and not table["request"] and stage_of(table) == "joining"
    return None if waits else "started-without-you"


def code(notice: Notice, situation: Situation) -> Reason | None:
    """Login codes: until they expire, or a newer one waits."""
    if any(other["kind"] == notice["kind"] and other["at"] > notice["at"] for other in situation.others):
        return "superseded"
    return expiring(notice, situation)


def expiring(notice: Notice, situation: Situation) -> Reason | None:
    """Codes and links that end at a certain time: until then, whatever else waits."""
    return "expired" if notice["facts"]["expires"] <= situation.now else None


def _moved(other: Notice, notice: Notice, seat: int) -> bool:
    moves = other["facts"].get("moves", [])
    return other["n"] > notice["n"] and any(move["seat"] == seat and move["by"] == "seat" for move in moves)
