"""Compression of answers by ``Accept-Encoding``: of those that are the same for everybody, and of no others.

The length of a compressed text tells about its content: who can put words beside a secret and see lengths learns the secret
(CRIME, BREACH). So an answer is compressed only where its handler says that whoever may have it gets the same, or where the
API is asked without a token. Views, moves, receipts, mailboxes, pages with forms, and whatever else one person alone may see,
leave as they are; padded texts (protocol section 12.8) with them. Bodies of requests are not accepted compressed.

An entity tag names one representation, so a compressed answer carries it weakened (RFC 9110, 8.8.1): it still fits
``If-None-Match``, which is compared weakly, and not ``If-Match``, which none of these answers is asked with.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from flask import Response, g, request

from service.api.http import etags
from service.api.http.current import notes
from service.store.values.zstd import zstd

Coding = Literal["zstd", "gzip"]

SMALLEST = 1024
"""Bytes; what is shorter fits into a packet anyway."""
COMPRESSED = ("application/json", "application/jsonl", "image/svg+xml", "text/html", "text/markdown", "text/plain")
"""Media types. Pictures are compressed already; streams of events tell each at once."""
FAST = 5
"""Level of both codings for answers made anew each time."""


class _Packer(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _gzip() -> _Packer:
    return zlib.compressobj(FAST, wbits=31)


def _zstd() -> _Packer:
    return zstd.ZstdCompressor(level=FAST)


PACKERS: dict[Coding, Callable[[], _Packer]] = {"zstd": _zstd, "gzip": _gzip}
"""In the order of our preference, where a client wants both equally."""
ANY: Coding = "gzip"
"""The coding that ``*`` stands for: everybody reads it. Few who write ``*`` can read zstd, so it has to be named."""


@dataclass(frozen=True)
class Published:
    """A text that stays the same while the process runs: plain, packed once, and what tells it from others."""

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
        """Return the form that this request wants; each has a strong tag of its own."""
        coding = wanted()
        told = {**headers, "Vary": ", ".join(filter(None, [headers.get("Vary", ""), "Accept-Encoding"]))}
        if coding is None:
            return Response(self.forms[None], headers=etags.fresh(self.tag, **told), content_type=content_type)
        tagged = etags.fresh(f"{self.tag}-{coding}", **told, **{"Content-Encoding": coding})
        return Response(self.forms[coding], headers=tagged, content_type=content_type)


def allow() -> None:
    """Say that everybody who may have the answer to this request gets the same."""
    g.same_for_everybody = True


def wanted() -> Coding | None:
    """Return the coding that the client likes best, ``None`` for none."""
    accepted = request.accept_encodings
    named = {name.lower() for name, _ in accepted}
    best = max((one for one in PACKERS if one in named or one == ANY), key=lambda one: accepted[one])  # first of equals
    return best if accepted[best] > 0 else None


def compress(response: Response) -> Response:
    """Compress an answer where that is allowed, wanted and worth it (a hook of the app)."""
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
    if coding is None or (not response.is_streamed and len(response.get_data()) < SMALLEST):
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
    """Let a 304 carry the tag as the client has it: a cache looks for that very one (RFC 9111, 4.3.4).

    Who takes no coding has it strong, whatever he asks with (RFC 9110, 15.4.5: as a 200 would have said).
    """
    tag, _ = response.get_etag()
    if tag is not None and wanted() is not None and request.if_none_match.is_weak(tag):
        response.set_etag(tag, weak=True)


__all__ = ["COMPRESSED", "SMALLEST", "Published", "allow", "compress", "wanted"]
