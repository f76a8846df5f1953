#!/bin/sh
# A new installation of boardgame.io serves matches over sockets, and answers 404 to all of its lobby's HTTP API.
#
# Expected: `npm install boardgame.io` today gives what its documentation shows, or fails with an error: GET /games lists the
#   games, POST /games/NAME/create makes a match. A minor release of a package three levels down changes nothing.
# With: boardgame.io 0.50.2 (koa 2.16.4, @koa/router 10.1.1, koa-socket-2 2.0.0), koa-compose 4.1.0 and 4.2.0, on Node 20.
# Behaviour: koa asks for koa-compose ^4.1.0. From 4.2.0 on compose() flattens the list of middleware into a copy, so what is
#   added to an application after callback() was called is never run; up to 4.1.0 the list itself was kept, and whatever came
#   later was found. boardgame.io has its socket server call callback() first and adds the lobby's routes after it. Nothing is
#   logged, the sockets work, and clients that know a match's id can play.
# Seen: the block "stated" below.
# Why it matters: whoever starts such a server from a new lock file has a game nobody can join, and no error to look for. The
#   same holds for every koa application that is completed after its server was made; npm's `overrides` help.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cat >"$work/stated" <<'E2'
koa-compose 4.1.0
  GET /games:                  200 ["cards"]
  POST /games/cards/create:    200, a match id: true
  the sockets' first request:  200
  a route added after callback(): 200
koa-compose 4.2.0
  GET /games:                  404 Not Found
  POST /games/cards/create:    404, a match id: false
  the sockets' first request:  200
  a route added after callback(): 404
E2

cat >"$work/look.cjs" <<'E2'
const http = require("node:http");
const Koa = require("koa");
const { Server } = require("boardgame.io/server");

const cards = { name: "cards", setup: () => ({ played: 0 }), moves: { play: ({ G }) => { G.played += 1; } } };

async function main() {
  const { appServer } = await Server({ games: [cards], origins: ["http://127.0.0.1"] }).run({ port: 0, callback: () => {} });
  const base = `http://127.0.0.1:${appServer.address().port}`;
  const list = await fetch(`${base}/games`);
  console.log("  GET /games:                 ", list.status, await list.text());
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"numPlayers":2}' };
  const made = await fetch(`${base}/games/cards/create`, asked);
  console.log(`  POST /games/cards/create:    ${made.status}, a match id: ${/matchID/.test(await made.text())}`);
  console.log("  the sockets' first request: ", (await fetch(`${base}/socket.io/?EIO=4&transport=polling`)).status);

  const app = new Koa();
  const server = http.createServer(app.callback());
  app.use((context) => { context.body = "late"; });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  console.log("  a route added after callback():", (await fetch(`http://127.0.0.1:${server.address().port}/`)).status);
  process.exit(0);
}

main();
E2

for version in 4.1.0 4.2.0; do
  mkdir "$work/$version"
  cat >"$work/$version/package.json" <<E2
{"private": true, "dependencies": {"boardgame.io": "0.50.2", "koa": "2.16.4"}, "overrides": {"koa-compose": "$version",
 "@koa/router": "10.1.1", "koa-socket-2": "2.0.0"}}
E2
  cp "$work/look.cjs" "$work/$version/"
  (cd "$work/$version" && npm install --silent --no-audit --no-fund) >"$work/log" 2>&1 ||
    { cat "$work/log"; echo "cannot install the packages"; exit 2; }
  echo "koa-compose $version"
  (cd "$work/$version" && node look.cjs | grep '^  ')
done >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: with koa-compose 4.2.0 boardgame.io's lobby answers 404"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
