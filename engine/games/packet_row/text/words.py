"""Packet Row in sentences: what happened, what a move means, what is asked, the table as text (see ``en.toml``).

Letters get the table in a few lines: the boards' cards, the players, and the viewer's own cards. Only the whole table lists
cards that a board has not shown yet, and the previous round.

Players at a terminal are also told what the present question means.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from engine.contract import Decision, Event, Language, Move, View
from engine.games.packet_row.book import Book
from engine.games.packet_row.rules.play import SUPPLIES
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.text.table import COLUMNS, asked, end_rule, plain_table, sums_told
from engine.games.packet_row.types.events import (
    DeclinedEvent,
    EndedEvent,
    ExhaustedEvent,
    FinalEvent,
    FulfilledEvent,
    OpenedEvent,
    PacketRowEvent,
    PassedEvent,
    RefilledEvent,
    RoundEvent,
    RoundOverEvent,
    SeatPoints,
    SettledEvent,
    SkippedEvent,
    TookEvent,
)
from engine.games.packet_row.types.moves import PacketRowMove
from engine.games.packet_row.types.view import BoardView, PacketRowView
from engine.kit.terminal import Terminal
from engine.kit.text.phrases import LANGUAGES, one_line, wrapped


def glance(view: PacketRowView, names: Sequence[str], phrases: Phrases) -> str:
    """Return the parts of the table that a question can be about, as this view shows them."""
    over = view["outcome"] is not None
    parts = [_wrap(asked(view, names, phrases))]
    if not over:
        parts.append([line for board in view["boards"] for said in _board(view, board, phrases) for line in said])
        parts.append([*_wrap(f"{phrases.say('table.supply-hint')} {end_rule(view, phrases)}")])
    parts.append([line for seat in range(len(names)) for line in _wrap(_player(view, names, phrases, seat), "- ")])
    if view["seat"] is not None and not over:
        parts.append(_wrap(_own(view, view["seat"], phrases)))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _board(view: PacketRowView, board: BoardView, phrases: Phrases) -> Iterator[list[str]]:
    """Yield the lines of a board: its name with how many cards are left in its pile, and what lies there now and then."""
    facts = [phrases.say("table.open-now")] if board["board"] == view["open_board"] else []
    facts += [phrases.say(f"table.{fact}") for fact in ("exhausted", "closed") if board[fact]]
    name = phrases.board(board["board"])["board"].upper()
    yield _wrap(", ".join([phrases.say("glance.board", board=name, draw=board["draw"]), *facts]))
    for supply in SUPPLIES:
        cards = [card for card in board[supply] if card is not None]
        if cards:
            yield _wrap(phrases.say(f"glance.{supply}", cards=" · ".join(map(phrases.card, cards))), "  ")


def _player(view: PacketRowView, names: Sequence[str], phrases: Phrases, seat: int) -> str:
    player = view["players"][seat]
    name = phrases.say("table.you", name=names[seat]) if seat == view["seat"] else names[seat]
    if seat == view["harbour_master"] and view["outcome"] is None:
        name = phrases.say("table.master", name=name)
    points = player["points"]
    shown = phrases.say("table.points-hidden")
    if points is not None and view["outcome"] is not None:
        shown = phrases.say("table.points-end", buildings=points["buildings"], total=points["total"])
    elif points is not None:
        shown = phrases.count("glance.points", points["total"])
    took = next((one for one in view["taken"] if one["seat"] == seat), None)
    facts = [phrases.say("glance.seat", name=name, money=player["money"], points=shown)]
    facts += [] if took is None else [phrases.say("table.took", card=phrases.names([took["shown"]]))]
    if seat != view["seat"] or view["outcome"] is not None:
        facts += [phrases.say("table.ships", ships=phrases.names(player["ships"]))] if player["ships"] else []
        if player["hand"] is None:
            facts.append(phrases.count("glance.hidden", player["hand_count"]))
        elif player["hand"]:
            facts.append(phrases.say("table.hand", cards=phrases.names(player["hand"])))
    return " ".join(facts)


def _own(view: PacketRowView, seat: int, phrases: Phrases) -> str:
    """Return the viewer's own cards and ships, and their totals for contracts."""
    player = view["players"][seat]
    cards = [*(player["hand"] or ()), *player["ships"]]
    if not cards:
        return ""
    hidden = next((card for card in cards if card["id"] == player["starting"] and player["starting_hidden"]), None)
    facts = [phrases.say("glance.own", cards=phrases.names(cards))]
    facts += [] if hidden is None else [phrases.say("glance.starting", card=phrases.card(hidden))]
    if any(card["kind"] == "contract" for card in cards):
        facts.append(sums_told(player["sums"], phrases))
    return " ".join(facts)


def _wrap(text: str, first: str = "") -> list[str]:
    return wrapped(text, COLUMNS, first, " " * len(first))


Names = Sequence[str]


class PacketRowWords:
    """Sentences about Packet Row; implements :class:`engine.contract.Words`."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._phrases = {language: Phrases.shipped(language) for language in LANGUAGES}

    def event(self, event: Event, names: Names, language: Language) -> str:
        """Return what happened; :raises KeyError: for an event that Packet Row does not have."""
        return _Teller(self._book, self._phrases[language], one_line(names)).event(cast("PacketRowEvent", event))

    def move(self, move: Move, language: Language) -> str:
        """Return a move in words: ``take University [15 $, 6 points]``."""
        return _Teller(self._book, self._phrases[language], ()).move(cast("PacketRowMove", move))

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def advice(self, view: View, language: Language) -> str | None:
        """Explain the current question to the viewer and name its board, or return None if nothing is asked."""
        shown, phrases = cast("PacketRowView", view), self._phrases[language]
        stage = shown["stage"]
        if stage not in ("open", "ask", "harbour", "last"):
            return None
        due = shown["queue"][0] if stage == "ask" else shown["harbour_master"]
        if due != shown["seat"]:
            return None
        return phrases.say(f"advice.{stage}", **(phrases.board(shown["open_board"]) if shown["open_board"] else {}))

    def table(self, view: View, names: Names, language: Language) -> str:
        """Return the whole table as text, see :func:`engine.games.packet_row.text.table.plain_table`."""
        return plain_table(cast("PacketRowView", view), one_line(names), self._phrases[language], self._book)

    def glance(self, view: View, names: Names, language: Language, *, kinds: Sequence[str]) -> str:
        """Return the table in a few lines, the same for all kinds (see :func:`glance`)."""
        return glance(cast("PacketRowView", view), one_line(names), self._phrases[language])


class _Teller:
    """Says things in one language; ``names`` are the players' names by seat."""

    def __init__(self, book: Book, phrases: Phrases, names: Names) -> None:
        self.book, self.phrases, self.names = book, phrases, names

    def event(self, event: PacketRowEvent) -> str:
        """Return what happened."""
        match event["type"]:
            case "took":
                said = self._took(event)
            case "fulfilled":
                said = self._fulfilled(event)
            case "refilled":
                said = self._refilled(event)
            case "round-over":
                said = self._round_over(event)
            case "final":
                said = self._final(event)
            case "ended":
                said = self._ended(event)
            case _:
                said = self._plain(event)
        return said

    def _plain(
        self,
        event: RoundEvent | OpenedEvent | SkippedEvent | DeclinedEvent | PassedEvent | ExhaustedEvent | SettledEvent,
    ) -> str:
        """Return what a phrase can say with round, player and board alone."""
        places: dict[str, object] = {}
        if "round" in event:
            places["round"] = event["round"]
        if "seat" in event:
            places["name"] = self.names[event["seat"]]
        if "board" in event:
            places |= self.phrases.board(event["board"])
        variant = f".{event['why']}" if event["type"] == "skipped" else ""
        return self.phrases.say(f"event.{event['type']}{variant}", **places)

    def move(self, move: PacketRowMove) -> str:
        """Return a move in words."""
        if move["type"] == "fulfil":
            return self._fulfil("move.fulfil", move["cards"])
        if move["type"] == "settle":
            if "fulfil" not in move:
                return self.phrases.say("move.settle")
            chosen = move["fulfil"]
            return self._fulfil("move.settle-these", chosen) if chosen else self.phrases.say("move.settle-none")
        said = self._answer(move)
        if move["type"] != "nothing" and move.get("fulfil"):
            return self.phrases.say("then", first=self._fulfil("move.fulfil", move["fulfil"]), second=said)
        return said

    def _answer(self, move: PacketRowMove) -> str:
        """Return a move in words, without the contracts fulfilled first."""
        match move["type"]:
            case "take":
                key = "move.take-assistant" if "assistant" in move else "move.take"
                return self.phrases.say(key, card=self._card(move["card"]))
            case "open":
                return self.phrases.say("move.open", **self.phrases.board(move["board"]))
        return self.phrases.say(f"move.{move['type']}")

    def _card(self, card: str) -> str:
        """Return what a card is, or its id if the card lists do not know it."""
        return self.phrases.card(self.book.cards[card].shown()) if card in self.book.cards else card

    def _cards(self, ids: Sequence[str]) -> str:
        """Return the names of cards by id."""
        return self.phrases.names([self.book.cards[card].shown() for card in ids if card in self.book.cards])

    def _fulfil(self, key: str, ids: Sequence[str]) -> str:
        cards = [self.book.cards[card] for card in ids if card in self.book.cards]
        contracts = self.phrases.together(
            [self.phrases.card(card.shown()) for card in cards if card.kind == "contract"]
        )
        used = self.phrases.names([card.shown() for card in cards if card.kind != "contract"])
        return self.phrases.say(key, contracts=contracts, cards=used)

    def _took(self, event: TookEvent) -> str:
        key = ("assistant-" if "assistant" in event else "") + ("paid" if event["paid"] else "free")
        name, card = self.names[event["seat"]], self._card(event["card"])
        return self.phrases.say(f"event.took.{key}", name=name, card=card, paid=event["paid"])

    def _fulfilled(self, event: FulfilledEvent) -> str:
        return self.phrases.count(
            "event.fulfilled",
            len(event["contracts"]),
            name=self.names[event["seat"]],
            contracts=self.phrases.together([self._card(card) for card in event["contracts"]]),
            reward=event["reward"],
            cards=self._cards([card for card in event["cards"] if card not in event["contracts"]]),
        )

    def _refilled(self, event: RefilledEvent) -> str:
        board = self.phrases.board(event["board"])["board"]
        current, future = self._cards(event["current"]), self._cards(event["future"])
        return self.phrases.say("event.refilled", board=board, current=current, future=future)

    def _round_over(self, event: RoundOverEvent) -> str:
        without = [self.names[seat] for seat in event["without"]]
        key = "event.round-over.some" if without else "event.round-over.all"
        return self.phrases.say(key, round=event["round"], names=self.phrases.together(without))

    def _final(self, event: FinalEvent) -> str:
        due = [self.names[seat] for seat in event["seats"]]
        key, names = f"event.final.{event['why']}.{'some' if due else 'none'}", self.phrases.together(due)
        if event["why"] == "nothing-to-open":
            return self.phrases.say(key, names=names)
        return self.phrases.count(key, self.book.parameters.end_exhausted_boards[len(self.names)], names=names)

    def _ended(self, event: EndedEvent) -> str:
        points = " ".join(self._points(one) for one in event["points"])
        winners = self.phrases.together([self.names[seat] for seat in event["winners"]])
        return self.phrases.say(f"event.ended.{event['why']}", points=points, winners=winners)

    def _points(self, points: SeatPoints) -> str:
        """Return a seat's points, part by part."""
        return self.phrases.say(
            "points.penalty" if points["penalty"] else "points.line",
            name=self.names[points["seat"]],
            total=points["total"],
            buildings=points["buildings"],
            money=points["money"],
            bankers=points["bankers"],
            penalty=points["penalty"],
        )


class PacketRowTerminal(Terminal):
    """Adds the consequences of the answers to each question; everything else is as in the words."""

    def __init__(self, words: PacketRowWords) -> None:
        self._words = words

    def advice(self, view: View, language: Language) -> str | None:
        """Return what the present question means for the viewer."""
        return self._words.advice(view, language)
