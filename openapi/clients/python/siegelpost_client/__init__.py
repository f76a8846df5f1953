"""Typed Python client of the Siegelpost API.

- :class:`Client`, :class:`AsyncClient`: a method for every operation; retries, idempotency keys, problems as :class:`Refused`.
- :class:`Player`, :class:`AsyncPlayer`: playing with seals drawn here, receipts checked, the account's feed followed.
- :mod:`siegelpost_client.models`: types of everything that is sent and answered, moves of every game among them;
  :mod:`siegelpost_client.objects`: the same as objects with attributes.
- :mod:`siegelpost_client.login`: tokens by OAuth; :mod:`siegelpost_client.webhooks`: checking what a webhook brings.
- :mod:`siegelpost_client.sealing`, :mod:`siegelpost_client.receipts`: the protocol's bytes, for programs of their own mind.
"""

from siegelpost_client.acts import NotKept
from siegelpost_client.client import AsyncClient, Client
from siegelpost_client.following import Place
from siegelpost_client.keeping import Folder, Keep, Memory
from siegelpost_client.player import OVERTAKEN, AsyncPlayer, Player
from siegelpost_client.receipts import BadReceipt
from siegelpost_client.seat_keys import SeatKey
from siegelpost_client.wire import Answer, Ask, Refused, SiegelpostError, Unreachable

__all__ = [
    "OVERTAKEN",
    "Answer",
    "Ask",
    "AsyncClient",
    "AsyncPlayer",
    "BadReceipt",
    "Client",
    "Folder",
    "Keep",
    "Memory",
    "NotKept",
    "Place",
    "Player",
    "Refused",
    "SeatKey",
    "SiegelpostError",
    "Unreachable",
]
