// Holds what a browser keeps against a log's first line as the web table does: a case a line in, what it says a line out.
import { readFileSync } from "node:fs";
import { beginning } from "../../../service/web/static/sealing/beginnings.js";

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) console.log(JSON.stringify(await beginning(JSON.parse(line))));
