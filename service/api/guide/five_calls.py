"""The first decision of a match of Kontor against a bot: python3 five_calls.py"""

from __future__ import annotations

from call import call

# 1. A table with a bot at it. It is full, so it starts.
table = {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0, "visibility": "private"}
match = call("POST", "/v1/matches", table)["match"]

# 2. What waits for you, with the legal moves and what you see of the game.
while not (waiting := call("GET", f"/v1/me/waiting?match={match}&include=moves&include=view&wait=30")["waiting"]):
    pass
[turn, *_] = waiting
print(turn["decision"]["id"], turn["view"], len(turn["moves"]), "moves")

# 3. Seal one of the moves. The answer waits until all seals are opened.
here = f"/v1/matches/{match}/decisions/{turn['decision']['id']}"
done = call("PUT", f"{here}/{turn['answer']}", {"move": turn["moves"][0]}, Prefer="wait=30")
print("receipt", done["receipt"], done["signature"])

# 4. What happened, in words.
for told in call("GET", f"/v1/matches/{match}/feed?wait=30")["events"]:
    print(told["text"])

# 5. The log, for the verifier.
with open("match.jsonl", "w", encoding="utf-8") as log:
    log.write(call("GET", f"/v1/matches/{match}/log.jsonl"))
