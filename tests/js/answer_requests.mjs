// Answers requests: lines of JSON {name, request} from standard input, each with a line {answers} or {refused}.

import { createInterface } from "node:readline";
import { ask } from "../../js/index.js";

for await (const line of createInterface({ input: process.stdin })) {
  const { name, request } = JSON.parse(line);
  const answers = [];
  let result = { answers };
  try {
    await ask(name, request, (answer) => void answers.push(answer));
  } catch ({ kind, message, cells, uses_mine_count }) {
    result = { refused: { kind, message, cells, uses_mine_count } };
  }
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
