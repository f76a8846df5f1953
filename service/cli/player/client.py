"""A player's actions at the command line, independent of a terminal: the published client, checked against a copy of
the log.

It takes signed values from its own verified copy of the log and checks every receipt against the server's pinned key.
For taking a seat, answering, more time and seats whose players are missed, see :mod:`~service.cli.table.joining`,
:mod:`~service.cli.table.sealing`, :mod:`~service.cli.more_time`, :mod:`~service.cli.absence`. Values are plain JSON as
the API's OpenAPI document describes them; :mod:`siegelpost_client` makes the requests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from engine.contract import Move
from engine.protocol.bodies import RESIGN
from engine.protocol.canon import NotCanonical, canonical, unb64
from engine.protocol.log import Entry
from service.cli.player.local_files import Keep, SignedReceipt, is_match_name, signed_receipt
from service.cli.player.transport import Refused, Transport
from service.cli.table.ownlog import OwnLog, Tampered
from service.cli.table.seat_key import SeatSigner, fresh_seat_key
from service.cli.table.seating import SEAT_TAKEN_ANEW, contradiction
from service.cli.table.witness import Witness

if TYPE_CHECKING:
    from siegelpost_client import models

Json = dict[str, Any]
Warn = Callable[[str], None]


class LoginNeeded(Exception):
    """The call needs a token, but there is none."""


class UnknownMatch(ValueError):
    """No match, or more than one, begins with the given text."""


class NotAsked(ValueError):
    """The decision is not open, or does not ask this seat."""


class Client:
    """One player at one server. Errors: :class:`Refused`, :class:`Unreachable`, :class:`Tampered`, and those above."""

    def __init__(self, transport: Transport, keep: Keep, *, warn: Warn) -> None:
        self.transport = transport
        self.keep = keep
        self.warn = warn
        self.witness = Witness(keep, fetch_keys=self.public_keys, fetch_log=self.log_lines, warn=warn)
        self._invitations: dict[str, str] = {}

    @property
    def own(self) -> Transport:
        """The calls that need a token; :raises LoginNeeded: when there is none."""
        if not self.transport.has_token:
            raise LoginNeeded()
        return self.transport

    # The server

    def meta(self) -> Json:
        """Return the server's description of itself: keys, limits, rule sets."""
        return cast(Json, self.transport.get_meta())

    def public_key(self) -> str:
        """Return the server's key for new matches; :attr:`witness` has the trusted ones."""
        return self.public_keys()[0]

    def public_keys(self) -> list[str]:
        """Return the keys that the server publishes, starting with that of new matches."""
        return [str(one["public_key"]) for one in self.meta()["keys"]]

    def rules(self) -> list[Json]:
        """Return the rule sets with presets and schemas."""
        return cast(list[Json], self.transport.list_rules()["rules"])

    def rules_of(self, rules: str) -> Json:
        """Return one rule set."""
        return cast(Json, self.transport.get_rules(rules))

    # The account

    def ask_login(self, mail: str, *, language: str = "en", name: str | None = None, zone: str | None = None) -> None:
        """Request a login code by mail. The answer does not depend on whether the address is known."""
        body = (
            {"mail": mail, "language": language} | ({"name": name} if name else {}) | ({"zone": zone} if zone else {})
        )
        self.transport.request_login(cast("models.LoginRequest", body))

    def confirm_login(self, code: str) -> Json:
        """Exchange a code from a mail for a token; return the server's answer with ``token``."""
        return cast(Json, self.transport.confirm_login({"code": code, "name": "siegelpost command"}))

    def waiting(self) -> list[Json]:
        """Return the waiting decisions of all matches, the most urgent first."""
        return list(self.all_waiting()["waiting"])

    def all_waiting(self) -> Json:
        """Return the same with all else that waits: ``reveals`` of entropy, ``consents`` to keys of others."""
        page = whole = self.transport.list_waiting()
        while page["next"] is not None:
            page = self.transport.list_waiting(after=page["next"])
            whole["waiting"] += page["waiting"]
            whole["offers"] += page["offers"]
        return cast(Json, whole)

    # Matches

    def my_matches(self, *, status: str | None = None, lost: list[str] | None = None) -> Iterator[Json]:
        """Yield this player's matches; with ``status`` (``lobby``, ``running``, ``closed``) only those.

        :param lost: collects the ids of those that the server cannot read.
        """
        chosen = cast(Literal["lobby", "running", "closed"] | None, status)

        def page(cursor: str | None) -> models.MatchPage:
            shown = self.transport.list_my_matches(status=chosen, cursor=cursor)
            if lost is not None:
                lost.extend(one for one in shown["unavailable"] if one not in lost)
            return shown

        return _pages(page)

    def public_matches(self, status: Literal["open", "running"]) -> Iterator[Json]:
        """Yield the public matches that anybody may join (``open``), or watch (``running``)."""
        return _pages(lambda cursor: self.transport.list_matches(status=status, cursor=cursor))

    def standing_orders(self, match: str) -> Json | None:
        """Return the receipt of the latest standing orders, with its signature, or ``None`` if there never were any."""
        try:
            return cast(Json, self.own.get_orders(match))
        except Refused as error:
            if error.code == "not-found":
                return None
            raise

    def match(
        self,
        match: str,
        *,
        after: int | None = None,
        wait: int = 0,
        talk: int | None = None,
        invitation: str | None = None,
    ) -> Json:
        """Return a match as this player sees it; with ``after`` and ``wait``, when its log is longer or the time is up.

        :param talk: with ``wait``: the ``changes`` of its talk; the answer comes, too, when there are others.
        """
        if after is None or not wait:
            return cast(Json, self.transport.get_match(match, invitation=invitation))
        return cast(Json, self.transport.get_match(match, after=after, wait=wait, talk=talk, invitation=invitation))

    def moves(self, match: str, decision: str) -> list[Move]:
        """Return the legal moves of this player's seat in a decision."""
        return cast(list[Move], self.transport.list_moves(match, decision)["moves"])

    def find(self, text: str) -> str:
        """Return the whole id of a match from its beginning: one kept on this machine, mine, or public.

        :raises UnknownMatch: when there is none or more than one.
        """
        wanted = text.strip().lower().rstrip("/").rsplit("/", 1)[-1]
        if len(wanted) == 36:
            return wanted
        if not wanted:
            raise UnknownMatch("name a match by its id or the beginning of it: 'siegelpost matches' lists them")
        known = {one for one in self.keep.known_matches() if one.startswith(wanted)}
        public = (partial(self.public_matches, "open"), partial(self.public_matches, "running"))
        for more in (self.my_matches, *public) if self.transport.has_token else public:
            if len(known) != 1:
                known |= {
                    one["match"] for one in more() if is_match_name(one["match"]) and one["match"].startswith(wanted)
                }
        if len(known) != 1:
            found = "no match" if not known else f"more than one match ({len(known)})"
            raise UnknownMatch(
                f"{found} known here, of yours or public begins with {wanted!r}: 'siegelpost matches' lists them"
            )
        return known.pop()

    def create(self, wish: Json) -> Json:
        """Create a match, keep the signed first entry of its log, and return the match.

        From then on the server is bound to its part of the seed and to the terms.

        :raises Tampered: when that entry is not signed by the known key, or is for another match.
        """
        created = cast(Json, self.own.create_match(cast("models.MatchRequest", wish)))
        match, line = str(created["match"]), created.get("created")
        own = self.log(match) if line is None else self.witness.begin(match, _one_line(match, line))
        if not own.n:
            raise Tampered(match, 1, "the server shows no first entry of the log")
        wrong = contradiction(own.entries[0]["body"], wish)
        if wrong is not None:
            raise Tampered(match, 1, f"it was created with other {wrong} than this machine asked for")
        return created

    def leave(self, match: str) -> None:
        """Give the seat back while the match is in the lobby."""
        self.own.leave_seat(match, "me")
        self.keep.note_seat(match, None)

    def remove(self, match: str, seat: int, player: str) -> None:
        """Remove a player from a seat of a match this player created, before it starts."""
        self.own.leave_seat(match, str(seat), player=player)

    def invite(self, match: str, mails: list[str], *, language: str | None, again: bool) -> Json:
        """Invite people by mail to a match this player created, before it starts; ``language`` of letters to newcomers."""
        body = {"invite": mails, "again": again, **({} if language is None else {"language": language})}
        return cast(Json, self.own.invite(match, cast("models.InviteRequest", body)))

    def take_back(self, match: str, guest: str) -> None:
        """Take the invitation of an account back."""
        self.own.end_invitation(match, guest)

    def start(self, match: str) -> Json:
        """Deal a match this player created."""
        return cast(Json, self.own.start_match(match, {}))

    def resign(self, match: str) -> Json:
        """Resign from a running match, and keep the receipt.

        :raises Tampered: when the server gives no receipt, or a wrong one.
        """
        seat = self.match(match)["seat"]
        signed_act = {} if seat is None else SeatSigner(self.keep, self.log(match), seat).resigned()
        resigned = cast(Json, self.own.resign_match(match, cast("models.ResignRequest", signed_act)))
        receipt = resigned.get("resignation")
        if receipt is None:
            raise Tampered(match, self.log(match).n, "the server gave no receipt for resigning")
        self.witness.take(signed_receipt(receipt), match, RESIGN, resigned["seat"], None)
        return resigned

    def vacations(self) -> Json:
        """Return the player's vacations, and how many days are left."""
        return cast(Json, self.own.list_vacations())

    def set_vacation(self, first: str, last: str) -> Json:
        """Enter a vacation, or change the one that begins on that day (both like 2026-12-24); return all."""
        return cast(Json, self.own.set_vacation(first, {"last": last}))

    def end_vacation(self, first: str) -> Json:
        """Remove the vacation that begins on that day, or end it if it has begun; return all."""
        return cast(Json, self.own.end_vacation(first))

    def check_entry(self, match: str, signed: SignedReceipt, said: dict[str, Any]) -> None:
        """Check that the entry named by a receipt says exactly this. :raises Tampered: otherwise."""
        n = signed["receipt"]["n"]
        told = [one["body"] for one in self.log(match).entries if one["n"] == n]
        if not told or not said.items() <= told[0].items():
            raise Tampered(match, n, "the receipt is for something else than was said")

    def change_key(self, match: str, *, lost: bool = False) -> bool:
        """Sign with a fresh key from now on; return whether it is in force. With ``lost``, the others are asked to agree.

        Its secret is on disk before anything is sent.

        :raises KeyElsewhere: when the current key is not here and ``lost`` is false.
        :raises Tampered: when the log has another key for the seat than the one sent.
        """
        seen, own = self.match(match), self.log(match)
        seat = seen["seat"]
        asked = next((one["key"] for one in seen["key_changes"] if one["seat"] == seat), None)
        body: Json
        if lost and asked is not None and self.keep.seat_key(match, asked) is not None:
            body = {"key": asked}
        else:
            signer = None if lost or seat is None else SeatSigner(self.keep, own, seat)
            public = fresh_seat_key(self.keep, match)
            body = {"key": public} | ({} if signer is None else signer.rekeyed(unb64(public)))
        self.own.change_seat_key(match, "me", cast("models.KeyRequest", body))
        if "signature" in body and self.log(match).seat_key(seat) != body["key"]:
            raise Tampered(match, self.log(match).n, "it has another key for the seat than this machine has sent")
        return "signature" in body

    def consent_to_key(self, match: str, asker: int, key: str) -> Json:
        """Agree that another seat signs with this key (base64url) from now on; return the match."""
        seat = self.match(match)["seat"]
        body: Json = {"key": key}
        if seat is not None:
            body |= SeatSigner(self.keep, self.log(match), seat).consented(asker, unb64(key))
        return cast(Json, self.own.consent_to_seat_key(match, str(asker), cast("models.KeyRequest", body)))

    def note_invitation(self, match: str, invitation: str) -> None:
        """Use this invitation when requesting this match from now on."""
        self._invitations[match] = invitation

    def log(self, match: str) -> OwnLog:
        """Return this machine's verified copy of a match's log, brought up to date.

        :raises Tampered: when the log is invalid, or if the seat that this machine took was taken again with other data.
        """
        own = self.witness.log(match)
        noted = self.keep.noted_seat(match)
        if noted is not None:
            last = next(one for one in reversed(own.entries) if _is_joining(one, noted["player"]))
            if last["body"] != noted:
                raise Tampered(match, last["n"], SEAT_TAKEN_ANEW)
        return own

    def log_lines(self, match: str, after: int) -> bytes:
        """Return a match's export lines after entry ``after``, unchecked."""
        invitation = self._invitations.get(match)
        return self.transport.export_log(match, after=after, invitation=invitation)

    def proof(self, match: str, n: int) -> bytes:
        """Return the proof that the log of all matches has entry ``n`` of a match, unchecked."""
        return self.transport.get_proof(match, n=n).encode()


def _pages(page: Callable[[str | None], models.MatchPage]) -> Iterator[Json]:
    """Yield the matches of all pages of a list."""
    shown = page(None)
    yield from cast(list[Json], shown["matches"])
    while shown["next"] is not None:
        shown = page(shown["next"])
        yield from cast(list[Json], shown["matches"])


def _is_joining(entry: Entry, player: str) -> bool:
    return entry["type"] == "joined" and entry["body"]["player"] == player


def _one_line(match: str, line: Any) -> bytes:
    """Return a log line in an answer as the bytes of an export."""
    try:
        return canonical(line, depth=34) + b"\n"
    except NotCanonical as error:
        raise Tampered(match, 1, f"the first entry of the log is none: {error}") from error


__all__ = ["Client", "LoginNeeded", "NotAsked", "Refused", "UnknownMatch"]
