"""Request schemas of the operators' API."""

from marshmallow import fields, validate

from engine.protocol.agreements import LONGEST_OPERATOR_EXTENSION
from service.admin.house import LONGEST_ANNOUNCEMENT
from service.admin.matches import OVERDUE
from service.admin.operator import LONGEST_WHY
from service.api.http.fields import Count, Strict, Text, Whole
from service.api.schemas.base import flag, text

WHY = "The reason, for the audit log. No names or addresses: it stays."


class Reason(Strict):
    """An optional reason."""

    why = Text(0, LONGEST_WHY, load_default="", about=WHY)


class Demanded(Strict):
    """A required reason."""

    why = Text(1, LONGEST_WHY, required=True, about=WHY)


class Halting(Demanded):
    """A request to halt the service."""

    until = fields.AwareDateTime(
        format="iso",
        load_default=None,
        allow_none=True,
        metadata={
            "description": "When it is to end: refused requests name it in `Retry-After`. It never ends by itself."
        },
    )


class SettingAside(Demanded):
    """A request to set a match aside."""

    anyway = flag("Also a match that can be read, which takes it from its players.", load_default=False)


class MoreTime(Demanded):
    """A request to give a match more time."""

    seconds = Whole(1, LONGEST_OPERATOR_EXTENSION, required=True, about="How much more.")
    decision = Text(1, 64, about="For which decision; left out: for all that wait for somebody.")


class Blocking(Strict):
    """A request to block an account."""

    why = Text(1, LONGEST_WHY, required=True, about="The reason, which its owner is shown and the audit log keeps.")


class Cancelling(Strict):
    """A request to end a match."""

    why = Text(
        1,
        LONGEST_WHY,
        required=True,
        about="The reason, which players are told and the match's log and the audit log keep.",
    )


class ForgettingReport(Reason):
    """A request to erase a report."""

    report = Text(1, 40, required=True, about="Its `id`.")


class ErasingRemark(Demanded):
    """A request to erase something said at a table."""

    remark = Whole(1, 2**31 - 1, required=True, about="Its number at that table.")


class RenamingTournament(Demanded):
    """A request to give a tournament, or a team of it, another name."""

    name = Text(1, 60, required=True, about="The name, of which the rules are those for names that players choose.")
    team = Whole(0, 10**6, about="The number of a team, which is renamed instead.")


class Voiding(Strict):
    """A request to void the result of a match."""

    why = Text(
        1,
        LONGEST_WHY,
        required=True,
        about="The reason, which the log of results shows to everybody and the audit log keeps.",
    )


class SwitchingOff(Strict):
    """A request to switch a webhook off."""

    why = Text(1, LONGEST_WHY, required=True, about="The reason, which its owner is told and the audit log keeps.")


class Erasure(Demanded):
    """A request to erase an account."""

    confirm = text("The account's id, once more.", required=True)


class Who(Reason):
    """The account concerned."""

    who = text("An email address, or an account's id.", required=True, validate=validate.Length(1, 254))


class Search(Reason):
    """A search for accounts."""

    name = Text(2, 60, required=True, about="How the name begins, in whatever case.")
    cursor = fields.String(load_default=None, validate=validate.Length(1, 200))


class Recipient(Reason):
    """A recipient whose letters are tried again; without one, all letters that have failed before."""

    recipient = text("As `GET /v1/admin/letters` names it.", load_default=None, validate=validate.Length(1, 120))


class Resending(Reason):
    """A request to resend letters whose delivery was given up."""

    to = text(
        "A recipient of `GET /v1/admin/letters/given-up`, an account's id or email address, or `all`.",
        required=True,
        validate=validate.Length(1, 254),
    )
    kind = text("Only news of this kind.", load_default="", validate=validate.Length(0, 40))
    cursor = text(
        "With `all`: `next` of the answer before.", load_default=None, allow_none=True, validate=validate.Length(1, 200)
    )


class Dropping(Demanded):
    """A request to take a recipient's letters out of the queue."""

    recipient = fields.String(required=True, validate=validate.Length(1, 120))


class Over(Strict):
    """The time after which a due match counts as stuck."""

    over = Count(0, 10**9, load_default=OVERDUE, about="Seconds a match is due before it is stuck.")


class Place(Strict):
    """A position in a walk through the store."""

    cursor = text("Cursor: `next` of the page before.", load_default=None, metadata={"maxLength": 200})


class Announcing(Strict):
    """An announcement to everybody."""

    en = Text(1, LONGEST_ANNOUNCEMENT, required=True)
    de = Text(1, LONGEST_ANNOUNCEMENT, load_default=None, allow_none=True)
    until = fields.AwareDateTime(
        format="iso", load_default=None, allow_none=True, metadata={"description": "When it ends by itself."}
    )


class Limiting(Reason):
    """A limit's new number."""

    most = Whole(0, 10**7, required=True, allow_none=True, about="`null`: as usual.")
    account = text("For this account alone; empty: for everybody.", load_default="", validate=validate.Length(0, 40))
