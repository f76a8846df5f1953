"""Fields of requests with exact types: no "1" for 1, no 1 for true, no control characters in names.

Requests are read strictly: one text for one value, sizes checked before parsing, nothing ignored. What other parsers wave
through is refused with 400: duplicate keys, fractions, NaN, integers beyond 2^53, NUL, lone surrogates, deep nesting, bytes
that are not UTF-8. Members and query parameters nobody knows are refused with 422.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NoReturn

import flask
import marshmallow
from marshmallow import RAISE, Schema, ValidationError, fields, missing, validate
from marshmallow.decorators import POST_LOAD, PRE_LOAD, VALIDATES, VALIDATES_SCHEMA
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException

from engine.kit.shape import token
from engine.protocol.canon import NotCanonical, parse, unb64
from service.accounts.mail.mail_address import MAIL
from service.accounts.people import games
from service.api.http.current import asked
from service.api.http.problems import Problem, pointing
from service.calendar import zones
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
    """An email address the mail workers can write to."""

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"format": "email", "maxLength": 254}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options)).strip()
        if not MAIL.fullmatch(text):
            raise ValidationError("must be an email address like you@example.org, in ASCII")
        return text


class Invitee(Described, fields.String):
    """An account id, or an email address."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options)).strip()
        if not MAIL.fullmatch(text) and not keys.ACCOUNT.fullmatch(text):
            raise ValidationError("must be an account id, or an email address like you@example.org, in ASCII")
        return text


class Zone(Described, fields.String):
    """An IANA time zone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **options))
        if text not in zones():
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


MOST_FAULTS = 20
"""The most faults named in one refusal."""
LONGEST_BODY = 64 << 10
DEEPEST = 32


class StrictParser(FlaskParser):
    """webargs' parser with our JSON, our refusals, which does not ignore unknown query parameters."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": marshmallow.RAISE}  # noqa: RUF012

    def _raw_load_json(self, req: flask.Request) -> Any:
        return json_body(asked())

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: flask.Request,
        schema: marshmallow.Schema,
        *,
        error_status_code: int | None,
        error_headers: Any,
    ) -> NoReturn:
        """Answer 422 with a pointer for every fault."""
        raise Problem("invalid", "", faults(error.messages)) from error


def json_body(req: flask.Request) -> Any:
    """Return the body's value; ``missing`` for a request without a body.

    :raises Problem: bad-json, media-type, too-large.
    """
    if not has_body(req):
        return missing
    if req.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem("media-type", "Content-Encoding is not accepted: send the body as it is")
    charset = req.mimetype_params.get("charset", "utf-8").lower()
    if req.mimetype != "application/json" or charset not in ("utf-8", "utf8"):
        raise Problem("media-type", "")
    raw = body_bytes(req)
    if not raw:
        return missing
    try:
        value = parse(raw, depth=DEEPEST, limit=LONGEST_BODY)
    except NotCanonical as error:
        raise Problem("bad-json", f"the body is {error}" if str(error).startswith("not") else f"{error}") from error
    if b"\\u0000" in raw and _has_nul(value):
        raise Problem("bad-json", "a text contains NUL")
    return value


def body_bytes(req: flask.Request) -> bytes:
    """Return the body as it was sent; :raises Problem: bad-json, when it is not what the headers announce."""
    try:
        raw = req.get_data()
    except HTTPException:
        raise
    except Exception as error:
        # Broken chunks: each server has errors of its own for them, which nobody else knows.
        raise Problem("bad-json", "the body is not sent as its headers announce") from error
    if len(raw) < (req.content_length or 0):
        # Not every server notices that the line was cut.
        raise Problem("bad-json", "the body is shorter than its Content-Length")
    return raw


def has_body(req: flask.Request) -> bool:
    """Return whether the request announces a body."""
    return bool(req.content_length) or (req.content_length is None and "Transfer-Encoding" in req.headers)


def faults(messages: Any) -> list[dict[str, str]]:
    """Return marshmallow's nested messages as a flat list: JSON pointers for bodies, names for parameters and headers.

    Only the first :data:`MOST_FAULTS`, because a body may have thousands.
    """
    found: list[dict[str, str]] = []
    for place, inner in messages.items() if isinstance(messages, dict) else [("json", messages)]:
        for pointer, detail in islice(_flat(inner, ""), MOST_FAULTS - len(found)):
            if place == "json":
                found.append(pointing(pointer, detail))
            else:
                name = "header" if place == "headers" else "parameter"
                found.append({name: pointer.lstrip("/").partition("/")[0], "detail": detail})
    return found


def _flat(messages: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, pointer if key == "_schema" else f"{pointer}/{escape(str(key))}")
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, pointer)
    else:
        yield pointer, str(messages)


def escape(key: str) -> str:
    """Return a key escaped for a JSON pointer, cut to a harmless length."""
    return token(key[:100])


def _has_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any("\0" in key or _has_nul(inner) for key, inner in value.items())
    return isinstance(value, list) and any(_has_nul(inner) for inner in value)
