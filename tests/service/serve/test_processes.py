"""What runs: the same list for one machine and for production, and what each process gets to know."""

import contextlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from service.serve import processes
from service.serve.child import Program
from service.serve.folder import DataFolder
from service.serve.keys import KeyFiles, add_key, ensure_keys
from service.serve.logs import Logs
from service.serve.processes import environment, is_loopback, resolver_settings
from service.serve.redis_server import Server
from service.serve.start import Address, Start
from service.serve.supervisor import Post, Supervisor


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path)


def keys_of(folder: DataFolder) -> KeyFiles:
    return ensure_keys(folder.keys, matches_exist=False)


def test_only_resolvers_are_told_where_the_resolvers_secret_key_is(folder: DataFolder) -> None:
    keys = keys_of(folder)
    base = {"SIEGELPOST_RESOLVER_KEY": str(keys.resolver)}

    shared = environment(folder, keys, "127.0.0.1:8000", "http://127.0.0.1:8000", base)

    assert str(keys.resolver) not in shared.values()
    assert shared["SIEGELPOST_RESOLVER_PUBLIC"] == str(keys.resolver_public)
    assert resolver_settings(keys) == {"SIEGELPOST_RESOLVER_KEY": str(keys.resolver)}


def test_only_resolvers_are_started_with_the_place_of_the_resolvers_secret_key(folder: DataFolder) -> None:
    begun: list[Program] = []

    class Noting:
        def begin(self, programs: list[Program], environment: Mapping[str, str]) -> list[Post]:
            begun.extend(programs)
            assert processes.RESOLVER_KEY not in environment
            return []

        def wait(self, _posts: list[Post]) -> None: ...

        def start(self, programs: list[Program], environment: Mapping[str, str]) -> None:
            self.begin(programs, environment)

    keys, server = keys_of(folder), Server(Path("valkey-server"), (9,), "here")
    shared = environment(folder, keys, "127.0.0.1:8000", "http://127.0.0.1:8000", {"SIEGELPOST_METRICS": "127.0.0.1:0"})
    with contextlib.closing(Logs(folder.log)) as logs:
        start = Start(
            cast("Supervisor", Noting()), logs, folder, server, shared, keys, Address("127.0.0.1", 8000), 9, 2
        )
        start.open()

    knows = {program.name for program in begun if processes.RESOLVER_KEY in program.settings}
    assert knows == {"resolve-1", "resolve-2"} and {"deliver", "clock", "checking", "replies"} <= {
        one.name for one in begun
    }


def test_processes_are_told_all_keys_the_newest_first(folder: DataFolder) -> None:
    before = keys_of(folder)
    for kind in ("signing", "resolver", "links"):
        add_key(folder.keys, kind)
    keys = keys_of(folder)

    shared = environment(folder, keys, "127.0.0.1:8000", "http://127.0.0.1:8000", {})

    assert shared["SIEGELPOST_SIGNING_KEY"] == f"{keys.signing}:{before.signing}"
    assert shared["SIEGELPOST_LINK_SECRET"] == f"{keys.links}:{before.links}"
    assert resolver_settings(keys) == {"SIEGELPOST_RESOLVER_KEY": f"{keys.resolver}:{before.resolver}"}
    assert shared["SIEGELPOST_RESOLVER_PUBLIC"] == str(folder.keys / "resolver-2.pub")


def test_no_secret_itself_is_in_the_environment(folder: DataFolder) -> None:
    keys = keys_of(folder)
    secrets = {path.read_text().strip() for path in (keys.signing, keys.resolver, keys.links)}

    values = environment(folder, keys, "127.0.0.1:8000", "http://127.0.0.1:8000", {}).values()

    assert not any(secret in value for secret in secrets for value in values)


def test_the_callers_settings_hold_and_the_callers_redis_is_not_used(folder: DataFolder) -> None:
    base = {
        "SMTP_URL": "smtp://mail.example:25",
        "REDIS_URL": "redis://elsewhere",
        "SIEGELPOST_HOLD_OFF": "120",
        "LANG": "C",
    }

    result = environment(folder, keys_of(folder), "127.0.0.1:8000", "http://127.0.0.1:8000", base)

    assert (result["SMTP_URL"], result["SIEGELPOST_HOLD_OFF"], result["LANG"]) == ("smtp://mail.example:25", "120", "C")
    assert result["REDIS_URL"] == f"unix://{folder.socket('state')}"


@pytest.mark.parametrize(
    ("bind", "smtp", "published"),
    [
        ("127.0.0.1:8000", "", True),
        ("[::1]:8000", "", True),
        ("localhost:80", "", True),
        ("0.0.0.0:8000", "", False),
        ("[::]:8000", "", False),
        ("192.0.2.7:8000", "", False),
        ("127.0.0.1:8000", "smtp://mail.example", False),
    ],
)
def test_the_mailbox_with_its_login_links_is_published_only_to_this_machine(
    folder: DataFolder, bind: str, smtp: str, published: bool
) -> None:
    base = {"SMTP_URL": smtp, "SIEGELPOST_DEV_MAILBOX": "/somewhere/else"}

    result = environment(folder, keys_of(folder), bind, "http://siegelpost.example", base)

    assert result.get("SIEGELPOST_DEV_MAILBOX") == (str(folder.mailbox) if published else None)
    assert result.get("SIEGELPOST_REPLY_HOST") == ("siegelpost.localhost" if published else None)


@pytest.mark.parametrize("bind", ["127.0.0.1:8000", "0.0.0.0:8000"])
def test_a_reply_host_of_the_caller_stands(folder: DataFolder, bind: str) -> None:
    base = {"SIEGELPOST_REPLY_HOST": "reply.example", "SIEGELPOST_REPLY_AUTHSERV": "mx.example"}

    result = environment(folder, keys_of(folder), bind, "http://siegelpost.example", base)

    assert (result["SIEGELPOST_REPLY_HOST"], result["SIEGELPOST_REPLY_AUTHSERV"]) == ("reply.example", "mx.example")


@pytest.mark.parametrize(
    ("bind", "wish", "names"),
    [
        ("127.0.0.1:8000", "", "localhost,127.0.0.1,[::1]"),
        ("0.0.0.0:8000", "box.lan", "box.lan,localhost,127.0.0.1,[::1]"),
        ("[::]:8000", "", "localhost,127.0.0.1,[::1]"),
        ("192.0.2.7:8000", "", "localhost,127.0.0.1,[::1],192.0.2.7"),
        ("[2001:db8::1]:8000", "", "localhost,127.0.0.1,[::1],[2001:db8::1]"),
    ],
)
def test_the_names_of_this_machine_are_answered_to_whatever_the_public_one_is(
    folder: DataFolder, bind: str, wish: str, names: str
) -> None:
    base = {"SIEGELPOST_ALLOWED_HOSTS": wish, "SIEGELPOST_PUBLIC_URL": "https://post.example"}

    assert environment(folder, keys_of(folder), bind, "unused", base)["SIEGELPOST_ALLOWED_HOSTS"] == names


def test_names_that_begin_like_this_machine_are_not_taken_for_it() -> None:
    assert not is_loopback("localhost.example:8000")
    assert not is_loopback("1270.0.0.1:8000")


def test_the_supervisor_imports_little_so_that_the_store_loads_at_once() -> None:
    """The template imports the rest meanwhile; on a busy machine all of it takes ten seconds."""
    begins = """
import sys
from service.serve.serve import Template
template = Template.begin()
print(*sys.modules)
template.close()
"""
    command = [sys.executable, "-c", begins]
    imported = set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    heavy = {"engine.registry", "flask", "requests", "service.api", "service.context", "service.store.store", "workers"}
    assert imported & heavy == set()


def test_a_copy_of_the_template_holds_nothing_open_of_the_template(tmp_path: Path) -> None:
    """The attack: the template's list of what it waits for, which all copies shared, takes more from any of them.

    So a process that is confined could keep the template busy for good, and learn when others start and end.
    """
    (tmp_path / "opened.py").write_text(
        "import os, sys\n"
        "for one in os.listdir('/proc/self/fd'):\n"
        "    if int(one) > 2 and os.path.exists(f'/proc/self/fd/{one}'):\n"
        "        print(os.readlink(f'/proc/self/fd/{one}'))\n"
    )
    begins = f"""
import os, sys
from service.serve import template
sys.path.insert(0, {str(tmp_path)!r})
template.IMPORTED = ()
begun = template.Template.begin()
assert begun.copy("opened", ["opened"], {{}}, 1).wait() == 0
begun.close()
"""
    found = subprocess.run([sys.executable, "-c", begins], check=True, capture_output=True, text=True)
    assert found.stdout.splitlines() == []
