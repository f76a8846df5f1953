"""Names of people, titles of matches, labels of tokens: what is refused, what is kept, and in which form."""

import time

import pytest

from service.matches.seating.creation import BOTS
from service.text.names import UNNAMED, BadName, Kind, at_table, checked, look_alike, skeleton, visible

GOOD = [
    "Ada", "Jürgen Groß", "O'Brien", "Anne-Marie", "Иван Петров", "Νίκος", "山田 太郎", "山田タロウ", "김철수 Kim", "محمد",
    "נועה", "สมชาย", "Adélé", "Nguyễn Văn A", "Ada 2", "🦊", "👩‍🚀 Ada", "❤️ Ben", "Ben Bot", "Random Randy", "Rooter", "R2-D2",
    "می‌خواهم", "क्‍ष", "Player", "J. R. R.", "Bottom", "Ada_99",
    "J.R.R. Tolkien", "St.Pauli", "Dr.Who", "anna.maria", "Nr.5", "z.B.", "Ada... und Ben", "Ada/Ben", "Ada.B",
    "Prof.Dr. Maier", "Doç.Dr.Ali", "Ali.Jr", "Mo.Di", "Teil.II", "Hm...ja", "1.FC Köln", "Ph.D.", "node.js",
]  # fmt: skip
HIDING = [
    "\u200b", "A\u200bda", "\u200c", "Ad\u200da", "A\u00adda", "\u2800", "\u3164", "\u115f\u1160", "\uffa0", "Ada\ufe0f",
    "A\u034fda", "\u202eadA", "A\u2066da", "Ada\U000e0041", "\U0001d159", "\ufffc", "A\ue000", "A\U0010ffff", "A\u0378",
    "A\nda", "A\u2028da", "A\x7fda", "\u180eAda", "Z" + "\u0301" * 2, "Z" + "\u0300\u0301\u0302\u0303\u0304", "\u0301Ada",
]  # fmt: skip
LINKS = [
    "https://evil.example/x", "ada@evil.example", "Ada <ada@evil.example>", "www.evil.example", "Ada://pay", "ada＠evil.example",
    "evil.com", "Claim at evil.com/x", "Bank.EVIL.de", "my-prize.shop", "prize．com", "prize。xyz", "pay evil.example/login",
    "t.me/eve",
]  # fmt: skip
BLANK = ["-", "...", "—", "'"]
MIXED = ["Αda", "Adа", "Стeady", "pаypal", "Adaא", "Иван Ivan", "Ꭺda"]
RESERVED = [
    "Steady (bot)", "Ada (bot)", "Ada [Bot]", "Ada (b0t)", "Ada ❨bot❩", "Ada（bot）", "Ada - bot", "bot: Ada", "Ada •bot•",
    "Steady", "Keen", "Sharp (bot)", "sharp", "STEADY", "Ste ady", "St3ady", "Steady Bot", "steadybot", "Random", "ｓｔｅａｄｙ",
    "𝐒𝐭𝐞𝐚𝐝𝐲", "Siegelpost", "Siege1post", "Team SiegeIpost", "Sie-gel-post", "Admin", "adm1n", "ADMlN", "Ada Admin", "Ádmín",
    "@dmin", "A.d.m.i.n", "Moderator", "rnoderator", "Support", "$upport Team", "Postmaster", "System", "root", "Ada (2)",
    "Ada (２)", "Ѕteady", "ѕuрроrt", "Steady bot 2", "the steady bot", "Steady Bot²", "Steady Bot2", "Steady ⓑⓞⓣ II",
    "Steady (ʙoᴛ)", "ꜱᴛᴇᴀᴅʏ", "ᴀᴅᴍɪɴ", "Ada (bot 3)",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_names_as_people_have_them_are_good_and_stay_so(name: str) -> None:
    kept = checked(name, "name")
    assert checked(kept, "name") == kept
    assert skeleton(kept) == skeleton(name)


@pytest.mark.parametrize("name", [*HIDING, *MIXED, *RESERVED, *BLANK, *LINKS])
def test_names_that_hide_or_deceive_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        checked(name, "name")


@pytest.mark.parametrize("text", HIDING)
@pytest.mark.parametrize("kind", ["title", "label"])
def test_titles_and_labels_hide_nothing_either(text: str, kind: Kind) -> None:
    with pytest.raises(BadName):
        checked(text, kind)


@pytest.mark.parametrize(
    "text", ["=?utf-8?q?=0d=0aBcc?=", "a =?utf-8?b?YQ?= b", "＝？utf-8?q?x？＝", "=\uff1futf-8?q?x?="]
)
@pytest.mark.parametrize("kind", ["name", "title", "label"])
def test_nothing_contains_what_a_mail_header_would_decode(text: str, kind: Kind) -> None:
    with pytest.raises(BadName, match="="):
        checked(text, kind)


def test_a_title_may_use_several_scripts_but_not_in_one_word() -> None:
    assert checked("Ada gegen Иван: ½ Finale!", "title") == "Ada gegen Иван: ½ Finale!"
    assert checked("", "title") == ""
    with pytest.raises(BadName, match="script"):
        checked("The pаypal cup", "title")


def test_blanks_and_forms_are_made_one() -> None:
    assert checked("Ada\u00a0\u2003 Lovelace", "name") == "Ada Lovelace"
    assert checked("Ｊürgen", "name") == checked("Ju\u0308rgen", "name") == "Jürgen"


@pytest.mark.parametrize("bot", BOTS)
def test_no_person_is_called_like_a_bot(bot: str) -> None:
    for name in (bot, bot.title(), f"{bot.title()} (bot)", f"{bot} bot"):
        with pytest.raises(BadName):
            checked(name, "name")


def test_like_names_are_told_apart_at_a_table() -> None:
    assert at_table("Ada", ("Ben", "")) == "Ada"
    assert at_table("Ada", ("ADA",)) == "Ada (2)"
    assert at_table("Ian", ("lan",)) == "Ian (2)"
    assert at_table("Morgan", ("rnorgan", "Morgan (2)")) == "Morgan (3)"
    assert at_table("Ада", ("Ada",)) == "Ада"


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("\u0410da", "write all of it in one alphabet"),
        ("a\u0301\u0301", "leave some of them out"),
        (" Ada", "leave them out"),
        ("two\nlines", "leave these out"),
        ("A\u00adda", "leave them out"),
        ("M\u00fcller (bot)", "leave 'bot' out"),
        ("Ada (2)", "leave it out"),
        ("Support", "choose another"),
        ("_", "use a letter or a digit"),
    ],
)
def test_every_refusal_says_what_would_do(name: str, remedy: str) -> None:
    with pytest.raises(BadName, match=remedy):
        checked(name, "name")


def test_a_title_in_several_alphabets_is_told_how_to_write_its_words() -> None:
    with pytest.raises(BadName, match="write each word in one alphabet"):
        checked("\u0410da's table", "title")


def test_a_stored_name_that_would_be_refused_today_deceives_nobody_at_a_table() -> None:
    assert at_table("Steady (bot)", ("Ada", "Steady (bot)")) == UNNAMED
    assert at_table("\u3164", (UNNAMED,)) == f"{UNNAMED} (2)"


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "lan"), ("modern", "rnodern"), ("B0B", "BOB"), ("ада", "aдa"), ("ADA", "ada")]
)
def test_what_looks_alike(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize("text", ["\u3164", "\u200c", " \u2800 ", "a\u202eb"])
def test_free_text_shows_what_it_contains(text: str) -> None:
    with pytest.raises(BadName):
        visible(text)


def test_emoji_are_no_hidden_characters() -> None:
    for text in ("1\ufe0f\u20e3 of 3", "❤️", "☎︎", "👨‍👩‍👧"):
        visible(text)


def test_judging_the_longest_text_is_quick() -> None:
    started = time.thread_time()
    for text in ("\ufdfa" * 80, "Z\u0301" * 40, "а" * 79 + "a", "bot " * 19 + "bot", "\u200d" * 80):
        for kind in ("name", "title", "label"):
            try:
                checked(text, kind)
            except BadName:
                continue
    assert time.thread_time() - started < 1.0
