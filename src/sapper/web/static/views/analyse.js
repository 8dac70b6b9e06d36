// The analysis view: a position that the user edits, with its risks, moves and proofs.

import { Board, COVERED } from "../board/board.js";
import { BRUSHES, Editor } from "../board/position-editor.js";
import { lengthen, shorten } from "../board/position-text.js";
import { REASONS, percent } from "../shared/colours.js";
import { h, memory, put } from "../shared/elements.js";
import { Refusal, ask, stream } from "../shared/transport.js";
import { texts } from "../shared/texts.js";
import { copy } from "../shared/widgets.js";
import { boardCard, movesPanel, positionPanel, showPanel, whyPanel } from "./analyse-panels.js";
import { explanation, headline, movesTable, sentence } from "./analysis-parts.js";
import { PictureReading, isPicture } from "./analyse-picture.js";
import { EXAMPLES } from "./example-positions.js";
import { linked } from "../shared/links.js";
import { riskMarks } from "./risk-marks.js";
import { StudyPanel } from "./study.js";

const words = texts.analyse;
const QUIET = 40; // ms to wait after an edit before the analysis
const IDLE = 300; // ms to wait after the analysis before the moves are played out
const PLAYED_OUT = 8; // seconds of playing out
const AGAIN = 1000; // ms to wait before a refused request is sent again
const TRIES = 3; // how often a request is sent again when the server ran out of time

export function create(app) {
  return new Analyse(app);
}

class Analyse {
  constructor(app) {
    this.app = app;
    this.show = memory.get("analyse", { risks: true, reasons: false, trust: false, live: true });
    this.brush = "ask";
    this.analysis = null;
    this.contradiction = null;
    this.chosen = null;
    this.pointed = null;
    this.board = new Board({ label: words.board, act: (kind, cell, key) => this.act(kind, cell, key), fit: "both", largest: 52 });
    this.board.paints = true;
    this.editor = new Editor((whole) => this.changed(whole));
    this.picture = new PictureReading(this);
    this.study = new StudyPanel(() => this.editor.text, (text) => this.load(text));
    const side = h("div", { class: "side" }, movesPanel(this), whyPanel(this), showPanel(this), this.study.element);
    this.element = h("div", { class: "desk" }, h("div", { class: "side wide" }, boardCard(this), positionPanel(this)), side);
    for (const name of ["dragover", "drop"])
      this.element.addEventListener(name, (event) => {
        event.preventDefault();
        if (name === "drop" && event.dataTransfer.files[0]) this.readFile(event.dataTransfer.files[0]);
      });
  }

  // Entering, leaving and keys

  async enter(query) {
    const asked = query.get("p");
    if (query.get("study") || query.get("kept-study")) await this.followStudy(query);
    else if (asked) {
      const text = lengthen(asked);
      if (!this.editor.position || text !== this.editor.text) await this.load(text);
    } else if (!this.editor.position) this.editor.load(EXAMPLES[0]);
    else this.writeLink();
    this.board.layout();
  }

  /** Show the study of a link. */
  async followStudy(query) {
    try {
      await this.study.show(await linked("study", query));
    } catch (error) {
      if (!this.editor.position) this.editor.load(EXAMPLES[0]);
      this.problem.textContent = errorText(error);
    }
  }

  leave() {
    this.stopThinking();
    this.stopReasons?.();
  }

  key(event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z") this.editor.undo();
      else if (key === "y") this.editor.redo();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    const flip = { r: "risks", c: "reasons", l: "live" }[key];
    if (flip) {
      const { input } = this.toggles[flip];
      input.checked = !input.checked;
      this.switch(flip, input.checked);
    } else if (key === "u") this.editor.undo();
    else if (key === "y") this.editor.redo();
    else if (key === "w") this.ask(this.board.cursor);
    else if (key === "+" || key === "=") this.board.zoomBy(1);
    else if (key === "-") this.board.zoomBy(-1);
    else return false;
    return true;
  }

  switch(name, on) {
    this.show[name] = on;
    memory.set("analyse", this.show);
    if (name === "trust") {
      if (!this.editor.position) return;
      this.forget();
      this.analyse();
    } else if (name === "live") {
      if (on) this.think();
      else this.stopThinking();
    } else if (name === "reasons" && on) this.askReasons();
    this.showMarks();
  }

  // Editing

  chooseBrush(brush) {
    this.brush = brush;
    for (const [i, element] of this.brushButtons.entries()) element.setAttribute("aria-pressed", String(BRUSHES[i] === brush));
  }

  act(kind, cell, key) {
    if (kind === "point") this.point(cell);
    else if (kind === "flag") this.write(cell, "F");
    else if (kind === "paint" && this.brush !== "ask") this.write(cell, this.brush);
    else if (kind === "open" || kind === "chord") {
      if (this.brush === "ask") this.ask(cell);
      else this.write(cell, this.brush);
    } else if (kind === "key") {
      const brush = key === "Backspace" || key === "Delete" ? "?" : key === "." ? "0" : key;
      if (brush === "ask" || !BRUSHES.includes(brush)) return false;
      this.write(cell, brush);
    }
    return true;
  }

  /** Write into a cell. What the user has written is not in doubt any more. */
  write(cell, brush) {
    this.picture.settle(cell);
    if (!this.editor.write(cell, brush)) this.showMarks();
  }

  load(text) {
    return this.read({ text });
  }

  async readFile(file) {
    if (isPicture(file)) {
      await this.picture.read(file);
      return;
    }
    const suffix = /\.(mbf|abf)$/i.exec(file.name)?.[0].toLowerCase();
    if (!suffix) {
      await this.load(await file.text());
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.read({ data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), suffix });
  }

  /** Let the server parse a position, and load it unless the user has asked for another meanwhile. */
  async read(given) {
    this.reading?.abort();
    this.reading = new AbortController();
    try {
      const { position } = await ask("read_position", given, this.reading.signal);
      this.picture.forget();
      this.editor.load(position);
    } catch (error) {
      if (error.name !== "AbortError") this.problem.textContent = errorText(error);
    }
  }

  /** Show the changed position, and analyse it after a short pause. */
  changed(whole) {
    const { rows, cols, mines, numbers, flags } = this.editor.position;
    if (whole) {
      this.picture.keepFor(rows, cols);
      this.board.reset(rows, cols);
      this.point(null);
    }
    this.board.numbers.set(numbers);
    this.board.flags.set(flags);
    this.showSize({ rows, cols, mines });
    this.text.value = this.editor.text;
    this.forget();
    this.writeLink();
    this.waiting = setTimeout(() => this.analyse(), QUIET);
  }

  /** Discard every result of the old position, and stop the tasks that still work on it. */
  forget() {
    Object.assign(this, { analysis: null, contradiction: null, chosen: null, reasons: null, answer: null });
    clearTimeout(this.waiting);
    this.asking?.abort();
    this.stopThinking();
    this.stopReasons?.();
    this.moves.style.minHeight = `${this.moves.offsetHeight}px`; // the panels below keep their place until the response
    for (const element of [this.headline, this.reason, this.table, this.problem]) put(element);
    put(this.why, h("p", { class: "muted" }, words.whyHint));
    this.showMarks();
  }

  writeLink() {
    history.replaceState(null, "", `#/analyse?p=${shorten(this.editor.text)}`);
  }

  async copy(element, text) {
    const name = element.firstChild.textContent;
    element.firstChild.textContent = (await copy(text)) ? texts.copied : texts.errors.clipboard;
    setTimeout(() => {
      element.firstChild.textContent = name;
    }, 1200);
  }

  // Requests to the server

  async analyse(tries = 0) {
    this.asking = new AbortController();
    this.playedOut.textContent = words.thinking;
    try {
      // The risks first: to search for the best move takes a hundred times as long.
      for (const best of [false, true]) {
        const asked = { position: this.editor.text, trust_flags: this.show.trust, best };
        const analysis = await ask("analyse", asked, this.asking.signal);
        if (!analysis.possible) {
          this.moves.style.minHeight = "";
          this.impossible(analysis);
          return;
        }
        Object.assign(this, { analysis, contradiction: null, candidates: best ? analysis.candidates : null });
        this.headline.textContent = headline(analysis);
        if (best) this.showAdvice();
        this.showMarks();
      }
      if (this.show.reasons) this.askReasons();
      if (this.show.live) this.resting = setTimeout(() => this.think(), IDLE);
      else this.stopThinking();
    } catch (error) {
      if (error.name !== "AbortError") this.miss(error, tries);
    }
  }

  showAdvice() {
    this.moves.style.minHeight = "";
    this.reason.textContent = "";
    this.showBest(this.analysis.best);
    this.showMoves();
  }

  /** Show an error in place of the result, and try again if that may help. */
  miss(error, tries) {
    const hopeful = error.status === 429 || (error.status === 503 && tries < TRIES);
    this.headline.textContent = hopeful ? `${errorText(error)} ${words.tryingAgain}` : errorText(error);
    this.playedOut.textContent = "";
    this.moves.style.minHeight = "";
    if (hopeful) this.waiting = setTimeout(() => this.analyse(tries + 1), AGAIN);
  }

  impossible({ cells, uses_mine_count: count, reason }) {
    this.contradiction = cells;
    this.headline.textContent = words.impossible;
    this.reason.textContent = sentence(reason);
    put(this.table, h("p", { class: "small" }, `${words.impossibleNote}${count ? ` ${words.withCount}` : ""}`));
    this.playedOut.textContent = "";
    this.app.say(reason);
    this.showMarks();
  }

  think() {
    this.stopThinking();
    if (!this.candidates?.length || !this.analysis?.exact) return;
    this.playedOut.textContent = words.thinking;
    this.stopButton.classList.remove("hidden");
    this.stop = stream({ do: "think", position: this.editor.text, trust_flags: this.show.trust, seconds: PLAYED_OUT }, (message) => {
      if (message.kind === "wins") {
        this.candidates = message.candidates;
        this.showBest(message.best);
        this.playedOut.textContent = message.exact ? words.exactWins : words.playing(message.layouts);
        this.showMoves();
      } else if (message.error) this.playedOut.textContent = sentence(message.error);
      if (message.kind === "end") this.stopButton.classList.add("hidden");
    });
  }

  stopThinking() {
    clearTimeout(this.resting);
    this.stop?.();
    this.stop = null;
    this.stopButton.classList.add("hidden");
    if (this.playedOut.textContent === words.thinking || !this.analysis) this.playedOut.textContent = "";
  }

  askReasons() {
    this.stopReasons?.();
    if (!this.analysis) return;
    this.reasons = new Map();
    this.stopReasons = stream({ do: "reasons", position: this.editor.text, trust_flags: this.show.trust }, (message) => {
      if (message.kind !== "reasons") return;
      for (const [row, col, mine, grade] of message.cells) this.reasons.set(this.board.index(row, col), { mine, grade });
      this.showMarks();
    });
  }

  async ask(cell) {
    const chosen = this.board.pair(cell);
    Object.assign(this, { chosen, answer: null });
    const doubt = this.picture.question(cell);
    if (doubt) {
      put(this.why, doubt);
      this.showMarks();
      return;
    }
    if (this.contradiction) {
      this.showMarks();
      return;
    }
    try {
      const isOpen = this.board.numbers[cell] !== COVERED;
      const answer = await ask("explain", { position: this.editor.text, cell: chosen, trust_flags: this.show.trust });
      if (chosen !== this.chosen) return; // the user has chosen another cell or changed the position meanwhile
      this.answer = answer;
      put(this.why, explanation(answer, isOpen));
    } catch (error) {
      if (chosen !== this.chosen) return;
      put(this.why, h("p", { class: "notice bad", role: "alert" }, errorText(error)));
    }
    this.showMarks();
    this.showMoves();
  }

  // Display

  /** State the best move. A better estimate replaces the one before, so that the table says the same. */
  showBest(best) {
    if (!best?.reason) return;
    this.reason.textContent = `${texts.play.bestAt(best.cell)} ${sentence(best.reason)}`;
    const moved = texts.cell(best.cell) !== texts.cell(this.analysis.best.cell);
    Object.assign(this.analysis.best, best);
    if (moved) this.showMarks();
  }

  showMoves() {
    if (this.analysis && this.candidates) put(this.table, movesTable(this.candidates, this.chosen, ([row, col]) => this.ask(this.board.index(row, col))));
  }

  showMarks() {
    const { board, analysis, show, reasons } = this;
    this.heatLegend.classList.toggle("hidden", !show.risks);
    this.reasonLegend.classList.toggle("hidden", !show.reasons);
    const risks = analysis && riskMarks(board, analysis);
    board.mark((cell) => {
      const mark = risks?.(cell) ?? null;
      const proof = mark && show.reasons ? reasons?.get(cell) : null;
      if (proof) {
        const look = REASONS[proof.grade];
        return { fill: look.fill, ink: look.ink, text: look.sign, kind: proof.mine ? "proven-mine" : "proven-free" };
      }
      return show.risks ? mark : null;
    });
    const rings = (this.contradiction ?? []).map((cell) => ({ cell: board.index(...cell), kind: "contradiction" }));
    rings.push(...this.picture.rings());
    if (analysis?.best && !this.chosen) rings.push({ cell: board.index(...analysis.best.cell), kind: "best" });
    for (const cell of this.answer?.why?.numbers ?? []) rings.push({ cell: board.index(...cell), kind: "proof" });
    if (this.chosen) rings.push({ cell: board.index(...this.chosen), kind: "asked" });
    board.ring(rings);
    if (this.pointed !== null) this.point(this.pointed);
  }

  point(cell) {
    this.pointed = cell;
    if (cell === null) {
      this.readout.textContent = "";
      return;
    }
    const [row, col] = this.board.pair(cell);
    const risk = this.analysis?.risk[row]?.[col] ?? null;
    this.readout.textContent = texts.play.readout(row, col, risk === null ? "" : percent(risk, 2));
  }
}

/** The message of an error as a sentence. An error that is no refusal is a bug of the page, so it is logged. */
function errorText(error) {
  if (!(error instanceof Refusal)) console.error(error);
  return sentence(error.message);
}
