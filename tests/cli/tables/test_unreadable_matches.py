"""What players are told of a match that the server cannot read, in lists and at the table, in both languages."""

from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served


def test_lists_say_that_it_cannot_be_shown_and_show_the_others(live: Served, ada: Player, ben: Player) -> None:
    lost, other = (new_match(ada) for _ in range(2))
    for match in (lost, other):
        ben.run("join", match)
        started(ada, match)
    live.context.store.set_aside(lost, "it cannot be read")
    for command in ("waiting", "matches"):
        said = " ".join(ada.run(command).split())
        assert f"{lost[:8]} cannot be shown now" in said and "nobody loses time by that" in said
        assert other[:8] in said
    assert f"{lost[:8]} lässt sich gerade nicht zeigen" in " ".join(ben.run("matches", "--language", "de").split())
