// The train view: a position to solve on the board, the answer with its proof or win rates, and the player's rating.

import { Board, COVERED } from "../board/board.js";
import { parse, shorten } from "../board/position-text.js";
import { heat, wholePercent } from "../shared/colours.js";
import { download, h, memory, put } from "../shared/elements.js";
import { Refusal, ask } from "../shared/transport.js";
import { trainerTexts as words } from "../shared/trainer-texts.js";
import { movesTable, sentence } from "./analysis-parts.js";
import { choicePanel, exerciseCard, patternLesson, ratingPanel, solutionPanel, standings } from "./train-panels.js";

export function create(app) {
  return new Train(app);
}

class Train {
  constructor(app) {
    this.app = app;
    this.progress = memory.get("trainer", null);
    this.wanted = { kind: "any", pattern: null, all: false, ...memory.get("train", {}) };
    this.patterns = new Map();
    this.exercise = null;
    this.answer = null;
    this.named = [];
    this.board = new Board({ label: words.board, act: (kind, cell) => this.act(kind, cell), fit: "both", largest: 46, height: 0.62 });
    const side = h("div", { class: "side" }, solutionPanel(this), choicePanel(this), ratingPanel(this));
    this.element = h("div", { class: "desk" }, h("div", { class: "side wide" }, exerciseCard(this)), side);
    this.showButtons();
  }

  // Entering and keys

  async enter(query) {
    if (!this.patterns.size) await this.loadPatterns();
    const asked = query.get("e");
    if (asked && asked !== this.exercise?.name) await this.next(asked);
    else if (!this.exercise) await this.next();
    else this.writeLink();
    this.board.layout();
  }

  async loadPatterns() {
    try {
      const { patterns } = await ask("exercises");
      for (const pattern of patterns) this.patterns.set(pattern.name, pattern);
      this.patternChoice.append(...patterns.map(({ name, title }) => h("option", { value: name }, title)));
      this.showChoice();
    } catch (error) {
      this.complain(error);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.toLowerCase();
    if (key === "n") this.next();
    else if (key === "s") this.giveUp();
    else if (key === "enter" && event.target === document.body) this.submit();
    else if (key === "+" || key === "=") this.board.zoomBy(1);
    else if (key === "-") this.board.zoomBy(-1);
    else return false;
    return true;
  }

  // Choosing exercises

  want(change, again = true) {
    Object.assign(this.wanted, change);
    if (change.kind === "guess") this.wanted.pattern = null;
    if (change.pattern) this.wanted.kind = "deduction";
    memory.set("train", this.wanted);
    this.showChoice();
    if (again) this.next();
    else if (!this.answer) this.ask();
  }

  showChoice() {
    const { kind, pattern } = this.wanted;
    this.kinds.choose(kind);
    this.patternChoice.value = pattern ?? "";
    put(this.patternText, pattern && this.patterns.has(pattern) ? patternLesson(this.patterns.get(pattern)) : null);
  }

  async next(name = null) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.question.textContent = words.loading;
    const { kind, pattern } = this.wanted;
    try {
      const exercise = await ask("next_exercise", { progress: this.progress, kind, pattern, exercise: name }, this.asking.signal);
      this.load(exercise);
    } catch (error) {
      if (error.name !== "AbortError") this.complain(error);
    }
  }

  load(exercise) {
    Object.assign(this, { exercise, answer: null, position: parse(exercise.position) });
    const { rows, cols, mines, numbers, flags } = this.position;
    this.board.reset(rows, cols);
    this.board.numbers.set(numbers);
    this.board.flags.set(flags);
    this.board.paintAll();
    this.board.ring([]);
    this.scrollToUnknown();
    const left = mines - flags.reduce((sum, flag) => sum + flag, 0);
    this.facts.textContent = words.facts(exercise);
    this.note.textContent = `${words.mines(left, mines)}. ${exercise.has_returned ? words.returned : ""}`;
    put(this.verdict);
    put(this.change);
    put(this.details, h("p", { class: "muted" }, words.waiting));
    standings(this, exercise.state);
    this.ask();
    this.writeLink();
  }

  /** On a small window, scroll to the covered cells that matter: the one without a flag nearest to their middle. */
  scrollToUnknown() {
    const { board, position } = this;
    const pairs = [...position.numbers.keys()].filter((cell) => position.numbers[cell] === COVERED && !position.flags[cell]).map((cell) => board.pair(cell));
    const middle = [0, 1].map((axis) => pairs.reduce((sum, pair) => sum + pair[axis], 0) / pairs.length);
    const distance = ([row, col]) => Math.hypot(row - middle[0], col - middle[1]);
    pairs.sort((a, b) => distance(a) - distance(b));
    board.moveTo(board.index(...pairs[0]));
  }

  writeLink() {
    history.replaceState(null, "", `#/train?e=${this.exercise.name}`);
  }

  /** Ask the question of the exercise again, without any marked cell. */
  ask() {
    this.named = [];
    if (!this.exercise) return;
    this.problem.textContent = "";
    this.question.textContent = words.question[this.exercise.kind === "guess" ? "guess" : this.isForAll ? "all" : "one"];
    this.showButtons();
    this.showNamed();
  }

  get isForAll() {
    return this.wanted.all && this.exercise?.kind === "deduction";
  }

  // Answering

  act(kind, cell) {
    if (kind === "key") return false;
    if (!this.exercise || this.answer || cell === null || this.board.numbers[cell] !== COVERED) return true;
    if (kind === "flag") this.flag(cell);
    else if (kind === "open" && !this.board.flags[cell]) this.name(cell);
    return true;
  }

  /** The player's own flags are notes. They are no part of the answer, and those of the position stay. */
  flag(cell) {
    if (this.position.flags[cell]) return;
    this.board.flags[cell] ^= 1;
    this.board.paint(cell);
  }

  name(cell) {
    if (!this.isForAll) {
      this.named = [cell];
      this.submit();
      return;
    }
    this.named = this.named.includes(cell) ? this.named.filter((each) => each !== cell) : [...this.named, cell];
    this.showNamed();
    this.showButtons();
  }

  giveUp() {
    if (this.answer) return;
    this.named = [];
    this.send();
  }

  submit() {
    if (this.named.length) this.send();
  }

  async send() {
    if (!this.exercise || this.answer || this.isSending) return;
    const { exercise } = this;
    this.isSending = true;
    this.question.textContent = words.judging;
    const cells = this.named.map((cell) => this.board.pair(cell));
    try {
      const answer = await ask("judge_answer", { exercise: exercise.name, cells, find_all: this.isForAll, progress: this.progress });
      this.progress = answer.progress;
      memory.set("trainer", answer.progress);
      if (exercise === this.exercise) this.showAnswer(answer); // else the user has gone on meanwhile
      else standings(this, answer.state);
    } catch (error) {
      this.ask();
      this.complain(error);
    } finally {
      this.isSending = false;
    }
  }

  // Display

  showAnswer(answer) {
    this.answer = answer;
    this.board.flags.set(this.position.flags);
    this.question.textContent = answer.right ? words.right : this.named.length ? words.wrong : words.shown;
    this.note.textContent = words.level(this.exercise);
    this.verdict.textContent = answer.sentence;
    this.change.textContent = answer.is_repeated ? words.unrated : words.change(answer.before, answer.after);
    this.app.say(`${this.question.textContent}. ${answer.sentence}`);
    standings(this, answer.state);
    const first = answer.proofs.find(({ cell }) => this.named.includes(this.board.index(...cell))) ?? answer.proofs[0];
    this.showDetails(first);
    this.showButtons();
    if (matchMedia("(max-width: 1080px)").matches) this.verdict.scrollIntoView({ block: "nearest" });
  }

  /** Show the proof of one free cell, or the win rates of the guesses. */
  showDetails(proof) {
    const { answer, board } = this;
    const names = answer.proofs.map((each) => {
      const title = this.patterns.get(each.pattern)?.title ?? each.pattern;
      const pressed = String(each === proof);
      return h("button", { type: "button", class: "button small", "aria-pressed": pressed, onclick: () => this.showDetails(each) }, words.proof(each, title));
    });
    const text = proof ? [h("p", { "data-testid": "proof" }, sentence(proof.text)), h("p", { class: "small muted" }, this.patterns.get(proof.pattern)?.text)] : null;
    const moves = answer.moves.map((move) => ({ ...move, certain: false, win_exact: true, error: null }));
    const chosen = this.named.length ? board.pair(this.named[0]) : null;
    put(this.details, h("div", { class: "row" }, names), text, moves.length ? movesTable(moves.slice(0, 10), chosen, ([row, col]) => board.moveTo(board.index(row, col))) : null);
    this.showSolution(proof);
  }

  showSolution(proof) {
    const { answer, board } = this;
    const at = (cell) => board.index(...cell);
    const solution = new Set(answer.solution.map(at));
    const mines = new Set(answer.mine_cells.map(at));
    const wins = new Map(answer.moves.map(({ cell, win }) => [at(cell), win]));
    board.mark((cell) => {
      if (wins.has(cell)) {
        const { fill, ink } = heat(1 - wins.get(cell));
        const whole = wholePercent(wins.get(cell));
        return { fill, ink, text: board.size >= 20 ? whole : null, said: words.wins(whole) };
      }
      if (solution.has(cell)) return { kind: "safe", fill: heat(0).fill };
      if (mines.has(cell) && !board.flags[cell]) return { kind: "mine", fill: heat(1).fill };
      return null;
    });
    const rings = proof ? proof.numbers.map((cell) => ({ cell: at(cell), kind: "proof" })) : answer.solution.map((cell) => ({ cell: at(cell), kind: "best" }));
    if (proof) rings.push({ cell: at(proof.cell), kind: "best" });
    for (const cell of this.named) if (!solution.has(cell)) rings.push({ cell, kind: "contradiction" });
    board.ring(rings);
  }

  showNamed() {
    if (this.answer) return;
    const named = new Set(this.named);
    this.board.mark((cell) => (named.has(cell) ? { fill: heat(0).fill, said: words.marked } : null));
    this.board.ring(this.named.map((cell) => ({ cell, kind: "asked" })));
  }

  showButtons() {
    const isOpen = Boolean(this.exercise) && !this.answer;
    this.answerButton.classList.toggle("hidden", !isOpen || !this.isForAll);
    this.answerButton.disabled = !this.named.length;
    this.giveUpButton.classList.toggle("hidden", !isOpen);
    this.analyseButton.classList.toggle("hidden", !this.answer);
    this.nextButton.classList.toggle("primary", !isOpen);
  }

  analyse() {
    this.app.go("analyse", { p: shorten(this.exercise.position) });
  }

  complain(error) {
    if (!(error instanceof Refusal)) console.error(error);
    this.question.textContent = "";
    this.problem.textContent = sentence(error.message);
  }

  // Progress as a file

  saveFile() {
    if (!this.progress) {
      this.problem.textContent = words.nothing;
      return;
    }
    download("sapper-trainer.json", new Blob([JSON.stringify(this.progress)], { type: "application/json" }));
  }

  async openFile(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    let read;
    try {
      read = JSON.parse(await file.text());
    } catch {
      this.problem.textContent = words.badFile;
      return;
    }
    if (read === null || typeof read !== "object" || Array.isArray(read)) {
      this.problem.textContent = words.badFile;
      return;
    }
    const { kind, pattern } = this.wanted;
    try {
      const exercise = await ask("next_exercise", { progress: read, kind, pattern });
      this.progress = read;
      memory.set("trainer", read);
      this.load(exercise);
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      this.problem.textContent = sentence(error.message);
    }
  }

  reset() {
    if (!confirm(words.resetSure)) return;
    this.progress = null;
    memory.set("trainer", null);
    this.next();
  }
}
