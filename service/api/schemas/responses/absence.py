"""Responses about people who stay away (protocol section 12.12), pauses (12.14), and more time: taken (12.13) or asked of
the others (12.18).
"""

from typing import Any

from engine.protocol.bodies import NAME
from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text

CHECKPOINT = (
    "The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."
)


class AbsenceVote(Shape):
    """A seat's vote about a seat that is missed."""

    seat = number()
    choice = one_of("wait", "bot", "win", "person")
    player = text("The chosen person, with `person`.", allow_none=True)


class AbsenceAct(Shape):
    """An act about an absence that you may make now. A seat with a key signs over its head and number."""

    act = one_of("here", "vote")
    head = text("The head that the signature is over.")
    seq = number("The number of the act.")


class MissedAnswers(Shape):
    """A seat that has missed several answers in a row."""

    seat = number()
    missed = many(text(), "The decisions that it has missed.")
    until_at = moment()
    asked = flag("Whether the others are asked. Until `until_at` only the seat itself is told.")
    choices = many(one_of("wait", "bot", "win", "person"), "The possible votes; `person`: one of `substitutes`.")
    voters = many(number(), "Seats that decide.")
    votes = many(nested(AbsenceVote))
    mine = nested(AbsenceAct, "Your options: say that you are `here`, or `vote`; null: nothing.", allow_none=True)


class Substitute(Shape):
    """A person who is ready to play on in a seat."""

    seat = number()
    player = text("Their player id.")
    name = text("Their name at the table.")
    by = number("The seat that named them; null: they sat there before and want to come back.", allow_none=True)
    key = text("The Ed25519 public key with which they would sign.", allow_none=True)
    voters = many(number(), "Seats that decide about it now; none until they are asked.")
    agreed = many(number(), "Seats that want it.")
    mine = nested(
        AbsenceAct,
        "`vote` if you may vote for it now (`choice` `person`, with `player`); null: you may not.",
        allow_none=True,
    )


class TakenOver(Shape):
    """A change of a seat's player."""

    seat = number()
    n = number("The entry of the log.")
    at = moment()
    decision = text("The table's questions at that time, as in `decisions`; null if there were none.", allow_none=True)
    before = text("The name at the table of its previous holder.")
    name = text("The name at the table of its holder from then on.")


class AskedSubstitute(Shape):
    """You have asked somebody to play on in a seat, and nobody has accepted yet."""

    seat = number()
    invitation = text("The secret that accepts it: pass it on, or let the letter do it.")
    mailed = flag("Whether a letter went out.")


class HandingRule(Shape):
    """Rules for handing over seats whose players are there (protocol section 12.20)."""

    seconds = number("The time that the others have to answer.")
    times = number("The limit for each seat in the whole match.")


class SeatHandedOver(Shape):
    """A player's request to the others to let them hand their seat over."""

    seat = number()
    choice = one_of("bot", "person")
    player = text("To whom, with `person`.", allow_none=True)
    name = text("Their name at the table; null: a bot.", allow_none=True)
    until_at = moment()
    voters = many(number(), "Seats that decide.")
    votes = many(nested(AbsenceVote))
    choices = many(one_of("wait", "bot", "person"), "The possible votes: `wait` (the player stays) or `choice`.")
    mine = nested(AbsenceAct, "Your options: say that you stay (`here`), or `vote`; null: nothing.", allow_none=True)


class MayHand(Shape):
    """The bot and people to whom you may ask to hand your seat over now."""

    seq = number("The number of the act, to be sent with it.")
    bot = flag("Whether a bot may take it.")
    people = many(text(), "Player ids of the people you have named who are ready.")


class Absence(Shape):
    """Rules for players who stay away, and those who do so now (protocol section 12.12)."""

    misses = number("Number of answers missed in a row after which the others are asked.")
    majority = one_of("all", "most")
    notice_seconds = number("The time between telling the absent player and asking the others.")
    missed = many(nested(MissedAnswers))
    people = flag("Whether people may take over seats (protocol section 12.15).")
    substitutes = many(nested(Substitute))
    taken_over = many(nested(TakenOver))
    requests = many(nested(AskedSubstitute))
    handing = nested(HandingRule, "The terms for handing over one's own seat; null: nobody can.", allow_none=True)
    handings = many(nested(SeatHandedOver), "Seats whose players want to hand them over, still undecided.")
    may_hand = nested(MayHand, "The ways in which you may hand over your seat now; null: none.", allow_none=True)
    may_ask = many(number(), "The seats for which you may ask somebody.")
    may_stand_in = many(
        number(),
        "The seats in which you are asked to play on (with your account, or the invitation of this request), "
        "or to which you may ask to come back.",
    )


class SaidReceipt(Shape):
    """The server's receipt for an act about an absence (protocol section 12.3)."""

    match = text()
    seat = number()
    seq = number()
    commitment = text("null", allow_none=True)
    custody = text("null", allow_none=True)
    received = moment()
    n = number("The entry of the log that tells it.")
    head = text("The log's head after it.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class HereReceipt(SaidReceipt):
    """The server's receipt for saying that you are there."""

    act = one_of("here")
    decision = one_of("here")


class ChoiceReceipt(SaidReceipt):
    """One with a choice, which names a ``player`` where it is a person."""

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the member as always there, but for the person."""
        super().on_bind_field(field_name, field_obj)
        field_obj.required = field_name != "player"


class VoteReceipt(ChoiceReceipt):
    """The server's receipt for a vote about a seat that is missed."""

    act = one_of("vote")
    decision = one_of("vote")
    absent = number("The seat that is missed.")
    choice = one_of("wait", "bot", "win", "person")
    player = text("The chosen person, with `person`; otherwise missing.")


class Here(Shape):
    """You are there; nobody is asked about you any more."""

    receipt = nested(HereReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class HandReceipt(ChoiceReceipt):
    """The server's receipt for handing your seat over."""

    act = one_of("hand")
    decision = one_of("hand")
    choice = one_of("bot", "person")
    player = text("To whom, with `person`; otherwise missing.")


class HandedOver(Shape):
    """The others are asked; the entry `n` of the log says about what."""

    receipt = nested(HandReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class Voted(Shape):
    """Your vote is in the log."""

    receipt = nested(VoteReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class MyExtensions(Shape):
    """The time that you may still take in a match."""

    left = number("The number of times you may still take more time.")
    seq = number("The number of your next extension, to be sent with it.")
    decisions = many(text(), "Decisions for which you may take more time now.")


class Extensions(Shape):
    """More time that seats may take without asking anybody, and have taken (protocol section 12.13)."""

    seconds = number("The time by which a deadline moves.")
    times = number("The limit for each seat in the whole match.")
    taken = many(number(), "The number used so far, by seat.")
    mine = nested(MyExtensions, "Your options; null if you have no seat.", allow_none=True)


class ExtensionReceipt(SaidReceipt):
    """The server's receipt for taking more time."""

    act = one_of("extend")
    decision = one_of("extend")


class Extension(Shape):
    """You have more time: the entry `n` of the log says until when."""

    receipt = nested(ExtensionReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class PauseNow(Shape):
    """The match stands still."""

    since_at = moment()
    until_at = moment()


class MyPause(Shape):
    """The act about a pause that is open to you."""

    pause = flag("True: that you want one; false: that you no longer want it; null: nothing now.", allow_none=True)
    seq = number("The number of your next act about a pause, to be sent with it.")


class Pauses(Shape):
    """Pauses that the people at the table may agree on (protocol section 12.14)."""

    majority = one_of("all", "most")
    seconds = number("The longest time that the match stands still at once.")
    wishes = many(number(), "Seats that want a pause.")
    people = many(number(), "Seats that decide.")
    now = nested(PauseNow, "The pause; null: the match runs.", allow_none=True)
    mine = nested(MyPause, "The limits of what you may say; null if you have no seat.", allow_none=True)


class PauseReceipt(SaidReceipt):
    """The server's receipt for an act about a pause."""

    act = one_of("pause")
    decision = one_of("pause")


class PauseWished(Shape):
    """Your act about a pause, now in the log."""

    receipt = nested(PauseReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class OpenTimeRequest(Shape):
    """A seat's request to the others for more time for a decision."""

    decision = text()
    seat = number("The seat that asks.")
    seconds = number("For how much.")
    voters = many(number(), "Seats that decide now.")
    grants = many(number(), "Seats that grant it.")
    refusals = many(number(), "Seats that do not.")


class MyTimeRequests(Shape):
    """Requests for more time that you may make or answer."""

    decisions = many(text(), "Decisions for which you may ask for more time now.")
    request_seq = number("The number of your next request, to be sent with it.")
    responses = many(text(), "Decisions whose request you may answer now.")
    response_seq = number("The number of your next answer to a request, to be sent with it.")


class TimeRequests(Shape):
    """More time that one may ask the others for (protocol section 12.18)."""

    majority = one_of("all", "most")
    seconds = number("The most that one may ask for at once.")
    open = many(nested(OpenTimeRequest), "Requests that are not decided yet.")
    mine = nested(MyTimeRequests, "Your options; null if you have no seat.", allow_none=True)


class OperatorExtensions(Shape):
    """More time that the operator may give (protocol section 12.18)."""

    seconds = number("The most at once.")
    times = number("The most times in the whole match.")
    given = number("The number of times that the operator has, each for one decision.")


class TimeRequestReceipt(SaidReceipt):
    """The server's receipt for asking for more time."""

    act = one_of("request")
    decision = one_of("request")


class TimeAskedFor(Shape):
    """The others are asked; the entry `n` of the log says for what."""

    receipt = nested(TimeRequestReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class TimeResponseReceipt(SaidReceipt):
    """The server's receipt for answering a request for more time."""

    act = one_of("respond")
    decision = one_of("respond")


class TimeAnswered(Shape):
    """An answer of yours to a request for more time that is in the log."""

    receipt = nested(TimeResponseReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
