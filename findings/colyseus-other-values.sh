#!/bin/sh
# A chance of 0.1, 300 points and a player who left and came back: Colyseus clients have 0.10000000149011612, 44, and another
# order of players.
#
# Expected: "number" keeps JavaScript's numbers, whatever it takes on the wire; a value beyond uint8 is refused or cut on the
#   server, too; a map has the same order on both sides, as with everything else in it.
# With: @colyseus/schema 5.0.34 (npm), its Encoder and Decoder alone.
# Behaviour: "number" sends fractions as float32 where that is nearly the same, so that 0.1 is rounded; float64 is exact. uint8
#   sends the low byte while the server keeps 300. A player deleted from a map and set again before the next patch is the last
#   on the server and the first on the client, and so for who joins later; in patches of their own the order agrees.
# Seen: the block "stated" below.
# Why it matters: a client that counts or hashes the state itself gets something else than the server, and "next in the map" is
#   another player. Whole numbers, and players who stay, show nothing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" @colyseus/schema@5.0.34 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
0.5 and 200: server 0.5, 0.5, 200, Ann Ben Cem; client 0.5, 0.5, 200, Ann Ben Cem; joined later 0.5, 0.5, 200, Ann Ben Cem
0.1: server 0.1, 0.1, 200, Ann Ben Cem; client 0.10000000149011612, 0.1, 200, Ann Ben Cem; joined later 0.10000000149011612, 0.1, 200, Ann Ben Cem
300: server 0.5, 0.5, 300, Ann Ben Cem; client 0.5, 0.5, 44, Ann Ben Cem; joined later 0.5, 0.5, 44, Ann Ben Cem
Ann leaves, then comes back: server 0.5, 0.5, 200, Ben Cem Ann; client 0.5, 0.5, 200, Ben Cem Ann; joined later 0.5, 0.5, 200, Ben Cem Ann
Ann leaves and comes back: server 0.5, 0.5, 200, Ben Cem Ann; client 0.5, 0.5, 200, Ann Ben Cem; joined later 0.5, 0.5, 200, Ann Ben Cem
E

cat >"$work/ask.mjs" <<'E'
import { Decoder, Encoder, schema, t } from "@colyseus/schema";

const Player = schema({ name: t.string() }, "Player");
const Table = schema({ chance: t.number(), exact: t.float64(), points: t.uint8(), players: t.map(Player) }, "Table");
const show = ({ chance, exact, points, players }) => `${chance}, ${exact}, ${points}, ${[...players.keys()].join(" ")}`;
const sit = (table, name) => table.players.set(name, Object.assign(new Player(), { name }));

function play(name, ...patches) {
  const [server, client, late] = [new Table(), new Table(), new Table()];
  const [encoder, decoder] = [new Encoder(server), new Decoder(client)];
  for (const player of ["Ann", "Ben", "Cem"]) sit(server, player);
  Object.assign(server, { chance: 0.5, exact: 0.5, points: 200 });
  decoder.decode(encoder.encodeAll());
  encoder.discardChanges();
  for (const patch of patches) {
    patch(server);
    decoder.decode(encoder.encode());
    encoder.discardChanges();
  }
  new Decoder(late).decode(encoder.encodeAll());
  console.log(`${name}: server ${show(server)}; client ${show(client)}; joined later ${show(late)}`);
}
play("0.5 and 200", () => {});
play("0.1", (table) => Object.assign(table, { chance: 0.1, exact: 0.1 }));
play("300", (table) => (table.points = 300));
play("Ann leaves, then comes back", (table) => table.players.delete("Ann"), (table) => sit(table, "Ann"));
play("Ann leaves and comes back", (table) => (table.players.delete("Ann"), sit(table, "Ann")));
E
node "$work/ask.mjs" 2>"$work/log" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a Colyseus client has other fractions, points and orders than the server"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
