// The game of one watched agent: a board that can show any step, and the true board beside it.

import { Board } from "../board/board.js";
import { h } from "../shared/elements.js";
import { percent } from "../shared/colours.js";
import { texts } from "../shared/texts.js";

const words = texts.watch;

export class Player {
  constructor(name, review) {
    this.name = name;
    this.steps = [];
    this.record = null;
    this.board = new Board({ label: words.board(name), rulers: false, largest: 34, smallest: 9 });
    this.truth = new Board({ label: words.truth(name), rulers: false, largest: 34, smallest: 9 });
    this.state = h("span", { class: "tag" });
    this.count = h("span", { class: "small muted number" });
    this.reason = h("div", { class: "reason", "aria-live": "off", "data-testid": "agent-reason" });
    this.reviewButton = h("button", { type: "button", class: "button small hidden", onclick: () => review(this.record) }, words.review);
    this.boards = h("div", { class: "board-wrap" }, this.board.element, this.truth.element);
    this.element = h(
      "section",
      { class: "panel player" },
      h("header", {}, h("b", {}, name), h("div", { class: "row" }, this.count, this.state, this.reviewButton)),
      this.boards,
      this.reason,
    );
    this.showTruth(false);
  }

  begin(rules, mines) {
    this.rules = rules;
    this.mines = new Set(mines.map(([row, col]) => row * rules.cols + col));
    for (const board of [this.board, this.truth]) board.reset(rules.rows, rules.cols);
    this.at = -1;
    this.goTo(-1);
  }

  showTruth(on) {
    this.withTruth = on;
    this.truth.element.classList.toggle("hidden", !on);
    this.boards.classList.toggle("both", on);
    if (this.rules) this.goTo(this.at, true);
  }

  /** Show the position after a step; -1 is the position before the first step. */
  goTo(step, again = false) {
    const to = Math.min(step, this.steps.length - 1);
    if (to !== this.at || again || to === -1) {
      const from = to < this.at || again ? -1 : this.at;
      if (from === -1) this.clear();
      for (let i = from + 1; i <= to; i += 1) this.apply(this.steps[i]);
      this.at = to;
      this.paint();
    }
    this.describe();
  }

  clear() {
    for (const board of [this.board, this.truth]) {
      board.numbers.fill(-2);
      board.flags.fill(0);
    }
    this.own = 0;
  }

  apply({ moves, proven }) {
    const { cols } = this.rules;
    for (const { do: deed, cell, opened } of moves) {
      if (deed === "flag") {
        const at = cell[0] * cols + cell[1];
        this.board.flags[at] ^= 1;
        this.truth.flags[at] = this.board.flags[at];
        this.own += 1;
      }
      for (const [row, col, number] of opened) {
        for (const board of [this.board, this.truth]) {
          board.numbers[row * cols + col] = number;
          board.flags[row * cols + col] = 0;
        }
      }
    }
    if (!this.own) for (const [row, col] of proven) this.truth.flags[row * cols + col] = 1;
  }

  paint() {
    const last = this.steps[this.at];
    const over = last && last.state !== "playing";
    if (last?.state === "won") for (const cell of this.mines) this.board.flags[cell] = 1;
    this.board.mark((cell) => (over && this.mines.has(cell) && !this.board.flags[cell] ? { kind: "mine-shown" } : null));
    const { cols } = this.rules;
    this.board.ring((last?.moves ?? []).slice(0, 60).map(({ cell }) => ({ cell: cell[0] * cols + cell[1], kind: "last" })));
    if (!this.withTruth) return;
    this.truth.mark((cell) => {
      if (this.mines.has(cell)) return { kind: "dot" };
      return this.truth.flags[cell] ? { kind: "wrong-flag" } : null;
    });
  }

  describe() {
    const last = this.steps[this.at];
    const guesses = this.steps.slice(1, this.at + 1).filter((step) => !step.certain && step.moves.length).length;
    this.count.textContent = words.summary(Math.max(0, this.at), guesses);
    this.state.textContent = last ? words.states[last.state] : words.waiting;
    this.state.className = `tag ${last?.state === "won" ? "exact" : ""}`;
    this.reviewButton.classList.toggle("hidden", !this.record);
    if (!last) this.reason.textContent = words.waiting;
    else if (this.at === 0) this.reason.textContent = words.opening;
    else {
      const kind = last.certain ? words.certain : words.guess(last.risk === null ? "" : percent(last.risk));
      const took = words.took((last.seconds * 1000).toFixed(last.seconds < 0.01 ? 2 : 0));
      this.reason.replaceChildren(h("b", {}, `${kind} · ${took}`), h("br"), last.reason);
    }
  }
}
