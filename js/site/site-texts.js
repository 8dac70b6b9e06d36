// The texts that only the static site has, in English.

const cell = ([row, col]) => `(${row}, ${col})`;
const share = (value) => `${(100 * value).toFixed(1)}%`;
const wins = ({ cell: where, win }) => `${cell(where)} wins ${share(win)} of all games`;

export const siteTexts = {
  noCore: "The engine cannot be loaded. Load the page again while you are online.",
  failed: (reason) => `The engine failed and was started again (${reason}). Your game is kept.`,
  late: (seconds) => `This took longer than ${seconds} seconds, so it was stopped.`,
  large: (side) => `Boards have at most ${side} rows and ${side} columns here.`,
  onServerOnly: "This needs sapper serve.",
  noNetwork: "The network cannot be loaded: it needs a connection when it is first used.",
  networkFailed: (reason) => `The network failed: ${reason}`,
  about: (megabytes) => `Everything is computed in this browser, and nothing is sent anywhere. A computation gets at most ${megabytes} MB of memory.`,
  ready: "The page now works offline.",
  newer: "A new version of this page is ready.",
  reload: "Load it",
  sure: (count, risk) => `predicted safe, with a risk of at most ${risk}`,
  guess: (risk) => `the best guess, with a predicted risk of ${risk}`,
  noMove: "every covered cell carries a flag",
  trainer: {
    notLoaded: "The exercises cannot be loaded. Try again while you are online.",
    noProgress: (format) => `this is not the trainer's progress: it has no "format": ${format}`,
    damaged: (what) => `the progress of the trainer is damaged: ${what}`,
    parts: {
      rating: "a rating or a deviation is out of its range",
      count: "a time or a count is out of its range",
      names: "the exercises are named by short texts",
      repetitions: "a repetition has a box and a time",
      history: "the history has a time, a kind and a rating in each entry",
    },
    unknown: (name) => `there is no exercise '${name}' in this version of Sapper`,
    noneFits: "no other exercise fits the choice",
    solution: "Here is the solution.",
    isMine: (where) => `The cell ${cell(where)} is certainly a mine.`,
    notCertain: (where, risk) => `The cell ${cell(where)} is not certain: it is a mine in ${share(risk)} of all layouts.`,
    missing: (count) => `Right so far, but ${count === 1 ? "one more cell is" : `${count} more cells are`} certainly free.`,
    oneRight: "Right: it is certainly free.",
    allRight: "Right: all of them are certainly free.",
    equalGuesses: (count, win) => `There are ${count} best guesses; each wins ${share(win)} of all games.`,
    bestGuess: (best) => `The best guess is ${cell(best.cell)}, which wins ${share(best.win)} of all games.`,
    guessIsMine: (where, best) => `The cell ${cell(where)} is certainly a mine. ${wins(best)}.`,
    guessRight: (named) => `Right: ${wins(named)}.`,
    guessWrong: (named, best) => `The guess ${cell(named.cell)} wins ${share(named.win)}, ${(100 * (best.win - named.win)).toFixed(1)} points less: ${wins(best)}.`,
  },
};
