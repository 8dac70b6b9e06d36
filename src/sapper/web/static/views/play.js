// The play view: a game of a person. The mines stay on the server until the game is over.

import { Board, COVERED, HIT } from "../board/board.js";
import { parse } from "../board/position-text.js";
import { heat, percent } from "../shared/colours.js";
import { allRight, h, memory, put, tabMemory } from "../shared/elements.js";
import { Refusal, ask } from "../shared/transport.js";
import { addGame } from "../shared/game-history.js";
import { texts } from "../shared/texts.js";
import { stat } from "../shared/widgets.js";
import { showMarks } from "./play-marks.js";
import { boardCard, helpPanel, newGamePanel, statsPanel } from "./play-panels.js";

const words = texts.play;

export function create(app) {
  return new Play(app);
}

class Play {
  constructor(app) {
    this.app = app;
    this.game = null;
    this.hint = null;
    this.queue = Promise.resolve();
    this.helps = { safe: false, risks: false, numbers: false, best: false };
    this.wanted = memory.get("play", { level: "expert", rows: 16, cols: 30, mines: 99, first_move: "zero", no_guess: false });
    this.board = new Board({ label: words.board, act: (kind, cell) => this.act(kind, cell), fit: "both" });
    this.card = boardCard(this);
    this.element = h("div", { class: "desk" }, h("div", { class: "side wide" }, this.card, statsPanel(this)), h("div", { class: "side" }, newGamePanel(this), helpPanel(this)));
    setInterval(() => this.tick(), 200);
  }

  // Entering the view, keys and levels

  async enter() {
    const { continued } = this.app; // a position of the review view, to be played on
    this.app.continued = null;
    if (continued) await this.inTurn(() => this.goOn(continued));
    if (!this.game) await this.resume();
    if (!this.game) await this.begin();
    this.board.layout();
    this.focus();
  }

  focus() {
    this.board.svg.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const does = {
      n: () => this.begin(true),
      s: () => this.flipHelp("safe"),
      r: () => this.flipHelp("risks"),
      d: () => this.flipHelp("numbers"),
      b: () => this.flipHelp("best"),
      a: () => this.autoplay(),
      u: () => this.undo(),
      p: () => this.again(),
      "+": () => this.board.zoomBy(1),
      "=": () => this.board.zoomBy(1),
      "-": () => this.board.zoomBy(-1),
    }[event.key.toLowerCase()];
    does?.();
    return Boolean(does);
  }

  chooseLevel(level) {
    this.wanted.level = level;
    const preset = this.app.about.levels[level];
    this.customFields.classList.toggle("hidden", level !== "custom");
    if (!preset) return;
    this.showSize(preset);
    if (!this.game?.running) this.begin();
  }

  /** Put a size into the fields of a new game. */
  showSize({ rows, cols, mines }) {
    Object.assign(this.wanted, { rows, cols, mines });
    this.minesField.limit(rows * cols);
    this.rowsField.set(rows);
    this.colsField.set(cols);
    this.minesField.set(mines);
  }

  /** Let the fields of a new game follow a game that began elsewhere. */
  follow({ rows, cols, mines, first_move, no_guess }) {
    const same = (level) => level.rows === rows && level.cols === cols && level.mines === mines;
    const level = Object.entries(this.app.about.levels).find(([, preset]) => same(preset))?.[0] ?? "custom";
    Object.assign(this.wanted, { level, first_move, no_guess });
    this.levelChoice.choose(level);
    this.customFields.classList.toggle("hidden", level !== "custom");
    this.showSize({ rows, cols, mines });
    this.firstMove.value = first_move;
    this.noGuess.input.checked = no_guess;
  }

  /** The size of a custom board, or null when a field holds something else than a number in its range. */
  customSize() {
    if (!allRight(this.rowsField, this.colsField)) return null;
    const [rows, cols] = [this.rowsField.read(), this.colsField.read()];
    this.minesField.limit(rows * cols);
    return allRight(this.minesField) ? { rows, cols, mines: this.minesField.read() } : null;
  }

  // The game

  /** Run requests one after another, so that no move overtakes the one before it. */
  inTurn(work) {
    this.queue = this.queue.then(work).catch((error) => this.fail(error));
    return this.queue;
  }

  fail(error) {
    if (error.name === "AbortError" || error.status === 0) return; // the page says that the server is gone
    if (!(error instanceof Refusal)) console.error(error);
    this.problem.textContent = error.message;
  }

  /** Begin a game. With `focus`, the board gets the focus; without it, a level chosen by keys keeps the focus. */
  begin(focus = false) {
    return this.inTurn(async () => {
      const size = this.wanted.level === "custom" ? this.customSize() : {};
      if (!size) return;
      Object.assign(this.wanted, size);
      const { rows, cols, mines, first_move, no_guess } = this.wanted;
      this.take(await ask("new_game", { rows, cols, mines, first_move, no_guess }));
      memory.set("play", this.wanted);
      if (focus) this.focus();
    });
  }

  /** Resume the game of this tab after a reload of the page. */
  resume() {
    const id = tabMemory.get("game");
    if (!id) return null;
    return this.inTurn(async () => {
      try {
        this.take(await ask("game", { id }));
        this.follow(this.game);
      } catch (error) {
        if (error.status !== 404) throw error; // the server has dropped the game, so a new one begins
      }
      if (this.game?.over) await this.keepRecord();
    });
  }

  goOn(game) {
    this.take(game);
    this.follow(game);
  }

  again() {
    if (!this.game) return null;
    return this.inTurn(async () => this.take(await ask("play_again", { id: this.game.id })));
  }

  undo() {
    if (!this.game?.moves) return null;
    return this.inTurn(async () => this.take(await ask("take_back", { id: this.game.id })));
  }

  /** Show the whole state of a game. */
  take(game) {
    this.problem.textContent = "";
    if (this.game?.id !== game.id) this.setFlagMode(false);
    this.game = game;
    this.record = null;
    tabMemory.set("game", game.id);
    this.since = performance.now();
    const { numbers, flags } = parse(game.position);
    this.board.reset(game.rows, game.cols);
    this.board.numbers.set(numbers);
    this.board.flags.set(flags);
    this.board.paintAll();
    this.hint = null;
    this.refresh();
  }

  act(kind, cell) {
    if (kind === "point") return this.point(cell);
    if (!["open", "flag", "chord"].includes(kind)) return false;
    if (!this.game || this.game.state !== "playing") return true;
    const number = this.board.numbers[cell];
    if (kind === "open" && (number !== COVERED || this.board.flags[cell])) return true;
    if (kind === "flag" && number !== COVERED) return true;
    if (kind === "chord" && number <= 0) return true;
    this.inTurn(() => this.move(kind, cell));
    return true;
  }

  async move(kind, cell) {
    if (this.game.state !== "playing") return;
    const { no_guess, moves } = this.game;
    if (no_guess && !moves) this.status.textContent = words.making;
    try {
      await this.showResult(await ask("move", { id: this.game.id, do: kind, cell: this.board.pair(cell) }));
    } finally {
      this.showStatus();
    }
  }

  autoplay() {
    if (!this.game || this.game.state !== "playing") return null;
    return this.inTurn(async () => {
      const result = await ask("autoplay", { id: this.game.id });
      await this.showResult(result);
      this.advise(result.opened.length ? words.opened(result.opened.length) : words.nothingCertain);
    });
  }

  /** Show the result of a move. Only changed cells are drawn again. */
  async showResult(result) {
    this.problem.textContent = "";
    Object.assign(this.game, result);
    this.since = performance.now();
    for (const [row, col, number] of result.opened) {
      const cell = this.board.index(row, col);
      this.board.numbers[cell] = number;
      this.board.flags[cell] = 0;
      this.board.paint(cell);
    }
    for (const [row, col, set] of result.flags) {
      const cell = this.board.index(row, col);
      this.board.flags[cell] = set ? 1 : 0;
      this.board.paint(cell);
    }
    if (result.opened.length) this.hint = null;
    this.refresh();
    if (this.game.state === "playing") return;
    this.app.say(words.over[this.game.state]);
    await this.keepRecord();
  }

  /** Fetch the record of a finished game, and keep it as the last game for the review view. */
  async keepRecord() {
    this.record ??= await ask("game_record", { id: this.game.id });
    this.app.lastRecord = { game: this.game.id, record: this.record };
    addGame(this.game, this.record);
  }

  refresh() {
    if (this.game.state === "won") this.flagMines();
    this.showStatus();
    this.showStats();
    this.showMarks();
    this.tick();
    this.askHint();
  }

  /** Flag every mine of a won board, so that no mine is left to count. */
  flagMines() {
    for (const [row, col] of this.game.over.mines) {
      const cell = this.board.index(row, col);
      this.board.flags[cell] = this.board.numbers[cell] === COVERED ? 1 : 0;
      this.board.paint(cell);
    }
  }

  // Hints

  flipHelp(name) {
    const { input } = this.helpToggles[name];
    input.checked = !input.checked;
    this.switchHelp(name, input.checked);
  }

  switchHelp(name, on) {
    this.helps[name] = on;
    this.showMarks();
    this.askHint();
  }

  async askHint() {
    const { safe, risks, best } = this.helps;
    this.hinting?.abort();
    if (!(safe || risks || best) || this.game?.state !== "playing") return;
    if (!this.game.moves && !this.game.start) {
      this.advise(this.game.first_move === "unsafe" ? words.firstUnsafe : words.first);
      return;
    }
    if (this.hint && (!best || "asked" in this.hint)) return;
    this.hinting = new AbortController();
    const game = this.game;
    try {
      const hint = await ask("hint", { id: game.id, best }, this.hinting.signal);
      if (game !== this.game) return;
      if (best) hint.asked = true;
      this.hint = hint;
      this.showMarks();
      this.element.dataset.hinted = game.moves;
    } catch (error) {
      this.fail(error);
    }
  }

  advise(text) {
    this.advice.textContent = text;
  }

  showMarks() {
    this.legend.classList.toggle("hidden", !this.helps.risks);
    this.helpToggles.numbers.classList.toggle("hidden", !this.helps.risks);
    this.board.ring(showMarks(this));
  }

  /** Show the cell under the pointer or the cursor in the readout. If risks are shown, its risk also appears on the cell. */
  point(cell) {
    this.note(this.pointed, null);
    this.pointed = cell;
    if (cell === null || !this.game) {
      this.readout.textContent = "";
      return true;
    }
    const [row, col] = this.board.pair(cell);
    const risk = this.helps.risks && this.hint && !this.game.over ? this.hint.risk[row][col] : null;
    this.readout.textContent = words.readout(row, col, risk === null ? "" : percent(risk, 2));
    if (risk !== null) this.note(cell, risk);
    return true;
  }

  note(cell, risk) {
    const mark = this.board.marks?.[cell];
    if (!mark || mark.kind || this.helps.numbers) return;
    mark.text = risk === null ? null : percent(risk, 0).replace("%", "");
    mark.ink = risk === null ? null : heat(risk).ink;
    this.board.paint(cell);
  }

  // The panels around the board

  setFlagMode(on) {
    this.board.flagMode = on;
    this.flagButton.setAttribute("aria-pressed", String(on));
    this.card.classList.toggle("flagging", on);
  }

  showStatus() {
    const { game } = this;
    const name = game.state !== "playing" ? game.state : game.what_if ? "whatIf" : game.running ? "playing" : game.again ? "again" : "ready";
    this.status.textContent = words.status[name] + (game.over && game.helped ? ` ${words.helped}` : "");
    this.status.className = `status ${game.state}`;
    const flags = this.board.flags.reduce((sum, flag) => sum + flag, 0);
    const hits = this.board.numbers.reduce((sum, number) => sum + (number === HIT ? 1 : 0), 0);
    this.minesLeft.textContent = game.mines - flags - hits;
  }

  showStats() {
    const { game } = this;
    const { over } = game;
    const parts = [stat(game.deeds, words.stats.presses(game.deeds))];
    if (over) {
      parts.push(stat(over.bbbv, words.stats.bbbv), stat(game.seconds.toFixed(1), words.stats.time));
      if (over.efficiency !== null) {
        parts.push(stat(percent(over.efficiency, 0), words.stats.efficiency));
        parts.push(stat((over.bbbv / Math.max(game.seconds, 0.001)).toFixed(2), words.stats.rate));
      }
    }
    put(this.stats, parts);
    this.statsNote.classList.toggle("hidden", Boolean(over));
    this.reviewButton.classList.toggle("hidden", !over);
    this.autoplayButton.disabled = Boolean(over) || !(game.moves || game.start);
    this.undoButton.disabled = !game.moves;
  }

  tick() {
    if (!this.game) return;
    const more = this.game.running ? (performance.now() - this.since) / 1000 : 0;
    this.clock.textContent = Math.min(9999, Math.floor(this.game.seconds + more));
  }

  review() {
    if (!this.game?.over) return null;
    return this.inTurn(async () => {
      await this.keepRecord();
      this.app.go("review", { played: this.game.id });
    });
  }

  analyse() {
    if (!this.game) return null;
    return this.inTurn(async () => {
      const { position } = await ask("game", { id: this.game.id });
      this.app.go("analyse", { p: position });
    });
  }
}
