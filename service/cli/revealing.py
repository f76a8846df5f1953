"""Sending the random number that a seat holds itself, once its table is closed (protocol section 12.2)."""

from __future__ import annotations

from collections.abc import Callable

from service.cli import joining
from service.cli.client import Client


def reveal_kept(client: Client, match: str | None, tell: Callable[[str], None]) -> int:
    """Send what this machine keeps for a match, or for all of this player's; return how many were sent."""
    if match is not None:
        found = [client.match(match)]
    else:
        found = [client.match(one["match"]) for one in client.all_waiting()["reveals"]]
    done = 0
    for one in found:
        asked = one.get("reveal")
        if not asked or not asked["mine"]:
            continue
        if joining.reveal(client, one["match"], one["seat"]) is not None:
            tell(f"Sent your random number for {one['match'][:8]}: the cards can be dealt once all have.")
            done += 1
        else:
            tell(
                f"WARNING: {one['match'][:8]} waits for your random number, which is not here: run 'siegelpost play' where "
                "you took your seat."
            )
    return done
