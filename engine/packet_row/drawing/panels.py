"""The players' panels, the heading and the last round: money, points, roles, goods, ships, contracts, who took what."""

from __future__ import annotations

from engine.kit.svg import box, group, path, text
from engine.packet_row.cards import GOODS, ROLES
from engine.packet_row.drawing.faces import brief
from engine.packet_row.drawing.ink import BANDS, CARD, FAINT, INK, LINE, MARGIN, MARK, SEATS, SHEET, WHITE, WIDTH
from engine.packet_row.drawing.signs import sign
from engine.packet_row.text.phrases import Phrases
from engine.packet_row.types.cards import ContractCard
from engine.packet_row.types.view import PacketRowView, PlayerView

HEADING = 74
PANEL = (WIDTH - 3 * MARGIN) / 2
BAND, LINE_HEIGHT = 44, 40
CHIP, CHIP_HEIGHT = (PANEL - 16) / 2, 42
CHIPS = 2
NAME = 114
"""Room for the name of a seat."""


def heading(view: PacketRowView, phrases: Phrases) -> str:
    """Return the round, and who decides what."""
    over = view["outcome"] is not None
    title = phrases.say("picture.over" if over else "picture.round", round=view["round"])
    return (
        text(title, MARGIN + 6, 40, 38, weight=700)
        + text(_now(view, phrases), MARGIN + 6, 67, 23)
        + sign("anchor", WIDTH - 60, 12, 46)
        + text("Packet Row", WIDTH - 70, 44, 26, fill=FAINT, anchor="end")
    )


def due(view: PacketRowView) -> list[int]:
    """Return the seats the table waits for."""
    stage = view["stage"]
    if stage in ("final", "over"):
        return list(view["settling"])
    return view["queue"][:1] if stage == "ask" else [view["harbour_master"]]


def panels(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the players' panels two by two, the viewer's own like the others, and where they end."""
    parts = []
    seats = range(len(view["players"]))
    for first in seats[::2]:
        pair = [seat for seat in (first, first + 1) if seat in seats]
        drawn = [_rows(view, seat) for seat in pair]
        height = BAND + 10 + max(len(rows) for rows in drawn) * LINE_HEIGHT
        for place, (seat, rows) in enumerate(zip(pair, drawn, strict=True)):
            lines = [group(row, y=BAND + 5 + number * LINE_HEIGHT) for number, row in enumerate(rows)]
            parts.append(group(_frame(view, phrases, seat, height), *lines, x=MARGIN + place * (PANEL + MARGIN), y=top))
        top += height + MARGIN
    return "".join(parts), top


def last_round(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return what was taken in the round before, and where the picture ends."""
    previous = view["previous"]
    if previous is None:
        return "", top
    opened = phrases.listed([phrases.board(board)["board"] for board in previous["opened"]])
    said = phrases.say("picture.previous", round=previous["round"], boards=opened)
    parts = [text(said, MARGIN + 6, top + 22, 22, weight=700)]
    for number, one in enumerate(previous["taken"]):
        x, y = MARGIN + 6 + number % 2 * (PANEL + MARGIN), top + 36 + number // 2 * 34
        parts.append(sign(f"pawn-{one['seat']}", x, y, 30))
        parts.append(text(brief(one["shown"], phrases), x + 38, y + 24, 22))
    rows = (len(previous["taken"]) + 1) // 2
    return "".join(parts), top + 44 + rows * 34


def _now(view: PacketRowView, phrases: Phrases) -> str:
    if view["outcome"] is not None:
        return phrases.say(
            "picture.won", names=phrases.together([phrases.seat(one) for one in view["outcome"]["winners"]])
        )
    names = phrases.listed([phrases.seat(seat) for seat in due(view)])
    return phrases.say(f"picture.now.{view['stage']}", names=names)


def _frame(view: PacketRowView, phrases: Phrases, seat: int, height: float) -> str:
    """Return a panel's frame and band: pawn, harbour master, you, points."""
    player, colour = view["players"][seat], SEATS[seat]
    name = phrases.seat(seat)
    edge, thick = (MARK, 6) if seat in due(view) else (colour, 2.5)
    parts = [
        box(0, 0, PANEL, height, fill=SHEET, round=10, stroke=edge, stroke_width=thick),
        path(f"M2 {BAND} V12 Q2 2 12 2 H{PANEL - 12} Q{PANEL - 2} 2 {PANEL - 2} 12 V{BAND} Z", fill=colour),
        text(name, 12, 31, min(26, round(NAME / (0.57 * len(name)), 1)), fill=WHITE, weight=700),
    ]
    x = 128.0
    if seat == view["harbour_master"] and view["outcome"] is None:
        parts.append(sign("anchor-light", x, 7, 30))
    x += 32
    if seat == view["seat"]:
        parts.append(box(x, 9, 46, 27, fill=WHITE, round=13))
        parts.append(text(phrases.say("picture.you"), x + 23, 29, 21, fill=colour, weight=700, anchor="middle"))
    points = player["points"]
    if points is not None:
        shown = str(points["total"]) if view["outcome"] else f"{points['buildings']} ({points['total']})"
        parts.append(text(shown, PANEL - 12, 32, 27, fill=WHITE, weight=700, anchor="end"))
        parts.append(sign("hat", PANEL - 42 - 13 * len(shown), 9, 26))
    return "".join(parts)


def _rows(view: PacketRowView, seat: int) -> list[str]:
    """Return the lines of a panel: money and roles, goods and ships, contracts two to a line."""
    player = view["players"][seat]
    took = next((one for one in view["taken"] if one["seat"] == seat), None)
    money = sign("coin", 8, 3, 32) + text(f"{player['money']} $", 46, 29, 28, weight=700)
    x = 116.0
    roles = ""
    held = player["sums"]["roles"] if "sums" in player else {}
    for role in ROLES:
        if held.get(role):
            roles += sign(role, x, 3, 30) + text(held[role], x + 31, 29, 22, weight=700)
            x += 47
    pawn = ""
    if took is None and view["outcome"] is None and view["stage"] != "final":
        pawn = sign(f"pawn-{seat}", PANEL - 42, 2, 36)
    rows = [money + roles + pawn]
    rows += _goods(player)
    chips = _chips(player)
    for first in range(0, len(chips), CHIPS):
        rows.append(
            "".join(group(chip, x=10 + place * CHIP) for place, chip in enumerate(chips[first : first + CHIPS]))
        )
    return rows


def _goods(player: PlayerView) -> list[str]:
    """Return the lines of goods owned with their sums, gold, and ships, as many beside one another as the panel takes."""
    pieces: list[tuple[str, float]] = []
    sums = player.get("sums")
    if sums is not None:
        owned: list[tuple[str, int]] = [(good, sums["goods"][good]) for good in GOODS if good in sums["goods"]]
        owned += [("bar", sums["gold"])] if sums["gold"] else []
        for name, number in owned:
            pieces.append((sign(name, 0, 2, 34) + text(number, 36, 29, 24, weight=700), 56))
    for ship in player["ships"]:
        pieces.append((sign("ship", 0, 0, 38) + sign(f"flag-{ship['destination']}", 17, 1, 22), 42))
    if player["hand"] is None:
        pieces.append((sign("back", 0, 2, 36) + text(f"×{player['hand_count']}", 36, 29, 24, weight=700), 80))
    lines, x = [""], 8.0
    for drawn, width in pieces:
        if x + width > PANEL:
            lines.append("")
            x = 8.0
        lines[-1] += group(drawn, x=x)
        x += width
    return [one for one in lines if one]


def _chips(player: PlayerView) -> list[str]:
    """Return the contracts of a hand that is seen; a hidden starting contract as a card's back."""
    chips = []
    starting = player["starting"]
    for card in player["hand"] or ():
        if card["kind"] == "contract":
            hidden = player["starting_hidden"] and card["id"] == starting
            chips.append(_chip(card, hidden=hidden))
    if player["starting_hidden"] and starting is None and player["hand"] is not None:
        chips.append(
            box(0, 2, CHIP - 6, CHIP_HEIGHT - 8, fill=CARD, round=6, stroke=LINE, stroke_width=2)
            + sign("back", 4, 4, 30)
            + text("?", 42, 28, 24, fill=FAINT, weight=700)
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
