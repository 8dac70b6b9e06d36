// Answers batches of requests and measures them. In: lines of JSON, each a list of {name, request}. Out: for each line the
// milliseconds of processor time that the answers took.

import { createInterface } from "node:readline";
import { ask } from "../js/index.js";

for await (const line of createInterface({ input: process.stdin })) {
  const requests = JSON.parse(line);
  const { user, system } = process.cpuUsage();
  for (const { name, request } of requests) await ask(name, request);
  const after = process.cpuUsage();
  process.stdout.write(`${(after.user - user + after.system - system) / 1000}\n`);
}
