"""Notes, checkpoints, cosignatures, policies, proofs: the published example, and everything that must be refused."""

import hashlib

import nacl.signing
import pytest

from engine.transparency import merkle
from engine.transparency.checkpoint import (
    Checkpoint,
    checkpoint_of,
    cosignature,
    cosigned_by,
    cosigned_message,
    signed_checkpoint,
)
from engine.transparency.merkle import Leaf, parse_leaf
from engine.transparency.note import COSIGNATURE, ED25519, BadNote, Note, Signature, VerifierKey, parse_note
from engine.transparency.policy import BadPolicy, Untrusted, parse_policy
from engine.transparency.proof import add_checkpoint, make_proof, parse_add_checkpoint, parse_proof
from service.keys.signing import verify_signature

# The example of c2sp.org/signed-note.
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


def signing_key(name: str) -> nacl.signing.SigningKey:
    return nacl.signing.SigningKey(hashlib.sha256(name.encode()).digest())


def vkey(name: str, kind: int = ED25519) -> VerifierKey:
    return VerifierKey(name, kind, bytes(signing_key(name).verify_key))


def signed(checkpoint: Checkpoint, signer: str = "") -> Note:
    key = vkey(signer or checkpoint.origin)
    text = str(checkpoint)
    signature = signing_key(signer or checkpoint.origin).sign(text.encode()).signature
    return Note(text, (Signature(key.name, key.id, signature),))


def cosign(note: Note, witness: str, time: int = 1_700_000_000) -> Note:
    signature = signing_key(witness).sign(cosigned_message(note.text, time)).signature
    return note.with_signatures([cosignature(vkey(witness, COSIGNATURE), time, signature)])


CHECKPOINT = Checkpoint("log.example", 7, hashlib.sha256(b"root").digest())


def test_the_published_note_holds_and_comes_back_byte_for_byte() -> None:
    key, note = VerifierKey.parse(VKEY), parse_note(NOTE.encode())

    assert (str(key), str(note)) == (VKEY, NOTE)
    assert note.signed_by(key, verify_signature)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "text\n",
        "text\n\n",
        "text\n\n— a AAAAAAA=",
        "text\n\n- a AAAAAAA=\n",
        "text\n\n— a b AAAAAAA=\n",
        "text\n\n—  AAAAAAA=\n",
        "text\n\n— a+b AAAAAAA=\n",
        "text\n\n— a AAAA\n",
        "text\n\n— a AAAAAAB=\n",
        "text\n\n— a !!!!!!!=\n",
        "te\txt\n\n— a AAAAAAA=\n",
        "text\r\n\r\n— a AAAAAAA=\r\n",
        "text\n\n" + "— a AAAAAAA=\n" * 65,
        "t" * 70_000 + "\n\n— a AAAAAAA=\n",
    ],
)
def test_what_is_no_note_is_refused(bad: str) -> None:
    with pytest.raises(BadNote):
        parse_note(bad)


def test_bytes_that_are_no_text_are_no_note() -> None:
    with pytest.raises(BadNote):
        parse_note(b"\xff\xfe\n\n")
    with pytest.raises(BadNote):
        parse_note("\ud800\n\n— a AAAAAAA=\n")


@pytest.mark.parametrize(
    "bad",
    [
        "example.com/foo",
        "example.com/foo+530d903a+",
        "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+BukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ],
)
def test_what_is_no_verifier_key_is_refused(bad: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.parse(bad)


def test_a_checkpoint_is_believed_only_by_its_logs_own_key() -> None:
    note = signed(CHECKPOINT)
    assert signed_checkpoint(str(note), vkey("log.example"), verify_signature) == (note, CHECKPOINT)

    other = Note(note.text.replace("7\n", "8\n"), note.signatures)
    for text, key in (
        (str(other), "log.example"),
        (str(note), "other.example"),
        (str(signed(CHECKPOINT, "x")), "log.example"),
    ):
        with pytest.raises(BadNote):
            signed_checkpoint(text, vkey(key), verify_signature)


@pytest.mark.parametrize(
    "text",
    ["log.example\n7\n", "log.example\n07\nAAAA\n", "log.example\n7\nAAAA\n", "log.example\n-7\n" + "A" * 43 + "=\n",
     "log.example\n9223372036854775808\n" + "A" * 43 + "=\n", "\n7\n" + "A" * 43 + "=\n", "log.example\n٧\n" + "A" * 43 + "=\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        checkpoint_of(Note(text, ()))


def test_a_cosignature_says_who_and_when_and_a_changed_one_spoils_the_note() -> None:
    note = cosign(signed(CHECKPOINT), "w1", 1_700_000_123)
    key = vkey("w1", COSIGNATURE)

    found = cosigned_by(parse_note(str(note)), key, verify_signature)
    assert found is not None and (found.key, found.time) == (key, 1_700_000_123)
    assert cosigned_by(note, vkey("w2", COSIGNATURE), verify_signature) is None

    line = note.signatures[-1]
    later = Signature(line.name, line.key_id, (1_700_000_124).to_bytes(8, "big") + line.signature[8:])
    for changed in (
        later,
        Signature(line.name, line.key_id, line.signature[:-1]),
        Signature(line.name, line.key_id, b""),
    ):
        with pytest.raises(BadNote):
            cosigned_by(Note(note.text, (note.signatures[0], changed)), key, verify_signature)


def test_a_log_cannot_pass_its_own_signature_off_as_a_cosignature() -> None:
    """The two kinds sign different bytes and have different key ids, even with one name and one key."""
    note = signed(CHECKPOINT)
    assert cosigned_by(note, vkey("log.example", COSIGNATURE), verify_signature) is None


def policy_text(quorum: str) -> str:
    return "\n".join(
        [
            "# three friends, two must agree",
            f"log {vkey('log.example')}",
            *(f"witness\t{name}  {vkey(name, COSIGNATURE)} https://{name}.example/" for name in ("w1", "w2", "w3")),
            "group friends 2 w1 w2 w3",
            f"quorum {quorum}",
            "",
        ]
    )


@pytest.mark.parametrize(
    ("witnesses", "enough"), [((), False), (("w1",), False), (("w1", "w3"), True), (("w1", "x"), False)]
)
def test_two_of_three_witnesses_must_agree(witnesses: tuple[str, ...], enough: bool) -> None:
    note = signed(CHECKPOINT)
    for witness in witnesses:
        note = cosign(note, witness)
    policy = parse_policy(policy_text("friends").encode())

    if enough:
        checkpoint, seen = policy.judge(note, verify_signature)
        assert checkpoint == CHECKPOINT
        assert [one.key.name for one in seen] == list(witnesses)
    else:
        with pytest.raises(Untrusted):
            policy.judge(note, verify_signature)
    assert parse_policy(policy_text("none")).judge(note, verify_signature)[0] == CHECKPOINT


def test_one_witness_twice_is_one_witness() -> None:
    note = cosign(signed(CHECKPOINT), "w1")
    twice = Note(note.text, (*note.signatures, *cosign(signed(CHECKPOINT), "w1", 1_700_000_999).signatures[1:]))
    with pytest.raises(Untrusted):
        parse_policy(policy_text("friends")).judge(twice, verify_signature)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "quorum friends",
        "quorum none\nquorum none",
        "log nonsense\nquorum none",
        f"log {vkey('w1', COSIGNATURE)}\nquorum none",
        f"witness w1 {vkey('w1')}\nquorum w1",
        f"witness none {vkey('w1', COSIGNATURE)}\nquorum none",
        f"witness w1 {vkey('w1', COSIGNATURE)}\nwitness w2 {vkey('w1', COSIGNATURE)}\nquorum w1",
        f"witness w1 {vkey('w1', COSIGNATURE)}\ngroup g 2 w1\nquorum g",
        f"witness w1 {vkey('w1', COSIGNATURE)}\ngroup g 0 w1\nquorum g",
        f"witness w1 {vkey('w1', COSIGNATURE)}\ngroup g ½ w1\nquorum g",
        f"witness w1 {vkey('w1', COSIGNATURE)}\ngroup g any w1\ngroup h any w1\nquorum g",
        "group g any g\nquorum g",
        "trust everybody\nquorum none",
    ],
)
def test_what_is_no_policy_is_refused_and_the_line_named(wrong: str) -> None:
    with pytest.raises(BadPolicy):
        parse_policy(wrong)


def test_a_long_chain_of_groups_is_refused_instead_of_exhausting_the_stack() -> None:
    chain = "\n".join(f"group g{n + 1} any g{n}" for n in range(900))
    with pytest.raises(BadPolicy):
        parse_policy(f"witness g0 {vkey('w1', COSIGNATURE)}\n{chain}\nquorum g900")


LEAF = Leaf("018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", 2, hashlib.sha256(b"head").digest())


def test_a_leaf_comes_back_from_both_of_its_forms() -> None:
    assert parse_leaf(LEAF.entry) == Leaf.unpack(LEAF.packed) == LEAF
    for wrong in (LEAF.entry[:-1], LEAF.entry.replace(b"leaf", b"loaf"), LEAF.entry.upper(), b"", bytes(110)):
        with pytest.raises(ValueError, match="a leaf"):
            parse_leaf(wrong)


def test_a_proof_comes_back_from_its_text_and_is_checked() -> None:
    entries = [b"a", b"b", LEAF.entry, b"c"]
    tree = Checkpoint("log.example", 4, merkle.tree_root(entries))
    hashes = [merkle.leaf_hash(b"c"), merkle.tree_root([b"a", b"b"])]
    proof = make_proof(LEAF, 2, hashes, signed(tree))

    again = parse_proof(str(proof).encode())
    again.check()
    assert again == proof

    for text in (str(proof).replace("index 2", "index 1"), str(make_proof(LEAF, 2, hashes[::-1], signed(tree)))):
        with pytest.raises(merkle.BadProof):
            parse_proof(text).check()


@pytest.mark.parametrize(
    "change", [("c2sp", "c3sp"), ("extra ", "extra"), ("index 0", "index 00"), ("index 0", "index -1")]
)
def test_what_is_no_proof_is_refused(change: tuple[str, str]) -> None:
    with pytest.raises(BadNote):
        parse_proof(str(make_proof(LEAF, 0, [], signed(CHECKPOINT))).replace(*change))


def test_a_proof_of_a_million_hashes_is_refused_unread() -> None:
    with pytest.raises(BadNote):
        parse_proof(str(make_proof(LEAF, 0, [bytes(32)] * 1_000_000, signed(CHECKPOINT))))


def test_a_request_to_a_witness_comes_back_from_its_bytes() -> None:
    note = signed(CHECKPOINT)
    body = add_checkpoint(3, [bytes(32), bytes([1]) * 32], note)
    found = parse_add_checkpoint(body)
    assert (found.old, found.proof, found.note) == (3, (bytes(32), bytes([1]) * 32), note)

    for wrong in (body.replace(b"old 3", b"old 03"), body.replace(b"old", b"new"), b"old 3\n", b"", body + b"x" * 90_000,
                  add_checkpoint(3, [bytes(32)] * 64, note), add_checkpoint(3, [bytes(31)], note)):  # fmt: skip
        with pytest.raises(BadNote):
            parse_add_checkpoint(wrong)
