"""The mail server of the world, and the deliverer's channel to it. Letters have no text: how they read, other tests show."""

from collections import Counter
from dataclasses import dataclass, field
from email.message import EmailMessage

from service.notifications.channel import Ambiguous, AtHandover, Bundle, NotHanded, Permanent, Temporary
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.world import World
from workers.mail.channel import Mail, resendable
from workers.mail.digest import Digest


@dataclass(frozen=True)
class Taken:
    """A letter that the mail server took."""

    account: str
    name: str
    notices: tuple[str, ...]
    resendable: bool


@dataclass
class PostOffice:
    """Takes letters, or does not, or takes them and does not say so."""

    world: World
    faults: Faults
    taken: list[Taken] = field(default_factory=list)
    unclear: Counter[str] = field(default_factory=Counter)
    """How often nobody but the office knew whether it had taken a letter, by the letter's name."""

    def send(self, bundle: Bundle, at_handover: AtHandover) -> str:
        """Go through one transaction. :raises Undelivered: as one of its kinds."""
        pause, faults, chance = self.world.pause, self.faults, self.world.chance
        pause(chance.uniform(0.01, 0.2))
        if faults.strikes("mail refused"):
            if chance.random() < 0.1:
                raise Permanent("550 no such mailbox", recipient=True)
            raise Temporary("451 try again")
        if not at_handover():
            raise NotHanded("somebody else has taken over")
        letter = Taken(
            bundle.account.id, bundle.name, tuple(one["id"] for one in bundle.notices), resendable(bundle.notices)
        )
        self.unclear[bundle.name] += 1
        pause(60.0 if faults.strikes("mail hangs") else chance.uniform(0.01, 0.2))
        if faults.strikes("mail unclear"):
            if chance.random() < 0.5:
                self.taken.append(letter)
            raise Ambiguous("timed out after DATA")
        self.taken.append(letter)
        pause(chance.uniform(0.001, 0.05))
        return "250 taken"


class Letters(Mail):
    """Mail as the product has it, but for what a letter says."""

    def __init__(self, context: object, office: PostOffice) -> None:
        super().__init__(context, None)  # type: ignore[arg-type]
        self._office = office

    def write(self, bundle: Bundle) -> EmailMessage:
        """Return an empty letter."""
        return EmailMessage()

    def send(self, written: EmailMessage, bundle: Bundle, at_handover: AtHandover) -> str:
        """Hand it over; note an address that does not exist, as the product does."""
        try:
            return self._office.send(bundle, at_handover)
        except Permanent:
            self.context.store.update_account(bundle.account.id, bouncing=True)
            raise

    def close(self) -> None:
        """Nothing is open."""


class Digests(Letters, Digest):
    """Digests as the product has them, but for what they say."""
