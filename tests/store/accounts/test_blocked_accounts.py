"""Which accounts are blocked: a rotten record frees nobody and hides nobody else."""

import redis

from service.store import keys
from service.store.accounts.operators import Blocking
from service.store.store import Store
from tests.store.examples import ANNA

OTHER = "p_" + "f" * 32


def test_a_record_that_cannot_be_read_hides_no_other(store: Store, redis_url: str) -> None:
    store.block(ANNA, Blocking(5, "insults"))
    with redis.Redis.from_url(redis_url) as client:
        client.hset(keys.blocked(), OTHER, "{rotten")
    found = store.blocked()
    assert found[ANNA] == Blocking(5, "insults")
    assert "cannot be read" in found[OTHER].why
