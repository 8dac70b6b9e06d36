// The panels of the analysis view. Each function makes one panel, and stores on the view the elements that change later.

import { asPng, asSvg } from "../board/board-export.js";
import { BRUSHES } from "../board/position-editor.js";
import { print } from "../board/position-text.js";
import { allRight, button, download, h, numberField, toggle } from "../shared/elements.js";
import { texts } from "../shared/texts.js";
import { offers } from "../shared/transport.js";
import { heatLegend, zoomButtons } from "../shared/widgets.js";
import { reasonLegend } from "./analysis-parts.js";
import { EXAMPLES } from "./example-positions.js";

const words = texts.analyse;

export function boardCard(view) {
  view.brushButtons = BRUSHES.map((brush) => {
    const name = brush === "ask" ? words.why : brush === "?" ? words.brushes.cover : brush === "F" ? words.brushes.flag : brush === "*" ? words.brushes.hit : words.brushes.number(brush);
    const shown = brush === "ask" ? `${words.why}?` : brush === "F" ? "⚑" : brush === "*" ? "✹" : brush === "?" ? "■" : brush;
    return h("button", { type: "button", class: `brush n${brush}`, title: name, "aria-label": name, onclick: () => view.chooseBrush(brush) }, shown);
  });
  view.minesField = numberField(texts.play.mines, 10, 0, 40000, (mines) => view.editor.setMines(mines));
  view.minesField.input.dataset.testid = "mines";
  view.readout = h("div", { class: "readout" });
  const undo = button(words.undo, () => view.editor.undo(), { key: "U" });
  const redo = button(words.redo, () => view.editor.redo(), { key: "Y" });
  view.chooseBrush("ask");
  return h(
    "section",
    { class: "panel board-card" },
    h("header", {}, h("div", { class: "brushes", role: "group", "aria-label": words.edit }, view.brushButtons), view.minesField),
    h("div", { class: "board-wrap" }, view.board.element),
    h("div", { class: "board-foot" }, view.readout, undo, redo, zoomButtons(view.board)),
  );
}

export function movesPanel(view) {
  view.headline = h("p", { class: "headline", role: "status", "data-testid": "headline" });
  view.reason = h("p", { class: "notice", "data-testid": "reason" });
  view.table = h("div", {});
  view.playedOut = h("span", { class: "small muted", "data-testid": "played-out" });
  view.stopButton = button(words.stop, () => view.stopThinking());
  view.stopButton.classList.add("hidden");
  view.moves = h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.candidates), view.stopButton),
    h("div", { class: "body" }, view.headline, view.reason, view.table, view.playedOut),
  );
  return view.moves;
}

export function whyPanel(view) {
  view.why = h("div", { class: "body", "aria-live": "polite" }, h("p", { class: "muted" }, words.whyHint));
  return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.why)), view.why);
}

export function showPanel(view) {
  const make = (name, text, key) => {
    const element = toggle(text, view.show[name], (on) => view.switch(name, on), key);
    element.input.dataset.show = name;
    return element;
  };
  view.toggles = {
    risks: make("risks", words.risks, "R"),
    reasons: make("reasons", words.reasons, "C"),
    trust: make("trust", words.trust),
    live: make("live", words.live, "L"),
  };
  view.heatLegend = heatLegend();
  view.reasonLegend = reasonLegend();
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.show)),
    h("div", { class: "body" }, view.toggles.risks, view.heatLegend, view.toggles.reasons, view.reasonLegend, view.toggles.live, view.toggles.trust),
  );
}

export function positionPanel(view) {
  const { side } = view.app.about;
  view.text = h("textarea", { rows: 5, spellcheck: "false", "aria-label": words.text, placeholder: words.textHint });
  view.problem = h("p", { class: "notice bad", role: "alert" });
  const rows = numberField(texts.play.rows, 16, 1, side);
  const cols = numberField(texts.play.cols, 30, 1, side);
  const mines = numberField(texts.play.mines, 99, 0, side * side);
  const fresh = () => {
    if (!allRight(rows, cols)) return;
    mines.limit(rows.read() * cols.read());
    if (allRight(mines)) view.load(`${Array(rows.read()).fill("?".repeat(cols.read())).join("/")} ${mines.read()}`);
  };
  view.showSize = (position) => {
    for (const field of [mines, view.minesField]) field.limit(position.rows * position.cols);
    rows.set(position.rows);
    cols.set(position.cols);
    for (const field of [mines, view.minesField]) field.set(position.mines);
  };
  const file = h("input", { type: "file", class: "sr-only", accept: offers.pictures ? ".mbf,.abf,.txt,image/*" : ".mbf,.abf,.txt", "data-testid": "position-file", "aria-label": words.openFile, tabindex: -1, onchange: () => file.files[0] && view.readFile(file.files[0]) });
  const examples = h("select", { "aria-label": words.examples, onchange: () => examples.value && view.load(EXAMPLES[Number(examples.value)]) }, h("option", { value: "" }, `${words.examples} …`), words.exampleNames.map((name, i) => h("option", { value: i }, name)));
  view.copyText = button(words.copyText, () => view.copy(view.copyText, print(view.editor.position, true)), { kind: "grow" });
  view.copyLink = button(words.copyLink, () => view.copy(view.copyLink, location.href), { kind: "grow" });
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
        view.text,
        h("div", { class: "row" }, button(words.load, () => view.load(view.text.value), { kind: "primary grow" }), button(words.openFile, () => file.click(), { kind: "grow" }), file),
        offers.pictures && h("p", { class: "small muted" }, words.pictureHint),
        view.picture.said,
        view.problem,
      ),
      h(
        "div",
        { class: "body" },
        examples,
        h("div", { class: "row" }, view.copyText, view.copyLink),
        h("div", { class: "row" }, button(words.png, async () => download("position.png", await asPng(view.board)), { kind: "grow" }), button(words.svg, () => download("position.svg", new Blob([asSvg(view.board)], { type: "image/svg+xml" })), { kind: "grow" })),
        h("div", { class: "fields four" }, rows, cols, mines, button(words.apply, fresh)),
      ),
    ),
  );
}
