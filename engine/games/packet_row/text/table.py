"""The table as plain text of at most 72 columns, complete enough to play from without the picture; and all cards by board.

What is asked comes first, then the boards, the players, the viewer's own cards, and what the last
round brought. Lines are wrapped, never cut.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import DESTINATIONS, ROLES, STARTING
from engine.games.packet_row.rules.play import SUPPLIES
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.state import Supply
from engine.games.packet_row.types.view import BoardView, PacketRowView, PreviousRoundView, Sums
from engine.kit.text.guide import CardList
from engine.kit.text.phrases import wrapped


def card_lists(book: Book, phrases: Phrases) -> list[CardList]:
    """Return every kind of card with its price and how many there are, board by board, then the starting contracts."""
    titles = {sign: phrases.board(sign)["board"] for sign in book.boards} | {STARTING: phrases.say("guide.starting")}
    return [CardList(title, _counted(book, sign, phrases)) for sign, title in titles.items()]


def _counted(book: Book, sign: str, phrases: Phrases) -> list[str]:
    names = Counter(phrases.card(card.shown()) for card in book.cards.values() if card.board == sign)
    return [name if n == 1 else phrases.say("table.times", n=n, card=name) for name, n in names.items()]


COLUMNS = 72
LEADS: dict[Supply, str] = {"current": "table.now", "future": "table.next"}
"""The phrase that begins the lines of a supply."""


def plain_table(view: PacketRowView, names: Sequence[str], phrases: Phrases, book: Book) -> str:
    """Return the table as this view shows it; ``names`` are the players' names by seat."""
    over = view["outcome"] is not None
    parts = [[phrases.say("table.over" if over else "table.title", round=view["round"])]]
    parts.append([phrases.say("table.asked"), *_wrap(asked(view, names, phrases), "  ")])
    parts += [list(_board(view, board, names, phrases, book)) for board in view["boards"]]
    parts.append([*_wrap(phrases.say("table.supply-hint")), *_wrap(end_rule(view, phrases))])
    parts.append([phrases.say("table.players")])
    for seat in range(len(view["players"])):
        first, *more = _player(view, names, phrases, seat)
        parts[-1] += [*_wrap(first, "- "), *(line for one in more for line in _wrap(one, "  "))]
    if view["seat"] is not None and not over:
        parts.append([phrases.say("table.own"), *_own(view, view["seat"], phrases)])
    if view["previous"] is not None:
        parts.append(_previous(view["previous"], names, phrases))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def asked(view: PacketRowView, names: Sequence[str], phrases: Phrases) -> str:
    """Return the line that says whom the table waits for, or who has won."""
    stage, master = view["stage"], names[view["harbour_master"]]
    if view["outcome"] is not None:
        return phrases.say(
            "table.result", winners=phrases.together([names[seat] for seat in view["outcome"]["winners"]])
        )
    if stage == "final":
        return phrases.say("table.ask.final", names=phrases.together([names[seat] for seat in view["settling"]]))
    places = phrases.board(view["open_board"]) if view["open_board"] else {}
    if stage == "ask":
        name, *others = [names[seat] for seat in view["queue"]]
        if not others:
            return phrases.say("table.ask.ask-last", name=name, **places)
        return phrases.say("table.ask.ask", name=name, others=phrases.together(others), **places)
    return phrases.say(f"table.ask.{stage}", name=master, **places)


def end_rule(view: PacketRowView, phrases: Phrases) -> str:
    """Return when the match ends."""
    number = view["limits"]["exhausted_boards"]
    return phrases.say("table.end-rule-one") if number == 1 else phrases.say("table.end-rule", n=number)


def _board(view: PacketRowView, board: BoardView, names: Sequence[str], phrases: Phrases, book: Book) -> Iterator[str]:
    facts = []
    if board["opened"]:
        facts.append(phrases.say("table.opened", sweep=board["opened"]))
    if board["board"] == view["open_board"]:
        facts.append(phrases.say("table.open-now"))
    facts += [phrases.say(f"table.{fact}") for fact in ("exhausted", "closed") if board[fact]]
    title = phrases.say(
        "table.board", board=phrases.board(board["board"])["board"].upper(), sign=board["board"], draw=board["draw"]
    )
    yield from _wrap(", ".join([title, *facts]))
    taken = {(one["board"], one["supply"], one["slot"]): one for one in view["taken"]}
    width = max(len(phrases.say(LEADS[supply])) for supply in SUPPLIES) + 2
    for supply in SUPPLIES:
        for slot, card in enumerate(board[supply]):
            lead = f"  {phrases.say(LEADS[supply]):<{width}}"
            if card is not None:
                said = phrases.card(card)
            elif (board["board"], supply, slot) in taken:
                one = taken[board["board"], supply, slot]
                said = phrases.say("table.taken", name=names[one["seat"]], card=phrases.names([one["shown"]]))
            else:
                said = phrases.say("table.no-card")
            yield from _wrap(said, lead, " " * len(lead))
    yield from _wrap(_unseen(board, phrases, book), "  ")


def _unseen(board: BoardView, phrases: Phrases, book: Book) -> str:
    if not board["unseen"]:
        return phrases.say("table.unseen-none")
    keys = sorted(board["unseen"], key=lambda key: book.keys[key][0].rank)
    cards = [book.keys[key][0].shown() for key in keys for _ in range(board["unseen"][key])]
    key = "table.unseen-aside" if board["aside"] else "table.unseen"
    return phrases.say(key, aside=board["aside"], cards=phrases.names(cards))


def _player(view: PacketRowView, names: Sequence[str], phrases: Phrases, seat: int) -> Iterator[str]:
    player = view["players"][seat]
    name = phrases.say("table.you", name=names[seat]) if seat == view["seat"] else names[seat]
    if seat == view["harbour_master"] and view["outcome"] is None:
        name = phrases.say("table.master", name=name)
    took = next((one for one in view["taken"] if one["seat"] == seat), None)
    if took is not None:
        took_text = phrases.say("table.took", card=phrases.names([took["shown"]]))
    else:
        took_text = "" if view["stage"] in ("final", "over") else phrases.say("table.took-none")
    points = player["points"]
    shown = phrases.say("table.points-hidden")
    if points is not None:
        key = "table.points-shown" if view["outcome"] is None else "table.points-end"
        shown = phrases.say(key, buildings=points["buildings"], total=points["total"])
    yield phrases.say("table.seat", name=name, money=player["money"], points=shown, took=took_text).strip()
    if player["ships"]:
        yield phrases.say("table.ships", ships=phrases.names(player["ships"]))
    if player["hand"] is None:
        yield phrases.say("table.hand-hidden")
    elif seat != view["seat"] or view["outcome"] is not None:
        yield phrases.say("table.hand", cards=phrases.names(player["hand"]))
    if player["starting_hidden"] and seat != view["seat"]:
        yield phrases.say("table.hand-back")
    if player["hand"] is not None and any(card["kind"] == "contract" for card in player["hand"]):
        yield sums_told(player["sums"], phrases)


def sums_told(sums: Sums, phrases: Phrases) -> str:
    """Return what a player has for contracts and what the contracts demand, totalled as in the online panels (B7)."""
    has = [phrases.units(sums["goods"])] if sums["goods"] else []
    has += [phrases.say("table.gold", n=sums["gold"])] if sums["gold"] else []
    has += [phrases.count(f"role.{role}", n) for role in ROLES if (n := sums["roles"][role])]
    destinations = [phrases.say(f"destination.{one}") for one in DESTINATIONS if one in sums["destinations"]]
    demand = phrases.listed([phrases.units(sums["demand"]), *destinations])
    return phrases.say("table.sums", has=phrases.listed(has), demand=demand)


def _own(view: PacketRowView, seat: int, phrases: Phrases) -> Iterator[str]:
    player = view["players"][seat]
    for card in (*(player["hand"] or ()), *player["ships"]):
        hidden = card["id"] == player["starting"] and player["starting_hidden"]
        said = phrases.card(card)
        yield from _wrap(phrases.say("table.starting", card=said) if hidden else said, "- ")


def _previous(previous: PreviousRoundView, names: Sequence[str], phrases: Phrases) -> list[str]:
    boards = phrases.listed([phrases.board(sign)["board"] for sign in previous["opened"]])
    lines = [phrases.say("table.previous-line", name=names[previous["harbour_master"]], boards=boards)]
    for one in previous["taken"]:
        lines.append(phrases.say("table.previous-took", name=names[one["seat"]], card=phrases.names([one["shown"]])))
    if not previous["taken"]:
        lines.append(phrases.say("table.previous-none"))
    title = phrases.say("table.previous", round=previous["round"])
    return [title, *(line for one in lines for line in _wrap(one, "  "))]


def _wrap(text: str, first: str = "", others: str | None = None) -> list[str]:
    indent = " " * len(first) if others is None else others
    return wrapped(text, COLUMNS, first, indent)
