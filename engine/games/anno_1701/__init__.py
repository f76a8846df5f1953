"""Anno 1701 – the card game (Das Kartenspiel; Klaus Teuber, Kosmos 2007): two settlements, dice, voyages.

The package offers ``GAME`` (:class:`engine.contract.Game`), the newest version of its rules; ``VERSIONS``, all of them;
and ``DATA``, through which an owner's cards replace the package's.

Where to find things:

``rules/`` what happens. ``setup`` deals, ``turn`` is the course of a turn, ``dice`` the dice phase and its events,
              ``actions``, ``attacks`` and ``trading`` the action phase, ``closing`` and ``voyage`` its end; ``stores`` keeps
              goods, gold, piles and what a player prefers where the rules would choose, ``settlement`` derives what a
              settlement is worth and when a match ends, ``payments`` takes and gives goods, ``play`` is the state while
              something is resolved, ``played`` what a turn list has played so far. ``moves`` says what may be answered,
              ``proposals`` lists it, ``fallback`` says what silence means, ``view`` who sees what. ``orders/`` standing
              orders: their document (``check``), and how they answer (``consult``, ``turn_list``). ``text/`` the game in
              sentences, ``words`` first, and the table as text. ``drawing/`` the picture. ``types/`` the shapes of state,
              view, events, moves and orders; ``schemas/`` the JSON Schemas.

Rule numbers such as B17, D.6 and E33 are those of ``RULES.md``; ``data/`` holds the cards with their evidence marks.

Positions of buildings have no effect on play (B50; the positions that do matter, those of the landscapes, are fixed by
settling, E1) and are not kept: the picture arranges them. So rearranging buildings (D.5) is not a move: as an answer that
both players could give at any time, it would stand open beside every question and put a line that nobody needs into the log
and the mails.
"""

from engine.games.anno_1701.dataset import FILE, FILES, Book, shipped_text
from engine.games.anno_1701.game import Anno1701
from engine.kit.rule_data import RuleData

GAME = Anno1701(Book.shipped())
VERSIONS = (GAME,)
DATA = RuleData("anno-1701", FILES, {FILE: shipped_text()}, lambda texts, names: (Anno1701(Book.of(texts, names)),))

__all__ = ["DATA", "GAME", "VERSIONS", "Anno1701"]
