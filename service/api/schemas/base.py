"""Building blocks of schemas: described members and answers; and the problem document."""

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

MOMENT = {"format": "date-time", "description": "RFC 3339, UTC, milliseconds."}


class Shape(Schema):
    """An answer: all members are required in the document."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the member as always there."""
        field_obj.required = True


def text(about: str = "", **options: Any) -> fields.String:
    """Return a text member."""
    metadata = {**options.pop("metadata", {}), **({"description": about} if about else {})}
    return fields.String(metadata=metadata, **options)


def one_of(*values: str, about: str = "", **options: Any) -> fields.String:
    """Return a text member with a closed list of values."""
    return text(about, validate=validate.OneOf(values), **options)


def moment(about: str = "", **options: Any) -> fields.String:
    """Return a point in time."""
    return fields.String(metadata={**MOMENT, **({"description": about} if about else {})}, **options)


def number(about: str = "", **options: Any) -> fields.Integer:
    """Return a whole number."""
    return fields.Integer(metadata={"description": about} if about else {}, **options)


def flag(about: str, **options: Any) -> fields.Boolean:
    """Return true or false."""
    return fields.Boolean(metadata={"description": about}, **options)


def thing(about: str, **options: Any) -> fields.Dict:
    """Return any JSON object."""
    return fields.Dict(metadata={"description": about}, **options)


class Bounded(fields.List[Any]):
    """A list whose length is judged before anything in it is read: to name each fault of thousands takes seconds."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> list[Any]:
        if isinstance(value, list):
            for judge in self.validators:
                if isinstance(judge, validate.Length):
                    judge(value)
        return super()._deserialize(value, attr, data, **options)


def many(one: fields.Field[Any], about: str = "", **options: Any) -> fields.List[Any]:
    """Return a list of members of one form."""
    return Bounded(one, metadata={"description": about} if about else {}, **options)


def nested(shape: type[Schema] | str, about: str = "", **options: Any) -> fields.Nested:
    """Return an object of another schema, which ``about`` says more of here."""
    return fields.Nested(shape, metadata={"description": about} if about else {}, **options)


class Problem(Schema):
    """A refusal (RFC 9457)."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    type = text("Stable, and the address of a page about it.", required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = text("The error and its remedy.", required=True)
    errors = many(nested("Fault"), "The parts of the request that are wrong.")
    act = thing("In conflicts: your act that is in force.")
    receipt = thing(
        "The receipt for an act of yours in a decision that is refused. It has the members of any "
        "receipt, `act` is `refused`, `seq` 0 and `reason` the code of the refusal (protocol section 12.3): keep it."
    )
    signature = text("Ed25519 over this receipt, base64url.")
    checkpoint = text(
        "The newest checkpoint of the log of all matches, beside a receipt (protocol section 13).", allow_none=True
    )
    challenge = nested("Challenge", "Beside `work-needed`: what `Proof-Of-Work` has to answer.")
    padding = text("Padding without meaning: it gives refusals of acts the length of other answers.")


class Challenge(Schema):
    """A proof of work that a request has to bring."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    text = fields.String(
        required=True, metadata={"description": "Good for five minutes, once, in the network that asked."}
    )
    bits = number("Zero bits with which the digest has to begin.", required=True)


class Fault(Schema):
    """One thing wrong in a request: in the body (``pointer``), the query (``parameter``) or a header (``header``)."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    pointer = text("JSON pointer (RFC 6901) into the body.")
    parameter = text()
    header = text()
    detail = fields.String(required=True)
    code = text("The rules' own name for why a move is illegal.")
