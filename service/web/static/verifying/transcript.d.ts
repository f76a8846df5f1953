// transcript.js is made from the verifier of the protocol page (`make check` compares them); its types come from there.
export * from "../../../../openapi/verifier/transcript";
