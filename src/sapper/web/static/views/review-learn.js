// Learn from your mistakes: each mistake of a game as a position to solve, before its answer is shown.

import { Board, COVERED } from "../board/board.js";
import { print } from "../board/position-text.js";
import { percent } from "../shared/colours.js";
import { button, h } from "../shared/elements.js";
import { ask } from "../shared/transport.js";
import { texts } from "../shared/texts.js";
import { sentence } from "./analysis-parts.js";
import { pointsText } from "./review-list.js";
import { showPosition } from "./review-position.js";
import { riskMarks } from "./risk-marks.js";

const words = texts.review.learning;

export class Learning {
  /** `moves` are the mistakes of `record`, as the review graded them; `leave()` ends the lesson. */
  constructor(record, moves, leave) {
    Object.assign(this, { record, moves, number: 0, solved: 0 });
    this.board = new Board({ label: words.board, act: (kind, cell) => this.act(kind, cell), fit: "both", height: 0.6 });
    this.heading = h("span", { class: "status", role: "status", "data-testid": "lesson" });
    this.answer = h("div", { class: "notice", "aria-live": "polite", "data-testid": "answer" });
    this.showButton = button(words.show, () => this.showAnswer());
    this.nextButton = button(words.next, () => this.next(), { kind: "primary" });
    this.element = h(
      "section",
      { class: "panel board-card" },
      h("header", {}, this.heading, button(words.leave, leave)),
      h("div", { class: "board-wrap" }, this.board.element),
      h("div", { class: "body" }, this.answer, h("div", { class: "row" }, this.showButton, this.nextButton)),
    );
    const { rows, cols } = record.rules;
    this.board.reset(rows, cols);
    this.begin();
  }

  get move() {
    return this.moves[this.number];
  }

  begin() {
    this.isOver = false;
    showPosition(this.board, this.record, this.move.number);
    this.board.unmark();
    this.board.ring([]);
    this.heading.textContent = words.place(this.number + 1, this.moves.length);
    this.answer.textContent = words.task(this.move.do, texts.cell(this.move.cell), percent(this.move.risk));
    this.showButton.classList.remove("hidden");
    this.nextButton.classList.add("hidden");
    this.board.svg.focus({ preventScroll: true });
  }

  act(kind, cell) {
    if (kind === "flag" && this.board.numbers[cell] === COVERED) {
      this.board.flags[cell] ^= 1;
      this.board.paint(cell);
    }
    if (kind === "open" && !this.isOver && this.board.numbers[cell] === COVERED) this.try(cell);
    return kind !== "key" && kind !== "point";
  }

  get position() {
    const { rows, cols, mines } = this.record.rules;
    return print({ rows, cols, mines, numbers: this.board.numbers, flags: new Uint8Array(rows * cols) });
  }

  /** Let the server weigh the chosen cell against the best move. */
  async try(cell) {
    const { move } = this;
    const chosen = this.board.pair(cell);
    this.answer.textContent = texts.analyse.thinking;
    try {
      const weighed = await ask("weigh", { position: this.position, cell: chosen });
      if (move !== this.move || this.isOver) return;
      if (weighed.grade === "best" || weighed.grade === "forced") {
        this.solved += 1;
        this.finish(words.right(texts.cell(chosen)), cell);
      } else {
        this.board.ring([{ cell, kind: "contradiction" }]);
        this.answer.textContent = words.wrong(texts.cell(chosen), percent(weighed.risk), pointsText(weighed));
      }
    } catch (error) {
      this.answer.textContent = sentence(error.message);
    }
  }

  showAnswer() {
    this.finish("", null);
  }

  /** Show the answer: the best move with its reason, what the move played cost, and all risks. */
  async finish(said, chosen) {
    const { board, move } = this;
    this.isOver = true;
    this.showButton.classList.add("hidden");
    this.nextButton.classList.remove("hidden");
    this.nextButton.firstChild.textContent = this.number + 1 < this.moves.length ? words.next : words.end(this.solved, this.moves.length);
    const best = move.best.cell;
    const played = words.played(move.do, texts.cell(move.cell), pointsText(move));
    this.answer.textContent = [said, words.best(texts.cell(best)), sentence(move.best.reason), played].filter(Boolean).join(" ");
    board.ring([{ cell: board.index(...best), kind: "best" }, { cell: board.index(...move.cell), kind: "last" }, ...(chosen === null ? [] : [{ cell: chosen, kind: "asked" }])]);
    this.nextButton.focus();
    try {
      const analysis = await ask("analyse", { position: this.position, best: false });
      if (move !== this.move) return;
      board.mark(riskMarks(board, analysis));
    } catch {
      // The answer stands without the risks.
    }
  }

  next() {
    this.number = (this.number + 1) % this.moves.length;
    if (this.number === 0) this.solved = 0;
    this.begin();
  }
}
