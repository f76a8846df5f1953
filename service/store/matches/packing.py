r"""Texts of matches packed for Redis: log lines one by one or sixteen together, tables, states, records of letters. Pure.

Such texts repeat themselves from line to line and from match to match, so each is compressed separately with a
dictionary made from texts of its game (Zstandard, RFC 8878). Incompressible parts are removed first: digests and
signatures, which are 43 and 86 characters of base64url, go after the frame as 32 and 64 bytes, and the id of the match
is dropped. Control characters, which do not occur in JSON, mark their places.

A packed text is the byte :data:`PACKED`, the number of the dictionary (0: none), the frame without the four bytes with
which every frame begins, and the digests in their order. Any other first byte belongs to a text stored as it is: JSON
begins with ``{``. Both must stay readable for ever. Dictionaries are data of the store, named by number, known by
digest and never changed or removed; ``python -m tests.store.dictionaries`` makes new ones, which get the next numbers.

Old lines of a log are packed sixteen to a text, a third smaller than one by one: a line packed alone consists mostly of
digests. Together, a repeated digest is
replaced by how many digests ago it occurred, and a head is left out where it follows from the entry and the previous
line's head, as it does in every log.

In the lines, ``\x03`` is the id of the match, ``\x01`` the next digest, ``\x02`` the next signature, ``\x04`` and a
decimal number the digest or signature first met that many before (1 = the last), and ``\x05`` the head that follows
from the line before. The heads behind ``\x05`` count as met, but are not stored after the frame.

The text is the byte :data:`PACKED_TOGETHER`, the number of the dictionary, the frame without the four bytes with which
every frame begins, and the digests in the order in which they first occur. It is stored in the place of the first of
its lines; the places of the others are empty, so that a log has as many places as entries.
"""

import hashlib
import re
import threading
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.protocol.log import next_head_of
from service.store.values import UnknownPacking, decode, zstd

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
:data:`service.store.append_only.NULS`."""

OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.dict_id_flag: 0,
    zstd.CompressionParameter.checksum_flag: 0,
}
BOUNDED: dict[int, int] = {zstd.DecompressionParameter.window_log_max: MOST.bit_length() - 1}


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
    """Return the text with placeholders for its digests, to be compressed, and the digests, which do not compress."""
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


TOGETHER = 16
"""How many lines are packed together: entries 1 to 16, 17 to 32 and so on. Stored data depends on it."""
PACKED_TOGETHER = 2
"""The first byte of such a text."""
LINES_LEVEL = 9
"""The level of Zstandard: lines are packed together only once, and higher levels gain next to nothing."""
AGAIN, FOLLOWS = b"\x04", b"\x05"
LINES_RESERVED, MARK, AGO = (
    re.compile(rb"[\x01-\x05]"),
    re.compile(rb"[\x01\x02\x04\x05]"),
    re.compile(rb"[1-9]\d{0,5}"),
)
LINE = re.compile(rb"[^\n]*\n")
ENTRY, AFTER_ENTRY = b'{"entry":', b',"head":'
HEAD = -6
"""The index of a line's head among the pieces between its quotes, counted from the end; the signature follows it."""


def pack_together(stored: Sequence[bytes], about: str) -> bytes | None:
    """Pack sixteen stored lines together, or return None if they must stay as they are.

    :param about: the id of the match.
    :raises UnknownPacking: when a later release packed one of them.
    :raises ValueError: when one of them is damaged.
    """
    if len(stored) != TOGETHER or not all(stored) or stored[0][0] == PACKED_TOGETHER:
        return None
    lines = [unpack(line, about) for line in stored]
    if not all(line.endswith(b"\n") and line.count(b"\n") == 1 and not LINES_RESERVED.search(line) for line in lines):
        return None
    short, digests = _shortened(lines, about.encode())
    number = next((line[1] for line in stored if line[0] == PACKED), 0)
    options = {**OPTIONS, zstd.CompressionParameter.compression_level: LINES_LEVEL}
    frame = zstd.compress(short, options=options, zstd_dict=dictionary(number))
    packed = bytes((PACKED_TOGETHER, number)) + frame[len(MAGIC) :] + digests
    smaller = len(packed) < sum(map(len, stored)) and NULS not in packed
    return packed if smaller and unpack_together(packed, about) == lines else None


def unpack_together(packed: bytes, about: str) -> list[bytes]:
    """Return the lines packed by :func:`pack_together`, in export form.

    :raises UnknownPacking: when a later release packed them.
    :raises ValueError: when they are damaged.
    """
    short, digests = decompressed(packed)
    places = sum(map(short.count, (DIGEST, SIGNATURE, AGAIN, FOLLOWS)))
    if len(short) + places * SIGNATURE_TEXT + short.count(ABOUT) * len(about) > MOST:
        raise ValueError("damaged: too long")
    if short.count(b"\n") != TOGETHER or not short.endswith(b"\n"):  # before anything looks for them
        raise ValueError("damaged: lines are missing")
    reader = _Reader(digests)
    lines = [reader.line(line) for line in LINE.findall(short.replace(ABOUT, about.encode()))]
    if len(lines) != TOGETHER or reader.is_left():
        raise ValueError("damaged: lines are missing, or digests are left")
    return lines


def from_first(place: int) -> int:
    """Return the place (from 0) of the first line of the group in which the line at a place would be packed."""
    return place - place % TOGETHER


def unpacked(match: str, stored: Sequence[bytes], first: int) -> list[bytes] | None:
    """Return the lines of a log in export form, from the stored texts in its places.

    :param first: the place (from 0) of the first of them.
    :returns: None when the first is packed together with lines before it; then read from :func:`from_first`.
    :raises UnknownPacking: when a later release packed one of them.
    :raises ValueError: when one of them is damaged.
    """
    if stored and not stored[0] and first % TOGETHER:
        return None
    return list(_unpacked(match, stored, first))


def _unpacked(match: str, stored: Sequence[bytes], first: int) -> Iterator[bytes]:
    at = 0
    while at < len(stored):
        if (first + at) % TOGETHER == 0 and stored[at][:1] == bytes((PACKED_TOGETHER,)):
            there = stored[at : at + TOGETHER]
            yield from unpack_together(there[0], match)[: len(there)]
            at += len(there)
        elif not stored[at]:
            raise ValueError("damaged: a line is missing")
        else:
            yield unpack(stored[at], match)
            at += 1


def _shortened(lines: Sequence[bytes], about: bytes) -> tuple[bytes, bytes]:
    """Return the compressible part of the lines, and the digests in the order in which they first occur."""
    known: dict[bytes, int] = {}
    digests: list[bytes] = []
    short: list[bytes] = []
    before: bytes | None = None
    for line in lines:
        pieces = line.split(b'"')
        written, head = list(pieces), None
        for place, piece in enumerate(pieces):
            found = digest_in(piece)
            if found is None:
                continue
            tag, raw = found
            if place == len(pieces) + HEAD:
                head = raw
            if raw in known:
                written[place] = tag + AGAIN + b"%d" % (len(known) - known[raw])
                continue
            known[raw] = len(known)
            if raw is head and before is not None and raw == _next_head(before, pieces[:place]):
                written[place] = FOLLOWS
            else:
                written[place] = tag + (DIGEST if len(raw) == DIGEST_BYTES else SIGNATURE)
                digests.append(raw)
        before = head
        short.append(b'"'.join(written))
    return b"".join(short).replace(about, ABOUT), b"".join(digests)


class _Reader:
    """Restores what was removed, line by line."""

    def __init__(self, digests: bytes) -> None:
        self._digests, self._read = digests, 0
        self._known: list[bytes] = []
        self._head: bytes | None = None

    def line(self, short: bytes) -> bytes:
        """Return the next line. :raises ValueError: when it is damaged."""
        pieces = short.split(b'"')
        before, self._head = self._head, None
        for place, piece in enumerate(pieces):
            mark = MARK.search(piece)
            if mark is not None:
                raw = self._raw(mark[0], piece[mark.end() :], before, pieces, place)
                pieces[place] = piece[: mark.start()] + coded(raw)
                if place == len(pieces) + HEAD:
                    self._head = raw
        return b'"'.join(pieces)

    def is_left(self) -> bool:
        """Return whether any digests remain unused."""
        return self._read < len(self._digests)

    def _raw(self, mark: bytes, rest: bytes, before: bytes | None, pieces: Sequence[bytes], place: int) -> bytes:
        if mark == AGAIN:
            if not AGO.fullmatch(rest) or not 0 < int(rest) <= len(self._known):
                raise ValueError("damaged: an unknown digest is meant")
            return self._known[-int(rest)]
        length = SIGNATURE_BYTES if mark == SIGNATURE else DIGEST_BYTES
        if mark == FOLLOWS:  # looked for in one place of a line only: what precedes it is put together anew
            is_head = place == len(pieces) + HEAD
            raw = (_next_head(before, pieces[:place]) if is_head and before else None) or b""
        else:
            raw = self._digests[self._read : self._read + length]
            self._read += len(raw)
        if rest or len(raw) != length:
            raise ValueError("damaged: a digest is missing")
        self._known.append(raw)
        return raw


def _next_head(head: bytes, pieces: Sequence[bytes]) -> bytes | None:
    """Return the head after a line's entry, given the pieces of the line before its own, or None if the line has
    another form."""
    text = b'"'.join(pieces)
    if not (text.startswith(ENTRY) and text.endswith(AFTER_ENTRY)):
        return None
    return next_head_of(head, text[len(ENTRY) : -len(AFTER_ENTRY)])
