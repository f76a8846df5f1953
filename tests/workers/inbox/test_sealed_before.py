"""Who asks by mail what they have sealed is told since when, and where they can read it; never what it is."""

from __future__ import annotations

import re

import pytest

from service.matches import acts
from tests.workers.inbox.corresponding import Correspondence
from tests.workers.mail.post_office import text_of


def said_to(post: Correspondence, text: str) -> str:
    """Answer the first player's last letter; return the answer as one line."""
    assert post.answer(post.players[0], text)[0] == 250
    return " ".join(text_of(post.last_to(post.players[0])).split())


@pytest.mark.parametrize(
    "question", ["Welche Karte habe ich versiegelt?", "Was habe ich gespielt?", "What have I sealed?"]
)
def test_what_was_sealed_by_mail_stands_in_the_mail_of_then(post: Correspondence, question: str) -> None:
    nothing = said_to(post, question)
    assert "Von dir ist gerade nichts versiegelt." in nothing
    own = re.search(r"Ann \((?:Rot|Schwarz), du\): 0 Punkte", nothing)  # colours are drawn
    assert own is not None, "what lies open is told at once"
    sealed = said_to(post, "1")
    (act,) = post.record.acts.values()
    answer = said_to(post, question)
    assert "Es steht in der Mail, mit der wir dir damals geantwortet haben" in answer
    assert str(act.commitment) in answer and str(act.commitment) in sealed
    assert "Versiegelt: " in sealed and "Versiegelt: " not in answer
    assert "kannst du es ändern, oder mit ZURÜCK zurücknehmen" in answer


def test_what_was_sealed_at_the_table_is_shown_there(post: Correspondence) -> None:
    record = post.record
    acts.commit(post.context, record, 0, acts.SeatAct(record.table["standing"][0]["id"], move={"type": "pass"}))
    answer = said_to(post, "Welche Karte habe ich versiegelt?\n\nIch habe es vergessen!")
    assert "Der Tisch (Link unten) zeigt es dir, wenn du angemeldet bist." in answer
    assert "passen und eine Münze nehmen." not in answer.partition("Prüfsumme")[0]
    assert "„Ich habe es vergessen!“" in answer
    assert "Von dir versiegelt, seit" in said_to(post, "STAND")
