// The list of reviewed moves: forced moves are folded, and grades filter it.

import { GRADES, percent } from "../shared/colours.js";
import { h } from "../shared/elements.js";
import { texts } from "../shared/texts.js";

const words = texts.review;
const LEAST = 3; // so many forced moves or flags in a row are folded

export class MoveList {
  /** `choose(number)` is called when the user chooses a move. */
  constructor(choose) {
    const pick = ({ target }) => {
      const line = target.closest("tr[data-move]");
      if (line) choose(Number(line.dataset.move));
    };
    this.body = h("tbody", { onclick: pick, onkeydown: (event) => event.key === "Enter" && pick(event) });
    const head = ["number", "move", "grade", "before", "lost"].map((name) => h("th", { class: name === "before" || name === "lost" ? "figure" : "" }, words.head[name]));
    this.element = h("div", { class: "moves", tabindex: 0, role: "region", "aria-label": words.moves }, h("table", { class: "table" }, h("thead", {}, h("tr", {}, head)), this.body));
    this.clear();
  }

  clear() {
    this.body.replaceChildren();
    this.lines = [];
    this.run = null;
    this.chosen = null;
    this.grades = new Set();
  }

  /** Add the lines of moves that were graded. */
  add(moves) {
    for (const move of moves) {
      const line = moveLine(move);
      this.lines.push(line);
      this.body.append(line);
      const isQuiet = move.grade === "forced" || move.grade === null;
      line.run = isQuiet ? (this.run ??= { lines: [], open: false, head: null }) : null;
      if (isQuiet) this.fold(line);
      else this.run = null;
      this.showLine(line);
    }
  }

  fold(line) {
    const { run } = this;
    run.lines.push(line);
    if (run.lines.length < LEAST) return;
    if (!run.head) {
      const flip = () => this.unfold(run, !run.open);
      run.button = h("button", { type: "button", class: "fold-button", "aria-expanded": "false", onclick: flip });
      run.head = h("tr", { class: "fold" }, h("td", { colspan: 5 }, run.button));
      run.lines[0].before(run.head);
      for (const each of run.lines) this.showLine(each);
    }
    run.button.textContent = words.folded(run.lines.length, run.lines[0].dataset.move, line.dataset.move);
  }

  unfold(run, open) {
    run.open = open;
    run.button.setAttribute("aria-expanded", String(open));
    for (const line of run.lines) this.showLine(line);
  }

  /** Show only the moves with these grades; with an empty set, all of them. */
  filter(grades) {
    this.grades = grades;
    for (const line of this.lines) this.showLine(line);
    for (const head of this.body.querySelectorAll("tr.fold")) head.classList.toggle("hidden", grades.size > 0);
    this.scroll();
  }

  showLine(line) {
    const isFolded = line.run?.head && !line.run.open;
    line.classList.toggle("hidden", this.grades.size ? !this.grades.has(line.dataset.grade) : Boolean(isFolded));
  }

  /** Mark the line of a move, on request unfold it, and scroll to it. */
  choose(number, unfold) {
    this.chosen?.classList.remove("chosen");
    this.chosen = this.lines[number] ?? null;
    if (!this.chosen) return;
    this.chosen.classList.add("chosen");
    const { run } = this.chosen;
    if (unfold && run?.head && !run.open && !this.grades.size) this.unfold(run, true);
    this.scroll();
  }

  scroll() {
    if (this.chosen) this.element.scrollTop = Math.max(0, this.chosen.offsetTop - this.element.clientHeight / 2);
  }
}

function moveLine(move) {
  return h(
    "tr",
    { tabindex: 0, "data-move": move.number, "data-grade": move.grade ?? "flag" },
    h("td", { class: "muted" }, String(move.number)),
    h("td", { class: "where" }, `${words.does[move.do]} ${texts.cell(move.cell)}`),
    h("td", {}, move.grade ? gradeSign(move.grade) : null),
    h("td", { class: "figure" }, percent(move.win_before)),
    h("td", { class: "figure" }, costText(move)),
  );
}

/** What a move cost, with its 95% interval where it is an estimate. */
export function costText({ cost, error }) {
  const points = pointsText({ cost, error });
  return points && `−${points}`;
}

/** The same without the sign, for a sentence that says "costs". */
export function pointsText({ cost, error }) {
  if (cost <= 0.0005) return "";
  return `${(cost * 100).toFixed(1)}${error ? ` ± ${(error * 196).toFixed(1)}` : ""}`;
}

/** The sign of a grade on its colour. */
export function gradeSign(grade) {
  // A visually hidden text inside would be placed outside the scrolling list and make the page longer.
  const sign = h("span", { class: "grade", role: "img", title: words.grades[grade], "aria-label": words.grades[grade] }, GRADES[grade].sign);
  sign.style.background = GRADES[grade].fill;
  return sign;
}
