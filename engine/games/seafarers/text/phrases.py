"""Names of the game's things in sentences: resources, players, lists."""

from collections import Counter
from collections.abc import Sequence

from engine.contract import Language
from engine.games.seafarers.resources import CARDS, RESOURCES
from engine.games.seafarers.types.moves import Amounts
from engine.games.seafarers.types.view import Cards, DevelopmentCards, Resource, SeafarersView
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.guide import about
from engine.kit.text.phrases import PhraseBook, shipped


class Phrases(PhraseBook):
    """All phrases of one language.

    >>> Phrases("en").cards({"ore": 2, "wood": 1})
    '1 wood, 2 ore'
    """

    def __init__(self, language: Language) -> None:
        super().__init__(shipped("engine.games.seafarers", language), language)
        self._scenarios = about("engine.games.seafarers").presets

    def scenario(self, view: SeafarersView) -> str:
        """Return the name of the view's scenario, without the number of players, all of whom are visible.

        The data name scenarios in one language; others have names of their own for those that come with the package,
        while a scenario that an owner has renamed keeps the owner's name.
        """
        title = view["title"].partition("/")[0]
        ours = self._scenarios.get(view["scenario"])
        if ours is None or not any(title.casefold() in one.casefold() for one in ours.values()):
            return title
        own = ours[self.language]
        return title if title.casefold() in own.casefold() else own.partition(",")[0]

    def together(self, parts: Sequence[str]) -> str:
        """Return the parts as a list with commas, or the word for nothing."""
        return self.say("comma").join(parts) or self.say("nothing")

    def people(self, names: Sequence[str]) -> str:
        """Return names as a list in words, or the word for nobody.

        >>> Phrases("en").people(["Ada", "Bo", "Cy"])
        'Ada, Bo and Cy'
        """
        if len(names) < 2:
            return names[0] if names else self.say("nobody")
        return self.say("and", some=self.together(names[:-1]), last=names[-1])

    def seats(self, seats: Sequence[int]) -> str:
        """Return players by their numbers, counted from 1: ``players 2, 4``."""
        if len(seats) == 1:
            return self.say("player.one", n=seats[0] + 1)
        return self.say("player.other", list=self.together([str(seat + 1) for seat in seats]))

    def cards(self, cards: Amounts | Cards) -> str:
        """Return resource cards counted, or the word for nothing."""
        held = [(name, cards.get(name, 0)) for name in RESOURCES]
        return self.together([self._some(n, name) for name, n in held if n])

    def kinds(self, wanted: Sequence[Resource]) -> str:
        """Return resources that are listed one by one, counted in the order in which they are named."""
        return self.together([self._some(n, name) for name, n in Counter(wanted).items()])

    def development(self, cards: DevelopmentCards) -> str:
        """Return development cards counted, or the word for none of them."""
        return self.together(
            [self.count(f"held.{name}", cards[name]) for name in CARDS if cards[name]] or [self.say("none")]
        )

    def colour(self, seat: int) -> str:
        """Return the colour by which pictures call a seat."""
        return self.nth("picture.colours", seat)

    def seat(self, seat: int) -> str:
        """Return what pictures call a seat by itself: ``Red (1)``."""
        return self.say("picture.seat", colour=self.colour(seat), n=seat + 1)

    def who(self, seat: int) -> str:
        """Return what a picture's sentence calls a seat: by the player's name if it is known."""
        return in_a_sentence(self.player(seat)) or self.seat(seat)

    def resource(self, name: str, n: int = 1) -> str:
        """Return a resource as it is called behind a number."""
        several = f"several.{name}"
        return self.say(several if n > 1 and self.knows(several) else f"resource.{name}")

    def _some(self, n: int, name: str) -> str:
        return self.say("some", n=n, thing=self.resource(name, n))
