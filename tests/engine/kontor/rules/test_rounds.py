"""Whole rounds computed by hand, one in every preset: every event, coin and card."""

from tests.engine.kontor.table import cards_in, given

CROSS = """
    .   .  43   .   .
    .   .  45   .   .
   47  49  A*  51  53
    .   .  55   .   .
    .   .  57   .   .
"""


def test_a_round_of_tilsit() -> None:
    # Black's canal 44 has the higher number and a coin; red's 25 has a ship. Income comes before the draw.
    table = given(
        CROSS, "tilsit", red="11 25 23 46 59", black="16 36 22 44 61",
        red_pile="1 3", black_pile="2 4", canal_pile="60 63",
    )  # fmt: skip
    before = cards_in(table.state)

    table.choose(red="25", black="44")
    assert table.events == [
        {"type": "revealed", "choices": [{"seat": 0, "card": "C25"}, {"seat": 1, "card": "C44"}]},
        {"type": "tax", "seat": 0, "by": 1, "card": "C44"},
    ]
    assert table.waits_for == "r1.place.1"

    table.place(1, 1)
    assert table.events == [
        {"type": "laid", "seat": 1, "card": "C44", "at": [1, 1]},
        {"type": "income", "seat": 1, "why": "canal"},
        {"type": "drew", "seat": 1, "card": "C60", "pile": "canal"},
    ]
    assert table.waits_for == "r1.ship.0"

    table.sail((1, 1))
    assert table.events == [{"type": "sailed", "seat": 0, "from": [0, 0], "at": [1, 1]}]
    assert table.waits_for == "r1.place.0"

    table.place(-1, -1)
    assert table.events == [
        {"type": "laid", "seat": 0, "card": "C25", "at": [-1, -1]},
        {"type": "drew", "seat": 0, "card": "C01", "pile": "quay"},
        {"type": "round", "round": 2},
    ]
    assert table.state["money"] == [2, 4]
    assert table.state["bank"] == 14
    assert table.state["hands"] == [["C01", "C11", "C23", "C46", "C59"], ["C16", "C22", "C36", "C60", "C61"]]
    assert cards_in(table.state) == before
    assert table.waits_for == "r2.choose"


def test_a_round_of_goldsieber_pro() -> None:
    # Red's 46 goes first and removes black's exposed quay; black's crane then bars a field. The draw comes before income.
    table = given(
        CROSS.replace(".  43", "28 43"), "goldsieber-pro",
        red="11 25 23 46 59", black="2 16 22 48 61", red_pile="1 3", black_pile="4 6", canal_pile="60 63", money=(4, 4),
    )  # fmt: skip

    table.choose(red="46/46", black="2/2")
    assert table.events == [
        {"type": "revealed", "choices": [{"seat": 0, "card": "C46"}, {"seat": 1, "card": "C02"}]},
        {"type": "tax", "seat": 0, "by": 1, "card": "C02"},
    ]
    assert table.waits_for == "r1.ship.0"

    table.sail((0, -2), remove=(-1, -2))
    assert table.events == [
        {"type": "sailed", "seat": 0, "from": [0, 0], "at": [0, -2]},
        {"type": "removed", "seat": 0, "card": "C28", "at": [-1, -2], "owner": 1},
    ]
    assert table.state["quay_piles"][1] == ["C04", "C06", "C28"]

    table.place(-1, -2)
    assert table.events == [
        {"type": "laid", "seat": 0, "card": "C46", "at": [-1, -2]},
        {"type": "drew", "seat": 0, "card": "C60", "pile": "canal"},
        {"type": "income", "seat": 0, "why": "canal"},
    ]
    assert table.waits_for == "r1.place.1"

    table.place(1, 1)
    assert table.events == [
        {"type": "laid", "seat": 1, "card": "C02", "at": [1, 1]},
        {"type": "drew", "seat": 1, "card": "C04", "pile": "quay"},
        {"type": "round", "round": 2},
    ]
    assert (table.state["money"], table.state["bank"]) == ([4, 4], 12)
    assert [one["at"] for one in table.view()["barred"] if one["team"] == 0] == [[2, 1], [1, 2]]


def test_a_round_of_goldsieber_basic() -> None:
    # The pub goes first and fixes the width; the canal of a declared pass is played alone in the next round.
    table = given(
        """
         .   .  43   .   .
        44   .  45   .   .
        16  47   A  48  49
        50   .  51   .   .
         .   .  52   .   .
        """,
        "goldsieber-basic", red="11 23 87 60 59", black="8 22 24 54 61",
        red_pile="1 3", black_pile="4 6", canal_pile="63 65", money=(4, 4),
    )  # fmt: skip

    table.choose(red="87/87", black="61/61")
    assert table.state["due"] == [0, 1]
    table.place(3, 0)
    assert table.events == [
        {"type": "laid", "seat": 0, "card": "C87", "at": [3, 0]},
        {"type": "fixed", "axis": "x", "range": [-2, 3]},
        {
            "type": "closed", "fields": [[-2, 0]], "guard": 1, "goods": [[0, 0, 0], [0, 0, 1]], "by": "largest",
            "size": 1,
        },
        {"type": "drew", "seat": 0, "card": "C01", "pile": "quay"},
    ]  # fmt: skip
    assert table.waits_for == "r1.place.1"
    table.place(3, 1)
    assert table.story == ["laid", "drew", "income", "round"]
    assert table.view()["scores"] == [0, 1]

    table.choose(red="pass", black="22")
    assert table.events == [{"type": "revealed", "choices": [{"seat": 0, "pass": True}]}]
    table.alone(54)
    assert table.events == [
        {"type": "revealed", "choices": [{"seat": 1, "card": "C54"}]},
        {"type": "income", "seat": 0, "why": "pass"},
    ]
    assert table.waits_for == "r2.place.1", "there is no ship in the basic game"
    table.place(3, -1)
    assert [(one["fields"], one["by"]) for one in table.told("closed")] == [([[3, 0]], "none")]
    assert table.state["money"] == [5, 6]
    assert table.state["bank"] == 9
