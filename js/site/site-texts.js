// The texts that only the static site has, in English.

export const siteTexts = {
  noCore: "The engine cannot be loaded. Load the page again while you are online.",
  late: (seconds) => `This took longer than ${seconds} seconds, so it was stopped.`,
  large: (side) => `Boards have at most ${side} rows and ${side} columns here.`,
  onServerOnly: "This needs sapper serve.",
  noNetwork: "The network cannot be loaded: it needs a connection when it is first used.",
  networkFailed: (reason) => `The network failed: ${reason}`,
  about: (megabytes) => `Everything is computed in this browser, and nothing is sent anywhere. A computation gets at most ${megabytes} MB of memory.`,
  newer: "A new version of this page is ready.",
  reload: "Load it",
  sure: (count, risk) => `predicted safe, with a risk of at most ${risk}`,
  guess: (risk) => `the best guess, with a predicted risk of ${risk}`,
  noMove: "every covered cell carries a flag",
  noExercises: "The exercises cannot be loaded. Try again while you are online.",
  noExercise: (name) => `there is no exercise '${name}' in this version of Sapper`,
};
