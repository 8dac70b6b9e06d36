// The panels of the review view. Each function makes one panel, and stores on the view the elements that change later.

import { button, download, h, toggle } from "../shared/elements.js";
import { texts } from "../shared/texts.js";
import { offers } from "../shared/transport.js";
import { heatLegend, iconButton } from "../shared/widgets.js";

const words = texts.review;
const RECORDS = ".json,.jsonl";
const REPLAYS = ",.avf,.evf,.evfs,.mvf,.rmv,.rawvf";

export function chooserPanel(view) {
  const file = h("input", { type: "file", class: "sr-only", "aria-label": words.open, tabindex: -1, accept: offers.replays ? RECORDS + REPLAYS : RECORDS, "data-testid": "record-file", onchange: () => file.files[0] && view.readFile(file.files[0]) });
  view.lastButton = button(words.last, () => view.begin([view.app.lastRecord.record], view.app.lastRecord.game), { kind: "primary" });
  const paste = h("textarea", { rows: 3, "aria-label": words.paste, placeholder: words.paste });
  view.problem = h("p", { class: "notice bad", role: "alert" });
  const drop = h(
    "div",
    { class: "drop" },
    h("p", {}, offers.replays ? words.drop : words.dropRecord),
    h("div", { class: "row" }, button(words.open, () => file.click()), view.lastButton, button(words.sample, () => view.sample())),
    file,
  );
  for (const name of ["dragover", "dragleave", "drop"])
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
      if (name === "drop" && event.dataTransfer.files[0]) view.readFile(event.dataTransfer.files[0]);
    });
  return h(
    "section",
    { class: "panel" },
    h("header", {}, h("h2", {}, words.title)),
    h("div", { class: "body" }, drop, paste, h("div", { class: "row" }, button(words.read, () => view.read(paste.value))), view.problem),
  );
}

export function boardCard(view) {
  view.heading = h("span", { class: "status", role: "status", "data-testid": "review-status" });
  view.gameChoice = h("select", { class: "hidden", "aria-label": words.games, onchange: () => view.choose(Number(view.gameChoice.value)) });
  view.comment = h("div", { class: "notice", "aria-live": "polite", "data-testid": "comment" });
  view.risksToggle = toggle(texts.analyse.risks, view.withRisks, (on) => view.switchRisks(on), "R");
  view.legend = heatLegend();
  view.mistakeButtons = h(
    "div",
    { class: "row" },
    button(words.previousMistake, () => view.goToMistake(-1), { key: "P" }),
    button(words.nextMistake, () => view.goToMistake(1), { key: "N" }),
  );
  view.playOnButton = button(words.playOn, () => view.playOn());
  view.playOnButton.title = words.playOnNote;
  view.shared = h("p", { class: "small", role: "status", "data-testid": "shared" });
  return h(
    "section",
    { class: "panel board-card" },
    h("header", {}, view.heading, h("div", { class: "row" }, view.gameChoice, button(words.another, () => view.showChooser()))),
    h("div", { class: "board-wrap" }, view.board.element),
    h(
      "div",
      { class: "board-foot" },
      iconButton("first", () => view.goTo(0)),
      iconButton("back", () => view.goTo(view.at - 1)),
      iconButton("forward", () => view.goTo(view.at + 1)),
      iconButton("last", () => view.goTo(view.record.moves.length)),
      view.mistakeButtons,
      h("span", { class: "readout" }),
      view.risksToggle,
    ),
    h(
      "div",
      { class: "body" },
      view.comment,
      view.legend,
      h(
        "div",
        { class: "row" },
        button(words.analyse, () => view.analyse()),
        view.playOnButton,
        button(words.share, () => view.share()),
        button(words.save, () => download("game.jsonl", new Blob([`${JSON.stringify(view.record)}\n`], { type: "application/json" }))),
      ),
      view.shared,
    ),
  );
}

export function graphPanel(view) {
  view.graph = h("div", {});
  view.timeToggle = toggle(words.byTime, view.byTime, (on) => view.switchTime(on));
  view.timeNote = h("p", { class: "small muted", "data-testid": "times" });
  return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.graph), view.timeToggle), h("div", { class: "body" }, view.graph, view.timeNote));
}

export function summaryPanel(view) {
  view.verdict = h("p", { class: "headline", "data-testid": "verdict" });
  view.progress = h("div", {});
  view.counts = h("div", { class: "grade-counts", role: "group", "aria-label": words.filter, "data-testid": "grades" });
  view.careful = button(words.careful, () => view.grade("strong"));
  view.learnButton = button("", () => view.learn(), { kind: "primary" });
  return h("section", { class: "panel" }, h("header", {}, h("h2", {}, texts.views.review)), h("div", { class: "body" }, view.verdict, view.progress, view.counts, h("div", { class: "row" }, view.learnButton, view.careful)));
}

export function movesPanel(view) {
  return h("section", { class: "panel" }, h("header", {}, h("h2", {}, words.moves)), view.list.element);
}
