// Prints a TypeScript module without its types, as a browser runs it. TypeScript itself does it, in the version of the lock.
import { readFileSync } from "node:fs";
import ts from "typescript";

const { outputText } = ts.transpileModule(readFileSync(process.argv[2], "utf-8"), {
  compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true },
});
process.stdout.write(`// Made from openapi/verifier/transcript.ts by \`python -m checks.web --write\`; do not change it here.\n${outputText}`);
