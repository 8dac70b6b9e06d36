// The network and its choice of cells: the same as `NeuralAgent` in src/sapper/learn/playing/network_agent.py.

import * as ort from "../network/ort.wasm.min.mjs";

const COVERED = -2;

/** Load the network from its file. */
export async function loadNetwork(model) {
  ort.env.wasm.numThreads = 1; // several would need headers that a plain file server does not send
  ort.env.wasm.wasmPaths = new URL("../network/", import.meta.url).href;
  ort.env.logLevel = "error";
  return ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
}

/** The logits of a view: for each channel, one number for each cell. The first channel is the risk. */
export async function judge(session, { numbers, rows, cols, mines }) {
  const inputs = { views: new ort.Tensor("int8", Int8Array.from(numbers), [1, rows, cols]) };
  if (session.inputNames.includes("mines")) inputs.mines = new ort.Tensor("int64", BigInt64Array.of(BigInt(mines)), [1]);
  const answer = (await session.run(inputs))[session.outputNames[0]];
  const [, channels] = answer.dims;
  const size = rows * cols;
  return Array.from({ length: channels }, (_, channel) => answer.data.slice(channel * size, (channel + 1) * size));
}

/** The cells that the network opens: all that it predicts to be safe, else the best guess; null if it may open none. */
export function choose({ numbers, flags }, logits, { sure, margin }) {
  const [risks, ratings] = logits;
  const allowed = [...numbers.keys()].filter((cell) => numbers[cell] === COVERED && !flags[cell]);
  if (!allowed.length) return null;
  // In single precision, as Python computes it.
  const risk = Float32Array.from(risks, (logit) => Math.fround(1 / Math.fround(1 + Math.fround(Math.exp(-logit)))));
  const safe = allowed.filter((cell) => risk[cell] < sure);
  if (safe.length) return { cells: safe, isSure: true, risk: Math.max(...safe.map((cell) => risk[cell])) };
  const least = Math.min(...allowed.map((cell) => risk[cell]));
  const isNear = (cell) => risk[cell] <= Math.fround(least + Math.fround(margin));
  const rating = (cell) => (margin && ratings ? (isNear(cell) ? ratings[cell] : -Infinity) : -risks[cell]);
  const best = allowed.reduce((found, cell) => (rating(cell) > rating(found) ? cell : found));
  return { cells: [best], isSure: false, risk: risk[best] };
}
