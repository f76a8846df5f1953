"""The story of a match, each entry of its log as lines worth reading for a player; and its table in the terminal, with the
game's own drawing, else in its plain words.

So is what was said at the table, and ``siegelpost say``. What partners say is checked against the log; what is said to the
whole table is in no log (docs/talk.md).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import click
from rich.console import Console, Group, RenderableType
from rich.text import Text

from engine.contract import Decision, Event, Language, Outcome, Words
from engine.kit.terminal import Field, Line, Terminal, terminal_of
from engine.kit.text.particulars import events_in_words
from engine.kit.text.phrases import book_of, speaking_to
from engine.protocol.bodies import SEATED
from engine.protocol.log import Entry
from engine.protocol.talk import LONGEST_TEXT, holds
from engine.registry import OtherData, UnknownRules, game, game_with
from service.cli.player import answers
from service.cli.player.answers import answer
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.match_facts import MatchFacts, match_facts, plain
from service.cli.table.ownlog import OwnLog, Tampered
from service.text import table_acts
from service.text.deleted_names import as_read, gone_back


def table(
    facts: MatchFacts,
    view: Mapping[str, Any],
    console: Console,
    language: Language,
    choices: Mapping[Field, str] | None = None,
    *,
    brief: bool = False,
) -> RenderableType:
    """Return the table as the view's owner sees it; ``choices`` are labels to print on fields, ``brief`` is for choosing.

    :raises Failed: when the match is played with cards that are not on this machine.
    """
    names = facts.names
    shorter = terminal(facts).brief(dict(view), names, language) if brief else None
    if shorter is not None:
        return Text(shorter)
    try:
        drawn = terminal_of(game(facts.rules)).table(
            dict(view),
            names,
            language=language,
            columns=console.width,
            choices=choices,
            ascii_only=console.options.ascii_only,
        )
        if drawn is not None:
            return drawing(drawn)
        words = game_with(facts.rules, facts.data, facts.options).words
    except UnknownRules:
        raise Failed(f"this version of siegelpost does not know the rules {facts.rules}: install a newer one") from None
    except OtherData as error:
        raise Failed(f"{error}; name a folder with them in SIEGELPOST_RULE_DATA") from error
    return Text(words.table(dict(view), names, language))


def drawing(lines: Sequence[Line]) -> RenderableType:
    """Return a game's own drawing in the terminal's form."""
    return Group(*(Text.assemble(*line.pieces) for line in lines))


def terminal(facts: MatchFacts) -> Terminal:
    """Return the game's support for terminals; empty if the match's cards are not on this machine."""
    try:
        return terminal_of(game_with(facts.rules, facts.data, facts.options))
    except (UnknownRules, OtherData):
        return Terminal()


def time_left(seconds: int | None, language: Language = "en") -> str:
    """Return a time left in at most two units.

    >>> time_left(93784), time_left(93784, "de")
    ('1 d 2 h', '1 T. 2 Std.')
    >>> time_left(59)
    '59 s'
    """
    book = book_of("service.cli", language)
    if seconds is None:
        return book.say("words.no-deadline")
    if seconds <= 0:
        return book.say("words.time-is-up")
    units = book.alternatives("words.units")
    counts = (seconds // 86_400, seconds // 3_600 % 24, seconds // 60 % 60, seconds % 60)
    parts = list(zip(counts, units, strict=True))
    first = next(index for index, (count, _) in enumerate(parts) if count)
    return " ".join(f"{count} {unit}" for count, unit in parts[first : first + 2] if count)


def local_time(text: str | None) -> str:
    """Return an RFC 3339 time in this machine's zone, and the zone, like ``2026-11-21 20:00 CET``: the same in every language."""
    if text is None:
        return ""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M %Z").rstrip()


class Teller:
    """Tells a match's entries. ``names`` are the players' names by seat, ``data`` the hash of the rule data if known.

    ``seat`` is the reader's: what happens to it is told in the second person. ``taken_over`` are the seats that changed hands,
    as the API lists them: earlier entries name earlier players.
    """

    def __init__(
        self,
        rules: str,
        names: Sequence[str],
        language: Language,
        *,
        data: str = "",
        taken_over: Sequence[Mapping[str, Any]] = (),
        seat: int | None = None,
    ) -> None:
        self._seat = seat
        self.rename(names, taken_over)
        self._heard: dict[int, str] = {}
        self._language: Language = language
        self._words: Words | None
        try:
            self._words = (game_with(rules, data) if data else game(rules)).words
        except (UnknownRules, OtherData):
            self._words = None

    def rename(self, names: Sequence[str], taken_over: Sequence[Mapping[str, Any]] = ()) -> None:
        """Use these names from now on: players can join and change while one watches."""
        self._now, self._taken_over = list(names), list(taken_over)
        self._names = self._now

    def hear(self, texts: Mapping[int, str]) -> None:
        """Take in the messages of these entries that the player may read; others are shown when they are disclosed."""
        self._heard.update(texts)

    def tell(self, entry: Entry) -> list[str]:
        """Return the entry's meaning as lines; empty for entries without news."""
        body = entry["body"]
        changes = [(one["n"], one["seat"], plain(as_read(one["before"], self._language))) for one in self._taken_over]
        self._names = gone_back(self._now, changes, entry["n"])
        if entry["type"] == "said":
            return [self._said(body, entry["n"])]
        act = table_acts.kind_of(entry["type"], body)
        if act is not None and act != "substituted" and book_of("service", self._language).knows(f"acts.{act}"):
            return [" ".join((self._at_table(act, body), *self._more(entry["type"], body)))]
        teller = getattr(self, "_" + entry["type"].replace("-", "_"), None)
        if teller is None:
            return [f"{entry['type']}: " + ", ".join(f"{name} {value}" for name, value in sorted(body.items()))]
        told: list[str] = teller(body)
        return told

    def _say(self, key: str, **facts: object) -> str:
        return book_of("service.cli", self._language).say(f"narration.{key}", **facts)

    def _knows(self, key: str) -> bool:
        return book_of("service.cli", self._language).knows(f"narration.{key}")

    def _name(self, seat: int) -> str:
        known = 0 <= seat < len(self._names) and self._names[seat]
        return self._names[seat] if known else self._say("seat", seat=seat)

    def _all(self, seats: Sequence[int]) -> str:
        return self._say("and").join(self._name(seat) for seat in seats)

    def _created(self, body: dict[str, Any]) -> list[str]:
        return [self._say("created", rules=body["rules"], seats=body["seats"])]

    def _joined(self, body: dict[str, Any]) -> list[str]:
        return [self._say("joined", name=self._name(body["seat"]), seat=body["seat"])]

    def _left(self, body: dict[str, Any]) -> list[str]:
        return [self._say("left", seat=body["seat"])]

    def _started(self, _: dict[str, Any]) -> list[str]:
        return [self._say("started")]

    def _opened(self, body: dict[str, Any]) -> list[str]:
        facts = {"names": self._all(body["seats"]), "question": self._question(body)}
        if body.get("deadline"):
            return [self._say("opened-until", **facts, until=local_time(body["deadline"]))]
        return [self._say("opened", **facts)]

    def _question(self, body: dict[str, Any]) -> str:
        if self._words is None:
            return str(body["kind"])
        decision = Decision(
            id=body["decision"], kind=body["kind"], seats=body["seats"], sealed=body["sealed"], optional=False
        )
        return self._words.question(decision, self._language)

    def _locked(self, body: dict[str, Any]) -> list[str]:
        absent = [one["seat"] for one in body["seats"] if one["custody"] == "absent"]
        told = [self._say("locked", decision=body["decision"])]
        return [*told, self._say("absent", names=self._all(absent))] if absent else told

    def _resolved(self, body: dict[str, Any]) -> list[str]:
        told = []
        for fault in body["faults"]:
            key = f"fault-{fault['fault']}"
            known = self._knows(key)
            name = self._name(fault["seat"])
            told.append(self._say(key, name=name) if known else f"{name}: {fault['fault']}")
        for move in body["moves"]:
            if move["by"] != "seat":
                key = "by-order" if move["by"] == "order" else "by-rules"
                told.append(self._say(key, name=self._name(move["seat"])))
        return [*told, *self._events(body["events"])]

    def _events(self, events: Sequence[Event]) -> list[str]:
        if self._words is None:
            return [str(event) for event in events]
        return events_in_words(self._words, events, speaking_to(self._seat, self._names), self._language)

    def _said(self, body: dict[str, Any], n: int) -> str:
        name, others = self._name(body["from"]), self._all(body["to"])
        if n in self._heard:
            return self._say("said", name=name, others=others, text=plain(self._heard[n]))
        return self._say("said-hidden", name=name, others=others)

    def _disclosed(self, body: dict[str, Any]) -> list[str]:
        new = [one for one in body["messages"] if one["n"] not in self._heard]
        return [self._say("disclosed", name=self._name(one["from"]), text=plain(one["text"])) for one in new]

    def _seated(self, body: dict[str, Any]) -> list[str]:
        said = [] if body["round"] is None else [self._say("beacon", round=body["round"])]
        if not body["reveal"]:
            return [self._say("seated"), *said]
        return [self._say("reveal", names=self._all(body["reveal"]), until=local_time(body["deadline"])), *said]

    def _revealed(self, _: dict[str, Any]) -> list[str]:
        return [self._say("revealed")]

    def _answered(self, _: dict[str, Any]) -> list[str]:
        return []  # answers already told, with what only the verifier needs of them

    def _at_table(self, act: str, body: dict[str, Any]) -> str:
        seat, other = table_acts.people_in(body)
        name, others_name = ("" if one is None else self._name(one) for one in (seat, other))
        return book_of("service", self._language).say(f"acts.{act}", name=name, other=others_name)

    def _more(self, type_: str, body: dict[str, Any]) -> list[str]:
        """Return the details of an act at the table: how many, how long, until when."""
        if not self._knows(f"more-{type_}"):
            return []
        until = local_time(body.get("until", body.get("deadline")))
        facts = {"count": len(body.get("missed", ())), "span": answers.short(body.get("seconds", 0)), "until": until}
        return [self._say(f"more-{type_}", decision=body.get("decision"), **facts)]

    def _substituted(self, body: dict[str, Any]) -> list[str]:
        # By seat: the log may be newer than the names that are known here.
        bot = body["player"].startswith("bot:")
        return [self._say("substituted" if bot else "substituted-person", seat=body["seat"])]

    def _extended(self, body: dict[str, Any]) -> list[str]:
        if body["decision"] != SEATED:  # for a reason of a later version; service.text.table_acts has those of this one
            return self._more("extended", body)
        return [self._say("reveal-until", until=local_time(body["deadline"]))]

    def _closed(self, body: dict[str, Any]) -> list[str]:
        if "why" in body:
            return [self._say("stopped", why=plain(body["why"]))]
        if body["outcome"] is None:
            key = f"closed-{body['reason']}"
            return [self._say(key if self._knows(key) else "closed", reason=body["reason"])]
        return [self._say("over", result=self.result(body["outcome"]))]

    def result(self, outcome: Outcome) -> str:
        """Return who won and the points by seat, like ``Ben wins. Ada 3, Ben 5.``, or why there are none."""
        winners, scores = outcome["winners"], outcome["scores"]
        points = ", ".join(f"{self._name(seat)} {score}" for seat, score in enumerate(scores))
        if outcome["reason"] in UNPLAYED:
            points = self._say(f"over-{outcome['reason']}")
        if len(winners) == len(scores):
            return self._say("draw", points=points)
        return self._say("win" if len(winners) == 1 else "wins", names=self._all(winners), points=points)


UNPLAYED = ("resigned", "abandoned")
"""Reasons for an end that does not come from the rules: then there are no points, and the outcome is all zeros."""


def ended(match: Mapping[str, Any], language: Language) -> str:
    """Return how a finished match ended, from its summary: ``you won (7 : 3)``, the winners' points first."""
    book = book_of("service.cli", language)
    outcome: Outcome | None = match["outcome"]
    if match.get("stopped") is not None:
        return book.say("narration.ended-stopped", why=plain(match["stopped"]))
    if outcome is None:
        known = f"narration.ended-{match['over']}"
        return book.say(known) if book.knows(known) else book.say("narration.ended-else", reason=match["over"])
    winners = outcome["winners"]
    by_rank = sorted(range(len(outcome["scores"])), key=lambda seat: (seat not in winners, -outcome["scores"][seat]))
    points = " : ".join(str(outcome["scores"][seat]) for seat in by_rank)
    if match["over"] in UNPLAYED:
        points = book.say(f"narration.ended-{match['over']}")
    if len(winners) == len(outcome["scores"]):
        return book.say("narration.ended-draw", points=points)
    if match["seat"] in winners:
        return book.say("narration.ended-won", points=points)
    names = book.say("narration.and").join(plain(match["seats"][seat]["name"]) for seat in winners)
    return book.say("narration.ended-lost", names=names, points=points)


@click.command(
    epilog=f"""\b
Examples
  siegelpost say 018f7c2e Good luck!
  siegelpost say 018f7c2e                                           what was said at the table
  siegelpost say 018f7c2e I take the quay, leave me the ship         to your partner, while you may confer

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("text", nargs=-1)
@click.option(
    "--all", "to_all", is_flag=True, help="To everybody at the table, also while you may confer with a partner."
)
@click.option("--channel", metavar="ID", help="Which channel, if several of yours are open.")
@click.option("--json", "as_json", is_flag=True, help="Print what was said as the server keeps it.")
def say(session: Session, match: str, text: tuple[str, ...], to_all: bool, channel: str | None, as_json: bool) -> None:
    """Say TEXT to everybody at the table of MATCH; or to your partner, while the rules let you confer.

    What you tell a partner becomes public at the end of the match. What you say to the table can be deleted there, and is
    deleted 30 days after the end. Without TEXT, what was said at the table is printed.
    """
    words = " ".join(text).strip()
    facts = match_facts(session.client.match(session.client.find(match)), session.language)
    if not text:
        for one in remarks(session.client, facts.match):
            click.echo(json.dumps(one, sort_keys=True) if as_json else remark_line(one, session.language))
        return
    if not 0 < len(words) <= LONGEST_TEXT:
        raise click.BadParameter(f"a message has 1 to {LONGEST_TEXT} characters", param_hint="TEXT")
    confers = not to_all and (channel is not None or facts.raw["channels"] or facts.raw["talk"]["state"] == "silent")
    if confers:
        said = send(session.client, facts.match, channel_of(facts, channel), words)
    else:
        said = cast(dict[str, Any], session.client.own.say_at_table(facts.match, {"text": words}))
    if as_json:
        click.echo(json.dumps(said, sort_keys=True))
        return
    session.tell("told" if confers else "told-all")


def remark_line(remark: Mapping[str, Any], language: Language) -> str:
    """Return something said to the whole table as a line; a reaction in the reader's language, or by a newer server's name."""
    key = f"react-{remark['reaction']}"
    known = book_of("service.cli", language).knows(f"answers.{key}")
    said = answer(language, key) if known else plain(remark["reaction"] or remark["text"])
    return f"{plain(remark['name'])}: {said}"


class Overheard:
    """The talk of the whole table while somebody follows a match."""

    def __init__(self, client: Client, facts: MatchFacts, *, from_start: bool) -> None:
        self._client, self._match = client, facts.match
        self._changes = 0 if from_start else int(facts.raw["talk"]["changes"])
        self._last = 0 if from_start else max((one["id"] for one in remarks(client, facts.match)), default=0)

    def new(self, facts: MatchFacts) -> list[dict[str, Any]]:
        """Return what was said since the last call. It asks the server only if something was said or erased."""
        changes = int(facts.raw["talk"]["changes"])
        if changes == self._changes:
            return []
        self._changes = changes
        found = list(remarks(self._client, self._match, self._last))
        self._last = found[-1]["id"] if found else self._last
        return found


def remarks(client: Client, match: str, after: int = 0) -> Iterator[dict[str, Any]]:
    """Yield what was said to the whole table after a remark, as far as this player may read it."""
    following: int | None = after
    while following is not None:
        page = cast(dict[str, Any], client.transport.list_talk(match, after=following))
        yield from page["remarks"]
        following = page["next"]


def channel_of(facts: MatchFacts, wished: str | None) -> str:
    """Return the id of the channel to talk in; :raises Failed: if there is none, or several and none is named."""
    mine = [str(one["id"]) for one in facts.raw["channels"]]
    if wished is not None:
        return wished
    if len(mine) == 1:
        return mine[0]
    if not mine:
        raise Failed("you cannot talk to your partner now: the rules open a channel only at certain times")
    raise Failed("several of your channels are open: give --channel with one of " + ", ".join(mine))


def send(client: Client, match: str, channel: str, text: str) -> dict[str, Any]:
    """Send a message; return it as the server stored it."""
    return cast(dict[str, Any], client.own.send_message(match, {"channel": channel, "text": text}))


def messages(client: Client, own: OwnLog, after: int = 0, *, unsaid: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the messages that this player may read beyond entry ``after`` of the local log.

    :param unsaid: whether to end with the player's own messages that are in no log: pending, or refused because the channel had
        closed.
    :raises Tampered: when a text does not match the log's commitment.
    """
    following: int | None = after
    while following is not None:
        page = cast(dict[str, Any], client.transport.list_messages(own.match, after=following))
        for one in page["messages"]:
            if one["n"] > own.n:
                return
            entry = own.entries[one["n"] - 1]
            rightly = (one["seat"], one["channel"]) == (entry["body"].get("from"), entry["body"].get("channel"))
            if entry["type"] != "said" or not rightly or not holds(own.match, entry["body"], one["salt"], one["text"]):
                raise Tampered(own.match, one["n"], "the server shows another message than the one it committed to")
            yield one
        following = page["next"]
        if unsaid and following is None:
            yield from page["unsaid"]


def heard(client: Client, own: OwnLog, after: int) -> dict[int, str]:
    """Return the readable texts of ``said`` entries beyond ``after``, by entry. It asks the server only if there are any."""
    if not any(entry["type"] == "said" for entry in own.entries[after:]):
        return {}
    return {one["n"]: one["text"] for one in messages(client, own, after)}


def show_talk(session: Session, facts: MatchFacts) -> None:
    """Print the messages in open channels, and how to send one; nothing if the rules demand silence."""
    mine = {one["id"] for one in facts.raw["channels"]}
    if not mine:
        return
    for one in messages(session.client, session.client.log(facts.match)):
        if one["channel"] in mine:
            session.console.print(f"{facts.names[one['seat']]}: {plain(one['text'])}")
    session.tell("may-confer", match=facts.match[:8])
