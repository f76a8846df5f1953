"""Make a bot account of your own, and a match against one of ours for it: python3 new_bot.py Rolf"""

from __future__ import annotations

import sys

from call import call

bot = call("POST", "/v1/me/bots", {"name": sys.argv[1], "games": ["kontor"]})["account"]
token = call("POST", f"/v1/me/bots/{bot}/tokens", {})["token"]  # shown only this once
table = {"rules": "kontor", "sit": False, "invite": [bot], "bots": ["steady"], "grace_seconds": 0, "hold_seconds": 0}
match = call("POST", "/v1/matches", table)["match"]  # the bot has its seat already
print("export SIEGELPOST_TOKEN=" + token)
print("# its first match:", match)
