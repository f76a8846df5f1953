"""Section 13 of the page: a reader who knows nothing but the page gets its vectors, and so does the product."""

import base64
import hashlib
import re
from importlib.resources import files

import nacl.signing

from engine.transparency import merkle
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.merkle import Leaf, parse_leaf
from engine.transparency.note import VerifierKey
from engine.transparency.policy import parse_policy
from engine.transparency.proof import parse_proof
from service.keys.signing import Signer, verify_signature

PAGE = (files("service.api") / "protocol.md").read_text("utf-8")
SECTION = PAGE.partition("## 13. The witnessed log")[2]
MATCH = "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11"
HEADS = [
    hashlib.sha256(b"example head").digest(),
    base64.urlsafe_b64decode("BLQkR-KWPx5u93rI7vxAg-6vxpu2J7hTAhpsQIoFK5I="),
]


def vector(name: str) -> str:
    found = re.search(rf"^    {name} += (.+)$", SECTION, re.MULTILINE)
    assert found is not None, name
    return found[1]


def block(first: str) -> str:
    """Return the indented block of the page that begins with this line."""
    lines = SECTION[SECTION.index("    " + first) :].split("\n")
    found: list[str] = []
    for line in lines:
        if line and not line.startswith("    "):
            break
        found.append(line[4:])
    return "\n".join(found).rstrip("\n") + "\n"


PROOF = block("c2sp.org/tlog-proof@v1")
POLICY = block("log play.example/log+da")


def test_a_reader_of_the_page_alone_checks_the_proof() -> None:
    """Written from the page; of this project it uses nothing."""

    def be32(number: int) -> bytes:
        return number.to_bytes(4, "big")

    parts = [
        [b"siegelpost/leaf/v1", MATCH.encode(), n.to_bytes(8, "big"), head] for n, head in enumerate(HEADS, start=1)
    ]
    leaves = [b"".join(be32(len(part)) + part for part in one) for one in parts]
    hashes = [hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]
    root = hashlib.sha256(b"\x01" + hashes[0] + hashes[1]).digest()
    assert [len(leaf) for leaf in leaves] == [110, 110]
    assert leaves[0].hex() == vector("leaf 1")
    assert [one.hex() for one in hashes] == [vector("leaf hash 1"), vector("leaf hash 2")]
    assert root.hex() == vector("root")

    head, _, note = PROOF.partition("\n\n")
    first, extra, index, sibling = head.split("\n")
    assert (first, index) == ("c2sp.org/tlog-proof@v1", "index 1")
    assert base64.b64decode(extra.removeprefix("extra ")) == leaves[1]
    assert base64.b64decode(sibling) == hashes[0]

    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    assert text.split("\n")[:3] == ["play.example/log", "2", base64.b64encode(root).decode()]

    log_key = nacl.signing.SigningKey(hashlib.sha256(b"signing key").digest())
    witness_key = nacl.signing.SigningKey(hashlib.sha256(b"witness key").digest())
    for line, name, kind, key, message, skipped in (
        (signatures.split("\n")[0], b"play.example/log", b"\x01", log_key, text, 0),
        (signatures.split("\n")[1], b"w.example", b"\x04", witness_key, f"cosignature/v1\ntime 1790000000\n{text}", 8),
    ):
        public = bytes(key.verify_key)
        key_id = hashlib.sha256(name + b"\n" + kind + public).digest()[:4]
        dash, said, encoded = line.split(" ")
        raw = base64.b64decode(encoded)
        assert (dash, said.encode(), raw[:4]) == ("—", name, key_id)
        assert raw[4 : 4 + skipped] == (1790000000).to_bytes(8, "big")[: skipped or -8]
        assert raw[4 + skipped :] == key.sign(message.encode()).signature
        vkey = f"{name.decode()}+{key_id.hex()}+{base64.b64encode(kind + public).decode()}"
        assert vkey in (vector("log vkey"), vector("witness vkey"))


def test_the_product_makes_and_accepts_the_same_bytes() -> None:
    leaves = [Leaf(MATCH, n, head) for n, head in enumerate(HEADS, start=1)]
    assert leaves[0].entry.hex() == vector("leaf 1")
    assert parse_leaf(leaves[0].entry) == leaves[0]
    assert merkle.tree_root([leaf.entry for leaf in leaves]).hex() == vector("root")

    proof = parse_proof(PROOF)
    proof.check()
    assert str(proof) == PROOF
    assert (proof.leaf, proof.index) == (leaves[1], 1)

    checkpoint, seen = parse_policy(POLICY).judge(proof.note, verify_signature)
    assert checkpoint.root.hex() == vector("root")
    assert [(str(one.key), one.time) for one in seen] == [(vector("witness vkey"), 1_790_000_000)]

    ours = Signer(hashlib.sha256(b"signing key").digest())
    assert str(ours.log_key("play.example/log")) == vector("log vkey")
    assert ours.sign_checkpoint(checkpoint_of(proof.note)).signatures[0] == proof.note.signatures[0]
    assert str(VerifierKey.parse(vector("witness vkey"))) == vector("witness vkey")
