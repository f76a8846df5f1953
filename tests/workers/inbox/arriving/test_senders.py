"""Whose mail it is: the address of the account, and where the own mail server says what it found out, only with that."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workers.inbox.mime import Refused
from workers.inbox.sender import objection
from workers.inbox.text import PLAIN, read

PASS = "mx.example.org; dmarc=pass header.from=players.example"
MILTER = (
    "mx.example.org;\r\n    arc=none (no signatures found);\r\n    dkim=pass (2048-bit rsa key sha256)\r\n"
    "    header.d=players.example header.i=@players.example header.b=0EDw+VrK header.a=rsa-sha256\r\n"
    "    header.s=mail4 x-bits=2048;\r\n"
    "    dmarc={1} policy.published-domain-policy=none\r\n    policy.applied-disposition=none ({0},d=none,d.eval=none)\r\n"
    "    policy.policy-from=p header.from=players.example;\r\n    iprev=pass smtp.remote-ip=192.0.2.1 (mail.players.example)"
)
"""As Authentication Milter writes it, which beside the standard's properties knows some without a dot."""


def objected(
    sender: str, *results: str, own: str = "ann@players.example", authserv: str = "", envelope_from: str = ""
) -> bool:
    head, returned_to = "".join(f"Authentication-Results: {one}\r\n" for one in results), envelope_from or sender
    mail = read(f"{head}From: {sender}\r\n\r\n3\r\n".encode(), returned_to)
    return objection(mail, (own,), authserv, returned_to) is not None


@pytest.mark.parametrize(
    ("sender", "own", "bad"),
    [
        ("ann@players.example", "ann@players.example", False),
        ("Ann+play@PLAYERS.example", "ann@players.example", False),
        ("a.n.n@googlemail.com", "ann@gmail.com", False),
        ("eve@players.example", "ann@players.example", True),
        ("ann@evil.example", "ann@players.example", True),
        ("ann@players.example.evil.example", "ann@players.example", True),
        ("", "ann@players.example", True),
    ],
)
def test_from_names_the_account_s_own_mailbox(sender: str, own: str, bad: bool) -> None:
    assert objected(sender, own=own) is bad


@pytest.mark.parametrize(
    ("results", "bad"),
    [
        ([PASS], False),
        (["mx.example.org 1; spf=fail smtp.mailfrom=x.y; dmarc=pass (p=none) header.from=players.example"], False),
        ([], True),
        (["mx.example.org; none"], True),
        (["mx.example.org; dmarc=fail header.from=players.example"], True),
        (["mx.example.org; dmarc=pass header.from=evil.example"], True),
        (["mx.example.org; dmarc=pass"], True),
        (["mx.evil.example; dmarc=pass header.from=players.example"], True),
        (["mx.example.org; dmarc=fail header.from=players.example", PASS], True),
        ([PASS, "mx.example.org; dmarc=fail header.from=players.example"], True),
        ([PASS, "mx.example.org; dmarc=pass header.from=evil.example"], True),
        (["mx.example.org; arc=none", PASS], False),
        ([PASS, "mx.example.org; none"], False),
        (["MX.example.org 1; DMARC=PASS header.From=Players.EXAMPLE;"], False),
        (['"mx.example.org"; dmarc / 1 = pass reason="a; b" header . from = players.example'], False),
        (["mx.example.org; dmarc=pass (p=none)\r\n\theader.from=players.example"], False),
        (["(mx.example.org;", "; spf=pass", "", PASS], False),
        (
            [
                "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=x.y; dkim=none (unsigned) header.d=none;dmarc=none action=none",
                PASS,
            ],
            False,
        ),
        (["mx.example.org; x=y (dmarc=pass header.from=players.example)"], True),
        (["mx.example.org; dmarc=fail header.from=players.example; dmarc=pass header.from=players.example"], True),
        (["mx.evil.example; mx.example.org; dmarc=pass header.from=players.example"], True),
        (['mx.example.org; spf=none smtp.mailfrom="a; dmarc=pass header.from=players.example"@evil.example'], True),
        (['mx.example.org; spf=none smtp.mailfrom="a; dmarc=pass header.from=players.example ; x=y"'], True),
        (
            [
                'mx.example.org; spf=none smtp.mailfrom="("@x.y; dmarc=fail header.from=a.b; x=y smtp.helo=")"; '
                + PASS[16:]
            ],
            True,
        ),
        (['mx.example.org; spf=pass smtp.mailfrom="a b; (c"@x.y; dmarc=pass header.from=players.example'], False),
        (['mx.example.org; spf=pass (the "sender); dmarc=pass header.from=players.example (")'], False),
        (['mx.example.org; dmarc=pass header.from="players.example"'], False),
        ([f"{PASS} policy.dmarc=none"], False),
        ([f"{PASS} policy.dmarc=reject; iprev=pass policy.iprev=192.0.2.1"], False),
        ([MILTER.format("p=reject", "pass")], False),
        ([MILTER.format("p=reject", "fail")], True),
        ([f"{PASS} bits=2048"], True),
        (["mx.example.org; spf=none (policy.dmarc=pass header.from=players.example)"], True),
        (["mx.example.org; spf=none policy.dmarc=pass header.from=players.example"], True),
        (["mx.example.org; dmarc=pass header.from=sub.players.example"], True),
        (["mx.example.org 2; dmarc=pass header.from=players.example"], True),
        (["mx.example.org; dmarc/2=pass header.from=players.example"], True),
        (["mx.example.org; dmarc=pass header.from=players.example header.from=players.example"], True),
        (["mx.example.org; dmarc=pass header.from=players.example; spf=none (a"], True),
        (["mx.example.org; dmarc=pass header.from=players.example; spf=none (a (b)"], True),
        (["mx.example.org; dmarc=pass header.from=players.example; spf=none (a\\)"], True),
        (['mx.example.org; dmarc=pass header.from=players.example; spf=none smtp.mailfrom="a'], True),
        (["mx.example.org; dmarc=pass header.from=players.example; spf="], True),
        (["mx.example.org; dmarc=pass header.from=players.example; spf"], True),
        (["mx.example.org; dmarc=pass header.from=players.example action=none"], True),
        (["mx.example.org; dmarc=pass header.from=players.example\0"], True),
        ([PASS, "mx.example.org; spf=none (a"], True),
        (["mx.example.org; spf=none (a (b) ; dmarc=pass header.from=players.example ; x=y)"], True),
        ([f"mx.example.org; spf=none ({'x' * 400}; dmarc=pass header.from=players.example)"], True),
        ([f"{PASS}; spf=none ({'x' * 3_000}); dmarc=fail header.from=players.example"], True),
        ([f"{PASS}; spf=none ({'x' * 3_000})"], False),
        ([f"{PASS}; spf=none ({'x' * 9_000})"], True),
        ([f"{PASS}; spf=none {'(' * 3_000}{')' * 3_000}"], False),
        ([PASS] * 21, True),
    ],
)
def test_the_own_mail_server_s_results_decide_where_it_writes_them(results: list[str], bad: bool) -> None:
    assert objected("ann@players.example", *results, authserv="mx.example.org") is bad


NONE = "mx.example.org; dmarc=none (p=none dis=none) header.from=players.example"


@pytest.mark.parametrize(
    ("results", "bad"),
    [
        ([], True),
        (["mx.example.org; spf=pass smtp.mailfrom=ann@players.example"], False),
        (["mx.example.org; spf=pass smtp.mailfrom=players.example"], False),
        (["mx.example.org; spf=pass smtp.mailfrom=bounces.players.example"], True),
        (['mx.example.org; spf=pass smtp.mailfrom="a b"@players.example'], False),
        (["mx.example.org; spf=pass smtp.mailfrom=evil.example"], True),
        (["mx.example.org; spf=pass smtp.mailfrom=players.example@evil.example"], True),
        (["mx.example.org; spf=pass smtp.mailfrom=notplayers.example"], True),
        (["mx.example.org; spf=pass smtp.helo=players.example"], True),
        (["mx.example.org; spf=pass smtp.mailfrom=players.example smtp.helo=evil.example"], True),
        (["mx.example.org; spf=fail smtp.mailfrom=players.example"], True),
        (["mx.example.org; spf=pass smtp.mailfrom=players.example; spf=fail smtp.mailfrom=players.example"], True),
        (["mx.example.org; spf=pass smtp.mailfrom=players.example", "mx.example.org; spf=none smtp.mailfrom=x.y"], True),
        (["mx.evil.example; spf=pass smtp.mailfrom=players.example"], True),
        (['mx.example.org; dkim=pass (2048-bit key) header.d=players.example header.i=@players.example header.b="a/b="'], False),
        (["mx.example.org; dkim=pass header.d=mail.players.example header.i=ann@x.mail.players.example"], False),
        (["mx.example.org; dkim=fail header.d=evil.example; dkim=pass header.d=players.example"], False),
        (["mx.example.org; dkim=pass header.d=players.example header.i=@players.example header.s=a x-bits=2048"], False),
        (["mx.example.org; dkim=pass header.d=players.example header.i=ann x-bits=2048@players.example"], True),
        (["mx.example.org; dkim=pass header.d=players.example x-said=a header.i=@players.example"], True),
        (["mx.example.org; dkim=pass header.d=evil.example"], True),
        (["mx.example.org; dkim=pass header.i=ann@players.example"], True),
        (["mx.example.org; dkim=pass header.d=players.example header.i=ann@evil.example"], True),
        (["mx.example.org; dkim=pass header.d=a@players.example"], True),
        (["mx.example.org; dkim=fail reason=pass header.d=players.example"], True),
        (["mx.example.org; dkim=pass header.d=players.example", "mx.example.org; dkim=fail header.d=players.example"], True),
    ],
)  # fmt: skip
def test_a_domain_without_a_policy_needs_an_aligned_pass_of_spf_or_dkim(results: list[str], bad: bool) -> None:
    assert objected("ann@players.example", NONE, *results, authserv="mx.example.org") is bad
    without_dmarc = results or ["mx.example.org; none"]
    assert objected("ann@players.example", *without_dmarc, authserv="mx.example.org")


INJECTED = "a; dkim=pass header.d=players.example; x=y z.a=b"


@pytest.mark.parametrize("results", [[NONE, f"mx.example.org; spf=pass smtp.mailfrom={INJECTED}@evil.example"], [PASS]])
def test_an_envelope_sender_that_reads_like_results_shows_nothing(results: list[str]) -> None:
    """The attack: a server copies the address without quotes, and the text before its ``@`` holds results of its own."""
    for address, bad in ((f'"{INJECTED}"@evil.example', True), ("b+ann=a.example@evil.example", False), ("", False)):
        if bad or results == [PASS]:
            assert objected("ann@players.example", *results, authserv="mx.example.org", envelope_from=address) is bad


@pytest.mark.parametrize(
    ("signer", "counts"),
    [
        ("i=ann@players.example; s=a-1", True), ("s=a-1;\r\n i=@players.example", True), ("i=ann=2Blee@players.example", True),
        ("i=ann lee@players.example", False), ("i=ann=20lee@players.example", False), ("s=a; i=ann=3B@players.example", False),
        ("s=a (b); i=@players.example", False), ('d = "players.example"', False),
    ],
)  # fmt: skip
def test_results_count_only_where_the_signer_cannot_be_read_as_results(signer: str, counts: bool) -> None:
    """The attack: a server copies the signer of a good signature without quotes, and results of its own are in it."""
    signature = f"DKIM-Signature: v=1; a=rsa-sha256; {signer}; bh=a b; b=c d"
    assert judged(f"Authentication-Results: {PASS}\r\n{signature}\r\nFrom: ann@players.example") is counts


@pytest.mark.parametrize(
    ("envelope_from", "said", "bad"),
    [
        ("b+ann=players.example@bounces.players.example", "bounces.players.example", False),
        ("ann@PLAYERS.example", "ann@players.example", False),
        ("ann@players.example", "bounces.players.example", True),
        ("eve@evil.example", "players.example", True),
        ('"players.example; x=y z.a=b"@evil.example', "players.example; x=y z.a=b@evil.example", True),
        ('"ann@players.example z.a=b"@evil.example', "ann@players.example z.a=b@evil.example", True),
        ('"ann@players.example (b"@evil.example', "ann@players.example (b@evil.example)", True),
    ],
)
def test_spf_says_something_of_the_envelope_s_sender_alone(envelope_from: str, said: str, bad: bool) -> None:
    """The attack: a server copies the address without quotes, and the text before its ``@`` names somebody else."""
    spf = f"mx.example.org; spf=pass smtp.mailfrom={said}"
    found = objected("ann@players.example", NONE, spf, authserv="mx.example.org", envelope_from=envelope_from)
    assert found is bad


@pytest.mark.parametrize(
    ("author", "signer", "bad"),
    [
        ("players.co.uk", "players.co.uk", False),
        ("a.players.co.uk", "b.players.co.uk", False),
        ("players.co.uk", "evil.co.uk", True),
        ("players.co.uk", "co.uk", True),
        ("ann.github.io", "eve.github.io", True),
        ("github.io", "eve.github.io", True),
        ("github.io", "github.io", False),
    ],
)
def test_domains_are_aligned_below_what_somebody_registered(author: str, signer: str, bad: bool) -> None:
    none = f"mx.example.org; dmarc=none header.from={author}"
    signed = f"mx.example.org; dkim=pass header.d={signer}"
    assert objected(f"ann@{author}", none, signed, own=f"ann@{author}", authserv="mx.example.org") is bad


@pytest.mark.parametrize("end", ["\r", "\n"])
def test_a_header_that_other_servers_may_not_have_seen_is_not_read(end: str) -> None:
    mail = f"Subject: x{end}Authentication-Results: {PASS}\r\nFrom: ann@players.example\r\n\r\n3\r\n"
    with pytest.raises(Refused, match="different endings"):
        read(mail.encode(), "ann@players.example")


# What a sender chooses and mail servers copy into their results, as programs that know it would choose it.
PIECES = st.sampled_from(
    [
        *(
            "pass",
            "none",
            "fail",
            "dmarc",
            "spf",
            "dkim",
            "header",
            "from",
            "d",
            "i",
            "smtp",
            "mailfrom",
            "reason",
            "x",
            "1",
            "ü",
        ),
        *("=", ".", ";", "; ", " ", "(", ")", '"', "\\", "@", "/", "\t", "<", ">", ",", "\udcff"),
        *("players.example", "evil.example", "mx.example.org"),
        "; dmarc=pass header.from=players.example",
        "; dmarc=pass header.from=players.example (",
        '"; dmarc=pass header.from=players.example; x=y z.a="',
        "; dkim=pass header.d=players.example",
        "; spf=pass smtp.mailfrom=players.example",
    ]
)
CHOSEN = st.lists(PIECES, max_size=12).map("".join)


def in_quotes(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def in_parentheses(text: str) -> str:
    return "(" + "".join(f"\\{one}" if one in "()\\" else one for one in text) + ")"


def judged(head: str, envelope_from: str = "eve@evil.example") -> bool:
    """Return whether a mail with these headers counts as one of Ann's; one that is not read does not."""
    try:
        mail = read(f"{head}\r\n\r\n3\r\n".encode("utf-8", "surrogateescape"), envelope_from)
    except Refused:
        return False
    return objection(mail, ("ann@players.example",), "mx.example.org", envelope_from) is None


@given(chosen=st.lists(CHOSEN, min_size=8, max_size=8), verdict=st.sampled_from(["fail", "none", "temperror"]))
def test_nothing_that_a_sender_chooses_becomes_a_pass(chosen: list[str], verdict: str) -> None:
    local, helo, comment, reason, user, selector, subject, name = chosen
    head = [
        f"Authentication-Results: mx.example.org; dmarc={verdict} {in_parentheses(comment)} header.from=players.example",
        f"Authentication-Results: mx.example.org; spf=pass {in_parentheses(helo)} smtp.mailfrom={in_quotes(local)}@evil.example",
        f"Authentication-Results: mx.example.org; dkim=pass reason={in_quotes(reason)} header.d=evil.example"
        f" header.s={in_quotes(selector)} header.i={in_quotes(user)}@evil.example",
        f"Authentication-Results: {name}",
        f"Subject: {subject}",
        f'From: "{name}" <ann@players.example>',
    ]
    if "mx.example.org" not in name:  # what has our server's name, our server takes away
        assert not judged("\r\n".join(head))
    assert not judged("\r\n".join([*head[:3], *head[4:]]))


@given(before=CHOSEN, after=CHOSEN, verdict=st.sampled_from(["fail", "none", "temperror"]))
@example("a; dkim=pass header.d=players.example header.i=b", "", "none")
@example("a; spf=pass smtp.mailfrom=players.example x.y=b", "", "none")
@example("players.example; x=y z.a=b", "", "none")
@example(INJECTED, "", "none")
@example("ann@players.example z.a=b", "", "none")
@example("a; dmarc=pass header.from=players.example (", ")", "fail")
def test_a_server_that_copies_without_quotes_makes_no_pass_either(before: str, after: str, verdict: str) -> None:
    assert not judged(
        f"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom={before}@evil.example; "
        f"dmarc={verdict} header.from=players.example; dkim=fail header.d=evil.example header.i={after}@evil.example\r\n"
        "From: ann@players.example",
        f"{before if PLAIN.fullmatch(before) else in_quotes(before)}@evil.example",
    )


@given(st.integers(1, len(PASS) - 1), st.sampled_from(["dmarc=fail header.from=players.example", "spf=none (a (b) c)"]))
def test_what_is_cut_anywhere_is_no_pass_unless_all_of_it_is_there(at: int, other: str) -> None:
    assert not judged(f"Authentication-Results: {PASS[:at]}\r\nFrom: ann@players.example")
    whole = f"{PASS}; x=y ({other})"
    cut = whole[: len(PASS) + 1 + at % (len(whole) - len(PASS) - 1)]
    assert judged(f"Authentication-Results: {cut}\r\nFrom: ann@players.example") is (
        cut.strip(" ;") in (PASS, f"{PASS}; x=y")
    )


def test_a_name_of_many_labels_is_looked_at_once() -> None:
    """Where a label could be read in two ways, each further one would double the work for a name that does not end as one."""
    many = ".".join("a" * 2_000)
    assert not judged(
        f"Authentication-Results: mx.example.org; spf=none smtp.mailfrom={many}!; dmarc=fail header.from=players.example\r\n"
        "From: ann@players.example"
    )
