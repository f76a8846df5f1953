"""Compression of answers by ``Accept-Encoding``, only for those that are the same for everybody.

The length of a compressed text tells about its content: who can put words beside a secret and see lengths learns the secret
(CRIME, BREACH). So an answer is compressed only where its handler says that whoever may have it gets the same, or that
nothing in it is hidden from the others (a picture of Seafarers while nobody holds a card), or where the
API is asked without a token. Views, moves, receipts, mailboxes, pages with forms, and whatever else one person alone may see,
leave as they are, even for a client that refuses that (RFC 9110, 12.4.1, lets a server disregard it); padded texts (protocol
section 12.8) with them. Bodies of requests are not accepted compressed.

An entity tag names one representation, so a compressed answer carries it weakened (RFC 9110, 8.8.1): it still fits
``If-None-Match``, which is compared weakly, and not ``If-Match``, which none of these answers is asked with.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from flask import Response, g, request

from service.api.http import etags
from service.api.http.current import notes
from service.store.values import zstd

Coding = Literal["zstd", "gzip"]

SMALLEST = 1024
"""The fewest bytes worth compressing; anything shorter fits into a packet anyway."""
COMPRESSED = ("application/json", "application/jsonl", "image/svg+xml", "text/html", "text/markdown", "text/plain")
"""Compressed media types. Pictures are compressed already; streams send each event at once."""
FAST = 5
"""The compression level for answers made anew each time."""


GZIP_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Of a member without name and time (RFC 1952, 2.3)."""
LAST_BLOCK = b"\x03\x00"
"""Ends a deflate stream and holds nothing (RFC 1951, 3.2.6)."""


class _Packer(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _gzip() -> _Packer:
    return zlib.compressobj(FAST, wbits=31)


def _zstd() -> _Packer:
    return zstd.ZstdCompressor(level=FAST)


PACKERS: dict[Coding, Callable[[], _Packer]] = {"zstd": _zstd, "gzip": _gzip}
"""The codings in the order of our preference, for clients without one."""
ANY: Coding = "gzip"
"""The coding chosen for ``*``, which everybody can read. Few clients that send ``*`` can read zstd, so it must be named."""


@dataclass(frozen=True)
class Published:
    """A text that stays the same while the process runs: plain, compressed once, and its digest."""

    forms: dict[Coding | None, bytes]
    tag: str

    @classmethod
    def of(cls, plain: bytes) -> Published:
        """Return a text ready to be sent."""
        forms: dict[Coding | None, bytes] = {
            None: plain,
            "zstd": zstd.compress(plain, level=12),
            "gzip": gzip.compress(plain, mtime=0),
        }
        return cls(forms, etags.tag_of(hashlib.sha256(plain).hexdigest()))

    def response(self, content_type: str, headers: dict[str, str]) -> Response:
        """Return the form that this request wants; each form has its own strong tag."""
        coding = wanted()
        told = {**headers, "Vary": ", ".join(filter(None, [headers.get("Vary", ""), "Accept-Encoding"]))}
        if coding is None:
            return Response(self.forms[None], headers=etags.fresh(self.tag, **told), content_type=content_type)
        tagged = etags.fresh(f"{self.tag}-{coding}", **told, **{"Content-Encoding": coding})
        return Response(self.forms[coding], headers=tagged, content_type=content_type)


def in_parts(parts: Iterable[tuple[str, bool]]) -> bytes:
    """Return texts as one gzip member: each compressed by itself, where its length may tell of it, or left as it is.

    No part is looked for in another one, so nothing that somebody can put into one tells about the rest.
    """
    check, size, found = 0, 0, [GZIP_HEAD]
    for text, may_tell in parts:
        plain = text.encode()
        packer = zlib.compressobj(9 if may_tell else 0, wbits=-zlib.MAX_WBITS)
        found += [packer.compress(plain), packer.flush(zlib.Z_FULL_FLUSH)]
        check, size = zlib.crc32(plain, check), size + len(plain)
    return b"".join((*found, LAST_BLOCK, struct.pack("<II", check, size & 0xFFFFFFFF)))


def allow() -> None:
    """Declare that everybody who may have this request's answer gets the same, or that nothing in it is hidden from others."""
    g.same_for_everybody = True


def wanted() -> Coding | None:
    """Return the coding that the client prefers, or None."""
    accepted = request.accept_encodings
    named = {name.lower() for name, _ in accepted}
    best = max((one for one in PACKERS if one in named or one == ANY), key=lambda one: accepted[one])  # first of equals
    plain = accepted["identity"] if "identity" in named else 0
    return best if accepted[best] > 0 and accepted[best] >= plain else None


def refuses_plain() -> bool:
    """Return whether the client takes no answer without a coding, by ``identity;q=0`` or ``*;q=0`` (RFC 9110, 12.5.3)."""
    accepted = request.accept_encodings
    named = {name.lower() for name, _ in accepted}
    return bool(named & {"identity", "*"}) and accepted["identity"] == 0


def compress(response: Response) -> Response:
    """Compress an answer if that is allowed, wanted and worthwhile (a hook of the app)."""
    if not notes().get("same_for_everybody") or "Content-Encoding" in response.headers:
        return response
    if response.status_code == 304:
        response.vary.add("Accept-Encoding")
        _name_as_known(response)
        return response
    if response.status_code != 200 or response.mimetype not in COMPRESSED:
        return response
    response.vary.add("Accept-Encoding")
    coding = wanted()
    if coding is None or not (response.is_streamed or refuses_plain() or len(response.get_data()) >= SMALLEST):
        return response
    packer = PACKERS[coding]()
    if response.is_streamed:
        response.response = _packed(packer, response.iter_encoded())
        response.headers.pop("Content-Length", None)
    else:
        response.set_data(packer.compress(response.get_data()) + packer.flush())
    response.headers["Content-Encoding"] = coding
    tag = response.headers.get("ETag")
    if tag is not None and not tag.startswith("W/"):
        response.headers["ETag"] = f"W/{tag}"
    return response


def _packed(packer: _Packer, chunks: Iterable[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield packer.compress(chunk)
    yield packer.flush()


def _name_as_known(response: Response) -> None:
    """Give a 304 the tag in the client's form: a cache looks for exactly that (RFC 9111, 4.3.4).

    Who takes no coding has it strong, whatever he asks with (RFC 9110, 15.4.5: as a 200 would have said).
    """
    tag, _ = response.get_etag()
    if tag is not None and wanted() is not None and request.if_none_match.is_weak(tag):
        response.set_etag(tag, weak=True)
