"""Development cards: one in each own turn, never in the turn it was bought (RULES.md, D9, E11, E48)."""

from engine.games.seafarers.resources import CARDS, INDEX, INVENTION, KNIGHT, MONOPOLY, ROADS, amounts, counts
from engine.games.seafarers.rules import scoring, sites
from engine.games.seafarers.rules.play import Play, with_more
from engine.games.seafarers.types.view import Resource

FREE_PIECES = 2
TAKEN = 2


def playable(play: Play, kind: int) -> bool:
    """Return whether the active seat may play a kind of card: it holds one from an earlier turn, and has played none yet."""
    state = play.state
    return not state["played"] and state["cards"][state["active"]][kind] > state["fresh"][kind]


def can_place(play: Play, seat: int) -> bool:
    """Return whether a road building card could place a piece; else it is refused."""
    return bool(sites.pieces(play, seat))


def _spend(play: Play, kind: int) -> int:
    state, seat = play.state, play.state["active"]
    state["cards"][seat] = with_more(state["cards"][seat], kind, -1)
    state["played"] = True
    play.tell({"type": "played", "seat": seat, "card": CARDS[kind]})
    return seat


def play_knight(play: Play) -> None:
    """Lay a knight down before its owner; the thief moves next, unless the army wins."""
    seat = _spend(play, KNIGHT)
    play.state["knights"] = with_more(play.state["knights"], seat)
    scoring.count_army(play, seat)


def play_roads(play: Play) -> None:
    """Place two free pieces, one after the other, as far as there are pieces and places (E45)."""
    _spend(play, ROADS)
    play.state["free"] = FREE_PIECES


def play_invention(play: Play, take: list[Resource]) -> None:
    """Take two cards of the bank."""
    seat = _spend(play, INVENTION)
    cards = [0] * 5
    for name in take:
        cards[INDEX[name]] += 1
    play.gain(seat, cards)
    play.tell({"type": "invention", "seat": seat, "cards": amounts(cards)})


def play_monopoly(play: Play, resource: Resource) -> None:
    """Everybody hands over all cards of a kind."""
    seat = _spend(play, MONOPOLY)
    hands, which = play.state["hands"], INDEX[resource]
    given = [0 if one == seat else hand[which] for one, hand in enumerate(hands)]
    for other, count in enumerate(given):
        if count:
            play.hand_over(other, seat, counts({resource: count}))
    play.tell({"type": "monopoly", "seat": seat, "resource": resource, "given": given})
