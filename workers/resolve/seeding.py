"""A match on its way to the deal: closing the table, revealing entropy, waiting for a beacon's round (12.2)."""

from typing import Any

from engine.match.seeding import close_table, missing, note_reminded, publish, seed_of, stage_of, take_round
from engine.match.table import Table
from engine.protocol.beacon import round_time
from engine.protocol.bodies import SEATED
from engine.protocol.canon import NotCanonical, parse, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import too_late_from
from service.keys.signing import EscrowFailed
from service.notifications.asks import SHORTEST, USUALLY_AT
from workers.resolve.openings import Resolution

SOONEST, LATEST = 1_000, 60_000
"""How long a match waits between two looks for a due round of the beacon, in milliseconds."""


def close_the_table(resolution: Resolution) -> None:
    """Write ``seated``, and ask the seats whose entropy is missing here, or in a box that does not open.

    The entry before it is that of the last seat taken: its time fixes the beacon's round.
    """
    step = resolution.step
    here = _from_boxes(resolution)
    given = [seat for seat, one in enumerate(step.table["seats"]) if "entropy" in one]
    asked = [seat for seat in given if seat not in here]
    close_table(step, asked, joined=resolution.record.at)
    if asked:
        resolution.hours.mend_revealing(step)
        resolution.news.entropy_needed(step, asked)


def go_on_seeding(resolution: Resolution) -> bytes | None:
    """Advance a closed table; return the seed of the draws once the match has been dealt."""
    step, now = resolution.step, resolution.record.now
    if stage_of(step.table) == "revealing":
        revealing = step.table["seeding"]["revealing"]
        silent = missing(revealing)
        if not silent:
            _publish(resolution)
        elif revealing["deadline"] is not None and now >= too_late_from(revealing["deadline"]):
            step.close(None, "unrevealed", resolution.server_seed, silent=silent)
            resolution.news.over(step)
            return None
        elif (due := _reminder(step.table)) is not None and now >= due:
            resolution.news.entropy_needed(step, silent, again=True)
            note_reminded(step)
    if stage_of(step.table) != "awaiting-beacon" or not _has_round(resolution):
        return None
    seed = seed_of(step.table, resolution.server_seed)
    step.start(seed)
    return seed


def next_look_of_seeding(resolution: Resolution) -> int:
    """Return when a closed table must be looked at again, in milliseconds."""
    seeding, now = resolution.step.table["seeding"], resolution.record.now
    if "published" not in seeding:
        deadline = seeding["revealing"]["deadline"]
        if deadline is None or not missing(seeding["revealing"]):
            return now
        reminder = _reminder(resolution.step.table)
        return too_late_from(deadline) if reminder is None else max(now, reminder)
    beacon, number = seeding["beacon"], seeding["revealing"]["round"]
    if beacon is None or number is None:
        return now
    due = round_time(beacon, number)
    return due if due > now else now + max(SOONEST, min(LATEST, (now - due) // 4))


def _reminder(table: Table) -> int | None:
    """Return when seats that have yet to reveal are reminded (ms), or None if no reminder is due any more."""
    seeding = table["seeding"]
    revealing = seeding["revealing"]
    deadline = revealing["deadline"]
    if deadline is None or revealing.get("reminded") == deadline or seeding["reveal"] < SHORTEST:
        return None
    return deadline - seeding["reveal"] * (100 - USUALLY_AT) // 100


def _publish(resolution: Resolution) -> None:
    """Write ``revealed`` with the entropy from boxes and from seats; no copy is kept."""
    asked = resolution.step.table["seeding"]["revealing"]["seats"]
    values = _from_boxes(resolution)
    values |= {seat: unb64(resolution.record.entropies[seat]) for seat in asked}
    publish(resolution.step, values)
    for decision, seat in resolution.record.boxes:
        if decision == SEATED:
            resolution.boxes[SEATED, seat] = ""


def _from_boxes(resolution: Resolution) -> dict[int, bytes]:
    """Return the entropy of the seats whose box opens to what they committed to."""
    found: dict[int, bytes] = {}
    for seat, one in enumerate(resolution.step.table["seats"]):
        given, box = one.get("entropy"), resolution.record.boxes.get((SEATED, seat))
        value = None if box is None else _unsealed(resolution, seat, box)
        if given is None or value is None:
            continue
        if entropy_commitment(resolution.record.match, seat, value) == given["commitment"]:
            found[seat] = value
    return found


def _unsealed(resolution: Resolution, seat: int, box: str) -> bytes | None:
    try:
        document: Any = parse(resolution.context.unseal(box))
        if set(document) == {"entropy", "match", "seat"} and document["match"] == resolution.record.match:
            value = unb64(document["entropy"])
            return value if document["seat"] == seat and len(value) == 32 else None
    except (EscrowFailed, NotCanonical, TypeError, ValueError):
        pass
    return None


def _has_round(resolution: Resolution) -> bool:
    """Return whether the beacon's round, if any, is available; request it once its time has come."""
    seeding, now = resolution.step.table["seeding"], resolution.record.now
    beacon, number = seeding["beacon"], seeding["revealing"]["round"]
    if beacon is None or number is None:
        return True
    if now < round_time(beacon, number):
        return False
    signature = resolution.context.store.beacon_round(beacon, number)
    if signature is not None:
        take_round(resolution.step, signature)
    return signature is not None
