// The shipped blake2.js is the package's own file (`make check` compares them); its types come from the package.
export * from "@noble/hashes/blake2.js";
