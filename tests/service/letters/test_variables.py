"""Variables are read by the kind of their value: what is none of it is refused by the variable's name, with what to write."""

import pytest

from service.config.settings import Settings
from service.config.variables import BadSetting, listener, switch

STORE = {"REDIS_URL": "redis://x"}


@pytest.mark.parametrize(("text", "on"), [("on", True), ("off", False), ("", True)])
def test_rate_limits_are_on_unless_a_variable_says_off(text: str, on: bool) -> None:
    assert Settings.from_environment({**STORE, "SIEGELPOST_RATE_LIMITS": text}).rate_limits is on
    assert Settings.from_environment(STORE).rate_limits


@pytest.mark.parametrize("text", ["Off", "false", "0", "no"])
def test_a_switch_that_says_neither_on_nor_off_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match=f"SIEGELPOST_RATE_LIMITS is '{text}': give on or off"):
        Settings.from_environment({**STORE, "SIEGELPOST_RATE_LIMITS": text})


def test_a_switch_is_off_where_it_is_not_set() -> None:
    assert not switch({}, "ANY")
    assert switch({"ANY": "on"}, "ANY")


@pytest.mark.parametrize("port", ["65536", "0000065536", "9" * 5000])
def test_a_port_that_no_machine_has_is_refused_however_it_is_written(port: str) -> None:
    with pytest.raises(BadSetting, match="give host:port"):
        listener({"ANY": f"127.0.0.1:{port}"}, "ANY", ("", 0))


def test_a_number_of_too_many_digits_is_refused_by_name() -> None:
    with pytest.raises(BadSetting, match=r"SIEGELPOST_REPLICAS is .* from 0 to 5"):
        Settings.from_environment({**STORE, "SIEGELPOST_REPLICAS": "1" * 5000})
