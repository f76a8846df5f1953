"""What a player at the command line does, without any terminal: the published client, kept honest by a copy of the log.

It seals on this machine: draws the salt, keeps the opening on disk, and only then sends the commitment. It takes the head
a commitment must carry from its own verified copy of the log, checks every receipt against the server's pinned key, and
opens what it committed under client custody. Values are plain JSON as the API describes them in its
OpenAPI document; how they are asked for, :mod:`siegelpost_client` knows.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from siegelpost_client.acts import with_padding

from engine.contract import Move
from engine.protocol.canon import NotCanonical, b64, canonical, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import Entry
from engine.protocol.seal import MalformedOpening, Opening, check_opening, matches
from engine.protocol.siegelpost2.absence import HERE, Choice
from engine.protocol.siegelpost2.bodies import NAME, RESIGN, SEATED, EntropyCustody
from engine.protocol.siegelpost2.extensions import EXTEND
from engine.protocol.siegelpost2.handing import HAND
from engine.protocol.siegelpost2.pauses import PAUSE
from engine.protocol.siegelpost2.time_requests import REQUEST, RESPOND
from service.cli.local_files import Keep, SignedReceipt, is_match_name, signed_receipt
from service.cli.ownlog import OwnLog, Tampered
from service.cli.seat_key import NoSeatKeys, SeatSigner, draw_seat_key, fresh_seat_key
from service.cli.seating import SEAT_TAKEN_ANEW, EarlierProtocol, check_taken_here, note_taken
from service.cli.terms import contradiction, otherwise_shown
from service.cli.transport import Refused, Transport
from service.cli.witness import Witness
from service.signing import Sealer

if TYPE_CHECKING:
    from siegelpost_client import models

Json = dict[str, Any]
Custody = Literal["escrow", "client"]
Warn = Callable[[str], None]


class LoginNeeded(Exception):
    """The call needs a token and there is none."""


class UnknownMatch(ValueError):
    """No match, or more than one, begins with what was given."""


class NotAsked(ValueError):
    """The decision does not stand, or does not ask this seat."""


@dataclass(frozen=True)
class Sealed:
    """An accepted act: its commitment (``None`` after a withdrawal) and the server's receipt, whose signature holds."""

    commitment: str | None
    signed: SignedReceipt
    answer: Json


class Client:
    """One player at one server. Errors: :class:`Refused`, :class:`Unreachable`, :class:`Tampered`, those above."""

    def __init__(self, transport: Transport, keep: Keep, *, warn: Warn) -> None:
        self.transport = transport
        self.keep = keep
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
        """Return what the server says of itself: keys, limits, rule sets."""
        return cast(Json, self.transport.get_meta())

    def public_key(self) -> str:
        """Return the key the server shows for new matches; :attr:`witness` has the ones that are trusted."""
        return self.public_keys()[0]

    def public_keys(self) -> list[str]:
        """Return the keys that the server publishes, that of new matches first."""
        return [str(one["public_key"]) for one in self.meta()["keys"]]

    def rules(self) -> list[Json]:
        """Return the rule sets with presets and schemas."""
        return cast(list[Json], self.transport.list_rules()["rules"])

    def rules_of(self, rules: str) -> Json:
        """Return one rule set."""
        return cast(Json, self.transport.get_rules(rules))

    # The account

    def ask_login(self, mail: str, *, language: str = "en", name: str | None = None, zone: str | None = None) -> None:
        """Have a login code sent by mail. The answer is the same whether the address is known or not."""
        body = (
            {"mail": mail, "language": language} | ({"name": name} if name else {}) | ({"zone": zone} if zone else {})
        )
        self.transport.request_login(cast("models.LoginRequest", body))

    def confirm_login(self, code: str) -> Json:
        """Change a code from a mail into a token; return the server's answer with ``token``."""
        return cast(Json, self.transport.confirm_login({"code": code, "name": "siegelpost command"}))

    def me(self) -> Json:
        """Return the account of the token."""
        return cast(Json, self.transport.get_me())

    def waiting(self) -> list[Json]:
        """Return what waits for this player over all matches, the most urgent first."""
        return list(self.all_waiting()["waiting"])

    def all_waiting(self) -> Json:
        """Return that with what waits beside decisions: ``reveals`` of entropy, ``consents`` to keys of others."""
        return cast(Json, self.transport.list_waiting())

    # Matches

    def my_matches(self, *, status: str | None = None, lost: list[str] | None = None) -> Iterator[Json]:
        """Yield this player's matches; with ``status`` (``lobby``, ``running``, ``closed``) only those that stand so.

        :param lost: gets the ids of those that the server cannot read.
        """
        chosen = cast(Literal["lobby", "running", "closed"] | None, status)

        def page(cursor: str | None) -> models.MatchPage:
            shown = self.transport.list_my_matches(status=chosen, cursor=cursor)
            if lost is not None:
                lost.extend(one for one in shown["unavailable"] if one not in lost)
            return shown

        return _pages(page)

    def open_matches(self) -> Iterator[Json]:
        """Yield the matches in the lobby that anybody may join."""
        return _pages(lambda cursor: self.transport.list_matches(status="open", cursor=cursor))

    def standing_orders(self, match: str) -> Json | None:
        """Return the receipt of the orders that were set last, with its signature; ``None``: there never were any."""
        try:
            return cast(Json, self.own.get_orders(match))
        except Refused as error:
            if error.code == "not-found":
                return None
            raise

    def match(self, match: str, *, after: int | None = None, wait: int = 0, invitation: str | None = None) -> Json:
        """Return a match as this player sees it; with ``after`` and ``wait``, once its log is longer, or the time is up."""
        if after is None or not wait:
            return cast(Json, self.transport.get_match(match, invitation=invitation))
        return cast(Json, self.transport.get_match(match, after=after, wait=wait, invitation=invitation))

    def moves(self, match: str, decision: str) -> list[Move]:
        """Return the legal moves of this player's seat in a decision."""
        return cast(list[Move], self.transport.list_moves(match, decision)["moves"])

    def find(self, text: str) -> str:
        """Return the whole id of a match from its beginning: one kept on this machine, mine, or open.

        :raises UnknownMatch: when there is none or more than one.
        """
        wanted = text.strip().lower().rstrip("/").rsplit("/", 1)[-1]
        if len(wanted) == 36:
            return wanted
        known = {one for one in self.keep.known_matches() if one.startswith(wanted)}
        for more in (self.my_matches, self.open_matches) if self.transport.has_token else (self.open_matches,):
            if len(known) != 1:
                known |= {
                    one["match"] for one in more() if is_match_name(one["match"]) and one["match"].startswith(wanted)
                }
        if len(known) != 1:
            found = "no match" if not known else f"more than one match ({len(known)})"
            raise UnknownMatch(
                f"{found} known here, of yours or open begins with {wanted!r}: 'siegelpost matches' lists them"
            )
        return known.pop()

    def create(self, wish: Json) -> Json:
        """Create a match, keep the signed first entry of its log, and return the match.

        From then on the server is bound to its part of the seed, and to what was agreed.

        :raises Tampered: when that entry is not signed by the known key, or not of the match that was asked for.
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

    def join(
        self,
        match: str,
        seat: int | None,
        *,
        invitation: str | None = None,
        entropy_custody: EntropyCustody = "escrow",
        sign: bool = False,
        earlier: bool = False,
    ) -> Json:
        """Take a seat (any free one for ``None``) with fresh entropy for the draws; return the match.

        Who sits there already keeps the seat and the entropy it was taken with. In a match of siegelpost/2 only a commitment is
        sent, and ``entropy_custody`` says who holds the value until the table is closed; it is on this disk before. With
        ``sign`` all acts of the seat are signed by a key that is kept here only. ``earlier`` says that a match of siegelpost/1
        may be joined, too.

        :raises Tampered: when the log does not hold, has other terms than are shown, or does not carry what was sent.
        :raises SeatedElsewhere: when the seat was taken before, with nothing that is on this machine.
        :raises NoSeatKeys: when ``sign`` is wished in a match of siegelpost/1. :raises EarlierProtocol: for such a match.
        """
        before = self.match(match, invitation=invitation)
        if invitation:
            self._invitations[match] = invitation
        own = self.log(match)
        if not own.n:
            raise Tampered(match, 1, "the server shows no first entry of the log")
        created = own.entries[0]["body"]
        if before["seat"] is not None:
            check_taken_here(self.keep, own, before["seat"], sign=sign)
            return before
        other = otherwise_shown(created, before)
        if other is not None:
            raise Tampered(match, 1, f"it was created with other {other} than the server shows")
        if created.get("protocol") == NAME:
            return self._join_committed(before, created, seat, invitation, entropy_custody, sign)
        if sign:
            raise NoSeatKeys(match)
        if not earlier:
            raise EarlierProtocol(match)
        entropy = secrets.token_bytes(32)
        body: Json = {"entropy": b64(entropy)}
        if invitation:
            body["invitation"] = invitation
        place = "me" if seat is None else str(seat)
        joined = self._take_seat(match, place, body)
        n, said = self.log(match).seating(joined["seat"])
        if (said or {}).get("entropy") != entropy_commitment(match, joined["seat"], entropy):
            raise Tampered(match, n, "it does not carry the entropy this machine has sent")
        return joined

    def _join_committed(
        self,
        before: Json,
        created: Mapping[str, Any],
        seat: int | None,
        invitation: str | None,
        custody: EntropyCustody,
        sign: bool,
    ) -> Json:
        """Take a named seat with a commitment to entropy; another free one when somebody was quicker."""
        match = str(before["match"])
        free = [one["seat"] for one in before["seats"] if one["player"] is None]
        wanted = [seat] if seat is not None else free or [0]
        self.keep.note_seat(match, None)  # whatever seat was taken here before is given back by now
        for place in wanted:
            body = self._committed(match, place, created["resolver"], custody)
            if sign:
                body["key"] = draw_seat_key(self.keep, match)
            if invitation:
                body["invitation"] = invitation
            try:
                joined = self._take_seat(match, str(place), body)
            except Refused as error:
                if error.code == "seat-taken" and place != wanted[-1]:
                    continue
                raise
            note_taken(self.keep, self.log(match), place, body)
            return joined
        raise AssertionError("the last seat is taken or refused")

    def _committed(self, match: str, seat: int, resolver: str, custody: EntropyCustody) -> Json:
        """Return what is sent of fresh entropy, which is kept here."""
        value = secrets.token_bytes(32)
        sealed = self.keep.keep_entropy(match, seat, value)
        body: Json = {"entropy_commitment": sealed, "entropy_custody": custody}
        if custody == "escrow":
            text = canonical({"entropy": b64(value), "match": match, "seat": seat})
            body["entropy_box"] = Sealer(unb64(resolver)).seal_bytes(text)
        return body

    def reveal(self, match: str, seat: int) -> SignedReceipt | None:
        """Send the entropy of a seat once its table is closed, and keep the receipt; ``None`` when it is not kept here.

        Nothing is sent before this machine's own copy of the log says that nobody joins or leaves any more.

        :raises NotAsked: when the log does not ask this seat.
        """
        seated = next((one["body"] for one in self.log(match).entries if one["type"] == "seated"), None)
        if seated is None or seat not in seated["reveal"]:
            raise NotAsked(f"the log of match {match} does not ask seat {seat} for its entropy")
        sealed = str(seated["entropies"][seat])
        value = self.keep.entropy(match, seat, sealed)
        if value is None:
            return None
        signed = signed_receipt(cast(Json, self.own.reveal_entropy(match, str(seat), {"entropy": b64(value)})))
        self.witness.take(signed, match, SEATED, seat, sealed)
        return signed

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
        """Give a running match up, and keep the receipt; matches of siegelpost/1 give none.

        :raises Tampered: when a match of siegelpost/2 gives none, or one for something else.
        """
        seat = self.match(match)["seat"]
        signed_act = {} if seat is None else SeatSigner(self.keep, self.log(match), seat).resigned()
        resigned = cast(Json, self.own.resign_match(match, cast("models.ResignRequest", signed_act)))
        receipt = resigned.get("resignation")
        if receipt is not None:
            signed = signed_receipt(receipt)
            self.witness.take(signed, match, RESIGN, resigned["seat"], None)
        elif self.log(match).entries[0]["body"].get("protocol") == NAME:
            raise Tampered(match, self.log(match).n, "the server gave no receipt for resigning")
        return resigned

    def speak(self, match: str, missed: Json, choice: Choice | None = None) -> None:
        """Say that the player is there, or what they want about a seat that is missed (one of ``absence`` of the match).

        What is signed hangs on an entry of the log that this machine has checked, and that says that the seat is missed.

        :raises Tampered: when the log says nothing of that kind, or the receipt something else than was sent.
        """
        mine, log = missed["mine"], self.log(match)
        kind = "absent" if mine["act"] == HERE else "polled"
        told = [one for one in log.entries if one["type"] == kind and one["body"]["seat"] == missed["seat"]]
        if not told or log.head_at(told[-1]["n"]) != mine["head"]:
            raise Tampered(match, log.n, "the log does not say what the server asks about")
        seat = self.match(match)["seat"]
        body = SeatSigner(self.keep, log, seat).spoken(mine["act"], mine["head"], mine["seq"], choice)
        place = str(missed["seat"])
        answer = (
            cast(Json, self.own.say_here(match, place, cast("models.HereRequest", body)))
            if choice is None
            else cast(
                Json, self.own.vote_on_absence(match, place, cast("models.VoteRequest", {"choice": choice, **body}))
            )
        )
        signed = signed_receipt(answer)
        self.witness.take(signed, match, mine["act"], seat, None)
        if signed["receipt"].get("choice") != choice:
            raise Tampered(match, signed["receipt"]["n"], "the receipt is for another choice than was sent")

    def choose_person(self, match: str, one: Json) -> None:
        """Say that the player wants somebody to play on in a seat, or to come back (one of ``substitutes`` of the match).

        :raises Tampered: when the log does not say that he is ready and the others are asked, or the receipt something else.
        """
        mine, log, seat = one["mine"], self.log(match), self.match(match)["seat"]
        about = [entry for entry in log.entries if entry["body"].get("seat") == one["seat"]]
        ready = [
            entry for entry in about if entry["type"] == "volunteered" and entry["body"]["player"] == one["player"]
        ]
        asked = [entry for entry in [*about, *ready] if entry["type"] in ("polled", "volunteered")]
        if not ready or all(log.head_at(entry["n"]) != mine["head"] for entry in asked):
            raise Tampered(match, log.n, "the log does not say what the server asks about")
        said = {"choice": "person", "player": one["player"]}
        body = SeatSigner(self.keep, log, seat).spoken("vote", mine["head"], mine["seq"], "person", one["player"])
        wanted = cast("models.VoteRequest", {**said, **body})
        answer = cast(Json, self.own.vote_on_absence(match, str(one["seat"]), wanted))
        signed = signed_receipt(answer)
        self.witness.take(signed, match, "vote", seat, None)
        if {name: signed["receipt"].get(name) for name in said} != said:
            raise Tampered(match, signed["receipt"]["n"], "the receipt is for another choice than was sent")

    def hand_over(self, match: str, choice: str, player: str | None, seq: int) -> str:
        """Ask the others to let the player hand his seat over; return until when they may answer (RFC 3339).

        :raises Tampered: when the log says something else than was asked.
        """
        log, seat = self.log(match), self.match(match)["seat"]
        said = {"choice": choice} if player is None else {"choice": choice, "player": player}
        signature = SeatSigner(self.keep, log, seat).handed(cast(Choice, choice), player, seq)
        body = cast("models.HandRequest", {**said, "seq": seq, **signature})
        signed = signed_receipt(cast(Json, self.own.hand_seat_over(match, str(seat), body)))
        self.witness.take(signed, match, HAND, seat, None)
        self._told(match, signed, {**said, "seat": seat})
        n = signed["receipt"]["n"]
        return str(next(one["body"]["until"] for one in self.log(match).entries if one["n"] == n))

    def answer_handing(self, match: str, one: Json, choice: Choice | None) -> None:
        """Agree that somebody hands his seat over, or want him to stay (``wait``); ``None``: stay oneself.

        :param one: one of ``handings`` in ``absence`` of the match.
        :raises Tampered: when the log does not say that the seat is handed over so, or the receipt something else than was sent.
        """
        mine, log, seat = one["mine"], self.log(match), self.match(match)["seat"]
        to = {name: one[name] for name in ("choice", "player", "seat") if one[name] is not None}
        told = [entry for entry in log.entries if entry["type"] == "handed" and to.items() <= entry["body"].items()]
        if not told or log.head_at(told[-1]["n"]) != mine["head"]:
            raise Tampered(match, log.n, "the log does not say what the server asks about")
        player = one["player"] if choice == "person" else None
        said = {} if choice is None else {"choice": choice} | ({} if player is None else {"player": player})
        signature = SeatSigner(self.keep, log, seat).spoken(mine["act"], mine["head"], mine["seq"], choice, player)
        body, place = {**said, **signature}, str(one["seat"])
        answer = (
            self.own.say_here(match, place, cast("models.HereRequest", body))
            if choice is None
            else self.own.vote_on_absence(match, place, cast("models.VoteRequest", body))
        )
        signed = signed_receipt(cast(Json, answer))
        self.witness.take(signed, match, mine["act"], seat, None)
        self._told(match, signed, {**said, "seat": seat})

    def ask_substitute(self, match: str, seat: int, invite: str | None) -> str:
        """Ask somebody to play on in a seat; return the secret that accepts it."""
        body = {} if invite is None else {"invite": invite}
        made = cast(Json, self.own.ask_substitute(match, str(seat), cast("models.SubstituteRequest", body)))
        return str(next(one["invitation"] for one in made["absence"]["requests"] if one["seat"] == seat))

    def stand_in(self, match: str, seat: int, invitation: str | None) -> bool:
        """Say that the player is ready to play on in a seat, or would come back; return whether he brought a key for it."""
        body = {} if invitation is None else {"invitation": invitation}
        try:
            self.own.stand_in(match, str(seat), cast("models.StandInRequest", body))
        except Refused as error:
            if error.code != "seat-key-needed":
                raise
            key = {"key": fresh_seat_key(self.keep, match)}
            self.own.stand_in(match, str(seat), cast("models.StandInRequest", {**body, **key}))
            return True
        return False

    def stand_down(self, match: str, seat: int, invitation: str | None) -> None:
        """Say that the player will not play on in a seat, or not any more."""
        self.own.stand_down(match, str(seat), invitation=invitation)

    def take_more_time(self, match: str, decision: str, seq: int) -> str:
        """Take more time for a decision, as this player's extension number ``seq``; return its deadline since (RFC 3339).

        :raises Tampered: when the log does not say that the decision was opened, or the time was taken.
        """
        log, seat = self.log(match), self.match(match)["seat"]
        opened = [one for one in log.entries if one["type"] == "opened" and one["body"]["decision"] == decision]
        if not opened:
            raise Tampered(match, log.n, f"the log has not opened {decision}")
        body = SeatSigner(self.keep, log, seat).extended(log.head_at(opened[0]["n"]), seq)
        request = cast("models.ExtensionRequest", {"seq": seq, **body})
        signed = signed_receipt(cast(Json, self.own.take_more_time(match, decision, request)))
        self.witness.take(signed, match, EXTEND, seat, None)
        n = signed["receipt"]["n"]
        told = [one["body"] for one in self.log(match).entries if one["n"] == n]
        if not told or (told[0].get("by"), told[0].get("seat"), told[0].get("decision")) != ("seat", seat, decision):
            raise Tampered(match, n, "the receipt is for other time than was taken")
        return str(told[0]["deadline"])

    def vacations(self) -> Json:
        """Return the player's vacations, and how many days are left."""
        return cast(Json, self.own.list_vacations())

    def set_vacation(self, first: str, last: str) -> Json:
        """Enter a vacation, or change the one that begins on that day (both like 2026-12-24); return all."""
        return cast(Json, self.own.set_vacation(first, {"last": last}))

    def end_vacation(self, first: str) -> Json:
        """Take back the vacation that begins on that day, or end it if it has begun; return all."""
        return cast(Json, self.own.end_vacation(first))

    def ask_for_time(self, match: str, decision: str, seconds: int, seq: int) -> None:
        """Ask the others for so many seconds more for a decision, as this player's request number ``seq``.

        :raises Tampered: when the log does not say that the decision was opened, or says something else than was asked.
        """
        log, seat = self.log(match), self.match(match)["seat"]
        opened = [one for one in log.entries if one["type"] == "opened" and one["body"]["decision"] == decision]
        if not opened:
            raise Tampered(match, log.n, f"the log has not opened {decision}")
        signature = SeatSigner(self.keep, log, seat).requested(log.head_at(opened[0]["n"]), seconds, seq)
        request = cast("models.AskForTimeRequest", {"seconds": seconds, "seq": seq, **signature})
        signed = signed_receipt(cast(Json, self.own.ask_for_time(match, decision, request)))
        self.witness.take(signed, match, REQUEST, seat, None)
        self._told(match, signed, {"decision": decision, "seat": seat, "seconds": seconds})

    def answer_time_request(self, match: str, decision: str, requester: int, grant: bool, seq: int) -> None:
        """Grant a seat the time that it asks for, or do not, as this player's answer number ``seq``.

        :raises Tampered: when the log does not say that the seat asks, or says something else than was answered.
        """
        log, seat = self.log(match), self.match(match)["seat"]
        wanted = {"decision": decision, "seat": requester}
        asked = [one for one in log.entries if one["type"] == "requested" and wanted.items() <= one["body"].items()]
        if not asked:
            raise Tampered(match, log.n, f"the log does not say that seat {requester} asks for time for {decision}")
        signature = SeatSigner(self.keep, log, seat).responded(log.head_at(asked[-1]["n"]), grant, seq)
        body = {"grant": grant, "requester": requester, "seq": seq, **signature}
        request = cast("models.TimeResponseRequest", body)
        signed = signed_receipt(cast(Json, self.own.answer_time_request(match, decision, request)))
        self.witness.take(signed, match, RESPOND, seat, None)
        self._told(match, signed, {"decision": decision, "grant": grant, "requester": requester, "seat": seat})

    def _told(self, match: str, signed: SignedReceipt, said: dict[str, Any]) -> None:
        """Check that the entry that a receipt names tells just this. :raises Tampered: when it does not."""
        n = signed["receipt"]["n"]
        told = [one["body"] for one in self.log(match).entries if one["n"] == n]
        if not told or not said.items() <= told[0].items():
            raise Tampered(match, n, "the receipt is for something else than was said")

    def wish_pause(self, match: str, pause: bool, seq: int) -> None:
        """Say that the player wants a pause, or wants it no longer, as their word number ``seq``.

        :raises Tampered: when the log says something else.
        """
        log, seat = self.log(match), self.match(match)["seat"]
        body = {"pause": pause, "seq": seq, **SeatSigner(self.keep, log, seat).wished(pause, seq)}
        signed = signed_receipt(cast(Json, self.own.wish_pause(match, cast("models.PauseRequest", body))))
        self.witness.take(signed, match, PAUSE, seat, None)
        n = signed["receipt"]["n"]
        told = [one["body"] for one in self.log(match).entries if one["n"] == n]
        if not told or (told[0].get("pause"), told[0].get("seat")) != (pause, seat):
            raise Tampered(match, n, "the receipt is for something else than was said")

    def change_key(self, match: str, *, lost: bool = False) -> bool:
        """Sign with a fresh key from now on; return whether it is in force. With ``lost``, the others are asked to agree.

        Its secret is on disk before anything is sent.

        :raises KeyElsewhere: when the key in force is not here and ``lost`` is not said.
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

    def log(self, match: str) -> OwnLog:
        """Return this machine's verified copy of a match's log, brought up to date.

        :raises Tampered: see Witness; or when the seat that this machine took was taken anew without what it had sent.
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

    # Acting

    def seal(
        self,
        match: str,
        decision: str,
        seat: int,
        move: Move,
        *,
        custody: Custody = "escrow",
        replaces: int = 0,
        seq: int | None = None,
        wait: bool = False,
        hold: int = 0,
    ) -> Sealed:
        """Seal a move on this machine and send it; the opening is on disk before anything leaves.

        ``replaces`` is the ``seq`` of the act it replaces, ``seq`` the number of this one (left out: the next), ``wait`` asks
        not to close early, ``hold`` is how many seconds the answer may wait for the resolution.
        """
        own = self.log(match)
        opening = self._opening(own, decision, seat, move)
        sealed = self.keep.keep_opening(opening, custody)
        body: Json = {"commitment": sealed} if custody == "client" else {"opening": opening}
        body |= {"replaces": replaces, "wait": wait}
        body |= SeatSigner(self.keep, own, seat).sealed(decision, opening["head"], sealed, seq or replaces + 1)
        with self._refusals(match, decision):
            committing = cast("models.CommitmentRequest", with_padding(body))
            answer = self.own.commit_move(match, decision, committing, prefer=_held(hold))
        return self._receipted(answer, match, decision, seat, sealed)

    def withdraw(self, match: str, decision: str, seat: int, *, replaces: int) -> Sealed:
        """Take a commitment back before the lock."""
        own = self.log(match)
        signed = SeatSigner(self.keep, own, seat).withdrawn(decision, own.opened(decision) or "", replaces + 1)
        with self._refusals(match, decision):
            answer = self.own.withdraw_commitment(match, decision, replaces=replaces, **signed)
        return self._receipted(answer, match, decision, seat, None)

    def answer(
        self,
        match: str,
        decision: str,
        seat: int,
        move: Move,
        *,
        replaces: int = 0,
        seq: int | None = None,
        hold: int = 0,
    ) -> Sealed:
        """Answer an open decision; it is resolved at once, or can be replaced while the match holds it back.

        A seat that signs draws the salt here. Where it does not, in a match of siegelpost/2, the server draws the salt and
        returns the opening, which is kept here as proof.

        :raises Tampered: when that opening is not one of this move, or not that of the receipt.
        """
        own = self.log(match)
        signer = SeatSigner(self.keep, own, seat)
        if signer.signs:
            opening = self._opening(own, decision, seat, move)
            sealed = self.keep.keep_opening(opening, "escrow")
            body: Json = {"opening": opening, "replaces": replaces}
            body |= signer.sealed(decision, opening["head"], sealed, seq or replaces + 1)
            return self._receipted(self._answer(match, decision, body, hold), match, decision, seat, sealed)
        answer = self._answer(match, decision, {"move": move, "replaces": replaces}, hold)
        if answer["receipt"].get("protocol") == NAME:
            self._keep_answer(answer, match, decision, seat, move)
        return self._receipted(answer, match, decision, seat, answer["receipt"]["commitment"])

    def open_kept(self, match: str, decision: str, seat: int) -> Sealed | None:
        """Open what this machine committed to under client custody; ``None`` when the opening is not here."""
        locked = self.log(match).locked(decision, seat)
        kept = self.keep.opening(match, locked) if locked else None
        if kept is None:
            return None
        with self._refusals(match, decision):
            opening = cast("models.OpeningRequest", with_padding({"opening": kept.opening}))
            answer = self.own.open_commitment(match, decision, opening)
        return self._receipted(answer, match, decision, seat, kept.commitment)

    # Inside

    @staticmethod
    def _opening(own: OwnLog, decision: str, seat: int, move: Move) -> Opening:
        """Return an opening of a move around a fresh salt; :raises NotAsked: when the decision does not stand."""
        head = own.opened(decision)
        if head is None:
            raise NotAsked(f"{decision} is not open in match {own.match}")
        return Opening(
            v=1,
            match=own.match,
            rules=own.entries[0]["body"]["rules"],
            decision=decision,
            seat=seat,
            head=head,
            salt=b64(secrets.token_bytes(32)),
            move=move,
        )

    def _keep_answer(self, answer: models.Acted, match: str, decision: str, seat: int, move: Move) -> None:
        """Keep the opening around an answer that the server sealed; it is what the log will publish."""
        receipt = answer["receipt"]
        try:
            opening = check_opening(answer.get("opening"))
        except MalformedOpening as error:
            raise Tampered(
                match, receipt["n"], f"the server gave no opening for the answer: {error.message}"
            ) from error
        ours = (opening["match"], opening["decision"], opening["seat"], opening["move"]) == (
            match,
            decision,
            seat,
            move,
        )
        if not ours or not matches(opening, str(receipt["commitment"])):
            raise Tampered(match, receipt["n"], "the server sealed something else than the answer that was sent")
        self.keep.keep_opening(opening, receipt["custody"])

    def _receipted(self, answer: models.Acted, match: str, decision: str, seat: int, sealed: str | None) -> Sealed:
        signed = signed_receipt(cast(Json, answer))
        self.witness.take(signed, match, decision, seat, sealed)
        return Sealed(sealed, signed, cast(Json, answer))

    def _take_seat(self, match: str, place: str, body: Json) -> Json:
        return cast(Json, self.own.take_seat(match, place, cast("models.SeatRequest", body)))

    def _answer(self, match: str, decision: str, body: Json, hold: int) -> models.Acted:
        with self._refusals(match, decision):
            answering = cast("models.AnswerRequest", with_padding(body))
            return self.own.answer_decision(match, decision, answering, prefer=_held(hold))

    @contextmanager
    def _refusals(self, match: str, decision: str) -> Iterator[None]:
        """Keep the receipt of an act that is refused: it proves what the server said, and when."""
        try:
            yield
        except Refused as error:
            self.witness.take_refusal(error.problem, match, decision)
            raise


def _pages(page: Callable[[str | None], models.MatchPage]) -> Iterator[Json]:
    """Yield the matches of all pages of a list."""
    shown = page(None)
    yield from cast(list[Json], shown["matches"])
    while shown["next"] is not None:
        shown = page(shown["next"])
        yield from cast(list[Json], shown["matches"])


def _held(seconds: int) -> str | None:
    """Return the ``Prefer`` of an act whose answer may wait so long for the resolution."""
    return f"wait={seconds}" if seconds else None


def _is_joining(entry: Entry, player: str) -> bool:
    return entry["type"] == "joined" and entry["body"]["player"] == player


def _one_line(match: str, line: Any) -> bytes:
    """Return the line of a log that an answer shows, as the bytes of an export."""
    try:
        return canonical(line, depth=34) + b"\n"
    except NotCanonical as error:
        raise Tampered(match, 1, f"the first entry of the log is none: {error}") from error


__all__ = ["Client", "Custody", "LoginNeeded", "NotAsked", "Refused", "Sealed", "UnknownMatch"]
