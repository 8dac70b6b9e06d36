// The watch view: agents play the same board side by side, at any speed, forwards and backwards.

import { stream } from "../shared/transport.js";
import { allRight, button, h, memory, numberField, put, segmented, toggle } from "../shared/elements.js";
import { copy, iconButton, picture } from "../shared/widgets.js";
import { Player } from "./watch-player.js";
import { texts } from "../shared/texts.js";

const words = texts.watch;
const MOST = 4;
const DELAYS = [900, 400, 180, 70, 15, 0]; // ms per step

export function create(app) {
  return new Watch(app);
}

class Watch {
  constructor(app) {
    this.app = app;
    this.players = [];
    this.wanted = memory.get("watch", { agents: ["sapper-strong", "lowest-risk"], level: "expert", seed: 2021, speed: 2, truth: false });
    this.at = 0;
    this.running = false;
    this.stage = h("div", { class: "stage" });
    this.element = h("div", { class: "side wide" }, this.setupPanel(), this.transportPanel(), this.stage);
  }

  // Panels

  setupPanel() {
    const { agents } = this.app.about;
    const known = new Set(agents.map(({ name }) => name));
    this.wanted.agents = this.wanted.agents.filter((name) => known.has(name));
    const list = agents.map(({ name, paper, summary }) => {
      const input = h("input", { type: "checkbox", value: name, checked: this.wanted.agents.includes(name), onchange: () => this.chooseAgent(name, input) });
      return h("label", { class: "agent" }, input, h("b", {}, name, paper ? h("span", { class: "tag" }, paper) : null), h("span", {}, summary));
    });
    const levels = Object.entries(texts.play.levels);
    this.levelChoice = segmented(texts.play.level, levels, this.wanted.level, (level) => this.chooseLevel(level));
    this.seedField = numberField(words.seed, this.wanted.seed, 0, 2 ** 32, (seed) => {
      this.wanted.seed = seed;
    });
    this.problem = h("p", { class: "notice bad", role: "alert" });
    this.chosen = h("summary", {});
    this.shared = h("span", { class: "small", role: "status", "data-testid": "shared" });
    this.showChosen();
    return h(
      "section",
      { class: "panel" },
      h("header", {}, h("h2", {}, words.agents), h("span", { class: "small muted" }, words.agentsNote)),
      h(
        "div",
        { class: "body" },
        h("details", { class: "agent-choice" }, this.chosen, h("div", { class: "agents" }, list)),
        h(
          "div",
          { class: "row" },
          this.levelChoice,
          this.sizePanel(),
          this.seedField,
          button(words.start, () => this.start(), { kind: "primary" }),
          button(words.newBoard, () => this.anotherBoard()),
          button(words.share, () => this.share()),
          this.shared,
        ),
        this.problem,
      ),
    );
  }

  /** The fields for the size of a custom board. */
  sizePanel() {
    const { side } = this.app.about;
    const { rows, cols, mines } = { rows: 16, cols: 30, mines: 99, ...this.wanted.size };
    this.rowsField = numberField(texts.play.rows, rows, 1, side);
    this.colsField = numberField(texts.play.cols, cols, 1, side);
    this.minesField = numberField(texts.play.mines, mines, 0, side * side);
    this.sizeFields = h("div", { class: "fields" }, this.rowsField, this.colsField, this.minesField);
    this.chooseLevel(this.wanted.level);
    return this.sizeFields;
  }

  transportPanel() {
    this.runButton = iconButton("run", () => this.setRunning(!this.running));
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": words.position, oninput: () => this.jump(Number(this.slider.value)) });
    this.place = h("span", { class: "small muted number", "data-testid": "step" });
    const speed = h("select", { "aria-label": words.speed, onchange: () => this.setSpeed(Number(speed.value)) }, words.speeds.map((text, i) => h("option", { value: i }, text)));
    speed.value = this.wanted.speed;
    this.truthToggle = toggle(words.showTruth, this.wanted.truth, (on) => this.setTruth(on), "M");
    this.truthToggle.title = words.truthNote;
    return h(
      "section",
      { class: "panel transport" },
      h(
        "div",
        { class: "row" },
        iconButton("first", () => this.jump(0)),
        iconButton("back", () => this.jump(this.at - 1)),
        this.runButton,
        iconButton("forward", () => this.jump(this.at + 1)),
        iconButton("last", () => this.jump(this.length)),
      ),
      h("div", {}, this.slider, this.place),
      h("div", { class: "row" }, speed, this.truthToggle),
    );
  }

  // Entering, leaving and keys

  async enter(query) {
    if (query.get("agents") && String(query) !== this.followed) this.follow(query);
    else if (!this.players.length) this.start();
    else for (const player of this.players) player.board.layout();
  }

  leave() {
    this.setRunning(false);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.target instanceof HTMLInputElement && event.target.type !== "checkbox") return false;
    const does = {
      " ": () => this.setRunning(!this.running),
      ArrowLeft: () => this.jump(this.at - 1),
      ArrowRight: () => this.jump(this.at + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.length),
      m: () => {
        this.truthToggle.input.checked = !this.wanted.truth;
        this.setTruth(!this.wanted.truth);
      },
    }[event.key];
    if (event.key === " " && event.target instanceof HTMLElement && event.target.matches("button, input, summary")) return false;
    does?.();
    return Boolean(does);
  }

  chooseLevel(level) {
    this.wanted.level = level;
    this.sizeFields.classList.toggle("hidden", level !== "custom");
  }

  /** The size of the chosen level or of the fields, or null when a field holds something else than a number in its range. */
  size() {
    const preset = this.app.about.levels[this.wanted.level];
    if (preset) return preset;
    if (!allRight(this.rowsField, this.colsField)) return null;
    const [rows, cols] = [this.rowsField.read(), this.colsField.read()];
    this.minesField.limit(rows * cols);
    return allRight(this.minesField) ? { rows, cols, mines: this.minesField.read() } : null;
  }

  chooseAgent(name, input) {
    const others = this.wanted.agents.filter((other) => other !== name);
    if (input.checked && others.length >= MOST) input.checked = false;
    this.wanted.agents = input.checked ? [...others, name] : others;
    this.showChosen();
  }

  showChosen() {
    this.chosen.textContent = this.wanted.agents.length ? words.chosen(this.wanted.agents.join(", ")) : words.choose;
  }

  /** Copy a link to these games. Agents and board number decide every move, so the link needs no records. */
  async share() {
    if (!this.played) return;
    const query = new URLSearchParams(this.played);
    this.followed = String(query);
    history.replaceState(null, "", `#/watch?${query}`);
    this.shared.textContent = (await copy(location.href)) ? texts.links.copied : texts.links.address;
  }

  /** Show the games of a link. */
  follow(query) {
    this.followed = String(query);
    const known = new Set(this.app.about.agents.map(({ name }) => name));
    const agents = query.get("agents").split(",").filter((name) => known.has(name)).slice(0, MOST);
    const [rows, cols, mines, seed] = ["rows", "cols", "mines", "seed"].map((name) => Number(query.get(name)));
    const level = Object.entries(this.app.about.levels).find(([, preset]) => preset.rows === rows && preset.cols === cols && preset.mines === mines)?.[0];
    Object.assign(this.wanted, { agents, seed });
    for (const input of this.element.querySelectorAll(".agent input")) input.checked = agents.includes(input.value);
    this.showChosen();
    for (const [field, value] of [[this.seedField, seed], [this.rowsField, rows], [this.colsField, cols], [this.minesField, mines]]) field.input.value = value;
    this.levelChoice.choose(level ?? "custom");
    this.chooseLevel(level ?? "custom");
    this.start();
  }

  anotherBoard() {
    this.wanted.seed = Math.floor(Math.random() * 2 ** 31);
    this.seedField.set(this.wanted.seed);
    this.start();
  }

  // The games

  start() {
    this.stop?.();
    this.problem.textContent = "";
    if (!this.wanted.agents.length) {
      this.problem.textContent = words.choose;
      return;
    }
    const size = allRight(this.seedField) && this.size();
    if (!size) return;
    const { rows, cols, mines } = size;
    if (this.wanted.level === "custom") this.wanted.size = size;
    memory.set("watch", this.wanted);
    const { agents, seed } = this.wanted;
    this.players = agents.map((name) => new Player(name, (record) => this.review(record)));
    for (const player of this.players) player.showTruth(this.wanted.truth);
    put(this.stage, this.players.map((player) => player.element));
    this.arrange();
    this.at = 0;
    this.played = { agents: agents.join(","), rows, cols, mines, seed };
    this.shared.textContent = "";
    this.stop = stream({ do: "watch", agents, rows, cols, mines, seed }, (message) => this.hear(message));
    this.setRunning(true);
  }

  hear(message) {
    const player = this.players[message.agent];
    if (message.kind === "board") for (const each of this.players) each.begin(message.rules, message.mines);
    else if (message.kind === "step") {
      player.steps.push(message);
      this.showPlace();
    } else if (message.kind === "record") {
      player.record = message.record;
      player.describe();
    } else if (message.error) this.problem.textContent = message.error;
  }

  get length() {
    return Math.max(0, ...this.players.map((player) => player.steps.length)) - 1;
  }

  jump(step) {
    this.setRunning(false);
    this.goTo(step);
  }

  goTo(step) {
    this.at = Math.max(0, Math.min(step, Math.max(0, this.length)));
    for (const player of this.players) if (player.rules) player.goTo(this.at);
    this.showPlace();
  }

  setRunning(on) {
    this.running = on;
    const name = on ? "pause" : "run";
    put(this.runButton, picture(name));
    this.runButton.title = words[name];
    this.runButton.setAttribute("aria-label", words[name]);
    clearTimeout(this.timer);
    if (on) {
      if (this.at >= this.length && this.length > 0) this.goTo(0);
      this.tick();
    }
  }

  tick() {
    if (!this.running) return;
    const delay = DELAYS[this.wanted.speed];
    const ready = this.players.some((player) => player.rules);
    if (ready && (this.at < this.length || this.at === 0)) this.goTo(delay ? this.at + (this.length > 0 ? 1 : 0) : this.length);
    const over = ready && this.length >= 0 && this.at >= this.length && this.players.every((player) => player.steps.at(-1)?.state !== "playing");
    if (over) this.setRunning(false);
    else this.timer = setTimeout(() => this.tick(), Math.max(delay, 30));
  }

  setSpeed(speed) {
    this.wanted.speed = speed;
    memory.set("watch", this.wanted);
  }

  setTruth(on) {
    this.wanted.truth = on;
    memory.set("watch", this.wanted);
    for (const player of this.players) player.showTruth(on);
    this.arrange();
  }

  arrange() {
    this.stage.classList.toggle("single", this.players.length === 1 || this.wanted.truth);
  }

  showPlace() {
    this.slider.max = Math.max(0, this.length);
    this.slider.value = this.at;
    this.place.textContent = words.step(this.at, Math.max(0, this.length));
  }

  review(record) {
    const { rows, cols, mines } = record.rules;
    const game = `${rows}x${cols}-${mines}-${this.wanted.seed}-${record.agent}`;
    this.app.lastRecord = { game, record };
    this.app.go("review", { played: game });
  }
}
