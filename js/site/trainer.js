// The trainer without a server: exercises with their solutions are static files, and the progress stays in this browser.
// The core chooses and judges, as it does for the server.

import { compute } from "./core-workers.js";
import { Refusal } from "../shared/refusal.js";
import { siteTexts } from "./site-texts.js";
import { FACTS } from "./site-facts.js";

const KINDS = ["deduction", "guess"];

const files = new Map();

/** A file of exercises: JSON that was compressed when the site was built. */
function file(name) {
  if (!files.has(name)) {
    const reading = read(name);
    reading.catch(() => files.delete(name));
    files.set(name, reading);
  }
  return files.get(name);
}

async function read(name) {
  const response = await fetch(new URL(`./exercises/${name}.json.gz`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Refusal(0, { detail: siteTexts.noExercises });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // some servers unpack such files themselves
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).json();
}

const core = (name, fields) => compute(name, fields, { seconds: FACTS.limits.seconds });
const seconds = () => Math.floor(Date.now() / 1000);
const offer = ({ name, kind, difficulty }) => ({ name, kind, difficulty });

/** The kinds of exercises and the patterns. */
export async function trainerOffer() {
  const { patterns } = await file("index");
  return { patterns, kinds: KINDS };
}

/** An exercise by its name, with its position and its solution. */
async function exercise(name) {
  const { exercises, size } = await file("index");
  const at = exercises.findIndex((each) => each.name === name);
  if (at < 0) throw new Refusal(400, { detail: siteTexts.noExercise(name) });
  const part = await file(`part-${Math.floor(at / size)}`);
  return { ...exercises[at], ...part[at % size] };
}

/** Choose the next exercise: one that has come back, else a new one of the player's strength. */
export async function chooseExercise({ progress = null, kind = "any", pattern = null, exercise: named = null }) {
  const now = seconds();
  const { state, due } = await core("progress", { progress, now });
  const chosen = named === null ? await choose(progress, now, kind, pattern) : { name: named, has_returned: due.includes(named) };
  const { grade, position, ...found } = await exercise(chosen.name);
  return { ...offer(found), grade, position, has_returned: chosen.has_returned, state };
}

async function choose(progress, now, kind, pattern) {
  const { exercises } = await file("index");
  const fitting = exercises.filter((each) => (kind === "any" || each.kind === kind) && (pattern === null || each.patterns.includes(pattern)));
  return core("choose_exercise", { progress, now, exercises: fitting.map(offer), draws: [Math.random(), Math.random()] });
}

/** Judge an answer, and return the solution and the new progress. */
export async function answerExercise({ exercise: name, cells, find_all = false, progress = null }) {
  const { kind, position, solution, mine_cells, proofs, moves, difficulty } = await exercise(name);
  const judged = await core("judge_answer", { kind, position, cells, solution, moves, find_all });
  const changed = await core("add_answer", { progress, now: seconds(), exercise: { name, kind, difficulty }, right: judged.right });
  return { ...judged, solution, mine_cells, proofs, moves, ...changed };
}
