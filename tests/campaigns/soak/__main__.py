"""``python -m tests.campaigns.soak``: what of each campaign's goal the parts add up to, what failed, what is missing.

``--write`` writes the same into ``REPORT.md``; whoever runs parts or merges ``parts.jsonl`` does that afterwards.
"""

import sys
from collections.abc import Sequence

from tests.campaigns.soak.records import read
from tests.campaigns.soak.report import FILE
from tests.campaigns.soak.table import table, with_table


def main(given: Sequence[str]) -> int:
    """Print or write; return 0, 2 for wrong use."""
    if given not in ([], ["--write"]):
        print("python -m tests.campaigns.soak [--write]", file=sys.stderr)
        return 2
    told = table(read())
    if given:
        FILE.write_text(with_table(FILE.read_text(encoding="utf-8"), told), encoding="utf-8")
    else:
        print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
