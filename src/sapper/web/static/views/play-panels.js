// The panels of the play view. Each function makes one panel, and stores on the view the elements that change later.

import { button, h, numberField, segmented, toggle } from "../shared/elements.js";
import { texts } from "../shared/texts.js";
import { flagIcon, heatLegend, zoomButtons } from "../shared/widgets.js";

const words = texts.play;

export function boardCard(view) {
  view.minesLeft = h("span", { class: "number", "data-testid": "mines-left" });
  view.clock = h("span", { class: "number", "data-testid": "clock" });
  view.status = h("div", { class: "status", role: "status", "data-testid": "status" });
  view.readout = h("div", { class: "readout", "data-testid": "readout" });
  view.flagButton = button(words.flagMode, () => view.setFlagMode(!view.board.flagMode), { title: words.flagModeNote });
  view.flagButton.prepend(flagIcon());
  view.flagButton.setAttribute("aria-pressed", "false");
  view.reviewButton = button(words.review, () => view.review(), { kind: "primary small" });
  const hud = h(
    "div",
    { class: "hud" },
    h("div", { class: "counter" }, flagIcon(), view.minesLeft, h("span", { class: "sr-only" }, words.minesLeft)),
    h("div", { class: "row" }, view.status, view.reviewButton),
    h("div", { class: "counter right" }, view.clock, h("span", { class: "sr-only" }, words.seconds)),
  );
  const foot = h("div", { class: "board-foot" }, view.readout, view.flagButton, zoomButtons(view.board));
  return h("section", { class: "panel board-card" }, hud, h("div", { class: "board-wrap" }, view.board.element), foot);
}

export function newGamePanel(view) {
  const { side } = view.app.about;
  const levels = Object.entries(words.levels);
  const change = (name) => (value) => {
    view.wanted[name] = value;
    if (name !== "first_move" && name !== "no_guess") {
      view.wanted.level = "custom";
      view.levelChoice.choose("custom");
    }
  };
  view.levelChoice = segmented(words.level, levels, view.wanted.level, (level) => view.chooseLevel(level));
  view.rowsField = numberField(words.rows, view.wanted.rows, 1, side, change("rows"));
  view.colsField = numberField(words.cols, view.wanted.cols, 1, side, change("cols"));
  view.minesField = numberField(words.mines, view.wanted.mines, 0, side * side, change("mines"));
  view.customFields = h("div", { class: "fields" }, view.rowsField, view.colsField, view.minesField);
  view.customFields.classList.toggle("hidden", view.wanted.level !== "custom");
  view.firstMove = h("select", { onchange: (event) => change("first_move")(event.target.value) }, Object.entries(words.firstMoves).map(([value, text]) => h("option", { value }, text)));
  view.firstMove.value = view.wanted.first_move;
  view.noGuess = toggle(words.noGuess, view.wanted.no_guess, change("no_guess"));
  view.noGuess.title = words.noGuessNote;
  view.problem = h("div", { class: "notice bad", role: "alert" });
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.newGame)),
    h(
      "div",
      { class: "body" },
      view.levelChoice,
      view.customFields,
      h("label", { class: "field" }, h("span", {}, words.firstMove), view.firstMove),
      view.noGuess,
      button(words.newGame, () => view.begin(true), { key: "N", kind: "primary" }),
      view.problem,
    ),
  );
}

export function helpPanel(view) {
  const help = (name, key) => {
    const element = toggle(words[name], false, (on) => view.switchHelp(name, on), key);
    element.input.dataset.help = name;
    return element;
  };
  view.helpToggles = { safe: help("safe", "S"), risks: help("risks", "R"), numbers: help("numbers", "D"), best: help("best", "B") };
  view.advice = h("div", { class: "notice", "aria-live": "polite", "data-testid": "advice" });
  view.legend = heatLegend();
  view.autoplayButton = button(words.autoplay, () => view.autoplay(), { key: "A", kind: "grow" });
  view.undoButton = button(words.undo, () => view.undo(), { key: "U", kind: "grow" });
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.help)),
    h(
      "div",
      { class: "body" },
      view.helpToggles.safe,
      view.helpToggles.risks,
      view.legend,
      view.helpToggles.numbers,
      view.helpToggles.best,
      view.advice,
      h("div", { class: "row" }, view.autoplayButton, view.undoButton),
    ),
  );
}

export function statsPanel(view) {
  view.stats = h("div", { class: "stats" });
  view.statsNote = h("p", { class: "small muted" }, words.statsNote);
  view.againButton = button(words.again, () => view.again(), { key: "P", kind: "grow" });
  const analyse = button(words.analyse, () => view.analyse(), { kind: "grow" });
  const history = button(words.history, () => view.app.go("review", { games: "" }), { kind: "grow" });
  return h(
    "section",
    { class: "panel later" },
    h("header", {}, h("h2", {}, words.statsTitle)),
    h("div", { class: "body" }, view.stats, view.statsNote, h("div", { class: "row" }, view.againButton, analyse, history)),
  );
}
