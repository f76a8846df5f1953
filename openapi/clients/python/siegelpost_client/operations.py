# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.
"""A method for every operation of the API, blocking."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from siegelpost_client.wire import Ask, segment

if TYPE_CHECKING:  # many types, which no running program needs
    from siegelpost_client import models

T = TypeVar("T")


class Operations(ABC):
    """The operations; how they are sent is up to the class that inherits from it."""

    @abstractmethod
    def send(self, ask: Ask[T]) -> T:
        """Return what an operation answers."""

    def get_checkpoint(self) -> str:
        """Show the latest checkpoint of the log of all matches, with the cosignatures of its witnesses.

        The tree is at `/tile/...` as c2sp.org/tlog-tiles says; what its leaves are, at `/protocol`.

        Needs no token.
        """
        ask: Ask[str] = Ask("GET", "/checkpoint", reading="text")
        return self.send(ask)

    def get_health(self) -> models.Health:
        """Say whether this process answers, without asking any other.

        Needs no token.
        """
        ask: Ask[models.Health] = Ask("GET", "/health")
        return self.send(ask)

    def get_ready(self) -> models.Ready:
        """Say whether the installation works: 503 if the store is away or would forget acknowledged writes.

        `degraded` means that matches are safe but slower (no queue), stand still (no clock, or halted by
        the operator), that some are parked, that finished ones cannot be read (no archive), or that the
        store has no replica to spare.

        Needs no token.
        """
        ask: Ask[models.Ready] = Ask("GET", "/ready")
        return self.send(ask)

    def find_bots(
        self, *, cursor: str | None = None, limit: int | None = None, game: str | None = None
    ) -> models.OpponentPage:
        """Find bots to play with: those that their owners have listed and whose programs were there within the
        last week.

        A bot that is named in `invite` of a new match sits at the table at once. A page may be shorter than
        `limit`, or even empty; the list ends where `next` is `null`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        :param game: Only bots that play this game, the part of a rules id before `@`.
        """
        ask: Ask[models.OpponentPage] = Ask("GET", "/v1/bots", query={"cursor": cursor, "limit": limit, "game": game})
        return self.send(ask)

    def every_bots(
        self, *, cursor: str | None = None, limit: int | None = None, game: str | None = None
    ) -> Iterator[models.Opponent]:
        """Yield all `bots` of :meth:`find_bots`, page after page."""
        while True:
            page = self.find_bots(cursor=cursor, limit=limit, game=game)
            yield from page["bots"]
            cursor = page["next"]
            if cursor is None:
                return

    def open_guest(self, body: models.GuestRequest, *, proof_of_work: str | None = None) -> models.NewToken:
        """Open a guest account, to play before anybody is asked for an email address.

        A guest plays private matches against bots, three at a time, and sits down by an invitation where a
        move takes a day or less; what it may not do is refused with `guest`. Nothing but this token leads
        to the account, and it is deleted when nobody has used it for two days, unless `POST
        /v1/guests/keep` gave it an address.

        Needs no token.

        :param proof_of_work: The answer to the `challenge` of a refusal `work-needed`: its text, a dot and
            a number. The problem's page says which.
        """
        ask: Ask[models.NewToken] = Ask("POST", "/v1/guests", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return self.send(ask)

    def keep_guest(self, body: models.KeepRequest, *, proof_of_work: str | None = None) -> models.Notice:
        """Send a login code that makes your guest account an ordinary one, with all its matches.

        Exchange it as any login code (`POST /v1/login/confirm`), for a new token: those of the guest end
        then. If the address has an account already, the code logs in to that one, and the guest account
        stays as it is.

        Needs a token with the scope `account:read`.

        :param proof_of_work: The answer to the `challenge` of a refusal `work-needed`: its text, a dot and
            a number. The problem's page says which.
        """
        ask: Ask[models.Notice] = Ask("POST", "/v1/guests/keep", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return self.send(ask)

    def list_heads(self, *, cursor: str | None = None, limit: int | None = None) -> models.HeadPage:
        """List the heads of all matches, oldest first: somebody who follows them can prove that history was
        not rewritten.

        The feed keeps only the latest heads. Continue from `cursor`, now or later if there is nothing new
        yet.

        Needs no token.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        """
        ask: Ask[models.HeadPage] = Ask("GET", "/v1/heads", query={"cursor": cursor, "limit": limit})
        return self.send(ask)

    def request_login(self, body: models.LoginRequest, *, proof_of_work: str | None = None) -> models.Notice:
        """Send a login code to an email address.

        The answer is the same whether the address is known or not. An address seen for the first time gets
        an account. If you are refused with `too-many-logins`, look into the mailbox: codes that came in the
        last quarter of an hour still work, and an account's owner may get one in spite of the refusal, so
        that strangers cannot use up anybody's codes.

        Needs no token.

        :param proof_of_work: The answer to the `challenge` of a refusal `work-needed`: its text, a dot and
            a number. The problem's page says which.
        """
        ask: Ask[models.Notice] = Ask("POST", "/v1/login", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return self.send(ask)

    def confirm_login(self, body: models.CodeRequest) -> models.NewToken:
        """Exchange a login code for a token with all scopes, valid for a year.

        A code works once, and ends all others of the account. If it is sent again within a minute (after a
        lost answer), from the same network and with the same `name` and `Idempotency-Key`, it gives another
        token and revokes the first one; anybody else is refused, and so is everybody without such a key.

        Needs no token.
        """
        ask: Ask[models.NewToken] = Ask("POST", "/v1/login/confirm", body=body)
        return self.send(ask)

    def create_match(self, body: models.MatchRequest) -> models.CreatedMatch:
        """Create a match, sit down in it, and seat its bots.

        A bot account among those invited takes its seat at once, if its policy allows the challenge (`bot-
        declines` says why not). With an `Idempotency-Key` the match's id is made from the key and the body:
        whatever is interrupted, sending it again leads to the same match. `created` is the first entry of
        its log, signed: it binds the server's part of the shuffle. Check it and keep it before you send
        anything else about this match.

        Needs a token with the scope `match:create`.
        """
        ask: Ask[models.CreatedMatch] = Ask("POST", "/v1/matches", body=body)
        return self.send(ask)

    def list_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["open", "running", "mine"] | None = None,
    ) -> models.MatchPage:
        """List public matches: those that wait for players, oldest first, or those being played, the latest
        first; or your own.

        Your own need a token. Of a match being played you see what every spectator sees.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        :param status: `open`: in the lobby, anybody may join; `running`: public and being played, for
            whoever wants to watch; `mine`: where you sit or own.
        """
        ask: Ask[models.MatchPage] = Ask(
            "GET", "/v1/matches", query={"cursor": cursor, "limit": limit, "status": status}
        )
        return self.send(ask)

    def every_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["open", "running", "mine"] | None = None,
    ) -> Iterator[models.MatchSummary]:
        """Yield all `matches` of :meth:`list_matches`, page after page."""
        while True:
            page = self.list_matches(cursor=cursor, limit=limit, status=status)
            yield from page["matches"]
            cursor = page["next"]
            if cursor is None:
                return

    def create_matches(self, body: models.MatchBatch) -> models.CreatedMatches:
        """Create several matches at once, each as `createMatch` does.

        Each counts as one match of your quota, and one that is refused keeps no other from being created:
        `results` has, in the order of `matches`, the new match or the problem that `createMatch` would have
        answered with. A request that is malformed somewhere creates nothing. After a lost answer, send the
        request again with its `Idempotency-Key`; to try those again that were refused, send them in a new
        request.

        Needs a token with the scope `match:create`.
        """
        ask: Ask[models.CreatedMatches] = Ask("POST", "/v1/matches/batch", body=body)
        return self.send(ask)

    def get_match(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        wait: int | None = None,
        talk: int | None = None,
        here: bool | None = None,
    ) -> models.Match:
        """Show a match as you may see it: facts, your view of the game, open decisions and your answers to
        them.

        The `ETag` is made from your own view: others' acts do not change it.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: With `wait`: answer once the log is longer than this.
        :param wait: Seconds to wait for it; without `after` the answer comes at once.
        :param talk: With `wait` and `after`: answer, too, once `talk.changes` of the match is another
            number.
        :param here: `true`, with `wait`: you have the table before your eyes. Letters about it then wait a
            few minutes, unless `while_here` of your notifications says otherwise; what you answer meanwhile
            is not asked by letter any more.
        """
        ask: Ask[models.Match] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}",
            query={"invitation": invitation, "after": after, "wait": wait, "talk": talk, "here": here},
            wait=wait or 0,
        )
        return self.send(ask)

    def list_decisions(self, match: str, *, invitation: str | None = None) -> models.DecisionList:
        """List the open decisions of a match, with the time left and who has committed.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        """
        ask: Ask[models.DecisionList] = Ask(
            "GET", f"/v1/matches/{segment(match)}/decisions", query={"invitation": invitation}
        )
        return self.send(ask)

    def get_decision(self, match: str, decision: str, *, invitation: str | None = None) -> models.Decision:
        """Show an open decision.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        """
        ask: Ask[models.Decision] = Ask(
            "GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}", query={"invitation": invitation}
        )
        return self.send(ask)

    def check_move(
        self, match: str, decision: str, body: models.MoveRequest, *, language: Literal["en", "de", "fr"] | None = None
    ) -> models.Checked:
        """Try a move without making it, and read it in words.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param language: The language of `words`.
        """
        ask: Ask[models.Checked] = Ask(
            "POST",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/check",
            query={"language": language},
            body=body,
        )
        return self.send(ask)

    def commit_move(
        self,
        match: str,
        decision: str,
        body: models.CommitmentRequest,
        *,
        prefer: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> models.Acted:
        """Seal an answer to a sealed decision, or replace your present one.

        Give exactly one of `move`, `opening`, `commitment`. Sending the same again gives the same receipt.
        With `move`, where the server draws the salt, the same token gets the same receipt and opening, any
        other `conflict`. With `Prefer: wait=<seconds>` the answer waits for the resolution.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param prefer: `wait=<seconds>`, at most 30: answer once the decision is resolved, or when the time
            is up.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        :param if_none_match: Answer 304 if the tag is still current; with PUT and `*`: only if there is
            nothing yet.
        """
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment",
            headers={"Prefer": prefer, "If-Match": if_match, "If-None-Match": if_none_match},
            body=body,
        )
        return self.send(ask)

    def withdraw_commitment(
        self, match: str, decision: str, *, replaces: int, signature: str | None = None, if_match: str | None = None
    ) -> models.Acted:
        """Withdraw your commitment before the lock. An earlier one that it replaced stays withdrawn.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param replaces: `seq` of your act that stands.
        :param signature: Made with your seat's key over this act, if you took the seat with a key (protocol
            section 12.9).
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Acted] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment",
            query={"replaces": replaces, "signature": signature},
            headers={"If-Match": if_match},
        )
        return self.send(ask)

    def get_commitment(self, match: str, decision: str) -> models.Standing:
        """Show your last act in an open decision, with its receipt, byte for byte as it was given.

        Needs a token with the scope `match:read`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        """
        ask: Ask[models.Standing] = Ask("GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment")
        return self.send(ask)

    def take_more_time(self, match: str, decision: str, body: models.ExtensionRequest) -> models.Extension:
        """Take more time for a decision that waits for your answer, as often as `extensions` of the match
        allows.

        The deadline of the whole decision moves by `seconds` of `extensions`; the others are told who took
        it. It needs nobody's consent, and nobody can take it back. The same `seq` sent again gives the same
        receipt and takes nothing more.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        """
        ask: Ask[models.Extension] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/extension", body=body
        )
        return self.send(ask)

    def get_hint(
        self, match: str, decision: str, *, language: Literal["en", "de", "fr"] | None = None, wait: int | None = None
    ) -> models.Hint:
        """Show what the bot `keen` would play in your place, judged from your own view.

        Only where you play alone against bots, never at a rated table. A worker thinks about each question
        once, which takes a moment: until then the answer is `thought-pending`, unless you ask to `wait`.

        Needs a token with the scopes `match:play` and `match:read`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param language: The language of `words`.
        :param wait: Seconds to wait until a worker has thought about it.
        """
        ask: Ask[models.Hint] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/hint",
            query={"language": language, "wait": wait},
            wait=wait or 0,
        )
        return self.send(ask)

    def answer_decision(
        self, match: str, decision: str, body: models.AnswerRequest, *, prefer: str | None = None
    ) -> models.Acted:
        """Answer an open decision.

        Give exactly one of `move`, `opening`. With `move`, `opening` in the answer is what the log will
        publish: keep it.

        It is resolved a moment later; in a match with `hold_seconds` at an instant that nobody knows, and
        can be replaced before.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param prefer: `wait=<seconds>`, at most 30: answer once the decision is resolved, or when the time
            is up.
        """
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/move",
            headers={"Prefer": prefer},
            body=body,
        )
        return self.send(ask)

    def list_moves(self, match: str, decision: str) -> models.MoveList:
        """List the legal moves of your seat in a decision that asks it.

        Needs a token with the scope `match:read`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        """
        ask: Ask[models.MoveList] = Ask("GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/moves")
        return self.send(ask)

    def open_commitment(
        self, match: str, decision: str, body: models.OpeningRequest, *, prefer: str | None = None
    ) -> models.Acted:
        """Open a commitment of client custody after the lock. Nothing is shown before all openings are in.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param prefer: `wait=<seconds>`, at most 30: answer once the decision is resolved, or when the time
            is up.
        """
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/opening",
            headers={"Prefer": prefer},
            body=body,
        )
        return self.send(ask)

    def get_sealed_move(
        self, match: str, decision: str, *, language: Literal["en", "de", "fr"] | None = None, wait: int | None = None
    ) -> models.Recalled:
        """Show the move that you have sealed, while it can still be changed, wherever you sealed it.

        The API cannot read it: a worker opens it in exchange for the text of your token, which takes a
        moment. Until then the answer is `unavailable`, unless you ask to `wait`. A move that only your own
        device can open (client custody) is `not-found`.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        :param language: The language of `words`.
        :param wait: Seconds to wait until a worker has read it.
        """
        ask: Ask[models.Recalled] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/sealed",
            query={"language": language, "wait": wait},
            wait=wait or 0,
        )
        return self.send(ask)

    def ask_for_time(self, match: str, decision: str, body: models.AskForTimeRequest) -> models.TimeAskedFor:
        """Ask the others for `seconds` more for a decision that waits for your answer, once for each decision.

        They get a letter. When enough of them grant it before the deadline (`time_requests` of the match
        says how many), the deadline of the whole decision moves by exactly that time, for all who are
        asked. Silence grants nothing, and you are told the result. If only bots play with you, it is
        granted at once. The same `seq` sent again gives the same receipt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        """
        ask: Ask[models.TimeAskedFor] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/time-request", body=body
        )
        return self.send(ask)

    def answer_time_request(self, match: str, decision: str, body: models.TimeResponseRequest) -> models.TimeAnswered:
        """Say whether you grant a seat the time that it asks for; everybody sees it. You may change your
        answer until it is decided.

        The same `seq` sent again gives the same receipt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param decision: The id of a decision of the match, as the match lists it.
        """
        ask: Ask[models.TimeAnswered] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/time-response", body=body
        )
        return self.send(ask)

    def get_feed(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> models.Feed:
        """Tell what happened from a point in the log on, in the game and among people: facts, and a sentence
        for each.

        With `wait` the answer comes as soon as there is an entry after that point. `Accept: text/event-
        stream` or `application/x-ndjson` makes it a stream, resumed by `Last-Event-ID`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: Entries with a greater `n`.
        :param limit: Most entries wanted.
        :param language: The language of each event's `text`.
        :param wait: Seconds to wait for an entry after `after`.
        """
        ask: Ask[models.Feed] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/feed",
            query={"invitation": invitation, "after": after, "limit": limit, "language": language, "wait": wait},
            wait=wait or 0,
        )
        return self.send(ask)

    def every_feed(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> Iterator[models.FeedEvent]:
        """Yield all `events` of :meth:`get_feed`, page after page."""
        while True:
            page = self.get_feed(match, invitation=invitation, after=after, limit=limit, language=language, wait=wait)
            yield from page["events"]
            after = page["next"]
            if after is None:
                return
            wait = None

    def renew_invitation(self, match: str, body: models.RenewalRequest) -> models.Match:
        """Make another invitation to your table, before the match begins; the previous one ends, in links and
        in letters.

        `replaces` is the invitation that ends. If another one is already in force, as when this is sent
        again, nothing changes.

        Needs a token with the scope `match:create`.

        :param match: The id of a match.
        """
        ask: Ask[models.Match] = Ask("POST", f"/v1/matches/{segment(match)}/invitation", body=body)
        return self.send(ask)

    def invite(self, match: str, body: models.InviteRequest) -> models.Match:
        """Invite people to your table by mail, and bots to it, before the match begins; within the limits of
        `createMatch`.

        Nobody gets the same invitation twice, unless you ask for it (`again`). `guests` of the match says
        what became of it. A bot account takes its seat at once, if its policy allows the challenge.

        Needs a token with the scope `match:create`.

        :param match: The id of a match.
        """
        ask: Ask[models.Match] = Ask("POST", f"/v1/matches/{segment(match)}/invitations", body=body)
        return self.send(ask)

    def end_invitation(self, match: str, guest: str, *, if_match: str | None = None) -> None:
        """Decline an invitation (`me`), or take back one to your own table.

        Somebody who has declined may still sit down. Somebody whose invitation was taken back may not, with
        that account; anybody else who has the link may, until `renewInvitation`. Sending it again changes
        nothing.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param guest: The invited person, as `guests` of the match names them, or `me`: you.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[None] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/invitations/{segment(guest)}",
            headers={"If-Match": if_match},
            reading="nothing",
        )
        return self.send(ask)

    def get_log(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.LogPage:
        """Show entries of the log from a given one on.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: Entries with a greater `n`.
        :param limit: Most entries wanted.
        """
        ask: Ask[models.LogPage] = Ask(
            "GET", f"/v1/matches/{segment(match)}/log", query={"invitation": invitation, "after": after, "limit": limit}
        )
        return self.send(ask)

    def every_log(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> Iterator[models.Line]:
        """Yield all `entries` of :meth:`get_log`, page after page."""
        while True:
            page = self.get_log(match, invitation=invitation, after=after, limit=limit)
            yield from page["entries"]
            after = page["next"]
            if after is None:
                return

    def export_log(self, match: str, *, invitation: str | None = None, after: int | None = None) -> bytes:
        """Export the log as canonical JSON Lines: what `siegelpost verify` proves.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: Lines of entries with a greater `n`.
        """
        ask: Ask[bytes] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/log.jsonl",
            query={"invitation": invitation, "after": after},
            reading="bytes",
        )
        return self.send(ask)

    def get_margin(self, match: str) -> models.Margin:
        """Show what you keep about a match: how far you have read it, your note, and the kinds of news that
        you muted.

        Nobody else can read it. It is in your export, and is deleted with your account. At a table that you
        have left and may not see any more you can still read and empty it.

        Needs a token with the scope `match:read`.

        :param match: The id of a match.
        """
        ask: Ask[models.Margin] = Ask("GET", f"/v1/matches/{segment(match)}/margin")
        return self.send(ask)

    def change_margin(self, match: str, body: models.MarginRequest) -> models.Margin:
        """Change what you keep about a match; what you leave out stays as it is.

        `seen` and `unread_after` belong together: a page notes with them how far it has shown the match,
        and what of it was new.

        Needs a token with the scopes `match:play` and `match:read`.

        :param match: The id of a match.
        """
        ask: Ask[models.Margin] = Ask("PATCH", f"/v1/matches/{segment(match)}/margin", body=body)
        return self.send(ask)

    def send_message(self, match: str, body: models.MessageRequest) -> models.Message:
        """Say something to your partner, in a channel that the match lists for you.

        When this answers, the message is on disk; a moment later it is in the log, as a salted commitment.
        If the channel closes in that moment, the message is `refused` and nobody hears it. At the end of
        the match everything said is disclosed to everybody.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        """
        ask: Ask[models.Message] = Ask("POST", f"/v1/matches/{segment(match)}/messages", body=body)
        return self.send(ask)

    def list_messages(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.MessageList:
        """Show what was said in your channels; after the end, what was said in all of them.

        `unsaid` are your own messages that are not in the log: `pending` for a moment, or `refused`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: Entries with a greater `n`.
        :param limit: Most entries wanted.
        """
        ask: Ask[models.MessageList] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/messages",
            query={"invitation": invitation, "after": after, "limit": limit},
        )
        return self.send(ask)

    def every_messages(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> Iterator[models.Message]:
        """Yield all `messages` of :meth:`list_messages`, page after page."""
        while True:
            page = self.list_messages(match, invitation=invitation, after=after, limit=limit)
            yield from page["messages"]
            after = page["next"]
            if after is None:
                return

    def set_orders(self, match: str, body: models.OrdersRequest) -> models.Ordered:
        """Set your standing orders, or replace them. They are consulted at once, and whenever a decision of
        yours opens or locks.

        The rules define their form (`orders` in `GET /v1/rules/{rules}`). A rule that can never match is
        refused by name. Keep the answer: `document` is what the receipt's commitment stands for, and nobody
        else keeps it in clear text.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        """
        ask: Ask[models.Ordered] = Ask("PUT", f"/v1/matches/{segment(match)}/orders", body=body)
        return self.send(ask)

    def end_orders(self, match: str, *, replaces: int, signature: str | None = None) -> models.Ordered:
        """End your standing orders. What they have already played stands.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param replaces: `seq` of your act that stands.
        :param signature: Made with your seat's key over this act, if you took the seat with a key (protocol
            section 12.9).
        """
        ask: Ask[models.Ordered] = Ask(
            "DELETE", f"/v1/matches/{segment(match)}/orders", query={"replaces": replaces, "signature": signature}
        )
        return self.send(ask)

    def get_orders(self, match: str) -> models.Ordered:
        """Show the receipt of your standing orders; only you have the document itself.

        Needs a token with the scope `match:read`.

        :param match: The id of a match.
        """
        ask: Ask[models.Ordered] = Ask("GET", f"/v1/matches/{segment(match)}/orders")
        return self.send(ask)

    def check_orders(
        self, match: str, body: models.OrdersToCheck, *, language: Literal["en", "de", "fr"] | None = None
    ) -> models.CheckedOrders:
        """Try standing orders against the present table without setting them: whether they are valid, and what
        they answer now.

        They are consulted again at every decision of yours; what they answer then depends on what happens
        until then.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param language: The language of `words`.
        """
        ask: Ask[models.CheckedOrders] = Ask(
            "POST", f"/v1/matches/{segment(match)}/orders/check", query={"language": language}, body=body
        )
        return self.send(ask)

    def wish_pause(self, match: str, body: models.PauseRequest) -> models.PauseWished:
        """Say that you want a pause (`pause: true`), or no longer want it.

        When enough people want it (`pauses` of the match says how many), the match stands still a moment
        later: nothing is resolved, no act is taken, no time runs out. It goes on when not enough people
        want it any more, at the latest after `seconds`; every deadline moves by exactly that time. After
        that there is no other pause before a decision is resolved. The same `seq` sent again gives the same
        receipt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        """
        ask: Ask[models.PauseWished] = Ask("PUT", f"/v1/matches/{segment(match)}/pause", body=body)
        return self.send(ask)

    def get_picture_png(
        self,
        match: str,
        *,
        invitation: str | None = None,
        n: int | None = None,
        wait: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        width: int | None = None,
    ) -> bytes:
        """Show the table as a PNG, in the width asked for or the next larger of 300, 600, 900, 1400 and 2000
        pixels.

        With `n`, as it was after that entry of the log, as your seat (or a spectator) could see it then.
        The match may first have to be replayed by a worker, which takes a moment: until then the answer is
        `replay-pending`, unless you ask to `wait`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param n: Number of the log's entry after which to show your view; left out: now.
        :param wait: With `n` of a match that goes on: seconds to wait until a worker has played it again
            for you.
        :param language: The language of the picture's words, where the game draws it in several.
        :param width: Pixels; the next larger of 300, 600, 900, 1400, 2000.
        """
        ask: Ask[bytes] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/picture.png",
            query={"invitation": invitation, "n": n, "wait": wait, "language": language, "width": width},
            reading="bytes",
            wait=wait or 0,
        )
        return self.send(ask)

    def get_picture_svg(
        self,
        match: str,
        *,
        invitation: str | None = None,
        n: int | None = None,
        wait: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
    ) -> str:
        """Show the table as an SVG document.

        With `n`, as it was after that entry of the log, as your seat (or a spectator) could see it then.
        The match may first have to be replayed by a worker, which takes a moment: until then the answer is
        `replay-pending`, unless you ask to `wait`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param n: Number of the log's entry after which to show your view; left out: now.
        :param wait: With `n` of a match that goes on: seconds to wait until a worker has played it again
            for you.
        :param language: The language of the picture's words, where the game draws it in several.
        """
        ask: Ask[str] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/picture.svg",
            query={"invitation": invitation, "n": n, "wait": wait, "language": language},
            reading="text",
            wait=wait or 0,
        )
        return self.send(ask)

    def get_proof(self, match: str, *, invitation: str | None = None, n: int | None = None) -> str:
        """Prove that an entry of the match is in the log of all matches, with the checkpoint that most
        witnesses have cosigned.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param n: The entry's `n`; left out: the last that a checkpoint counts.
        """
        ask: Ask[str] = Ask(
            "GET", f"/v1/matches/{segment(match)}/proof", query={"invitation": invitation, "n": n}, reading="text"
        )
        return self.send(ask)

    def resign_match(self, match: str, body: models.ResignRequest, *, if_match: str | None = None) -> models.Match:
        """Resign from a running match. Carried out a moment later.

        This is an act: `resignation` is its receipt, and sending it again gives the same one.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/resign", headers={"If-Match": if_match}, body=body
        )
        return self.send(ask)

    def get_review(
        self,
        match: str,
        *,
        invitation: str | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> models.Review:
        """Look back on a finished match with a coach: the chances after each round, and the moves of the bot
        `keen`.

        A worker computes it once, when somebody asks first; that takes a minute or more. Until then the
        answer is `thought-pending`, unless you ask to `wait`. The chances of a seat are its share of wins
        in so many `playouts`: from the state after a round, with all hands open and what nobody could know
        then (such as the order of piles) dealt anew, calm bots play to the end. Advice is from the seat's
        own view at the time. Everything follows from the log of the match and the seed published in it, so
        anybody can compute it again: `siegelpost review --again`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param language: The language of `words`.
        :param wait: Seconds to wait until a worker has thought about it.
        """
        ask: Ask[models.Review] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/review",
            query={"invitation": invitation, "language": language, "wait": wait},
            wait=wait or 0,
        )
        return self.send(ask)

    def take_seat(
        self, match: str, seat: str, body: models.SeatRequest, *, if_match: str | None = None
    ) -> models.Match:
        """Take a seat, or any free one with `me`. The last seat taken starts a match that starts when full.

        Sending it again changes nothing. You may add 32 random bytes to the shuffle: you commit to them now
        (protocol section 12.2), and they are published once nobody joins any more.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Match] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}", headers={"If-Match": if_match}, body=body
        )
        return self.send(ask)

    def leave_seat(self, match: str, seat: str, *, player: str | None = None, if_match: str | None = None) -> None:
        """Give your seat back while the match is in the lobby, or remove somebody from your own match.

        When its owner leaves, the match is cancelled. The owner removes a player by naming seat and
        `player`; that account is told, and cannot sit down in this match again. Sending it again changes
        nothing, even if somebody else sits there by then.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        :param player: For the match's owner: the account that is removed from this seat. Left out: you
            leave it.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[None] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/seats/{segment(seat)}",
            query={"player": player},
            headers={"If-Match": if_match},
            reading="nothing",
        )
        return self.send(ask)

    def reveal_entropy(self, match: str, seat: str, body: models.RevealRequest) -> models.Revealed:
        """Send the entropy that your seat holds itself, once the table is closed.

        Sending it again gives the same receipt. When a seat in `reveal` has sent nothing by the deadline,
        the match is over before anything was dealt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Revealed] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/entropy", body=body)
        return self.send(ask)

    def hand_seat_over(self, match: str, seat: str, body: models.HandRequest) -> models.HandedOver:
        """Ask the others to let you hand your seat over: to a bot, or to somebody whom you have named and who
        is ready.

        They get a letter and vote as they do about a seat that is missed (`PUT .../seats/{seat}/vote`, with
        the same `choice` as yours, or `wait` for you to stay); the seat changes hands as soon as enough of
        them agree (`majority`). Until then you play on, and your deadlines run; `PUT .../seats/me/presence`
        takes it back. If only bots play with you, nobody has to agree. The same `seq` sent again gives the
        same receipt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.HandedOver] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/handing", body=body
        )
        return self.send(ask)

    def change_seat_key(self, match: str, seat: str, body: models.KeyRequest) -> models.Match:
        """Sign with another key from now on, in a match that is running and in a seat that was taken with one.

        With a `signature` over the act `key`, made with the key in force, it is carried out at once.
        Without it you ask everybody else at the table to agree; `key_changes` of the match says who has yet
        to. Everybody is told either way. Standing orders signed with the old key end. Sending it again
        changes nothing; a different key needs everybody's consent again.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Match] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key", body=body)
        return self.send(ask)

    def take_back_seat_key(self, match: str, seat: str) -> models.Match:
        """Withdraw your request for another key. What was already carried out stays.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Match] = Ask("DELETE", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key")
        return self.send(ask)

    def consent_to_seat_key(self, match: str, seat: str, body: models.KeyRequest) -> models.Match:
        """Agree that the seat in the path signs with this key from now on: `key` is the one in `key_changes`.

        A seat that signs gives its `signature` over the act `consent`. The change is carried out when the
        last one agrees. First ask the player outside this server, because whoever holds the new key acts
        for that seat.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Match] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key/consent", body=body
        )
        return self.send(ask)

    def say_here(self, match: str, seat: str, body: models.HereRequest) -> models.Here:
        """Say that you are there, if `absence` of the match says that your seat is missed, or that you stay
        after all.

        Any answer of yours has the same effect. Sending it again gives the same receipt. It counts until
        the others' decision is carried out.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Here] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/presence", body=body)
        return self.send(ask)

    def stand_in(self, match: str, seat: str, body: models.StandInRequest) -> models.Match:
        """Say that you are ready to play on in a seat, because somebody asks you to or because you sat there
        before.

        As soon as the table gives you the seat, you see and answer what its player did, including its hand
        and what was played, and its standing orders go on until you change them (in a seat that signs, they
        end). To come back you need the consent of the others and of the person who has the seat. Somebody
        who had another seat of the match is refused with `already-seated`, because they know its hand.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Match] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitute", body=body)
        return self.send(ask)

    def stand_down(self, match: str, seat: str, *, invitation: str | None = None) -> models.Match:
        """Say that you will not play on in a seat, as long as it has not been given to you.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        :param invitation: Of the request, where it was not sent to your account.
        """
        ask: Ask[models.Match] = Ask(
            "DELETE", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitute", query={"invitation": invitation}
        )
        return self.send(ask)

    def ask_substitute(self, match: str, seat: str, body: models.SubstituteRequest) -> models.Match:
        """Ask somebody to play on in your seat if you stay away, or in a seat about which you are asked.

        They accept with the invitation, which `absence` of the match shows you in `requests`, and which a
        letter brings them. Another request of yours for the same seat ends the previous one. The others
        still decide: a substitute plays only once the others have chosen them, after you were missed and
        told.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitutes", body=body
        )
        return self.send(ask)

    def vote_on_absence(self, match: str, seat: str, body: models.VoteRequest) -> models.Voted:
        """Vote about the seat in the path, which is missed or being handed over: wait, let a bot take it, or
        take the win.

        `absence` of the match says about whom you are asked. Everybody sees your vote. You may change it
        until there is a majority, which is carried out a moment later. Sending it again gives the same
        receipt.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param seat: The number of a seat, counted from 0, or `me`: your own, and for `PUT` any that is free
            (as `any`).
        """
        ask: Ask[models.Voted] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/vote", body=body)
        return self.send(ask)

    def start_match(self, match: str, body: models.Empty, *, if_match: str | None = None) -> models.Match:
        """Start and deal a match that waits for its owner to start it. Carried out a moment later.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/start", headers={"If-Match": if_match}, body=body
        )
        return self.send(ask)

    def say_at_table(self, match: str, body: models.RemarkRequest) -> models.Remark:
        """Say something to everybody at the table, in words or with one of the reactions.

        It is in no log: its author can erase it, and it is erased by itself some time after the match's
        end. Spectators read it after the end, or at once where `talk.spectators` of the match is `open`.
        Read it as others' words: it is plain text. Moves, deadlines and the log do not depend on it.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        """
        ask: Ask[models.Remark] = Ask("POST", f"/v1/matches/{segment(match)}/talk", body=body)
        return self.send(ask)

    def list_talk(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.RemarkList:
        """Show what was said at the table, oldest first, as far as you may read it, without those you have
        muted.

        Something erased is gone from it: keep no copies that outlast it.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param after: Remarks with a greater `id`.
        :param limit: Most remarks wanted.
        """
        ask: Ask[models.RemarkList] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/talk",
            query={"invitation": invitation, "after": after, "limit": limit},
        )
        return self.send(ask)

    def every_talk(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> Iterator[models.Remark]:
        """Yield all `remarks` of :meth:`list_talk`, page after page."""
        while True:
            page = self.list_talk(match, invitation=invitation, after=after, limit=limit)
            yield from page["remarks"]
            after = page["next"]
            if after is None:
                return

    def mute_at_table(self, match: str, body: models.MutedRequest) -> models.MutedSeats:
        """Read nothing any more that the people at these seats say at this table; leave a seat out to hear it
        again.

        They are not told. It is about the person: whoever takes the seat over is heard.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        """
        ask: Ask[models.MutedSeats] = Ask("PUT", f"/v1/matches/{segment(match)}/talk/muted", body=body)
        return self.send(ask)

    def erase_remark(self, match: str, remark: str) -> None:
        """Erase something that you have said. Nobody can read it here any more; letters that have gone out
        stay as they are.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param remark: `id` of something said at the table.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/matches/{segment(match)}/talk/{segment(remark)}", reading="nothing")
        return self.send(ask)

    def report_remark(self, match: str, remark: str, body: models.ReportRequest) -> None:
        """Report something said at the table to the operator, who gets a copy with your reason and keeps it
        for 60 days.

        The copy outlasts the erasing of what was said. Its author is not told who has reported it.

        Needs a token with the scope `match:play`.

        :param match: The id of a match.
        :param remark: `id` of something said at the table.
        """
        ask: Ask[None] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/talk/{segment(remark)}/report", body=body, reading="nothing"
        )
        return self.send(ask)

    def get_view(
        self, match: str, *, invitation: str | None = None, n: int | None = None, wait: int | None = None
    ) -> models.GameView:
        """Show the game as you may know it, and nothing else.

        With `n`, as your seat (or a spectator) could know it after that entry of the log. The match may
        first have to be replayed by a worker, which takes a moment: until then the answer is `replay-
        pending`, unless you ask to `wait`.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param n: Number of the log's entry after which to show your view; left out: now.
        :param wait: With `n` of a match that goes on: seconds to wait until a worker has played it again
            for you.
        """
        ask: Ask[models.GameView] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/view",
            query={"invitation": invitation, "n": n, "wait": wait},
            wait=wait or 0,
        )
        return self.send(ask)

    def get_what_if(self, match: str) -> models.WhatIfs:
        """Show what each result of a rated table would change, for everybody who sits there.

        While the table waits for players, free seats count as newcomers', except that you have the first
        one if you do not sit there. How the others end among each other makes no difference to anybody's
        rating.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        """
        ask: Ask[models.WhatIfs] = Ask("GET", f"/v1/matches/{segment(match)}/what-if")
        return self.send(ask)

    def get_words(
        self, match: str, *, invitation: str | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> models.MatchInWords:
        """Show a match in words: what it waits for, and what your seat may answer.

        Deadlines and acts are in `GET /v1/matches/{match}`; `GET /v1/matches/{match}/feed` tells what
        happened. A choice's `spots` are the ids, without `spot-`, of the elements of picture.svg that it is
        about.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param match: The id of a match.
        :param invitation: The invitation to a private match, for somebody who has no seat in it.
        :param language: The language of all texts.
        """
        ask: Ask[models.MatchInWords] = Ask(
            "GET", f"/v1/matches/{segment(match)}/words", query={"invitation": invitation, "language": language}
        )
        return self.send(ask)

    def get_me(self) -> models.Me:
        """Show your account.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.Me] = Ask("GET", "/v1/me")
        return self.send(ask)

    def change_me(self, body: models.MeRequest, *, if_match: str | None = None) -> models.Me:
        """Change name, language, time zone, or who may see your profile. Matches keep the name you sat down
        with.

        A blocked account cannot change its time zone, because deadlines depend on it. The answer's `mail`
        and `other_mails` are empty for a token without `account:read`.

        Needs a token with the scope `account:write`.

        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Me] = Ask("PATCH", "/v1/me", headers={"If-Match": if_match}, body=body)
        return self.send(ask)

    def delete_me(self, *, login_code: str) -> models.Deleted:
        """Delete your account, for good.

        `Login-Code` is an unused code from a mail to you (`POST /v1/login`): a token alone deletes nothing.
        (A person deletes with the button of a letter instead: `POST /v1/me/deletion`.) When this answers,
        your name, address and preferences are gone, none of your tokens works any more (sent again, this
        gets 401), and your bots and webhooks are being deleted too. You leave matches in the lobby and
        resign from running ones; if your seat signs with a key of its own, nobody can resign for you, and
        your silence plays on. Tables then say "Deleted account". What stays: the logs of your matches, with
        an opaque id, your moves, and what you said to partners, because all results are checked against
        them; and the titles that you gave to tables.

        Needs a token with the scope `account:write`.

        :param login_code: An unused login code from a mail: it proves that the sender can read the
            account's mail now.
        """
        ask: Ask[models.Deleted] = Ask("DELETE", "/v1/me", headers={"Login-Code": login_code})
        return self.send(ask)

    def list_blocks(self) -> models.BlockList:
        """List the players whom you have blocked, the latest first.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.BlockList] = Ask("GET", "/v1/me/blocks")
        return self.send(ask)

    def block_player(self, player: str) -> None:
        """Block a player, who is not told. Blocking again changes nothing.

        From now on they cannot sit down at tables that you open. You read nothing that they say to a whole
        table, and get none of their invitations. At tables where both of you sit, the match goes on, and
        partners' messages, which are in its log, stay.

        Needs a token with the scope `match:play`.

        :param player: A player: an account id.
        """
        ask: Ask[None] = Ask("PUT", f"/v1/me/blocks/{segment(player)}", reading="nothing")
        return self.send(ask)

    def unblock_player(self, player: str) -> None:
        """Unblock a player. Remarks they made meanwhile can be read again; invitations they sent meanwhile do
        not arrive.

        Needs a token with the scope `match:play`.

        :param player: A player: an account id.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/blocks/{segment(player)}", reading="nothing")
        return self.send(ask)

    def list_bots(self) -> models.BotList:
        """List your bots, the oldest first.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.BotList] = Ask("GET", "/v1/me/bots")
        return self.send(ask)

    def create_bot(self, body: models.BotRequest) -> models.Bot:
        """Make a bot: an account without an email address, whose seats say that it is a bot and that it is
        yours.

        It accepts every challenge that its policy allows, at once: if somebody creates a match with its id
        in `invite`, it sits at that table. It sits down nowhere else. A person may have at most 5 bots.

        Needs a token with the scope `account:write`.
        """
        ask: Ask[models.Bot] = Ask("POST", "/v1/me/bots", body=body)
        return self.send(ask)

    def set_bot_policy(self, bot: str, body: models.BotPolicyRequest) -> models.Bot:
        """Say which challenges a bot of yours accepts. Matches in which it sits go on.

        Needs a token with the scope `account:write`.

        :param bot: The account id of a bot of yours.
        """
        ask: Ask[models.Bot] = Ask("PUT", f"/v1/me/bots/{segment(bot)}", body=body)
        return self.send(ask)

    def take_bot_away(self, bot: str) -> None:
        """Remove a bot of yours. Its tokens are revoked, and nobody can challenge it; in its matches the rules
        answer for it.

        Needs a token with the scope `account:write`.

        :param bot: The account id of a bot of yours.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/bots/{segment(bot)}", reading="nothing")
        return self.send(ask)

    def list_bot_tokens(self, bot: str) -> models.TokenList:
        """List the tokens of a bot of yours, without their texts. The `ETag` does not cover `used_at`.

        Needs a token with the scope `account:read`.

        :param bot: The account id of a bot of yours.
        """
        ask: Ask[models.TokenList] = Ask("GET", f"/v1/me/bots/{segment(bot)}/tokens")
        return self.send(ask)

    def create_bot_token(self, bot: str, body: models.BotTokenRequest) -> models.NewToken:
        """Make a token for a bot of yours; its text is shown only this once. It can look and play, and nothing
        else, for a year.

        A token made by a program ends, at the latest, when you revoke what you have granted to that
        program.

        Needs a token with the scope `account:write`.

        :param bot: The account id of a bot of yours.
        """
        ask: Ask[models.NewToken] = Ask("POST", f"/v1/me/bots/{segment(bot)}/tokens", body=body)
        return self.send(ask)

    def revoke_bot_token(self, bot: str, token: str) -> None:
        """Revoke a token of a bot of yours: when this answers, the token no longer works.

        Needs a token with the scope `account:write`.

        :param bot: The account id of a bot of yours.
        :param token: The id of a token of yours (not its text).
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/bots/{segment(bot)}/tokens/{segment(token)}", reading="nothing")
        return self.send(ask)

    def list_browsers(self) -> models.BrowserList:
        """List the browsers that show what you are asked, and the key under which others subscribe.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.BrowserList] = Ask("GET", "/v1/me/browsers")
        return self.send(ask)

    def add_browser(self, body: models.BrowserRequest) -> models.Browser:
        """Have a browser show what you are asked: questions and reminders, with the same switches as mails,
        not in quiet hours.

        Sending the same `endpoint` again updates its entry. An account may have at most 8; one more
        replaces the oldest. What a program adds ends with its grant, and a browser signed out from
        elsewhere is told nothing any more.

        Needs a token with the scopes `account:write` and `match:read`.
        """
        ask: Ask[models.Browser] = Ask("POST", "/v1/me/browsers", body=body)
        return self.send(ask)

    def remove_browser(self, browser: str) -> None:
        """Stop telling a browser anything. At most one message may still be on its way.

        Needs a token with the scope `account:write`.

        :param browser: The id of a browser of yours.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/browsers/{segment(browser)}", reading="nothing")
        return self.send(ask)

    def list_chats(self) -> models.ChatList:
        """List your chats and the channels of your tables, the oldest first, and the services that you may
        use.

        Needs a token with the scopes `account:write` and `match:read`.
        """
        ask: Ask[models.ChatList] = Ask("GET", "/v1/me/chats")
        return self.send(ask)

    def create_chat(self, body: models.ChatRequest) -> models.Chat:
        """Have what happens to you written to a chat; it gets a test at once, and the rest as soon as it has
        taken that.

        With `match` it is the channel of a table that you have opened, in place of the one it had: it gets
        who is awaited until when, and nothing else. The address is a secret, so it is never shown again. A
        chat made by a program ends with what you have granted to that program. An account may have 5 chats,
        and channels for 20 tables.

        Needs a token with the scopes `account:write` and `match:read`.
        """
        ask: Ask[models.Chat] = Ask("POST", "/v1/me/chats", body=body)
        return self.send(ask)

    def delete_chat(self, chat: str) -> None:
        """Delete a chat. At most one message may still be on its way to it.

        Needs a token with the scope `account:write`.

        :param chat: The id of a chat of yours, or of a table's channel.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/chats/{segment(chat)}", reading="nothing")
        return self.send(ask)

    def list_chat_attempts(self, chat: str) -> models.WebhookAttempts:
        """List what became of the last 200 attempts to write to a chat, newest first; kept for a month.

        Needs a token with the scopes `account:write` and `match:read`.

        :param chat: The id of a chat of yours, or of a table's channel.
        """
        ask: Ask[models.WebhookAttempts] = Ask("GET", f"/v1/me/chats/{segment(chat)}/attempts")
        return self.send(ask)

    def test_chat(self, chat: str) -> models.WebhookTest:
        """Send a chat a test. If its service takes it, the chat is active from then on. At most 20 an hour.

        Needs a token with the scopes `account:write` and `match:read`.

        :param chat: The id of a chat of yours, or of a table's channel.
        """
        ask: Ask[models.WebhookTest] = Ask("POST", f"/v1/me/chats/{segment(chat)}/test")
        return self.send(ask)

    def list_contacts(self) -> models.ContactList:
        """List people with whom you have played lately, the latest first: invite them with their `player`.

        It looks at your last twenty finished matches and at up to ten running ones. Left out are bots,
        guests, deleted accounts, and people whom you have blocked.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.ContactList] = Ask("GET", "/v1/me/contacts")
        return self.send(ask)

    def request_deletion(self) -> models.Notice:
        """Have a letter sent to your email address whose button deletes your account.

        The link in it is valid for an hour, shows what goes and what stays, and deletes when its button is
        pressed. Nothing happens without it, so the right to read the account is enough: the letter itself
        proves whose the mailbox is.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.Notice] = Ask("POST", "/v1/me/deletion")
        return self.send(ask)

    def list_deliveries(self) -> models.DeliveryList:
        """List what became of mails to you, newest first: sent, retried, given up, bounced. At most 200.

        Covers your running matches and the 200 that ended last.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.DeliveryList] = Ask("GET", "/v1/me/deliveries")
        return self.send(ask)

    def list_events(
        self, *, after: str | None = None, limit: int | None = None, wait: int | None = None
    ) -> models.EventPage:
        """List what happened to you in all matches, oldest first; kept for 30 days, at most 5,000.

        With `wait` the answer comes as soon as there is a new event. `Accept: text/event-stream` or
        `application/x-ndjson` makes it a stream, resumed by `Last-Event-ID` or `after`. Every event has one
        id, wherever it arrives.

        Needs a token with the scope `match:read`.

        :param after: A `cursor`: events after it; `now`: none so far. Left out: from the oldest kept.
        :param limit: Most events wanted.
        :param wait: Seconds to wait for one, if there is none.
        """
        ask: Ask[models.EventPage] = Ask(
            "GET", "/v1/me/events", query={"after": after, "limit": limit, "wait": wait}, wait=wait or 0
        )
        return self.send(ask)

    def export_me(self) -> models.Export:
        """Show everything that is stored about your account, as one document to keep.

        The logs of your matches, with all you have played, are linked; anything else about a match belongs
        to its players together. Secrets are not included (texts of tokens, keys of webhooks, login codes):
        they are not stored, or are worthless elsewhere. Counters of requests and mails, which expire by
        themselves, are left out.

        Needs a token with the scopes `account:read` and `webhook:manage` and `match:read`.
        """
        ask: Ask[models.Export] = Ask("GET", "/v1/me/export")
        return self.send(ask)

    def change_mail(self, body: models.MailRequest) -> models.Notice:
        """Ask for another email address: a letter with a code goes there, and nothing changes before the code
        is used.

        An address that is confirmed already (`other_mails`) needs no code: your letters go there at once,
        and it changes places with the present one. This needs a token from a login, or from a browser
        signed in within the last 12 hours. The answer is the same whether others know the address or not.

        Needs a token with the scope `account:write`.
        """
        ask: Ask[models.Notice] = Ask("PUT", "/v1/me/mail", body=body)
        return self.send(ask)

    def confirm_mail(self, body: models.MailCodeRequest) -> models.Me:
        """Change or add an email address with the code sent to it, which is valid for an hour. Sent again, the
        answer is the same.

        The address that letters went to until then is told, with a link that for two weeks undoes this and
        ends all tokens. Only here do you learn whether the new address already has an account, because you
        can read its mail.

        Needs a token with the scope `account:write`.
        """
        ask: Ask[models.Me] = Ask("POST", "/v1/me/mail/confirm", body=body)
        return self.send(ask)

    def remove_mail(self, body: models.OtherMailRequest) -> models.Me:
        """Remove one of your other addresses: answers from there count no more. The one that letters go to can
        only be changed.

        Needs a token with the scope `account:write`.
        """
        ask: Ask[models.Me] = Ask("POST", "/v1/me/mail/remove", body=body)
        return self.send(ask)

    def list_my_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["lobby", "running", "closed"] | None = None,
    ) -> models.MatchPage:
        """List the matches you sit in or own: first those that are not over, then the others, the latest
        first.

        Needs a token with the scope `match:read`.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        :param status: Only matches that stand so; all if left out.
        """
        ask: Ask[models.MatchPage] = Ask(
            "GET", "/v1/me/matches", query={"cursor": cursor, "limit": limit, "status": status}
        )
        return self.send(ask)

    def every_my_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["lobby", "running", "closed"] | None = None,
    ) -> Iterator[models.MatchSummary]:
        """Yield all `matches` of :meth:`list_my_matches`, page after page."""
        while True:
            page = self.list_my_matches(cursor=cursor, limit=limit, status=status)
            yield from page["matches"]
            cursor = page["next"]
            if cursor is None:
                return

    def get_notifications(self) -> models.Notifications:
        """Show which notices come by mail, and what mails contain. Login codes always come.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.Notifications] = Ask("GET", "/v1/me/notifications")
        return self.send(ask)

    def set_notifications(
        self, body: models.NotificationsRequest, *, if_match: str | None = None
    ) -> models.Notifications:
        """Choose which notices come by mail, and what mails contain. What you leave out stays as it is.

        A blocked account cannot change its quiet hours, because deadlines depend on them. At each table,
        `reminders` count from the next thing that happens there.

        Needs a token with the scope `account:write`.

        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Notifications] = Ask("PUT", "/v1/me/notifications", headers={"If-Match": if_match}, body=body)
        return self.send(ask)

    def get_my_ratings(self) -> models.OwnRatings:
        """Show your ratings in all games, with their course: what each was after each of your results that
        counts.

        A result counts a few seconds after its match has ended, when it is in the log of results.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.OwnRatings] = Ask("GET", "/v1/me/ratings")
        return self.send(ask)

    def list_tokens(self) -> models.TokenList:
        """List your tokens, without their texts. The `ETag` does not cover `used_at`.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.TokenList] = Ask("GET", "/v1/me/tokens")
        return self.send(ask)

    def create_token(self, body: models.TokenRequest) -> models.NewToken:
        """Make a token with some of the scopes; its text is shown only this once.

        A token can only pass on scopes that it has itself. The new token expires with it at the latest, and
        is revoked with it. Sent again within a minute with the same `Idempotency-Key` and by the same
        token, this shows the same new token again, if that is still valid; later it is refused.

        Needs a token with the scope `account:write`.
        """
        ask: Ask[models.NewToken] = Ask("POST", "/v1/me/tokens", body=body)
        return self.send(ask)

    def revoke_token(self, token: str) -> None:
        """Revoke a token of yours and those it has made: when this answers, they no longer work.

        Every token may revoke itself, whatever its scopes. A token from a login may revoke all. A token
        made by another token may revoke those that can do no more and live no longer than itself. A
        program's token (`kind` is `app`), and those it has made, may revoke what they have made themselves.

        Needs a token with the scope `account:write`.

        :param token: The id of a token of yours (not its text).
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/tokens/{segment(token)}", reading="nothing")
        return self.send(ask)

    def list_vacations(self) -> models.VacationList:
        """List your vacations since the beginning of the year, and how many days you may still take.

        Needs a token with the scope `account:read`.
        """
        ask: Ask[models.VacationList] = Ask("GET", "/v1/me/vacations")
        return self.send(ask)

    def set_vacation(self, day: str, body: models.VacationRequest) -> models.VacationList:
        """Enter a vacation that begins on this day, today or later, or change when it ends.

        In matches with `vacation: "clock-stops"` nothing that waits for you runs out meanwhile, and the
        others are told when it ends. Days are in the time zone of your account. Once it has begun its days
        are used up, even if you end it early.

        Needs a token with the scope `account:write`.

        :param day: The first day of a vacation of yours, like 2026-12-24.
        """
        ask: Ask[models.VacationList] = Ask("PUT", f"/v1/me/vacations/{segment(day)}", body=body)
        return self.send(ask)

    def end_vacation(self, day: str) -> models.VacationList:
        """Cancel the vacation that begins on this day; one that has begun ends now.

        Deadlines that others were shown stay as they are. Decisions that you are asked from now on have the
        usual time.

        Needs a token with the scope `account:write`.

        :param day: The first day of a vacation of yours, like 2026-12-24.
        """
        ask: Ask[models.VacationList] = Ask("DELETE", f"/v1/me/vacations/{segment(day)}")
        return self.send(ask)

    def list_waiting(
        self,
        *,
        include: Sequence[Literal["moves", "view", "words"]] | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        match: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> models.WaitingList:
        """List what waits for you over all matches, the most urgent first.

        `offers` are what others at the table have proposed to you, such as trades: you may answer, but
        nobody waits for it. With `include=words` each says what is asked and what it is about, in your
        `language`.

        With `wait` the answer comes as soon as something is waiting that is not covered by `If-None-Match`,
        or, without that header, as soon as anything is waiting. It does not come merely because less is
        waiting, as after your own answers. With `match` only one match counts, so that nothing else ends
        the wait but the end of that match, after which nothing is waited for: its `status` and `outcome`
        are in `GET /v1/matches/{match}`.

        With `include` every decision of the page brings what you ask for, so that playing takes this
        request and the one that answers. A page with legal moves or views has at most ten decisions and
        offers, one with `words` at most 100; `next` is the `after` of the next page.

        Besides decisions, `reveals` are matches that wait for entropy that your device keeps; `consents`
        are players who ask you to agree to another signing key; `absences` are seats that are missed,
        including your own (`PUT .../presence`, `.../vote`); `handings` are seats that their players want to
        hand over (`PUT .../vote`). They come with the first page.

        Needs a token with the scope `match:read`.

        :param include: Additions to each answer: legal `moves`, your `view`, the question in `words`.
            Repeat it for several, or separate them by commas.
        :param language: The language of `words`.
        :param match: Only what waits in this match; nothing if you have no seat there.
        :param after: Cursor: `next` of the page before.
        :param limit: Most decisions and offers wanted.
        :param wait: Seconds to wait for something new; not with `after`.
        """
        ask: Ask[models.WaitingList] = Ask(
            "GET",
            "/v1/me/waiting",
            query={
                "include": include,
                "language": language,
                "match": match,
                "after": after,
                "limit": limit,
                "wait": wait,
            },
            wait=wait or 0,
        )
        return self.send(ask)

    def every_waiting(
        self,
        *,
        include: Sequence[Literal["moves", "view", "words"]] | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        match: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> Iterator[models.Waiting]:
        """Yield all `waiting` of :meth:`list_waiting`, page after page."""
        while True:
            page = self.list_waiting(
                include=include, language=language, match=match, after=after, limit=limit, wait=wait
            )
            yield from page["waiting"]
            after = page["next"]
            if after is None:
                return
            wait = None

    def list_webhooks(self) -> models.WebhookList:
        """List your webhooks, the oldest first. A program sees only its own.

        Needs a token with the scopes `webhook:manage` and `match:read`.
        """
        ask: Ask[models.WebhookList] = Ask("GET", "/v1/me/webhooks")
        return self.send(ask)

    def create_webhook(self, body: models.WebhookRequest) -> models.WebhookSecret:
        """Make a webhook; its secret is shown only this once. It gets events as soon as it has answered a
        test.

        A webhook made by a program ends when you revoke what you have granted to that program. An account
        may have at most 10.

        Needs a token with the scopes `webhook:manage` and `match:read`.
        """
        ask: Ask[models.WebhookSecret] = Ask("POST", "/v1/me/webhooks", body=body)
        return self.send(ask)

    def get_webhook(self, webhook: str) -> models.Webhook:
        """Show a webhook, and the public key of its signatures.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[models.Webhook] = Ask("GET", f"/v1/me/webhooks/{segment(webhook)}")
        return self.send(ask)

    def change_webhook(
        self, webhook: str, body: models.WebhookRequest, *, if_match: str | None = None
    ) -> models.Webhook:
        """Change what a webhook gets, and where. At a new address it has to answer a test again; its keys
        stay.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        :param if_match: Do it only if the tag is still current; otherwise 412.
        """
        ask: Ask[models.Webhook] = Ask(
            "PUT", f"/v1/me/webhooks/{segment(webhook)}", headers={"If-Match": if_match}, body=body
        )
        return self.send(ask)

    def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook, with what waits for it and the record of its attempts. At most one request may
        still be on its way.

        Needs a token with the scope `webhook:manage`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[None] = Ask("DELETE", f"/v1/me/webhooks/{segment(webhook)}", reading="nothing")
        return self.send(ask)

    def list_webhook_attempts(self, webhook: str) -> models.WebhookAttempts:
        """List what became of the last 200 attempts to send something, newest first; kept for a month.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[models.WebhookAttempts] = Ask("GET", f"/v1/me/webhooks/{segment(webhook)}/attempts")
        return self.send(ask)

    def replay_webhook(self, webhook: str, body: models.ReplayRequest) -> models.Replay:
        """Have one event sent again, or all for this webhook since a moment, under their original ids. At most
        60 times an hour.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[models.Replay] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/replay", body=body)
        return self.send(ask)

    def rotate_webhook_secret(self, webhook: str, body: models.RotationRequest) -> models.WebhookSecret:
        """Give a webhook new keys; the secret is shown only this once. Until the overlap ends, requests are
        signed with both.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[models.WebhookSecret] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/secret", body=body)
        return self.send(ask)

    def test_webhook(self, webhook: str) -> models.WebhookTest:
        """Send a webhook a test, of the type `test`. If it answers with 2xx within 10 seconds, it is active
        from then on.

        A second or so later, the result is among its attempts. At most 20 an hour.

        Needs a token with the scopes `webhook:manage` and `match:read`.

        :param webhook: The id of a webhook of yours.
        """
        ask: Ask[models.WebhookTest] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/test")
        return self.send(ask)

    def get_meta(self) -> models.Meta:
        """Show public keys, quotas, rule sets, and what a match's pace may be.

        Needs no token.
        """
        ask: Ask[models.Meta] = Ask("GET", "/v1/meta")
        return self.send(ask)

    def get_player(self, player: str) -> models.Profile:
        """Show a player's profile, the same to everybody.

        Guests have a name and nothing else, and so have people who hide their profile (`changeMe`). Bots
        have no ratings.

        Needs no token.

        :param player: A player: an account id.
        """
        ask: Ask[models.Profile] = Ask("GET", f"/v1/players/{segment(player)}")
        return self.send(ask)

    def list_puzzles(
        self, *, cursor: str | None = None, limit: int | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> models.PuzzlePage:
        """List the puzzles of the last year, the newest first. Today's is among them once somebody has asked
        for it.

        Needs no token.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        :param language: The language of `words`.
        """
        ask: Ask[models.PuzzlePage] = Ask(
            "GET", "/v1/puzzles", query={"cursor": cursor, "limit": limit, "language": language}
        )
        return self.send(ask)

    def every_puzzles(
        self, *, cursor: str | None = None, limit: int | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> Iterator[models.PuzzleInList]:
        """Yield all `puzzles` of :meth:`list_puzzles`, page after page."""
        while True:
            page = self.list_puzzles(cursor=cursor, limit=limit, language=language)
            yield from page["puzzles"]
            cursor = page["next"]
            if cursor is None:
                return

    def get_puzzle(self, day: str, *, language: Literal["en", "de", "fr"] | None = None) -> models.Puzzle:
        """Show the puzzle of a day, such as `2026-11-30`, or of `today` (in UTC), in which one move is clearly
        better.

        It shows what its seat could know then, and names nobody. Everybody gets the same one.

        A token with the scope `match:read` also shows what is yours; without one you see what everybody
        may.

        :param day: The first day of a vacation of yours, like 2026-12-24.
        :param language: The language of `words`.
        """
        ask: Ask[models.Puzzle] = Ask("GET", f"/v1/puzzles/{segment(day)}", query={"language": language})
        return self.send(ask)

    def answer_puzzle(self, day: str, body: models.PuzzleAnswerRequest) -> models.PuzzleSolution:
        """Answer a puzzle by the number of a choice, and learn what the search says of each.

        Only your account's first answer counts: later ones return what came of that. Without a token you
        may try, and nothing is stored.

        A token with the scope `match:play` also shows what is yours; without one you see what everybody
        may.

        :param day: The first day of a vacation of yours, like 2026-12-24.
        """
        ask: Ask[models.PuzzleSolution] = Ask("PUT", f"/v1/puzzles/{segment(day)}/answer", body=body)
        return self.send(ask)

    def get_puzzle_picture_svg(self, day: str, *, language: Literal["en", "de", "fr"] | None = None) -> str:
        """Show the table of a puzzle as an SVG document.

        Needs no token.

        :param day: The first day of a vacation of yours, like 2026-12-24.
        :param language: The language of `words`.
        """
        ask: Ask[str] = Ask(
            "GET", f"/v1/puzzles/{segment(day)}/picture.svg", query={"language": language}, reading="text"
        )
        return self.send(ask)

    def list_ratings(self, game: str, *, cursor: str | None = None, limit: int | None = None) -> models.RatingPage:
        """List the players of a game by conservative rating (three deviations below the mean), the best first.

        All numbers follow from the log of results: `siegelpost verify-ratings` computes them again.

        Needs no token.

        :param game: The name of a game, without a version.
        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        """
        ask: Ask[models.RatingPage] = Ask(
            "GET", f"/v1/ratings/{segment(game)}", query={"cursor": cursor, "limit": limit}
        )
        return self.send(ask)

    def every_ratings(
        self, game: str, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[models.RankedRating]:
        """Yield all `ratings` of :meth:`list_ratings`, page after page."""
        while True:
            page = self.list_ratings(game, cursor=cursor, limit=limit)
            yield from page["ratings"]
            cursor = page["next"]
            if cursor is None:
                return

    def get_rating_distribution(self, game: str) -> models.RatingDistribution:
        """Show how the players of a game are distributed over bands of 100, by conservative rating.

        Needs no token.

        :param game: The name of a game, without a version.
        """
        ask: Ask[models.RatingDistribution] = Ask("GET", f"/v1/ratings/{segment(game)}/distribution")
        return self.send(ask)

    def export_results(self) -> str:
        """Export the log of results up to its latest checkpoint: what `siegelpost verify-ratings` checks.

        The tree is also at `/results/checkpoint` and `/results/tile/...`, as c2sp.org/tlog-tiles says.

        Needs no token.
        """
        ask: Ask[str] = Ask("GET", "/v1/results", reading="text")
        return self.send(ask)

    def list_rules(self) -> models.RulesList:
        """List the rule sets.

        Rules that were corrected name their successors in `superseded_by`: matches that began with them go
        on, but no new ones can begin.

        Needs no token.
        """
        ask: Ask[models.RulesList] = Ask("GET", "/v1/rules")
        return self.send(ask)

    def get_rules(self, rules: str) -> models.Rules:
        """Show a rule set: options of a match, moves by kind of decision, view, events, presets, what is
        reconstructed.

        A game's name without a version shows its newest rules.

        Needs no token.

        :param rules: A rules id of GET /v1/rules (`name@version`).
        """
        ask: Ask[models.Rules] = Ask("GET", f"/v1/rules/{segment(rules)}")
        return self.send(ask)

    def create_tournament(self, body: models.TournamentRequest) -> models.Tournament:
        """Announce a tournament: a league, whose tables all begin when entries have closed, or one in rounds.

        You do not enter by it. Nobody can change it any more: who plays whom is drawn from a seed to which
        the server is committed from now on, and to which entrants add.

        Needs a token with the scope `league:write`.
        """
        ask: Ask[models.Tournament] = Ask("POST", "/v1/tournaments", body=body)
        return self.send(ask)

    def list_tournaments(self, *, cursor: str | None = None, limit: int | None = None) -> models.TournamentPage:
        """List tournaments, the newest first.

        Needs no token.

        :param cursor: Cursor: `next` of the page before.
        :param limit: Most items wanted.
        """
        ask: Ask[models.TournamentPage] = Ask("GET", "/v1/tournaments", query={"cursor": cursor, "limit": limit})
        return self.send(ask)

    def every_tournaments(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[models.TournamentSummary]:
        """Yield all `tournaments` of :meth:`list_tournaments`, page after page."""
        while True:
            page = self.list_tournaments(cursor=cursor, limit=limit)
            yield from page["tournaments"]
            cursor = page["next"]
            if cursor is None:
                return

    def get_tournament(self, tournament: str) -> models.Tournament:
        """Show a tournament: terms, entrants, tables with their matches, standings.

        Everything of it is in the log of results: `siegelpost verify-ratings` computes draw and standings
        again.

        Needs no token.

        :param tournament: The id of a tournament.
        """
        ask: Ask[models.Tournament] = Ask("GET", f"/v1/tournaments/{segment(tournament)}")
        return self.send(ask)

    def get_tournament_calendar(self, tournament: str, *, language: Literal["en", "de", "fr"] | None = None) -> bytes:
        """Return the dates of a tournament as a calendar to subscribe to: close of entries, rounds, the end.

        Rounds that have not begun are tentative, at the latest dates that they can have.

        Needs no token.

        :param tournament: The id of a tournament.
        :param language: The language of `words`.
        """
        ask: Ask[bytes] = Ask(
            "GET", f"/v1/tournaments/{segment(tournament)}/calendar.ics", query={"language": language}, reading="bytes"
        )
        return self.send(ask)

    def challenge_player(self, tournament: str, body: models.ChallengeRequest) -> models.Tournament:
        """Challenge a player who stands a few places further up in a ladder.

        If you win the match, or the player declines or does not answer in time, you take the player's
        place. Challenging again while it is open changes nothing; a challenge cannot be taken back.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        """
        ask: Ask[models.Tournament] = Ask("POST", f"/v1/tournaments/{segment(tournament)}/challenges", body=body)
        return self.send(ask)

    def answer_challenge(self, tournament: str, challenge: str, body: models.ChallengeAnswer) -> models.Tournament:
        """Accept a challenge, which begins a match, or decline it, which gives your place to the challenger.

        The same answer again changes nothing.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        :param challenge: `number` of a challenge of the tournament.
        """
        ask: Ask[models.Tournament] = Ask(
            "PUT", f"/v1/tournaments/{segment(tournament)}/challenges/{segment(challenge)}/answer", body=body
        )
        return self.send(ask)

    def enter_tournament(self, tournament: str, body: models.EntryRequest) -> models.Tournament:
        """Enter a tournament; entering again changes nothing.

        In a league of teams you found a team with `team_name`, or join one with the `invitation` that its
        captain has.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        """
        ask: Ask[models.Tournament] = Ask("PUT", f"/v1/tournaments/{segment(tournament)}/entry", body=body)
        return self.send(ask)

    def leave_tournament(self, tournament: str) -> models.Tournament:
        """Withdraw from a tournament.

        In a league, or a season, you lose your place. If fewer than half of your matches in it have
        results, none of them counts, for anybody; else all count as they are played. In Swiss, knock-out
        and a league of teams what you have played counts, and you are paired no more; for your team a
        reserve moves up.

        Your matches stay: play them, or resign from them. Leaving again changes nothing.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        """
        ask: Ask[models.Tournament] = Ask("DELETE", f"/v1/tournaments/{segment(tournament)}/entry")
        return self.send(ask)

    def renew_team_invitation(self, tournament: str) -> models.Tournament:
        """Renew the invitation to the team whose captain you are: nobody joins it any more with the one that
        there was.

        Members stay in it.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        """
        ask: Ask[models.Tournament] = Ask("POST", f"/v1/tournaments/{segment(tournament)}/invitation")
        return self.send(ask)

    def remove_team_member(self, tournament: str, player: str) -> models.Tournament:
        """Remove a member from the team whose captain you are, before entries close; the member is told.

        The invitation is renewed, too. Removing somebody again changes nothing.

        Needs a token with the scope `match:play`.

        :param tournament: The id of a tournament.
        :param player: A player: an account id.
        """
        ask: Ask[models.Tournament] = Ask("DELETE", f"/v1/tournaments/{segment(tournament)}/members/{segment(player)}")
        return self.send(ask)

    def export_standings(self, tournament: str) -> bytes:
        """Export the standings of a tournament as CSV (RFC 4180): a line for each player, in a league of teams
        for each team.

        Needs no token.

        :param tournament: The id of a tournament.
        """
        ask: Ask[bytes] = Ask("GET", f"/v1/tournaments/{segment(tournament)}/standings.csv", reading="bytes")
        return self.send(ask)
