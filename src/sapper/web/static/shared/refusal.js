import { texts } from "./texts.js";

/** An answer that says why there is none. Its status is that of the server's response: 400 for bad input, 504 for a budget that ran out. */
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.detail ?? texts.errors.unknown);
    this.status = status;
    this.answer = answer;
  }
}
