"""Tiles: addresses, and every proof computed from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.transparency import merkle
from engine.transparency.tiles import NoTile, Tile, TileReader, bundle, parse_path, unbundle, width_in
from tests.engine.transparency import naive


@pytest.mark.parametrize(
    ("path", "tile"),
    [
        ("0/000", Tile(0, 0)),
        ("0/x001/x234/067", Tile(0, 1234067)),
        ("entries/x001/x234/067", Tile(None, 1234067)),
        ("2/999.p/255", Tile(2, 999, 255)),
        ("1/x001/000.p/1", Tile(1, 1000, 1)),
    ],
)
def test_an_address_is_spelt_in_one_way(path: str, tile: Tile) -> None:
    assert (parse_path(path), tile.path) == (tile, path)


@pytest.mark.parametrize(
    "path",
    [
        "", "0", "0/", "0/0", "0/0000", "00/000", "-1/000", "64/000", "63/000", "8/000", "0/x000/001", "0/001/001", "0/x001",
        "0/000.p/0", "0/000.p/256", "0/000.p/01", "0/000.p/", "0/000.p/1/", "0/000.p/9999999999", "entries", "Entries/000",
        "0/000/", "0/٠٠٠", "0/x999/x999/x999/x999/x999/x999/999", "7/001", "0/" + "x999/" * 1000 + "999",
        "0/" + "9" * 100_000, "data/000", "0/000?x", "0/../0/000",
    ],
)  # fmt: skip
def test_every_other_spelling_and_every_tile_that_no_tree_has_is_refused(path: str) -> None:
    with pytest.raises(NoTile):
        parse_path(path)


def test_the_specifications_example_of_a_tree_of_70000_leaves() -> None:
    assert [width_in(Tile(0, 272), 70_000), width_in(Tile(0, 273), 70_000), width_in(Tile(0, 274), 70_000)] == [
        256,
        112,
        0,
    ]
    assert [width_in(Tile(1, 0), 70_000), width_in(Tile(1, 1), 70_000), width_in(Tile(2, 0), 70_000)] == [256, 17, 1]
    assert (width_in(Tile(0, 0), 256), width_in(Tile(1, 0), 256)) == (256, 1)


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(1, 1500))
def test_proofs_and_root_from_tiles_are_the_rfcs(data: st.DataObject, size: int) -> None:
    entries = [str(one).encode() for one in range(size)]
    tiles = naive.tiles(entries)
    old, index = data.draw(st.integers(1, size)), data.draw(st.integers(0, size - 1))

    def read(tile: Tile) -> bytes:
        assert tile.level is not None
        return tiles[tile.level, tile.index][: tile.width * 32]

    reader = TileReader(size, read)
    assert reader.root() == naive.mth(entries)
    assert merkle.inclusion_proof(index, size, reader.subtree) == naive.path(index, entries)
    assert merkle.consistency_proof(old, size, reader.subtree) == naive.proof(old, entries)


def test_a_tile_that_is_shorter_than_it_says_is_found() -> None:
    with pytest.raises(NoTile):
        TileReader(300, lambda tile: bytes(32)).root()


@given(st.lists(st.binary(max_size=300), max_size=256))
def test_a_bundle_comes_back(entries: list[bytes]) -> None:
    assert unbundle(bundle(entries)) == entries


@pytest.mark.parametrize("raw", [b"\x00", b"\x00\x02a", bundle([b""] * 257)])
def test_a_cut_or_overfull_bundle_is_refused(raw: bytes) -> None:
    with pytest.raises(NoTile):
        unbundle(raw)
