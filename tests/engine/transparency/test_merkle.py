"""Tree hashes and proofs against RFC 6962's own words, against published vectors, and against forgers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.transparency import merkle
from engine.transparency.merkle import BadProof, Edge, leaf_hash
from tests.engine.transparency import naive

# The inputs and roots of Certificate Transparency's reference tests, which every implementation is held to.
INPUTS = [
    bytes.fromhex(one)
    for one in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

sizes = st.integers(min_value=1, max_value=600)


def entries_of(size: int) -> list[bytes]:
    return [f"entry {one}".encode() for one in range(size)]


def reader(entries: list[bytes]) -> merkle.ReadSubtree:
    """Reads subtrees that are whole, and no others."""

    def read(level: int, index: int) -> bytes:
        start, end = index << level, (index + 1) << level
        assert end <= len(entries)
        return naive.mth(entries[start:end])

    return read


@pytest.mark.parametrize("size", range(len(ROOTS)))
def test_roots_are_the_published_ones(size: int) -> None:
    assert merkle.tree_root(INPUTS[:size]).hex() == ROOTS[size] == naive.mth(INPUTS[:size]).hex()


@given(sizes)
def test_the_edge_has_the_naive_root_and_goes_on_from_what_was_kept(size: int) -> None:
    entries = entries_of(size)
    edge = Edge()
    made: dict[tuple[int, int], bytes] = {}
    for entry in entries:
        edge = Edge(edge.size, edge.hashes)
        made.update({(level, index): hashed for level, index, hashed in edge.append(leaf_hash(entry))})

    assert (edge.size, edge.root) == (size, naive.mth(entries))
    for (level, index), hashed in made.items():
        assert hashed == naive.mth(entries[index << level : (index + 1) << level])


@given(st.data(), sizes)
def test_inclusion_proofs_are_the_rfcs_and_lead_to_the_root(data: st.DataObject, size: int) -> None:
    entries = entries_of(size)
    index = data.draw(st.integers(0, size - 1))

    proof = merkle.inclusion_proof(index, size, reader(entries))

    assert proof == naive.path(index, entries)
    assert merkle.root_of_inclusion(leaf_hash(entries[index]), index, size, proof) == naive.mth(entries)


@given(st.data(), sizes)
def test_consistency_proofs_are_the_rfcs_and_hold(data: st.DataObject, size: int) -> None:
    entries = entries_of(size)
    old = data.draw(st.integers(1, size))

    proof = merkle.consistency_proof(old, size, reader(entries))

    assert proof == naive.proof(old, entries)
    merkle.check_consistency(old, size, naive.mth(entries[:old]), naive.mth(entries), proof)


@given(st.data(), st.integers(2, 200))
def test_no_proof_leads_from_a_fork(data: st.DataObject, size: int) -> None:
    """A log that changed one old leaf cannot show that it continues what was seen, whatever of its hashes it sends."""
    entries = entries_of(size)
    old = data.draw(st.integers(1, size))
    changed = data.draw(st.integers(0, old - 1))
    forged = [*entries]
    forged[changed] = b"another head"

    for hashes in (naive.proof(old, forged), naive.proof(old, entries)):
        with pytest.raises(BadProof):
            merkle.check_consistency(old, size, naive.mth(entries[:old]), naive.mth(forged), hashes)


@given(st.data(), st.integers(2, 200))
def test_a_proof_with_one_bit_changed_or_another_length_holds_nothing(data: st.DataObject, size: int) -> None:
    entries = entries_of(size)
    index = data.draw(st.integers(0, size - 1))
    proof = naive.path(index, entries)
    place, bit = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 255))
    flipped = (int.from_bytes(proof[place]) ^ 1 << bit).to_bytes(32)

    assert merkle.root_of_inclusion(
        leaf_hash(entries[index]), index, size, [*proof[:place], flipped, *proof[place + 1 :]]
    ) != naive.mth(entries)
    for wrong in (proof[:-1], [*proof, proof[0]], [*proof[:-1], proof[-1][:31]], [*proof[:-1], b""]):
        with pytest.raises(BadProof):
            merkle.root_of_inclusion(leaf_hash(entries[index]), index, size, wrong)


@pytest.mark.parametrize(
    ("old", "new"), [(3, 2), (-1, 4), (1, 2**63), (10**40, 10**41)], ids=["shrinks", "negative", "huge", "absurd"]
)
def test_hostile_sizes_are_refused_at_once(old: int, new: int) -> None:
    with pytest.raises(BadProof):
        merkle.check_consistency(old, new, bytes(32), bytes(32), [bytes(32)] * 63)
    with pytest.raises(BadProof):
        merkle.root_of_inclusion(bytes(32), new, old, [bytes(32)] * 63)


def test_a_proof_in_the_largest_tree_is_short() -> None:
    largest = merkle.LARGEST_TREE
    assert len(merkle.inclusion_ranges(largest // 3, largest)) <= merkle.LONGEST_PROOF
    assert len(merkle.consistency_ranges(largest // 3, largest)) <= merkle.LONGEST_PROOF


def test_the_empty_tree_is_a_beginning_of_every_tree_but_has_one_root() -> None:
    merkle.check_consistency(0, 5, merkle.EMPTY_ROOT, bytes(32), [])
    with pytest.raises(BadProof):
        merkle.check_consistency(0, 5, bytes(32), bytes(32), [])
    with pytest.raises(BadProof):
        merkle.check_consistency(0, 0, merkle.EMPTY_ROOT, bytes(32), [])
