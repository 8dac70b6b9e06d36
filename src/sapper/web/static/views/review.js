// The review view: a finished game with a grade and the best alternative for each move.

import { Board } from "../board/board.js";
import { print } from "../board/position-text.js";
import { GRADES } from "../shared/colours.js";
import { h, memory, put } from "../shared/elements.js";
import { noteReview } from "../shared/game-history.js";
import { linkTo, linked, replayRecords, shortRecord, wholeRecord } from "../shared/links.js";
import { winGraph } from "../shared/plots.js";
import { ask, offers, stream } from "../shared/transport.js";
import { texts } from "../shared/texts.js";
import { bar, copy } from "../shared/widgets.js";
import { sentence } from "./analysis-parts.js";
import { HistoryPanel } from "./history-panel.js";
import { Learning } from "./review-learn.js";
import { comment } from "./review-comment.js";
import { MoveList, gradeSign } from "./review-list.js";
import { boardCard, chooserPanel, graphPanel, movesPanel, summaryPanel } from "./review-panels.js";
import { showPosition } from "./review-position.js";
import { timeAxis } from "./review-time.js";
import { riskMarks } from "./risk-marks.js";

const words = texts.review;
const SAMPLE = { do: "watch", agents: ["lowest-risk"], rows: 16, cols: 30, mines: 99 };
const REPLAY = /\.(avf|evfs?|mvf|rmv|rawvf)$/i;
const FRAME = 16; // ms
const REST = 2; // after drawing, the page rests for this many times the drawing time
const LINES = 300; // the largest number of rows added in one drawing
const WORTH = 0.005; // a move that costs less is not worth opening the review at

export function create(app) {
  return new Review(app);
}

class Review {
  constructor(app) {
    this.app = app;
    this.record = null;
    this.moves = [];
    this.at = 0;
    this.risks = new Map(); // the analysis of each position that was shown with its risks
    this.withRisks = memory.get("review", { risks: false }).risks;
    this.byTime = memory.get("review-time", true);
    this.board = new Board({ label: words.board, fit: "both", height: 0.5 });
    this.list = new MoveList((number) => this.goTo(number));
    this.element = h("div", {});
    this.desk = h("div", { class: "desk" }, h("div", { class: "side wide" }, boardCard(this), graphPanel(this)), h("div", { class: "side" }, summaryPanel(this), movesPanel(this)));
    this.history = new HistoryPanel(app.about.levels, (record, id) => this.begin([record], id));
    this.chooser = h("div", { class: "side wide" }, chooserPanel(this), this.history.element);
  }

  // Entering the view, and keys

  async enter(query) {
    const link = query.get("game") ?? query.get("kept-game");
    const asked = query.get("played");
    const last = this.app.lastRecord;
    if (link) {
      if (link !== this.asked) await this.follow(query, link);
    } else if (asked && last?.game === asked) {
      // Compare the records: a game that was taken back and ended again keeps its id.
      if (last.record !== this.record) this.begin([last.record], asked);
    } else if (asked && asked !== this.asked) await this.fetch(asked);
    else if (!this.record || query.has("games")) this.showChooser();
    this.board.layout();
  }

  /** Fetch a game that this page does not have, after a reload or a step back in the history. */
  async fetch(game) {
    this.asked = game;
    try {
      const record = await ask("game_record", { id: game });
      this.app.lastRecord ??= { game, record };
      if (this.asked === game) this.begin([record], game);
    } catch (error) {
      if (this.asked !== game) return; // the user has chosen another game meanwhile
      this.showChooser();
      this.problem.textContent = sentence(error.message);
    }
  }

  key(event) {
    if (!this.record || this.learning || event.ctrlKey || event.metaKey || event.altKey) return false;
    const does = {
      ArrowLeft: () => this.goTo(this.at - 1),
      ArrowRight: () => this.goTo(this.at + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.record.moves.length),
      n: () => this.goToMistake(1),
      p: () => this.goToMistake(-1),
      r: () => this.switchRisks(!this.withRisks),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    does?.();
    return Boolean(does);
  }

  showChooser() {
    this.halt();
    this.record = null;
    this.asked = null;
    this.problem.textContent = "";
    this.lastButton.classList.toggle("hidden", !this.app.lastRecord);
    put(this.element, this.chooser);
  }

  // Records

  async readFile(file) {
    if (!offers.replays || !REPLAY.test(file.name)) {
      this.read(await file.text());
      return;
    }
    try {
      this.begin(await replayRecords(file));
    } catch (error) {
      this.problem.textContent = sentence(error.message);
    }
  }

  /** Copy a link to this game that works in other browsers and after a restart of the server. */
  async share() {
    try {
      const query = await linkTo("game", shortRecord(this.record));
      this.asked = query.game ?? query["kept-game"];
      history.replaceState(null, "", `#/review?${new URLSearchParams(query)}`);
      this.shared.textContent = (await copy(location.href)) ? texts.links.copied : texts.links.address;
    } catch (error) {
      this.shared.textContent = sentence(error.message);
    }
  }

  /** Show the game of a link. */
  async follow(query, asked) {
    this.asked = asked;
    try {
      const record = await wholeRecord(await linked("game", query));
      if (this.asked === asked) this.begin([record], asked);
    } catch (error) {
      if (this.asked !== asked) return;
      this.showChooser();
      this.asked = asked;
      this.problem.textContent = sentence(error.message);
    }
  }

  /** Read one record, or several records with one per line. */
  read(text) {
    try {
      const records = text.trim().startsWith("{\n") ? [JSON.parse(text)] : text.trim().split("\n").map((line) => JSON.parse(line));
      if (!records.every((record) => Array.isArray(record.moves) && record.rules)) throw new SyntaxError(words.noRecord);
      this.begin(records);
    } catch (error) {
      this.problem.textContent = error instanceof SyntaxError ? words.noRecord : error.message;
    }
  }

  sample() {
    this.halt();
    this.stop = stream({ ...SAMPLE, seed: Math.floor(Math.random() * 2 ** 31) }, (message) => {
      if (message.kind === "record") this.begin([message.record]);
      else if (message.error) this.problem.textContent = message.error;
    });
  }

  /** Review records. `asked` is the id of the game in the address, if there is one. */
  begin(records, asked = null) {
    this.asked = asked;
    this.records = records;
    put(this.gameChoice, records.map((record, i) => h("option", { value: i }, `${words.games} ${i}: ${record.agent || "?"}, ${record.result}`)));
    this.gameChoice.classList.toggle("hidden", records.length < 2);
    put(this.element, this.desk);
    this.choose(0);
  }

  choose(number) {
    this.record = this.records[number];
    this.moves = [];
    this.at = 0;
    this.axis = timeAxis(this.record);
    this.timeToggle.classList.toggle("hidden", !this.axis);
    this.isLed = false; // whether the user or the review has chosen a move to show
    this.shared.textContent = "";
    this.risks.clear();
    const { rows, cols, mines } = this.record.rules;
    this.board.reset(rows, cols);
    this.heading.textContent = `${this.record.agent || "?"} · ${rows}×${cols}/${mines} · ${this.record.result}`;
    this.grade("fast");
  }

  /** Grade every move: quickly at first, and more carefully on request. */
  grade(strength) {
    this.halt();
    this.moves = [];
    this.summary = null;
    this.isGraded = false;
    this.verdict.textContent = "";
    this.timeNote.textContent = "";
    this.list.clear();
    this.filter = new Set();
    put(this.counts);
    this.careful.classList.add("hidden");
    this.learnButton.classList.add("hidden");
    this.strength = strength;
    this.stop = stream({ do: "review", record: this.record, strength }, (message) => this.hear(message));
    this.show();
  }

  halt() {
    this.stop?.();
    clearTimeout(this.drawing);
    this.drawing = 0;
    this.learning = null;
    this.pause = FRAME;
  }

  hear(message) {
    if (message.kind === "move") this.moves.push(message);
    else if (message.kind === "review") {
      Object.assign(this, { summary: message.sentence, isGraded: true });
      this.timeNote.textContent = message.times?.sentence ?? "";
      if (this.asked) noteReview(this.asked, this.record, this.moves, this.strength);
    }
    else if (message.error) this.summary = sentence(message.error);
    this.drawSoon();
  }

  drawSoon() {
    this.drawing ||= setTimeout(() => this.draw(), this.pause);
  }

  /** Draw the moves that arrived since the last drawing. One drawing per move would block the page. */
  draw() {
    const began = performance.now();
    const { moves, at, record, summary } = this;
    const drawn = this.list.lines.length;
    const fresh = moves.slice(drawn, drawn + LINES);
    this.list.add(fresh);
    this.verdict.textContent = summary ?? "";
    this.careful.classList.toggle("hidden", !this.isGraded || this.strength !== "fast");
    put(this.progress, summary === null ? [h("p", { class: "small muted" }, words.thinking(moves.length, record.moves.length)), bar(moves.length / record.moves.length)] : []);
    this.showCounts();
    if (drawn <= at && at < drawn + fresh.length) this.show();
    else this.showGraph();
    this.list.element.getBoundingClientRect(); // forces the layout, so that its time is measured too
    this.pause = Math.max(FRAME, REST * (performance.now() - began));
    this.drawing = 0;
    if (drawn + fresh.length < moves.length) this.drawSoon();
    else if (this.isGraded) this.lead();
  }

  /** Open the finished review at the move that cost most, unless the user has chosen a move meanwhile. */
  lead() {
    const costly = this.mistakes.length;
    this.learnButton.classList.toggle("hidden", !costly);
    this.learnButton.firstChild.textContent = words.learn(costly);
    if (this.isLed) return;
    const worst = this.moves.reduce((found, move) => (move.cost > (found?.cost ?? WORTH) ? move : found), null);
    const shown = worst ?? this.moves.find((move) => move.grade === "unlucky");
    if (shown) this.goTo(shown.number);
  }

  /** The moves that cost something: mistakes and inaccuracies. */
  get mistakes() {
    return this.moves.filter(({ grade }) => grade === "mistake" || grade === "inaccuracy");
  }

  goToMistake(step) {
    const numbers = this.mistakes.map(({ number }) => number);
    const next = step > 0 ? numbers.find((number) => number > this.at) : numbers.findLast((number) => number < this.at);
    if (next !== undefined) this.goTo(next);
    else this.app.say(numbers.length ? words.noMoreMistakes : words.noMistakes);
  }

  learn() {
    this.learning = new Learning(this.record, this.mistakes, () => {
      this.learning = null;
      put(this.element, this.desk);
      this.board.layout();
      this.show();
    });
    put(this.element, this.learning.element);
    this.learning.board.layout();
    this.learning.board.svg.focus({ preventScroll: true });
  }

  showCounts() {
    const { moves, filter } = this;
    const grades = [...Object.keys(GRADES), "flag"];
    const chips = grades.map((grade) => {
      const count = moves.filter((move) => (move.grade ?? "flag") === grade).length;
      if (grade === "flag" && !count) return null;
      const flip = () => this.flipFilter(grade);
      return h("button", { type: "button", class: "tag chip", "data-grade": grade, "aria-pressed": String(filter.has(grade)), disabled: !count, onclick: flip }, GRADES[grade] ? gradeSign(grade) : null, ` ${words.grades[grade]} ${count}`);
    });
    put(this.counts, chips, moves.length ? h("span", { class: "small muted" }, words.total(moves.length)) : null);
    const hasMistakes = this.mistakes.length > 0;
    for (const one of this.mistakeButtons.children) one.disabled = !hasMistakes;
  }

  flipFilter(grade) {
    if (!this.filter.delete(grade)) this.filter.add(grade);
    this.list.filter(this.filter);
    for (const chip of this.counts.querySelectorAll(".chip")) chip.setAttribute("aria-pressed", String(this.filter.has(chip.dataset.grade)));
  }

  // Showing a move

  goTo(step) {
    this.isLed = true;
    this.at = Math.max(0, Math.min(step, this.record.moves.length));
    this.show();
  }

  show() {
    const { board, record, at } = this;
    const { cols } = record.rules;
    showPosition(board, record, at);
    const over = at === record.moves.length && record.result !== "playing";
    const mines = new Set(over ? record.mines.map(([row, col]) => row * cols + col) : []);
    const analysis = this.withRisks && !over ? this.risks.get(at) : null;
    board.mark(analysis ? riskMarks(board, analysis) : (cell) => (mines.has(cell) && !board.flags[cell] ? { kind: "mine-shown" } : null));
    if (this.withRisks && !over && !analysis) this.askRisks(at);
    this.playOnButton.disabled = over;
    const graded = this.moves[at];
    const rings = [];
    if (graded?.best) rings.push({ cell: board.index(...graded.best.cell), kind: "best" });
    if (at < record.moves.length) rings.push({ cell: board.index(...record.moves[at].cell), kind: graded?.grade === "mistake" || graded?.grade === "inaccuracy" ? "contradiction" : "last" });
    board.ring(rings);
    this.comment.textContent = comment(record, at, graded);
    this.list.choose(at, this.isLed);
    this.showGraph();
  }

  switchRisks(on) {
    this.withRisks = on;
    memory.set("review", { risks: on });
    this.risksToggle.input.checked = on;
    this.legend.classList.toggle("hidden", !on);
    if (this.record) this.show();
  }

  /** Fetch the risks of the position that is shown, and drop those that are no longer asked for. */
  async askRisks(at) {
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    const { record } = this;
    try {
      const analysis = await ask("analyse", { position: this.position, best: false }, signal);
      if (record !== this.record || !analysis.possible) return;
      this.risks.set(at, analysis);
      if (at === this.at) this.show();
    } catch (error) {
      if (error.name !== "AbortError") this.app.say(error.message);
    }
  }

  get position() {
    const { rows, cols, mines } = this.record.rules;
    return print({ rows, cols, mines, numbers: this.board.numbers, flags: this.board.flags });
  }

  showGraph() {
    const last = this.moves.length === this.record.moves.length ? (this.moves.at(-1)?.win_after ?? null) : null;
    put(this.graph, winGraph(this.moves.length ? padded(this.moves, this.record.moves.length) : [], last, this.at, (step) => this.goTo(step), this.byTime ? this.axis : null));
  }

  switchTime(on) {
    this.byTime = on;
    memory.set("review-time", on);
    this.showGraph();
  }

  /** Play on from the position that is shown, with the mines of the game hidden. */
  async playOn() {
    try {
      this.app.continued = await ask("continue_game", { record: this.record, moves: this.at });
      this.app.go("play");
    } catch (error) {
      this.app.say(error.message);
    }
  }

  analyse() {
    this.app.go("analyse", { p: this.position });
  }
}

/** The graded moves, padded with empty entries for the others, so that the graph keeps its width. */
function padded(moves, length) {
  return [...moves, ...Array(length - moves.length).fill({ win_before: null, grade: null })];
}
