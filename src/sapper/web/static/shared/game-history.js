// The games that a person played, kept in this browser: their list, their statistics, export and import.

import { memory } from "./elements.js";
import { shortRecord } from "./links.js";
import { texts } from "./texts.js";

const FORMAT = 1;
const MOST_GAMES = 2000;
const MOST_CHARACTERS = 3_000_000; // browsers keep about five million
const LONGEST_RECORD = 8000; // characters; the record of a longer game is not kept
const NUMBERS = ["at", "rows", "cols", "mines", "seconds", "bbbv", "deeds"];

let listener = null;

/** Call `changed` after every change of the history. */
export function watchHistory(changed) {
  listener = changed;
}

/** Every game, the oldest first. */
export function games() {
  return memory.get("games", []);
}

function keep(list) {
  let kept = list.slice(-MOST_GAMES);
  while (kept.length > 1 && JSON.stringify(kept).length > MOST_CHARACTERS) kept = kept.slice(Math.ceil(kept.length / 10));
  memory.set("games", kept);
  listener?.();
}

/** Add a game that is over. A game that is already known, such as one that was taken back and ended again, stays as it is. */
export function addGame(game, record) {
  const list = games();
  if (list.some(({ id }) => id === game.id)) return;
  const { rows, cols, mines, first_move, no_guess, again, seconds, deeds, helped, what_if, over } = game;
  const short = shortRecord(record);
  const isShort = JSON.stringify(short).length <= LONGEST_RECORD;
  const won = game.state === "won";
  const facts = { id: game.id, at: Date.now(), rows, cols, mines, first_move, no_guess, won, seconds, deeds, helped };
  keep([...list, { ...facts, experiment: what_if || again, bbbv: over.bbbv, efficiency: over.efficiency, record: isShort ? short : null, review: null }]);
}

/** Note what the review of a game found, unless its record is another: moves may have been taken back since. */
export function noteReview(id, record, moves, strength) {
  const list = games();
  const game = list.find((each) => each.id === id);
  if (game?.record?.moves !== shortRecord(record).moves) return;
  if (game.review?.strength === "strong" && strength === "fast") return;
  const count = (grade) => moves.filter((move) => move.grade === grade).length;
  const sum = (name) => moves.reduce((total, move) => total + (move[name] ?? 0), 0);
  game.review = { strength, mistakes: count("mistake"), inaccuracies: count("inaccuracy"), cost: sum("cost"), luck: sum("luck") };
  keep(list);
}

/** The history as a document for a file. */
export function exported() {
  return { format: FORMAT, games: games() };
}

function isGame(game) {
  if (!game || typeof game.id !== "string" || typeof game.won !== "boolean" || !NUMBERS.every((name) => Number.isFinite(game[name]) && game[name] >= 0)) return false;
  const { review } = game;
  return !review || ["mistakes", "inaccuracies", "cost", "luck"].every((name) => Number.isFinite(review[name]));
}

/** Add the games of an exported document, and return how many were new. Throws an error if it is none. */
export function importGames(document) {
  if (document?.format !== FORMAT || !Array.isArray(document.games) || !document.games.every(isGame)) throw new Error(texts.history.noHistory);
  const known = new Map(games().map((game) => [game.id, game]));
  const before = known.size;
  for (const game of document.games) {
    const old = known.get(game.id);
    if (!old) known.set(game.id, game);
    else old.review ??= game.review;
  }
  keep([...known.values()].sort((a, b) => a.at - b.at));
  return known.size - before;
}

/** The name of a game's level: that of a preset, or its size and mines. */
export function levelOf({ rows, cols, mines }, levels) {
  const preset = Object.entries(levels).find(([, level]) => level.rows === rows && level.cols === cols && level.mines === mines);
  return preset ? preset[0] : `${rows}×${cols}/${mines}`;
}

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

/** The statistics of games. Experiments and games with help are not counted. */
export function statistics(list) {
  const fair = list.filter((game) => !game.helped && !game.experiment);
  const won = fair.filter((game) => game.won);
  const reviewed = fair.filter((game) => game.review);
  let streak = 0;
  let longest = 0;
  for (const game of fair) {
    streak = game.won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const best = (values, choose) => (values.length ? choose(...values) : null);
  return {
    games: fair.length,
    left: list.length - fair.length,
    wins: won.length,
    rate: fair.length ? won.length / fair.length : null,
    time: mean(won.map((game) => game.seconds)),
    bestTime: best(won.map((game) => game.seconds), Math.min),
    speed: mean(won.map(speedOf)),
    bestSpeed: best(won.map(speedOf), Math.max),
    efficiency: mean(won.map((game) => game.efficiency).filter((value) => value !== null)),
    luck: mean(reviewed.map((game) => game.review.luck)),
    mistakes: mean(reviewed.map((game) => game.review.mistakes + game.review.inaccuracies)),
    streak: longest,
  };
}

/** 3BV per second of a won game. */
export function speedOf({ bbbv, seconds }) {
  return bbbv / Math.max(seconds, 0.001);
}
