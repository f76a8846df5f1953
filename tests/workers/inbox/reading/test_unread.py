"""What stands below the lines that are read: quoted in the answer, and asked about where it may change what they say."""

from __future__ import annotations

import re

import pytest

from engine.protocol.acts import ORDERS
from service.calendar import vacations_of
from service.store.records import OTHER_MAILS
from tests.workers.inbox.corresponding import Correspondence, reply_to
from tests.workers.mail.post_office import html_of, subject_and_line, text_of


def said_to(post: Correspondence, text: str) -> str:
    """Answer the first player's last letter; return the answer as one line."""
    assert post.answer(post.players[0], text)[0] == 250
    return " ".join(text_of(post.last_to(post.players[0])).split())


def is_sealed(post: Correspondence, decision: str = "") -> bool:
    return any(
        act.commitment is not None and (decision == key[0] if decision else True)
        for key, act in post.record.acts.items()
    )


def test_a_condition_below_is_quoted_and_asked_about_and_a_yes_seals_all_of_the_line(post: Correspondence) -> None:
    asked = said_to(post, "1 an (1,1) sonst (1,2)\n\nDas gilt auch, wenn du passt.\n\nViele Grüße\nAnn")
    assert "Nichts wurde geändert, denn weiter unten in deiner Mail steht: „Das gilt auch, wenn du passt.“" in asked
    assert "(1, 1), sonst (1, 2)? Dann antworte auf diese Mail mit JA." in asked
    assert not is_sealed(post)

    answer = said_to(post, "Ja, das stimmt so.")
    assert "Versiegelt: " in answer
    assert "(1, 1), sonst (1, 2)" in answer
    assert is_sealed(post, ORDERS)


def test_a_question_below_is_quoted_and_the_line_counts(post: Correspondence) -> None:
    answer = said_to(post, "1\n\nWie lange geht das hier eigentlich?\n\nViele Grüße")
    assert "Versiegelt: " in answer
    assert "Nicht gelesen wurde, was weiter unten in deiner Mail steht: „Wie lange geht das hier eigentlich?“" in answer


@pytest.mark.parametrize(
    "below",
    [
        "Bitte beachten:\nnur, wenn Ben passt",
        "Aber nur unter einer Bedingung:\nBen passt",
        "ann@players.example\nAber nur, wenn Ben passt",
        "---\nNur, wenn Ben passt",
        "--\nNur, wenn Ben passt",
        "Am 3. Zug dieser Runde hängt es:\nNur, wenn Ben passt",
        "An alle: nur, wenn Ben passt",
        "Am 3. will ich das aber nur, wenn Ben passt:",
        "Vorausgesetzt, Ben passt.",
        "NUR we\u00adnn Ben passt",
        "\uff2e\uff35\uff32 \uff37\uff25\uff2e\uff2e Ben passt",
        "gru\u0308n? Au\u00dfer Ben passt.",
    ],
)
def test_no_form_hides_a_condition(post: Correspondence, below: str) -> None:
    """The attack: a colon, an address, a rule, or another spelling above or in the condition, which was passed over then."""
    assert "Nichts wurde geändert" in said_to(post, f"1\n\n{below}")
    assert not is_sealed(post)


@pytest.mark.parametrize(
    "below", ["lieber doch nicht", "Lieber warten", "lieber morgen", "hm", "tja ...", "Na ja, hmm"]
)
def test_second_thoughts_below_are_asked_about(post: Correspondence, below: str) -> None:
    assert "Nichts wurde geändert" in said_to(post, f"1\n\n{below}")
    assert not is_sealed(post)


@pytest.mark.parametrize(
    "below", ["lieber 2", "Actually 2", "Quatsch, 2", "Nein, doch lieber 2!", "scratch that, make it 2"]
)
def test_of_a_correction_below_that_is_asked_about_which_it_names(post: Correspondence, below: str) -> None:
    name = dict(re.findall(r"^\[([0-9])\] (.+)$", text_of(post.last_to(post.players[0])), re.MULTILINE))["2"]
    assert f"Meinst du: {name}?" in said_to(post, f"1\n\n{below}")
    assert not is_sealed(post)
    assert f"Versiegelt: {name}" in said_to(post, "Ja")


@pytest.mark.parametrize("below", ["I actually like this game.", "Ich mag Rot lieber als Blau."])
def test_a_preference_below_that_names_nothing_corrects_nothing(post: Correspondence, below: str) -> None:
    assert "Versiegelt: " in said_to(post, f"1\n\n{below}")


@pytest.mark.parametrize(
    "below",
    [
        "ta",
        "Tschau, ta\nAnn",
        "Tschau\nta",
        "ta ta",
        "ta very much",
        "Pfiat eich",
        "Mach's gut",
        "Macht's gut!",
        "Adieu",
    ],
)
def test_a_goodbye_is_not_quoted_back(post: Correspondence, below: str) -> None:
    said = said_to(post, f"1\n\n{below}")
    assert "Versiegelt: " in said
    assert "Nicht gelesen" not in said


def test_a_choice_that_is_only_quoted_is_asked_about_and_a_whole_letter_is_none(post: Correspondence) -> None:
    letter = post.last_to(post.players[0])
    lines = text_of(letter).splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("[2] "))
    name = lines[begin].removeprefix("[2] ")
    mail = reply_to(letter, post.players[0], "")
    for quoted, asked in (
        (f"> {lines[begin]}", f"Meinst du: {name}"),
        ("\n".join(f"> {line}" for line in lines), "keine Zeile"),
    ):
        mail.set_content(quoted)
        mail.replace_header("Message-ID", f"<{len(quoted)}@players.example>")
        assert post.post(mail, post.players[0].mail, str(letter["Reply-To"]))[0] == 250
        assert asked in " ".join(text_of(post.last_to(post.players[0])).split())
        assert not is_sealed(post)


@pytest.mark.parametrize(
    "quoted",
    [
        "Von: Siegelpost <post@example.org>\nGesendet: Montag\nAn: Ann\nBetreff: Du bist dran, bis Di",
        "-----Ursprüngliche Nachricht-----",
        "Am Mo., 2. März 2026 um 12:00 Uhr schrieb Siegelpost <\npost@example.org>:",
        "Siegelpost <post@example.org> schrieb am 12:00 Montag, 2.März 2026:",
        "On Mon, May 4, 2026 at 12:00 PM Siegelpost <post@example.org>\nwrote:",
    ],
)
def test_a_letter_that_is_quoted_without_marks_sets_no_condition(post: Correspondence, quoted: str) -> None:
    assert "Versiegelt: " in said_to(post, f"1\n\n{quoted}\nNur wenn du bis Dienstag antwortest, zählt es.")


@pytest.mark.parametrize(
    "below",
    [
        "Viele Grüße\nAnn",
        "Danke!",
        "Von meinem iPhone gesendet",
        "LG Ann",
        "Ann Meyer\nTel. 030 1234",
        "Schönes Wochenende!",
        "All the best from rainy Leeds\nAnn B.",
        "Have a good one,\nAnn",
        "Take care,\nAnn",
        "Dann bis morgen!",
        "ann@players.example",
        "---\nAnn Meyer\nMeyer GmbH, Hauptstraße 3",
    ],
)
def test_a_signature_and_wishes_are_nothing_unread(post: Correspondence, below: str) -> None:
    answer = said_to(post, f"1\n\n{below}")
    assert "Versiegelt: " in answer
    assert "weiter unten" not in answer


@pytest.mark.parametrize(
    "text",
    [
        "1\n\nDein Konto läuft ab: https://evil.example/a?b=c jetzt",
        "1\n\nBitte wenn möglich auf evil.example/anmelden gehen",
        "Geh auf www.evil.example oder schreib ann@evil.example",
    ],
)
def test_an_answer_sends_no_link_that_stands_in_a_mail(post: Correspondence, text: str) -> None:
    """The attack: somebody who was passed a letter answers it under its reader's address, so that we send that reader a link."""
    said_to(post, text)
    letter = post.last_to(post.players[0])
    assert "evil" not in text_of(letter) + html_of(letter) + subject_and_line(letter)
    assert "…" in text_of(letter)


@pytest.mark.parametrize("below", ["Aber nur, wenn Ben passt.", "Viele Grüße\nAnn\nPS: Doch nicht, lieber morgen"])
def test_taking_back_waits_for_a_yes_too(post: Correspondence, below: str) -> None:
    said_to(post, "1")
    assert "Möchtest du deine Antwort zurücknehmen?" in said_to(post, f"ZURÜCK\n\n{below}")
    assert is_sealed(post)


def test_a_mistyped_verb_with_a_place_is_asked_about_and_a_yes_seals_both(post: Correspondence) -> None:
    listed = re.findall(r"^\[[0-9]+\] ([0-9]+) ", text_of(post.last_to(post.players[0])), re.MULTILINE)
    card = next(one for one in listed if int(one) > len(listed) + 1)  # no choice has its number
    asked = said_to(post, f"Ich spile die {card} auf (1, 1).")
    assert f"Meinst du: {card} " in asked
    assert not is_sealed(post)
    answer = said_to(post, "Ja!")
    assert f"Versiegelt: {card} " in answer
    assert "(1, 1)" in answer
    assert is_sealed(post, ORDERS)


def deadline(post: Correspondence) -> int:
    """Return when the question that stands is due (ms)."""
    due = post.record.table["standing"][0]["deadline"]
    assert due is not None
    return due


QUOTED = "Nicht gelesen wurde, was weiter unten in deiner Mail steht: „Wer ist eigentlich dran?“"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("STAND", "Der Tisch, wie du ihn siehst"),
        ("HILFE", "Schreib eines davon in die erste Zeile"),
        ("REGELN", "Regeln"),
        ("MEHR", "[1]"),
        ("URLAUB", "Du hast keinen Urlaub eingetragen."),
        ("URLAUB 1.12. - 9.12.", "Nichts ist geändert. Verstanden: Du möchtest Urlaub"),
        ("URLAUB ENDE", "Es gibt keinen solchen Urlaub"),
        ("DEUTSCH", "Ab jetzt auf Deutsch"),
        ("AUFGEBEN", "aufgeben"),
        ("REVANCHE", "Diese Partie läuft noch"),
        ("MEHR ZEIT", "Mehr Zeit kannst du dir hier nicht nehmen"),
        ("ZEIT BITTE 1 Tag", "Um mehr Zeit kannst du die anderen hier nicht bitten"),
        ("DA", "Diese Mail hat das nicht gefragt"),
        ("ZURÜCK", "Hier ist nichts von dir versiegelt"),
        ("WIE ZULETZT", "Hier gibt es nichts davon"),
    ],
)
def test_below_whatever_is_read_the_rest_is_quoted(post: Correspondence, command: str, says: str) -> None:
    answer = said_to(post, f"{command}\n\nWer ist eigentlich dran?\n\nViele Grüße\nAnn")
    assert says in answer
    assert answer.count(QUOTED) == 1
    assert not is_sealed(post)


def test_below_a_command_to_an_old_letter_and_after_the_end_the_rest_is_quoted(post: Correspondence) -> None:
    ann = post.players[0]
    first = post.last_to(ann)
    for player in post.players:
        post.answer(player, "1")
    post.go_on()
    assert post.answer(ann, "STAND\n\nWer ist eigentlich dran?", to=first)[0] == 250
    assert QUOTED in " ".join(text_of(post.last_to(ann)).split())


def test_a_condition_below_a_vacation_is_asked_about_though_its_line_came_back(post: Correspondence) -> None:
    ann = post.players[0]
    asked = said_to(post, "URLAUB 1.12. - 9.12.")
    (line,) = re.findall(r"URLAUB [0-9][^a-z]{10,40} ok-[a-z2-7]{8}", asked, re.IGNORECASE)
    doubted = said_to(post, f"{line}\n\nAber nur, wenn Ben einverstanden ist.")
    assert "Nichts ist geändert. Verstanden: " in doubted
    assert "„Aber nur, wenn Ben einverstanden ist.“" in doubted
    now = post.context.store.account(ann.id)
    assert now is not None and not vacations_of(now)
    assert "Eingetragen: " in said_to(post, "Ja!")


def test_what_only_explains_does_not_hold_up_more_time_and_a_condition_does(post: Correspondence) -> None:
    post.begin("kontor", language="de", extensions={"seconds": 86_400, "times": 2})
    standing = deadline(post)
    doubted = said_to(post, "MEHR ZEIT\n\nNur, wenn Ben auch noch nicht geantwortet hat.")
    assert "Das wird nicht gelesen und könnte etwas ändern" in doubted
    assert deadline(post) == standing
    taken = said_to(post, "MEHR ZEIT\n\nIch komme aber morgen dazu, wenn alles klappt.")
    assert "„Ich komme aber morgen dazu, wenn alles klappt.“" in taken
    assert deadline(post) > standing


def test_below_a_question_about_a_card_the_rest_is_quoted(post: Correspondence) -> None:
    number = re.findall(r"^\[[0-9]+\] ([0-9]+) ", text_of(post.last_to(post.players[0])), re.MULTILINE)[0]
    answer = said_to(post, f"KARTE {number}\n\nWer ist eigentlich dran?")
    assert answer.count(QUOTED) == 1


WORK = "ann@work.example"


def test_answers_count_from_a_confirmed_address_only_and_letters_stay_at_the_main_one(post: Correspondence) -> None:
    """An unconfirmed address does nothing, nor does another player's; one that was removed does nothing more."""
    ann, ben = post.players[:2]
    store, letter, before = post.context.store, post.last_to(ann), len(post.letters_to(ann))

    def sent(sender: str) -> int:
        mail = reply_to(letter, ann, "1", From=f"Ann <{sender}>")
        return post.post(mail, sender, str(letter["Reply-To"]))[0]

    def senders(*others: str) -> None:
        store.change_prefs(ann.id, lambda prefs: {**prefs.prefs, OTHER_MAILS: list(others)})

    assert [sent(WORK), sent(ben.mail)] == [550, 550]
    senders(WORK)
    assert sent(ben.mail) == 550
    senders()
    assert (sent(WORK), len(post.letters_to(ann)), is_sealed(post)) == (550, before, False)
    senders(WORK)
    assert (sent(WORK.upper()), is_sealed(post)) == (250, True)
    answer = post.last_to(ann)
    assert (ann.mail in str(answer["To"]), len(post.letters_to(ann))) == (True, before + 1)
