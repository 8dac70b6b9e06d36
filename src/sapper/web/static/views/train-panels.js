// The panels of the train view. Each function makes one panel, and stores on the view the elements that change later.

import { Board } from "../board/board.js";
import { parse } from "../board/position-text.js";
import { SERIES } from "../shared/colours.js";
import { button, h, put, s, segmented, toggle } from "../shared/elements.js";
import { trainerTexts as words } from "../shared/trainer-texts.js";
import { stat, zoomButtons } from "../shared/widgets.js";

export function exerciseCard(view) {
  view.facts = h("b", { "data-testid": "facts" });
  view.question = h("p", { class: "headline", role: "status", "data-testid": "question" });
  view.note = h("p", { class: "small muted" });
  view.problem = h("p", { class: "notice bad", role: "alert", "data-testid": "problem" });
  view.answerButton = button(words.answer, () => view.submit(), { kind: "primary", key: "Enter" });
  view.giveUpButton = button(words.giveUp, () => view.giveUp(), { key: "S" });
  view.nextButton = button(words.next, () => view.next(), { kind: "primary", key: "N" });
  view.analyseButton = button(words.analyse, () => view.analyse());
  return h(
    "section",
    { class: "panel board-card" },
    h("header", {}, view.facts, zoomButtons(view.board)),
    h("div", { class: "body train-question" }, view.question, view.note, view.problem),
    h("div", { class: "board-wrap" }, view.board.element),
    h("div", { class: "board-foot" }, view.answerButton, view.giveUpButton, view.nextButton, view.analyseButton),
  );
}

export function solutionPanel(view) {
  view.verdict = h("p", { class: "headline", role: "status", "data-testid": "verdict" });
  view.change = h("p", { class: "small muted", "data-testid": "change" });
  view.details = h("div", { class: "solution" }, h("p", { class: "muted" }, words.waiting));
  return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.solution)), h("div", { class: "body" }, view.verdict, view.change, view.details));
}

export function choicePanel(view) {
  const kinds = segmented(words.kind, Object.entries(words.kinds), view.wanted.kind, (kind) => view.want({ kind }));
  view.kinds = kinds;
  view.patternChoice = h("select", { id: "pattern", onchange: () => view.want({ pattern: view.patternChoice.value || null }) }, h("option", { value: "" }, words.anyPattern));
  view.patternText = h("div", { class: "solution" });
  view.findAll = toggle(words.findAll, view.wanted.all, (all) => view.want({ all }, false));
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.choose)),
    h("div", { class: "body" }, kinds, h("div", { class: "field" }, h("label", { for: "pattern" }, words.pattern), view.patternChoice), view.patternText, view.findAll),
  );
}

export function ratingPanel(view) {
  view.standings = h("div", { class: "stats two", "data-testid": "standings" });
  view.due = h("p", { class: "small muted", "data-testid": "due" });
  view.graph = h("div", {});
  const input = h("input", { type: "file", accept: ".json", class: "hidden", "aria-label": words.openLabel, onchange: () => view.openFile(input) });
  return h(
    "section",
    { class: "panel later" },
    h("header", {}, h("h2", {}, words.yourRating)),
    h(
      "div",
      { class: "body" },
      view.standings,
      view.graph,
      view.due,
      h("p", { class: "small muted" }, words.progressNote),
      h("div", { class: "row" }, button(words.save, () => view.saveFile(), { kind: "small" }), button(words.open, () => input.click(), { kind: "small" }), button(words.reset, () => view.reset(), { kind: "small" }), input),
    ),
  );
}

/** The ratings of a player, with the half width of their 95% intervals. */
export function standings(view, state) {
  const entries = Object.entries(state.standings).map(([kind, { rating, deviation, answered, right }]) => 
    stat(`${Math.round(rating)} ± ${Math.round(1.96 * deviation)}`, words.standing(kind, right, answered)),
  );
  put(view.standings, entries);
  view.due.textContent = words.due(state.due, state.waiting);
  put(view.graph, ratingGraph(state.history));
}

/** The ratings after each rated answer, one line per kind. */
function ratingGraph(history) {
  if (history.length < 2) return null;
  const [width, height, edge] = [340, 90, 6];
  const ratings = history.map(([, , rating]) => rating);
  const [low, high] = [Math.min(...ratings) - 20, Math.max(...ratings) + 20];
  const point = (i, rating) => `${(edge + ((width - 2 * edge) * i) / (history.length - 1)).toFixed(1)},${(height - edge - ((height - 2 * edge) * (rating - low)) / (high - low)).toFixed(1)}`;
  const lines = Object.keys(words.kindNames).map((kind, number) => {
    const points = history.map(([, of, rating], i) => (of === kind ? point(i, rating) : null)).filter(Boolean);
    const [x, y] = (points.at(-1) ?? "0,0").split(",");
    return points.length
      ? [s("polyline", { points: points.join(" "), fill: "none", stroke: SERIES[number], "stroke-width": 2 }), s("circle", { cx: x, cy: y, r: 3.5, fill: SERIES[number] }), s("text", { x: Number(x) - 6, y: Number(y) - 7, "text-anchor": "end" }, words.kindNames[kind])]
      : [];
  });
  return s("svg", { class: "ratings", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.graph }, lines);
}

/** The explanation of a pattern, with its example on a small board. */
export function patternLesson(pattern) {
  const board = new Board({ label: words.example, rulers: false, largest: 30 });
  const { rows, cols, numbers, flags } = parse(pattern.example);
  board.reset(rows, cols);
  board.numbers.set(numbers);
  board.flags.set(flags);
  board.paintAll();
  board.ring([{ cell: board.index(...pattern.cell), kind: "best" }]);
  return [h("p", { class: "small" }, pattern.text), board.element, h("p", { class: "small muted" }, words.example)];
}
