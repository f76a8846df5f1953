"""What ``REDIS_URL`` may say."""

import pytest

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.store.connection.addresses import Address, BadAddress, parse
from service.store.connection.scripts import ALL, CLAIM, HEADS, INSPECT, MESSAGES, Call, only_reads, writes


@pytest.mark.parametrize(
    ("url", "kind", "hosts", "service", "options"),
    [
        ("unix:///run/redis.sock", "one", (), "", {}),
        ("redis://10.0.0.5:6380/2", "one", (), "", {}),
        ("redis+cluster://a:7000,b", "cluster", (("a", 7000), ("b", 6379)), "", {}),
        ("redis+cluster://[::1]:7000,[::2]/0", "cluster", (("::1", 7000), ("::2", 6379)), "", {}),
        ("redis+cluster://ann:s%40fe@a:1", "cluster", (("a", 1),), "", {"username": "ann", "password": "s@fe"}),
        ("rediss+cluster://a:1?ssl_ca_certs=/c", "cluster", (("a", 1),), "", {"ssl": True, "ssl_ca_certs": "/c"}),
        ("redis+sentinel://a,b:5/post", "sentinel", (("a", 26379), ("b", 5)), "post", {}),
        ("redis+sentinel://:pw@a:5/post/3", "sentinel", (("a", 5),), "post", {"password": "pw", "db": 3}),
    ],
)
def test_addresses_of_one_server_and_of_several(
    url: str, kind: str, hosts: tuple[tuple[str, int], ...], service: str, options: dict[str, object]
) -> None:
    found = parse(url)
    assert (found.kind, found.hosts, found.service, found.options) == (kind, hosts, service, options)


def test_sentinels_have_a_password_of_their_own() -> None:
    found = parse("rediss+sentinel://:pw@a:5/post?sentinel_password=watch&sentinel_username=guard")
    assert found.options == {"password": "pw", "ssl": True}
    assert found.for_sentinels == {"password": "watch", "username": "guard", "ssl": True}
    assert parse("unix:///a") == Address("one", "unix:///a")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://a", "it is none of"),
        ("redis+rq://a", "it is none of"),
        ("a:6379", "it is none of"),
        ("unix+cluster:///a", "reached by host and port"),
        ("redis+cluster://", "host:port"),
        ("redis+cluster://a,,b", "host:port"),
        ("redis+cluster://a:70000", "from 1 to 65535"),
        ("redis+cluster://a:x", "host:port"),
        ("redis+cluster://::1:7000", "in brackets"),
        ("redis+cluster://a:1/3", "no databases"),
        ("redis+sentinel://a:1", "ends with the name"),
        ("redis+sentinel://a:1/post/x", "is a number"),
        ("redis://s3cret:p%40ss@a/0?no_such_option=p@ss", "no_such_option is unknown"),
        ("redis+cluster://a:1?decode_responses=1", "decode_responses is unknown"),
        ("redis://a?ssl_ca_certs=/c", "with rediss only"),
        ("rediss://a?s3cret%20p@ss=1", "one is unknown"),
        ("redis+cluster://s3cret:p@ss@a:1?socket_timeout=soon", "cannot be read"),
    ],
)
def test_what_is_no_address_is_refused_and_no_password_is_repeated(url: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why) as refused:
        parse(url)
    with pytest.raises(BadSetting, match="REDIS_URL cannot be read"):
        Settings.from_environment({"REDIS_URL": url, "QUEUE_URL": "redis://q"})
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    ("env", "why"),
    [
        ({"REDIS_URL": "redis+cluster://a"}, "QUEUE_URL is not set"),
        ({"REDIS_URL": "redis+sentinel://a/post"}, "QUEUE_URL is not set"),
        ({"REDIS_URL": "redis://a", "QUEUE_URL": "redis+cluster://a"}, "QUEUE_URL names a cluster"),
        ({"REDIS_URL": "redis://a", "QUEUE_URL": "redis://:SECRET/with-slash@a"}, "QUEUE_URL cannot be read"),
        ({"REDIS_URL": "redis://a", "SIEGELPOST_REPLICAS": "-1"}, "SIEGELPOST_REPLICAS is '-1'"),
        ({"REDIS_URL": "redis://a", "SIEGELPOST_REPLICAS": "99"}, "from 0 to 5"),
    ],
)
def test_the_queue_is_one_server_of_its_own(env: dict[str, str], why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        Settings.from_environment(env)


def test_the_queue_may_be_named_by_sentinels() -> None:
    queue = "redis+sentinel://a,b,c/queue"
    assert Settings.from_environment({"REDIS_URL": "redis://a", "QUEUE_URL": queue}).queue_url == queue


def test_which_commands_write_is_read_from_the_scripts() -> None:
    readers = {"firsts", "heads", "inspect", "load", "messages", "same"}
    assert {script.name for script in ALL if only_reads(script)} == readers
    assert [writes(Call(script, ["k"], []).command(by_text=by_text)) for script, by_text in (
        (INSPECT, False), (MESSAGES, True), (CLAIM, False), (CLAIM, True), (HEADS, False),
    )] == [False, False, True, True, True]  # fmt: skip
    assert [writes(("GET", "a")), writes(("SET", "a", 1)), writes(("UNHEARD-OF", "a"))] == [False, True, True]
