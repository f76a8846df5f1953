"""Query strings."""

from marshmallow import validate

from engine.kit.text.phrases import LANGUAGES
from service.api.http.cursors import PageQuery
from service.api.http.fields import Count, Strict, Switch, Words, account_id, game_name, match_id
from service.api.http.long_poll import LONGEST
from service.api.schemas.base import one_of, text
from service.api.schemas.requests.acts import seat_signature


class EventsQuery(Strict):
    """A range of events, and how long to wait for one."""

    after = text(
        "A `cursor`: events after it; `now`: none so far. Left out: from the oldest kept.",
        validate=validate.Length(max=100),
    )
    limit = Count(1, 500, load_default=100, about="Most events wanted.")
    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait for one, if there is none.")


class WaitingQuery(Strict):
    """A page of what waits, parts to include, and how long to wait."""

    include = Words(
        ("moves", "view", "words"),
        load_default=list,
        about="Additions to each answer: legal `moves`, your `view`, the question in `words`. Repeat it for several, or"
        " separate them by commas.",
    )
    language = one_of(*LANGUAGES, about="The language of `words`.", load_default="en")
    match = match_id(about="Only what waits in this match; nothing if you have no seat there.")
    after = text("Cursor: `next` of the page before.", metadata={"maxLength": 400})
    limit = Count(1, 200, load_default=200, about="Most decisions and offers wanted.")
    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait for something new; not with `after`.")


class WithdrawQuery(Strict):
    """The act to withdraw."""

    replaces = Count(1, 2**31 - 1, required=True, about="`seq` of your act that stands.")
    signature = seat_signature()


class LeaveQuery(Strict):
    """The player who leaves."""

    player = account_id(
        about="For the match's owner: the account that is removed from this seat. Left out: you leave it."
    )


class VisibleQuery(Strict):
    """The invitation that shows a private match to somebody from outside."""

    invitation = text(
        "The invitation to a private match, for somebody who has no seat in it.", validate=validate.Length(max=100)
    )


class MatchQuery(VisibleQuery):
    """A match to look at, and how long to wait for a change."""

    after = Count(0, 2**31 - 1, about="With `wait`: answer once the log is longer than this.")
    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait for it; without `after` the answer comes at once.")
    talk = Count(
        0, 2**31 - 1, about="With `wait` and `after`: answer, too, once `talk.changes` of the match is another number."
    )
    here = Switch(
        load_default=False,
        about="`true`, with `wait`: you have the table before your eyes. Letters about it then wait a few"
        " minutes, unless `while_here` of your notifications says otherwise; what you answer meanwhile is not asked by"
        " letter any more.",
    )


class MatchListQuery(PageQuery):
    """A selection of matches."""

    status = one_of(
        "open",
        "running",
        "mine",
        about="`open`: in the lobby, anybody may join; `running`: public and being played, for whoever wants to watch; "
        "`mine`: where you sit or own.",
        load_default="open",
    )


class BotsQuery(PageQuery):
    """A selection of bots."""

    game = game_name(about="Only bots that play this game, the part of a rules id before `@`.")


class MineQuery(PageQuery):
    """A selection of your matches."""

    status = one_of("lobby", "running", "closed", about="Only matches that stand so; all if left out.")


class LogQuery(VisibleQuery):
    """A range of log entries."""

    after = Count(0, 2**31 - 1, load_default=0, about="Entries with a greater `n`.")
    limit = Count(1, 1000, load_default=200, about="Most entries wanted.")


class TalkQuery(VisibleQuery):
    """A range of what was said at a table."""

    after = Count(0, 2**31 - 1, load_default=0, about="Remarks with a greater `id`.")
    limit = Count(1, 1000, load_default=200, about="Most remarks wanted.")


class FeedQuery(LogQuery):
    """A range of log entries, and the language of their events."""

    language = one_of(*LANGUAGES, about="The language of each event's `text`.", load_default="en")
    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait for an entry after `after`.")


class WordsQuery(VisibleQuery):
    """The language of the texts."""

    language = one_of(*LANGUAGES, about="The language of all texts.", load_default="en")


class LanguageQuery(Strict):
    """The language of the words."""

    language = one_of(*LANGUAGES, about="The language of `words`.", load_default="en")


class PuzzlesQuery(LanguageQuery, PageQuery):
    """A page of puzzles."""


class RecallQuery(LanguageQuery):
    """The language of the words, and how long to wait for them."""

    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait until a worker has read it.")


class ThoughtQuery(LanguageQuery):
    """The language of the words, and how long to wait for the coach."""

    wait = Count(0, LONGEST, load_default=0, about="Seconds to wait until a worker has thought about it.")


class ReviewQuery(ThoughtQuery, VisibleQuery):
    """The match to look back on."""


class ExportQuery(VisibleQuery):
    """A range of an export's lines."""

    after = Count(0, 2**31 - 1, load_default=0, about="Lines of entries with a greater `n`.")


class ProofQuery(VisibleQuery):
    """The entry to prove."""

    n = Count(1, 2**31 - 1, about="The entry's `n`; left out: the last that a checkpoint counts.")


class EarlierQuery(VisibleQuery):
    """The moment to look at."""

    n = Count(1, 2**31 - 1, about="Number of the log's entry after which to show your view; left out: now.")
    wait = Count(
        0,
        LONGEST,
        load_default=0,
        about="With `n` of a match that goes on: seconds to wait until a worker has played it again for you.",
    )


class PictureQuery(EarlierQuery):
    """The language and the moment of a picture."""

    language = one_of(
        *LANGUAGES, about="The language of the picture's words, where the game draws it in several.", load_default="en"
    )


class PngQuery(PictureQuery):
    """The size, the language and the moment of a picture."""

    width = Count(120, 2000, load_default=900, about="Pixels; the next larger of 300, 600, 900, 1400, 2000.")
