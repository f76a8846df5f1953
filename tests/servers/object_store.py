"""A server of the S3 protocol in a process of its own: moto's, which checks conditional writes as Amazon's does."""

import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import requests

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "AKIATESTTESTTESTTEST",
    "AWS_SECRET_ACCESS_KEY": "secret-of-the-tests",
    "AWS_REGION": "us-east-1",
    "AWS_ALLOW_HTTP": "true",
}
SIGNED = {
    "Authorization": f"AWS4-HMAC-SHA256 Credential={CREDENTIALS['AWS_ACCESS_KEY_ID']}/20261123/us-east-1/s3/aws4_request, "
    "SignedHeaders=host, Signature=none"
}
"""Enough for moto, which looks who asks and checks no signature."""
LISTENS = re.compile(r"Running on (http://\S+)")


@contextmanager
def object_store(bucket: str) -> Iterator[str]:
    """Run a server with one empty bucket; yield its address."""
    program = Path(sys.executable).with_name("moto_server")
    with subprocess.Popen(
        [program, "-H", "127.0.0.1", "-p", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        addresses: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=_read, args=(server.stderr, addresses), daemon=True)
        reader.start()
        try:
            address = addresses.get(timeout=60)
            requests.put(f"{address}/{bucket}", headers=SIGNED, timeout=120).raise_for_status()
            yield address
        finally:
            server.kill()
            reader.join()


def _read(said: IO[str], addresses: queue.Queue[str]) -> None:
    """Tell where the server listens, and go on reading, so that it never waits for room in the pipe."""
    for line in said:
        if found := LISTENS.search(line):
            addresses.put(found[1])
