"""Every key of the store, one function per key. No other code builds a key.

All keys of one match, its due time and its outgoing news carry the same hash tag, the *bucket*, so one script can change
them together, on one server and on a cluster alike. The number of buckets is fixed for ever.
"""

from __future__ import annotations

import hashlib
import re
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


def mark_beside(key: str) -> str:
    """Text: written after a write that must reach a replica, on the same server as that key; its value means nothing."""
    return f"sp:{key[key.index('{') : key.index('}') + 1]}:mark"


def match(match_id: str) -> str:
    """Hash: ``n head at av status table state asks base due closes w d:<decision>``; ``w`` is ``n:av`` once a step or act is
    whole. ``table`` and ``state`` may be packed (:mod:`service.store.matches.packing`); ``asks``:
    :mod:`service.store.matches.asks`."""
    return f"{_tag(bucket_of(match_id))}:m:{match_id}"


def acts(match_id: str) -> str:
    """Hash: ``<seat>:<decision>`` -> the seat's last act as JSON."""
    return f"{_tag(bucket_of(match_id))}:a:{match_id}"


def secrets(match_id: str) -> str:
    """Hash: ``seed``, ``entropy:<seat>``, ``box:<seat>:<decision>``, ``kept:<seat>:<decision>``, ``said:<message>``,
    ``talk``. Only workers read it, except for the messages, which their seats may see, too, and for the data kept for a
    repeated act, which only that seat's token opens."""
    return f"{_tag(bucket_of(match_id))}:x:{match_id}"


def talk(match_id: str) -> str:
    """Hash: what is said to the whole table, and who has muted whom (:mod:`service.store.matches.talk`). It expires by
    itself some time after the match's end."""
    return f"{_tag(bucket_of(match_id))}:tk:{match_id}"


def report(report_id: str) -> str:
    """Text: a message that somebody has reported to the operator, as JSON; expires by itself."""
    return f"sp:{{audit}}:report:{report_id}"


def reports() -> str:
    """Sorted set: id of a reported message -> until when it is kept (ms)."""
    return "sp:{audit}:reports"


def seen(match_id: str) -> str:
    """Set: numbers of the commitments and salt digests that occurred in the match (:mod:`service.store.values`)."""
    return f"{_tag(bucket_of(match_id))}:s:{match_id}"


def lines(match_id: str) -> str:
    """List: the export lines of the log, packed (:mod:`service.store.matches.packing`) or plain, entry n at index n - 1."""
    return f"{_tag(bucket_of(match_id))}:l:{match_id}"


def replay(match_id: str, seat: int | None) -> str:
    """Text: the views of a seat, or of a spectator, at each step of a match, or the states of a closed one, for a short
    while."""
    return f"{_tag(bucket_of(match_id))}:rp:{match_id}:{_viewer(seat)}"


def replay_asked(match_id: str, seat: int | None) -> str:
    """Text: exists while that replay is requested."""
    return f"{_tag(bucket_of(match_id))}:ra:{match_id}:{_viewer(seat)}"


def thought(match_id: str, about: str) -> str:
    """Text: a review of a closed match, or a hint, which a worker has thought about (:mod:`service.store.matches.moments`)."""
    return f"{_tag(bucket_of(match_id))}:th:{match_id}:{about}"


def thought_asked(match_id: str, about: str) -> str:
    """Text: exists while that thought is requested."""
    return f"{_tag(bucket_of(match_id))}:ta:{match_id}:{about}"


def recalled(match_id: str, token_id: str) -> str:
    """Text: a sealed move that a worker has read back for its player, encrypted with the text of the token, for a moment."""
    return f"{_tag(bucket_of(match_id))}:rc:{match_id}:{token_id}"


def recall_asked(match_id: str, token_id: str) -> str:
    """Text: exists while that recall is requested."""
    return f"{_tag(bucket_of(match_id))}:rq:{match_id}:{token_id}"


def here(match_id: str, account_id: str) -> str:
    """Text: exists while an account is looking at the table, for about a minute."""
    return f"{_tag(bucket_of(match_id))}:here:{match_id}:{account_id}"


def _viewer(seat: int | None) -> str:
    return "spectator" if seat is None else str(seat)


def due(bucket: int) -> str:
    """Sorted set: match -> time (ms) when the clock must look at it (or its lease ends)."""
    return f"{_tag(bucket)}:due"


def out(bucket: int) -> str:
    """Sorted set: recipient -> time (ms) of the next attempt (or the end of its lease)."""
    return f"{_tag(bucket)}:out"


def not_before(bucket: int) -> str:
    """Hash: recipient -> time (ms) before which nothing is sent to it, whatever comes in: the end of a lease, or of a
    back-off."""
    return f"{_tag(bucket)}:held"


def leases(bucket: int) -> str:
    """Sorted set: ``<owner> <match or recipient>`` -> end of the lease (ms); expired ones are removed by the next claim."""
    return f"{_tag(bucket)}:leases"


def queue(recipient: str) -> str:
    """Hash: notice id -> notice JSON, plus ``handing`` and ``attempts``."""
    return f"{_tag(bucket_of_recipient(recipient))}:q:{recipient}"


def deliveries(recipient: str) -> str:
    """List: delivery records, packed JSON or plain, newest first."""
    return f"{_tag(bucket_of_recipient(recipient))}:d:{recipient}"


def given_up(recipient: str) -> str:
    """Hash: notice id -> notice JSON, of letters given up; for an operator who sends them again."""
    return f"{_tag(bucket_of_recipient(recipient))}:g:{recipient}"


def sent(recipient: str) -> str:
    """List: numbers of the ids of settled notices (:mod:`service.store.values`), the latest first."""
    return f"{_tag(bucket_of_recipient(recipient))}:sent:{recipient}"


def parked(bucket: int) -> str:
    """Hash: match -> why and since when it is parked, as JSON; see parking."""
    return f"{_tag(bucket)}:parked"


def archived(bucket: int) -> str:
    """Sorted set: archived match that is no longer here -> when it closed (ms)."""
    return f"{_tag(bucket)}:archived"


def archive_mark() -> str:
    """Text: the mark of this installation's archive; see :class:`service.store.archive.folder.ArchiveFolder`."""
    return "sp:{archive}:mark"


def half_restored() -> str:
    """Text: the moment (ms) of the backup that is being copied into this store, or was when that was interrupted."""
    return "sp:{restore}:half"


def running(bucket: int) -> str:
    """Hash: ``beat`` the clock's last beat (ms), ``until`` the end of trust in the time, ``outages`` as JSON,
    ``halted``, ``back`` (the announced end of the halt, ms) and ``accepted`` by the operator."""
    return f"{_tag(bucket)}:running"


def asking(bucket: int) -> str:
    """Sorted set, all scores 0: an index of questions to players (:mod:`service.store.matches.asks`)."""
    return f"{_tag(bucket)}:asking"


def lobby(bucket: int) -> str:
    """Sorted set: public matches that wait for players -> when they were created (ms); those being played -> minus that."""
    return f"{_tag(bucket)}:lobby"


def heads(bucket: int) -> str:
    """Sorted set: ``<match> <n> <head>`` -> when the store wrote it."""
    return f"{_tag(bucket)}:heads"


def unlogged(bucket: int) -> str:
    """Sorted set: match with heads missing from the log of all matches -> since when (ms), or when to try again."""
    return f"{_tag(bucket)}:unlogged"


def leaves(match_id: str) -> str:
    """List: the leaf index, in the log of all matches, of the match's entry n, at index n - 1."""
    return f"{_tag(bucket_of(match_id))}:lf:{match_id}"


TREE = "sp:{tree}"
"""The hash tag of the log of all matches: its keys change together, but never with those of a bucket."""


def known_keys() -> str:
    """Hash: ``<kind>:<short name>`` -> a key that the installation uses or has used, without secrets, as JSON."""
    return "sp:{keys}:known"


def audit() -> str:
    """Stream: actions of operators, each entry chained to the one before (:mod:`service.store.installation.audit`)."""
    return "sp:{audit}:log"


def audit_end() -> str:
    """Text: number and hash of the last entry of that stream; missing while it is empty."""
    return "sp:{audit}:end"


def operator_tokens() -> str:
    """Hash: id of an operator's token -> the token without its text, as JSON."""
    return "sp:{audit}:tokens"


def blocked() -> str:
    """Hash: blocked account -> since when (ms) and why, as JSON."""
    return "sp:{audit}:blocked"


def caps() -> str:
    """Hash: name of a cap changed by the operator (followed by an account if it is for one account) -> its number."""
    return "sp:{audit}:caps"


def announcement() -> str:
    """Text: the operator's announcement, by language, as JSON; missing when it has ended."""
    return "sp:{audit}:announcement"


def log_head() -> str:
    """Hash: ``size edge note filed published`` and ``best`` of the log of all matches; ``archived`` is the number of
    its archived leaves."""
    return f"{TREE}:head"


def log_leaves(bundle: int) -> str:
    """Text: up to 256 leaves of the log of all matches, 75 characters each."""
    return f"{TREE}:leaves:{bundle}"


def log_tile(level: int, index: int) -> str:
    """Text: up to 256 hashes of a tile, 43 characters each; only levels from 1 on are stored."""
    return f"{TREE}:tile:{level}:{index}"


RESULTS = "sp:{results}"


def results_due(bucket: int) -> str:
    """Hash: entries that the log of results lacks, as JSON: ``<match>``, ``void:<match>``, ``<tournament>:<number>``."""
    return f"{_tag(bucket)}:results"


def results_head() -> str:
    """Hash: ``size edge note published best`` of the log of results, its last ``epoch``, and ``stale``, the void after which
    the ratings have not been computed again yet."""
    return f"{RESULTS}:head"


def results_entries(bundle: int) -> str:
    """List: up to 256 entries of the log of results."""
    return f"{RESULTS}:entries:{bundle}"


def results_tile(level: int, index: int) -> str:
    """Text: up to 256 hashes of a tile, 43 characters each; only levels from 1 on are stored."""
    return f"{RESULTS}:tile:{level}:{index}"


def results_index() -> str:
    """Hash: ``<match>``, ``void:<match>``, ``<tournament>:<number>`` -> the entry of the log of results."""
    return f"{RESULTS}:index"


def ratings(game: str) -> str:
    """Hash: account -> ``<mu> <sigma> <results>``, in millionths."""
    return f"{RESULTS}:ratings:{game}"


def rating_ranks(game: str) -> str:
    """Sorted set: account -> the number by which players are listed."""
    return f"{RESULTS}:ranks:{game}"


def rating_history(game: str, account_id: str) -> str:
    """List: ``<entry> <mu> <sigma>`` after each result of an account that counts."""
    return f"{RESULTS}:history:{game}:{account_id}"


def tournament(tournament_id: str) -> str:
    """Hash: ``name``, ``made``, and until the draw secret: ``seed``, and by number of the entrant the entropy."""
    return f"{_tag(bucket_of(tournament_id))}:tn:{tournament_id}"


def tournament_entries(tournament_id: str) -> str:
    """List: the entries of a tournament, as the log of results has them."""
    return f"{_tag(bucket_of(tournament_id))}:te:{tournament_id}"


def tournaments() -> str:
    """Sorted set: tournament -> when it was announced (ms)."""
    return f"{RESULTS}:tournaments"


def tournaments_due() -> str:
    """Sorted set: tournament that is not over -> when the clock looks at it (ms)."""
    return f"{RESULTS}:tournaments-due"


PUZZLES = "sp:{puzzles}"


def puzzles_waiting() -> str:
    """Hash: id of a puzzle that has no day yet -> the puzzle, packed JSON."""
    return f"{PUZZLES}:waiting"


def puzzles_found() -> str:
    """Sorted set: id of a puzzle that was found, so that none comes twice -> when (ms)."""
    return f"{PUZZLES}:found"


def puzzle_days() -> str:
    """Sorted set: date of a puzzle -> its ordinal day."""
    return f"{PUZZLES}:days"


def puzzle(day: str) -> str:
    """Text: the puzzle of a date, packed JSON."""
    return f"{PUZZLES}:day:{day}"


def puzzle_answers(day: str) -> str:
    """Hash: place of a choice in the puzzle of a date -> how many accounts have made it."""
    return f"{PUZZLES}:answers:{day}"


def puzzle_letters() -> str:
    """Sorted set: account that wants the puzzle of each day by mail -> when its next letter is due (ms)."""
    return f"{PUZZLES}:letters"


def account_puzzles(account_id: str) -> str:
    """Hash: date of a puzzle that the account has answered -> place of its choice."""
    return f"{_tag(bucket_of(account_id))}:pz:{account_id}"


def account_tournaments(account_id: str) -> str:
    """Hash: ``<tournament>:<entry>``, by the number among its like, for each entry of the account to a tournament -> the name of
    the team that it founded, or empty."""
    return f"{_tag(bucket_of(account_id))}:ae:{account_id}"


def beacon_round(public_key: str, number: int) -> str:
    """Text: the verified signature of a round of a public randomness beacon."""
    return f"sp:{{beacon}}:round:{digest(public_key)[:16]}:{number}"


def beacon_wanted() -> str:
    """Sorted set: rounds that matches wait for (JSON) -> when to try again (ms)."""
    return "sp:{beacon}:wanted"


def news(bucket: int) -> str:
    """Stream: events on their way from a bucket into the feeds of accounts: ``a`` account, ``i`` id, ``e`` event as
    JSON; or ``a`` account, ``r`` whether it answered in time (1 or 0)."""
    return f"{_tag(bucket)}:news"


def feed(account_id: str) -> str:
    """Stream: an account's events in order: ``i`` id, ``e`` event as JSON."""
    return f"{_tag(bucket_of(account_id))}:ev:{account_id}"


def feed_marks(account_id: str) -> str:
    """Hash: ``last`` position in the feed, ``cut`` the last one dropped, ``b<bucket>`` how far that bucket's news is
    taken in."""
    return f"{_tag(bucket_of(account_id))}:em:{account_id}"


def webhooks(account_id: str) -> str:
    """Set: the webhooks of an account."""
    return f"{_tag(bucket_of(account_id))}:wh:{account_id}"


def webhook(account_id: str, webhook_id: str) -> str:
    """Hash: a webhook's settings, its state, and ``cursor``, its position in its account's feed."""
    return f"{_tag(bucket_of(account_id))}:w:{account_id}:{webhook_id}"


def webhook_queue(account_id: str, webhook_id: str) -> str:
    """Hash: position in the feed (for a test: ``t<digits>``) -> event to be sent to the webhook, as JSON."""
    return f"{_tag(bucket_of(account_id))}:wq:{account_id}:{webhook_id}"


def webhook_attempts(account_id: str, webhook_id: str) -> str:
    """List: records of attempts as JSON, newest first."""
    return f"{_tag(bucket_of(account_id))}:wa:{account_id}:{webhook_id}"


def webhooks_due(bucket: int) -> str:
    """Sorted set: ``<account>:<webhook>`` -> time (ms) when it must be looked at (or its lease ends)."""
    return f"{_tag(bucket)}:wdue"


def webhooks_held(bucket: int) -> str:
    """Hash: ``<account>:<webhook>`` -> the end of its lease (ms)."""
    return f"{_tag(bucket)}:wheld"


def revoked(bucket: int) -> str:
    """Sorted set: recently revoked token ids -> when."""
    return f"{_tag(bucket)}:revoked"


def account(account_id: str) -> str:
    """Hash of an account."""
    return f"{_tag(bucket_of(account_id))}:u:{account_id}"


def departing(bucket: int) -> str:
    """Set: accounts that are being deleted."""
    return f"{_tag(bucket)}:departing"


def guests() -> str:
    """Sorted set: guest accounts that have not been kept yet, by when they were opened (ms)."""
    return f"{_tag(0)}:guests"


def account_matches(account_id: str) -> str:
    """Set: the account's unfinished matches, and finished ones not filed yet; a projection of the logs."""
    return f"{_tag(bucket_of(account_id))}:am:{account_id}"


def account_finished(account_id: str) -> str:
    """Sorted set: the account's finished matches -> when they closed (ms); a projection of the logs."""
    return f"{_tag(bucket_of(account_id))}:af:{account_id}"


def account_shown(account_id: str) -> str:
    """Sorted set: those of the account's finished matches that its profile may show -> when they closed (ms)."""
    return f"{_tag(bucket_of(account_id))}:as:{account_id}"


def bot_record(account_id: str) -> str:
    """Sorted set: a bot account's matches that were played to an end -> how each ended for it (``ended_for_bot``)."""
    return f"{_tag(bucket_of(account_id))}:br:{account_id}"


def account_blocks(account_id: str) -> str:
    """Sorted set: accounts that the account has blocked -> since when (ms)."""
    return f"{_tag(bucket_of(account_id))}:bl:{account_id}"


def account_margins(account_id: str) -> str:
    """Hash: what the account keeps about matches for itself, by ``read <match>`` and ``note <match>``."""
    return f"{_tag(bucket_of(account_id))}:mg:{account_id}"


def account_talk(account_id: str) -> str:
    """Set: the matches in whose talk something is stored about the account, also those whose table it has left since."""
    return f"{_tag(bucket_of(account_id))}:uk:{account_id}"


def account_places(account_id: str) -> str:
    """Sorted set: ``<match> <mark>`` of matches that the account is about to create or join -> until when (ms)."""
    return f"{_tag(bucket_of(account_id))}:ap:{account_id}"


def account_tables(account_id: str) -> str:
    """Sorted set: ``<match> <mark>`` of tables that the account has just created or is about to create -> until when (ms)."""
    return f"{_tag(bucket_of(account_id))}:at:{account_id}"


def account_tokens(account_id: str) -> str:
    """Set: the account's token ids."""
    return f"{_tag(bucket_of(account_id))}:ut:{account_id}"


def tokens_on_their_way(account_id: str) -> str:
    """Sorted set: listed ids of the account's tokens that are about to be stored -> until when (ms)."""
    return f"{_tag(bucket_of(account_id))}:tw:{account_id}"


def account_bots(account_id: str) -> str:
    """Set: the bots that an account owns."""
    return f"{_tag(bucket_of(account_id))}:ub:{account_id}"


def listed_bots() -> str:
    """Sorted set: bots that their owners have put on the public list -> since when (ms)."""
    return "sp:{bots}:listed"


def mail(address: str) -> str:
    """Text: the account of an email address, in any case."""
    hashed = digest(address.strip().lower())
    return f"{_tag(bucket_of(hashed))}:e:{hashed}"


def mail_claim(address: str) -> str:
    """Text: the account that has claimed an email address, perhaps before its record names it; expires by itself."""
    hashed = digest(address.strip().lower())
    return f"{_tag(bucket_of(hashed))}:ec:{hashed}"


def token(token_id: str) -> str:
    """Hash of an API token."""
    return f"{_tag(bucket_of(token_id))}:t:{token_id}"


def idempotency(account_id: str, key: str) -> str:
    """Text: the answer to the first request with this key."""
    return f"{_tag(bucket_of(account_id))}:i:{account_id}:{digest(key)}"


def kept_token(account_id: str, request: str) -> str:
    """Text: for a request that has just made a token, the data to show it again, under a key that only its sender has;
    for a login, the token it made, when, and a word for its sender."""
    return f"{_tag(bucket_of(account_id))}:kt:{account_id}:{digest(request)}"


def reply(account_id: str, mail: str) -> str:
    """Text: the outcome of a mail by which an account answered, as JSON; ``mail`` is its digest."""
    return f"{_tag(bucket_of(account_id))}:rm:{account_id}:{mail}"


def reply_lock(account_id: str, mail: str) -> str:
    """Text: the process that is handling such a mail."""
    return f"{_tag(bucket_of(account_id))}:rh:{account_id}:{mail}"


def trial(number: str) -> str:
    """Text: a trial mail of an operator, which is ``sent`` or has ``come`` back."""
    return f"sp:{{trial}}:{number}"


def bounces(account_id: str) -> str:
    """Text: the delivery reports about an account's letters, as JSON."""
    return f"{_tag(bucket_of(account_id))}:bo:{account_id}"


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


def login_wish(account_id: str, nonce: str) -> str:
    """Text: the name, language and zone requested with a login code, as JSON."""
    return f"{_tag(bucket_of(account_id))}:lw:{account_id}:{nonce}"


def login_budget(mailbox: str, part: str) -> str:
    """Counter of login mails to a mailbox: all of them (``day``, ``slot``), or those requested by one network."""
    hashed, word = digest(mailbox), digest(part)
    return f"{_tag(bucket_of(hashed))}:lb:{hashed[:32]}:{word[:16]}"


def grant(code: str) -> str:
    """Hash: the grant behind an authorization code, under the digest of the code."""
    return f"{_tag(bucket_of(code))}:og:{code}"


def device(code: str) -> str:
    """Hash: a program's request with a device code and its outcome, under the digest of the code."""
    return f"{_tag(bucket_of(code))}:od:{code}"


def user_code(code: str) -> str:
    """Text: the digest of the device code for a user code, under the digest of the user code."""
    return f"{_tag(bucket_of(code))}:ou:{code}"
