#!/bin/sh
# A ranked vote in which two share the last place: four libraries for instant runoff have three winners and an error.
#
# Expected: the two last are equally many, so that either may go; whichever it is, its voters prefer the other, and no library elects Ann.
# With: pyrankvote 2.0.6, pref_voting 1.18.2, votelib 0.4.0, py-vote-core 2.0.0 (PyPI).
# Behaviour: pyrankvote looks at the second choices and keeps Ben, who is the second of more voters. pref_voting's instant_runoff()
#   removes all who share the last place at once, so that Ann is alone; its instant_runoff_tb() removes whoever has the lowest number,
#   and its instant_runoff_put() names everyone who can win. py-vote-core draws lots, which differ from run to run unless an order is
#   given. votelib raises NotImplementedError for the tie.
# Seen: the block "stated" below: four votes Ann, Ben, Cid; three Ben, Cid, Ann; three Cid, Ben, Ann. Six of ten rank Ann last.
# Why it matters: three to seven players vote by mail for the next board or the host, and among so few a shared last place is common.
#   The same letters elect another player in another library, or the one whom most ranked last, and nobody is told of the tie.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q pyrankvote==2.0.6 pref_voting==1.18.2 votelib==0.4.0 py-vote-core==2.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
pyrankvote: Ben
pref_voting instant_runoff: Ann
pref_voting instant_runoff_tb: Cid
pref_voting instant_runoff_put: Ben or Cid
py-vote-core with the order Ann, Ben, Cid: Ben
py-vote-core with the order Ann, Cid, Ben: Cid
votelib: NotImplementedError: tie in STV elimination
E

cat >"$work/ask.py" <<'E'
import pref_voting.profiles
import pref_voting.voting_methods
import py3votecore.irv
import pyrankvote
import votelib.evaluate.sequential

names = ["Ann", "Ben", "Cid"]
votes = {("Ann", "Ben", "Cid"): 4, ("Ben", "Cid", "Ann"): 3, ("Cid", "Ben", "Ann"): 3}

people = {name: pyrankvote.Candidate(name) for name in names}
ballots = [pyrankvote.Ballot([people[name] for name in vote]) for vote, count in votes.items() for _ in range(count)]
elected = {
    tuple(str(winner) for winner in pyrankvote.instant_runoff_voting(list(people.values()), ballots).get_winners())
    for _ in range(100)
}
print("pyrankvote:", " or ".join(winner for (winner,) in elected))
profile = pref_voting.profiles.Profile([[names.index(name) for name in vote] for vote in votes], list(votes.values()))
for method in ("instant_runoff", "instant_runoff_tb", "instant_runoff_put"):
    elected = getattr(pref_voting.voting_methods, method)(profile)
    print(f"pref_voting {method}:", " or ".join(names[winner] for winner in elected))
for order in (["Ann", "Ben", "Cid"], ["Ann", "Cid", "Ben"]):
    counted = [{"count": count, "ballot": list(vote)} for vote, count in votes.items()]
    print(f"py-vote-core with the order {', '.join(order)}:", py3votecore.irv.IRV(counted, tie_breaker=order).as_dict()["winner"])
try:
    print("votelib:", votelib.evaluate.sequential.TransferableVoteSelector(quota_function="droop").evaluate(votes, 1))
except NotImplementedError as error:
    print(f"votelib: NotImplementedError: {error}")
E
"$work/py/bin/python" -W ignore "$work/ask.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: Ann, Ben and Cid are elected by the same ballots"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
