"""Letters to a reader who was replaced, came back, and is told of both times at once."""

from tests.workers.mail.letters import PNG, REPLYING
from tests.workers.mail.match import ADA, HOUR, Match
from tests.workers.mail.post_office import text_of
from workers.mail.compose import compose


def test_the_end_can_be_answered_by_whoever_was_replaced_and_came_back() -> None:
    match = Match(preset="tilsit", round_limit=3).start().forget().later(HOUR).finish()
    (over,) = match.news_for(ADA, "over")
    before = {"about": 0, "before": "Ada", "who": "Cora", "back": True}
    gone = over | {"kind": "seat-taken-over", "id": "gone", "seat": None, "n": 1, "facts": over["facts"] | before}

    letter = compose([gone, over], ADA, match.record, REPLYING, picture=lambda: PNG)

    assert str(letter["Reply-To"]).endswith("@reply.example.org")
    assert "is over" in text_of(letter)
