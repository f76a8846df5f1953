"""A toy channel as somebody would add it: one module. A slate in the hall, on which news is chalked up once.

It knows a repetition by the notice's id, so whatever may have arrived is simply sent again.
"""

from collections.abc import Callable, Sequence

from service.context import Context
from service.notifications.channel import AtHandover, Bundle, NotHanded
from service.notifications.delivery import Reason
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan
from service.store.records import Account, Notice, Record


class Slate:
    """``lines`` are what was chalked up: notice ids with kind and player. ``fails`` is raised instead, if there is any."""

    def __init__(self) -> None:
        self.lines: dict[str, tuple[str, str]] = {}
        self.tries = 0
        self.fails: Exception | None = None
        self.strangers: set[str] = set()
        self.closed = False

    def serves(self, account: Account) -> bool:
        return account.id not in self.strangers

    def host(self, account: Account) -> str:
        return "hall"

    def rests(self, account: Account, now: Callable[[], int]) -> int | None:
        return None

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        return None  # who reads a slate reads also what is past

    def lingers(self, plan: Plan, account: Account, record: Record | None, now: int) -> int | None:
        return None

    def limit(self, plan: Plan, account: Account) -> None:
        """No budget: chalk is cheap."""

    def write(self, bundle: Bundle) -> dict[str, tuple[str, str]]:
        return {one["id"]: (one["kind"], bundle.account.name) for one in bundle.notices}

    def stand_in(self, bundle: Bundle) -> None:
        """There is nothing plainer than chalk."""

    def send(self, written: dict[str, tuple[str, str]], bundle: Bundle, at_handover: AtHandover) -> str:
        self.tries += 1
        if not at_handover():
            raise NotHanded("somebody else has the chalk")
        if self.fails is not None:
            raise self.fails
        self.lines |= written
        return "chalked"

    def resends(self, notices: Sequence[Notice]) -> bool:
        return True

    def delay(self, name: str, attempt: int, kinds: Sequence[str]) -> int | None:
        return 60_000 if attempt < 3 else None

    def close(self) -> None:
        self.closed = True


SLATE = Slate()
"""The one slate; tests put a wiped one in its place."""


def open_channel(context: Context) -> Slate:
    """Return the slate."""
    return SLATE
