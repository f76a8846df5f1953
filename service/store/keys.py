"""Every key of the store, one function per key. No other code builds a key.

All keys of one match, its due time and its outgoing news carry the same hash tag, the *bucket*, so one script can change
them together, on one server and on a cluster alike. The number of buckets is fixed for ever.
"""

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

BUCKETS = 64
STORE = "sp:"
"""How every key begins."""
ACCOUNT = re.compile(r"p_[0-9a-f]{32}")
TOKEN = re.compile(r"t_[0-9a-f]{16}")
OPERATOR_TOKEN = re.compile(r"a_[0-9a-f]{16}")
WEBHOOK = re.compile(r"[wct]_[0-9a-f]{16}")
CHANNEL = re.compile(r"[a-z]{1,20}")
MAIL = "mail"
"""The default channel, which recipients do not name."""
DIGEST = "digest"
PUSH = "push"
BROWSER = re.compile(r"b_[0-9a-f]{16}")
MATCH = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class BadId(ValueError):
    """A malformed id; the message names the expected kind."""


@lru_cache(maxsize=4096)
def bucket_of(identifier: str) -> int:
    """Return the bucket of a match, account, token (including an operator's) or hexadecimal digest.

    >>> bucket_of("018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"), bucket_of("p_" + "ff" * 16)
    (1, 63)

    :raises BadId: for any other text.
    """
    if MATCH.fullmatch(identifier):
        digits = identifier
    elif any(one.fullmatch(identifier) for one in (ACCOUNT, TOKEN, OPERATOR_TOKEN)):
        digits = identifier[2:]
    elif re.fullmatch(r"[0-9a-f]{64}", identifier):
        digits = identifier
    else:
        raise BadId(f"{identifier[:80]!r} is not the id of a match, an account or a token")
    return int(digits[:2], 16) % BUCKETS


class Recipient(NamedTuple):
    """A recipient of notices: an account in a match (one mail thread) or outside (``match`` is None), on a channel."""

    account: str
    match: str | None
    channel: str


def is_recipient(text: str) -> bool:
    """Return whether a text is ``<match>:<account>`` or ``acct:<account>``, followed by ``:<channel>`` unless that is mail."""
    account, match, channel = parse_recipient(text)
    known = bool(ACCOUNT.fullmatch(account)) and (match is None or bool(MATCH.fullmatch(match)))
    return known and bool(CHANNEL.fullmatch(channel)) and text == recipient_of(account, match, channel)


def parse_recipient(text: str) -> Recipient:
    """Return the parts of a recipient.

    >>> parse_recipient("acct:p_" + "ff" * 16 + ":toy").channel
    'toy'
    """
    first, _, rest = text.partition(":")
    account, _, channel = rest.partition(":")
    return Recipient(account, None if first == "acct" else first, channel or MAIL)


def bucket_of_recipient(recipient: str) -> int:
    """Return the bucket of a recipient: the match's, or else the account's."""
    account, match, _ = parse_recipient(recipient)
    return bucket_of(account if match is None else match)


def recipient_of(account: str, match: str | None, channel: str = MAIL) -> str:
    """Return the recipient on a channel for an account in a match, or for the account itself."""
    who = f"{match}:{account}" if match else f"acct:{account}"
    return who if channel == MAIL else f"{who}:{channel}"


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal; keys contain it in place of email addresses and rate-limited parties."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _tag(bucket: int) -> str:
    return f"{STORE}{{{bucket:02d}}}"


def _single(name: str) -> Callable[[], str]:
    def key() -> str:
        return STORE + name

    return key


def _of_bucket(kind: str) -> Callable[[int], str]:
    def key(bucket: int) -> str:
        return f"{_tag(bucket)}:{kind}"

    return key


def _of_id(kind: str) -> Callable[[str], str]:
    def key(identifier: str) -> str:
        return f"{_tag(bucket_of(identifier))}:{kind}:{identifier}"

    return key


def _of_match(kind: str) -> Callable[[str], str]:
    def key(match_id: str) -> str:
        return f"{_tag(bucket_of(match_id))}:{kind}:{match_id}"

    return key


def _in_match(kind: str) -> Callable[[str, str], str]:
    def key(match_id: str, name: str) -> str:
        return f"{_tag(bucket_of(match_id))}:{kind}:{match_id}:{name}"

    return key


def _of_account(kind: str) -> Callable[[str], str]:
    def key(account_id: str) -> str:
        return f"{_tag(bucket_of(account_id))}:{kind}:{account_id}"

    return key


def _in_account(kind: str) -> Callable[[str, str], str]:
    def key(account_id: str, name: str) -> str:
        return f"{_tag(bucket_of(account_id))}:{kind}:{account_id}:{name}"

    return key


def _of_recipient(kind: str) -> Callable[[str], str]:
    def key(recipient: str) -> str:
        return f"{_tag(bucket_of_recipient(recipient))}:{kind}:{recipient}"

    return key


def mark_beside(key: str) -> str:
    """Text: written after a write that must reach a replica, on the same server as that key; its value means nothing."""
    return f"sp:{key[key.index('{') : key.index('}') + 1]}:mark"


match = _of_match("m")
"""Hash: ``n head at av status table state asks base due closes w d:<decision>``; ``w`` is ``n:av`` once a step or act is
whole. ``table`` and ``state`` may be packed (:mod:`service.store.matches.packing`); ``asks``:
:mod:`service.store.matches.asks`."""
acts = _of_match("a")
"""Hash: ``<seat>:<decision>`` -> the seat's last act as JSON."""
secrets = _of_match("x")
"""Hash: ``seed``, ``entropy:<seat>``, ``box:<seat>:<decision>``, ``kept:<seat>:<decision>``, ``said:<message>``,
``talk``. Only workers read it, except for the messages, which their seats may see, too, and for the data kept for a
repeated act, which only that seat's token opens."""
talk = _of_match("tk")
"""Hash: what is said to the whole table, and who has muted whom (:mod:`service.store.matches.talk`). It expires by
itself some time after the match's end."""


def report(report_id: str) -> str:
    """Text: a message that somebody has reported to the operator, as JSON; expires by itself."""
    return f"sp:{{audit}}:report:{report_id}"


reports = _single("{audit}:reports")
"""Sorted set: id of a reported message -> until when it is kept (ms)."""
seen = _of_match("s")
"""Set: numbers of the commitments and salt digests that occurred in the match (:mod:`service.store.values`)."""
lines = _of_match("l")
"""List: the export lines of the log, packed (:mod:`service.store.matches.packing`) or plain, entry n at index n - 1."""


def replay(match_id: str, seat: int | None) -> str:
    """Text: the views of a seat, or of a spectator, at each step of a match, or the states of a closed one, for a short
    while."""
    return f"{_tag(bucket_of(match_id))}:rp:{match_id}:{_viewer(seat)}"


def replay_asked(match_id: str, seat: int | None) -> str:
    """Text: exists while that replay is requested."""
    return f"{_tag(bucket_of(match_id))}:ra:{match_id}:{_viewer(seat)}"


thought = _in_match("th")
"""Text: a review of a closed match, or a hint, which a worker has thought about (:mod:`service.store.matches.moments`)."""
thought_asked = _in_match("ta")
"""Text: exists while that thought is requested."""
recalled = _in_match("rc")
"""Text: a sealed move that a worker has read back for its player, encrypted with the text of the token, for a moment."""
recall_asked = _in_match("rq")
"""Text: exists while that recall is requested."""
here = _in_match("here")
"""Text: exists while an account is looking at the table, for about a minute."""


def _viewer(seat: int | None) -> str:
    return "spectator" if seat is None else str(seat)


due = _of_bucket("due")
"""Sorted set: match -> time (ms) when the clock must look at it (or its lease ends)."""
out = _of_bucket("out")
"""Sorted set: recipient -> time (ms) of the next attempt (or the end of its lease)."""
not_before = _of_bucket("held")
"""Hash: recipient -> time (ms) before which nothing is sent to it, whatever comes in: the end of a lease, or of a
back-off."""
leases = _of_bucket("leases")
"""Sorted set: ``<owner> <match or recipient>`` -> end of the lease (ms); expired ones are removed by the next claim."""
queue = _of_recipient("q")
"""Hash: notice id -> notice JSON, plus ``handing`` and ``attempts``."""
deliveries = _of_recipient("d")
"""List: delivery records, packed JSON or plain, newest first."""
given_up = _of_recipient("g")
"""Hash: notice id -> notice JSON, of letters given up; for an operator who sends them again."""
sent = _of_recipient("sent")
"""List: numbers of the ids of settled notices (:mod:`service.store.values`), the latest first."""
parked = _of_bucket("parked")
"""Hash: match -> why and since when it is parked, as JSON; see parking."""
archived = _of_bucket("archived")
"""Sorted set: match that is now only in the archive -> when it closed (ms)."""
archive_mark = _single("{archive}:mark")
"""Text: the mark of this installation's archive; see :class:`service.store.archive.folder.ArchiveFolder`."""
half_restored = _single("{restore}:half")
"""Text: the moment (ms) of the backup that is being copied into this store, or was when that was interrupted."""
running = _of_bucket("running")
"""Hash: ``beat`` the clock's last beat (ms), ``until`` the end of trust in the time, ``outages`` as JSON,
``halted``, ``back`` (the announced end of the halt, ms) and ``accepted`` by the operator."""
asking = _of_bucket("asking")
"""Sorted set, all scores 0: an index of questions to players (:mod:`service.store.matches.asks`)."""
lobby = _of_bucket("lobby")
"""Sorted set: public matches that wait for players -> when they were created (ms); those being played -> minus that."""
heads = _of_bucket("heads")
"""Sorted set: ``<match> <n> <head>`` -> when the store wrote it."""
unlogged = _of_bucket("unlogged")
"""Sorted set: match with heads missing from the log of all matches -> since when (ms), or when to try again."""
leaves = _of_match("lf")
"""List: the leaf index, in the log of all matches, of the match's entry n, at index n - 1."""


TREE = "sp:{tree}"
"""The hash tag of the log of all matches: its keys change together, but never with those of a bucket."""


known_keys = _single("{keys}:known")
"""Hash: ``<kind>:<short name>`` -> a key that the installation uses or has used, without secrets, as JSON."""
audit = _single("{audit}:log")
"""Stream: actions of operators, each entry chained to the one before (:mod:`service.store.installation.audit`)."""
audit_end = _single("{audit}:end")
"""Text: number and hash of the last entry of that stream; missing while it is empty."""
operator_tokens = _single("{audit}:tokens")
"""Hash: id of an operator's token -> the token without its text, as JSON."""
blocked = _single("{audit}:blocked")
"""Hash: blocked account -> since when (ms) and why, as JSON."""
caps = _single("{audit}:caps")
"""Hash: name of a cap changed by the operator (followed by an account if it is for one account) -> its number."""
announcement = _single("{audit}:announcement")
"""Text: the operator's announcement, by language, as JSON; missing when it has ended."""
log_head = _single("{tree}:head")
"""Hash: ``size edge note filed published`` and ``best`` of the log of all matches; ``archived`` is the number of
its archived leaves."""


def log_leaves(bundle: int) -> str:
    """Text: up to 256 leaves of the log of all matches, 75 characters each."""
    return f"{TREE}:leaves:{bundle}"


def log_tile(level: int, index: int) -> str:
    """Text: up to 256 hashes of a tile, 43 characters each; only levels from 1 on are stored."""
    return f"{TREE}:tile:{level}:{index}"


RESULTS = "sp:{results}"


results_due = _of_bucket("results")
"""Hash: entries that the log of results lacks, as JSON: ``<match>``, ``void:<match>``, ``<tournament>:<number>``."""
results_head = _single("{results}:head")
"""Hash: ``size edge note published best`` of the log of results, its last ``epoch``, and ``stale``, the void after which
the ratings have not been computed again yet."""


def results_entries(bundle: int) -> str:
    """List: up to 256 entries of the log of results."""
    return f"{RESULTS}:entries:{bundle}"


def results_tile(level: int, index: int) -> str:
    """Text: up to 256 hashes of a tile, 43 characters each; only levels from 1 on are stored."""
    return f"{RESULTS}:tile:{level}:{index}"


results_index = _single("{results}:index")
"""Hash: ``<match>``, ``void:<match>``, ``<tournament>:<number>`` -> the entry of the log of results."""


def ratings(game: str) -> str:
    """Hash: account -> ``<mu> <sigma> <results>``, in millionths."""
    return f"{RESULTS}:ratings:{game}"


def rating_ranks(game: str) -> str:
    """Sorted set: account -> the number by which players are listed."""
    return f"{RESULTS}:ranks:{game}"


def rating_history(game: str, account_id: str) -> str:
    """List: ``<entry> <mu> <sigma>`` after each result of an account that counts."""
    return f"{RESULTS}:history:{game}:{account_id}"


tournament = _of_id("tn")
"""Hash: ``name``, ``made``, and until the draw secret: ``seed``, and by number of the entrant the entropy."""
tournament_entries = _of_id("te")
"""List: the entries of a tournament, as the log of results has them."""
tournaments = _single("{results}:tournaments")
"""Sorted set: tournament -> when it was announced (ms)."""
tournaments_due = _single("{results}:tournaments-due")
"""Sorted set: tournament that is not over -> when the clock looks at it (ms)."""


PUZZLES = "sp:{puzzles}"


puzzles_waiting = _single("{puzzles}:waiting")
"""Hash: id of a puzzle that has no day yet -> the puzzle, packed JSON."""
puzzles_found = _single("{puzzles}:found")
"""Sorted set: id of a puzzle that was found, so that none comes twice -> when (ms)."""
puzzle_days = _single("{puzzles}:days")
"""Sorted set: date of a puzzle -> its ordinal day."""


def puzzle(day: str) -> str:
    """Text: the puzzle of a date, packed JSON."""
    return f"{PUZZLES}:day:{day}"


def puzzle_answers(day: str) -> str:
    """Hash: place of a choice in the puzzle of a date -> how many accounts have made it."""
    return f"{PUZZLES}:answers:{day}"


puzzle_letters = _single("{puzzles}:letters")
"""Sorted set: account that wants the puzzle of each day by mail -> when its next letter is due (ms)."""
account_puzzles = _of_account("pz")
"""Hash: date of a puzzle that the account has answered -> place of its choice."""
account_tournaments = _of_account("ae")
"""Hash: ``<tournament>:<entry>``, by the number among its like, for each entry of the account to a tournament -> the name of
the team that it founded, or empty."""


def beacon_round(public_key: str, number: int) -> str:
    """Text: the verified signature of a round of a public randomness beacon."""
    return f"sp:{{beacon}}:round:{digest(public_key)[:16]}:{number}"


beacon_wanted = _single("{beacon}:wanted")
"""Sorted set: rounds that matches wait for (JSON) -> when to try again (ms)."""
news = _of_bucket("news")
"""Stream: events on their way from a bucket into the feeds of accounts: ``a`` account, ``i`` id, ``e`` event as
JSON; or ``a`` account, ``r`` whether it answered in time (1 or 0)."""
feed = _of_account("ev")
"""Stream: an account's events in order: ``i`` id, ``e`` event as JSON."""
feed_marks = _of_account("em")
"""Hash: ``last`` position in the feed, ``cut`` the last one dropped, ``b<bucket>`` how far that bucket's news is
taken in."""
webhooks = _of_account("wh")
"""Set: the webhooks of an account."""
webhook = _in_account("w")
"""Hash: a webhook's settings, its state, and ``cursor``, its position in its account's feed."""
webhook_queue = _in_account("wq")
"""Hash: position in the feed (for a test: ``t<digits>``) -> event to be sent to the webhook, as JSON."""
webhook_attempts = _in_account("wa")
"""List: records of attempts as JSON, newest first."""
webhooks_due = _of_bucket("wdue")
"""Sorted set: ``<account>:<webhook>`` -> time (ms) when it must be looked at (or its lease ends)."""
webhooks_held = _of_bucket("wheld")
"""Hash: ``<account>:<webhook>`` -> the end of its lease (ms)."""
revoked = _of_bucket("revoked")
"""Sorted set: recently revoked token ids -> when."""
account = _of_account("u")
"""Hash of an account."""
departing = _of_bucket("departing")
"""Set: accounts that are being deleted."""


def guests() -> str:
    """Sorted set: guest accounts that have not been kept yet, by when they were opened (ms)."""
    return f"{_tag(0)}:guests"


account_matches = _of_account("am")
"""Set: the account's unfinished matches, and finished ones not filed yet; a projection of the logs."""
account_finished = _of_account("af")
"""Sorted set: the account's finished matches -> when they closed (ms); a projection of the logs."""
account_shown = _of_account("as")
"""Sorted set: the account's finished matches that its profile may show -> when they closed (ms)."""
bot_record = _of_account("br")
"""Sorted set: a bot account's matches that were played to an end -> how each ended for it (``ended_for_bot``)."""
account_blocks = _of_account("bl")
"""Sorted set: accounts that the account has blocked -> since when (ms)."""
account_margins = _of_account("mg")
"""Hash: what the account keeps about matches for itself, by ``read <match>`` and ``note <match>``."""
account_talk = _of_account("uk")
"""Set: the matches in whose talk something is stored about the account, also those whose table it has left since."""
account_places = _of_account("ap")
"""Sorted set: ``<match> <mark>`` of matches that the account is about to create or join -> until when (ms)."""
account_tables = _of_account("at")
"""Sorted set: ``<match> <mark>`` of tables that the account has just created or is about to create -> until when (ms)."""
account_tokens = _of_account("ut")
"""Set: the account's token ids."""
tokens_on_their_way = _of_account("tw")
"""Sorted set: listed ids of the account's tokens that are about to be stored -> until when (ms)."""
account_bots = _of_account("ub")
"""Set: the bots that an account owns."""
listed_bots = _single("{bots}:listed")
"""Sorted set: bots that their owners have put on the public list -> since when (ms)."""


def mail(address: str) -> str:
    """Text: the account of an email address, in any case."""
    hashed = digest(address.strip().lower())
    return f"{_tag(bucket_of(hashed))}:e:{hashed}"


def mail_claim(address: str) -> str:
    """Text: the account that has claimed an email address, perhaps before its record names it; expires by itself."""
    hashed = digest(address.strip().lower())
    return f"{_tag(bucket_of(hashed))}:ec:{hashed}"


token = _of_id("t")
"""Hash of an API token."""


def idempotency(account_id: str, key: str) -> str:
    """Text: the answer to the first request with this key."""
    return f"{_tag(bucket_of(account_id))}:i:{account_id}:{digest(key)}"


def kept_token(account_id: str, request: str) -> str:
    """Text: for a request that has just made a token, the data to show it again, under a key that only its sender has;
    for a login, the token it made, when, and a word for its sender."""
    return f"{_tag(bucket_of(account_id))}:kt:{account_id}:{digest(request)}"


reply = _in_account("rm")
"""Text: the outcome of a mail by which an account answered, as JSON; ``mail`` is its digest."""
reply_lock = _in_account("rh")
"""Text: the process that is handling such a mail."""


def trial(number: str) -> str:
    """Text: a trial mail of an operator, which is ``sent`` or has ``come`` back."""
    return f"sp:{{trial}}:{number}"


bounces = _of_account("bo")
"""Text: the delivery reports about an account's letters, as JSON."""


def mail_budget(name: str, who: str) -> str:
    """Counter of a mail budget. All are in one bucket, because a letter is counted in several at once."""
    return f"{_tag(0)}:mb:{name}:{digest(who)[:32]}"


def refused(mailbox: str) -> str:
    """Exists if a mailbox refuses invitations."""
    hashed = digest(mailbox)
    return f"{_tag(bucket_of(hashed))}:ni:{hashed}"


def limit(name: str, who: str) -> str:
    """Counter of a rate limit; ``who`` is hashed, because it may be a mail or network address."""
    hashed = digest(who)
    return f"{_tag(bucket_of(hashed))}:rl:{name}:{hashed[:32]}"


def networks(address: str) -> str:
    """Sorted set: keyed digests of the networks that the owner of an email address logged in from -> when."""
    hashed = digest(address.strip().lower())
    return f"{_tag(bucket_of(hashed))}:un:{hashed}"


login_wish = _in_account("lw")
"""Text: the name, language and zone requested with a login code, as JSON."""


def login_budget(mailbox: str, part: str) -> str:
    """Counter of login mails to a mailbox: all of them (``day``, ``slot``), or those requested by one network."""
    hashed, word = digest(mailbox), digest(part)
    return f"{_tag(bucket_of(hashed))}:lb:{hashed[:32]}:{word[:16]}"


grant = _of_id("og")
"""Hash: the grant behind an authorization code, under the digest of the code."""
device = _of_id("od")
"""Hash: a program's request with a device code and its outcome, under the digest of the code."""
user_code = _of_id("ou")
"""Text: the digest of the device code for a user code, under the digest of the user code."""
