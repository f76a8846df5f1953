// Every statement below its remark must be refused by the compiler: TypeScript says so if one is not.
import { createSiegelpost, type AnyMove, type Kontor1MoveChoose, type SeafarersMove } from "../../../openapi/clients/typescript/src/index.ts";

// @ts-expect-error no game has such a move
export const nonsense: AnyMove = { type: "teleport" };
// @ts-expect-error a card is named by a text
export const number: Kontor1MoveChoose = { type: "play", card: 24 };
// @ts-expect-error the piece is missing
export const half: SeafarersMove = { type: "found", node: 4, edge: 7 };
// @ts-expect-error a piece is a road or a ship
export const train: SeafarersMove = { type: "found", node: 4, edge: 7, piece: "train" };

const client = createSiegelpost("https://siegelpost.example", { token: "sp_" });
const path = { match: "", decision: "r1.choose" };
// @ts-expect-error a nonsense move in a request
await client.PUT("/v1/matches/{match}/decisions/{decision}/commitment", { params: { path }, body: { move: { type: "teleport" } } });
// @ts-expect-error no such path
await client.GET("/v1/matches/{match}/secrets", { params: { path: { match: "" } } });
