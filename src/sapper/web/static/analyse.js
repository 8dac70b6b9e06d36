// Analyse: any position, its risks, its moves, and why.

import { Refusal, post, stream } from "./api.js";
import { Board, COVERED } from "./board.js";
import { button, download, h, memory, numberField, put, toggle } from "./dom.js";
import { BRUSHES, Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { asPng, asSvg } from "./export.js";
import { headline, movesTable, reasonLegend, sentence, whyPanel } from "./moves.js";
import { REASONS, heat, percent } from "./palette.js";
import { copy, heatLegend, zoomButtons } from "./parts.js";
import { lengthen, print, shorten } from "./position.js";
import { texts } from "./texts.js";

const words = texts.analyse;
const QUIET = 40; // ms without an edit before the position is analysed
const IDLE = 300; // ms before its moves are played out
const PLAYED_OUT = 8; // seconds
const AGAIN = 1000; // ms before a question is put again that the server had no time for
const TRIES = 3; // of a question that may be too hard for it at any time

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
    const side = h("div", { class: "side" }, this.movesPanel(), this.whyPanel(), this.showPanel());
    this.element = h("div", { class: "desk" }, h("div", { class: "side wide" }, this.boardCard(), this.positionPanel()), side);
    for (const name of ["dragover", "drop"])
      this.element.addEventListener(name, (event) => {
        event.preventDefault();
        if (name === "drop" && event.dataTransfer.files[0]) this.readFile(event.dataTransfer.files[0]);
      });
  }

  // Parts of the view

  boardCard() {
    this.brushButtons = BRUSHES.map((brush) => {
      const name = brush === "ask" ? words.why : brush === "?" ? words.brushes.cover : brush === "F" ? words.brushes.flag : brush === "*" ? words.brushes.hit : words.brushes.number(brush);
      const shown = brush === "ask" ? `${words.why}?` : brush === "F" ? "⚑" : brush === "*" ? "✹" : brush === "?" ? "■" : brush;
      return h("button", { type: "button", class: `brush n${brush}`, title: name, "aria-label": name, onclick: () => this.chooseBrush(brush) }, shown);
    });
    this.minesField = numberField(texts.play.mines, 10, 0, 40000, (mines) => {
      this.editor.setMines(Math.min(mines, this.board.rows * this.board.cols));
      this.minesField.input.value = this.editor.position.mines;
    });
    this.minesField.input.dataset.testid = "mines";
    this.readout = h("div", { class: "readout" });
    const undo = button(words.undo, () => this.editor.undo(), { key: "Ctrl+Z" });
    const redo = button(words.redo, () => this.editor.redo());
    this.chooseBrush("ask");
    return h(
      "section",
      { class: "panel board-card" },
      h("header", {}, h("div", { class: "brushes", role: "group", "aria-label": words.edit }, this.brushButtons), this.minesField),
      h("div", { class: "board-wrap" }, this.board.element),
      h("div", { class: "board-foot" }, this.readout, undo, redo, zoomButtons(this.board)),
    );
  }

  movesPanel() {
    this.headline = h("p", { class: "headline", role: "status", "data-testid": "headline" });
    this.reason = h("p", { class: "notice", "data-testid": "reason" });
    this.table = h("div", {});
    this.playedOut = h("span", { class: "small muted", "data-testid": "played-out" });
    this.stopButton = button(words.stop, () => this.stopThinking());
    this.stopButton.classList.add("hidden");
    this.moves = h(
      "section",
      { class: "panel" },
      h("header", {}, h("h2", {}, words.candidates), this.stopButton),
      h("div", { class: "body" }, this.headline, this.reason, this.table, this.playedOut),
    );
    return this.moves;
  }

  whyPanel() {
    this.why = h("div", { class: "body", "aria-live": "polite" }, h("p", { class: "muted" }, words.whyHint));
    return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.why)), this.why);
  }

  showPanel() {
    const make = (name, text, key) => {
      const element = toggle(text, this.show[name], (on) => this.switch(name, on), key);
      element.input.dataset.show = name;
      return element;
    };
    this.toggles = {
      risks: make("risks", words.risks, "R"),
      reasons: make("reasons", words.reasons, "C"),
      trust: make("trust", words.trust),
      live: make("live", words.live, "L"),
    };
    this.heatLegend = heatLegend();
    this.reasonLegend = reasonLegend();
    return h(
      "section",
      { class: "panel" },
      h("header", {}, h("h2", {}, words.show)),
      h("div", { class: "body" }, this.toggles.risks, this.heatLegend, this.toggles.reasons, this.reasonLegend, this.toggles.live, this.toggles.trust),
    );
  }

  positionPanel() {
    const { side } = this.app.about;
    this.text = h("textarea", { rows: 5, spellcheck: "false", "aria-label": words.text, placeholder: words.textHint });
    this.problem = h("p", { class: "notice bad", role: "alert" });
    const rows = numberField(texts.play.rows, 16, 1, side, () => {});
    const cols = numberField(texts.play.cols, 30, 1, side, () => {});
    const mines = numberField(texts.play.mines, 99, 0, side * side, () => {});
    const fresh = () => {
      mines.input.value = Math.min(mines.read(), rows.read() * cols.read());
      this.load(`${Array(rows.read()).fill("?".repeat(cols.read())).join("/")} ${mines.read()}`);
    };
    const file = h("input", { type: "file", class: "sr-only", accept: ".mbf,.abf,.txt", onchange: () => file.files[0] && this.readFile(file.files[0]) });
    const examples = h("select", { "aria-label": words.examples, onchange: () => examples.value && this.load(EXAMPLES[Number(examples.value)]) }, h("option", { value: "" }, `${words.examples} …`), words.exampleNames.map((name, i) => h("option", { value: i }, name)));
    this.copyText = button(words.copyText, () => this.copy(this.copyText, print(this.editor.position, true)), { kind: "grow" });
    this.copyLink = button(words.copyLink, () => this.copy(this.copyLink, location.href), { kind: "grow" });
    return h(
      "section",
      { class: "panel later" },
      h("header", {}, h("h2", {}, words.position)),
      h(
        "div",
        { class: "body halves" },
        h(
          "div",
          { class: "body" },
          this.text,
          h("div", { class: "row" }, button(words.load, () => this.load(this.text.value), { kind: "primary grow" }), button(words.openFile, () => file.click(), { kind: "grow" }), file),
          this.problem,
        ),
        h(
          "div",
          { class: "body" },
          examples,
          h("div", { class: "row" }, this.copyText, this.copyLink),
          h("div", { class: "row" }, button(words.png, async () => download("position.png", await asPng(this.board)), { kind: "grow" }), button(words.svg, () => download("position.svg", new Blob([asSvg(this.board)], { type: "image/svg+xml" })), { kind: "grow" })),
          h("div", { class: "fields four" }, rows, cols, mines, button(words.apply, fresh)),
        ),
      ),
    );
  }

  // Coming and going

  async enter(query) {
    const asked = query.get("p");
    if (asked) {
      const text = lengthen(asked);
      if (!this.editor.position || text !== this.editor.text) await this.load(text);
    } else if (!this.editor.position) this.editor.load(EXAMPLES[0]);
    else this.writeLink();
    this.board.layout();
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
    } else if (key === "w") this.ask(this.board.cursor);
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
    else if (kind === "flag") this.editor.write(cell, "F");
    else if (kind === "paint" && this.brush !== "ask") this.editor.write(cell, this.brush);
    else if (kind === "open" || kind === "chord") {
      if (this.brush === "ask") this.ask(cell);
      else this.editor.write(cell, this.brush);
    } else if (kind === "key") {
      const brush = key === "Backspace" || key === "Delete" ? "?" : key === "." ? "0" : key;
      if (brush === "ask" || !BRUSHES.includes(brush)) return false;
      this.editor.write(cell, brush);
    }
    return true;
  }

  load(text) {
    return this.read({ text });
  }

  async readFile(file) {
    const suffix = /\.(mbf|abf)$/i.exec(file.name)?.[0].toLowerCase();
    if (!suffix) {
      await this.load(await file.text());
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.read({ data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), suffix });
  }

  /** Take a position as the server reads it, unless another is asked for meanwhile. */
  async read(given) {
    this.reading?.abort();
    this.reading = new AbortController();
    try {
      const { position } = await post("/api/position", given, this.reading.signal);
      this.editor.load(position);
    } catch (error) {
      if (error.name !== "AbortError") this.problem.textContent = told(error);
    }
  }

  /** The position is another: show it, and think about it anew. */
  changed(whole) {
    const { rows, cols, mines, numbers, flags } = this.editor.position;
    if (whole) {
      this.board.reset(rows, cols);
      this.point(null);
    }
    this.board.numbers.set(numbers);
    this.board.flags.set(flags);
    this.minesField.input.value = mines;
    this.text.value = this.editor.text;
    this.forget();
    this.writeLink();
    this.waiting = setTimeout(() => this.analyse(), QUIET);
  }

  /** Nothing that was found out holds any more: stop finding out, and show none of it beside the new position. */
  forget() {
    Object.assign(this, { analysis: null, contradiction: null, chosen: null, reasons: null, answer: null });
    clearTimeout(this.waiting);
    this.asking?.abort();
    this.stopThinking();
    this.stopReasons?.();
    this.moves.style.minHeight = `${this.moves.offsetHeight}px`; // what is below stays in its place until the answer
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

  // Thinking

  async analyse(tries = 0) {
    this.asking = new AbortController();
    this.playedOut.textContent = words.thinking;
    try {
      const analysis = await post("/api/analyse", { position: this.editor.text, trust_flags: this.show.trust }, this.asking.signal);
      this.moves.style.minHeight = "";
      if (!analysis.possible) {
        this.impossible(analysis);
        return;
      }
      Object.assign(this, { analysis, contradiction: null, candidates: analysis.candidates });
      this.headline.textContent = headline(analysis);
      this.reason.textContent = analysis.best ? `${texts.play.bestAt(analysis.best.cell)} ${sentence(analysis.best.reason)}` : "";
      this.showMoves();
      this.showMarks();
      if (this.show.reasons) this.askReasons();
      if (this.show.live) this.resting = setTimeout(() => this.think(), IDLE);
      else this.stopThinking();
    } catch (error) {
      if (error.name !== "AbortError") this.miss(error, tries);
    }
  }

  /** There is no result: say so where it would stand, and try again where that may help. */
  miss(error, tries) {
    const hopeful = error.status === 429 || (error.status === 503 && tries < TRIES);
    this.headline.textContent = hopeful ? `${told(error)} ${words.tryingAgain}` : told(error);
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
    if (!this.analysis?.candidates.length || !this.analysis.exact) return;
    this.playedOut.textContent = words.thinking;
    this.stopButton.classList.remove("hidden");
    this.stop = stream({ do: "think", position: this.editor.text, trust_flags: this.show.trust, seconds: PLAYED_OUT }, (message) => {
      if (message.kind === "wins") {
        this.candidates = message.candidates;
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
    if (this.contradiction) {
      this.showMarks();
      return;
    }
    try {
      const isOpen = this.board.numbers[cell] !== COVERED;
      const answer = await post("/api/explain", { position: this.editor.text, cell: chosen, trust_flags: this.show.trust });
      if (chosen !== this.chosen) return; // another cell was chosen meanwhile, or the position is another
      this.answer = answer;
      put(this.why, whyPanel(answer, isOpen));
    } catch (error) {
      if (chosen !== this.chosen) return;
      put(this.why, h("p", { class: "notice bad", role: "alert" }, told(error)));
    }
    this.showMarks();
    this.showMoves();
  }

  // Showing

  showMoves() {
    if (this.analysis) put(this.table, movesTable(this.candidates, this.chosen, ([row, col]) => this.ask(this.board.index(row, col))));
  }

  showMarks() {
    const { board, analysis, show, reasons } = this;
    this.heatLegend.classList.toggle("hidden", !show.risks);
    this.reasonLegend.classList.toggle("hidden", !show.reasons);
    const certain = new Set([...(analysis?.safe ?? []), ...(analysis?.mine_cells ?? [])].map(([row, col]) => board.index(row, col)));
    board.mark((cell) => {
      const [row, col] = board.pair(cell);
      const risk = analysis?.risk[row][col] ?? null;
      if (risk === null) return null;
      const proof = show.reasons ? reasons?.get(cell) : null;
      if (proof) {
        const look = REASONS[proof.grade];
        return { fill: look.fill, ink: look.ink, text: look.sign, kind: proof.mine ? "proven-mine" : "proven-free" };
      }
      if (!show.risks) return null;
      const { fill, ink } = heat(risk);
      const said = words.said(percent(risk));
      if (certain.has(cell)) return { fill, said, kind: risk ? "mine" : "safe" };
      return { fill, ink, text: board.size >= 20 ? whole(risk) : null, said };
    });
    const rings = (this.contradiction ?? []).map((cell) => ({ cell: board.index(...cell), kind: "contradiction" }));
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

/** What went wrong, as a sentence; what is no refusal is a fault of the page, and noted. */
function told(error) {
  if (!(error instanceof Refusal)) console.error(error);
  return sentence(error.message);
}

/** A risk that is not certain, in whole percent and never rounded to certainty. */
function whole(risk) {
  return String(Math.min(99, Math.max(1, Math.round(risk * 100))));
}
