// The statistics and the list of the games that a person played. It is a panel of the review view.

import { percent } from "../shared/colours.js";
import { button, download, h, put } from "../shared/elements.js";
import { exported, games, importGames, levelOf, noteReview, speedOf, statistics, watchHistory } from "../shared/game-history.js";
import { wholeRecord } from "../shared/links.js";
import { timeline } from "../shared/plots.js";
import { stream } from "../shared/transport.js";
import { texts } from "../shared/texts.js";
import { stat } from "../shared/widgets.js";

const words = texts.history;
const SHOWN = 100; // games in the list
const WINDOW = 10; // games in each mean of the timelines

export class HistoryPanel {
  /** `review(record, id)` shows the review of a game. */
  constructor(levels, review) {
    Object.assign(this, { levels, review, level: "" });
    const file = h("input", { type: "file", class: "sr-only", "aria-label": words.import, tabindex: -1, accept: ".json", "data-testid": "history-file", onchange: () => file.files[0] && this.import(file.files[0]) });
    this.levelChoice = h("select", { "aria-label": texts.play.level, onchange: () => this.chooseLevel(this.levelChoice.value) });
    this.stats = h("div", { class: "stats", "data-testid": "history-stats" });
    this.plots = h("div", { class: "plots" });
    this.list = h("div", { class: "moves scroll-x", tabindex: 0, role: "region", "aria-label": words.name });
    this.said = h("p", { class: "small", role: "status", "data-testid": "history-said" });
    this.gradeButton = button("", () => (this.stop ? this.stopGrading() : this.grade()));
    this.body = h("div", { class: "body" }, this.stats, this.plots, this.list);
    this.element = h(
      "section",
      { class: "panel history" },
      h("header", {}, h("h2", {}, words.name), this.levelChoice),
      this.body,
      h("div", { class: "body" }, h("div", { class: "row" }, this.gradeButton, button(words.export, () => this.export()), button(words.import, () => file.click()), file), this.said),
    );
    watchHistory(() => this.draw());
    this.draw();
  }

  chooseLevel(level) {
    this.level = level;
    this.draw();
  }

  draw() {
    const all = games();
    const levels = [...new Set(all.map((game) => levelOf(game, this.levels)))];
    if (!levels.includes(this.level)) this.level = all.length ? levelOf(all.at(-1), this.levels) : "";
    put(this.levelChoice, levels.map((level) => h("option", { value: level }, texts.play.levels[level] ?? level)));
    this.levelChoice.value = this.level;
    this.levelChoice.classList.toggle("hidden", !levels.length);
    const chosen = all.filter((game) => levelOf(game, this.levels) === this.level);
    this.drawStatistics(chosen);
    const fair = chosen.filter((game) => !game.helped && !game.experiment);
    put(this.plots, all.length ? [this.plot(words.mistakesPlot, fair.filter((game) => game.review).map(({ review }) => review.mistakes + review.inaccuracies)), this.plot(words.timePlot, fair.filter((game) => game.won).map((game) => game.seconds))] : []);
    this.drawList(chosen);
    const ungraded = this.ungraded().length;
    this.gradeButton.firstChild.textContent = this.stop ? words.stop : words.grade(ungraded);
    this.gradeButton.classList.toggle("hidden", !this.stop && !ungraded);
  }

  drawStatistics(chosen) {
    const found = statistics(chosen);
    const number = (value, digits) => (value === null ? "–" : value.toFixed(digits));
    const signed = (value) => (value === null ? "–" : `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`);
    const parts = [
      [found.games, words.stats.games],
      [found.rate === null ? "–" : `${found.wins} (${percent(found.rate, 0)})`, words.stats.wins],
      [number(found.bestTime, 1), words.stats.bestTime],
      [number(found.time, 1), words.stats.time],
      [number(found.bestSpeed, 2), words.stats.bestSpeed],
      [number(found.speed, 2), words.stats.speed],
      [found.efficiency === null ? "–" : percent(found.efficiency, 0), words.stats.efficiency],
      [number(found.mistakes, 1), words.stats.mistakes],
      [signed(found.luck), words.stats.luck],
      [found.streak, words.stats.streak],
    ];
    put(this.stats, chosen.length ? parts.map(([value, name]) => stat(value, name)) : h("p", { class: "muted" }, words.none));
    if (found.left) this.stats.append(h("p", { class: "small muted" }, words.left(found.left)));
  }

  /** The mean of the last games, over time. */
  plot(title, values) {
    const means = values.map((_, i) => {
      const last = values.slice(Math.max(0, i + 1 - WINDOW), i + 1);
      return last.reduce((sum, value) => sum + value, 0) / last.length;
    });
    return means.length > 1 ? timeline(title, means) : null;
  }

  drawList(chosen) {
    const lines = chosen.slice(-SHOWN).reverse().map((game) => {
      const { review } = game;
      const what = game.experiment ? words.experiment : game.helped ? texts.play.helped : "";
      return h(
        "tr",
        { "data-game": game.id },
        h("td", {}, new Date(game.at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })),
        h("td", {}, `${texts.watch.states[game.won ? "won" : "lost"]} ${what}`),
        h("td", { class: "figure" }, game.seconds.toFixed(1)),
        h("td", { class: "figure" }, game.won ? speedOf(game).toFixed(2) : ""),
        h("td", { class: "figure" }, review ? review.mistakes + review.inaccuracies : ""),
        h("td", { class: "figure" }, review ? (100 * review.luck).toFixed(1) : ""),
        h("td", {}, game.record ? button(texts.watch.review, () => this.open(game), { kind: "small" }) : null),
      );
    });
    const head = Object.entries(words.head).map(([name, text]) => h("th", { class: ["when", "result", "open"].includes(name) ? "" : "figure" }, text));
    put(this.list, lines.length ? h("table", { class: "table" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, lines)) : null);
  }

  async open(game) {
    try {
      this.review(await wholeRecord(game.record), game.id);
    } catch (error) {
      this.said.textContent = error.message;
    }
  }

  ungraded() {
    return games().filter((game) => game.record && !game.review);
  }

  /** Grade one game after another, the newest first, until all are graded or the user stops. */
  async grade() {
    const game = this.ungraded().at(-1);
    if (!game) return;
    this.stop = () => {};
    this.draw();
    try {
      const record = await wholeRecord(game.record);
      if (!this.stop) return; // stopped meanwhile
      const moves = [];
      let failure = "";
      this.stop = stream({ do: "review", record, strength: "fast" }, (message) => {
        if (message.kind === "move") moves.push(message);
        else if (message.kind === "review") noteReview(game.id, record, moves, "fast");
        else if (message.error) failure = message.error;
        if (message.kind !== "end") return;
        this.stop = null;
        if (failure) this.said.textContent = failure;
        else this.grade();
        this.draw();
      });
    } catch (error) {
      this.stop = null;
      this.said.textContent = error.message;
      this.draw();
    }
  }

  stopGrading() {
    this.stop?.();
    this.stop = null;
    this.draw();
  }

  export() {
    download("games.json", new Blob([`${JSON.stringify(exported(), null, 1)}\n`], { type: "application/json" }));
  }

  async import(file) {
    try {
      this.said.textContent = words.imported(importGames(JSON.parse(await file.text())));
    } catch (error) {
      this.said.textContent = error instanceof SyntaxError ? words.noHistory : error.message;
    }
  }
}
