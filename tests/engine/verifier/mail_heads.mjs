// Compares pasted mails with a log as the web table does: a case a line in, what it says a line out.
import { readFileSync } from "node:fs";
import { compareMail } from "../../../service/web/static/verifying/mail-heads.js";

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { text, match, heads, keys } = JSON.parse(line);
  console.log(JSON.stringify(await compareMail(text, match, heads, keys)));
}
