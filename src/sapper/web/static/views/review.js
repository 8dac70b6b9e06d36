// The review view: a finished game with a grade and the best alternative for each move.

import { get, stream } from "../shared/server-api.js";
import { Board, COVERED } from "../board/board.js";
import { button, download, h, put } from "../shared/elements.js";
import { winGraph } from "../shared/plots.js";
import { sentence } from "./analysis-parts.js";
import { GRADES, percent } from "../shared/colours.js";
import { bar, iconButton } from "../shared/widgets.js";
import { print } from "../board/position-text.js";
import { texts } from "../shared/texts.js";

const words = texts.review;
const SAMPLE = { do: "watch", agents: ["lowest-risk"], rows: 16, cols: 30, mines: 99 };
const FRAME = 16; // ms
const REST = 2; // after drawing, the page rests for this many times the drawing time
const LINES = 300; // the largest number of rows added in one drawing

export function create(app) {
  return new Review(app);
}

class Review {
  constructor(app) {
    this.app = app;
    this.record = null;
    this.moves = [];
    this.at = 0;
    this.board = new Board({ label: words.board, fit: "both", height: 0.5 });
    this.element = h("div", {});
    this.desk = h("div", { class: "desk" }, h("div", { class: "side wide" }, this.boardCard(), this.graphPanel()), h("div", { class: "side" }, this.summaryPanel(), this.movesPanel()));
    this.chooser = this.chooserPanel();
  }

  // Panels

  chooserPanel() {
    const file = h("input", { type: "file", class: "sr-only", "aria-label": words.open, tabindex: -1, accept: ".json,.jsonl", "data-testid": "record-file", onchange: () => file.files[0] && this.readFile(file.files[0]) });
    this.lastButton = button(words.last, () => this.begin([this.app.lastRecord.record], this.app.lastRecord.game), { kind: "primary" });
    const paste = h("textarea", { rows: 3, "aria-label": words.paste, placeholder: words.paste });
    this.problem = h("p", { class: "notice bad", role: "alert" });
    const drop = h(
      "div",
      { class: "drop" },
      h("p", {}, words.drop),
      h("div", { class: "row" }, button(words.open, () => file.click()), this.lastButton, button(words.sample, () => this.sample())),
      file,
    );
    for (const name of ["dragover", "dragleave", "drop"])
      drop.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", name === "dragover");
        if (name === "drop" && event.dataTransfer.files[0]) this.readFile(event.dataTransfer.files[0]);
      });
    return h(
      "section",
      { class: "panel" },
      h("header", {}, h("h2", {}, words.title)),
      h("div", { class: "body" }, drop, paste, h("div", { class: "row" }, button(words.read, () => this.read(paste.value))), this.problem),
    );
  }

  boardCard() {
    this.heading = h("span", { class: "status", role: "status", "data-testid": "review-status" });
    this.gameChoice = h("select", { class: "hidden", "aria-label": words.games, onchange: () => this.choose(Number(this.gameChoice.value)) });
    this.comment = h("div", { class: "notice", "aria-live": "polite", "data-testid": "comment" });
    return h(
      "section",
      { class: "panel board-card" },
      h("header", {}, this.heading, h("div", { class: "row" }, this.gameChoice, button(words.another, () => this.showChooser()))),
      h("div", { class: "board-wrap" }, this.board.element),
      h(
        "div",
        { class: "board-foot" },
        iconButton("first", () => this.goTo(0)),
        iconButton("back", () => this.goTo(this.at - 1)),
        iconButton("forward", () => this.goTo(this.at + 1)),
        iconButton("last", () => this.goTo(this.record.moves.length)),
        h("span", { class: "readout" }),
        button(words.analyse, () => this.analyse()),
        button(words.save, () => download("game.jsonl", new Blob([`${JSON.stringify(this.record)}\n`], { type: "application/json" }))),
      ),
      h("div", { class: "body" }, this.comment),
    );
  }

  graphPanel() {
    this.graph = h("div", { class: "body" });
    return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.graph)), this.graph);
  }

  summaryPanel() {
    this.verdict = h("p", { class: "headline", "data-testid": "verdict" });
    this.progress = h("div", {});
    this.counts = h("div", { class: "grade-counts", "data-testid": "grades" });
    this.careful = button(words.careful, () => this.grade("strong"));
    return h("section", { class: "panel" }, h("header", {}, h("h2", {}, texts.views.review)), h("div", { class: "body" }, this.verdict, this.progress, this.counts, this.careful));
  }

  movesPanel() {
    const pick = ({ target }) => this.goTo(Number(target.closest("tr").dataset.move));
    this.list = h("tbody", { onclick: pick, onkeydown: (event) => event.key === "Enter" && pick(event) });
    this.listBox = h("div", { class: "moves" }, h("table", { class: "table" }, h("thead", {}, h("tr", {}, ["number", "move", "grade", "before", "lost"].map((name) => h("th", { class: name === "before" || name === "lost" ? "figure" : "" }, words.head[name])))), this.list));
    return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.moves)), this.listBox);
  }

  // Entering the view, and keys

  async enter(query) {
    const asked = query.get("game");
    const last = this.app.lastRecord;
    if (asked && last?.game === asked) {
      // Compare the records: a game that was taken back and ended again keeps its id.
      if (last.record !== this.record) this.begin([last.record], asked);
    } else if (asked && asked !== this.asked) await this.fetch(asked);
    else if (!this.record) this.showChooser();
    this.board.layout();
  }

  /** Fetch a game that this page does not have, after a reload or a step back in the history. */
  async fetch(game) {
    this.asked = game;
    try {
      const record = await get(`/api/games/${encodeURIComponent(game)}/record`);
      this.app.lastRecord ??= { game, record };
      if (this.asked === game) this.begin([record], game);
    } catch (error) {
      if (this.asked !== game) return; // the user has chosen another game meanwhile
      this.showChooser();
      this.problem.textContent = sentence(error.message);
    }
  }

  key(event) {
    if (!this.record || event.ctrlKey || event.metaKey || event.altKey) return false;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.record.moves.length }[event.key];
    if (to === undefined) return false;
    this.goTo(to);
    return true;
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
    this.read(await file.text());
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
    put(this.list);
    put(this.counts);
    this.careful.classList.add("hidden");
    this.strength = strength;
    this.stop = stream({ do: "review", record: this.record, strength }, (message) => this.hear(message));
    this.show();
  }

  halt() {
    this.stop?.();
    clearTimeout(this.drawing);
    this.drawing = 0;
    this.pause = FRAME;
  }

  hear(message) {
    if (message.kind === "move") this.moves.push(message);
    else if (message.kind === "review") Object.assign(this, { summary: message.sentence, isGraded: true });
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
    const drawn = this.list.children.length;
    const fresh = moves.slice(drawn, drawn + LINES);
    const lines = document.createDocumentFragment();
    for (const move of fresh) lines.append(this.line(move));
    this.list.append(lines);
    this.verdict.textContent = summary ?? "";
    this.careful.classList.toggle("hidden", !this.isGraded || this.strength !== "fast");
    put(this.progress, summary === null ? [h("p", { class: "small muted" }, words.thinking(moves.length, record.moves.length)), bar(moves.length / record.moves.length)] : []);
    this.showCounts();
    if (drawn <= at && at < drawn + fresh.length) this.show();
    else this.showGraph();
    this.listBox.getBoundingClientRect(); // forces the layout, so that its time is measured too
    this.pause = Math.max(FRAME, REST * (performance.now() - began));
    this.drawing = 0;
    if (drawn + fresh.length < moves.length) this.drawSoon();
  }

  line(move) {
    const grade = move.grade ? gradeSign(move.grade) : null;
    return h(
      "tr",
      { tabindex: 0, "data-move": move.number },
      h("td", { class: "muted" }, String(move.number)),
      h("td", { class: "where" }, `${words.does[move.do]} ${texts.cell(move.cell)}`),
      h("td", {}, grade),
      h("td", { class: "figure" }, percent(move.win_before)),
      h("td", { class: "figure" }, move.cost > 0.0005 ? `−${(move.cost * 100).toFixed(1)}` : ""),
    );
  }

  showCounts() {
    const counts = Object.keys(GRADES).map((grade) => [grade, this.moves.filter((move) => move.grade === grade).length]);
    put(this.counts, counts.map(([grade, count]) => h("span", { class: "tag" }, gradeSign(grade), ` ${words.grades[grade]} ${count}`)));
  }

  // Showing a move

  goTo(step) {
    this.at = Math.max(0, Math.min(step, this.record.moves.length));
    this.show();
  }

  show() {
    const { board, record, at } = this;
    const { cols } = record.rules;
    board.numbers.fill(COVERED);
    board.flags.fill(0);
    for (const { do: deed, cell, opened } of record.moves.slice(0, at)) {
      if (deed === "flag") board.flags[cell[0] * cols + cell[1]] ^= 1;
      for (const [row, col, number] of opened) {
        board.numbers[row * cols + col] = number;
        board.flags[row * cols + col] = 0;
      }
    }
    const over = at === record.moves.length && record.result !== "playing";
    const mines = new Set(over ? record.mines.map(([row, col]) => row * cols + col) : []);
    board.mark((cell) => (mines.has(cell) && !board.flags[cell] ? { kind: "mine-shown" } : null));
    const graded = this.moves[at];
    const rings = [];
    if (graded?.best) rings.push({ cell: board.index(...graded.best.cell), kind: "best" });
    if (at < record.moves.length) rings.push({ cell: board.index(...record.moves[at].cell), kind: graded?.grade === "mistake" || graded?.grade === "inaccuracy" ? "contradiction" : "last" });
    board.ring(rings);
    this.comment.textContent = this.commentOn(graded);
    this.chosen?.classList.remove("chosen");
    const line = this.list.children[at];
    this.chosen = line;
    if (line) {
      line.classList.add("chosen");
      const top = line.offsetTop - this.listBox.clientHeight / 2;
      this.listBox.scrollTop = Math.max(0, top);
    }
    this.showGraph();
  }

  commentOn(move) {
    if (this.at === this.record.moves.length) return texts.play.status[this.record.result] ?? "";
    const played = this.record.moves[this.at];
    const parts = [`${words.move} ${this.at}: ${words.does[played.do]} ${texts.cell(played.cell)}.`];
    if (!move) return parts[0];
    if (move.grade) parts.push(`${words.grades[move.grade]}${move.cost > 0.0005 ? `, −${words.points(move.cost * 100)}` : ""}.`);
    if (move.risk > 0) parts.push(words.risk(percent(move.risk)));
    const { best } = move;
    if (best && move.grade !== "forced") {
      const same = best.cell[0] === move.cell[0] && best.cell[1] === move.cell[1];
      if (!same) parts.push(words.bestWas(best.cell));
      parts.push(sentence(best.reason));
    }
    return parts.join(" ");
  }

  showGraph() {
    const last = this.moves.length === this.record.moves.length ? (this.moves.at(-1)?.win_after ?? null) : null;
    put(this.graph, winGraph(this.moves.length ? padded(this.moves, this.record.moves.length) : [], last, this.at, (step) => this.goTo(step)));
  }

  analyse() {
    const { rows, cols, mines } = this.record.rules;
    this.app.go("analyse", { p: print({ rows, cols, mines, numbers: this.board.numbers, flags: this.board.flags }) });
  }
}

/** The graded moves, padded with empty entries for the others, so that the graph keeps its width. */
function padded(moves, length) {
  return [...moves, ...Array(length - moves.length).fill({ win_before: null, grade: null })];
}

function gradeSign(grade) {
  // A visually hidden text inside would be placed outside the scrolling list and make the page longer.
  const sign = h("span", { class: "grade", role: "img", title: words.grades[grade], "aria-label": words.grades[grade] }, GRADES[grade].sign);
  sign.style.background = GRADES[grade].fill;
  return sign;
}
