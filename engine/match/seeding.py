"""Agree on the seed of a match, from ``seated`` to the deal (protocol section 12.2).

Nobody chooses last: commitments come with the seats, then the table is closed (``seated``), then all values are published
(``revealed``). If the installation has a beacon, the seed includes one of its rounds from after the last seat was taken.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from engine.contract import Json
from engine.match.absence import said_of_absence
from engine.match.extensions import said_of_extensions, said_of_operator
from engine.match.log_writer import LogWriter
from engine.match.pauses import said_of_pauses, said_of_vacations
from engine.match.table import Published, Reveal, Revealing, Table
from engine.match.time_requests import said_of_requests
from engine.protocol.beacon import round_for
from engine.protocol.bodies import NAME, SEATED, Lost
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import game_seed
from engine.protocol.log import timestamp

Stage = Literal["joining", "revealing", "awaiting-beacon"]


def stage_of(table: Table) -> Stage:
    """Return the stage that a match in the lobby has reached."""
    seeding = table["seeding"]
    if "revealing" not in seeding:
        return "joining"
    return "awaiting-beacon" if "published" in seeding else "revealing"


def agreed(table: Table) -> dict[str, Json]:
    """Return the members of ``created`` with the table's terms."""
    seeding = table["seeding"]
    beacon = seeding["beacon"]
    return {
        "beacon": None if beacon is None else dict(beacon),
        "entropy": table["entropy"],
        "protocol": NAME,
        "resolver": seeding["resolver"],
        "reveal_seconds": seeding["reveal"] // 1000,
        **said_of_absence(table),
        **said_of_extensions(table),
        **said_of_operator(table),
        **said_of_pauses(table),
        **said_of_requests(table),
        **said_of_vacations(table),
        **({"operator": table["operator"]} if "operator" in table else {}),
        **({"nights": table["nights"]} if "nights" in table else {}),
        **({"rated": True} if table.get("rated") else {}),
    }


def missing(revealing: Revealing) -> list[int]:
    """Return the seats that have yet to reveal."""
    done = {one["seat"] for one in revealing["revealed"]}
    return [seat for seat in revealing["seats"] if seat not in done]


def reveal_of(table: Table, seat: int) -> Reveal | None:
    """Return the act by which a seat has revealed its entropy, or None."""
    revealing = table["seeding"].get("revealing")
    return next((one for one in revealing["revealed"] if one["seat"] == seat), None) if revealing else None


def commitments(table: Table) -> list[str | None]:
    """Return each seat's commitment."""
    given = [seat.get("entropy") for seat in table["seats"]]
    return [None if one is None else one["commitment"] for one in given]


def close_table(step: LogWriter, reveal: Sequence[int], *, joined: int) -> None:
    """Write ``seated``.

    :param reveal: the seats that have to reveal their entropy.
    :param joined: when the last seat was taken (ms). It fixes the beacon's round, so that no later writer can choose one.
    """
    table, seeding = step.table, step.table["seeding"]
    deadline = step.at + seeding["reveal"] if reveal else None
    number = None if seeding["beacon"] is None else round_for(seeding["beacon"], joined)
    step.write(
        "seated",
        {
            "deadline": None if deadline is None else timestamp(deadline),
            "entropies": commitments(table),
            "players": [seat["player"] for seat in table["seats"]],
            "reveal": list(reveal),
            "round": number,
        },
    )
    revealing = Revealing(deadline=deadline, seats=list(reveal), revealed=[], round=number)
    table["seeding"] = {**seeding, "revealing": revealing}


def extend_revealing(step: LogWriter, by: int, lost: Sequence[Lost] = ()) -> None:
    """Write ``extended``: the seats that have to reveal get this many more milliseconds, for lost time."""
    seeding = step.table["seeding"]
    revealing = seeding["revealing"]
    if revealing["deadline"] is None:
        return
    deadline = revealing["deadline"] + by
    body = {"by": "server", "deadline": timestamp(deadline), "decision": SEATED, "lost": list(lost)}
    step.write("extended", body)
    step.table["seeding"] = {**seeding, "revealing": {**revealing, "deadline": deadline}}


def note_reminded(step: LogWriter) -> None:
    """Note that the seats that have yet to reveal were reminded of the present deadline."""
    seeding = step.table["seeding"]
    revealing = seeding["revealing"]
    if revealing["deadline"] is not None:
        step.table["seeding"] = {**seeding, "revealing": {**revealing, "reminded": revealing["deadline"]}}


def publish(step: LogWriter, entropies: Mapping[int, bytes]) -> None:
    """Write ``revealed``: the entropies by seat."""
    seeding = step.table["seeding"]
    seats = range(len(step.table["seats"]))
    values = [b64(entropies[seat]) if seat in entropies else None for seat in seats]
    step.write("revealed", {"entropies": values})
    step.table["seeding"] = {**seeding, "published": Published(entropies=values, signature=None)}


def take_round(step: LogWriter, signature: str) -> None:
    """Record the verified signature of the beacon's round; the next entry is ``started``."""
    seeding = step.table["seeding"]
    step.table["seeding"] = {**seeding, "published": {**seeding["published"], "signature": signature}}


def signed_round(table: Table) -> dict[str, Json] | None:
    """Return the beacon's round named in ``started``, or None without a beacon."""
    number = table["seeding"]["revealing"]["round"]
    return None if number is None else {"round": number, "signature": table["seeding"]["published"]["signature"]}


def seed_of(table: Table, server_seed: bytes) -> bytes:
    """Return the seed of a match's draws."""
    published = table["seeding"]["published"]
    signature = None if published["signature"] is None else bytes.fromhex(published["signature"])
    return game_seed(server_seed, table["match"], table["rules"], published_entropies(table), signature)


def published_entropies(table: Table) -> list[bytes | None]:
    """Return the entropies published in ``revealed``, by seat."""
    return [None if one is None else unb64(one) for one in table["seeding"]["published"]["entropies"]]
