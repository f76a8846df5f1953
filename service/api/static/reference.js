// Shows the document with RapiDoc, with a sample of each operation in the languages of the guide.

/** @typedef {{ parameters?: any[], requestBody?: any, security?: any[], "x-codeSamples"?: any[] }} Operation */

const SERVER = location.origin;

/**
 * The body that an operation's example sends, as indented JSON, or "".
 * @param {Operation} operation
 */
function bodyOf(operation) {
  const content = operation.requestBody?.content?.["application/json"];
  if (!content) return "";
  const named = Object.values(content.examples ?? {})[0];
  return JSON.stringify(content.example ?? named?.value ?? {}, null, 2);
}

/**
 * How to ask for an operation, in three languages. Conditions and idempotency keys are left to the reader: made up, they refuse.
 * @param {string} method @param {string} path @param {Operation} operation
 */
function samples(method, path, operation) {
  const body = bodyOf(operation);
  const token = (operation.security ?? []).length > 0;
  const verb = method.toUpperCase();
  const curl = [
    `curl${verb === "GET" ? "" : ` -X ${verb}`} '${SERVER}${path}'`,
    ...(token ? [`  -H "Authorization: Bearer $SIEGELPOST_TOKEN"`] : []),
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${body.replaceAll("'", "'\\''")}'`] : []),
  ].join(" \\\n");
  const python = `from call import call  # ${SERVER}/docs/guide/call.py\n\nprint(call("${verb}", "${path}"${body ? `, ${inPython(body)}` : ""}))`;
  const typescript = `import { call } from "./call.ts"; // ${SERVER}/docs/guide/call.ts\n\nconsole.log(await call("${verb}", "${path}"${body ? `, ${body}` : ""}));`;
  return [
    { lang: "shell", label: "curl", source: curl },
    { lang: "python", label: "Python", source: python },
    { lang: "typescript", label: "TypeScript", source: typescript },
  ];
}

/** @param {string} body */
function inPython(body) {
  /** @type {Record<string, string>} */
  const words = { true: "True", false: "False", null: "None" };
  return body.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (one) => words[one] ?? one);
}

/**
 * Turn an `example` into `examples`, of which alone RapiDoc fills in and shows the recorded ones.
 * @param {{ content?: Record<string, { example?: unknown, examples?: object }> }} message
 */
function nameExamples(message) {
  for (const content of Object.values(message.content ?? {})) {
    if (content.example === undefined) continue;
    content.examples = { recorded: { summary: "Recorded", value: content.example } };
    delete content.example;
  }
}

/** @param {any} spec the document; changed into what the page shows */
function prepare(spec) {
  for (const parameter of Object.values(spec.components.parameters)) {
    if (parameter.in === "header") parameter["x-fill-example"] = "no"; // a made-up condition answers 412
  }
  // Tokens are pasted here; the grants of OAuth need a page to come back to, and are told in the guide.
  delete spec.components.securitySchemes.oauth;
  spec.components.securitySchemes.token.description = "Make one at [/account/tokens](/account/tokens). It stays in this browser until you clear it.";
  for (const [path, operations] of Object.entries(spec.paths)) {
    for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (operations))) {
      if (method === "parameters") continue;
      operation["x-codeSamples"] = samples(method, path, operation);
      operation.security = operation.security.filter((/** @type {object} */ one) => !("oauth" in one));
      for (const message of [operation.requestBody ?? {}, ...Object.values(operation.responses)]) nameExamples(message);
    }
  }
  return spec;
}

const shown = /** @type {HTMLElement & { loadSpec(spec: object): void } | null} */ (document.querySelector("rapi-doc"));
const answer = await fetch("/openapi.json");
const spec = prepare(await answer.json());
const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => shown?.setAttribute("color-scheme", dark.matches ? "dark" : "light");
dark.addEventListener("change", dress);
await customElements.whenDefined("rapi-doc");
dress(); // its own "system" leaves headings pale on a light page
shown?.loadSpec(spec);

export {}; // a module, so that it may wait at its top
