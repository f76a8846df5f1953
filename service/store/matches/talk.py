"""Talk of the whole table: stored beside the match, never in its log, and erased without a trace.

Nothing here changes a match, its log, its acts or its due time, so talk cannot delay a step, make an act stale, or show
whether anybody has sealed. Texts are only in one hash per match, which expires :data:`KEPT` after the match's end, and,
for a reported message, in the operator's copy, which expires after :data:`REPORT_KEPT`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from service.store import Unreadable, keys
from service.store.accounts.accounts import NOBODY
from service.store.connection.connect import Client
from service.store.connection.scripts import TELL, UNSAY, Call
from service.store.values import decode, encode, reading, text, texts

DAY = 86_400_000
KEPT = 30 * DAY
"""How long a match's talk is kept after its end, in milliseconds."""
REPORT_KEPT = 60 * DAY
"""How long a reported message is kept for the operator."""
MOST_BYTES = 40_000
"""The most bytes of one seat's messages in a match."""
AROUND_A_TEXT = 150
"""Bytes counted for a message in addition to its text."""
MOST_A_MINUTE = 12


@dataclass(frozen=True)
class Remark:
    """Something said to the whole table. ``number`` orders a match's remarks; ``at`` is in milliseconds.

    ``text`` is empty for a ``reaction``, which is one of a few words that readers get in their own language. ``player``
    is the account that had the seat then, ``name`` what the table called it.
    """

    number: int
    seat: int
    player: str
    name: str
    text: str
    reaction: str
    at: int


class Spoken(NamedTuple):
    """Remarks at a table, oldest first, and the accounts whom a reader has muted there, or blocked everywhere."""

    remarks: list[Remark]
    muted: list[str]
    blocked: list[str]


@dataclass(frozen=True)
class NewRemark:
    """A remark to be stored. ``id`` identifies repetitions, ``status`` is that of the match as it was judged.

    ``ends``: when a closed match's talk is erased (ms). ``token`` is checked for revocation in the same script.
    """

    match: str
    id: str
    status: str
    seat: int
    player: str
    name: str
    text: str
    reaction: str
    ends: int | None = None
    token: str | None = None


class Told(NamedTuple):
    """The outcome for a remark.

    ``stored``, ``same`` (stored before; no remark if it was erased since), ``stale`` (check again), ``gone``, ``fast`` (wait for
    the given ms), ``full`` or ``revoked``.
    """

    outcome: str
    remark: Remark | None
    wait: int = 0


@dataclass(frozen=True)
class Report:
    """A remark reported to the operator. ``by`` is the account that reported it, ``why`` its words; times in milliseconds."""

    id: str
    match: str
    remark: int
    seat: int
    player: str
    name: str
    text: str
    reaction: str
    at: int
    by: str
    why: str
    reported: int


class Talk(Client):
    """The talk of whole tables."""

    def note_talk(self, account: str, match: str) -> None:
        """Record that a table's talk is about to hold something of an account, to be found when the account is deleted."""
        self._ask(("SADD", keys.account_talk(account), match))

    def talk_of(self, account: str) -> list[str]:
        """Return the matches in whose talk something of the account may be stored, in the order of their ids."""
        return sorted(map(text, self._ask(("SMEMBERS", keys.account_talk(account)))))

    def tell(self, new: NewRemark) -> Told:
        """Store a remark; one round trip. :raises StoreUnavailable: send it again under the same id."""
        message = {name: getattr(new, name) for name in ("seat", "player", "name", "text", "reaction")}
        told: dict[str, object] = {
            "name": new.id,
            "status": new.status,
            "seat": new.seat,
            "message": message,
            "size": len(encode(new.text).encode()) + AROUND_A_TEXT,
            "most_bytes": MOST_BYTES,
            "most_a_minute": MOST_A_MINUTE,
        }
        told |= {name: value for name, value in (("ends", new.ends), ("token", new.token)) if value is not None}
        bucket = keys.bucket_of(new.match)
        names = [keys.match(new.match), keys.talk(new.match), keys.revoked(bucket), keys.running(bucket)]
        outcome, answer, *number = self._run(Call(TELL, names, [encode(told)]))
        if text(outcome) == "fast":
            return Told("fast", None, int(answer))
        with reading(f"the talk of match {new.match}"):
            return Told(text(outcome), _remark(int(number[0]), text(answer)) if answer else None)

    def talk(self, match: str, reader: str = NOBODY) -> Spoken:
        """Return what was said to the table and not erased, and whose remarks an account does not want to read.

        One round trip.
        """
        what = [f"the talk of match {match}", f"the blocks of account {reader}"]
        commands = [("HGETALL", keys.talk(match)), ("ZRANGE", keys.account_blocks(reader), 0, -1)]
        said, blocked = self._ask_each(commands, what)
        if isinstance(said, Unreadable):
            raise said
        if isinstance(blocked, Unreadable):
            raise blocked
        fields = texts(what[0], said)
        with reading(what[0]):
            found = [_remark(int(name[5:]), value) for name, value in fields.items() if name.startswith("said:")]
            muted = decode(fields.get(f"muted:{reader}", "[]"))
            remarks = sorted(found, key=lambda one: one.number)
            return Spoken(remarks, [str(one) for one in muted], [text(one) for one in blocked])

    def muted(self, match: str, account: str) -> list[str]:
        """Return the accounts whose remarks an account does not want to read at this table."""
        stored = self._ask(("HGET", keys.talk(match), f"muted:{account}"))
        with reading(f"the talk of match {match}"):
            return [] if stored is None else [str(one) for one in decode(stored)]

    def mute(self, match: str, account: str, players: Sequence[str], ends: int | None) -> None:
        """Keep whose remarks an account does not want to read; of a closed match, until ``ends`` (ms).

        A match that ends meanwhile finds no talk to let expire if this is the first: so its status is asked for afterwards.
        """
        key, field = keys.talk(match), f"muted:{account}"
        self._ask(("HSET", key, field, encode(sorted(players))) if players else ("HDEL", key, field))
        if ends is None and self._ask(("HGET", keys.match(match), "status")) == b"closed":
            ends = self.now() + KEPT
        if ends is not None:
            self._ask(("PEXPIREAT", key, ends))

    def unsay(self, match: str, number: int, player: str = "") -> bool:
        """Erase a remark; return whether it was there. With ``player``, erase only a remark by that player."""
        return bool(self._run(Call(UNSAY, [keys.talk(match)], [str(number), player]), again=False))

    def forget_talk(self, match: str, player: str) -> int:
        """Erase all remarks of an account at a table, and whom it has muted there; return how many remarks there were."""
        return int(self._run(Call(UNSAY, [keys.talk(match)], ["", player])))

    def report(self, report: Report) -> None:
        """Keep a copy of a remark for the operator; reporting it again replaces the copy."""
        ends = report.reported + REPORT_KEPT
        self._ask(("ZADD", keys.reports(), ends, report.id))
        self._ask(("SET", keys.report(report.id), encode(asdict(report)), "PX", REPORT_KEPT))

    def reports(self) -> list[Report]:
        """Return the reported remarks that are still kept, the oldest report first."""
        ids = [text(one) for one in self._ask(("ZRANGE", keys.reports(), 0, -1))]
        stored = self._ask_many([("GET", keys.report(one)) for one in ids])
        if gone := [one for one, value in zip(ids, stored, strict=True) if value is None]:
            self._ask(("ZREM", keys.reports(), *gone))
        with reading("the reports"):
            return [Report(**decode(one)) for one in stored if one is not None]

    def forget_report(self, report_id: str) -> bool:
        """Erase a report; return whether there was one."""
        self._ask(("ZREM", keys.reports(), report_id))
        return bool(self._ask(("DEL", keys.report(report_id))))


def _remark(number: int, stored: str) -> Remark:
    return Remark(number=number, **decode(stored))
