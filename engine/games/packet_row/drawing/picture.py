"""The picture of the table: four boards with what lies there now and next, the players, the last round; and the emblem.

One SVG, 720 units wide, or wider and lower where a client folds it (``data-folded``, docs/pictures.md). It shows nothing
but the view and the players' names, as far as they are known; seats go by colour and number, counted
from 1, too. The same view with the same names gives the same bytes.

A board has its name, draw pile, current and future supply, and when it was opened; a player's panel money, points, roles, goods,
ships and contracts; the last round tells who took what.
"""

import re
from collections.abc import Mapping
from xml.sax.saxutils import escape

from engine.games.packet_row.cards import GOODS, ROLES
from engine.games.packet_row.drawing.faces import HEIGHT, brief, empty, face
from engine.games.packet_row.drawing.signs import (
    BANDS,
    CARD,
    FAINT,
    INK,
    LINE,
    MARGIN,
    MARK,
    PAPER,
    SEATS,
    SHEET,
    SIGNS,
    WHITE,
    WIDTH,
    board_spot,
    card_spot,
    contract_spot,
    definitions,
    sign,
)
from engine.games.packet_row.rules.play import SUPPLIES
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.cards import ContractCard, Good
from engine.games.packet_row.types.view import BoardView, PacketRowView, PlayerView
from engine.kit.drawing.names import fitted, wide
from engine.kit.drawing.svg import FAMILY, box, circle, framed, group, number, pale, path, tag, text, told

LABEL = 118
WIDEST = 112
ROW = HEIGHT + 20
FUTURE = 0.68
"""Opacity of cards in the future supply."""
WARNING = "#b5302a"
BOARD_COLOURS = {"G": BANDS["contract"], "D": BANDS["ship"], "M": BANDS["goods"], "B": BANDS["money"]}


def boards(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the boards, one below the other, and where they end."""
    parts = []
    for board in view["boards"]:
        parts.append(_board(view, board, phrases, top))
        top += ROW + 8
    return "".join(parts), top


def _board(view: PacketRowView, board: BoardView, phrases: Phrases, top: float) -> str:
    open_now = board["board"] == view["open_board"]
    edge, thick = (MARK, 5) if open_now else (LINE, 2)
    parts = [
        box(
            MARGIN,
            top,
            WIDTH - 2 * MARGIN,
            ROW,
            fill=SHEET if not board["closed"] else PAPER,
            round=10,
            stroke=edge,
            stroke_width=thick,
        ),
        _label(board, phrases, top, open_now=open_now),
        board_spot(board["board"], _told(board, phrases), MARGIN + 3, top + 3, LABEL - 6, ROW - 6),
    ]
    taken = {(one["supply"], one["slot"]): one for one in view["taken"] if one["board"] == board["board"]}
    pitch = (WIDTH - 2 * MARGIN - LABEL - 26) / (view["limits"]["current"] + view["limits"]["future"])
    width = min(WIDEST, pitch - 7)
    x: float = MARGIN + LABEL + 4
    for supply in SUPPLIES:
        size = view["limits"][supply]
        faces, spots = list[str](), list[str]()
        for slot in range(size):
            card = board[supply][slot] if slot < len(board[supply]) else None
            if card is None:
                gone = taken.get((supply, slot))
                parts.append(empty(x, top + 10, width, gone, phrases))
                if gone is not None:
                    said = phrases.took("picture.told.took", gone["seat"], gone["shown"])
                    parts.append(told(said, x, top + 10, width, HEIGHT))
            else:
                faces.append(face(card, phrases, x, top + 10, width))
                spots.append(card_spot(card, phrases, x, top + 10, width, HEIGHT))
            x += pitch
        parts += [pale(FUTURE, *faces) if supply == "future" else "".join(faces), *spots]
        if supply == "current":
            gap = (pitch - width) / 2
            parts.append(path(f"M{x - gap + 5} {top + 16} v{ROW - 32}", stroke=LINE, stroke_width=3))
            x += 12
    return "".join(parts)


def _told(board: BoardView, phrases: Phrases) -> str:
    """Describe the left end of a board in words."""
    name = phrases.board(board["board"])["board"]
    said = [phrases.count("picture.told.board", board["draw"], board=name)]
    said += [phrases.say("picture.told.opened", n=board["opened"])] if board["opened"] else []
    if board["closed"] or board["exhausted"]:
        said.append(phrases.say("picture.told.closed" if board["closed"] else "picture.told.last"))
    return " ".join(said)


def _label(board: BoardView, phrases: Phrases, top: float, *, open_now: bool) -> str:
    """Return the left end of a board: its name, its draw pile, its place in this round's order."""
    x, colour = MARGIN + 10, BOARD_COLOURS.get(board["board"], INK)
    name = phrases.board(board["board"])["board"]
    parts = [
        text(name, x, top + 31, min(24, round((LABEL - 14) / (0.6 * len(name)), 1)), fill=colour, weight=700),
        sign("back", x - 6, top + 42, 48),
        text(f"×{board['draw']}", x + 44, top + 76, 26, weight=700),
    ]
    if board["opened"]:
        parts.append(circle(x + 12, top + 108, 15, fill=MARK if open_now else FAINT))
        parts.append(text(board["opened"], x + 12, top + 116, 22, fill=WHITE, weight=700, anchor="middle"))
    said = (
        phrases.say("picture.closed") if board["closed"] else phrases.say("picture.last") if board["exhausted"] else ""
    )
    if said:
        parts.append(text(said, x + (36 if board["opened"] else 0), top + 115, 18, fill=WARNING, weight=700))
    return "".join(parts)


HEADING = 74
PANEL = (WIDTH - 3 * MARGIN) / 2
BAND, LINE_HEIGHT = 44, 40
CHIP, CHIP_HEIGHT = (PANEL - 16) / 2, 42
CHIPS = 2
NAME, SMALLEST = 26, 16
"""Size of a player's name, and how small it may be before it is shortened."""
NOW = 23
"""The size of the line that says whose decision it is."""


def heading(view: PacketRowView, phrases: Phrases) -> str:
    """Return the round, and who decides what."""
    over = view["outcome"] is not None
    title = phrases.say("picture.over" if over else "picture.round", round=view["round"])
    now, size = fitted(_now(view, phrases), WIDTH - 2 * MARGIN - 66, NOW, SMALLEST)
    return (
        text(title, MARGIN + 6, 40, 38, weight=700)
        + text(now, MARGIN + 6, 67, size)
        + sign("anchor", WIDTH - 60, 12, 46)
        + text("Packet Row", WIDTH - 70, 44, 26, fill=FAINT, anchor="end")
    )


def due(view: PacketRowView) -> list[int]:
    """Return the seats for which the table waits; none in a match that was given up."""
    if view["outcome"] is not None:
        return []
    stage = view["stage"]
    if stage == "final":
        return list(view["settling"])
    return view["queue"][:1] if stage == "ask" else [view["harbour_master"]]


def panels(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float, float]:
    """Return the players' panels two by two, the viewer's own like the others; where they end, there and folded.

    For a wide window each says where it lies beside the boards (``data-beside``): one below the other, the viewer's own first.
    """
    drawn: dict[int, tuple[str, float, float, float]] = {}  # by seat: a panel, where it lies, how high it is
    seats = range(len(view["players"]))
    for first in seats[::2]:
        pair = [seat for seat in (first, first + 1) if seat in seats]
        rows = [_rows(view, phrases, seat) for seat in pair]
        height: float = BAND + 10 + max(len(one) for one in rows) * LINE_HEIGHT
        for place, (seat, own) in enumerate(zip(pair, rows, strict=True)):
            lines = [group(row, y=BAND + 5 + line * LINE_HEIGHT) for line, row in enumerate(own)]
            x = MARGIN + place * (PANEL + MARGIN)
            drawn[seat] = (group(_frame(view, phrases, seat, height), *lines, x=x, y=top), x, top, height)
        top += height + MARGIN
    beside, y = dict[int, str](), float(MARGIN)
    for seat in sorted(seats, key=lambda one: one != view["seat"]):
        _, x, there, height = drawn[seat]
        beside[seat] = f"{number(WIDTH - x)} {number(y - there)}"
        y += height + MARGIN
    parts = [tag("g", drawn[seat][0], data_beside=beside[seat]) for seat in seats]
    return "".join(parts), top, y


def last_round(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return what was taken in the round before, and where the picture ends."""
    previous = view["previous"]
    if previous is None:
        return "", top
    opened = phrases.listed([phrases.board(board)["board"] for board in previous["opened"]])
    said = phrases.say("picture.previous", round=previous["round"], boards=opened)
    parts = [text(said, MARGIN + 6, top + 22, 22, weight=700)]
    for place, one in enumerate(previous["taken"]):
        x, y = MARGIN + 6 + place % 2 * (PANEL + MARGIN), top + 36 + place // 2 * 34
        parts.append(sign(f"pawn-{one['seat']}", x, y, 30))
        parts.append(text(brief(one["shown"], phrases), x + 38, y + 24, 22))
        said = phrases.took("picture.told.took-before", one["seat"], one["shown"])
        parts.append(told(said, x, y, PANEL - MARGIN, 32))
    rows = (len(previous["taken"]) + 1) // 2
    return "".join(parts), top + 44 + rows * 34


def _now(view: PacketRowView, phrases: Phrases) -> str:
    if view["outcome"] is not None:
        if view["outcome"]["winners"] == [view["seat"]]:
            return phrases.say("picture.won-you")
        return phrases.say(
            "picture.won", names=phrases.together([phrases.who(one) for one in view["outcome"]["winners"]])
        )
    if due(view) == [view["seat"]]:
        return phrases.say(f"picture.now-you.{view['stage']}")
    names = phrases.listed([phrases.who(seat) for seat in due(view)])
    return phrases.say(f"picture.now.{view['stage']}", names=names)


def _frame(view: PacketRowView, phrases: Phrases, seat: int, height: float) -> str:
    """Return a panel's frame and band: the player, the harbour master's anchor, you, points."""
    colour = SEATS[seat]
    edge, thick = (MARK, 6) if seat in due(view) else (colour, 2.5)
    marks, right = _marks(view, phrases, seat)
    return "".join(
        [
            box(0, 0, PANEL, height, fill=SHEET, round=10, stroke=edge, stroke_width=thick),
            path(f"M2 {BAND} V12 Q2 2 12 2 H{PANEL - 12} Q{PANEL - 2} 2 {PANEL - 2} 12 V{BAND} Z", fill=colour),
            _name(phrases, seat, right),
            marks,
        ]
    )


def _name(phrases: Phrases, seat: int, right: float) -> str:
    """Return a player's name after the number of the pawns, or else the seat's name."""
    player, x, number = phrases.player(seat), 12.0, ""
    if player:
        number = circle(26, 22.5, 14, fill=WHITE)
        number += text(seat + 1, 26, 30, 21, fill=SEATS[seat], weight=700, anchor="middle")
        x = 45.0
    name, size = fitted(player or phrases.seat(seat), right - x - 4, NAME, SMALLEST)
    said = phrases.say("picture.told.seat", name=phrases.player(seat), sign=phrases.seat(seat)) if player else ""
    explained = told(said, 4, 4, right - 6, BAND - 6) if said else ""
    return number + text(name, x, 31, size, fill=WHITE, weight=700) + explained


def _marks(view: PacketRowView, phrases: Phrases, seat: int) -> tuple[str, float]:
    """Return the marks at the right end of a band, and where they begin."""
    points, x, parts = view["players"][seat]["points"], PANEL - 12, list[str]()
    if points is not None:
        over = view["outcome"] is not None
        shown = str(points["total"]) if over else f"{points['buildings']} ({points['total']})"
        parts.append(text(shown, x, 32, 27, fill=WHITE, weight=700, anchor="end"))
        x = PANEL - 42 - 13 * len(shown)
        parts.append(sign("hat", x, 9, 26))
        said = phrases.say(f"picture.told.points{'-end' * over}", name=phrases.who(seat), **points)
        parts.append(told(said, x, 4, PANEL - x - 4, BAND - 6))
    if seat == view["seat"]:
        you = phrases.say("picture.you")
        x -= 24 + 21 * wide(you)
        parts.append(box(x, 9, 18 + 21 * wide(you), 27, fill=WHITE, round=13))
        parts.append(text(you, x + 9 + 10.5 * wide(you), 29, 21, fill=SEATS[seat], weight=700, anchor="middle"))
    if seat == view["harbour_master"] and view["outcome"] is None:
        x -= 34
        parts.append(sign("anchor-light", x, 7, 30))
        parts.append(told(phrases.say("picture.told.master", name=phrases.who(seat)), x - 2, 4, 36, BAND - 6))
    return "".join(parts), x


def _rows(view: PacketRowView, phrases: Phrases, seat: int) -> list[str]:
    """Return the lines of a panel: money and roles, goods and ships, contracts two to a line."""
    player = view["players"][seat]
    took = next((one for one in view["taken"] if one["seat"] == seat), None)
    money = sign("coin", 8, 3, 32) + text(f"{player['money']} $", 46, 29, 28, weight=700)
    money += told(phrases.say("picture.purse", name=phrases.who(seat), money=player["money"]), 6, 1, 106, 36)
    x = 116.0
    roles = ""
    held = player["sums"]["roles"] if "sums" in player else {}
    for role in ROLES:
        if held.get(role):
            roles += sign(role, x, 3, 30) + text(held[role], x + 31, 29, 22, weight=700)
            counted = phrases.count(f"role.{role}", held[role])
            use = phrases.say(f"use.{role}")
            roles += told(phrases.say("picture.told.goods", goods=counted, use=use), x, 1, 46, 36)
            x += 47
    pawn = ""
    if took is None and view["outcome"] is None and view["stage"] != "final":
        pawn = sign(f"pawn-{seat}", PANEL - 42, 2, 36)
        pawn += told(phrases.say("picture.told.waiting", name=phrases.who(seat)), PANEL - 44, 1, 40, 38)
    rows = [money + roles + pawn]
    rows += _goods(player, phrases, seat)
    chips = _chips(player, phrases, seat)
    for first in range(0, len(chips), CHIPS):
        rows.append(
            "".join(group(chip, x=10 + place * CHIP) for place, chip in enumerate(chips[first : first + CHIPS]))
        )
    return rows


def _goods(player: PlayerView, phrases: Phrases, seat: int) -> list[str]:
    """Return the lines of goods owned with their sums, gold, and ships, as many beside one another as the panel takes."""
    pieces: list[tuple[str, str, float]] = []
    sums = player.get("sums")
    if sums is not None:
        owned: list[tuple[str, int, str]] = [
            (good, sums["goods"][good], _of_goods(phrases, {good: sums["goods"][good]}))
            for good in GOODS
            if good in sums["goods"]
        ]
        bars = phrases.count("picture.told.bars", sums["gold"], use=phrases.say("use.gold"))
        owned += [("bar", sums["gold"], bars)] if sums["gold"] else []
        for name, number, said in owned:
            pieces.append((sign(name, 0, 2, 34) + text(number, 36, 29, 24, weight=700), said, 56))
    for ship in player["ships"]:
        drawn = sign("ship", 0, 0, 38) + sign(f"flag-{ship['destination']}", 17, 1, 22)
        pieces.append((drawn, phrases.explained(ship), 42))
    if player["hand"] is None:
        drawn = sign("back", 0, 2, 36) + text(f"×{player['hand_count']}", 36, 29, 24, weight=700)
        said = phrases.count("picture.told.back", player["hand_count"], name=phrases.who(seat))
        pieces.append((drawn, said, 80))
    lines, x = [""], 8.0
    for drawn, said, width in pieces:
        if x + width > PANEL:
            lines.append("")
            x = 8.0
        lines[-1] += group(drawn + told(said, 0, 0, width - 2, 38), x=x)
        x += width
    return [one for one in lines if one]


def _of_goods(phrases: Phrases, goods: Mapping[Good, int]) -> str:
    return phrases.say("picture.told.goods", goods=phrases.units(goods), use=phrases.say("use.goods"))


def _chips(player: PlayerView, phrases: Phrases, seat: int) -> list[str]:
    """Return the contracts of a hand that is seen; a hidden starting contract as a card's back."""
    chips = []
    starting = player["starting"]
    for card in player["hand"] or ():
        if card["kind"] == "contract":
            hidden = player["starting_hidden"] and card["id"] == starting
            spot = contract_spot(card, phrases, 0, 2, CHIP - 6, CHIP_HEIGHT - 8)
            chips.append(_chip(card, hidden=hidden) + spot)
    if player["starting_hidden"] and starting is None and player["hand"] is not None:
        chips.append(
            box(0, 2, CHIP - 6, CHIP_HEIGHT - 8, fill=CARD, round=6, stroke=LINE, stroke_width=2)
            + sign("back", 4, 4, 30)
            + text("?", 42, 28, 24, fill=FAINT, weight=700)
            + told(phrases.say("picture.told.starting", name=phrases.who(seat)), 0, 2, CHIP - 6, CHIP_HEIGHT - 8)
        )
    return chips


def _chip(card: ContractCard, *, hidden: bool) -> str:
    """Return a contract in a line: flag, demand, reward; dashed while only its owner knows it."""
    frame = box(
        0,
        2,
        CHIP - 6,
        CHIP_HEIGHT - 8,
        fill=CARD,
        round=6,
        stroke=INK,
        stroke_width=1.5,
        dashes="6 4" if hidden else None,
    )
    parts = [frame, sign(f"flag-{card['destination']}", 4, 4, 30)]
    x = 38.0
    for good in (good for good in GOODS if good in card["demand"]):
        parts.append(text(card["demand"][good], x, 27, 24, weight=700) + sign(good, x + 13, 6, 25))
        x += 40
    parts.append(box(CHIP - 43, 2, 37, CHIP_HEIGHT - 8, fill=BANDS["contract"], round=6))
    parts.append(text(card["reward"], CHIP - 24.5, 27, 23, fill=WHITE, weight=700, anchor="middle"))
    return "".join(parts)


SKY, HARBOUR, WAVES = "#f3e3bd", "#3f86a8", "#a9d6e6"


def emblem() -> str:
    """Return the emblem of the game as an SVG document."""
    return framed(
        *(group(SIGNS["house"](), x=x, y=8, scale=0.36) for x in (-4, 30, 64)),
        box(0, 42, 100, 58, fill=HARBOUR),
        path("M4 52 q5 -5 10 0 t10 0 M70 58 q5 -5 10 0 t10 0 M8 90 q5 -5 10 0 t10 0", stroke=WAVES, stroke_width=3),
        group(SIGNS["flag-NL"](), x=24, y=40, scale=0.3),
        group(SIGNS["ship"](), x=10, y=38, scale=0.52),
        group(SIGNS["bag"](), x=62, y=58, scale=0.34),
        ground=SKY,
    )


USED = re.compile(r'href="#row-([A-Za-z0-9-]+)"')


def draw(view: PacketRowView, phrases: Phrases) -> str:
    """Return the table as an SVG document, its words from the phrases of one language."""
    supplies, below = boards(view, phrases, HEADING + 6)
    seats, end, beside = panels(view, phrases, below + 4)
    before, bottom = last_round(view, phrases, end)
    lifted = below + 4 - end  # what stands below the panels, where they lie beside the boards
    bottom += MARGIN
    before = tag("g", before, data_beside=f"0 {number(lifted)}") if before else ""
    drawn = heading(view, phrases) + supplies + seats + before
    return tag(
        "svg",
        tag("title", phrases.say("picture.title", round=view["round"])),
        tag("desc", escape(_description(view, phrases))),
        definitions(set(USED.findall(drawn))),
        box(0, 0, WIDTH, bottom, fill=PAPER),
        tag("g", drawn, font_family=FAMILY, fill=INK),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {number(bottom)}",
        role="img",
        data_folded=f"0 0 {number(WIDTH + PANEL + MARGIN)} {number(max(bottom + lifted, beside))}",
    )


def _description(view: PacketRowView, phrases: Phrases) -> str:
    """Return the picture in words, for those who cannot see it."""
    piles = [
        phrases.count("picture.pile", board["draw"], board=phrases.board(board["board"])["board"])
        for board in view["boards"]
    ]
    purses = [
        phrases.say("picture.purse", name=phrases.who(seat), money=player["money"])
        for seat, player in enumerate(view["players"])
    ]
    return " ".join([*piles, *purses])
