// The transport of the static site: requests are answered in this browser, by workers with the core.

import { texts } from "../shared/texts.js";
import { CoreWorker, compute, warm } from "./core-workers.js";
import { install } from "./installation.js";
import { Refusal } from "../shared/refusal.js";
import { FACTS } from "./site-facts.js";
import { siteTexts as words } from "./site-texts.js";
import { think } from "./thinking.js";
import { answerExercise, chooseExercise, trainerOffer } from "./trainer.js";
import { watch } from "./watching.js";

/** What a page without a server cannot do: show runs, read replays of other programs and pictures, keep documents for links. */
export const offers = { lab: false, train: true, replays: false, pictures: false, sharing: false };

const { limits } = FACTS;
const STRENGTH = "strong"; // unless the page asks for another one
const ROUNDED = { decimals: 6, digits: 1000 };

/** The limits of a question: half of the time is for the risks, the other half for the steps that use them. */
const BOUNDED = { budget: limits.seconds / 2, memory: limits.memory };

const PATIENCE = 3000; // ms for which the files of the page wait for the first answer, before all of them are kept

const games = new CoreWorker("./game-worker.js");

/** A request about a game. It may have to wait for another one. */
const game = (name, fields) => games.ask(name, fields, { seconds: 2 * limits.seconds });

/** One answer about a position. */
const position = (name, fields, options, signal) => compute(name, { ...BOUNDED, ...fields, ...options }, { seconds: limits.seconds, signal });

function checkSize({ rows, cols }) {
  if (Math.max(rows, cols) > FACTS.side) throw new Refusal(400, { detail: words.large(FACTS.side) });
}

/** Before the first cell is opened, the core also knows what the rules promise about which cell. */
async function hint({ id, best }, signal) {
  const found = await game("help", { id });
  return position("analyse", { ...found, best, strength: STRENGTH }, ROUNDED, signal);
}

const bytesOf = (base64) => Array.from(atob(base64), (sign) => sign.charCodeAt(0));

async function readPosition({ text, data }, signal) {
  const request = data === undefined ? ["read_position", { text }] : ["open_board_file", { data: bytesOf(data) }];
  const found = await compute(...request, { seconds: limits.seconds, signal });
  checkSize(found);
  return found;
}

async function wholeRecord({ short }) {
  checkSize(short?.rules ?? {});
  return { records: [await compute("complete_record", { short }, { seconds: limits.seconds })] };
}

const ANSWERS = {
  about: () => FACTS,
  analyse: (fields, signal) => position("analyse", { best: true, strength: STRENGTH, ...fields }, ROUNDED, signal),
  explain: (fields, signal) => position("explain", fields, { decimals: ROUNDED.decimals }, signal),
  weigh: (fields, signal) => position("weigh", { strength: STRENGTH, ...fields }, {}, signal),
  read_position: readPosition,
  read_records: wholeRecord,
  new_game: (fields) => {
    checkSize(fields);
    return game("new_game", fields);
  },
  continue_game: (fields) => {
    checkSize(fields.record?.rules ?? {});
    return game("continue_game", fields);
  },
  game: (fields) => game("game", fields),
  move: (fields) => game("move", { budget: BOUNDED.budget, ...fields }),
  autoplay: (fields) => game("autoplay", { budget: BOUNDED.budget, ...fields }),
  take_back: (fields) => game("take_back", fields),
  play_again: (fields) => game("play_again", fields),
  hint,
  game_record: (fields) => game("game_record", fields),
  exercises: trainerOffer,
  next_exercise: chooseExercise,
  judge_answer: answerExercise,
};

let isAnswered;
const firstAnswer = new Promise((resolve) => (isAnswered = resolve));

/** Ask for one answer. Throws a Refusal if there is none. */
export async function ask(name, fields = {}, signal) {
  if (!(name in ANSWERS)) throw new Refusal(404, { detail: words.onServerOnly });
  const answer = await ANSWERS[name](fields, signal);
  if (answer !== FACTS) isAnswered();
  return answer;
}

const STREAMS = {
  think: (fields, options) => think({ ...BOUNDED, strength: STRENGTH, ...fields }, { ...options, seconds: limits.thinking }),
  reasons: (fields, options) => compute("reasons", { ...BOUNDED, ...fields }, { ...options, seconds: limits.thinking }),
  review: (fields, options) => {
    checkSize(fields.record?.rules ?? {});
    return compute("review", fields, { ...options, seconds: limits.reviewing });
  },
  watch: (fields, options) => {
    checkSize(fields);
    return watch(fields, { ...options, seconds: limits.thinking });
  },
};

/** Start a task that streams. Each message is passed to `listener`; the last one has kind "end". Returns a function that stops the task. */
export function stream({ do: name, ...fields }, listener) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const tell = (message) => {
    if (!signal.aborted) listener(message);
  };
  const run = async () => {
    try {
      await STREAMS[name](fields, { tell, signal, streams: true });
    } catch (error) {
      if (!(error instanceof Refusal) && !signal.aborted) console.error(error);
      tell({ kind: "refused", error: error.message ?? texts.errors.unknown });
    }
    tell({ kind: "end" });
  };
  run();
  return () => stopping.abort();
}

/** There is no server that may go away. The page is made to work offline in its place. */
export function watchServer() {
  warm().catch(() => {}); // the first request says why
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  install(Promise.race([firstAnswer, late]));
}
