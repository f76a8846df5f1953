"""What a story must have kept: every promise that the service makes, looked at from behind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import orjson

from engine.verifier.replay import verify
from engine.verifier.rules_replay import states
from service.context import Context
from service.keys.signing import verify_signature
from service.store import keys
from service.store.records import Record
from service.store.sweep import Swept
from tests.campaigns.simulation.history import Operation, linearizable
from tests.campaigns.simulation.model.lua import LUA
from tests.campaigns.simulation.players.handing import bots_came, holder_at
from tests.campaigns.simulation.world import Broken

if TYPE_CHECKING:
    from tests.campaigns.simulation.story import Story


def check_now(story: Story) -> bool:
    """Look in calm: nothing is parked, nothing due stands still. Return whether every match is over."""
    space, over = story.installation.server.space, True
    for bucket in range(keys.BUCKETS):
        parked = space.values.get(keys.parked(bucket).encode())
        if parked:
            raise Broken(f"a healthy match is parked: {parked}")
    for match in story.people.matches:
        fields = space.values.get(keys.match(match).encode(), {})
        due, status = fields.get(b"due", b""), fields.get(b"status", b"closed")
        over &= status == b"closed"
        late = story.world.now - int(due or 0) / 1000
        if due and late > story.bound:
            raise Broken(f"match {match} has been due for {late:.0f} s, {story.bound:.0f} s are promised")
    return over and story.people.all_here


def check_all(story: Story) -> None:
    """Look at everything when all is over. :raises Broken: for the first promise that was broken."""
    if not check_now(story):
        raise Broken("a match does not end")
    swept: Swept = story.installation.look(lambda context: context.store.sweep())
    if swept.halves or swept.matches_mended or swept.recipients_mended or swept.unreadable:
        raise Broken(f"the sweep found something: {swept}")
    heads = {match: _check_match(story, match) for match in story.people.matches}
    if LUA.stumbled:
        raise Broken(f"a script stumbled: {LUA.stumbled[0]}")
    _check_letters(story, heads)
    people, beside = story.people, story.installation.beside
    story.installation.look(lambda context: beside.check(context, people.matches, people.departed))


def _check_match(story: Story, match: str) -> list[str]:
    """Look at one match; return the heads of its log."""

    def read(context: Context) -> tuple[Record | None, bytes, bytes]:
        lines = b"".join(context.store.lines(match))
        return context.store.load(match), lines, context.signer.public_bytes

    record, export, public = story.installation.look(read)
    if record is None:
        raise Broken(f"match {match} is not there")
    receipts = story.people.receipts[match]
    found = verify(
        export, receipts=receipts, check_signature=lambda message, signed: verify_signature(public, message, signed)
    )
    if found.verdict != "PASS":
        raise Broken(f"the log of {match}: {found.verdict} at {found.n}: {found.reason}")
    if found.receipts < len({orjson.dumps(one) for one in receipts}):
        raise Broken(f"the log of {match} agrees with {found.receipts} of {len(receipts)} receipts")
    played = [state for _, state in states(export)]
    if played and record.state != played[-1]:
        raise Broken(f"the state of {match} is not what its log says")
    lines: list[Any] = [orjson.loads(line) for line in export.splitlines()]
    heads = [line["head"] for line in lines]
    types = Counter(line["entry"]["type"] for line in lines)
    story.happened += Counter(
        {f"in logs: {word}": types[word] for word in ("handed", "kept", "returned", "substituted")}
    )
    for where, seat, n, account in story.people.acted:
        if where == match and holder_at(record, seat, n) != account:
            raise Broken(f"an act of {account} counted in seat {seat} of {match} behind entry {n}, when another had it")
    _check_histories(story, record, [line["entry"] for line in lines], heads)
    return heads


def _check_histories(story: Story, record: Record, entries: list[Any], heads: list[str]) -> None:
    match = record.match
    locks = {
        (entry["body"]["decision"], one["seat"]): (_written(story, match, entry["n"], heads), one)
        for entry in entries
        if entry["type"] == "locked"
        for one in entry["body"]["seats"]
    }
    ended = _written(story, match, len(entries), heads)
    for (played, decision, seat), history in story.people.histories.by_seat.items():
        if played != match:
            continue
        at, locked = locks.get((decision, seat), (ended, None))
        last = Operation("lock", at, "nothing", answered=at, outcome="ok")
        if locked is not None:
            silent = locked["custody"] == "absent"  # also where orders answer
            last.label, last.seq = ("absent", 0) if silent else ("there", locked["seq"])
        bots = [Operation("bot", _written(story, match, n, heads), f"bot since {n}") for n in bots_came(record, seat)]
        whole = [*history, *bots, last]
        if not linearizable(whole):
            told = "\n".join(map(str, sorted(whole, key=lambda one: one.asked)))
            raise Broken(f"no order explains what seat {seat} was told of {decision} in {match}:\n{told}")


def _written(story: Story, match: str, n: int, heads: list[str]) -> float:
    """Return when an entry of a log was written: by the step that led to a head which the log still has."""
    last = next(last for last in range(n, len(heads) + 1) if (match, last, heads[last - 1]) in story.written)
    return story.written[match, last, heads[last - 1]]


def _stands(story: Story, plan: dict[str, Any], heads: list[str]) -> bool:
    """Return whether a step that was written is still there; of one without lines nobody can tell after a death."""
    if plan["last"] == plan["n"] and story.installation.server.life > 0:
        return False
    return bool(plan["last"] <= len(heads) and heads[plan["last"] - 1] == plan["head"])


def _check_letters(story: Story, heads: dict[str, list[str]]) -> None:
    space, office = story.installation.server.space, story.installation.office
    told: Counter[tuple[str, str]] = Counter()
    for letter in office.taken:
        for notice in letter.notices:
            told[letter.account, notice] += 1
            if told[letter.account, notice] > 1 and not letter.resendable:
                raise Broken(f"{letter.account} was told {notice} twice")
            if told[letter.account, notice] > 1 and not story.faults.happened:
                raise Broken(f"{letter.account} was told {notice} twice in a story without faults")
    for match, plan in story.plans:
        if not _stands(story, plan, heads[match]):
            continue
        for notice in plan["notices"]:
            recipient = notice["recipient"]
            if recipient.rpartition(":")[2] in story.people.departed:
                continue  # what was told goes with the account
            sent = space.values.get(keys.sent(recipient).encode(), [])
            waiting = space.values.get(keys.queue(recipient).encode(), {})
            if keys.match(match).encode() not in space.values and notice["id"] in story.settled:
                continue  # what was told goes with the match
            if str(notice["number"]).encode() not in sent and notice["id"].encode() not in waiting:
                raise Broken(f"news of {match} are lost: {notice['id']} for {recipient}")
    for bucket in range(keys.BUCKETS):
        for recipient, at in space.values.get(keys.out(bucket).encode(), {}).items():
            if at / 1000 + story.bound < story.world.now:
                raise Broken(f"news for {recipient.decode()} have been due for {story.world.now - at / 1000:.0f} s")
