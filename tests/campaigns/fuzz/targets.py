"""Parsers as functions of bytes: each refuses with its own error, or holds what it promises of what it has read.

A seed is a harmless input that its parser accepts; all others are made from seeds, by chance or by a fuzzer (``python -m
tests.campaigns.fuzz``).
"""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import get_args
from urllib.parse import urlencode

import flask
from waitress.adjustments import Adjustments
from werkzeug.exceptions import HTTPException

from engine.contract import BadOptions, Decision, Game, IllegalMove, State
from engine.kit.text.plan_sentences import sentences_of
from engine.protocol.canon import NotCanonical, _parse_carefully, b64, canonical, parse, parse_canonical
from engine.protocol.chance import Draws
from engine.protocol.evidence import Evidence, SignedCheckpoint, evidence_in, lines_of
from engine.protocol.log import FIRST_HEAD, chain
from engine.protocol.seal import MalformedOpening, commitment, parse_opening
from engine.registry import GAMES, game, newest
from engine.standings.ratings import BadLog, current_epoch, replay
from engine.standings.results import BadEntry, Result, SeatResult, Void, parse_entry, written
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.merkle import Leaf, parse_leaf
from engine.transparency.note import ED25519, BadNote, Note, Signature, VerifierKey, parse_note
from engine.transparency.policy import BadPolicy, parse_policy
from engine.transparency.proof import AddCheckpoint, make_proof, parse_add_checkpoint, parse_proof
from engine.transparency.tiles import NoTile, bundle, parse_path, unbundle
from engine.verifier.replay import verify
from service.accounts.access.grants import BadProgram, checked_client, checked_target
from service.accounts.access.tokens import token_id
from service.accounts.chat_services import BY_NAME, BadChat, Outgoing, Reply, checked_chat, deliver
from service.accounts.chat_services import Refused as NotTaken
from service.accounts.mail.mail_address import STATUS
from service.accounts.webhooks import PORTS, BadTarget, checked_url, is_public
from service.api.account.oauth.consent import Unfit
from service.api.account.oauth.consent import _asked as asked_for
from service.api.http import compression, cursors, etags, fields
from service.api.http.current import EXTENSION
from service.api.http.problems import Problem
from service.cli.player.exits import Failed
from service.cli.verifying.whole import BEGINNING, Whole, read_whole
from service.config.networks import LOCAL, UNKNOWN, Proxies, address_of, network_of, origin_of, provider_of, site_of
from service.keys.signing import EscrowFailed, Links, Resolver, Sealer, resolver_public
from service.serve.http.connections import BODY, HEADERS, Parser
from service.text.names import BadName, Kind, checked
from tests.engine.told.test_plan_sentences import OF_FORMS
from tests.engine.ways import tables_of
from workers.inbox.commands import Picks
from workers.inbox.commands.plan_sentences import PlanReading, plan_lines
from workers.inbox.grammar import consent_in, order_in, seconds_asked_for, understand
from workers.inbox.mime import Refused, status_in
from workers.inbox.sender import Malformed, objection, results_of
from workers.inbox.text import Incoming, read
from workers.inbox.written import LONGEST_LINE, MOST_LINES, written_lines
from workers.mail.reply_address import ReplyAddress, read_address, read_return_address, read_trial_address
from workers.mail.reply_address import written as address_written


@cache
def games() -> dict[str, tuple[Game, State, Decision]]:
    """Return each game with its first state, and the decision that stands there."""
    found = {}
    for one in map(game, sorted({newest(name) for name in GAMES})):
        options, seats = tables_of(one)[0]
        state = one.setup(one.options(dict(options), seats), seats, Draws(bytes(32)))
        found[one.rules.id.partition("@")[0]] = (one, state, one.decisions(state)[0])
    return found


GOLDEN = Path(__file__).parents[2] / "system" / "golden"


@dataclass(frozen=True)
class Target:
    """A parser, fed: ``run`` returns whether it accepts; whatever else it raises than its own refusal is a fault."""

    run: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]


TARGETS: dict[str, Target] = {}


def target(*seeds: bytes | str) -> Callable[[Callable[[bytes], bool]], Callable[[bytes], bool]]:
    """Add a function to :data:`TARGETS`, with inputs that it accepts."""

    def add(run: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
        name = run.__name__.replace("_", "-")
        TARGETS[name] = Target(run, tuple(one.encode() if isinstance(one, str) else one for one in seeds))
        return run

    return add


def text_of(data: bytes) -> str:
    """Return a text as it comes from outside: whole characters."""
    return data.decode("utf-8", "replace")


# Mails.

ANN, HOST = "ann@players.example", "mx.example"
HEAD = f"From: Ann <{ANN}>\r\nMessage-ID: <1@players.example>\r\n"


@target(
    f"{HEAD}Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n3\r\n\r\nOn Mon, Siegelpost wrote:\r\n> 1 pass\r\n",
    f"{HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    "<div>3<br></div><ol start=3D2><li>x</ol><blockquote>1</blockquote>\r\n",
    f'{HEAD}Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n'
    "Content-Transfer-Encoding: base64\r\n\r\nMw0K\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>3</p>\r\n--b--\r\n",
)
def mail(data: bytes) -> bool:
    """A mail to an address for answers; lines end in whichever way without changing what it says."""
    status = status_in(data)
    assert status is None or STATUS.fullmatch(status)
    try:
        found = read(data, ANN)
    except Refused:
        return False
    assert len(found.lines) <= MOST_LINES
    assert all(len(line) <= LONGEST_LINE + 1 for line in found.lines)
    assert found.sender == found.sender.lower()
    if b"\r" not in data.replace(b"\r\n", b"") and data.count(b"\n") == data.count(b"\r\n"):
        other = read(data.replace(b"\r\n", b"\n"), ANN)
        assert (other.lines, other.sender, other.automatic) == (found.lines, found.sender, found.automatic)
    return bool(found.lines)


@target(
    "mx.example; dmarc=pass (p=reject dis=none) header.from=players.example; spf=pass smtp.mailfrom=ann@players.example",
    'mx.example 1; dkim=pass reason="good \\"signature\\"" header.d=players.example header.i=@players.example; dmarc/1=pass '
    "header.from=players.example",
    "mx.example; none",
)
def authentication_results(data: bytes) -> bool:
    """The verdicts of the own mail server: read whole or not at all."""
    text = data.decode("ascii", "surrogateescape")
    try:
        found = results_of([text], HOST)
    except Malformed:
        return False
    assert results_of([text], HOST) == found
    assert all(one.verdict == one.verdict.lower() for one in found)
    return text.lstrip().lower().startswith(HOST)


@target(
    "ann", 'a"; dmarc=pass header.from=players.example; x=', "a (b) c", "x; dmarc=pass header.from=players.example ("
)
def sender_in_results(data: bytes) -> bool:
    """What a sender wrote, in the results of a server that quotes it, comments on it or copies it: never a pass."""
    text = re.sub(r"[^\t\x20-\x7e]", "", data.decode("latin-1"))
    quoted, comment = re.sub(r'(["\\])', r"\\\1", text), re.sub(r"([()\\])", r"\\\1", text)
    for verdict in ("fail (p=reject dis=none)", "none (p=none dis=none)"):
        for said in (
            f'spf=pass smtp.mailfrom="{quoted}"@evil.example',
            f'spf=fail ({comment}) reason="{quoted}" smtp.mailfrom=evil.example',
            f"spf=pass smtp.mailfrom={text}@evil.example",
        ):
            results = (f"{HOST}; {said}; dmarc={verdict} header.from=players.example",)
            mail = Incoming(key="1", message_id="", sender=ANN, automatic="", results=results, lines=("3",))
            assert objection(mail, (ANN,), HOST, "eve@evil.example") is not None, results
    return True


CHOICES = {
    1: ["play 36 (Tea, Coin)", "36 (Tee, Münze) spielen", "play 36"],
    2: ["play 5", "5 spielen"],
    3: ["pass", "passen"],
}


@target("3", "play 36", "Hallo,\nich möchte passen\nViele Grüße\nAnn", "ask time 2 days", "Ja, danke", "undo")
def reply(data: bytes) -> bool:
    """What a person writes: nothing is picked that is not listed."""
    lines = written_lines(text_of(data), "Ann")
    assert len(lines) <= MOST_LINES
    for line in lines[:3]:
        seconds = seconds_asked_for(line.lower())
        assert seconds is None or seconds >= 0
        order_in(line)
    agreed = consent_in(lines, ("Ben",))
    assert agreed is None or agreed.doubt in ("", *lines)
    found = understand(lines, CHOICES, opponents=("Ben",))
    if isinstance(found, Picks):
        assert set(found.numbers) <= set(CHOICES)
        assert len(set(found.numbers)) == len(found.numbers)
    return bool(lines)


@target("PLAN lay any card at (0, 1)", "PLAN ship stays", "Daueranweisung: Schiff bleibt", "PLAN END ALL")
def plan_by_mail(data: bytes) -> bool:
    """Standing orders in words: as many lines as were written, in either language."""
    lines = text_of(data).split("\n")[:MOST_LINES]
    found = False
    for reading in readings():
        told, below = plan_lines(lines, reading)
        assert list(below) == lines[len(lines) - len(below) :]
        found = found or bool(told)
    return found


ADDRESS = ReplyAddress("018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", 1, bytes(8), whole=True).signed(
    Links(bytes(32)), HOST, "p_" + "0" * 32, ANN
)


@target(ADDRESS, ADDRESS.upper())
def mail_address(data: bytes) -> bool:
    """The address that a mail comes for: what is read of it is read again as the same."""
    text = text_of(data)
    read_trial_address(text, HOST)
    read_return_address(text, HOST)
    found = read_address(text, HOST)
    assert found is None or read_address(address_written(found, HOST), HOST) == found
    return found is not None


@target("Ann", "Ann  Lee", "Änne", "Мария", "ann-2", "山田")
def name(data: bytes) -> bool:
    """Names, titles and labels: what is stored is stored the same if it is given again."""
    found = False
    for kind in get_args(Kind):
        try:
            stored = checked(text_of(data), kind)
        except BadName:
            continue
        assert checked(stored, kind) == stored
        found = True
    return found


@cache
def readings() -> list[PlanReading]:
    """Return what reads sentences at a table of Kontor."""
    kontor, state, _ = games()["kontor"]
    return [PlanReading(sentences_of(kontor, state, 0, language)) for language in ("en", "de")]


# Texts of the protocol.


@target(
    '{"a":[1,-2,"\\u00e4\\n"],"b":{"":null,"c":true}}', " [ ] ", '"\\ud83d\\ude00"', "9007199254740991", '{"é":1,"z":2}'
)
def strict_json(data: bytes) -> bool:
    """Strict JSON: the quick way and the careful one judge alike, and what is accepted has one canonical text."""
    quick, careful = attempt(parse, data), attempt(lambda raw: _parse_carefully(raw, 32), data)
    assert repr(quick) == repr(careful)
    if isinstance(quick, NotCanonical):
        return False
    written = canonical(quick)
    assert repr(parse_canonical(written)) == repr(parse(written))
    assert canonical(parse(written)) == written
    assert json.loads(data) == quick
    return True


def attempt(reader: Callable[[bytes], object], data: bytes) -> object:
    """Return what a reader returns, or its refusal without words: both ways may name another fault first."""
    try:
        return reader(data)
    except NotCanonical:
        return Refusal()


class Refusal(NotCanonical):
    """A refusal, whatever it says."""


def golden(name: str, lines: int) -> list[bytes]:
    """Return the first lines of a recorded log."""
    with (GOLDEN / f"{name}.jsonl").open("rb") as file:
        return list(islice(file, lines))


def entries_of(lines: Sequence[bytes]) -> bytes:
    """Return the entries of a log without heads and signatures, a line each."""
    return b"".join(canonical(json.loads(line)["entry"]) + b"\n" for line in lines)


LOGS = (golden("goldsieber-basic", 8), golden("anno-1701-by-api", 8))


@target(*map(entries_of, LOGS))
def log_of_a_liar(data: bytes) -> bool:
    """A log whose entries are anything, each with its true head: it gets a verdict."""
    try:
        entries = [parse(line) for line in data.splitlines()]
        heads = list(chain(entries, FIRST_HEAD))
    except NotCanonical:
        return False
    sig = b64(bytes(64))
    lines = [
        canonical({"entry": one, "head": head, "sig": sig}) + b"\n" for one, head in zip(entries, heads, strict=True)
    ]
    found = verify(b"".join(lines), check_signature=lambda *_: True, check_seat=lambda *_: True)
    return found.verdict != "FAIL"


@target(*(b"".join(lines) for lines in LOGS))
def log(data: bytes) -> bool:
    """The lines of a log: they get a verdict."""
    return verify(data).verdict != "FAIL"


WHOLE = Whole(
    "https://play.example", ["Ann", "Ben"], [{"n": 7, "seat": 1, "before": "Cem"}], b"".join(LOGS[0]), [], [], None
)


@target(WHOLE.written(), WHOLE._replace(proof=b"a proof", openings=[{}]).written())
def whole_match(data: bytes) -> bool:
    """A whole match in a file: what is read of it is written the same, and gets a verdict."""
    try:
        found = read_whole(data, "a file")
    except Failed:
        return False
    verify(found.export, receipts=found.receipts, openings=found.openings)
    if not data.startswith(BEGINNING):
        return False
    assert read_whole(found.written(), "a file") == found
    return True


def _result(number: int, places: Sequence[int]) -> Result:
    seats = [SeatResult(player=f"p_{seat}", place=place, end="played", team=seat) for seat, place in enumerate(places)]
    return Result(
        type="result", match=f"{number:08x}-0000-4000-8000-000000000000", game="kontor", rules="kontor@1", n=9,
        head="A" * 43, at="2026-11-29T12:00:00.000Z", reason="finished",
        seats=[{**one, "mu": 25_000_000, "sigma": 8_000_000} for one in seats],
    )  # fmt: skip


VOID = Void(
    type="void", match=_result(1, [1, 2])["match"], at="2026-11-29T12:00:00.000Z", why="two accounts of one person"
)
RESULTS = [
    current_epoch(),
    _result(1, [1, 2]),
    _result(2, [2, 1, 2]),
    VOID,
    {**current_epoch(), "tau": 9},
    _result(3, [1, 1]),
]


@target(b"\n".join(map(written, RESULTS)), b"\n".join(map(written, RESULTS[:3])))  # type: ignore[arg-type]
def log_of_results(data: bytes) -> bool:
    """A log of results: its entries have one text each, and ratings follow from them, or the first that is wrong is named."""
    try:
        found = [parse_entry(line) for line in data.split(b"\n")]
        assert b"\n".join(map(written, found)) == data
        return bool(replay(lambda: found, check=False).ratings)
    except (BadEntry, BadLog):
        return False


OPENING = {
    "v": 1, "match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", "rules": "kontor@1", "decision": "r1.choose", "seat": 0,
    "head": b64(bytes(32)), "salt": b64(bytes(range(32))), "move": {"type": "pass"},
}  # fmt: skip


@target(b"[" + b",".join(line.strip() for line in golden("goldsieber-basic.receipts", 3)) + b"]", canonical([OPENING]))
def receipts(data: bytes) -> bool:
    """Receipts and openings that somebody shows beside a log: they get a verdict."""
    try:
        given = parse(data)
    except NotCanonical:
        return False
    if not isinstance(given, list):
        return False
    export = b"".join(LOGS[0])
    verify(export, check_signature=lambda *_: True, receipts=given, openings=given)
    return True


@target(canonical(OPENING), json.dumps(OPENING))
def opening(data: bytes) -> bool:
    """The opening of a seal: its canonical text is read as the same, with the same commitment."""
    try:
        found = parse_opening(data)
    except MalformedOpening:
        return False
    again = parse_opening(canonical(found))
    assert again == found
    assert commitment(again) == commitment(found)
    return True


SECRET = bytes(range(32))
BOX = Sealer(resolver_public(SECRET)).seal_bytes(b'{"move":{"type":"pass"}}')


@target(BOX)
def sealed_box(data: bytes) -> bool:
    """A sealed box: no other text opens."""
    try:
        Resolver(SECRET).unseal(text_of(data))
    except EscrowFailed:
        return False
    assert data == BOX.encode()
    return True


LINK = Links(SECRET).make("work", {"for": "login", "bits": 10})


@target(LINK)
def link(data: bytes) -> bool:
    """A token that a mail carries, or the challenge of a proof of work: no other text is one."""
    found = Links(SECRET).read("work", text_of(data))
    assert token_id(text_of(data)) is None or data.startswith(b"sp_")
    assert (found is None) == (data != LINK.encode())
    return found is not None


MATCH = str(OPENING["match"])
EVIDENCE = Evidence(MATCH, 12, b64(bytes(32)), b64(bytes(64)), b64(bytes(32)))
WITH_LOG = EVIDENCE._replace(checkpoint=SignedCheckpoint("play.example/log", 7, "AAAA", "BBBB"))


@target(*("\n".join(lines_of(one)) for one in (EVIDENCE, WITH_LOG)), "> " + "\n> ".join(lines_of(WITH_LOG)))
def evidence(data: bytes) -> bool:
    """Evidence in a mail: what is read is written as it would be read again."""
    found = list(evidence_in(text_of(data)))
    for one in found:
        assert list(evidence_in("\n".join(lines_of(one)))) == [one]
    return bool(found)


# The log of all matches.

KEY = VerifierKey("play.example/log", ED25519, SECRET)
SIGNATURE = Signature(KEY.name, KEY.id, bytes(64))
CHECKPOINT = Note(f"{KEY.name}\n7\n{'A' * 43}=\n", (SIGNATURE,))


@target(str(CHECKPOINT), "text\n\nmore\n\n" + str(SIGNATURE))
def note(data: bytes) -> bool:
    """A signed note: written as it was read."""
    try:
        found = parse_note(data)
    except BadNote:
        return False
    assert str(found).encode() == data
    with suppress(BadNote):
        assert checkpoint_of(found).size >= 0
    return True


@target(str(KEY))
def verifier_key(data: bytes) -> bool:
    """A key of a log or witness: written as it was read."""
    try:
        found = VerifierKey.parse(text_of(data))
    except BadNote:
        return False
    assert str(found) == text_of(data)
    return True


WITNESS = VerifierKey("w.example", 4, bytes(32))


@target(f"# trust\nlog {KEY}\nwitness w {WITNESS}\ngroup g any w\nquorum g\n", f"log {KEY}\nquorum none\n")
def policy(data: bytes) -> bool:
    """A policy of trust: its quorum can be asked."""
    try:
        found = parse_policy(data)
    except BadPolicy:
        return False
    assert not found.witnesses or found._holds(found.quorum, set(found.witnesses.values()))
    return True


@target(str(AddCheckpoint(3, (bytes(32),), CHECKPOINT)))
def add_checkpoint(data: bytes) -> bool:
    """A log's request to a witness: written as it was read."""
    try:
        found = parse_add_checkpoint(data)
    except BadNote:
        return False
    assert str(found).encode() == data
    return True


@target(str(make_proof(Leaf(MATCH, 3, bytes(32)), 2, [bytes(32)], CHECKPOINT)))
def proof(data: bytes) -> bool:
    """The proof of an entry: written as it was read."""
    try:
        found = parse_proof(data)
    except BadNote:
        return False
    assert str(found).encode() == data
    with suppress(ValueError):
        found.check()
    return True


@target("0/x001/x234/067.p/5", "entries/000", "7/000.p/1")
def tile_path(data: bytes) -> bool:
    """The address of a tile: spelt in the one way there is."""
    try:
        found = parse_path(text_of(data))
    except NoTile:
        return False
    assert found.path == text_of(data)
    return True


@target(bundle([b"a" * 56, b"", b"b"]))
def tile_of_entries(data: bytes) -> bool:
    """A bundle of leaves: written as it was read."""
    try:
        found = unbundle(data)
    except NoTile:
        return False
    assert bundle(found) == data
    for entry in found:
        with suppress(ValueError):
            assert parse_leaf(entry).entry == entry
    return True


# Requests.

WEB = flask.Flask("fuzz")
WEB.extensions[EXTENSION] = SimpleNamespace(
    settings=SimpleNamespace(public_url="https://play.example", allowed_hosts=())
)

LIMITS = Adjustments(max_request_header_size=HEADERS, max_request_body_size=BODY)


def requests_in(data: bytes, step: int) -> list[tuple[object, ...]]:
    """Return the requests in bytes that come in steps, up to one that is refused."""
    found: list[tuple[object, ...]] = []
    parser = Parser(LIMITS)
    for place in range(0, len(data), step):
        piece = data[place : place + step]
        while piece:
            piece = piece[parser.received(piece) :]
            if not parser.completed:
                continue
            if parser.error is not None:
                return [*found, (parser.error.code,)]
            if not parser.empty:
                body = b"" if parser.body_rcv is None else parser.get_body_stream().read()
                found.append((parser.command, parser.path, parser.query, sorted(parser.headers.items()), body))
            parser = Parser(LIMITS)
    return found


@target(
    "GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b?c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
    "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHEAD / HTTP/1.0\r\n\r\n",
)
def raw_requests(data: bytes) -> bool:
    """Requests as bytes: the same however they are cut on their way."""
    found = requests_in(data, max(1, len(data)))
    assert requests_in(data, 7) == found
    return bool(found) and len(found[-1]) > 1


@target(cursors.encode(3, "r1"), cursors.encode(0, ""))
def cursor(data: bytes) -> bool:
    """The cursor of a page: a place of the kinds that the list has."""
    found = cursors.read(text_of(data), int, str)
    if found is None:
        return False
    assert cursors.read(cursors.encode(*found), int, str) == found
    return True


SOURCE = re.compile(r"https?:(//([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?)?")
"""What may stand in a Content-Security-Policy without saying anything else there."""


@target(
    "Board Helper\nhttp://127.0.0.1:4711/done",
    "https://app.example/\nhttps://app.example/back?a=1",
    "Board Helper\nhttp://[::1]:80/",
)
def oauth(data: bytes) -> bool:
    """The names and addresses of programs: nobody's but their own site gets an answer."""
    client, _, uri = text_of(data).partition("\n")
    with suppress(BadProgram):
        checked_client(client, device=True)
    try:
        found = checked_target(uri, checked_client(client, device=False), ("play.example",))
    except BadProgram:
        return False
    assert found.uri == uri
    assert SOURCE.fullmatch(found.origin), found.origin
    assert found.here or uri.lower().startswith(f"https://{found.host}")
    assert found.host != "play.example"
    return True


GRANT = {
    "response_type": "code", "client_id": "https://app.example/", "redirect_uri": "https://app.example/back?a=1",
    "scope": "match:read account:read", "state": "ä&b".encode().hex(), "code_challenge": "A" * 43,
    "code_challenge_method": "S256",
}  # fmt: skip


@target(urlencode(GRANT), urlencode({**GRANT, "client_id": "Board Helper", "redirect_uri": "http://127.0.0.1:4711/"}))
def oauth_parameters(data: bytes) -> bool:
    """The request of a program for access: what is read of it is asked again as the same."""
    with WEB.test_request_context(f"/oauth/authorize?{data.decode('latin-1')}"):
        try:
            found = asked_for(flask.request.args.items(multi=True))
        except Unfit:
            return False
    with WEB.test_request_context(f"/oauth/authorize?{found.query}"):
        assert asked_for(flask.request.args.items(multi=True)) == found
    assert found.scopes
    return True


@target("https://hooks.example/a?b=c", "https://9.9.9.9:8443/", "https://[2620:fe::fe]/x")
def webhook_url(data: bytes) -> bool:
    """The URL of a webhook: it leads to the public internet, and is read as the same once it is taken apart."""
    try:
        found = checked_url(text_of(data), "public")
    except BadTarget:
        return False
    assert found.secure
    assert found.port in PORTS
    literal = address_of(found.host)
    assert literal is None or is_public(literal)
    assert not re.search(r"[^\x21-\x7e]", found.authority + found.path)
    again = checked_url(f"https://{found.authority}{found.path}", "public")
    assert again == found
    return True


CHATS = (
    f"https://discord.com/api/webhooks/123456789012345678/{'d' * 30}", f"tgram://123456789:{'t' * 35}/12315544",
    f"https://hooks.slack.com/services/TXXXXXXXX/A1BRTD4JD/{'s' * 24}", f"ntfys://{'n' * 12}:{'p' * 12}@ntfy.example.org/topic",
    f"matrixs://{'m' * 30}@matrix.example.org/!room:example.org", f"mmosts://chat.example.org/{'w' * 26}",
    f"https://chat.googleapis.com/v1/spaces/AAAA/messages?key={'k' * 9}&token={'g' * 20}", f"pover://{'u' * 30}@{'a' * 30}",
    f"gotifys://push.example.org/A{'y' * 14}",
)  # fmt: skip


@target(
    *(
        f"{address}\n{answer}"
        for address in CHATS
        for answer in ("ok", '{"retry_after": 64.5}', '{"retry_after_ms": 8000}', '{"parameters": {"retry_after": 75}}')
    )
)
def chat_address(data: bytes) -> bool:
    """The address of a chat and its service's answer: few requests, to one public host, and no secret comes back."""
    address, _, answer = text_of(data).partition("\n")
    try:
        _, found = checked_chat(address, tuple(BY_NAME), "public")
    except BadChat:
        return False
    asked: list[Outgoing] = []

    def send(one: Outgoing) -> Reply:
        asked.append(one)
        return Reply(429, answer.encode())

    try:
        deliver(address, "Friday: it is your turn", send)
    except NotTaken as refused:
        assert 0 <= refused.wished <= 86_400_000
        assert not any(one in refused.said for one in re.findall(r"[A-Za-z0-9_-]{6,}", address))
    for one in asked:
        to = checked_url(one.url.partition("#")[0], "public")
        assert (to.secure, to.authority) == (True, found.authority)
        assert not re.search(r"[\r\n]", "".join(f"{name}{value}" for name, value in one.headers.items()))
    return True


PROXIES = Proxies.parse("10.0.0.0/8, fd00::/8, unix")


@target(
    "10.1.2.3\n192.0.2.7, 10.9.9.9", "\n2001:db8::1", "192.0.2.1\n10.0.0.1", "10.0.0.1\n[2001:db8::1]:443, 10.0.0.2"
)
def forwarded_for(data: bytes) -> bool:
    """``X-Forwarded-For``: strangers' is not read, and what stands before the first stranger says nothing."""
    direct, _, forwarded = text_of(data).partition("\n")
    with suppress(ValueError):
        Proxies.parse(forwarded)
    found = PROXIES.client(direct, forwarded)
    assert found in (LOCAL, UNKNOWN) or address_of(found) is not None
    for wider in (network_of, site_of, provider_of, origin_of):
        wider(found)
    if address_of(direct) is not None and not PROXIES.trusts(address_of(direct)):
        assert found == str(address_of(direct))
    assert PROXIES.client("10.0.0.1", f"{forwarded[:400]}, 192.0.2.9, 10.0.0.2") == "192.0.2.9"
    return found != UNKNOWN


READ_HEADERS = (
    "Accept", "Accept-Encoding", "Accept-Language", "If-Match", "If-None-Match", "Range", "Content-Type", "Content-Encoding",
    "Cookie", "Host",
)  # fmt: skip


@target(
    '*/*\ngzip, zstd;q=0.5\nde, en;q=0.5\n"tag"\nW/"tag"\nbytes=0-1\napplication/json; charset=utf-8\nidentity\na=b\n'
    "play.example\n{}",
    'text/html\n*\nen\n*\n*\n\napplication/json\n\n\nplay.example\n{"a":1}',
)
def headers(data: bytes) -> bool:
    """Headers of a request and its body: answered or refused, never broken."""
    *values, body = (data.split(b"\n", len(READ_HEADERS)) + [b""] * len(READ_HEADERS))[: len(READ_HEADERS) + 1]
    given = {
        name: re.sub(r"[\x00-\x1f]", "", value.decode("latin-1"))
        for name, value in zip(READ_HEADERS, values, strict=True)
    }
    with WEB.test_request_context("/", method="PUT", headers=given, data=body):
        assert compression.wanted() in (None, "gzip", "zstd")
        assert flask.request.accept_languages.best_match(["en", "de"]) in (None, "en", "de")
        flask.request.accept_mimetypes.best_match(["application/json", "text/event-stream"])
        assert isinstance(flask.request.cookies.get("a", ""), str)
        with suppress(Problem):
            etags.require("tag")
        try:
            fields.json_body(flask.request)
        except (Problem, HTTPException):
            return False
    return True


# Games.


def game_seeds() -> list[bytes]:
    """Return some moves, options and standing orders of each game."""
    moves = [
        move
        for played, state, told in games().values()
        for move in played.moves(state, told["seats"][0], told["id"])[:4]
    ]
    options = [dict(options) for played, *_ in games().values() for options, _ in tables_of(played)[:2]]
    return [canonical(one) for one in (*moves, *options, *(orders for each in OF_FORMS.values() for orders in each))]


@target(*game_seeds())
def game_json(data: bytes) -> bool:
    """Options, moves and standing orders of every game: whatever JSON they are, they are checked or refused by name."""
    try:
        value = parse(data, depth=8)
    except NotCanonical:
        return False
    if not isinstance(value, dict):
        return False
    for played, state, told in games().values():
        with suppress(BadOptions):
            canonical(played.options(value, played.rules.seats[0]))
        with suppress(IllegalMove):
            played.check(state, told["seats"][0], told["id"], value)
        with suppress(IllegalMove):
            played.check_orders(state, told["seats"][0], value)
    return True
