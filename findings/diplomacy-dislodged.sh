#!/bin/sh
# Diplomacy: one engine lets a player help to drive out the own unit if the attack comes by sea, another lets a fleet cut the support against itself.
#
# Expected: two engines that say to follow the usual test cases (DATC) resolve the same orders alike; most of all two plain rules: nobody's
#   support drives out the own unit, and a unit cannot cut the support of the attack on its own place.
# With: diplomacy 1.1.2, pydip 0.1.8 (PyPI).
# Behaviour: diplomacy, "DATC-compliant", ignores the support against the own unit if the attack comes by land, and counts it if the attack
#   comes by convoy, which no test case has. pydip tells Sevastopol from its coast: a fleet there cuts the support of an
#   army's attack on it, an army there, or the support of a fleet's attack, does not.
# Seen: the block "stated" below: where the attacked unit is at the end. France, England and Germany have only the units named.
# Why it matters: it is the game that is played by mail. A unit is lost, or stays, against the rules in about one of 200 random positions
#   with convoys and coasts; whoever checks one program by the other should know which of them errs where.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q diplomacy==1.1.2 pydip==0.1.8; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
France's fleet supports England's convoyed army against France's army: diplomacy driven out, pydip stays
Germany's fleet supports England's convoyed army against France's army: diplomacy driven out, pydip driven out
France's fleet supports England's army over land against France's army: diplomacy stays, pydip stays
Sevastopol's fleet attacks the fleet that supports an army against it: diplomacy driven out, pydip stays
Sevastopol's fleet attacks the fleet that supports a fleet against it: diplomacy driven out, pydip driven out
Sevastopol's army attacks the fleet that supports an army against it: diplomacy driven out, pydip driven out
E

cat >"$work/ask.py" <<'E'
import diplomacy
import pydip.map.predefined.vanilla_dip
import pydip.player.command.command as commands
import pydip.player.player
import pydip.player.unit
import pydip.turn.resolve

land = {"DEN": "Denmark", "KIE": "Kiel", "RUM": "Rumania", "SEV": "Sevastopol", "SWE": "Sweden", "ARM": "Armenia", "FIN": "Finland"}
board = pydip.map.predefined.vanilla_dip.generate_map()
kinds = {"A": pydip.player.unit.UnitTypes.TROOP, "F": pydip.player.unit.UnitTypes.FLEET}


def place(kind, name):
    if name == "BAL":
        return "Baltic Sea"
    return land[name] + (" Coast" if kind == "F" else "")


def by_diplomacy(orders, attacked):
    game = diplomacy.Game()
    game.clear_units()
    for power, lines in orders.items():
        game.set_units(power, [line[:5] for line in lines])
    for power, lines in orders.items():
        game.set_orders(power, lines)
    game.process()
    owner = next(power for power, lines in orders.items() for line in lines if line.startswith(attacked))
    return attacked not in game.get_units(owner)


def by_pydip(orders, attacked):
    players, units = {}, {}
    for power, lines in orders.items():
        start = [{"territory_name": place(line[0], line[2:5]), "unit_type": kinds[line[0]]} for line in lines]
        players[power] = pydip.player.player.Player(power, board, start)
        for line, unit in zip(lines, players[power].units, strict=True):
            units[line[:5]] = unit
    given = []
    for power, lines in orders.items():
        for line in lines:
            own, (kind, *rest) = (players[power], units[line[:5]]), line.split()[2:]
            if kind == "H":
                given.append(commands.HoldCommand(*own))
            elif kind == "-" and rest[-1] == "VIA":
                given.append(commands.ConvoyMoveCommand(*own, place("A", rest[0])))
            elif kind == "-":
                given.append(commands.MoveCommand(*own, place(line[0], rest[0])))
            elif kind == "S":
                given.append(commands.SupportCommand(*own, units[" ".join(rest[:2])], place(rest[0], rest[3])))
            else:
                given.append(commands.ConvoyTransportCommand(*own, units[" ".join(rest[:2])], place("A", rest[3])))
    resolved = pydip.turn.resolve.resolve_turn(board, given)
    return any(
        unit == units[attacked] and retreats is not None for moved in resolved.values() for unit, retreats in moved.items()
    )


convoy = ["A KIE - SWE VIA", "F BAL C A KIE - SWE"]
cases = {
    "France's fleet supports England's convoyed army against France's army": (
        {"FRANCE": ["A SWE H", "F FIN S A KIE - SWE"], "ENGLAND": convoy}, "A SWE"),
    "Germany's fleet supports England's convoyed army against France's army": (
        {"FRANCE": ["A SWE H"], "GERMANY": ["F FIN S A KIE - SWE"], "ENGLAND": convoy}, "A SWE"),
    "France's fleet supports England's army over land against France's army": (
        {"FRANCE": ["A SWE H", "F FIN S A DEN - SWE"], "ENGLAND": ["A DEN - SWE"]}, "A SWE"),
    "Sevastopol's fleet attacks the fleet that supports an army against it": (
        {"GERMANY": ["F SEV - ARM"], "ENGLAND": ["A RUM - SEV", "F ARM S A RUM - SEV"]}, "F SEV"),
    "Sevastopol's fleet attacks the fleet that supports a fleet against it": (
        {"GERMANY": ["F SEV - ARM"], "ENGLAND": ["F RUM - SEV", "F ARM S F RUM - SEV"]}, "F SEV"),
    "Sevastopol's army attacks the fleet that supports an army against it": (
        {"GERMANY": ["A SEV - ARM"], "ENGLAND": ["A RUM - SEV", "F ARM S A RUM - SEV"]}, "A SEV"),
}
said = {True: "driven out", False: "stays"}
for name, (orders, attacked) in cases.items():
    print(f"{name}: diplomacy {said[by_diplomacy(orders, attacked)]}, pydip {said[by_pydip(orders, attacked)]}")
E
"$work/py/bin/python" -W ignore "$work/ask.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: diplomacy drives out by the own support at sea, pydip lets a fleet cut the support against itself"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
