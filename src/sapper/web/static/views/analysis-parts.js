// Elements that describe an analysis: the headline, the table of moves, and the proof of a cell.

import { h, s } from "../shared/elements.js";
import { REASONS, percent } from "../shared/colours.js";
import { bar } from "../shared/widgets.js";
import { texts } from "../shared/texts.js";

const words = texts.analyse;

/** The table of moves. `choose(cell)` is called when the user chooses a row. */
export function movesTable(candidates, chosen, choose) {
  if (!candidates.length) return h("p", { class: "muted" }, words.over);
  const rows = candidates.map((candidate) => {
    const isChosen = chosen && candidate.cell[0] === chosen[0] && candidate.cell[1] === chosen[1];
    const pick = () => choose(candidate.cell);
    return h(
      "tr",
      {
        tabindex: 0,
        class: isChosen ? "chosen" : "",
        onclick: pick,
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          pick();
        },
      },
      h("td", { class: "where" }, texts.cell(candidate.cell)),
      h("td", { class: "figure" }, percent(candidate.risk, 2)),
      h("td", { class: "figure" }, winText(candidate)),
      h("td", {}, candidate.win === null ? null : bar(candidate.win)),
      h("td", {}, how(candidate)),
    );
  });
  const head = ["move", "risk", "win", "bar", "how"].map((name, i) => h("th", { class: i === 1 || i === 2 ? "figure" : "" }, name === "bar" ? h("span", { class: "sr-only" }, words.head.bar) : words.head[name]));
  return h("div", { class: "scroll-x" }, h("table", { class: "table", "data-testid": "moves" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)));
}

function winText({ win, win_exact, error }) {
  if (win === null) return "–";
  return win_exact || !error ? percent(win) : `${percent(win)} ± ${(error * 196).toFixed(1)}`;
}

function how({ win, win_exact, certain }) {
  if (win !== null) return h("span", { class: `tag ${win_exact ? "exact" : ""}` }, win_exact ? words.exact : words.estimated);
  return certain ? h("span", { class: "tag exact" }, texts.watch.certain) : null;
}

/** One line with the number of layouts and the number of certain cells. */
export function headline(analysis) {
  const { solutions, log10_solutions: power, safe, mine_cells: mines, exact } = analysis;
  const parts = [];
  if (!exact) parts.push(words.estimatedRisks);
  else if (solutions !== null && solutions.length <= 24) parts.push(words.layouts(grouped(solutions)));
  else if (power !== null) parts.push(words.magnitude(power.toFixed(1)));
  parts.push(certainty(safe.length, mines.length));
  return parts.join(" ");
}

/** A sentence with the number of certain cells. */
export function certainty(safe, mines) {
  if (safe) return words.certain(safe, mines);
  return mines ? words.onlyMines(mines) : words.noneCertain;
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The proof of a cell, or the numbers it may show. */
export function explanation(answer, isOpen) {
  const parts = [h("p", { class: "headline" }, words.whyTitle(answer.cell))];
  if (isOpen) parts.push(h("p", { class: "muted" }, words.openCell));
  else if (answer.why) {
    const { why } = answer;
    parts.push(h("p", { "data-testid": "why" }, sentence(why.text)));
    const look = REASONS[why.grade];
    const sign = h("span", { class: "swatch" }, look.sign);
    sign.style.background = look.fill;
    sign.style.color = look.ink;
    parts.push(h("div", { class: "row small" }, sign, h("span", {}, words.proofBy(words.reasonNames[why.grade]))));
    if (why.uses_mine_count) parts.push(h("p", { class: "small muted" }, words.usesCount));
  } else parts.push(h("p", { "data-testid": "why" }, words.notCertain(percent(answer.risk, 2))));
  if (answer.numbers) parts.push(h("p", { class: "small muted" }, words.wouldShow), histogram(answer.numbers));
  return parts;
}

/** One column per number that a cell may show. */
function histogram(numbers) {
  const most = Math.max(...numbers, 0.01);
  const columns = numbers.map((share, number) => {
    const height = (share / most) * 46;
    const column = s("svg", { viewBox: "0 0 30 58", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { x: 2, y: 58 - height, width: 26, height, rx: 3, class: `n${number || 8}` }));
    return h("div", { class: "column", title: percent(share, 2) }, column, h("span", {}, String(number)), h("span", { class: "sr-only" }, percent(share, 1)));
  });
  return h("div", { class: "histogram" }, columns);
}

/** The legend for the colours of proofs. */
export function reasonLegend() {
  const lines = Object.entries(REASONS).map(([grade, look]) => {
    const sign = h("span", { class: "swatch" }, look.sign);
    sign.style.background = look.fill;
    sign.style.color = look.ink;
    return h("div", {}, sign, words.reasonNames[grade]);
  });
  return h("div", { class: "legend hidden" }, h("span", { class: "small muted" }, words.reasonLegend), lines);
}

/** Capitalise a text and end it with a full stop. */
export function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return begun.endsWith(".") ? begun : `${begun}.`;
}
