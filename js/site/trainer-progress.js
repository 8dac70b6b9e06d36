// What a player of the trainer has solved and missed: the same document, ratings and times to come back as in
// src/sapper/trainer (progress.py, glicko.py, schedule.py). tests/site compares the two.

import { Refusal } from "../shared/refusal.js";
import { siteTexts } from "./site-texts.js";

const words = siteTexts.trainer;
const FORMAT = 1;
const DAY = 86_400;
const BOXES = [600, DAY, 3 * DAY, 7 * DAY, 21 * DAY]; // seconds until an exercise comes back, by its box
const MOST_HISTORY = 2000;
const START = 1500;
const [LEAST_DEVIATION, LARGEST_DEVIATION] = [45, 350];
const EXERCISE_DEVIATION = 80;
const GROWTH = (LARGEST_DEVIATION ** 2 - 50 ** 2) / 1000; // of the squared deviation, in a day without results
const Q = Math.log(10) / 400;

export const KINDS = ["deduction", "guess"];

const weight = (deviation) => 1 / Math.sqrt(1 + 3 * ((Q * deviation) / Math.PI) ** 2);

/** The Glicko rating after one result against an exercise. */
function after({ rating, deviation }, difficulty, score) {
  const w = weight(EXERCISE_DEVIATION);
  const chance = 1 / (1 + 10 ** ((-w * (rating - difficulty)) / 400));
  const precision = 1 / deviation ** 2 + Q ** 2 * w ** 2 * chance * (1 - chance);
  return { rating: rating + (Q / precision) * w * (score - chance), deviation: Math.max(LEAST_DEVIATION, precision ** -0.5) };
}

function check(isRight, what) {
  if (!isRight) throw new Refusal(400, { detail: words.damaged(what) });
}

const isBetween = (value, least, most) => typeof value === "number" && value >= least && value <= most;
const isWhole = (value, most) => Number.isInteger(value) && isBetween(value, 0, most);
const LATEST = Number.MAX_SAFE_INTEGER;

/** The progress of a player: `null` for a new one, else what `written` returned. */
export function readProgress(given) {
  const fresh = () => ({ rating: START, deviation: LARGEST_DEVIATION, at: 0, answered: 0, right: 0 });
  const progress = { format: FORMAT, ratings: Object.fromEntries(KINDS.map((kind) => [kind, fresh()])), seen: [], repetitions: {}, history: [] };
  if (given === null || given === undefined) return progress;
  if (given?.format !== FORMAT) throw new Refusal(400, { detail: words.noProgress(FORMAT) });
  for (const kind of KINDS) {
    const entry = given.ratings?.[kind];
    check(isBetween(entry?.rating, -10_000, 10_000) && isBetween(entry.deviation, 1, LARGEST_DEVIATION), words.parts.rating);
    check(isWhole(entry.at, LATEST) && isWhole(entry.answered, LATEST) && isWhole(entry.right, entry.answered), words.parts.count);
    const { rating, deviation, at, answered, right } = entry;
    progress.ratings[kind] = { rating, deviation, at, answered, right };
  }
  const isName = (name) => typeof name === "string" && name.length <= 64;
  check(Array.isArray(given.seen) && given.seen.every(isName), words.parts.names);
  const isRepetition = ([name, pair]) => isName(name) && Array.isArray(pair) && pair.length === 2 && isWhole(pair[0], BOXES.length - 1) && isWhole(pair[1], LATEST);
  check(Object.entries(given.repetitions ?? []).every(isRepetition), words.parts.repetitions);
  const isResult = (entry) => Array.isArray(entry) && isWhole(entry[0], LATEST) && KINDS.includes(entry[1]) && isBetween(entry[2], -10_000, 10_000);
  check(Array.isArray(given.history) && given.history.every(isResult), words.parts.history);
  progress.seen = [...new Set(given.seen)];
  progress.repetitions = structuredClone(given.repetitions ?? {});
  progress.history = structuredClone(given.history.slice(-MOST_HISTORY));
  return progress;
}

/** The rating of a kind now. Its deviation has grown since the last answer. */
export function ratingNow(progress, kind, now) {
  const { rating, deviation, at } = progress.ratings[kind];
  const grown = at ? Math.sqrt(deviation ** 2 + GROWTH * Math.max(0, (now - at) / DAY)) : deviation;
  return { rating, deviation: Math.min(LARGEST_DEVIATION, Math.max(deviation, grown)) };
}

/** The exercises whose time to come back has come, the longest overdue first. */
export function due(progress, now) {
  const found = Object.entries(progress.repetitions).filter(([, [, at]]) => at <= now);
  return found.sort(([a, [, x]], [b, [, y]]) => x - y || (a < b ? -1 : 1)).map(([name]) => name);
}

/** Add an answer. The first answer to an exercise changes the rating; a miss lets it come back. */
export function record(progress, { name, kind, difficulty }, right, now) {
  const before = ratingNow(progress, kind, now);
  const entry = progress.ratings[kind];
  entry.answered += 1;
  entry.right += right ? 1 : 0;
  const isRepeated = progress.seen.includes(name);
  let changed = before;
  if (!isRepeated) {
    changed = after(before, difficulty, right ? 1 : 0);
    Object.assign(entry, changed, { at: now });
    progress.seen.push(name);
    progress.history = [...progress.history, [now, kind, Math.round(changed.rating)]].slice(-MOST_HISTORY);
  }
  const repetition = progress.repetitions[name];
  delete progress.repetitions[name];
  const later = repetition ? comesBack(repetition, right, now) : right ? null : [0, now + BOXES[0]];
  if (later) progress.repetitions[name] = later;
  return { before: before.rating, after: changed.rating, is_repeated: isRepeated };
}

function comesBack([box, at], right, now) {
  if (!right) return [0, now + BOXES[0]];
  if (now < at) return [box, at]; // solved again before its time, so nothing is known about remembering it
  return box + 1 < BOXES.length ? [box + 1, now + BOXES[box + 1]] : null;
}

/** What the page shows of a progress. */
export function stateOf(progress, now) {
  const waiting = due(progress, now).length;
  const standings = KINDS.map((kind) => {
    const { answered, right } = progress.ratings[kind];
    return [kind, { ...ratingNow(progress, kind, now), answered, right }];
  });
  return { standings: Object.fromEntries(standings), due: waiting, waiting: Object.keys(progress.repetitions).length - waiting, history: progress.history };
}
