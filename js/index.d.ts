import type { AnalyseRequest, Answers, BestMove, Cell, Requests } from "./facade-types.js";

export type * from "./facade-types.js";

/** The name of a request. */
export type RequestName = keyof Requests;

/** The kind of a refusal: why a request got no answer. */
export type RefusalKind =
  /** The request itself is wrong: a missing field, a wrong type, a cell outside the board. */
  | "malformed"
  /** No layout fits the position. */
  | "impossible"
  /** The limits on time or memory were too small. */
  | "out_of_budget"
  /** There is no such request, agent or game. */
  | "unknown"
  /** The state of a game does not allow the request. */
  | "conflict"
  /** The request was stopped. Only a `Client` refuses so. */
  | "stopped"
  /** The worker could not be started, or it ended. Only a `Client` refuses so. */
  | "broken";

/** A request that got no answer. Its message says what to change. */
export class Refusal extends Error {
  name: "Refusal";
  kind: RefusalKind;
  /** Of an impossible position: numbers that contradict each other. */
  cells: Cell[];
  /** Whether the mine count belongs to the contradiction. */
  uses_mine_count: boolean;
}

/** The module of the core, its bytes or its address. */
export type CoreSource = WebAssembly.Module | BufferSource | URL | string;

/**
 * Answer a request in this thread, which is busy meanwhile, and return the last answer.
 *
 * `onAnswer` gets every answer. When it returns false, the request ends with the best result so far.
 */
export function ask<N extends RequestName>(
  name: N,
  request: Requests[N],
  onAnswer?: (answer: Answers[N]) => unknown,
): Promise<Answers[N]>;

/** The JSON Schema of every request and answer. */
export function schema(): Promise<Record<string, unknown>>;

/** The options of `analyse`: the fields of the request of this name. */
export type AnalyseOptions = Omit<AnalyseRequest, "position" | "digits">;

/** An analysis, as `sapper analyse --json` prints it. */
export interface Analysis {
  rows: number;
  cols: number;
  mines: number;
  /** The number of layouts; null if it was not counted. Above 2^53 it is rounded. */
  solutions: number | null;
  /** Whether the risks are exact. Otherwise they are estimates. */
  exact: boolean;
  /** The risk of every covered cell, row by row; null where a cell is open. */
  risk: (number | null)[][];
  /** The cells that are certainly free. */
  safe: Cell[];
  /** The cells that are certainly mines. */
  mine_cells: Cell[];
}

/** Analyse a position such as "1??/???/??? 2", in this thread. It is refused when no layout fits. */
export function analyse(
  position: string,
  options: AnalyseOptions & { best: true },
): Promise<Analysis & { best: BestMove | null }>;
export function analyse(position: string, options?: AnalyseOptions): Promise<Analysis>;

/** What a `Client` needs of a worker: a `Worker` of a browser or of node. */
export interface AnyWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

/** One worker, which answers requests one after another. */
export class Client {
  constructor(options?: {
    /** Starts the worker, where `new Worker(new URL("./worker.js", import.meta.url))` does not. */
    start?: () => AnyWorker | Promise<AnyWorker>;
    /** The core, if it is not beside worker.js. */
    load?: CoreSource;
  });

  /**
   * Answer a request, and return the last answer. To stop it, its worker is ended, with the games that it holds;
   * another worker answers the requests that still wait.
   */
  ask<N extends RequestName>(
    name: N,
    request: Requests[N],
    options?: { onAnswer?: (answer: Answers[N]) => unknown; signal?: AbortSignal },
  ): Promise<Answers[N]>;

  /**
   * Keep the weights of an agent, the bytes of a file `NAME.weights`, in this worker. The request "watch" then knows the
   * agent by this name. A worker that is stopped forgets it.
   */
  keepWeights(agent: string, weights: Uint8Array): Promise<void>;

  /** End the worker. Requests without an answer are refused with the kind "stopped". */
  close(): void;
}

/** The core in the thread that loads it. */
export class Core {
  static load(source?: CoreSource): Promise<Core>;
  ask: typeof ask;
  /** Keep the weights of an agent, the bytes of a file `NAME.weights`. "watch" then knows the agent by this name. */
  keepWeights(agent: string, weights: Uint8Array): Promise<void>;
}
