"""What tests read out of JSON: answers of the API, log entries, documents on disk. Schemas say elsewhere what is in them."""

from typing import Any

JsonObject = dict[str, Any]
