// The shipped lit-html.js is the package's own file (`make check` compares them); its types come from the package.
export * from "lit-html";
