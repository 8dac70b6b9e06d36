// The trainer without a server: exercises with their solutions are static files, and the progress stays in this browser.

import { compute } from "./core-workers.js";
import { Refusal } from "../shared/refusal.js";
import { siteTexts } from "./site-texts.js";
import { FACTS } from "./site-facts.js";
import { KINDS, due, ratingNow, readProgress, record, stateOf } from "./trainer-progress.js";

const words = siteTexts.trainer;
const NEAREST = 24; // the next exercise is drawn from this many whose rating is nearest to that of the player
const AS_GOOD = 0.005; // a guess whose chance to win is this close to the best is right
const EQUAL = 1e-9;

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
  if (!response?.ok) throw new Refusal(0, { detail: words.notLoaded });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // some servers unpack such files themselves
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).json();
}

const seconds = () => Math.floor(Date.now() / 1000);

/** The kinds of exercises and the patterns. */
export async function trainerOffer() {
  const { patterns } = await file("index");
  return { patterns, kinds: KINDS };
}

/** An exercise by its name, with its position and its solution. */
async function exercise(name) {
  const { exercises, size } = await file("index");
  const at = exercises.findIndex((each) => each.name === name);
  if (at < 0) throw new Refusal(400, { detail: words.unknown(name) });
  const part = await file(`part-${Math.floor(at / size)}`);
  return { ...exercises[at], ...part[at % size] };
}

/** Choose the next exercise: one that has come back, else a new one of the player's strength. */
export async function chooseExercise({ progress: given, kind = "any", pattern = null, exercise: named = null }) {
  const progress = readProgress(given);
  const now = seconds();
  const chosen = named === null ? await choose(progress, now, kind, pattern) : { name: named, has_returned: due(progress, now).includes(named) };
  const { name, kind: found, grade, difficulty, position } = await exercise(chosen.name);
  return { name, kind: found, grade, difficulty, position, has_returned: chosen.has_returned, state: stateOf(progress, now) };
}

async function choose(progress, now, kind, pattern) {
  const { exercises } = await file("index");
  const fitting = exercises.filter((each) => (kind === "any" || each.kind === kind) && (pattern === null || each.patterns.includes(pattern)));
  if (!fitting.length) throw new Refusal(400, { detail: words.noneFits });
  const back = due(progress, now).find((name) => fitting.some((each) => each.name === name));
  if (back) return { name: back, has_returned: true };
  const seen = new Set(progress.seen);
  const fresh = fitting.filter(({ name }) => !seen.has(name));
  if (!fresh.length) return { name: any(fitting).name, has_returned: false };
  const drawn = any(KINDS.filter((each) => fresh.some((one) => one.kind === each)));
  const { rating } = ratingNow(progress, drawn, now);
  const distance = ({ difficulty }) => Math.abs(difficulty - rating);
  const near = fresh.filter((each) => each.kind === drawn).sort((a, b) => distance(a) - distance(b) || (a.name < b.name ? -1 : 1));
  return { name: any(near.slice(0, NEAREST)).name, has_returned: false };
}

const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Judge an answer, and return the solution and the new progress. */
export async function answerExercise({ exercise: name, cells, find_all: findAll = false, progress: given }) {
  const progress = readProgress(given);
  const now = seconds();
  const asked = await exercise(name);
  const judged = asked.kind === "guess" ? judgeGuess(asked, cells) : await judgeDeduction(asked, cells, findAll);
  const result = record(progress, asked, judged.right, now);
  const { solution, mine_cells, proofs, moves } = asked;
  return { ...judged, solution, mine_cells, proofs, moves, ...result, progress, state: stateOf(progress, now) };
}

const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const isIn = (cell, list) => list.some((each) => same(each, cell));

async function judgeDeduction({ position, solution, mine_cells: mines }, cells, findAll) {
  const wrong = cells.filter((cell) => !isIn(cell, solution));
  const missing = findAll ? solution.filter((cell) => !isIn(cell, cells)).length : 0;
  const right = cells.length > 0 && !wrong.length && !missing;
  if (!cells.length) return { right, sentence: words.solution };
  if (wrong.length) {
    const sentence = isIn(wrong[0], mines) ? words.isMine(wrong[0]) : words.notCertain(wrong[0], await riskOf(position, wrong[0]));
    return { right, sentence };
  }
  if (missing) return { right, sentence: words.missing(missing) };
  return { right, sentence: cells.length === 1 ? words.oneRight : words.allRight };
}

async function riskOf(position, [row, col]) {
  const { risk } = await compute("analyse", { position, best: false }, { seconds: FACTS.limits.seconds });
  return risk[row][col];
}

function judgeGuess({ moves, mine_cells: mines }, cells) {
  const [best] = moves;
  if (!cells.length) {
    const equal = moves.filter(({ win }) => best.win - win < EQUAL).length;
    return { right: false, sentence: equal > 1 ? words.equalGuesses(equal, best.win) : words.bestGuess(best) };
  }
  const [cell] = cells;
  const named = moves.find((move) => same(move.cell, cell));
  if (!named) return { right: false, sentence: words.guessIsMine(cell, best) };
  const right = best.win - named.win <= AS_GOOD;
  return { right, sentence: right ? words.guessRight(named) : words.guessWrong(named, best) };
}
