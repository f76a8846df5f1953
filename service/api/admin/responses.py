"""Response schemas of the operators' API."""

from marshmallow import fields

from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing


class Blocked(Shape):
    """The date and the reason of an account's blocking."""

    since = moment()
    why = text()


class FoundAccount(Shape):
    """An account as its operator sees it."""

    id = text("The opaque player id.")
    mail = text()
    name = text()
    language = text()
    zone = text()
    created = number("When it was made (ms since 1970).")
    prefs = thing("What its owner has chosen.")
    verified = flag("Whether a login code sent to the mail was used.")
    bouncing = flag("Whether mails pause because they came back.")
    owner = text("Whose bot it is; empty for people.")
    answered = text("Of the last answers that others waited for, which came in time (1).")
    unfinished_matches = number()
    tokens = number()
    blocked = nested(Blocked, allow_none=True)


class AccountExport(Shape):
    """All that is kept under an account. No secrets are in it."""

    export = thing("The document of `GET /v1/me/export`.")
    operator = thing("What only operators see.")


class AccountLine(Shape):
    """An account in a list."""

    account = text()
    name = text()
    created_at = moment()
    owner = text("Whose bot it is.", allow_none=True)


class AccountLines(Shape):
    """Accounts whose names begin with the text."""

    accounts = many(nested(AccountLine))
    next = text("Where to go on; a page may be empty before the end.", allow_none=True)


class BlockedAccount(Blocked):
    """A blocked account."""

    account = text()
    name = text("Null while the account is being deleted.", allow_none=True)


class BlockedAccounts(Shape):
    """All blocked accounts, those blocked first first."""

    accounts = many(nested(BlockedAccount))


class Ended(Shape):
    """The account whose tokens were ended."""

    account = text()
    tokens = number("How many tokens were revoked.")


class OneAccount(Shape):
    """The account concerned."""

    account = text()


class Erased(Shape):
    """An account that goes."""

    account = text()
    unfinished_matches = number("How many matches it leaves; they are resigned by the clock within a minute.")


class StuckMatch(Shape):
    """A match that does not go on."""

    match = text()
    state = text("`parked`, `set-aside`, `overdue` or `leased`; others may come.")
    since = moment("", allow_none=True)
    seconds = number("", allow_none=True)
    reason = text()
    attempts = number("How often a step failed.", allow_none=True)
    next = moment("When it is tried again by itself.", allow_none=True)


class StuckMatches(Shape):
    """Matches that do not go on, the longest stuck first."""

    matches = many(nested(StuckMatch))


class OneMatch(Shape):
    """The match concerned."""

    match = text()


class OneTournament(Shape):
    """The tournament concerned."""

    tournament = text()


class Extended(Shape):
    """Decisions of a match that get more time."""

    match = text()
    decisions = many(text())


class CancelledMatch(OneMatch):
    """A match that the operator ends."""

    in_log = flag("Whether its log can say so; otherwise it ends at the table, and its log just stops.")


class ReportShown(Shape):
    """Something said at a table, as a reader has reported it."""

    id = text()
    match = text()
    remark = number("Its number at that table.")
    seat = number("The author's seat.")
    player = text("Account id of its author.")
    name = text("The author's name at the table at that time.")
    reaction = text("A reaction instead of words; else empty.")
    at = moment("When it was said.")
    by = text("Account id of the person who reports it.")
    why = text("Their reason.")
    reported_at = moment()
    text = fields.String(metadata={"description": "Others' words: plain text."})


class Reports(Shape):
    """The reports, the oldest first."""

    reports = many(nested(ReportShown))


class SuspectedPlayer(Shape):
    """One of the two accounts of a suspected pair."""

    account = text()
    name = text("null if the account was deleted.", allow_none=True)


class Suspicion(Shape):
    """Two accounts whose rated matches an operator should look at."""

    kind = one_of(
        "early-resignations",
        "one-sided",
        "same-mailbox",
        "same-browser",
        "same-network",
        about="`early-resignations`: at least three matches in which one of them gave up early and lost to the other; "
        "`one-sided`: at least four of five results of the first are losses to the second; `same-...`: both have played "
        "rated matches with each other, and share a mailbox, a browser that shows notifications, or a network.",
    )
    players = many(nested(SuspectedPlayer))
    count = number("In how many matches it shows.")
    matches = many(text(), "The latest twenty of them.")
    of = number("How many results the first of them has; null where that does not matter.", allow_none=True)


class Suspicions(Shape):
    """Pairs of accounts to look at, and the evidence."""

    suspicions = many(nested(Suspicion))


class OneReport(Shape):
    """The report concerned."""

    report = text()


class ErasedRemark(OneMatch):
    """An erased remark."""

    remark = number()


class WaitingLetter(Shape):
    """News waiting for a recipient, without its contents."""

    recipient = text("`<match>:<account>`, or `acct:<account>`, with `:<channel>` behind it unless it is mail's.")
    due = moment("When it is tried next, or a deliverer's lease ends.")
    seconds = number("How long the oldest of the news has waited.", allow_none=True)
    kinds = many(text())
    failures = number("How often it failed in a row.")
    why = text("What the other side, or we, said last.")
    unreadable = number("How many of the news cannot be read.")
    handing = flag("Whether it is being handed over.")


class WaitingLetters(Shape):
    """Recipients with waiting news, the first due first."""

    waiting = number("How many recipients have news.")
    letters = many(nested(WaitingLetter))
    next = text("The `cursor` of the next page.", allow_none=True)


class Attempt(Shape):
    """One attempt to deliver."""

    at = moment("", allow_none=True)
    mail = text("What the bundle was called.")
    match = text("", allow_none=True)
    state = text("`sent`, `plain` (a plain letter went in its place), `retry`, `dead`, `ambiguous` or `dropped`.")
    attempt = number()
    answer = text("What the other side, or we, said.")


class Attempts(Shape):
    """The attempts to write to an account."""

    account = text()
    bouncing = flag("Whether mails pause because they came back.")
    attempts = many(nested(Attempt))


class GivenUp(Attempt):
    """A letter that was given up."""

    recipient = text()
    kinds = many(text())
    again = flag("Whether it can be sent again.")


class GivenUpLetters(Shape):
    """Letters that were given up, or may not have arrived; a part of the store at a time."""

    letters = many(nested(GivenUp))
    next = text("Where to go on; a page may be empty before the end.", allow_none=True)


class Bouncing(Shape):
    """Accounts whose addresses bounce; a part of the store at a time."""

    accounts = many(text())
    next = text("Where to go on; a page may be empty before the end.", allow_none=True)


class Letters(Shape):
    """A number of letters."""

    letters = number()


class Resent(Letters):
    """The number of letters that go out again."""

    next = text("Where to go on; null: all were looked at.", allow_none=True)


class FailingWebhook(Shape):
    """A webhook that fails, or was switched off."""

    account = text()
    webhook = text()
    host = text("Where it leads; the rest of its address is its owner's.")
    state = text("`unconfirmed`, `active` or `disabled`.")
    reason = text("Why it is disabled: `gone`, `failing`, `operator`, `restored`.", allow_none=True)
    why = text("What the operator said.", allow_none=True)
    failures = number("Attempts that failed since the last that did not.")
    failing_since = moment("", allow_none=True)
    pause_until = moment("Until when nothing is sent to it.", allow_none=True)
    waiting = number("How many events wait for it.")
    status = number("The status of its last answer; null: there was none.", allow_none=True)
    answer = text("The beginning of its last refusal, or what went wrong.")


class FailingWebhooks(Shape):
    """Webhooks that fail or were switched off; a part of the store at a time."""

    webhooks = many(nested(FailingWebhook))
    next = text("Where to go on; a page may be empty before the end.", allow_none=True)


class OneWebhook(Shape):
    """The webhook concerned."""

    account = text()
    webhook = text()


class HastenedWebhook(OneWebhook):
    """A webhook that is tried again."""

    events = number("How many events are sent now, besides what is new.")


class Announced(Shape):
    """The announcement in force."""

    words = thing("The text by language; `null`: nothing is announced.", allow_none=True)


class Halted(Shape):
    """The state of the service: halted or running."""

    why = text("What players are told; `null`: it runs.", allow_none=True)
    until = moment("When it is to end; `null`: that was not announced.", allow_none=True)


class Limit(Shape):
    """A limit that may be changed."""

    name = text()
    what = text()
    now = number("What holds.")
    usual = number()
    most = number("The most that may be set.")
    each = flag("Whether an account may have one of its own.")


class OwnLimit(Shape):
    """A limit of one account."""

    name = text()
    account = text()
    now = number()


class Limits(Shape):
    """All limits that may be changed."""

    limits = many(nested(Limit))
    of_accounts = many(nested(OwnLimit))


class Entry(Shape):
    """One thing an operator did."""

    n = number("Its number, from 1.")
    at = moment()
    who = text("The operator, or the name of the token.")
    what = text()
    about = text("The id that it was about.")
    why = text()
    via = text("`machine`, or the id of the token.")
    prev = text("The hash of the entry before.")
    hash = text("SHA-256 over all that the entry says, in canonical JSON.")


class Entries(Shape):
    """Actions of operators, newest first."""

    entries = many(nested(Entry))
    next = text("The `cursor` of the next page.", allow_none=True)


class Chain(Shape):
    """The result of checking the audit log's hash chain."""

    entries = number()
    end = text("The hash of the last entry: keep it elsewhere.")
    fault = text("The first fault; `null`: the chain holds.", allow_none=True)
