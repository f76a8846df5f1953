"""``siegelpost chat``: chats that get what happens to you, and the channels of your tables (docs/chats.md)."""

import click
from siegelpost_client.models import ChatRequest

from service.cli.listings import as_json_option, print_lines
from service.cli.player.answers import answer
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.match_facts import plain


@click.command(
    epilog=f"""\b
Examples
  siegelpost chat                        your chats, and the channels of your tables
  siegelpost chat --add                  asks for the address
  siegelpost chat --add --match 018f7c2e < channel.txt
  siegelpost chat --test c_4f1c9d2e8a7b6c50
  siegelpost chat --remove c_4f1c9d2e8a7b6c50

{EXIT_CODES}"""
)
@connected
@click.option("--add", is_flag=True, help="Add a chat; its address is read from the terminal or standard input.")
@click.option(
    "--match", type=MatchId(), help="With --add: the channel of this table of yours: who is awaited until when."
)
@click.option("--name", default="", help="With --add: your name for it.")
@click.option("--test", "tested", metavar="ID", help="Send a chat a test.")
@click.option("--remove", "removed", metavar="ID", help="Write no more to a chat.")
@as_json_option
def chat(
    session: Session, add: bool, match: str | None, name: str, tested: str | None, removed: str | None, as_json: bool
) -> None:
    """Have what happens to you written to a chat at Discord, Slack, Matrix, Telegram, ntfy and others; or list your chats.

    The address of a chat is a secret, so it is no argument, and the server never shows it again. Whoever reads the chat
    reads the messages; they say nothing that is hidden.
    """
    own = session.client.own
    if not add and (match or name):
        raise click.UsageError("--match and --name go with --add")
    if add:
        url = click.prompt(answer(session.language, "chat-address"), hide_input=True, err=True).strip()
        found = None if match is None else session.client.find(match)
        wanted: ChatRequest = {"url": url, "match": found}
        if name:
            wanted["name"] = name
        own.create_chat(wanted)
    if tested is not None:
        own.test_chat(tested)
    if removed is not None:
        own.delete_chat(removed)
    known = own.list_chats()["chats"]
    if as_json:
        print_lines(known)
        return
    if not known:
        session.tell("no-chats")
    for one in known:
        state = answer(session.language, f"chat-{one['state']}")
        table = "" if one["match"] is None else f" ({one['match'][:8]})"
        session.console.print(f"{one['id']} {plain(one['name'] or one['service'])}{table}, {one['host']}: {state}")
