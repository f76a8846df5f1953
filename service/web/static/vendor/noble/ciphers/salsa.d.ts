// The shipped salsa.js is the package's own file (`make check` compares them); its types come from the package.
export * from "@noble/ciphers/salsa.js";
