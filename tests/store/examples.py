"""Small matches for the store's tests. The store does not know games, so states and moves are anything."""

import hashlib
import itertools
from dataclasses import replace
from typing import Any, cast
from uuid import UUID

from engine.match.table import Locked, Seat, Seeding, Standing, Table
from engine.protocol.canon import b64
from engine.transparency.merkle import Leaf
from service.store.keys import recipient_of
from service.store.records import ActRequest, Creation, Notice, Record, Transition
from service.store.store import Store

MINUTE = 60_000
HOUR = 60 * MINUTE
ANNA, BERT = "p_" + "a1" * 16, "p_" + "b2" * 16
_counter = itertools.count()


def match_id(number: int = 1, bucket: int = 1) -> str:
    """Return a match id in a bucket of one's choice."""
    return str(UUID(int=bucket << 120 | number, version=4))


def digest(text: str) -> str:
    """Return 43 characters that look like a head or a salt."""
    return b64(hashlib.sha256(text.encode()).digest())


def sealed(name: str) -> str:
    """Return a commitment."""
    return "sc1_" + digest(name)


def standing(decision: str = "r1.choose", seats: tuple[int, ...] = (0, 1), **changes: Any) -> Standing:
    """Return a sealed decision of two seats without deadline."""
    facts: dict[str, Any] = {
        "id": decision, "kind": "choose", "seats": list(seats), "sealed": len(seats) > 1, "optional": False, "n": 2,
        "head": digest("opened " + decision), "opened": 0, "deadline": None, "phase": "open", "locked": [],
        "opening_period": HOUR, "opening_ends": None, "awaited": [], "reminded": None, "release": None, "asked": True,
    }  # fmt: skip
    return cast(Standing, {**facts, **changes})


def table(match: str, *decisions: Standing, **changes: Any) -> Table:
    """Return a running table of Anna and Bert at which these decisions stand."""
    facts: dict[str, Any] = {
        "match": match, "title": "Kontor", "rules": "kontor@1", "data": digest("data"), "options": {"cards": []},
        "seats": [Seat(player=ANNA, name="Anna", bot=None), Seat(player=BERT, name="Bert", bot=None)],
        "custody": "any", "entropy": "optional", "pace": {"kind": "duration", "seconds": 86_400}, "grace": 0,
        "hold": 0, "visibility": "open", "invitation": "invitation", "start": "when-full", "status": "running", "request": "",
        "resigning": [], "owner": ANNA, "created": 1_700_000_000_000, "standing": list(decisions), "marks": [0, 0],
        "labels": [], "outcome": None, "over": None, "key": "key",
        "seeding": Seeding(resolver=digest("resolver"), reveal=HOUR, beacon=None),
    }  # fmt: skip
    return cast(Table, {**facts, **changes})


def running(store: Store, match: str | None = None, *decisions: Standing, **changes: Any) -> Record:
    """Store a match with one log entry at which decisions stand (one sealed by default) and return it."""
    match = match or match_id(next(_counter))
    due, notices = changes.pop("due", None), changes.pop("notices", [])
    laid = table(match, *(decisions or (standing(),)), **changes)
    creation = Creation(
        match=match, table=laid, head=digest("head 1"), at=laid["created"], line=b'{"n":1}\n', seed="secret seed",
        due=due, notices=notices,
    )  # fmt: skip
    assert store.create(creation)
    return loaded(store, match)


def loaded(store: Store, match: str, *, secrets: bool = False) -> Record:
    """Return a match that is there."""
    record = store.load(match, secrets=secrets)
    assert record is not None
    return record


def step(record: Record, *decisions: Standing, lines: int = 1, by: str = "", **changes: Any) -> Transition:
    """Return the next step of a match: ``lines`` more entries, after which these decisions stand."""
    n = record.n + lines
    status = changes.pop("status", record.table["status"])
    laid: Table = {**record.table, "standing": list(decisions), "status": status}
    entries = [b'{"n":%d,"by":"%s"}\n' % (number, by.encode()) for number in range(record.n + 1, n + 1)]
    head = digest(f"head {n} {by}") if lines else record.head
    after = Transition(match=record.match, n=record.n, table=laid, head=head, at=record.at + lines, lines=entries)
    return replace(after, **changes)


def finished(store: Store, number: int = 1) -> Record:
    """Store a match that closed long ago with three entries, all of them in the log of all matches."""
    record = running(store, match_id(number), title="Kölln")
    store.act(act(record, 0))
    record = loaded(store, record.match)
    change = step(record, status="closed", lines=2, state={"n": 3}, erase_seed=True, ended=["r1.choose"])
    assert store.transition(change)
    store.note_match(ANNA, record.match)
    log_all(store, record.match, 3)
    return loaded(store, record.match)


def log_all(store: Store, match: str, entries: int) -> None:
    """Note down in a match which leaves of the log of all matches its entries are."""
    store.grow_log(None, [(100 + n, Leaf(match, n, bytes(32))) for n in range(1, entries + 1)])


def act(record: Record, seat: int, name: str = "card", **changes: Any) -> ActRequest:
    """Return a seat's commitment to the first decision that stands, in escrow, with its box and salt."""
    decision = record.table["standing"][0]
    request = ActRequest(
        match=record.match, decision=decision["id"], seat=seat, kind="commit", opened_head=decision["head"],
        commitment=sealed(f"{name} {seat}"), box=f"box of {name} {seat}", salt=f"salt:{name} {seat}",
    )  # fmt: skip
    return replace(request, **changes)


def locked_for_openings(seats: tuple[int, ...], name: str = "card", **changes: Any) -> Standing:
    """Return the decision of :func:`standing` after its lock, awaiting openings of client custody."""
    locks = [Locked(seat=seat, commitment=sealed(f"{name} {seat}"), seq=1, custody="client") for seat in (0, 1)]
    return standing(phase="opening", locked=locks, awaited=list(seats), **changes)


def notice(match: str | None, number: int = 1, account: str = ANNA, **changes: Any) -> Notice:
    """Return a piece of news for an account about a match, or about itself."""
    facts: dict[str, Any] = {
        "id": f"{match or account}.{number}", "kind": "your-turn", "account": account, "match": match, "seat": 0,
        "n": number, "facts": {"cards": [], "text": "Kölln"}, "at": 5, "send_at": 10,
    }  # fmt: skip
    return cast(Notice, {**facts, **changes})


def recipient(match: str | None, account: str = ANNA) -> str:
    """Return who gets that news."""
    return recipient_of(account, match)
