"""What somebody has said about mail stays said, although other words about mail come in at the same moment."""

from concurrent.futures import ThreadPoolExecutor

from service.accounts.mail.mail_preferences import unsubscribe_link
from service.context import Context
from service.keys.signing import new_match_id
from tests.service.api.players import Player


def links(context: Context, player: Player, count: int) -> dict[str, str]:
    """Return unsubscribe links of so many matches, as their letters have them."""
    account = context.store.account(player.account)
    assert account is not None
    matches = [new_match_id() for _ in range(count)]
    return {one: "/unsubscribe/" + unsubscribe_link(context, account, one, invitation=False) for one in matches}


def test_ten_links_clicked_at_once_all_stop_what_they_say(context: Context, ada: Player, visitor: Player) -> None:
    """The fault: each read what was muted before, and the last to write forgot the others."""
    found = links(context, ada, 10)
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda path: visitor.post(path).status_code, found.values()))
    assert answers == [200] * 10
    assert ada.sees("/v1/me/notifications")["muted_matches"] == sorted(found)


def test_a_setting_made_with_a_condition_forgets_no_link_clicked_meanwhile(
    context: Context, ada: Player, visitor: Player
) -> None:
    kept: list[str] = []
    for _ in range(15):
        before = ada.get("/v1/me/notifications")
        (match, path), *_ = links(context, ada, 1).items()
        body = {"kinds": {"said": False}, "muted_matches": before.get_json()["muted_matches"]}
        with ThreadPoolExecutor(2) as pool:
            setting = pool.submit(ada.put, "/v1/me/notifications", body, If_Match=before.headers["ETag"])
            clicked = pool.submit(visitor.post, path)
        assert clicked.result().status_code == 200
        assert setting.result().status_code in (200, 412)
        kept.append(match)
        assert ada.sees("/v1/me/notifications")["muted_matches"] == sorted(kept)
