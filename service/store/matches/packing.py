"""Texts of matches packed for Redis: log lines one by one, tables, states, records of letters. Pure.

Such texts repeat themselves from line to line and from match to match, so each is compressed separately with a
dictionary made from texts of its game (Zstandard, RFC 8878). Incompressible parts are removed first: digests and
signatures, which are 43 and 86 characters of base64url, go after the frame as 32 and 64 bytes, and the id of the match
is dropped. Control characters, which do not occur in JSON, mark their places.

A packed text is the byte :data:`PACKED`, the number of the dictionary (0: none), the frame without the four bytes with
which every frame begins, and the digests in their order. Any other first byte belongs to a text stored as it is: JSON
begins with ``{``. Both must stay readable for ever. Dictionaries are data of the store, named by number, known by
digest and never changed or removed; ``python -m tests.store.dictionaries`` makes new ones, which get the next numbers.
"""

from __future__ import annotations

import hashlib
import re
import threading
from binascii import a2b_base64, b2a_base64
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from service.store.values import decode
from service.store.values.zstd import zstd

PACKED = 1
"""The first byte of a packed text. A change of the format takes another of :data:`FORMATS`, and this one is still read."""
FORMATS = range(1, 9)
"""First bytes of packed texts. A text stored as it is begins with any other byte (zeros are a block lost in a crash)."""
LEAST = 128
"""The shortest text that is packed: shorter ones gain little."""
MOST = 32 * 1024 * 1024
"""The longest text that is unpacked, far beyond any stored one: a longer one is damaged, or hostile."""
LEVEL = 3
"""The level of Zstandard: levels up to 19 take ten times the time to save a fiftieth of the size."""

MAGIC = b"\x28\xb5\x2f\xfd"
DIGEST, SIGNATURE, ABOUT = b"\x01", b"\x02", b"\x03"
DIGEST_BYTES, SIGNATURE_BYTES, DIGEST_TEXT, SIGNATURE_TEXT = 32, 64, 43, 86
TAG, UNDERSCORE = len(b"sc1_"), ord("_")
TAGGED = TAG + DIGEST_TEXT
LENGTHS = frozenset({DIGEST_TEXT, TAGGED, SIGNATURE_TEXT})
"""Lengths of strings that may contain a digest or a signature; hardly one string in twenty has one of them."""
CODED = re.compile(rb"[\w-]{42}[AEIMQUYcgkosw048]|[\w-]{85}[AQgw]")
"""Digests and signatures in base64url. The last character ends with zero bits: otherwise other bytes would come back."""
TO_BASE64, FROM_BASE64 = bytes.maketrans(b"-_", b"+/"), bytes.maketrans(b"+/", b"-_")
PLACES = re.compile(rb"([\x01\x02])")
RESERVED = re.compile(rb"[\x01-\x03]")
NULS = bytes(8)
"""Eight zero bytes, which the repair of the append-only file takes for an unwritten disk block; see
:data:`service.store.disk.append_only.NULS`."""

OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.dict_id_flag: 0,
    zstd.CompressionParameter.checksum_flag: 0,
}
BOUNDED: dict[int, int] = {zstd.DecompressionParameter.window_log_max: MOST.bit_length() - 1}


class UnknownPacking(KeyError):
    """A later release packed this, in another format or with a dictionary that is missing here."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Dictionary:
    """A dictionary: its number, the game from whose texts it was made (or :data:`LETTERS`), and the SHA-256 of its file."""

    number: int
    of: str
    sha256: str

    @property
    def file(self) -> str:
        """The name of the dictionary's file in ``service/store/dictionaries``."""
        return f"{self.number:03}-{self.of}.zdict"


LETTERS = "letters"
"""The name of the dictionary for records of letters, which are similar in all games."""
DICTIONARIES = tuple(
    Dictionary(**one) for one in decode((files("service.store") / "dictionaries" / "index.json").read_bytes())
)
"""The dictionaries of ``dictionaries/index.json``, ordered by their numbers, beginning with 1. New texts of a game are
packed with its last one."""


def pack(text: bytes, rules: str, about: str) -> bytes:
    """Pack a text for storing; return it unchanged if packing does not make it shorter.

    :param rules: the rules id of the match, or :data:`LETTERS`; a game without a dictionary of its own is packed with none.
    :param about: the id of the text's match or account; :func:`unpack` must get the same.
    :raises ValueError: for a text that looks like a packed one, which JSON never does.
    """
    if text and text[0] in FORMATS:
        raise ValueError("text begins with a control character: it is no JSON")
    if len(text) < LEAST or RESERVED.search(text):
        return text
    short, digests = shortened(text, about)
    number = _last_of().get(rules.partition("@")[0], 0)
    frame = _compressor(number).compress(short, zstd.ZstdCompressor.FLUSH_FRAME)
    packed = bytes((PACKED, number)) + frame[len(MAGIC) :] + digests
    return packed if len(packed) < len(text) and NULS not in packed else text


def unpack(stored: bytes, about: str) -> bytes:
    """Return the text given to :func:`pack`, whether it was packed or stored as it is.

    :raises UnknownPacking: when a later release packed it.
    :raises ValueError: when it is damaged; at most :data:`MOST` bytes are produced.
    """
    if not stored or stored[0] not in FORMATS:
        return stored
    if stored[0] != PACKED:
        raise UnknownPacking(f"its format is {stored[0]}, known is {PACKED}")
    short, digests = decompressed(stored)
    return _put_back(short, digests, about.encode())


def decompressed(stored: bytes) -> tuple[bytes, bytes]:
    """Return the decompressed part of a packed text, and the digests after its frame.

    :raises UnknownPacking: when a later release packed it, with a dictionary that is not here.
    :raises ValueError: when it is damaged; at most :data:`MOST` bytes are produced.
    """
    number = stored[1] if len(stored) > 1 else 0
    if number > len(DICTIONARIES):
        raise UnknownPacking(f"it needs dictionary {number}, known are {len(DICTIONARIES)}")
    decompressor = zstd.ZstdDecompressor(zstd_dict=dictionary(number), options=BOUNDED)
    try:
        short = decompressor.decompress(MAGIC + stored[2:], MOST)
    except zstd.ZstdError as error:
        raise ValueError("damaged: no frame") from error
    if not decompressor.eof:
        raise ValueError("damaged: too long, or cut off")
    return short, decompressor.unused_data


def shortened(text: bytes, about: str) -> tuple[bytes, bytes]:
    """Return a text with placeholders for the removed parts, and the digests: the parts to compress, and to leave
    uncompressed."""
    digests: list[bytes] = []
    strings = text.replace(about.encode(), ABOUT).split(b'"')
    for place in [place for place, one in enumerate(strings) if len(one) in LENGTHS]:
        found = digest_in(strings[place])
        if found is not None:
            tag, raw = found
            strings[place] = tag + (DIGEST if len(raw) == DIGEST_BYTES else SIGNATURE)
            digests.append(raw)
    return b'"'.join(strings), b"".join(digests)


def digest_in(token: bytes) -> tuple[bytes, bytes] | None:
    """Return the prefix (such as ``sc1_``) and the digest or signature in a JSON string, or None if it holds neither."""
    length = len(token)
    if length < DIGEST_TEXT:
        return None
    tag = b""
    if length == TAGGED and token[TAG - 1] == UNDERSCORE:
        tag, token = token[:TAG], token[TAG:]
    elif length not in (DIGEST_TEXT, SIGNATURE_TEXT):
        return None
    if CODED.fullmatch(token) is None:
        return None
    raw = a2b_base64(token.translate(TO_BASE64) + b"==")
    return None if NULS in raw else (tag, raw)


def _put_back(short: bytes, digests: bytes, about: bytes) -> bytes:
    number, signatures, named = short.count(DIGEST), short.count(SIGNATURE), short.count(ABOUT)
    if len(short) + number * DIGEST_TEXT + signatures * SIGNATURE_TEXT + named * len(about) > MOST:
        raise ValueError("damaged: too long")
    if len(digests) != number * DIGEST_BYTES + signatures * SIGNATURE_BYTES:
        raise ValueError("damaged: digests are missing, or there are too many")
    pieces = PLACES.split(short)
    at = 0
    for place in range(1, len(pieces), 2):
        length = DIGEST_BYTES if pieces[place] == DIGEST else SIGNATURE_BYTES
        pieces[place] = coded(digests[at : at + length])
        at += length
    return b"".join(pieces).replace(ABOUT, about)


def coded(raw: bytes) -> bytes:
    """Return a digest or signature in base64url."""
    return b2a_base64(raw, newline=False).translate(FROM_BASE64, b"=")


@cache
def _last_of() -> dict[str, int]:
    return {one.of: one.number for one in DICTIONARIES}


def _compressor(number: int) -> zstd.ZstdCompressor:
    """Return this thread's compressor for a dictionary: making one takes longer than packing a line."""
    known = _of_this_thread.compressors
    if number not in known:
        known[number] = zstd.ZstdCompressor(options=OPTIONS, zstd_dict=dictionary(number))
    return known[number]


class _OfAThread(threading.local):
    def __init__(self) -> None:
        self.compressors: dict[int, zstd.ZstdCompressor] = {}


_of_this_thread = _OfAThread()


@cache
def dictionary(number: int) -> tuple[zstd.ZstdDict, int] | None:
    """Return a dictionary prepared for repeated use, or None for number 0, which means no dictionary.

    :raises RuntimeError: when its file is not the one that texts were packed with.
    """
    if not number:
        return None
    one = DICTIONARIES[number - 1]
    raw = (files("service.store") / "dictionaries" / one.file).read_bytes()
    if hashlib.sha256(raw).hexdigest() != one.sha256:
        raise RuntimeError(f"service/store/dictionaries/{one.file} is not the file that texts were packed with")
    return zstd.ZstdDict(raw).as_digested_dict
