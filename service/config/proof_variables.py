"""Settings for public verifiability: the log of all matches, its witnesses, the public beacon of new matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from engine.protocol.beacon import QUICKNET, SCHEME, Chain
from engine.protocol.body_forms import CHAIN, LONGEST_DELAY
from engine.protocol.canon import NotCanonical, parse
from engine.protocol.forms import Misformed
from engine.transparency.checkpoint import check_origin
from engine.transparency.note import COSIGNATURE, BadNote, VerifierKey
from service.config import variables
from service.config.variables import BadSetting

LEAST_DELAY = 10
"""The fewest seconds between publishing the players' entropy and the beacon's round: clocks are not exact."""


@dataclass(frozen=True)
class WitnessAddress:
    """A witness of our log: the address to which checkpoints go, and its cosigning key."""

    url: str
    key: VerifierKey


def origin(env: Mapping[str, str]) -> str:
    """Return ``SIEGELPOST_LOG_ORIGIN``: the name of the log in its checkpoints, or an empty string."""
    name = env.get("SIEGELPOST_LOG_ORIGIN", "")
    if name:
        try:
            check_origin(name)
        except BadNote:
            raise BadSetting(
                f"SIEGELPOST_LOG_ORIGIN is {name!r}: give a name like play.example/log, without blanks and plus signs"
            ) from None
    return name


def witnesses(env: Mapping[str, str]) -> tuple[WitnessAddress, ...]:
    """Return the witnesses of ``SIEGELPOST_WITNESSES``: ``<url> <vkey>`` each, separated by commas."""
    found: list[WitnessAddress] = []
    for one in filter(None, map(str.strip, env.get("SIEGELPOST_WITNESSES", "").split(","))):
        url, _, vkey = one.partition(" ")
        try:
            key = VerifierKey.parse(vkey.strip(), (COSIGNATURE,))
        except BadNote as error:
            raise BadSetting(f"SIEGELPOST_WITNESSES has {one!r}: give <url> <vkey> for each ({error})") from None
        if not url.startswith(("http://", "https://")):
            raise BadSetting(f"SIEGELPOST_WITNESSES has {one!r}: the address begins with https:// or http://")
        if any(key.public_key == known.key.public_key for known in found):
            raise BadSetting(f"SIEGELPOST_WITNESSES names the key of {key.name} twice: give each witness once")
        found.append(WitnessAddress(url.rstrip("/"), key))
    return tuple(found)


def beacon_url(env: Mapping[str, str]) -> str:
    """Return ``SIEGELPOST_BEACON_URL``, or an empty string."""
    url = env.get("SIEGELPOST_BEACON_URL", "").rstrip("/")
    if url and not url.startswith(("http://", "https://")):
        raise BadSetting(f"SIEGELPOST_BEACON_URL is {url!r}: give an address like https://api.drand.sh")
    return url


def beacon_chain(env: Mapping[str, str]) -> Chain:
    """Return the chain in the file ``SIEGELPOST_BEACON_CHAIN``; by default quicknet."""
    path = variables.path(env, "SIEGELPOST_BEACON_CHAIN")
    if path is None:
        return QUICKNET
    try:
        found: object = parse(path.read_bytes())
        CHAIN(found, "")
    except (OSError, NotCanonical, Misformed) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSetting(
            f"SIEGELPOST_BEACON_CHAIN names {path}, which holds no chain ({reason}): give a JSON object with chain, genesis, "
            f"period, public_key and scheme ({SCHEME})"
        ) from None
    return cast(Chain, found)


def beacon_delay(env: Mapping[str, str], default: int) -> int:
    """Return ``SIEGELPOST_BEACON_DELAY``: seconds between the players' entropy and the round that is mixed in."""
    delay = variables.count(env, "SIEGELPOST_BEACON_DELAY", default)
    if not LEAST_DELAY <= delay <= LONGEST_DELAY:
        raise BadSetting(f"SIEGELPOST_BEACON_DELAY is {delay}: give {LEAST_DELAY} to {LONGEST_DELAY} seconds")
    return delay


__all__ = ["LEAST_DELAY", "WitnessAddress", "beacon_chain", "beacon_delay", "beacon_url", "origin", "witnesses"]
