// The lab view: run folders as tables and plots.

import { ask } from "../shared/transport.js";
import { h, put } from "../shared/elements.js";
import { distribution, rates } from "../shared/plots.js";
import { percent } from "../shared/colours.js";
import { texts } from "../shared/texts.js";

const words = texts.lab;

export function create(app) {
  return new Lab(app);
}

class Lab {
  constructor(app) {
    this.app = app;
    this.turns = 0;
    this.list = h("div", { class: "run-list" });
    this.detail = h("div", { class: "side wide" });
    this.element = h("div", { class: "runs" }, h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.title)), this.list), this.detail);
  }

  async enter(query) {
    const turn = ++this.turns;
    try {
      const runs = await ask("runs");
      if (turn !== this.turns) return; // the user has chosen another run meanwhile
      const wanted = query.get("run") ?? runs[0]?.name;
      put(this.list, runs.map((run) => this.entry(run, run.name === wanted)));
      if (!runs.length) put(this.detail, this.nothing());
      else {
        const run = await ask("run", { name: wanted });
        if (turn === this.turns) this.show(run);
      }
    } catch (error) {
      if (turn === this.turns) put(this.detail, h("p", { class: "notice bad", role: "alert" }, error.message));
    }
  }

  nothing() {
    return h("section", { class: "panel" }, h("div", { class: "body" }, h("p", {}, words.none), h("p", {}, h("code", {}, words.example)), h("p", { class: "small muted" }, words.where)));
  }

  entry(run, chosen) {
    return h(
      "button",
      { type: "button", "aria-current": chosen ? "true" : null, onclick: () => this.app.go("lab", { run: run.name }) },
      h("b", {}, run.name),
      run.finished ? null : h("span", { class: "tag" }, words.unfinished),
      h("div", { class: "small muted" }, words.rules(run.rules, run.start)),
      h("div", { class: "small muted" }, `${run.agents.join(", ")} · ${words.games(run.games)}`),
    );
  }

  show(run) {
    const agents = run.summary?.agents ?? [];
    const charts = Object.entries(run.charts);
    const plots = [
      agents.length ? rates(agents) : null,
      charts.length ? distribution(words.guesses, charts.map(([label, { guesses }]) => ({ label, values: guesses })), (bin) => String(bin)) : null,
      charts.some(([, { opened }]) => opened.length) ? distribution(words.opened, charts.map(([label, { opened }]) => ({ label, values: opened })), (bin) => `${bin * 5}%`) : null,
    ];
    put(
      this.detail,
      h(
        "section",
        { class: "panel" },
        h("header", {}, h("h2", {}, run.name), run.finished ? null : h("span", { class: "tag" }, words.unfinished)),
        h("div", { class: "body" }, h("p", {}, `${words.rules(run.rules, run.start)}. ${words.games(run.games)}.`), run.command ? h("p", {}, h("code", {}, run.command)) : null, agents.length ? this.table(agents) : null),
      ),
      run.summary?.pairs?.length ? this.pairs(run.summary.pairs) : null,
      h("div", { class: "plots" }, plots),
    );
  }

  table(agents) {
    const columns = [
      ["name", (agent) => agent.name],
      ["games", (agent) => agent.games.toLocaleString("en")],
      ["wins", (agent) => agent.wins.toLocaleString("en")],
      ["rate", (agent) => percent(agent.rate, 2)],
      ["interval", (agent) => `${percent(agent.low, 2)} – ${percent(agent.high, 2)}`],
      ["adjusted", (agent) => (agent.adjusted ? percent(agent.adjusted.value, 2) : "–")],
      ["speed", (agent) => Math.round(agent.games_per_second).toLocaleString("en")],
      ["guesses", (agent) => agent.guesses.toFixed(2)],
      ["opened", (agent) => percent(agent.opened)],
    ];
    return grid(columns.map(([name]) => words.head[name]), agents.map((agent) => columns.map(([, show]) => show(agent))));
  }

  pairs(pairs) {
    const points = (share) => `${share >= 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(2)}`;
    const rows = pairs.map((pair) => [`${pair.a} − ${pair.b}`, `${points(pair.difference)} ${words.points}`, `${points(pair.low)} … ${points(pair.high)}`, pair.p < 0.0001 ? "<0.0001" : pair.p.toFixed(4)]);
    const head = ["pair", "difference", "interval", "p"].map((name) => words.pairHead[name]);
    return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.pairs)), h("div", { class: "body" }, grid(head, rows)));
  }
}

function grid(head, rows) {
  const align = (i) => ({ class: i ? "figure" : "" });
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "group", "aria-label": words.table },
    h("table", { class: "table" }, h("thead", {}, h("tr", {}, head.map((text, i) => h("th", align(i), text)))), h("tbody", {}, rows.map((row) => h("tr", {}, row.map((text, i) => h("td", align(i), text)))))),
  );
}
