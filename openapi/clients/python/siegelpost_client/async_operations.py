# Generated from openapi/openapi.json by 'python -m checks.clients --write'; do not edit.
"""A method for every operation of the API, for ``asyncio``; they are described in :mod:`siegelpost_client.operations`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

from siegelpost_client.wire import Ask, segment

if TYPE_CHECKING:  # many types, which no running program needs
    from siegelpost_client import models

T = TypeVar("T")


class AsyncOperations(ABC):
    """The operations; how they are sent is up to the class that inherits from it."""

    @abstractmethod
    async def send(self, ask: Ask[T]) -> T:
        """Return what an operation answers."""

    async def get_checkpoint(self) -> str:
        """See :meth:`siegelpost_client.operations.Operations.get_checkpoint`."""
        ask: Ask[str] = Ask("GET", "/checkpoint", reading="text")
        return await self.send(ask)

    async def get_health(self) -> models.Health:
        """See :meth:`siegelpost_client.operations.Operations.get_health`."""
        ask: Ask[models.Health] = Ask("GET", "/health")
        return await self.send(ask)

    async def get_ready(self) -> models.Ready:
        """See :meth:`siegelpost_client.operations.Operations.get_ready`."""
        ask: Ask[models.Ready] = Ask("GET", "/ready")
        return await self.send(ask)

    async def find_bots(
        self, *, cursor: str | None = None, limit: int | None = None, game: str | None = None
    ) -> models.OpponentPage:
        """See :meth:`siegelpost_client.operations.Operations.find_bots`."""
        ask: Ask[models.OpponentPage] = Ask("GET", "/v1/bots", query={"cursor": cursor, "limit": limit, "game": game})
        return await self.send(ask)

    async def every_bots(
        self, *, cursor: str | None = None, limit: int | None = None, game: str | None = None
    ) -> AsyncIterator[models.Opponent]:
        """Yield all `bots` of :meth:`find_bots`, page after page."""
        while True:
            page = await self.find_bots(cursor=cursor, limit=limit, game=game)
            for one in page["bots"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def open_guest(self, body: models.GuestRequest, *, proof_of_work: str | None = None) -> models.NewToken:
        """See :meth:`siegelpost_client.operations.Operations.open_guest`."""
        ask: Ask[models.NewToken] = Ask("POST", "/v1/guests", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return await self.send(ask)

    async def keep_guest(self, body: models.KeepRequest, *, proof_of_work: str | None = None) -> models.Notice:
        """See :meth:`siegelpost_client.operations.Operations.keep_guest`."""
        ask: Ask[models.Notice] = Ask("POST", "/v1/guests/keep", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return await self.send(ask)

    async def list_heads(self, *, cursor: str | None = None, limit: int | None = None) -> models.HeadPage:
        """See :meth:`siegelpost_client.operations.Operations.list_heads`."""
        ask: Ask[models.HeadPage] = Ask("GET", "/v1/heads", query={"cursor": cursor, "limit": limit})
        return await self.send(ask)

    async def request_login(self, body: models.LoginRequest, *, proof_of_work: str | None = None) -> models.Notice:
        """See :meth:`siegelpost_client.operations.Operations.request_login`."""
        ask: Ask[models.Notice] = Ask("POST", "/v1/login", headers={"Proof-Of-Work": proof_of_work}, body=body)
        return await self.send(ask)

    async def confirm_login(self, body: models.CodeRequest) -> models.NewToken:
        """See :meth:`siegelpost_client.operations.Operations.confirm_login`."""
        ask: Ask[models.NewToken] = Ask("POST", "/v1/login/confirm", body=body)
        return await self.send(ask)

    async def create_match(self, body: models.MatchRequest) -> models.CreatedMatch:
        """See :meth:`siegelpost_client.operations.Operations.create_match`."""
        ask: Ask[models.CreatedMatch] = Ask("POST", "/v1/matches", body=body)
        return await self.send(ask)

    async def list_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["open", "running", "mine"] | None = None,
    ) -> models.MatchPage:
        """See :meth:`siegelpost_client.operations.Operations.list_matches`."""
        ask: Ask[models.MatchPage] = Ask(
            "GET", "/v1/matches", query={"cursor": cursor, "limit": limit, "status": status}
        )
        return await self.send(ask)

    async def every_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["open", "running", "mine"] | None = None,
    ) -> AsyncIterator[models.MatchSummary]:
        """Yield all `matches` of :meth:`list_matches`, page after page."""
        while True:
            page = await self.list_matches(cursor=cursor, limit=limit, status=status)
            for one in page["matches"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def create_matches(self, body: models.MatchBatch) -> models.CreatedMatches:
        """See :meth:`siegelpost_client.operations.Operations.create_matches`."""
        ask: Ask[models.CreatedMatches] = Ask("POST", "/v1/matches/batch", body=body)
        return await self.send(ask)

    async def get_match(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        wait: int | None = None,
        talk: int | None = None,
        here: bool | None = None,
    ) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.get_match`."""
        ask: Ask[models.Match] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}",
            query={"invitation": invitation, "after": after, "wait": wait, "talk": talk, "here": here},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def list_decisions(self, match: str, *, invitation: str | None = None) -> models.DecisionList:
        """See :meth:`siegelpost_client.operations.Operations.list_decisions`."""
        ask: Ask[models.DecisionList] = Ask(
            "GET", f"/v1/matches/{segment(match)}/decisions", query={"invitation": invitation}
        )
        return await self.send(ask)

    async def get_decision(self, match: str, decision: str, *, invitation: str | None = None) -> models.Decision:
        """See :meth:`siegelpost_client.operations.Operations.get_decision`."""
        ask: Ask[models.Decision] = Ask(
            "GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}", query={"invitation": invitation}
        )
        return await self.send(ask)

    async def check_move(
        self, match: str, decision: str, body: models.MoveRequest, *, language: Literal["en", "de", "fr"] | None = None
    ) -> models.Checked:
        """See :meth:`siegelpost_client.operations.Operations.check_move`."""
        ask: Ask[models.Checked] = Ask(
            "POST",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/check",
            query={"language": language},
            body=body,
        )
        return await self.send(ask)

    async def commit_move(
        self,
        match: str,
        decision: str,
        body: models.CommitmentRequest,
        *,
        prefer: str | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> models.Acted:
        """See :meth:`siegelpost_client.operations.Operations.commit_move`."""
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment",
            headers={"Prefer": prefer, "If-Match": if_match, "If-None-Match": if_none_match},
            body=body,
        )
        return await self.send(ask)

    async def withdraw_commitment(
        self, match: str, decision: str, *, replaces: int, signature: str | None = None, if_match: str | None = None
    ) -> models.Acted:
        """See :meth:`siegelpost_client.operations.Operations.withdraw_commitment`."""
        ask: Ask[models.Acted] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment",
            query={"replaces": replaces, "signature": signature},
            headers={"If-Match": if_match},
        )
        return await self.send(ask)

    async def get_commitment(self, match: str, decision: str) -> models.Standing:
        """See :meth:`siegelpost_client.operations.Operations.get_commitment`."""
        ask: Ask[models.Standing] = Ask("GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/commitment")
        return await self.send(ask)

    async def take_more_time(self, match: str, decision: str, body: models.ExtensionRequest) -> models.Extension:
        """See :meth:`siegelpost_client.operations.Operations.take_more_time`."""
        ask: Ask[models.Extension] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/extension", body=body
        )
        return await self.send(ask)

    async def get_hint(
        self, match: str, decision: str, *, language: Literal["en", "de", "fr"] | None = None, wait: int | None = None
    ) -> models.Hint:
        """See :meth:`siegelpost_client.operations.Operations.get_hint`."""
        ask: Ask[models.Hint] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/hint",
            query={"language": language, "wait": wait},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def answer_decision(
        self, match: str, decision: str, body: models.AnswerRequest, *, prefer: str | None = None
    ) -> models.Acted:
        """See :meth:`siegelpost_client.operations.Operations.answer_decision`."""
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/move",
            headers={"Prefer": prefer},
            body=body,
        )
        return await self.send(ask)

    async def list_moves(self, match: str, decision: str) -> models.MoveList:
        """See :meth:`siegelpost_client.operations.Operations.list_moves`."""
        ask: Ask[models.MoveList] = Ask("GET", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/moves")
        return await self.send(ask)

    async def open_commitment(
        self, match: str, decision: str, body: models.OpeningRequest, *, prefer: str | None = None
    ) -> models.Acted:
        """See :meth:`siegelpost_client.operations.Operations.open_commitment`."""
        ask: Ask[models.Acted] = Ask(
            "PUT",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/opening",
            headers={"Prefer": prefer},
            body=body,
        )
        return await self.send(ask)

    async def get_sealed_move(
        self, match: str, decision: str, *, language: Literal["en", "de", "fr"] | None = None, wait: int | None = None
    ) -> models.Recalled:
        """See :meth:`siegelpost_client.operations.Operations.get_sealed_move`."""
        ask: Ask[models.Recalled] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/sealed",
            query={"language": language, "wait": wait},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def ask_for_time(self, match: str, decision: str, body: models.AskForTimeRequest) -> models.TimeAskedFor:
        """See :meth:`siegelpost_client.operations.Operations.ask_for_time`."""
        ask: Ask[models.TimeAskedFor] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/time-request", body=body
        )
        return await self.send(ask)

    async def answer_time_request(
        self, match: str, decision: str, body: models.TimeResponseRequest
    ) -> models.TimeAnswered:
        """See :meth:`siegelpost_client.operations.Operations.answer_time_request`."""
        ask: Ask[models.TimeAnswered] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/decisions/{segment(decision)}/time-response", body=body
        )
        return await self.send(ask)

    async def get_feed(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> models.Feed:
        """See :meth:`siegelpost_client.operations.Operations.get_feed`."""
        ask: Ask[models.Feed] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/feed",
            query={"invitation": invitation, "after": after, "limit": limit, "language": language, "wait": wait},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def every_feed(
        self,
        match: str,
        *,
        invitation: str | None = None,
        after: int | None = None,
        limit: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> AsyncIterator[models.FeedEvent]:
        """Yield all `events` of :meth:`get_feed`, page after page."""
        while True:
            page = await self.get_feed(
                match, invitation=invitation, after=after, limit=limit, language=language, wait=wait
            )
            for one in page["events"]:
                yield one
            after = page["next"]
            if after is None:
                return
            wait = None

    async def renew_invitation(self, match: str, body: models.RenewalRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.renew_invitation`."""
        ask: Ask[models.Match] = Ask("POST", f"/v1/matches/{segment(match)}/invitation", body=body)
        return await self.send(ask)

    async def invite(self, match: str, body: models.InviteRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.invite`."""
        ask: Ask[models.Match] = Ask("POST", f"/v1/matches/{segment(match)}/invitations", body=body)
        return await self.send(ask)

    async def end_invitation(self, match: str, guest: str, *, if_match: str | None = None) -> None:
        """See :meth:`siegelpost_client.operations.Operations.end_invitation`."""
        ask: Ask[None] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/invitations/{segment(guest)}",
            headers={"If-Match": if_match},
            reading="nothing",
        )
        return await self.send(ask)

    async def get_log(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.LogPage:
        """See :meth:`siegelpost_client.operations.Operations.get_log`."""
        ask: Ask[models.LogPage] = Ask(
            "GET", f"/v1/matches/{segment(match)}/log", query={"invitation": invitation, "after": after, "limit": limit}
        )
        return await self.send(ask)

    async def every_log(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> AsyncIterator[models.Line]:
        """Yield all `entries` of :meth:`get_log`, page after page."""
        while True:
            page = await self.get_log(match, invitation=invitation, after=after, limit=limit)
            for one in page["entries"]:
                yield one
            after = page["next"]
            if after is None:
                return

    async def export_log(self, match: str, *, invitation: str | None = None, after: int | None = None) -> bytes:
        """See :meth:`siegelpost_client.operations.Operations.export_log`."""
        ask: Ask[bytes] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/log.jsonl",
            query={"invitation": invitation, "after": after},
            reading="bytes",
        )
        return await self.send(ask)

    async def get_margin(self, match: str) -> models.Margin:
        """See :meth:`siegelpost_client.operations.Operations.get_margin`."""
        ask: Ask[models.Margin] = Ask("GET", f"/v1/matches/{segment(match)}/margin")
        return await self.send(ask)

    async def change_margin(self, match: str, body: models.MarginRequest) -> models.Margin:
        """See :meth:`siegelpost_client.operations.Operations.change_margin`."""
        ask: Ask[models.Margin] = Ask("PATCH", f"/v1/matches/{segment(match)}/margin", body=body)
        return await self.send(ask)

    async def send_message(self, match: str, body: models.MessageRequest) -> models.Message:
        """See :meth:`siegelpost_client.operations.Operations.send_message`."""
        ask: Ask[models.Message] = Ask("POST", f"/v1/matches/{segment(match)}/messages", body=body)
        return await self.send(ask)

    async def list_messages(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.MessageList:
        """See :meth:`siegelpost_client.operations.Operations.list_messages`."""
        ask: Ask[models.MessageList] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/messages",
            query={"invitation": invitation, "after": after, "limit": limit},
        )
        return await self.send(ask)

    async def every_messages(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> AsyncIterator[models.Message]:
        """Yield all `messages` of :meth:`list_messages`, page after page."""
        while True:
            page = await self.list_messages(match, invitation=invitation, after=after, limit=limit)
            for one in page["messages"]:
                yield one
            after = page["next"]
            if after is None:
                return

    async def set_orders(self, match: str, body: models.OrdersRequest) -> models.Ordered:
        """See :meth:`siegelpost_client.operations.Operations.set_orders`."""
        ask: Ask[models.Ordered] = Ask("PUT", f"/v1/matches/{segment(match)}/orders", body=body)
        return await self.send(ask)

    async def end_orders(self, match: str, *, replaces: int, signature: str | None = None) -> models.Ordered:
        """See :meth:`siegelpost_client.operations.Operations.end_orders`."""
        ask: Ask[models.Ordered] = Ask(
            "DELETE", f"/v1/matches/{segment(match)}/orders", query={"replaces": replaces, "signature": signature}
        )
        return await self.send(ask)

    async def get_orders(self, match: str) -> models.Ordered:
        """See :meth:`siegelpost_client.operations.Operations.get_orders`."""
        ask: Ask[models.Ordered] = Ask("GET", f"/v1/matches/{segment(match)}/orders")
        return await self.send(ask)

    async def check_orders(
        self, match: str, body: models.OrdersToCheck, *, language: Literal["en", "de", "fr"] | None = None
    ) -> models.CheckedOrders:
        """See :meth:`siegelpost_client.operations.Operations.check_orders`."""
        ask: Ask[models.CheckedOrders] = Ask(
            "POST", f"/v1/matches/{segment(match)}/orders/check", query={"language": language}, body=body
        )
        return await self.send(ask)

    async def wish_pause(self, match: str, body: models.PauseRequest) -> models.PauseWished:
        """See :meth:`siegelpost_client.operations.Operations.wish_pause`."""
        ask: Ask[models.PauseWished] = Ask("PUT", f"/v1/matches/{segment(match)}/pause", body=body)
        return await self.send(ask)

    async def get_picture_png(
        self,
        match: str,
        *,
        invitation: str | None = None,
        n: int | None = None,
        wait: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        width: int | None = None,
    ) -> bytes:
        """See :meth:`siegelpost_client.operations.Operations.get_picture_png`."""
        ask: Ask[bytes] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/picture.png",
            query={"invitation": invitation, "n": n, "wait": wait, "language": language, "width": width},
            reading="bytes",
            wait=wait or 0,
        )
        return await self.send(ask)

    async def get_picture_svg(
        self,
        match: str,
        *,
        invitation: str | None = None,
        n: int | None = None,
        wait: int | None = None,
        language: Literal["en", "de", "fr"] | None = None,
    ) -> str:
        """See :meth:`siegelpost_client.operations.Operations.get_picture_svg`."""
        ask: Ask[str] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/picture.svg",
            query={"invitation": invitation, "n": n, "wait": wait, "language": language},
            reading="text",
            wait=wait or 0,
        )
        return await self.send(ask)

    async def get_proof(self, match: str, *, invitation: str | None = None, n: int | None = None) -> str:
        """See :meth:`siegelpost_client.operations.Operations.get_proof`."""
        ask: Ask[str] = Ask(
            "GET", f"/v1/matches/{segment(match)}/proof", query={"invitation": invitation, "n": n}, reading="text"
        )
        return await self.send(ask)

    async def resign_match(
        self, match: str, body: models.ResignRequest, *, if_match: str | None = None
    ) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.resign_match`."""
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/resign", headers={"If-Match": if_match}, body=body
        )
        return await self.send(ask)

    async def get_review(
        self,
        match: str,
        *,
        invitation: str | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        wait: int | None = None,
    ) -> models.Review:
        """See :meth:`siegelpost_client.operations.Operations.get_review`."""
        ask: Ask[models.Review] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/review",
            query={"invitation": invitation, "language": language, "wait": wait},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def take_seat(
        self, match: str, seat: str, body: models.SeatRequest, *, if_match: str | None = None
    ) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.take_seat`."""
        ask: Ask[models.Match] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}", headers={"If-Match": if_match}, body=body
        )
        return await self.send(ask)

    async def leave_seat(
        self, match: str, seat: str, *, player: str | None = None, if_match: str | None = None
    ) -> None:
        """See :meth:`siegelpost_client.operations.Operations.leave_seat`."""
        ask: Ask[None] = Ask(
            "DELETE",
            f"/v1/matches/{segment(match)}/seats/{segment(seat)}",
            query={"player": player},
            headers={"If-Match": if_match},
            reading="nothing",
        )
        return await self.send(ask)

    async def reveal_entropy(self, match: str, seat: str, body: models.RevealRequest) -> models.Revealed:
        """See :meth:`siegelpost_client.operations.Operations.reveal_entropy`."""
        ask: Ask[models.Revealed] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/entropy", body=body)
        return await self.send(ask)

    async def hand_seat_over(self, match: str, seat: str, body: models.HandRequest) -> models.HandedOver:
        """See :meth:`siegelpost_client.operations.Operations.hand_seat_over`."""
        ask: Ask[models.HandedOver] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/handing", body=body
        )
        return await self.send(ask)

    async def change_seat_key(self, match: str, seat: str, body: models.KeyRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.change_seat_key`."""
        ask: Ask[models.Match] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key", body=body)
        return await self.send(ask)

    async def take_back_seat_key(self, match: str, seat: str) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.take_back_seat_key`."""
        ask: Ask[models.Match] = Ask("DELETE", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key")
        return await self.send(ask)

    async def consent_to_seat_key(self, match: str, seat: str, body: models.KeyRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.consent_to_seat_key`."""
        ask: Ask[models.Match] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/key/consent", body=body
        )
        return await self.send(ask)

    async def say_here(self, match: str, seat: str, body: models.HereRequest) -> models.Here:
        """See :meth:`siegelpost_client.operations.Operations.say_here`."""
        ask: Ask[models.Here] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/presence", body=body)
        return await self.send(ask)

    async def stand_in(self, match: str, seat: str, body: models.StandInRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.stand_in`."""
        ask: Ask[models.Match] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitute", body=body)
        return await self.send(ask)

    async def stand_down(self, match: str, seat: str, *, invitation: str | None = None) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.stand_down`."""
        ask: Ask[models.Match] = Ask(
            "DELETE", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitute", query={"invitation": invitation}
        )
        return await self.send(ask)

    async def ask_substitute(self, match: str, seat: str, body: models.SubstituteRequest) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.ask_substitute`."""
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/substitutes", body=body
        )
        return await self.send(ask)

    async def vote_on_absence(self, match: str, seat: str, body: models.VoteRequest) -> models.Voted:
        """See :meth:`siegelpost_client.operations.Operations.vote_on_absence`."""
        ask: Ask[models.Voted] = Ask("PUT", f"/v1/matches/{segment(match)}/seats/{segment(seat)}/vote", body=body)
        return await self.send(ask)

    async def start_match(self, match: str, body: models.Empty, *, if_match: str | None = None) -> models.Match:
        """See :meth:`siegelpost_client.operations.Operations.start_match`."""
        ask: Ask[models.Match] = Ask(
            "POST", f"/v1/matches/{segment(match)}/start", headers={"If-Match": if_match}, body=body
        )
        return await self.send(ask)

    async def say_at_table(self, match: str, body: models.RemarkRequest) -> models.Remark:
        """See :meth:`siegelpost_client.operations.Operations.say_at_table`."""
        ask: Ask[models.Remark] = Ask("POST", f"/v1/matches/{segment(match)}/talk", body=body)
        return await self.send(ask)

    async def list_talk(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> models.RemarkList:
        """See :meth:`siegelpost_client.operations.Operations.list_talk`."""
        ask: Ask[models.RemarkList] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/talk",
            query={"invitation": invitation, "after": after, "limit": limit},
        )
        return await self.send(ask)

    async def every_talk(
        self, match: str, *, invitation: str | None = None, after: int | None = None, limit: int | None = None
    ) -> AsyncIterator[models.Remark]:
        """Yield all `remarks` of :meth:`list_talk`, page after page."""
        while True:
            page = await self.list_talk(match, invitation=invitation, after=after, limit=limit)
            for one in page["remarks"]:
                yield one
            after = page["next"]
            if after is None:
                return

    async def mute_at_table(self, match: str, body: models.MutedRequest) -> models.MutedSeats:
        """See :meth:`siegelpost_client.operations.Operations.mute_at_table`."""
        ask: Ask[models.MutedSeats] = Ask("PUT", f"/v1/matches/{segment(match)}/talk/muted", body=body)
        return await self.send(ask)

    async def erase_remark(self, match: str, remark: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.erase_remark`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/matches/{segment(match)}/talk/{segment(remark)}", reading="nothing")
        return await self.send(ask)

    async def report_remark(self, match: str, remark: str, body: models.ReportRequest) -> None:
        """See :meth:`siegelpost_client.operations.Operations.report_remark`."""
        ask: Ask[None] = Ask(
            "PUT", f"/v1/matches/{segment(match)}/talk/{segment(remark)}/report", body=body, reading="nothing"
        )
        return await self.send(ask)

    async def get_view(
        self, match: str, *, invitation: str | None = None, n: int | None = None, wait: int | None = None
    ) -> models.GameView:
        """See :meth:`siegelpost_client.operations.Operations.get_view`."""
        ask: Ask[models.GameView] = Ask(
            "GET",
            f"/v1/matches/{segment(match)}/view",
            query={"invitation": invitation, "n": n, "wait": wait},
            wait=wait or 0,
        )
        return await self.send(ask)

    async def get_what_if(self, match: str) -> models.WhatIfs:
        """See :meth:`siegelpost_client.operations.Operations.get_what_if`."""
        ask: Ask[models.WhatIfs] = Ask("GET", f"/v1/matches/{segment(match)}/what-if")
        return await self.send(ask)

    async def get_words(
        self, match: str, *, invitation: str | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> models.MatchInWords:
        """See :meth:`siegelpost_client.operations.Operations.get_words`."""
        ask: Ask[models.MatchInWords] = Ask(
            "GET", f"/v1/matches/{segment(match)}/words", query={"invitation": invitation, "language": language}
        )
        return await self.send(ask)

    async def get_me(self) -> models.Me:
        """See :meth:`siegelpost_client.operations.Operations.get_me`."""
        ask: Ask[models.Me] = Ask("GET", "/v1/me")
        return await self.send(ask)

    async def change_me(self, body: models.MeRequest, *, if_match: str | None = None) -> models.Me:
        """See :meth:`siegelpost_client.operations.Operations.change_me`."""
        ask: Ask[models.Me] = Ask("PATCH", "/v1/me", headers={"If-Match": if_match}, body=body)
        return await self.send(ask)

    async def delete_me(self, *, login_code: str) -> models.Deleted:
        """See :meth:`siegelpost_client.operations.Operations.delete_me`."""
        ask: Ask[models.Deleted] = Ask("DELETE", "/v1/me", headers={"Login-Code": login_code})
        return await self.send(ask)

    async def list_blocks(self) -> models.BlockList:
        """See :meth:`siegelpost_client.operations.Operations.list_blocks`."""
        ask: Ask[models.BlockList] = Ask("GET", "/v1/me/blocks")
        return await self.send(ask)

    async def block_player(self, player: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.block_player`."""
        ask: Ask[None] = Ask("PUT", f"/v1/me/blocks/{segment(player)}", reading="nothing")
        return await self.send(ask)

    async def unblock_player(self, player: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.unblock_player`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/blocks/{segment(player)}", reading="nothing")
        return await self.send(ask)

    async def list_bots(self) -> models.BotList:
        """See :meth:`siegelpost_client.operations.Operations.list_bots`."""
        ask: Ask[models.BotList] = Ask("GET", "/v1/me/bots")
        return await self.send(ask)

    async def create_bot(self, body: models.BotRequest) -> models.Bot:
        """See :meth:`siegelpost_client.operations.Operations.create_bot`."""
        ask: Ask[models.Bot] = Ask("POST", "/v1/me/bots", body=body)
        return await self.send(ask)

    async def set_bot_policy(self, bot: str, body: models.BotPolicyRequest) -> models.Bot:
        """See :meth:`siegelpost_client.operations.Operations.set_bot_policy`."""
        ask: Ask[models.Bot] = Ask("PUT", f"/v1/me/bots/{segment(bot)}", body=body)
        return await self.send(ask)

    async def take_bot_away(self, bot: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.take_bot_away`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/bots/{segment(bot)}", reading="nothing")
        return await self.send(ask)

    async def list_bot_tokens(self, bot: str) -> models.TokenList:
        """See :meth:`siegelpost_client.operations.Operations.list_bot_tokens`."""
        ask: Ask[models.TokenList] = Ask("GET", f"/v1/me/bots/{segment(bot)}/tokens")
        return await self.send(ask)

    async def create_bot_token(self, bot: str, body: models.BotTokenRequest) -> models.NewToken:
        """See :meth:`siegelpost_client.operations.Operations.create_bot_token`."""
        ask: Ask[models.NewToken] = Ask("POST", f"/v1/me/bots/{segment(bot)}/tokens", body=body)
        return await self.send(ask)

    async def revoke_bot_token(self, bot: str, token: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.revoke_bot_token`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/bots/{segment(bot)}/tokens/{segment(token)}", reading="nothing")
        return await self.send(ask)

    async def list_browsers(self) -> models.BrowserList:
        """See :meth:`siegelpost_client.operations.Operations.list_browsers`."""
        ask: Ask[models.BrowserList] = Ask("GET", "/v1/me/browsers")
        return await self.send(ask)

    async def add_browser(self, body: models.BrowserRequest) -> models.Browser:
        """See :meth:`siegelpost_client.operations.Operations.add_browser`."""
        ask: Ask[models.Browser] = Ask("POST", "/v1/me/browsers", body=body)
        return await self.send(ask)

    async def remove_browser(self, browser: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.remove_browser`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/browsers/{segment(browser)}", reading="nothing")
        return await self.send(ask)

    async def list_chats(self) -> models.ChatList:
        """See :meth:`siegelpost_client.operations.Operations.list_chats`."""
        ask: Ask[models.ChatList] = Ask("GET", "/v1/me/chats")
        return await self.send(ask)

    async def create_chat(self, body: models.ChatRequest) -> models.Chat:
        """See :meth:`siegelpost_client.operations.Operations.create_chat`."""
        ask: Ask[models.Chat] = Ask("POST", "/v1/me/chats", body=body)
        return await self.send(ask)

    async def delete_chat(self, chat: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.delete_chat`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/chats/{segment(chat)}", reading="nothing")
        return await self.send(ask)

    async def list_chat_attempts(self, chat: str) -> models.WebhookAttempts:
        """See :meth:`siegelpost_client.operations.Operations.list_chat_attempts`."""
        ask: Ask[models.WebhookAttempts] = Ask("GET", f"/v1/me/chats/{segment(chat)}/attempts")
        return await self.send(ask)

    async def test_chat(self, chat: str) -> models.WebhookTest:
        """See :meth:`siegelpost_client.operations.Operations.test_chat`."""
        ask: Ask[models.WebhookTest] = Ask("POST", f"/v1/me/chats/{segment(chat)}/test")
        return await self.send(ask)

    async def list_contacts(self) -> models.ContactList:
        """See :meth:`siegelpost_client.operations.Operations.list_contacts`."""
        ask: Ask[models.ContactList] = Ask("GET", "/v1/me/contacts")
        return await self.send(ask)

    async def request_deletion(self) -> models.Notice:
        """See :meth:`siegelpost_client.operations.Operations.request_deletion`."""
        ask: Ask[models.Notice] = Ask("POST", "/v1/me/deletion")
        return await self.send(ask)

    async def list_deliveries(self) -> models.DeliveryList:
        """See :meth:`siegelpost_client.operations.Operations.list_deliveries`."""
        ask: Ask[models.DeliveryList] = Ask("GET", "/v1/me/deliveries")
        return await self.send(ask)

    async def list_events(
        self, *, after: str | None = None, limit: int | None = None, wait: int | None = None
    ) -> models.EventPage:
        """See :meth:`siegelpost_client.operations.Operations.list_events`."""
        ask: Ask[models.EventPage] = Ask(
            "GET", "/v1/me/events", query={"after": after, "limit": limit, "wait": wait}, wait=wait or 0
        )
        return await self.send(ask)

    async def export_me(self) -> models.Export:
        """See :meth:`siegelpost_client.operations.Operations.export_me`."""
        ask: Ask[models.Export] = Ask("GET", "/v1/me/export")
        return await self.send(ask)

    async def change_mail(self, body: models.MailRequest) -> models.Notice:
        """See :meth:`siegelpost_client.operations.Operations.change_mail`."""
        ask: Ask[models.Notice] = Ask("PUT", "/v1/me/mail", body=body)
        return await self.send(ask)

    async def confirm_mail(self, body: models.MailCodeRequest) -> models.Me:
        """See :meth:`siegelpost_client.operations.Operations.confirm_mail`."""
        ask: Ask[models.Me] = Ask("POST", "/v1/me/mail/confirm", body=body)
        return await self.send(ask)

    async def remove_mail(self, body: models.OtherMailRequest) -> models.Me:
        """See :meth:`siegelpost_client.operations.Operations.remove_mail`."""
        ask: Ask[models.Me] = Ask("POST", "/v1/me/mail/remove", body=body)
        return await self.send(ask)

    async def list_my_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["lobby", "running", "closed"] | None = None,
    ) -> models.MatchPage:
        """See :meth:`siegelpost_client.operations.Operations.list_my_matches`."""
        ask: Ask[models.MatchPage] = Ask(
            "GET", "/v1/me/matches", query={"cursor": cursor, "limit": limit, "status": status}
        )
        return await self.send(ask)

    async def every_my_matches(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["lobby", "running", "closed"] | None = None,
    ) -> AsyncIterator[models.MatchSummary]:
        """Yield all `matches` of :meth:`list_my_matches`, page after page."""
        while True:
            page = await self.list_my_matches(cursor=cursor, limit=limit, status=status)
            for one in page["matches"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def get_notifications(self) -> models.Notifications:
        """See :meth:`siegelpost_client.operations.Operations.get_notifications`."""
        ask: Ask[models.Notifications] = Ask("GET", "/v1/me/notifications")
        return await self.send(ask)

    async def set_notifications(
        self, body: models.NotificationsRequest, *, if_match: str | None = None
    ) -> models.Notifications:
        """See :meth:`siegelpost_client.operations.Operations.set_notifications`."""
        ask: Ask[models.Notifications] = Ask("PUT", "/v1/me/notifications", headers={"If-Match": if_match}, body=body)
        return await self.send(ask)

    async def get_my_ratings(self) -> models.OwnRatings:
        """See :meth:`siegelpost_client.operations.Operations.get_my_ratings`."""
        ask: Ask[models.OwnRatings] = Ask("GET", "/v1/me/ratings")
        return await self.send(ask)

    async def list_tokens(self) -> models.TokenList:
        """See :meth:`siegelpost_client.operations.Operations.list_tokens`."""
        ask: Ask[models.TokenList] = Ask("GET", "/v1/me/tokens")
        return await self.send(ask)

    async def create_token(self, body: models.TokenRequest) -> models.NewToken:
        """See :meth:`siegelpost_client.operations.Operations.create_token`."""
        ask: Ask[models.NewToken] = Ask("POST", "/v1/me/tokens", body=body)
        return await self.send(ask)

    async def revoke_token(self, token: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.revoke_token`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/tokens/{segment(token)}", reading="nothing")
        return await self.send(ask)

    async def list_vacations(self) -> models.VacationList:
        """See :meth:`siegelpost_client.operations.Operations.list_vacations`."""
        ask: Ask[models.VacationList] = Ask("GET", "/v1/me/vacations")
        return await self.send(ask)

    async def set_vacation(self, day: str, body: models.VacationRequest) -> models.VacationList:
        """See :meth:`siegelpost_client.operations.Operations.set_vacation`."""
        ask: Ask[models.VacationList] = Ask("PUT", f"/v1/me/vacations/{segment(day)}", body=body)
        return await self.send(ask)

    async def end_vacation(self, day: str) -> models.VacationList:
        """See :meth:`siegelpost_client.operations.Operations.end_vacation`."""
        ask: Ask[models.VacationList] = Ask("DELETE", f"/v1/me/vacations/{segment(day)}")
        return await self.send(ask)

    async def list_waiting(
        self,
        *,
        include: Sequence[Literal["moves", "view", "words"]] | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        match: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> models.WaitingList:
        """See :meth:`siegelpost_client.operations.Operations.list_waiting`."""
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
        return await self.send(ask)

    async def every_waiting(
        self,
        *,
        include: Sequence[Literal["moves", "view", "words"]] | None = None,
        language: Literal["en", "de", "fr"] | None = None,
        match: str | None = None,
        after: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> AsyncIterator[models.Waiting]:
        """Yield all `waiting` of :meth:`list_waiting`, page after page."""
        while True:
            page = await self.list_waiting(
                include=include, language=language, match=match, after=after, limit=limit, wait=wait
            )
            for one in page["waiting"]:
                yield one
            after = page["next"]
            if after is None:
                return
            wait = None

    async def list_webhooks(self) -> models.WebhookList:
        """See :meth:`siegelpost_client.operations.Operations.list_webhooks`."""
        ask: Ask[models.WebhookList] = Ask("GET", "/v1/me/webhooks")
        return await self.send(ask)

    async def create_webhook(self, body: models.WebhookRequest) -> models.WebhookSecret:
        """See :meth:`siegelpost_client.operations.Operations.create_webhook`."""
        ask: Ask[models.WebhookSecret] = Ask("POST", "/v1/me/webhooks", body=body)
        return await self.send(ask)

    async def get_webhook(self, webhook: str) -> models.Webhook:
        """See :meth:`siegelpost_client.operations.Operations.get_webhook`."""
        ask: Ask[models.Webhook] = Ask("GET", f"/v1/me/webhooks/{segment(webhook)}")
        return await self.send(ask)

    async def change_webhook(
        self, webhook: str, body: models.WebhookRequest, *, if_match: str | None = None
    ) -> models.Webhook:
        """See :meth:`siegelpost_client.operations.Operations.change_webhook`."""
        ask: Ask[models.Webhook] = Ask(
            "PUT", f"/v1/me/webhooks/{segment(webhook)}", headers={"If-Match": if_match}, body=body
        )
        return await self.send(ask)

    async def delete_webhook(self, webhook: str) -> None:
        """See :meth:`siegelpost_client.operations.Operations.delete_webhook`."""
        ask: Ask[None] = Ask("DELETE", f"/v1/me/webhooks/{segment(webhook)}", reading="nothing")
        return await self.send(ask)

    async def list_webhook_attempts(self, webhook: str) -> models.WebhookAttempts:
        """See :meth:`siegelpost_client.operations.Operations.list_webhook_attempts`."""
        ask: Ask[models.WebhookAttempts] = Ask("GET", f"/v1/me/webhooks/{segment(webhook)}/attempts")
        return await self.send(ask)

    async def replay_webhook(self, webhook: str, body: models.ReplayRequest) -> models.Replay:
        """See :meth:`siegelpost_client.operations.Operations.replay_webhook`."""
        ask: Ask[models.Replay] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/replay", body=body)
        return await self.send(ask)

    async def rotate_webhook_secret(self, webhook: str, body: models.RotationRequest) -> models.WebhookSecret:
        """See :meth:`siegelpost_client.operations.Operations.rotate_webhook_secret`."""
        ask: Ask[models.WebhookSecret] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/secret", body=body)
        return await self.send(ask)

    async def test_webhook(self, webhook: str) -> models.WebhookTest:
        """See :meth:`siegelpost_client.operations.Operations.test_webhook`."""
        ask: Ask[models.WebhookTest] = Ask("POST", f"/v1/me/webhooks/{segment(webhook)}/test")
        return await self.send(ask)

    async def get_meta(self) -> models.Meta:
        """See :meth:`siegelpost_client.operations.Operations.get_meta`."""
        ask: Ask[models.Meta] = Ask("GET", "/v1/meta")
        return await self.send(ask)

    async def get_player(self, player: str) -> models.Profile:
        """See :meth:`siegelpost_client.operations.Operations.get_player`."""
        ask: Ask[models.Profile] = Ask("GET", f"/v1/players/{segment(player)}")
        return await self.send(ask)

    async def list_puzzles(
        self, *, cursor: str | None = None, limit: int | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> models.PuzzlePage:
        """See :meth:`siegelpost_client.operations.Operations.list_puzzles`."""
        ask: Ask[models.PuzzlePage] = Ask(
            "GET", "/v1/puzzles", query={"cursor": cursor, "limit": limit, "language": language}
        )
        return await self.send(ask)

    async def every_puzzles(
        self, *, cursor: str | None = None, limit: int | None = None, language: Literal["en", "de", "fr"] | None = None
    ) -> AsyncIterator[models.PuzzleInList]:
        """Yield all `puzzles` of :meth:`list_puzzles`, page after page."""
        while True:
            page = await self.list_puzzles(cursor=cursor, limit=limit, language=language)
            for one in page["puzzles"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def get_puzzle(self, day: str, *, language: Literal["en", "de", "fr"] | None = None) -> models.Puzzle:
        """See :meth:`siegelpost_client.operations.Operations.get_puzzle`."""
        ask: Ask[models.Puzzle] = Ask("GET", f"/v1/puzzles/{segment(day)}", query={"language": language})
        return await self.send(ask)

    async def answer_puzzle(self, day: str, body: models.PuzzleAnswerRequest) -> models.PuzzleSolution:
        """See :meth:`siegelpost_client.operations.Operations.answer_puzzle`."""
        ask: Ask[models.PuzzleSolution] = Ask("PUT", f"/v1/puzzles/{segment(day)}/answer", body=body)
        return await self.send(ask)

    async def get_puzzle_picture_svg(self, day: str, *, language: Literal["en", "de", "fr"] | None = None) -> str:
        """See :meth:`siegelpost_client.operations.Operations.get_puzzle_picture_svg`."""
        ask: Ask[str] = Ask(
            "GET", f"/v1/puzzles/{segment(day)}/picture.svg", query={"language": language}, reading="text"
        )
        return await self.send(ask)

    async def list_ratings(
        self, game: str, *, cursor: str | None = None, limit: int | None = None
    ) -> models.RatingPage:
        """See :meth:`siegelpost_client.operations.Operations.list_ratings`."""
        ask: Ask[models.RatingPage] = Ask(
            "GET", f"/v1/ratings/{segment(game)}", query={"cursor": cursor, "limit": limit}
        )
        return await self.send(ask)

    async def every_ratings(
        self, game: str, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.RankedRating]:
        """Yield all `ratings` of :meth:`list_ratings`, page after page."""
        while True:
            page = await self.list_ratings(game, cursor=cursor, limit=limit)
            for one in page["ratings"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def get_rating_distribution(self, game: str) -> models.RatingDistribution:
        """See :meth:`siegelpost_client.operations.Operations.get_rating_distribution`."""
        ask: Ask[models.RatingDistribution] = Ask("GET", f"/v1/ratings/{segment(game)}/distribution")
        return await self.send(ask)

    async def export_results(self) -> str:
        """See :meth:`siegelpost_client.operations.Operations.export_results`."""
        ask: Ask[str] = Ask("GET", "/v1/results", reading="text")
        return await self.send(ask)

    async def list_rules(self) -> models.RulesList:
        """See :meth:`siegelpost_client.operations.Operations.list_rules`."""
        ask: Ask[models.RulesList] = Ask("GET", "/v1/rules")
        return await self.send(ask)

    async def get_rules(self, rules: str) -> models.Rules:
        """See :meth:`siegelpost_client.operations.Operations.get_rules`."""
        ask: Ask[models.Rules] = Ask("GET", f"/v1/rules/{segment(rules)}")
        return await self.send(ask)

    async def create_tournament(self, body: models.TournamentRequest) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.create_tournament`."""
        ask: Ask[models.Tournament] = Ask("POST", "/v1/tournaments", body=body)
        return await self.send(ask)

    async def list_tournaments(self, *, cursor: str | None = None, limit: int | None = None) -> models.TournamentPage:
        """See :meth:`siegelpost_client.operations.Operations.list_tournaments`."""
        ask: Ask[models.TournamentPage] = Ask("GET", "/v1/tournaments", query={"cursor": cursor, "limit": limit})
        return await self.send(ask)

    async def every_tournaments(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> AsyncIterator[models.TournamentSummary]:
        """Yield all `tournaments` of :meth:`list_tournaments`, page after page."""
        while True:
            page = await self.list_tournaments(cursor=cursor, limit=limit)
            for one in page["tournaments"]:
                yield one
            cursor = page["next"]
            if cursor is None:
                return

    async def get_tournament(self, tournament: str) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.get_tournament`."""
        ask: Ask[models.Tournament] = Ask("GET", f"/v1/tournaments/{segment(tournament)}")
        return await self.send(ask)

    async def get_tournament_calendar(
        self, tournament: str, *, language: Literal["en", "de", "fr"] | None = None
    ) -> bytes:
        """See :meth:`siegelpost_client.operations.Operations.get_tournament_calendar`."""
        ask: Ask[bytes] = Ask(
            "GET", f"/v1/tournaments/{segment(tournament)}/calendar.ics", query={"language": language}, reading="bytes"
        )
        return await self.send(ask)

    async def challenge_player(self, tournament: str, body: models.ChallengeRequest) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.challenge_player`."""
        ask: Ask[models.Tournament] = Ask("POST", f"/v1/tournaments/{segment(tournament)}/challenges", body=body)
        return await self.send(ask)

    async def answer_challenge(
        self, tournament: str, challenge: str, body: models.ChallengeAnswer
    ) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.answer_challenge`."""
        ask: Ask[models.Tournament] = Ask(
            "PUT", f"/v1/tournaments/{segment(tournament)}/challenges/{segment(challenge)}/answer", body=body
        )
        return await self.send(ask)

    async def enter_tournament(self, tournament: str, body: models.EntryRequest) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.enter_tournament`."""
        ask: Ask[models.Tournament] = Ask("PUT", f"/v1/tournaments/{segment(tournament)}/entry", body=body)
        return await self.send(ask)

    async def leave_tournament(self, tournament: str) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.leave_tournament`."""
        ask: Ask[models.Tournament] = Ask("DELETE", f"/v1/tournaments/{segment(tournament)}/entry")
        return await self.send(ask)

    async def renew_team_invitation(self, tournament: str) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.renew_team_invitation`."""
        ask: Ask[models.Tournament] = Ask("POST", f"/v1/tournaments/{segment(tournament)}/invitation")
        return await self.send(ask)

    async def remove_team_member(self, tournament: str, player: str) -> models.Tournament:
        """See :meth:`siegelpost_client.operations.Operations.remove_team_member`."""
        ask: Ask[models.Tournament] = Ask("DELETE", f"/v1/tournaments/{segment(tournament)}/members/{segment(player)}")
        return await self.send(ask)

    async def export_standings(self, tournament: str) -> bytes:
        """See :meth:`siegelpost_client.operations.Operations.export_standings`."""
        ask: Ask[bytes] = Ask("GET", f"/v1/tournaments/{segment(tournament)}/standings.csv", reading="bytes")
        return await self.send(ask)
