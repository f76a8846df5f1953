"""Fields of requests with exact types: no "1" for 1, no 1 for true, no control characters in names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from marshmallow import RAISE, Schema, ValidationError, fields, missing, validate
from marshmallow.decorators import POST_LOAD, PRE_LOAD, VALIDATES, VALIDATES_SCHEMA

from engine.protocol.canon import NotCanonical, unb64
from service.accounts.mail.mail_address import MAIL
from service.accounts.people import games
from service.store import keys
from service.text.names import BadName, Kind, checked, spoken, visible


class Strict(Schema):
    """A request body: unknown members are refused."""

    class Meta:
        """Marshmallow's options."""

        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        fields = self.load_fields
        hooks = any(self._hooks[tag] for tag in (PRE_LOAD, POST_LOAD, VALIDATES, VALIDATES_SCHEMA))
        self._needed = {name for name, field in fields.items() if field.required}
        self._defaults = {name: one.load_default for name, one in fields.items() if one.load_default is not missing}
        self._plain = not hooks and not any(
            one.data_key is not None or one.attribute is not None or callable(one.load_default)
            for one in fields.values()
        )

    def load(self, data: Any, **options: Any) -> Any:
        """Return a body as its fields read it; :raises ValidationError: naming every fault.

        What is in order is read member by member by the same fields, without marshmallow's book-keeping for faults and for
        members that are not there, which costs twice as much. Whatever is not goes its usual way.
        """
        if (
            self._plain
            and not options
            and type(data) is dict
            and self._needed <= data.keys() <= self.load_fields.keys()
        ):
            try:
                read = {name: self.load_fields[name].deserialize(value, name, data) for name, value in data.items()}
            except ValidationError:
                return super().load(data)
            return {**self._defaults, **read}
        return super().load(data, **options)


class Described(fields.Field[Any]):
    """A field that takes its description in the document as ``about``."""

    def __init__(self, *parts: Any, about: str = "", **options: Any) -> None:
        if about:
            options["metadata"] = {**options.get("metadata", {}), "description": about}
        super().__init__(*parts, **options)


class Whole(Described, fields.Integer):
    """An integer, and not a boolean, a text or a fraction."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(least, most), **options)

    def _validated(self, value: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Count(Described, fields.Integer):
    """A number in a query: decimal digits and nothing else."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **options)

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and not (value.isascii() and value.isdigit() and len(value) <= 16):
            raise self.make_error("invalid")
        number: int = super()._validated(value)
        return number


class Words(Described, fields.List[str]):
    """Some of a few words in a query: the parameter is repeated, or they are separated by commas."""

    def __init__(self, words: Sequence[str], **options: Any) -> None:
        self.words = tuple(words)
        metadata = {**options.pop("metadata", {}), "uniqueItems": True}
        one = fields.String(metadata={"enum": list(words)})
        super().__init__(one, metadata=metadata, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Any:
        texts = super()._deserialize(value, attr, data, **options)
        found = ",".join(map(str, texts)).split(",", len(self.words))
        if not set(found) <= set(self.words) or len(set(found)) < len(found):
            raise ValidationError(f"must be some of these, each once, separated by commas: {', '.join(self.words)}")
        return found


class Switch(Described, fields.Boolean):
    """``true`` or ``false`` in a query, and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> bool:
        if value not in ("true", "false"):
            raise ValidationError("must be true or false")
        return bool(value == "true")


class Flag(Described, fields.Boolean):
    """true or false, and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Text(Described, fields.String):
    """A text of bounded length without hidden characters."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(validate=validate.Length(least, most), **options)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options))
        if len(text) > self.most:
            return text  # its length is refused next; nothing is spent on it
        if text != text.strip():
            raise ValidationError("must not begin or end with blanks")
        try:
            return self.judge(text)
        except BadName as error:
            raise ValidationError(str(error)) from error

    def judge(self, text: str) -> str:
        """Return the text in the form to be stored; here: unchanged. :raises BadName: when it hides something."""
        visible(text)
        return text


class Spoken(Text):
    """A text that people say to each other: a smile alone will do."""

    def judge(self, text: str) -> str:
        """Return the text unchanged. :raises BadName: when it hides something."""
        spoken(text)
        return text


class Noted(Spoken):
    """A text of several lines."""

    def judge(self, text: str) -> str:
        """Return the text unchanged. :raises BadName: when a line hides something."""
        for line in text.split("\n"):
            super().judge(line.strip())
        return text


class Named(Text):
    """A name that people give themselves or their things, normalised and checked for deceit (:mod:`service.text.names`)."""

    def __init__(self, kind: Kind, least: int, most: int, **options: Any) -> None:
        super().__init__(least, most, **options)
        self._kind = kind

    def judge(self, text: str) -> str:
        """Return the text in the form to be stored."""
        return checked(text, self._kind)


class Patterned(Described, fields.String):
    """A text that matches a pattern, which the document contains, too."""

    def __init__(self, pattern: str, what: str, **options: Any) -> None:
        self._form = re.compile(pattern)
        metadata = {"pattern": f"^{pattern}$", **options.pop("metadata", {})}
        super().__init__(metadata=metadata, **options)
        self._what = what

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options))
        if not self._form.fullmatch(text):
            raise ValidationError(f"must be {self._what}")
        return text


class MailAddress(Described, fields.String):
    """A mail address the mail workers can write to."""

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"format": "email", "maxLength": 254}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options)).strip()
        if not MAIL.fullmatch(text):
            raise ValidationError("must be a mail address like you@example.org, in ASCII")
        return text


class Invitee(Described, fields.String):
    """An account id, or a mail address."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options)).strip()
        if not MAIL.fullmatch(text) and not keys.ACCOUNT.fullmatch(text):
            raise ValidationError("must be an account id, or a mail address like you@example.org, in ASCII")
        return text


class Zone(Described, fields.String):
    """An IANA time zone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options))
        if text not in available_timezones():
            raise ValidationError("must be an IANA time zone like Europe/Berlin")
        return text


class Bytes32(Described, fields.String):
    """32 bytes as base64url without padding; loads to bytes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"pattern": "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Any:
        text = super()._deserialize(value, attr, data, **options)
        try:
            raw = unb64(text)
        except NotCanonical as error:
            raise ValidationError("must be base64url without padding") from error
        if len(raw) != 32:
            raise ValidationError("must be 32 bytes: 43 characters of base64url")
        return raw


class JsonObject(Described, fields.Field[dict[str, Any]]):
    """Any JSON object; other code checks its shape."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError("must be an object")
        return value


def game_name(**options: Any) -> Patterned:
    """Return a field for the name of a game that is installed; the document names none, because installations differ."""
    what = "a game's name, the part before @ of a rules id of GET /v1/rules"

    def check(name: str) -> None:
        if name not in games():
            raise ValidationError(f"must be {what}")

    return Patterned(r"[a-z0-9-]{1,40}", what, validate=check, **options)


def account_id(**options: Any) -> Patterned:
    """Return a field for an account id."""
    return Patterned(keys.ACCOUNT.pattern, "an account id like p_ and 32 hexadecimal digits", **options)


def match_id(**options: Any) -> Patterned:
    """Return a field for a match id."""
    return Patterned(keys.MATCH.pattern, "a match id, a lower-case UUID", **options)
