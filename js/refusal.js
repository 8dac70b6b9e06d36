// Why a request gets no answer.

/** A request that got no answer: `kind` says why in a word, and the message says what to change. */
export class Refusal extends Error {
  name = "Refusal";

  /** @param {{kind: string, message: string, cells?: [number, number][], uses_mine_count?: boolean}} why */
  constructor({ kind, message, cells = [], uses_mine_count = false }) {
    super(message);
    this.kind = kind;
    this.cells = cells;
    this.uses_mine_count = uses_mine_count;
  }

  /** The fields, for a message between threads. */
  toJSON() {
    const { kind, message, cells, uses_mine_count } = this;
    return { kind, message, cells, uses_mine_count };
  }
}

/** The request was stopped before it had its last answer. */
export const stopped = () => new Refusal({ kind: "stopped", message: "the request was stopped" });
