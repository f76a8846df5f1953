"""The links of a letter (its button, those that answer or say something, those below, the one that unsubscribes), and its
hints on answering by mail: that this is possible, and what to write.
"""

from collections.abc import Sequence

from engine.kit.ahead import is_in_turn
from service.accounts.mail.mail_preferences import buttons_of
from service.matches.absence.matters import Matter, asks_for_time, more_time_for, seats_to_keep
from service.matches.numbering import Numbered, digest_of
from service.matches.orders import why_not
from service.matches.seating.guests import joins_by_mail
from service.notifications.kinds import INVITED, OVER, kind_of
from service.notifications.notices import seat_told
from service.store.records import Account, Notice, Record
from workers.mail.letter import Button, Foot, Link, Question
from workers.mail.page import Page
from workers.mail.parts.matters import Say, example_of_asking, more_time_of, most_to_ask_for, words_to_reply
from workers.mail.parts.question import Choose as ChooseOne
from workers.mail.sender import Choose, Sender


def answers_by(account: Account, page: Page, sender: Sender, seat: int | None) -> ChooseOne | None:
    """Return a maker of links that answer the letter's questions, or None if it has none."""
    make = _links_by(account, sender, seat)
    if make is None or seat is None:
        return None
    return lambda one: f"{page.public_url}/choose/{make(account, page.match.match, seat, digest_of([one]))}"


def says_by(account: Account, page: Page, sender: Sender, seat: int | None) -> Say | None:
    """Return a maker of links for statements other than answers to decisions, or None if the letter has none."""
    make = _links_by(account, sender, seat)
    if make is None or seat is None:
        return None
    return lambda one: f"{page.public_url}/say/{make(account, page.match.match, seat, one.digest)}"


def _links_by(account: Account, sender: Sender, seat: int | None) -> Choose | None:
    """Return a maker of links that act for the account, or None if it has none."""
    return sender.choose if seat is not None and account.verified and buttons_of(account) == "choices" else None


def button(
    page: Page,
    news: Sequence[Notice],
    sender: Sender,
    account: Account,
    uninvited: Notice | None,
    asked: Sequence[Question],
    *,
    others: bool,
) -> Button | None:
    """Return the letter's own button, for players and guests; ``others``: the letter's other buttons act.

    It answers the first question, or leads to the table, where the browser must be signed in. It signs in accounts that
    have chosen that, and newcomers, who have no account yet that could be stolen.
    """
    if uninvited is None and seat_told(news) is None:
        return None
    say, secret = page.reader.say, "" if uninvited is None else str(uninvited["facts"]["invitation"])
    joins = uninvited is not None and kind_of(uninvited) is INVITED
    label = say.button_join() if joins else say.button_answer() if asked else say.button_look()
    if account.verified and buttons_of(account) != "sign-in":
        way = f"{page.public_url}/join/{page.match.match}?invitation={secret}" if uninvited else page.table_url
        direct = next((one.url for one in asked if one.url), "")
        takes_time = any(one.time is not None for one in asked)
        caution = str(say.button_is_choice(takes_time)) if direct or others or takes_time else ""
        if not direct:
            return Button(str(label), way, caution)
        return Button(str(say.button_choose()), direct, caution, Link(str(label), way))
    since = max(one["send_at"] for one in news)  # not now: the letter that is tried again is the same
    token = sender.enter(account, page.match.match, since, secret)
    return Button(str(label), f"{page.public_url}/enter/{token}", str(say.button_is_yours()))


def links(page: Page, *, in_play: bool) -> list[Link]:
    """Return the links below a letter; ``in_play``: it is not an invitation."""
    say = page.reader.say
    again = page.match.table["outcome"] is not None
    found = [Link(str(say.links_rematch() if again else say.links_match()), page.table_url)]
    if in_play and page.match.state is not None:
        found.append(Link(str(say.links_verify()), page.verify_url))
    if in_play and page.reader.programmer:
        found.append(Link(str(say.links_log()), f"{page.match_url}/log.jsonl"))
    game = page.match.table["rules"].partition("@")[0]
    found.append(Link(str(say.links_rules()), f"{page.public_url}/rules/{game}"))
    found.append(Link(str(say.links_fairness()), f"{page.public_url}/fairness"))
    docs = [Link(str(say.links_help()), f"{page.public_url}/docs")] if page.reader.programmer else []
    return [*found, *docs]


def foot(
    page: Page, news: Sequence[Notice], sender: Sender, account: Account, uninvited: Notice | None, *, read: bool
) -> Foot:
    """Return why the reader gets this letter, and the link that stops letters of its kind.

    A kind for people without a seat at the table has its own explanation. ``read``: answers to this letter are read.
    """
    token = sender.unsubscribe(account, page.match.match, uninvited is not None)
    link, say = f"{page.public_url}/unsubscribe/{token}", page.reader.say
    told = [(one, page.reader.words(kind_of(one).words)) for one in news if kind_of(one).to == "account"]
    notice, words = next(((one, own) for one, own in reversed(told) if hasattr(own, "why")), (None, None))
    if notice is None or words is None:
        why = say.foot_why_read(page.title) if read else say.foot_why(page.title)
        return Foot(str(why), str(say.foot_stop()), link)
    stop = words.stop() if kind_of(notice).uninvited else say.foot_stop()
    because = [words.why(page.telling(notice)), *([words.unread()] if kind_of(notice) is INVITED and not read else [])]
    return Foot(" ".join(str(one) for one in because), str(stop), link)


def repeats_itself(page: Page, sender: Sender, seat: int | None, listed: Sequence[Numbered]) -> bool:
    """Return whether the reader's own last answer to such a question is still possible for one in the letter."""
    if sender.repeats is None or seat is None:
        return False
    return any(sender.repeats(page.match, seat, one) for one in listed)


def how_to_reply(
    page: Page,
    seat: int | None,
    listed: Sequence[Numbered],
    besides: Sequence[Matter] = (),
    *,
    also: bool,
    same: bool = False,
    brief: bool = False,
) -> str:
    """Return how to answer a letter with these questions by mail.

    :param also: whether other ways are shown above; :param same: whether the last answer can be repeated; :param brief:
    for readers who know it already.
    """
    reader, ids = page.reader, {one.standing["id"] for one in listed}
    sealed = any(one.standing["sealed"] for one in listed)
    extensible = seat is not None and any(one.decision in ids for one in more_time_for(page.match, seat))
    time = more_time_of(page.match.table, reader.language) if extensible else ""
    asking = seat is not None and any(one.decision in ids for one in asks_for_time(page.match, seat))
    ask = most_to_ask_for(page.match.table, reader.language) if asking else ""
    example = example_of_asking(page.match.table, reader.language) if asking else ""
    row, plans = asks_in_turn(page, listed), seat is not None and takes_plans(page, seat)
    numbers = ""
    if listed and brief and not (time or ask or same):
        numbers = str(reader.say.reply_short(len(listed) > 1, sealed, row, plans))
    elif listed:
        numbers = str(reader.say.reply(len(listed) > 1, sealed, also, time, same, ask, example, row, plans))
    words = words_to_reply(besides, reader, also=bool(listed) or also, numbers=bool(listed))
    is_read = bool(listed or besides) or not also
    keep = str(reader.say.reply_keep()) if is_read and seat is not None and seats_to_keep(page.match, seat) else ""
    return " ".join(one for one in (numbers, words, keep) if one)


def takes_plans(page: Page, seat: int) -> bool:
    """Return whether a seat may write standing orders by mail."""
    return why_not(page.match.table, seat) is None


def asks_in_turn(page: Page, listed: Sequence[Numbered]) -> bool:
    """Return whether several lines of one mail may make several moves of the current turn."""
    return any(is_in_turn(page.rules, one.standing["kind"]) for one in listed)


def tells_the_end(news: Sequence[Notice], page: Page) -> bool:
    """Return whether a letter to a seat announces the end of its match, so that an answer asks for a rematch or for the
    result."""
    return page.match.table["status"] == "closed" and any(
        kind_of(one) is OVER and one["seat"] is not None for one in news
    )


def after_the_end(news: Sequence[Notice], page: Page, sender: Sender) -> str:
    """Return the possible answers to a letter that announces the end; empty for other letters, or where no mail is
    read."""
    if sender.reply is None or not tells_the_end(news, page):
        return ""
    return str(page.reader.say.reply_ended(page.match.table["outcome"] is not None))


def invites(news: Sequence[Notice], record: Record) -> bool:
    """Return whether a letter invites its reader to a seat that can be taken by answering it."""
    return any(kind_of(one) is INVITED and joins_by_mail(record.table, one["account"]) for one in news)
