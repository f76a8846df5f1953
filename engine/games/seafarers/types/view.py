"""The table as a seat or spectator may see it.

Everything needed to draw the map is here. Positions are integers: a hex's centre is ``(x, y)`` with neighbours in a row two
apart in x and rows three apart in y; a hex's corners, from the top clockwise, are (x, y-2), (x+1, y-1), (x+1, y+1), (x, y+2),
(x-1, y+1), (x-1, y-1). To draw regular hexes, scale x by sqrt(3) times the scale of y.
"""

from typing import Literal

from typing_extensions import TypedDict

Resource = Literal["wood", "brick", "grain", "wool", "ore"]
Card = Literal["knight", "roads", "invention", "monopoly", "victory"]
Terrain = Literal["wood", "brick", "grain", "wool", "ore", "gold", "desert", "sea", "unexplored"]
Harbour = Literal["wood", "brick", "grain", "wool", "ore", "any"]


class Cards(TypedDict):
    """Resource cards by kind."""

    wood: int
    brick: int
    grain: int
    wool: int
    ore: int


class DevelopmentCards(TypedDict):
    """Development cards by kind."""

    knight: int
    roads: int
    invention: int
    monopoly: int
    victory: int


class HexView(TypedDict):
    """A hex; its id is its place in ``hexes``. ``zone`` is the island: the id of the island's first hex, -1: none.

    ``number`` is the chip, 0: none. ``chipless``: land of an outer island of Große Insel that still gets a chip.
    """

    x: int
    y: int
    terrain: Terrain
    number: int
    zone: int
    chipless: bool


class HarbourView(TypedDict):
    """A harbour at the coast ``edge``; its token lies on the sea or frame cell ``sea`` (an id). ``any``: 3:1, others 2:1."""

    edge: int
    sea: int
    kind: Harbour


class BuildingView(TypedDict):
    """A settlement or city on a node."""

    at: int
    seat: int
    kind: Literal["settlement", "city"]


class PieceView(TypedDict):
    """A road or ship on an edge. ``movable``: a ship that its owner could move, were it his turn (an end of an open line)."""

    at: int
    seat: int
    kind: Literal["road", "ship"]
    movable: bool


class PlayerView(TypedDict):
    """Public state of a seat.

    ``hand`` and ``cards`` are counts (resource and unplayed development cards); ``points`` all but hidden victory cards, among
    them ``special`` of the scenario; ``roads`` to ``cities`` are pieces left in stock; ``route`` is the length of the longest
    trade route; ``home`` and ``visited`` are zones.
    """

    hand: int
    cards: int
    knights: int
    points: int
    special: int
    roads: int
    ships: int
    settlements: int
    cities: int
    route: int
    longest_route: bool
    largest_army: bool
    home: list[int]
    visited: list[int]


class OwnView(TypedDict):
    """State that only the seat itself sees. ``fresh`` are cards bought this turn; ``points`` includes victory cards.

    ``rates`` is how many cards of a kind the bank takes for one.
    """

    hand: Cards
    cards: DevelopmentCards
    fresh: DevelopmentCards
    points: int
    rates: Cards


class CounterView(TypedDict):
    """A counter-offer, as the maker of the offer would give and take."""

    seat: int
    give: Cards
    take: Cards


class OfferView(TypedDict):
    """An offer of the active seat, as it would give and take. ``to`` may still answer, ``accepted`` have said yes."""

    n: int
    give: Cards
    take: Cards
    to: list[int]
    choose: bool
    accepted: list[int]
    counters: list[CounterView]


class LineView(TypedDict):
    """A trade line that counts for ``seat``: from a building of its home island to one on the other (nodes)."""

    seat: int
    start: int
    end: int


class LegalView(TypedDict):
    """Places where the viewer may build or move now: nodes for buildings, edges for roads and ships, hexes for the thieves.

    ``move`` lists own ships that may be moved, ``to`` the edges where any of them may go. While founding, ``roads`` and
    ``ships`` are the edges beside the founding sites. ``harbours`` are edges for a harbour (New World), ``chips`` hexes
    whose chip may be taken (Große Insel). All are empty for a viewer who is not asked.
    """

    settlements: list[int]
    cities: list[int]
    roads: list[int]
    ships: list[int]
    move: list[int]
    to: list[int]
    robber: list[int]
    pirate: list[int]
    harbours: list[int]
    chips: list[int]


class SeafarersView(TypedDict):
    """The table. ``seat`` is the viewer, ``None`` a spectator.

    ``frame`` are the positions ``[x, y]`` of the frame's sea cells; their ids go on behind the hexes. ``nodes`` are positions
    ``[x, y]``, ``edges`` pairs of nodes; ids are places in these lists. ``robber`` and ``pirate`` are hex ids (the pirate's
    may be a frame cell), ``None``: not on the board. ``deck``, ``tiles``, ``stack``, ``bag`` and ``tokens`` are how many
    cards, hexes and chips are left. ``turn`` counts from 1, 0: before the first turn; ``phase`` is where the turn stands,
    ``building_ends_trade`` whether who builds next in it trades no more in this turn (E10); ``asked`` is who is waited for.
    ``own`` is ``None`` for spectators. ``token`` is the harbour that is being laid, ``None``: none. ``serve`` is the hex that
    the next chip comes to, ``None``: none. ``roll`` are two dice or nothing.
    """

    game: Literal["seafarers"]
    seat: int | None
    scenario: str
    title: str
    goal: int
    turn: int
    active: int
    phase: str
    building_ends_trade: bool
    asked: list[int]
    hexes: list[HexView]
    frame: list[list[int]]
    nodes: list[list[int]]
    edges: list[list[int]]
    harbours: list[HarbourView]
    buildings: list[BuildingView]
    pieces: list[PieceView]
    robber: int | None
    pirate: int | None
    bank: Cards
    deck: int
    tiles: int
    stack: int
    bag: int
    tokens: int
    token: Harbour | None
    serve: int | None
    players: list[PlayerView]
    own: OwnView | None
    roll: list[int]
    card_played: bool
    ship_moved: bool
    built: list[int]
    free_pieces: int
    due: list[int]
    offers: list[OfferView]
    offered: int
    lines: list[LineView]
    legal: LegalView
    scores: list[int]
    winners: list[int]
