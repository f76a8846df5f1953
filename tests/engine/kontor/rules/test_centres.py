"""Distribution centres: E34, E35 and D4's quay 11."""

from tests.engine.kontor.table import given


def test_d4_all_warehouses_of_a_colour_are_on_its_first_quay_with_goods() -> None:
    table = given("A  43", red="11 19", black="8 22", pass_mode="secret", money=(5, 5))
    table.choose(red="11", black="pass").stay().place(0, -1)
    table.choose(red="19", black="pass").place(1, -1)
    table.choose(red="pass", black="8").stay().place(0, -2)
    (sector,) = table.view()["sectors"]
    assert sector["centres"] == [[0, -1], [0, -2]]
    assert sector["goods"] == [[1, 2, 0], [0, 1, 1]]


def test_e35_a_crane_or_pub_is_not_a_centre() -> None:
    table = given("A  43", "goldsieber-pro", red="87 1 19", black="8 22", pass_mode="secret")
    table.choose(red="87", black="pass").place(0, -1)
    table.choose(red="1", black="pass").place(0, -2)
    assert table.view()["sectors"][0]["centres"] == [None, None]
    table.choose(red="19", black="pass").place(0, -3)
    assert table.view()["sectors"][0]["centres"] == [[0, -3], None]


def test_e34_when_sectors_grow_together_the_larger_stack_stays() -> None:
    table = given("19  .  11\n~  A  ~", red="21 23", black="20").choose(red="21", black="pass").place(0, -1)
    assert table.view()["sectors"][0]["centres"] == [[1, -1], None]


def test_e34_of_equal_stacks_the_earlier_one_stays() -> None:
    table = given("19  .  21\n~  A  ~", red="23 37", black="20").choose(red="23", black="pass").place(0, -1)
    assert table.view()["sectors"][0]["centres"] == [[-1, -1], None]


def test_e34_a_quay_of_the_other_colour_joins_the_stacks_too() -> None:
    table = given("19  .  11\n~  A  ~", red="21", black="20 22").choose(red="pass", black="20").place(0, -1)
    assert table.view()["sectors"][0]["centres"] == [[1, -1], [0, -1]]


def test_e34_a_lost_centre_moves_to_the_quay_laid_earliest() -> None:
    table = given("25  .  .\n43  A*  .", red="19 21 23", black="28", pass_mode="secret")
    table.choose(red="23", black="pass").place(0, -1)
    table.choose(red="19", black="pass").place(0, -2)
    table.choose(red="pass", black="28").sail((-1, 0), remove=(-1, -1))
    assert table.view()["sectors"][0]["centres"] == [[0, -1], None]


def test_a_closed_sector_has_no_warehouses_left() -> None:
    table = given(" .  ~  .\n ~ 19  .\n ~  A  ~", red="59", black="20")
    assert table.view()["sectors"][0]["centres"] == [[0, -1], None]
    table.choose(red="59", black="pass").place(1, -1)
    assert table.told("closed")[0]["guard"] == 0
    assert table.view()["sectors"][0]["centres"] == [None, None]
