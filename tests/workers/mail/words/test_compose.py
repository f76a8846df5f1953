"""Letters: complete enough to play from, the same facts in both languages, nothing in them that is not the reader's."""

import dataclasses
import email
import email.policy
import json
import re
import shlex
from html.parser import HTMLParser
from typing import Any, Literal

import pytest
from jinja2 import UndefinedError

from engine.contract import Language, Outcome
from engine.kit.text.phrases import glance_at
from service.matches.numbering import in_order
from service.notifications.kinds import kind_of
from service.notifications.overtaking import Situation
from service.notifications.planning import bundle_name
from tests.given.of_each import of_each
from tests.workers.mail.letters import GUEST, KINDS, PNG, first_card_laid, letter, login, opening_round, write_letter
from tests.workers.mail.match import ADA, BERT, DAY, HOUR, KEY, MATCH, SENDER, Match, invitation
from tests.workers.mail.post_office import html_of, subject_and_line, text_of
from workers.mail.compose import compose
from workers.mail.headers import SUBJECT_LENGTH
from workers.mail.parts.outcome import SENTENCES
from workers.mail.sentences import TEMPLATES, environment, kept
from workers.mail.sentences import words as words_of

BOTH: list[Language] = ["en", "de"]
PROGRAMMER = dataclasses.replace(ADA, prefs={"programmer": True})
EVERY = [(kind, language) for kind in KINDS for language in BOTH]


class Reading(HTMLParser):
    """What a browser would show, the tags left open, and everything fetched from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen = ""
        self.open: list[str] = []
        self.sources: list[str] = []
        self.links: list[str] = []
        self.alts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen += " "
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "background")]
        self.links += [value or "" for name, value in attrs if name == "href"]
        self.alts += [value or "" for name, value in attrs if name == "alt"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.seen += data


@of_each(EVERY)
def test_every_kind_is_a_whole_letter_in_both_languages(kind: str, language: Language) -> None:
    one = email.message_from_bytes(letter(kind, language).as_bytes(), policy=email.policy.SMTP)
    encloses = kind in ("mail-answered", "mail-several-lines")  # the receipt is beside it
    body = next(iter(one.iter_parts())) if encloses else one
    assert body.get_content_type() == "multipart/alternative"
    assert next(iter(body.iter_parts())).get_content_type() == "text/plain", "the text part comes first"
    assert one["Auto-Submitted"] == ("auto-replied" if kind.startswith("mail-") else "auto-generated")
    assert one["X-Auto-Response-Suppress"] == "All"
    assert one["Precedence"] is None
    assert one["Content-Language"] == language
    assert len(one["Subject"]) <= SUBJECT_LENGTH
    assert one.defects == []
    assert all(len(line) <= 998 for line in one.as_bytes().split(b"\r\n"))


def without_table(text: str) -> str:
    """Return the text part without the table in words: the HTML part shows the picture instead."""
    begins = re.search(r"\n\n(The table |Der Tisch|How it stood|Wie es am Ende)[^\n]*\n-+\n", text)
    if begins is None:
        return text
    ends = re.search(r"\n\n(?:[^\n]+\n-{4,}\n(?!\n)|Evidence\. |Zum Nachprüfen\. |-- \n)", text[begins.end() :])
    assert ends is not None
    return text[: begins.start()] + text[begins.end() + ends.start() :]


def unfolded(text: str) -> str:
    """Return the text part with choices that it lists by what they differ in, one by one and in full, as in the HTML part."""

    def each(found: re.Match[str]) -> str:
        items = re.sub(r"[ \n]+", " ", found["items"].strip()).split(" · ")
        said = [re.fullmatch(r"(\[[0-9]+\] )?(.*)", one) for one in items]
        whole = ((one[1] or "- ", found["before"], one[2], found["after"]) for one in said if one)
        return "".join(f"{mark}{' '.join(filter(None, words))}\n" for mark, *words in whole)

    return re.sub(
        r"^(?P<before>[^\n…]*?) ?… ?(?P<after>[^\n]*):\n(?P<items>(?:[^\n]+ · ?[^\n]*\n|\[[^\n]+\n)+)",
        each,
        text,
        flags=re.M,
    )


LONGEST = {
    "mail-answered": 25,
    "mail-misunderstood": 40,
    "mail-several-lines": 42,
    "wishes-anno-1701": 62,
    "wishes-kontor": 78,
}
"""Lines of text that a letter may have beside the table and the evidence: an answer has few, and one with all fates of all wishes
more than others."""


@of_each(EVERY)
def test_what_it_takes_to_answer_is_short_and_stands_above_the_table(kind: str, language: Language) -> None:
    text = text_of(letter(kind, language))
    above = re.split(r"\n(?:Evidence|Zum Nachprüfen)\. ", without_table(text))[0]
    above = above[re.search(r"^H[ae]llo", above, re.MULTILINE).start() :]  # type: ignore[union-attr]  # without the first line
    assert above.count("\n") <= LONGEST.get(kind, 60)
    choices = [one.start() for one in re.finditer(r"^\[[0-9]+\] ", text, re.MULTILINE)]
    table = re.search(r"\n(The table (?:as|in short)|Der Tisch(?:, wie| in Kürze))", text)
    assert not choices or table is None or choices[-1] < table.start()


def without_evidence(text: str, shown: str) -> str:
    """Return the text part without the evidence: the HTML part, for readers who are no programmers, has heads alone."""
    begins = re.search(r"\n\n(Evidence|Zum Nachprüfen)\. ", text)
    if begins is None:
        return text
    ends = text.rindex(" end\n") + len(" end\n")
    heads = re.findall(r"^ +head (\S+)$", text[begins.end() : ends], re.MULTILINE)
    assert heads and all(head in shown for head in heads)
    return text[: begins.start()] + "\n" + text[ends:]


@of_each(EVERY)
def test_the_html_part_says_what_the_text_part_says(kind: str, language: Language) -> None:
    one = letter(kind, language)
    page = Reading(html_of(one))
    assert page.open == [], "every tag is closed"
    shown = re.sub(r"\s+", " ", page.seen + " " + " ".join(page.links))
    for block in re.split(
        r"\n\s*\n", without_evidence(without_table(unfolded(text_of(one))), shown).replace("\n-- \n", "\n\n")
    ):
        for line in re.split(r"\n(?:- |(?=\[[0-9]+\] ))", "\n" + re.sub(r"\n-{3,}", "\n", block)):
            words = re.sub(r"\s+", " ", line).strip()
            assert [part for part in re.split(r":? ?(https?://\S+) ?", words) if part not in shown] == []


@of_each((kind,) for kind in KINDS)
def test_both_languages_tell_the_same_facts(kind: str) -> None:
    facts = [
        (
            re.findall(r"\{.*\}", text_of(one)),
            re.findall(r"https?://\S+|siegelpost [a-z]+ \S+|curl .*", text_of(one)),
            re.findall(r"\d\d:\d\d", text_of(one)),
            text_of(one).count("\n- "),
            len(re.findall(r"\n-{4,}\n", text_of(one))),
        )
        for one in (letter(kind, "en"), letter(kind, "de"))
    ]
    assert facts[0] == facts[1]


def test_both_languages_have_the_same_sentences_with_the_same_facts() -> None:
    (folder,) = TEMPLATES
    spoken = [
        {
            (path.stem, name): one.arguments
            for path in (folder / language).iterdir()
            for name, one in vars(words_of(language, path.stem)).items()
            if hasattr(one, "arguments")
        }
        for language in BOTH
    ]
    assert spoken[0] == spoken[1]
    assert len(spoken[0]) > 60


def test_a_template_that_names_something_unknown_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment("text").from_string("{{ nothing_of_that_name }}").render()


def test_a_turn_mail_is_complete_enough_to_play_from() -> None:
    match = first_card_laid()
    text = text_of(letter("your-turn", "en"))
    assert "It is your turn: " in text
    assert "Fri 6 Mar, 12:00 CET, in 2 days" in text
    state = match.record.state
    assert state is not None
    drawn = glance_at(match.game.words, match.game.view(state, 0), ["Ada", "Bert"], "en", kinds=["place"])
    assert drawn.strip("\n") in text
    assert "The first link below shows the whole table." in text
    for move in match.game.moves(state, 0, "r1.place.0"):
        assert f"\n- {kept(match.game.words.move(move, 'en'))}\n" in unfolded(text)
    assert f"Entry {match.record.n}, key" in " ".join(text.split())
    assert match.record.head in text
    assert SENDER.key_id in text


def test_the_command_in_the_mail_is_a_request_the_api_understands() -> None:
    for match, door in ((opening_round(), "r1.choose/commitment"), (first_card_laid(), "r1.place.0/move")):
        text = text_of(compose(match.news_for(ADA), PROGRAMMER, match.record, SENDER))
        assert f"siegelpost play {MATCH}" in text
        line = next(one.strip() for one in text.splitlines() if one.startswith("  curl"))
        words = shlex.split(line)
        assert words[:3] == ["curl", "-X", "PUT"]
        assert words[3] == f"https://post.example.org/v1/matches/{MATCH}/decisions/{door}"
        assert words[words.index("-H") + 1] == "Authorization: Bearer $SIEGELPOST_TOKEN"
        assert json.loads(words[words.index("-d") + 1])["move"]["type"]


ONLY_BY_COMMAND = ("key-asked", "own-key-asked")
"""Who has a signing key has the program that made it: consent to another one is given there and nowhere else."""


@of_each(one for one in EVERY if one[0] not in ONLY_BY_COMMAND)
def test_a_players_letter_has_neither_commands_nor_json(kind: str, language: Language) -> None:
    one = letter(kind, language)
    for part in (text_of(one), html_of(one)):
        assert not re.search(
            r"curl |SIEGELPOST_TOKEN|\bsiegelpost (?!evidence)[a-z]+ |\{&?|/v1/|API", without_style(part)
        )


def without_style(part: str) -> str:
    """Return a part without its style sheet, whose braces are no JSON."""
    return re.sub(r"(?s)<style>.*?</style>", "", part)


def test_who_asked_for_them_gets_commands_and_json_in_both_parts() -> None:
    match = first_card_laid()
    one = compose(match.news_for(ADA, "your-turn"), PROGRAMMER, match.record, SENDER, picture=lambda: PNG)
    for part in (text_of(one), html_of(one).replace("&#34;", '"')):
        assert '{"type":"place","at":[0,-3]}' in part
        assert "curl -X PUT" in part and "siegelpost play" in part and "The table as you see it" in part


def test_news_are_told_by_round_and_no_more_than_the_eye_takes_in() -> None:
    match = opening_round().forget()
    for _ in range(9):
        match.play({0: {"type": "pass"}}, silent=(1,))
    one = compose(
        match.news_for(BERT, "resolved", "your-turn"), dataclasses.replace(BERT, language="en"), match.record, SENDER
    )
    news = text_of(one).partition("What happened\n")[2].partition("The table as you see it\n")[0]
    assert news.count("\n- ") == SENTENCES
    assert f"the table shows them all: https://post.example.org/table/{MATCH}" in re.sub(r"\s+", " ", news)
    rounds = [int(one) for one in re.findall(r"\nRound (\d+):\n", news)]
    assert rounds == sorted(rounds) and len(rounds) > 1
    assert rounds[-1] >= 9, "what is newest is kept"
    assert " begins.\n" not in news, "the title says so"


def test_what_silence_plays_is_announced_and_afterwards_said() -> None:
    assert "If you do not answer, the rules play for you: " in text_of(letter("started", "en"))
    assert "Bert did not answer in time, so the rules played: " in text_of(letter("your-turn", "en"))


def test_a_match_that_demands_client_custody_offers_no_server_side_sealing() -> None:
    match = opening_round()
    match.record.table["custody"] = "client"
    text = text_of(compose(match.news_for(ADA), PROGRAMMER, match.record, SENDER))
    assert "siegelpost play" in text
    assert "curl" not in text


def test_times_are_the_readers_own() -> None:
    match = opening_round()
    berlin = compose(match.news_for(ADA), ADA, match.record, SENDER)
    york = compose(match.news_for(BERT), BERT, match.record, SENDER)
    assert "(by Wed 12:00 CET)" in subject_and_line(berlin)
    assert "Wed 4 Mar, 12:00 CET, in 2 days" in text_of(berlin)
    assert "(bis Mi 06:00 EST)" in subject_and_line(york)
    assert "Mi 4. März, 06:00 Uhr EST (in 2 Tagen)" in text_of(york)


def test_one_visits_worth_of_news_is_one_letter_oldest_first() -> None:
    match = opening_round().forget().later(HOUR)
    passing = {0: {"type": "pass"}, 1: {"type": "pass"}}
    match.play(passing).play(passing)
    one = compose(match.news_for(ADA), ADA, match.record, SENDER)
    text = text_of(one)
    assert subject_and_line(one).startswith("Hafenrunde with Bert - Round 3: ")
    assert text.count("It is your turn") == 1
    assert text.index("It is your turn") < text.index("You can choose") < text.index("What happened")
    assert one["Message-ID"] == f"<{bundle_name(match.news_for(ADA))}@example.org>"
    ids = sorted(str(one["Siegelpost-Events"]).split())
    assert ids == sorted(news["id"] for news in match.news_for(ADA)), (
        "by these its reader's program knows what it has seen"
    )


def test_letters_of_a_match_hang_together_whatever_they_tell() -> None:
    one, two = letter("your-turn", "en"), letter("over", "de")
    assert one["In-Reply-To"] == two["In-Reply-To"] == f"<{MATCH}@example.org>"
    assert one["List-Id"] is None, "Evolution asks at every answer to a list whether it is meant for its sender alone"
    match = opening_round()
    third = compose(match.news_for(ADA), ADA, match.record, SENDER, previous="<before@example.org>")
    assert third["In-Reply-To"] == "<before@example.org>"
    assert third["References"] == f"<{MATCH}@example.org> <before@example.org>"


def test_the_subject_names_no_card_and_no_result() -> None:
    for kind, language in EVERY:
        subject = subject_and_line(letter(kind, language))
        assert not re.search(r"C\d\d|Winner|Gewonnen", subject)


def test_the_same_news_give_the_same_bytes() -> None:
    assert write_letter("your-turn", "de").as_bytes() == write_letter("your-turn", "de").as_bytes()


def test_the_picture_is_inside_the_letter_and_nothing_is_fetched() -> None:
    one = email.message_from_bytes(letter("your-turn", "en").as_bytes(), policy=email.policy.SMTP)
    page = Reading(html_of(one))
    picture = next(part for part in one.walk() if part.get_content_type() == "image/png")
    assert picture.get_content() == PNG
    assert picture.get_content_disposition() == "inline"
    assert page.sources == [f"cid:{str(picture['Content-ID']).strip('<>')}"]
    assert all(alt.startswith("Picture of the Kontor table") for alt in page.alts)


def test_names_are_data_in_both_parts() -> None:
    evil = "<script>alert(1)</script>\r\nBcc: all@example.org {{ 7*7 }}"
    match = opening_round()
    match.record.table["title"] = evil
    match.record.table["seats"][1] = {"player": BERT.id, "name": evil, "bot": None}
    one = compose(match.news_for(ADA), dataclasses.replace(ADA, name=evil), match.record, SENDER)
    again = email.message_from_bytes(one.as_bytes(), policy=email.policy.SMTP)
    assert again["Bcc"] is None
    assert "<script>" not in html_of(one)
    assert "{{ 7*7 }}" in text_of(one)
    assert "{{ 7*7 }}" in html_of(one)
    assert all(not line.startswith("Bcc:") for line in text_of(one).splitlines())


def test_unsubscribing_is_one_click_and_a_page_for_people() -> None:
    one = letter("your-turn", "en")
    assert one["List-Unsubscribe"] == "<https://post.example.org/unsubscribe/token-aaaa-a1b2>"
    assert one["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "https://post.example.org/unsubscribe/token-aaaa-a1b2" in text_of(one)
    assert letter("login", "en")["List-Unsubscribe"] is None


def test_too_many_choices_are_cut_to_the_simplest_and_the_rest_has_an_address() -> None:
    match = Match(preset="goldsieber-basic").start()
    state = match.record.state
    assert state is not None
    moves = match.game.moves(state, 0, "r1.choose")
    assert len(moves) > 24
    text = text_of(compose(match.news_for(ADA), PROGRAMMER, match.record, SENDER))
    assert '{"type":"pass"}' in text
    assert '"if_alone"' not in text
    assert f"https://post.example.org/v1/matches/{MATCH}/decisions/r1.choose/moves" in text


@pytest.mark.parametrize("language", BOTH)
def test_the_choices_that_are_listed_have_a_button_each_and_the_others_a_link(language: Language) -> None:
    match = Match(preset="goldsieber-basic").start()
    assert match.record.state is not None
    moves = match.game.moves(match.record.state, 0, "r1.choose")
    links = Reading(
        html_of(compose(match.news_for(ADA), dataclasses.replace(ADA, language=language), match.record, SENDER))
    ).links
    ways = [one for one in links if one.startswith("https://post.example.org/choose/")]
    pressed = [int(one.rpartition("/")[2]) for one in ways if one.rpartition("/")[2].isdigit()]
    assert [in_order(moves)[number - 1] for number in pressed] == [move for move in moves if "if_alone" not in move]
    assert pressed == [*range(1, len(pressed) + 1)], "as the letter numbers them"
    whole = ways[-1]
    assert not whole.rpartition("/")[2].isdigit()
    assert f"{whole}/1" in ways


@pytest.mark.parametrize("language", BOTH)
def test_many_choices_are_links_in_the_picture_part_and_one_link_in_plain_text(language: Language) -> None:
    one = letter("your-turn", language)
    pressed = [way for way in Reading(html_of(one)).links if re.search(r"/choose/[^/]+/[0-9]+$", way)]
    assert len(pressed) == 16
    assert text_of(one).count("/choose/") == 1


@pytest.mark.parametrize(
    ("language", "said"), [("en", "even if the opponent passes"), ("de", "auch wenn der Gegner passt")]
)
def test_choices_that_look_alike_are_told_apart_above_them(language: Language, said: str) -> None:
    reader = dataclasses.replace(ADA, language=language)
    for preset, needed in (("goldsieber-basic", True), ("tilsit", False)):
        match = Match(preset=preset).start()
        one = compose(match.news_for(ADA), reader, match.record, SENDER)
        for part in (text_of(one), html_of(one)):
            assert (said in " ".join(part.split())) is needed


def test_the_picture_says_whose_colour_is_whose() -> None:
    seen = Reading(html_of(letter("your-turn", "de"))).seen
    assert " ".join(seen.split()).count("Im Bild: Rot ist Ada (du), Schwarz ist Bert") == 1


@pytest.mark.parametrize("language", BOTH)
def test_the_table_in_words_has_names_and_no_codes(language: Language) -> None:
    text = text_of(letter("your-turn", language))
    assert not re.search(r"\bC[0-9]{2}\b|tilsit", text)


@of_each(EVERY)
def test_no_address_is_spelled_out_where_a_link_can_stand(kind: str, language: Language) -> None:
    # Addresses are longer than a phone is wide, and mail programs do not break them.
    assert "https://" not in Reading(html_of(letter(kind, language))).seen


def hidden_from_ada(state: dict[str, Any], view_of: Any) -> dict[str, Any]:
    """Return the state with Bert's hand changed in a way that Ada cannot see."""
    changed: dict[str, Any] = json.loads(json.dumps(state))
    hand, pile = changed["hands"][1], changed["quay_piles"][1]
    hand[0], pile[-1] = pile[-1], hand[0]
    assert view_of(changed, 0) == view_of(state, 0)
    assert view_of(changed, 1) != view_of(state, 1)
    return changed


@pytest.mark.parametrize("language", BOTH)
def test_a_letter_is_the_same_whatever_the_opponent_holds_or_has_sealed(language: Language) -> None:
    match = opening_round()
    reader = dataclasses.replace(ADA, language=language)
    state = match.record.state
    assert state is not None
    plain = compose(match.news_for(ADA), reader, match.record, SENDER).as_bytes()
    other_hand = dataclasses.replace(match.record, state=hidden_from_ada(state, match.game.view))
    assert compose(match.news_for(ADA), reader, other_hand, SENDER).as_bytes() == plain
    match.commit(1)
    assert compose(match.news_for(ADA), reader, match.record, SENDER).as_bytes() == plain


def test_an_event_meant_for_others_is_not_told_even_if_a_notice_carries_it() -> None:
    match = first_card_laid()
    news = [one.copy() for one in match.news_for(ADA, "resolved")]
    told = text_of(compose(news, ADA, match.record, SENDER))
    secret = {**news[0]["facts"]["events"][0], "to": [1]}
    news[0]["facts"] = {**news[0]["facts"], "events": [*news[0]["facts"]["events"], secret]}
    assert text_of(compose(news, ADA, match.record, SENDER)) == told


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("unopened", "sealed an answer and did not open it"),
        ("illegal", "a move against the rules"),
        ("salt-reused", "a salt that was used before"),
        ("escrow-failed", "That is our fault"),
        ("something-new", "A fault of Bert is marked in the log: something-new"),
    ],
)
def test_a_fault_is_told_in_words_and_is_not_called_silence(fault: str, words: str) -> None:
    match = first_card_laid()
    for one in match.notices:
        if one["kind"] == "resolved":
            one["facts"]["faults"] = [{"seat": 1, "fault": fault}]
    text = re.sub(r"\s+", " ", text_of(compose(match.news_for(ADA), ADA, match.record, SENDER)))
    assert words in text
    assert "The rules played for Bert: " in text
    assert "did not answer in time" not in text


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ({"kind": "duration", "seconds": 2 * DAY // 1000}, "You will have 2 days for each decision."),
        (
            {"kind": "daily", "time": "20:00", "zone": "Europe/Berlin", "weekdays": [1, 2, 3, 4, 5, 6, 7], "least": 0},
            "Decisions are due at 20:00 (Berlin time), every day.",
        ),
        (
            {
                "kind": "duration",
                "seconds": 7 * DAY // 1000,
                "counted": {"weekdays": [1, 2, 3, 4, 5], "zone": "Europe/Berlin"},
            },
            "You will have 7 days for each decision, not counting Sat and Sun (Berlin time).",
        ),
        (
            {"kind": "daily", "time": "20:00", "zone": "Europe/Berlin", "weekdays": [1, 4], "least": 0},
            "Decisions are due at 20:00 (Berlin time) on Mon and Thu.",
        ),
    ],
)
def test_an_invitation_says_how_fast_it_will_be(pace: dict[str, Any], words: str) -> None:
    from tests.workers.mail.letters import GUEST
    from tests.workers.mail.match import invitation

    match = Match(pace=pace)
    text = text_of(compose([invitation(match, GUEST)], GUEST, match.record, SENDER))
    assert words in re.sub(r"\s+", " ", text)
    assert "Ada invites you" in text
    assert "siegelpost evidence" not in text and match.record.head not in text, "a stranger can make nothing of it"


def test_a_match_without_result_and_a_shared_win_are_told_as_such() -> None:
    match = opening_round().forget().resign(1)
    told: tuple[tuple[Outcome | None, str], ...] = (
        (None, "It has no result."),
        ({"winners": [0, 1], "scores": [5, 5], "reason": "tie"}, "Ada and Bert share the win."),
        ({"winners": [1], "scores": [4, 9], "reason": "points"}, "Winner: Bert."),
    )
    for outcome, words in told:
        match.record.table["outcome"] = outcome
        text = text_of(compose(match.news_for(ADA), PROGRAMMER, match.record, SENDER))
        assert words in re.sub(r"\s+", " ", text)
        assert f"siegelpost verify https://post.example.org/v1/matches/{MATCH}/log.jsonl --key cHCY" in text


def test_a_login_letter_to_a_newcomer_speaks_as_was_asked_and_to_others_as_they_chose() -> None:
    newcomer = dataclasses.replace(ADA, verified=False, language="en")
    assert login(newcomer, language="de", zone="Europe/Berlin")["Content-Language"] == "de"
    assert login(newcomer)["Content-Language"] == "en"
    known = dataclasses.replace(ADA, verified=True, language="en")
    assert login(known, language="de", zone="Europe/Berlin")["Content-Language"] == "en"


@pytest.mark.parametrize(("prefs", "options"), [({}, False), ({"programmer": True}, True)])
def test_only_programmers_are_told_the_options_of_an_invitation_one_by_one(
    prefs: dict[str, bool], options: bool
) -> None:
    match, guest = Match(preset="goldsieber-basic"), dataclasses.replace(GUEST, prefs=prefs)
    said = text_of(compose([invitation(match, guest)], guest, match.record, SENDER))
    assert "Variant: Basic game (1999)." in said
    assert ("preset=goldsieber-basic, pass_mode=declare" in " ".join(said.split())) == options


@pytest.mark.parametrize(("seat", "command"), [(0, "siegelpost key rotate"), (1, "siegelpost key consent")])
def test_letters_about_keys_have_their_command_on_a_line_of_its_own_for_programmers(seat: int, command: str) -> None:
    match = opening_round().forget().later(HOUR).ask_key(seat, KEY)
    told = text_of(compose(match.news_for(ADA), PROGRAMMER, match.record, SENDER))
    assert re.search(rf"\n\n *{command} {match.record.match}.*\n\n|\n\n *{command} {match.record.match}", told), told
    plain = text_of(compose(match.news_for(ADA), ADA, match.record, SENDER))
    assert command not in plain and plain.count("\n\n") < told.count("\n\n")


@pytest.mark.parametrize("language", BOTH)
def test_a_letter_that_tells_of_a_pause_asks_nothing(language: Language) -> None:
    said = letter("paused", language)
    assert subject_and_line(said).endswith({"en": "Your table pauses", "de": "Dein Tisch macht Pause"}[language])
    assert "/choose/" not in text_of(said) + html_of(said)
    assert {"en": "Answer by", "de": "Antworte bis"}[language] not in text_of(said)


def test_a_question_that_waits_to_be_mailed_is_left_out_in_a_pause() -> None:
    """The letter that says that the table goes on asks it."""
    match = opening_round()
    (asked,) = match.news_for(ADA, "your-turn")
    assert kind_of(asked).overtaken(asked, Situation(match.record)) is None
    match.later(HOUR).pause(agreed=True)
    assert kind_of(asked).overtaken(asked, Situation(match.record)) == "paused"


@pytest.mark.parametrize(
    ("language", "line", "title"),
    [
        (
            "en",
            "new deadline Thu 12:00 CET (Bert needs more time)",
            "Only the deadline has moved. You are still asked: ",
        ),
        (
            "de",
            "neue Frist Do 12:00 MEZ (Bert braucht mehr Zeit)",
            "Nur die Frist ist neu. Gefragt bist du weiterhin: ",
        ),
    ],
)
def test_a_deadline_that_moved_does_not_look_like_a_new_turn(language: Language, line: str, title: str) -> None:
    ada = dataclasses.replace(ADA, language=language)
    later = opening_round().forget().later(HOUR).take_time(1)
    letter = compose(later.news_for(ADA), ada, later.record, SENDER)
    assert subject_and_line(letter).endswith(f"1: {line}")
    text = text_of(letter)
    assert title in text.replace("\n", " ")
    assert text.index(title) < text.index("KONTOR")
    both = opening_round().later(HOUR).take_time(1)  # the first letter has not gone yet: then it is a new turn
    first = compose(both.news_for(ADA), ada, both.record, SENDER)
    assert "Round 1" in subject_and_line(first) or "Runde 1" in subject_and_line(first)
    assert title not in text_of(first).replace("\n", " ")


@pytest.mark.parametrize(
    ("visibility", "said"),
    [("open", "Anybody can check the whole match:"), ("private", "The table stays private; each of you can check")],
)
def test_the_last_letter_says_who_can_check_the_match(visibility: Literal["open", "private"], said: str) -> None:
    """It told everybody at a private table that the match was public, while the API kept it from all others."""
    match = Match(preset="tilsit", round_limit=3).start().forget().later(HOUR).finish()
    record = dataclasses.replace(match.record, table={**match.record.table, "visibility": visibility})

    text = " ".join(text_of(compose(match.news_for(ADA, "over"), ADA, record, SENDER)).split())

    assert said in text
    assert ("public" in text) == (visibility == "open")


def test_all_letters_of_a_match_have_one_subject_and_say_first_what_is_new() -> None:
    """Programs that thread by subject made a thread of each question."""
    match = Match().start()
    asked = compose(match.news_for(ADA), ADA, match.record, SENDER)
    match.forget().play({0: {"type": "pass"}, 1: {"type": "pass"}})
    later = compose(match.news_for(ADA), ADA, match.record, SENDER)

    assert asked["Subject"] == later["Subject"] == "Hafenrunde with Bert"
    first, then = (text_of(one).splitlines()[0] for one in (asked, later))
    assert first.startswith("Round 1: ") and then.startswith("Round 2: ") and "(by " in first
    for one, line in ((asked, first), (later, then)):
        shown = re.sub(r"<head>.*?</head>|<[^>]*>", "", html_of(one), flags=re.DOTALL)
        assert shown.strip().startswith(line), "what lists of mails show beside the subject"
