"""Fetches the rounds of a public randomness beacon for which matches wait. One thread of the clock; nobody waits for
it.

A match that needs a round says so in the store and looks again a little later, so a relay that is slow, down or
dishonest delays only the deals that wait for it. An answer is not trusted until its signature has been checked with the
chain's key, and only the configured relay is asked: no redirects, no addresses from other sources.
"""

import logging
import time
from collections.abc import Callable

import requests

from engine.protocol.beacon import G1_BYTES, round_time, signature_holds
from engine.protocol.canon import NotCanonical, parse
from service.no_redirects import NoRedirects
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.installation.beacons import Beacons, WantedRound
from service.telemetry import tracing

EVERY = 1.0
"""Seconds between two looks for wanted rounds."""
AT_ONCE = 16
"""The most rounds fetched per look."""
CONNECT, READ, WHOLE = 3.0, 5.0, 10.0
"""Seconds to connect, to wait for the next bytes, and for a whole answer."""
LONGEST_ANSWER = 4_096
SHORTEST_PAUSE, LONGEST_PAUSE = 1_000, 300_000
"""How long to wait before fetching a round again that did not come, in milliseconds."""

log = logging.getLogger("siegelpost.beacon")


class NoRound(Exception):
    """The relay did not give the round; the message says why."""


class BeaconReader:
    """Asks one relay, by drand's HTTP interface (``GET /<chain>/public/<round>``)."""

    def __init__(self, store: Beacons, url: str, now: Callable[[], int]) -> None:
        self._store, self._url, self._now = store, url, now
        self._session = NoRedirects()

    def look(self) -> int:
        """Fetch wanted rounds that are due; return how many came.

        :raises StoreUnavailable: when the store does not answer.
        """
        came = 0
        for wanted in self._store.wanted_rounds(self._now(), AT_ONCE):
            try:
                with tracing.span("round", "client", parent="", facts={"round": wanted.number}):
                    signature = self.fetch(wanted)
            except NoRound as error:
                # The longer a round is overdue, the more rarely it is asked for: a quarter of that time.
                late = self._now() - round_time(wanted.chain, wanted.number)
                pause = max(SHORTEST_PAUSE, min(LONGEST_PAUSE, late // 4))
                log.warning("round %d of the beacon: %s; tried again in %d s", wanted.number, error, pause // 1000)
                self._store.put_off_round(wanted, self._now() + pause)
            else:
                self._store.keep_round(wanted, signature)
                came += 1
        return came

    def fetch(self, wanted: WantedRound) -> str:
        """Return the signature of a round (hex); :raises NoRound: when the relay gives no valid one."""
        status, body = self._ask(f"{self._url}/{wanted.chain['chain']}/public/{wanted.number}")
        if status != requests.codes.ok:
            raise NoRound(f"the relay answers {status}")
        try:
            found = parse(body, limit=LONGEST_ANSWER)
            number, signature = found["round"], found["signature"]
        except (NotCanonical, KeyError, TypeError) as error:
            raise NoRound("the relay answers something else than a round") from error
        if type(number) is not int or number != wanted.number:
            raise NoRound("the relay answers another round")
        if not isinstance(signature, str) or len(signature) != 2 * G1_BYTES or signature != signature.lower():
            raise NoRound("the relay answers no signature in lower-case hex")
        if not signature_holds(wanted.chain["public_key"], wanted.number, signature):
            raise NoRound("the signature is not that of the round under the chain's key")
        return signature

    def _ask(self, url: str) -> tuple[int, bytes]:
        ends = time.monotonic() + WHOLE
        try:
            with self._session.get(url, timeout=(CONNECT, READ), allow_redirects=False, stream=True) as response:
                body = b""
                # Byte by byte, so that the time is looked at however slowly they come.
                for piece in response.iter_content(1):
                    body += piece
                    if len(body) > LONGEST_ANSWER or time.monotonic() > ends:
                        raise NoRound("the relay's answer does not end")
                return response.status_code, body
        except requests.RequestException as error:
            raise NoRound(f"the relay does not answer ({type(error).__name__})") from error


def read_for_ever(reader: BeaconReader, sleep: Callable[[float], None] = time.sleep) -> None:
    """Look again and again; wait out outages of the store."""
    while True:
        try:
            reader.look()
        except StoreUnavailable:
            pass
        except Unreadable as error:
            log.error("the wanted rounds of the beacon cannot be read: %s", error)
        sleep(EVERY)
