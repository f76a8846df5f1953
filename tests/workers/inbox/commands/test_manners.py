"""Muting, blocking, reporting and reactions by mail: done at once, told clearly, undone by the line that the answer names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.contract import Language
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.talk import heard
from service.store.matches.talk import Remark
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence

LINES: dict[Language, dict[str, str]] = {
    "en": {
        "mute": "MUTE BEN", "unmute": "UNMUTE Ben", "talk": "Mute talk", "loud": "unmute talk", "match": "MUTE this match",
        "again": "UNMUTE match", "kind": "Mute reminders", "no kind": "unmute reminders", "block": "Block Ben",
        "unblock": "UNBLOCK BEN", "report": "REPORT Ben: he insults me", "withdraw": "WITHDRAW REPORT", "unsay": "UNSAY",
        "react": "REACT thanks!", "how": "MUTE", "whom": "BLOCK Zoe",
    },
    "de": {
        "mute": "STUMM BEN", "unmute": "LAUT Ben", "talk": "Stumm Gespräch", "loud": "laut gespräch",
        "match": "STUMM diese Partie", "again": "LAUT Partie", "kind": "Stumm Erinnerungen",
        "no kind": "laut erinnerungen", "block": "Sperre Ben",
        "unblock": "ENTSPERRE BEN", "report": "MELDE Ben: er beleidigt mich", "withdraw": "MELDUNG ZURÜCK",
        "unsay": "GESAGTES LÖSCHEN", "react": "REAGIERE danke!", "how": "STUMM", "whom": "SPERRE Zoe",
    },
    "fr": {
        "mute": "MASQUER BEN", "unmute": "DÉMASQUER Ben", "talk": "Mettre en sourdine discussion", "loud": "démasquer discussion",
        "match": "MUET cette partie", "again": "DÉMASQUER partie", "kind": "Muet rappels", "no kind": "démasquer rappels",
        "block": "Bloquer Ben", "unblock": "DÉBLOQUER BEN", "report": "SIGNALER Ben: il m'insulte",
        "withdraw": "RETIRER SIGNALEMENT", "unsay": "EFFACER", "react": "RÉAGIR merci !", "how": "MUET", "whom": "BLOQUER Zoe",
    },
}  # fmt: skip
NOTHING = {"en": "Nothing was changed", "de": "Nichts wurde geändert", "fr": "Rien n'a changé"}


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        yield post


def begin(post: Correspondence, language: Language) -> dict[str, str]:
    """Start a match in a language, at which Ben has said something; return the lines of that language."""
    post.begin("packet-row", 3, hold=0, language=language)
    post.answer(post.players[1], {"en": "SAY You fool!", "de": "SAG Du Narr!", "fr": "DIS Imbécile !"}[language])
    return LINES[language]


def read_by_ann(post: Correspondence) -> list[Remark]:
    return heard(post.context, post.record, post.players[0].id, 0)[0]


def say(post: Correspondence, line: str, *, seat: int = 0) -> str:
    """Answer the last letter; return the text of what answers that."""
    before = len(post.letters_to(post.players[seat]))
    assert post.answer(post.players[seat], line)[0] == 250
    assert len(post.letters_to(post.players[seat])) == before + 1
    return post.said(seat)


@pytest.mark.parametrize("language", LINES)
def test_a_person_or_the_talk_of_a_table_is_muted_and_heard_again(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)
    assert len(read_by_ann(post)) == 1
    for mute, undo in (("mute", "unmute"), ("talk", "loud")):
        said = say(post, lines[mute])
        assert read_by_ann(post) == [], said
        assert lines[undo].split()[0].upper() in said, "it names the line that undoes it"
        say(post, lines[undo])
        assert len(read_by_ann(post)) == 1


@pytest.mark.parametrize("language", LINES)
def test_a_match_or_a_kind_of_news_is_muted_and_mailed_again(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)

    def prefs() -> dict[str, object]:
        found = post.context.store.account(post.players[0].id)
        assert found is not None
        return dict(found.prefs)

    say(post, lines["match"])
    assert prefs()["muted_matches"] == [post.match]
    say(post, lines["again"])
    assert prefs()["muted_matches"] == []
    say(post, lines["kind"])
    assert prefs()["kinds"] == {"deadline-near": False}
    say(post, lines["no kind"])
    assert prefs()["kinds"] == {"deadline-near": True}


@pytest.mark.parametrize("language", LINES)
def test_a_person_is_blocked_and_unblocked(post: Correspondence, language: Language) -> None:
    lines, store = begin(post, language), post.context.store
    ann, ben, _ = post.players
    said = say(post, lines["block"])
    assert store.has_blocked(ann.id, ben.id)
    assert lines["unblock"].split()[0] in said
    assert not post.office.letters[-1]["To"].count(ben.mail), "nobody is told"
    say(post, lines["unblock"])
    assert not store.has_blocked(ann.id, ben.id)


@pytest.mark.parametrize("language", LINES)
def test_a_remark_is_reported_with_the_reason_and_the_report_withdrawn(
    post: Correspondence, language: Language
) -> None:
    lines, store = begin(post, language), post.context.store
    said = say(post, lines["report"])
    (report,) = store.reports()
    assert (report.by, report.player) == (post.players[0].id, post.players[1].id)
    assert report.why == lines["report"].partition(": ")[2]
    assert report.text in said
    say(post, lines["withdraw"])
    assert store.reports() == []
    assert NOTHING[language] in say(post, lines["withdraw"])


@pytest.mark.parametrize("language", LINES)
def test_a_reaction_is_said_in_each_readers_words_and_erased(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)
    say(post, lines["react"])
    assert [(one.seat, one.reaction, one.text) for one in read_by_ann(post)][1:] == [(0, "thanks", "")]
    say(post, lines["unsay"])
    assert [one.seat for one in read_by_ann(post)] == [1]
    assert NOTHING[language] in say(post, lines["unsay"])


@pytest.mark.parametrize(
    ("language", "line"), [("de", "Reagiere danke"), ("fr", "Reagir merci !"), ("en", "React thanks.")]
)
def test_a_reaction_in_small_letters_is_said_and_nothing_else_is(
    post: Correspondence, language: Language, line: str
) -> None:
    begin(post, language)
    assert NOTHING[language] in say(post, f"{line.split(maxsplit=1)[0]} X")
    say(post, line)
    assert [(one.seat, one.reaction) for one in read_by_ann(post)][1:] == [(0, "thanks")]


@pytest.mark.parametrize("language", LINES)
def test_a_line_without_anybody_known_is_answered_with_whom_or_what_it_may_name(
    post: Correspondence, language: Language
) -> None:
    lines = begin(post, language)
    assert NOTHING[language] in say(post, lines["how"])
    said = say(post, lines["whom"])
    assert NOTHING[language] in said
    assert "Ben, Cleo" in said or "Ann, Ben, Cleo" in said


@pytest.mark.parametrize("line", ["Block Ben?", "Melde mich morgen", "Laut Regeln darf ich das", "Report tomorrow"])
def test_questions_and_sentences_that_only_begin_so_do_nothing(post: Correspondence, line: str) -> None:
    begin(post, "en")
    ann, ben, _ = post.players
    post.answer(ann, line)
    assert "Nothing was changed" in post.said()
    assert not post.context.store.has_blocked(ann.id, ben.id)
    assert post.context.store.reports() == []


def test_a_condition_below_is_asked_about_once(post: Correspondence) -> None:
    begin(post, "en")
    ann, ben, _ = post.players
    assert "Nothing was changed" in say(post, "BLOCK Ben\n\nBut only if he goes on like that.")
    assert not post.context.store.has_blocked(ann.id, ben.id)
    say(post, "BLOCK Ben\n\nBut only if he goes on like that.")
    assert post.context.store.has_blocked(ann.id, ben.id)


def begin_with(post: Correspondence, names: Sequence[str], language: Language) -> None:
    """Start a match between people of these names, at which each but the first has said something."""
    post.players = [
        post.context.store.create_account(mail=f"p{n}@players.example", name=name, verified=True, language=language)
        for n, name in enumerate(names)
    ]
    post.match = new_match_id()
    new = creation.NewMatch(rules="packet-row", seats=len(names), grace=0, hold=0)
    creation.create(post.context, post.players[0], new, post.match)
    for player in post.players[1:]:
        lobby.join(post.context, post.match, player, seat=None, invitation=None)
    post.go_on()
    for player in post.players[1:]:
        post.answer(player, "SAY You fool!")


def done_by(post: Correspondence) -> dict[str, list[str]]:
    """Return what the first player has done about others, by name, and which mails they get no more."""
    store, own = post.context.store, post.players[0].id
    names = {one.id: one.name for one in post.players}
    account = store.account(own)
    assert account is not None
    kinds = [kind for kind, wanted in account.prefs.get("kinds", {}).items() if not wanted]
    found = {
        "blocked": sorted(names[one] for one in store.blocks_of(own)),
        "muted": sorted(names[one] for one in store.muted(post.match, own)),
        "reported": [f"{one.name}: {one.why}" for one in store.reports()],
        "no mails": kinds + ["match"] * len(account.prefs.get("muted_matches", [])),
    }
    return {what: those for what, those in found.items() if those}


GERMANS = ("Ann", "Ben", "Ben 3", "Jürgen Groß", "Partie")
FRENCH = ("Ann", "Ben", "Zoé")
OTHERS = ("Ann", "Ben", "Dr. No.", "Who?", "Turns")
WRITTEN: Sequence[tuple[Language, Sequence[str], dict[str, Sequence[str]]]] = (
    ("de", GERMANS, {
        "blocked Ben": (
            "Sperre Ben\n\nVon meinem iPhone gesendet", "Bitte sperre Ben", "Sperre bitte Ben", "sperre Ben bitte, danke!",
            "Ben sperren", "Ich möchte Ben sperren", "Sperre: Ben", "Sperr Ben \U0001f621", "Hallo,\n\nsperre Ben\n\nLG Ann",
        ),
        "blocked Ben 3": ("Sperre Ben 3", "SPERRE BEN 3!", "sperre ben (3)"),
        "blocked Jürgen Groß": ("SPERRE JURGEN GROSS", "sperre juergen gross", "Sperre Jürgen", "Sperre Ju\u0308rgen Groß"),
        "muted Ben": ("stumm ben...", "Ben bitte stumm schalten", "Stummschalten Ben", "Stumm schalten: Ben"),
        "muted Ben 3": ("Stumm Ben 3 bitte",),
        "muted Partie": ("STUMM PARTIE",),
        "muted Ben,Ben 3,Jürgen Groß,Partie": ("STUMM GESPRAECH", "Stumm alle"),
        "no mails your-turn": ("Stumm Zuege", "stumm züge bitte"),
        "reported Ben: ": ("MELDE BEN", "Melde Ben.\n\nAm 29.11.2026 schrieb Siegelpost:\n> SPERRE Ben", "Bitte melde Ben"),
        "reported Ben: weil er mich beleidigt": ("Melde Ben, weil er mich beleidigt",),
        "reported Ben: Was soll das?": ("Melde Ben: Was soll das?",),
        "": (
            "Melde", "Melde mich morgen", "MELDE MICH MORGEN", "Melde mich morgen wieder, Ben", "Ben, bitte melden",
            "Melde Ben, dass ich erst morgen spielen kann", "Sperre ist offen", "Block B gewinnt", "Sperre Ben?", "Stumm",
            "Laut Ben ist das erlaubt", "laut", "Sperre", "SPERRE", "Sperre Ben nicht", "Ich will nicht Ben sperren",
            "Sperre Ben und Jürgen Groß", "Sperre Ben, Ben 3", "Sperre Ben, wenn er weitermacht", "SPERRE ANN", "Stumm Ann",
            "SPERRE den Idioten", "Ben soll sich melden", "1\nSperre Ben",
        ),
    }),
    ("fr", FRENCH, {
        "blocked Ben": ("bloque Ben stp", "Bloque Ben s'il te plaît", "S’il te plaît, bloque Ben", "Je veux bloquer Ben"),
        "blocked Zoé": ("Bloquer Zoe", "BLOQUER ZOÉ !"),
        "muted Ben": ("masque Ben", "Muet Ben merci"),
        "no mails resolved": ("muet resultats",),
        "reported Ben: ": ("Signale Ben stp",),
        "reported Ben: il insulte, non ?": ("Signale Ben: il insulte, non ?",),
        "": (
            "signale moi quand c'est à moi", "signale", "Signale Ben que je joue demain", "bloque", "Masque bas",
            "Retire mon signalement", "effacer stp", "Debloquer Ben", "demasquer Ben",
        ),
    }),
    ("en", OTHERS, {
        "blocked Ben": ("I want to block Ben", "> quoted\n> more\n\nBLOCK BEN", "Hi!\nBLOCK BEN\nThanks,\nAnn"),
        "blocked Dr. No.": ("BLOCK DR. NO.", "Block Dr. No", "block dr no please"),
        "blocked Who?": ("BLOCK WHO?",),
        "muted Ben": ("Mute Ben please", "please mute Ben", "mute ben\n-- \nSent from my iPad"),
        "muted Turns": ("MUTE TURNS", "* Mute turns", "*MUTE TURNS*"),
        "reported Ben: what the hell?": ("REPORT BEN: what the hell?",),
        "": (
            "mute point", "report", "Report tomorrow", "Report Ben, he cheats?", "withdraw", "Block me", "MUTE DECK",
            "Mute Ben and Turns", "Could you block Ben", "unsay please", "Report the doctor: no",
        ),
    }),
)  # fmt: skip


@pytest.mark.parametrize(("language", "names", "written"), WRITTEN, ids=[one[0] for one in WRITTEN])
def test_lines_as_people_write_them_do_what_they_say_and_no_other_does_anything(
    post: Correspondence, language: Language, names: Sequence[str], written: dict[str, Sequence[str]]
) -> None:
    begin_with(post, names, language)
    store, ann = post.context.store, post.players[0]
    first, table = post.last_to(ann), post.record.table["standing"]
    for wanted, lines in written.items():
        for line in lines:
            before = len(post.letters_to(ann))
            assert post.answer(ann, line, to=first)[0] == 250
            assert len(post.letters_to(ann)) == before + 1, f"{line}: answered"
            did = "; ".join(f"{what} {','.join(those)}" for what, those in done_by(post).items())
            assert (line, did) == (line, wanted)
            assert post.record.table["standing"] == table
            for player in post.players[1:]:
                store.unblock_player(ann.id, player.id)
            for report in store.reports():
                store.forget_report(report.id)
            store.mute(post.match, ann.id, [], None)
            store.change_prefs(ann.id, lambda account: {})


@pytest.mark.parametrize(("block", "report"), [("BLOCK BEN", "REPORT BEN"), ("MUTE BEN", "REPORT BEN he insults me")])
def test_a_person_who_is_muted_or_blocked_can_be_reported(post: Correspondence, block: str, report: str) -> None:
    begin(post, "en")
    say(post, block)
    assert "You fool!" in say(post, report)
    assert [one.player for one in post.context.store.reports()] == [post.players[1].id]


def test_only_people_whom_it_can_be_about_are_named(post: Correspondence) -> None:
    """Who follows the answer must not get the same one."""
    begin(post, "de")
    said = say(post, "SPERRE ANN")
    assert "Ben, Cleo" in said
    assert "Ann, Ben" not in said
    assert "Ben" not in say(post, "ENTSPERRE CLEO")[:300].replace("Ben, Cleo", "")


def test_a_copy_of_a_mail_erases_and_reports_nothing_else(post: Correspondence) -> None:
    """Attacked: the answer could not be sent, so the server sends the same mail again."""
    begin(post, "en")
    ann, ben, _ = post.players
    letter = post.last_to(ann)
    for text in ("SAY one", "SAY two"):
        post.answer(ann, text, to=letter)
    for line in ("UNSAY", "REPORT BEN"):
        post.office.data_answer = "451 4.3.0 not now"
        assert post.answer(ann, line, to=letter, Message_ID=f"<{line[:3]}@players.example>")[0] == 451
        post.office.data_answer = None
        post.answer(ben, f"SAY after {line}", to=post.last_to(ben))
        assert post.answer(ann, line, to=letter, Message_ID=f"<{line[:3]}@players.example>")[0] == 250
        assert "Nothing was changed" not in post.said()
    assert [one.text for one in read_by_ann(post)].count("one") == 1
    assert [one.text for one in post.context.store.reports()] == ["after UNSAY"]


def test_an_undoing_line_finds_the_blocked_one_of_two_namesakes(post: Correspondence) -> None:
    begin(post, "en")
    ann, store = post.players[0], post.context.store
    other = store.create_account(mail="other@players.example", name="Ben", verified=True)
    store.block_player(ann.id, other.id, 10)
    say(post, "UNBLOCK BEN")
    assert not store.blocks_of(ann.id)


def test_who_mutes_reminders_is_told_that_deadlines_go_on(post: Correspondence) -> None:
    begin(post, "de")
    assert "Fristen laufen" in say(post, "STUMM ZÜGE")
    assert "Fristen laufen" not in say(post, "STUMM ERGEBNISSE")
