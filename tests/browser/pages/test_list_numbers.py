"""What numbers Chromium shows before the items of lists is what is read in mails that have such lists."""

import random

from playwright.sync_api import Browser

from tests.workers.inbox.generated_lists import make_list


def test_lists_have_the_numbers_that_chromium_shows(browser: Browser) -> None:
    """The lists that the reader of mails is tested with, and their markers: what is expected there is what a browser does."""
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        tree = context.new_cdp_session(page)
        for seed in range(80):
            made = make_list(random.Random(seed))
            page.set_content(f"<!doctype html><body>{made.html}</body>", wait_until="commit")
            nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
            by_id = {one["nodeId"]: one for one in nodes}
            shown = [
                by_id[one]["name"]["value"] for one in _in_order(nodes[0]["nodeId"], by_id) if _is_marker(by_id[one])
            ]
            assert [_plain(one) for one in shown] == [one.strip() for one in made.markers], f"{seed}: {made.html}"


def _in_order(node: str, by_id: dict[str, dict[str, object]]) -> list[str]:
    below = by_id[node].get("childIds", [])
    assert isinstance(below, list)
    return [node, *(each for one in below if one in by_id for each in _in_order(one, by_id))]


def _is_marker(node: dict[str, object]) -> bool:
    role = node.get("role")
    return isinstance(role, dict) and role["value"] == "ListMarker"


def _plain(marker: str) -> str:
    return "*" if marker.strip() in "•◦▪■" else marker.strip()
