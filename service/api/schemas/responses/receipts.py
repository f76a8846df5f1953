"""Accepted acts and their receipts."""

from typing import Any

from marshmallow import fields

from engine.protocol.bodies import NAME
from service.api.schemas.base import Shape, flag, moment, nested, number, one_of, text, thing

CHECKPOINT = (
    "The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none "
    "(protocol section 13)."
)
PADDING = "Padding without meaning: it gives all answers to acts the same length (protocol section 12.8)."


class Receipt(Shape):
    """The server's receipt for an act (protocol sections 4 and 12.3)."""

    act = one_of("commit", "replace", "withdraw", "open", "order")
    match = text()
    decision = text()
    seat = number()
    seq = number()
    commitment = text(allow_none=True)
    custody = one_of("escrow", "client", "mail")
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head at that time.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class ResigningReceipt(Shape):
    """The server's receipt for resigning from a match (protocol section 12.3)."""

    act = one_of("resign")
    match = text()
    decision = one_of("resign")
    seat = number()
    seq = number("1")
    commitment = text("null", allow_none=True)
    custody = text("null", allow_none=True)
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head at that time.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class Resigned(Shape):
    """Your resigning with its receipt."""

    receipt = nested(ResigningReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; the answers to `GET` have no checkpoint."""
        field_obj.required = field_name != "checkpoint"


class RevealReceipt(Shape):
    """The server's receipt for revealing your entropy (protocol section 12.3)."""

    act = one_of("reveal")
    match = text()
    decision = one_of("seated")
    seat = number()
    seq = number("1")
    commitment = text("`se1_...`")
    custody = one_of("client")
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head at that time.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class Revealed(Shape):
    """Your entropy is accepted."""

    receipt = nested(RevealReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there."""
        field_obj.required = field_name != "checkpoint"


class Acted(Shape):
    """An accepted act with its receipt."""

    receipt = nested(Receipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
    opening = thing("The whole opening, where the server drew the salt: keep it.", allow_none=True)
    resolved = flag("Whether the decision has been resolved already (see Prefer: wait).")
    n = number("Number of the log's last entry when this was answered.")
    padding = text(PADDING)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there."""
        field_obj.required = field_name not in ("checkpoint", "padding")


class Recalled(Shape):
    """A sealed move of yours that stands, as a worker has read it for you."""

    seq = number("The `seq` of the act that sealed it.")
    commitment = text("Its commitment.")
    move = thing("The move, as the rules' schema of the decision's kind says.")
    words = text("The move in words, in the language asked for.", allow_none=True)
    padding = text(PADDING)


class Ordered(Shape):
    """Accepted standing orders with their receipt."""

    receipt = nested(Receipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
    document = thing("`order` and `salt`, which the commitment stands for: keep it.", allow_none=True)
    in_force = flag("Whether they answer for you. They do not once you end them, or change the key that signed them.")
    padding = text(PADDING)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; the answer to `GET` is not padded, and no act."""
        field_obj.required = field_name not in ("checkpoint", "padding")


class Standing(Shape):
    """Your act that stands in a decision, with its receipt: the same bytes as when it was accepted."""

    receipt = nested(Receipt)
    signature = text()
    wait = fields.Boolean()
    opened = fields.Boolean()
