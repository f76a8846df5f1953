// boardgame.io under a load of sealed moves: run where it is installed, and by nothing of this project.
//
//   node boardgame_io.cjs serve memory|flatfile PORT FOLDER    serves a game in which everybody seals a number again and again
//   node boardgame_io.cjs drive PORT MATCHES CONNECTIONS       for each line read, a number of seconds, has that many people
//                                                              seal at a time, each at another table, and writes twice how
//                                                              many seals were accepted, and in how many seconds
//
// A move is secret as boardgame.io has it: kept by the server, and stripped from what others are sent.
"use strict";

const { createRequire } = require("node:module");
const readline = require("node:readline");

const here = createRequire(`${process.cwd()}/`);

const sealed = (strip) => ({
  name: "sealed",
  setup: () => ({ players: {} }),
  playerView: strip,
  turn: { activePlayers: { all: "sealing" }, stages: { sealing: {} } },
  moves: {
    seal: {
      client: false,
      move: ({ G, playerID }, number) => {
        G.players[playerID] = number;
      },
    },
  },
});

async function serve(kind, port, folder) {
  const { Server, FlatFile } = here("boardgame.io/server");
  const { PlayerView } = here("boardgame.io/core");
  const db = kind === "flatfile" ? new FlatFile({ dir: folder }) : undefined;
  const server = Server({ games: [sealed(PlayerView.STRIP_SECRETS)], origins: ["http://127.0.0.1"], ...(db && { db }) });
  await server.run({ port, callback: () => console.log("ready") });
}

async function post(url, body) {
  const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function seated(port, io) {
  const lobby = `http://127.0.0.1:${port}/games/sealed`;
  const { matchID } = await post(`${lobby}/create`, { numPlayers: 2 });
  const { playerCredentials } = await post(`${lobby}/${matchID}/join`, { playerID: "0", playerName: "Ann" });
  const socket = io(`http://127.0.0.1:${port}/sealed`, { transports: ["websocket"] });
  const person = { socket, matchID, credentials: playerCredentials, stateID: 0, told: null };
  const synced = new Promise((resolve) => {
    person.told = resolve;
  });
  socket.on("sync", (_match, { state }) => {
    person.stateID = state._stateID;
    person.told?.();
  });
  socket.on("update", (_match, state) => {
    person.stateID = state._stateID;
    person.told?.();
  });
  socket.emit("sync", matchID, "0", playerCredentials, 2);
  await synced;
  return person;
}

function seal(person) {
  const before = person.stateID;
  return new Promise((resolve, reject) => {
    person.told = () => (person.stateID === before + 1 ? resolve() : reject(new Error("a seal was not accepted")));
    const payload = { type: "seal", args: [before], playerID: "0", credentials: person.credentials };
    person.socket.emit("update", { type: "MAKE_MOVE", payload }, before, person.matchID, "0");
  });
}

async function drive(port, matches, connections) {
  const { io } = here("socket.io-client");
  const people = [];
  for (let number = 0; number < matches; number++) people.push(await seated(port, io));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const begun = performance.now();
    const ends = begun + 1000 * Number(line);
    let accepted = 0;
    const sealing = async (first) => {
      for (let at = first; performance.now() < ends; at = (at + connections) % matches) {
        await seal(people[at]);
        accepted += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, first) => sealing(first)));
    console.log(accepted, accepted, (performance.now() - begun) / 1000);
  }
  process.exit(0);
}

const [what, ...given] = process.argv.slice(2);
if (what === "serve") serve(given[0], Number(given[1]), given[2]);
else drive(...given.map(Number));
