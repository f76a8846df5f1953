// What must compile: moves of every game, as the document describes them.
import { createSiegelpost, type AnyMove, type Kontor1MoveChoose, type SeafarersMove } from "../../../openapi/clients/typescript/src/index.ts";

export const card: Kontor1MoveChoose = { type: "play", card: "C24" };
export const moves: AnyMove[] = [card, { type: "pass" }, { type: "place", at: [0, -3] }, { type: "take", card: "ship_fr#5" }];
export const founding: SeafarersMove = { type: "found", node: 4, edge: 7, piece: "ship" };

const client = createSiegelpost("https://siegelpost.example", { token: "sp_" });
const path = { match: "", decision: "r1.choose" };
export const sealed = await client.PUT("/v1/matches/{match}/decisions/{decision}/commitment", { params: { path }, body: { move: card } });
export const listed = await client.GET("/v1/matches/{match}/decisions/{decision}/moves", { params: { path } });
for (const move of listed.data?.moves ?? []) moves.push(move); // what was read can be sent
