// A board drawn as SVG: its cells, the marks on them, rings around them, and the cursor. board-input.js moves it.
//
// Of a large board only the visible cells are drawn, and scrolling draws more. Cells are row-major integers here.

import { h, s } from "../shared/elements.js";
import { texts } from "../shared/texts.js";
import { listen } from "./board-input.js";
import { cellShapes } from "./cell-shapes.js";

export const COVERED = -2;
export const HIT = -1;
export const SMALLEST_WITH_TEXT = 20; // pixels of a cell that has room for a risk in percent
const ALL_AT_ONCE = 2500; // boards with at most this many cells are drawn completely
const MARGIN = 18; // pixels for the numbers of rows and columns
const SMALLEST = 14; // pixels of a cell on a large board
const FINGER = 28; // pixels of a cell that a finger hits; a board that is then too large for the window is panned
const LARGEST = 80; // pixels of a cell after zooming
const IS_TOUCH = window.matchMedia("(pointer: coarse)").matches;
const MINES = new Set(["mine-shown", "truth-mine", "dot"]); // kinds of marks
let boards = 0;

export class Board {
  /**
   * `act(kind, cell)` is called with the kinds "open", "flag", "chord", "point", "paint" and "key". A board without
   * `act` takes no input.
   */
  constructor({ label, act = null, rulers = true, fit = "width", height = 0.82, largest = 40, smallest = 22 }) {
    Object.assign(this, { act, rulers, fit, height, largest, smallest, rows: 0, cols: 0, cursor: 0, zoom: 0 });
    this.id = `board-${++boards}`;
    this.svg = s("svg", { class: "board", role: "grid", "aria-label": label, tabindex: 0 });
    this.scroller = h("div", { class: "board-scroll" }, this.svg);
    this.element = this.scroller;
    this.flagMode = false;
    this.cellsLayer = s("g", {});
    this.overLayer = s("g", { class: "over" });
    this.rulerLayer = s("g", { class: "rulers", "aria-hidden": "true" });
    this.svg.append(this.rulerLayer, this.cellsLayer, this.overLayer);
    this.nodes = new Map();
    this.rowNodes = new Map();
    if (act) listen(this);
    else this.svg.setAttribute("tabindex", -1);
    new ResizeObserver(() => this.layout()).observe(this.scroller);
    this.scroller.addEventListener("scroll", () => this.drawVisible(), { passive: true });
  }

  /** Show a board of this size with every cell covered. */
  reset(rows, cols) {
    const same = rows === this.rows && cols === this.cols;
    Object.assign(this, { rows, cols });
    const cells = rows * cols;
    this.numbers = new Int8Array(cells).fill(COVERED);
    this.flags = new Uint8Array(cells);
    this.marks = new Array(cells).fill(null);
    this.marked = false;
    if (!same) {
      this.cursor = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
      this.svg.setAttribute("aria-rowcount", rows);
      this.svg.setAttribute("aria-colcount", cols);
      this.clearNodes();
      this.size = 0;
      this.layout();
    } else this.paintAll();
  }

  clearNodes() {
    this.nodes.clear();
    this.rowNodes.clear();
    this.cellsLayer.replaceChildren();
  }

  index(row, col) {
    return row * this.cols + col;
  }

  pair(cell) {
    return [Math.floor(cell / this.cols), cell % this.cols];
  }

  around(cell) {
    const [row, col] = this.pair(cell);
    const near = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(this.rows - 1, row + 1); r += 1)
      for (let c = Math.max(0, col - 1); c <= Math.min(this.cols - 1, col + 1); c += 1)
        if (r !== row || c !== col) near.push(this.index(r, c));
    return near;
  }

  /** Set the marks of all cells; `of(cell)` returns a mark or null. Only changed cells are drawn again. */
  mark(of) {
    this.marked = true;
    for (let cell = 0; cell < this.marks.length; cell += 1) this.marks[cell] = of(cell);
    this.paintAll();
  }

  /** Remove all marks. */
  unmark() {
    if (!this.marked) return;
    this.mark(() => null);
    this.marked = false;
  }

  // Layout

  layout() {
    if (!this.rows || !this.scroller.clientWidth) return;
    const edge = this.rulers ? MARGIN : 0;
    const wide = (this.scroller.clientWidth - edge - 2) / this.cols;
    const tall = this.fit === "both" ? (window.innerHeight * this.height - edge - 90) / this.rows : Infinity;
    const fitting = Math.floor(Math.min(wide, tall, this.largest));
    const least = this.rows * this.cols > ALL_AT_ONCE ? SMALLEST : this.smallest;
    this.fitting = Math.max(IS_TOUCH && this.act ? Math.max(FINGER, least) : least, fitting);
    const size = Math.max(SMALLEST - 4, Math.min(LARGEST, this.fitting + this.zoom));
    if (size === this.size) {
      this.drawVisible();
      return;
    }
    this.size = size;
    this.edge = edge;
    const width = edge + size * this.cols;
    const height = edge + size * this.rows;
    this.svg.setAttribute("width", width + 1);
    this.svg.setAttribute("height", height + 1);
    this.svg.setAttribute("viewBox", `0 0 ${width + 1} ${height + 1}`);
    this.clearNodes();
    this.drawRulers();
    this.drawVisible();
    this.drawOver();
  }

  drawRulers() {
    const parts = [];
    if (this.rulers) {
      const every = this.size >= 20 ? 1 : 5;
      for (let col = 0; col < this.cols; col += every)
        parts.push(s("text", { x: this.edge + (col + 0.5) * this.size, y: this.edge - 6 }, String(col)));
      for (let row = 0; row < this.rows; row += every)
        parts.push(s("text", { x: this.edge - 8, y: this.edge + (row + 0.5) * this.size + 3 }, String(row)));
    }
    this.rulerLayer.replaceChildren(...parts);
  }

  visible() {
    if (this.isWhole || this.rows * this.cols <= ALL_AT_ONCE) return [0, this.rows, 0, this.cols];
    const { scrollTop, scrollLeft, clientWidth } = this.scroller;
    const clientHeight = Math.min(this.scroller.clientHeight, window.innerHeight);
    const first = (offset) => Math.floor((offset - this.edge) / this.size) - 2;
    const top = Math.max(0, first(scrollTop));
    const left = Math.max(0, first(scrollLeft));
    const bottom = Math.min(this.rows, top + Math.ceil(clientHeight / this.size) + 5);
    const right = Math.min(this.cols, left + Math.ceil(clientWidth / this.size) + 5);
    return [top, bottom, left, right];
  }

  drawVisible() {
    if (!this.size) return;
    const [top, bottom, left, right] = this.visible();
    if (this.nodes.size && this.rows * this.cols <= ALL_AT_ONCE) return;
    for (const [cell, node] of this.nodes) {
      const [row, col] = this.pair(cell);
      if (row >= top && row < bottom && col >= left && col < right) continue;
      node.remove();
      this.nodes.delete(cell);
    }
    for (const [row, node] of this.rowNodes)
      if (row < top || row >= bottom) {
        node.remove();
        this.rowNodes.delete(row);
      }
    for (let row = top; row < bottom; row += 1) {
      let line = this.rowNodes.get(row);
      if (!line) {
        line = s("g", { role: "row", "aria-rowindex": row + 1 });
        this.rowNodes.set(row, line);
        this.cellsLayer.append(line);
      }
      for (let col = left; col < right; col += 1) {
        const cell = this.index(row, col);
        if (this.nodes.has(cell)) continue;
        const x = this.edge + col * this.size;
        const y = this.edge + row * this.size;
        const node = s("g", {
          role: "gridcell",
          id: `${this.id}-${cell}`,
          "aria-colindex": col + 1,
          transform: `translate(${x} ${y})`,
        });
        this.nodes.set(cell, node);
        line.append(node);
        this.paint(cell);
      }
    }
  }

  /** Call `work` while every cell is drawn, including cells outside the window. */
  whole(work) {
    this.isWhole = true;
    this.drawVisible();
    try {
      return work();
    } finally {
      this.isWhole = false;
      this.drawVisible();
    }
  }

  // Drawing

  paintAll() {
    for (const cell of this.nodes.keys()) this.paint(cell);
    this.drawOver();
  }

  paint(cell) {
    const node = this.nodes.get(cell);
    if (!node) return;
    const mark = this.marks[cell];
    const number = this.numbers[cell];
    const flag = this.flags[cell];
    const key = `${number}${flag}${mark ? `${mark.fill ?? ""}|${mark.text ?? ""}|${mark.kind ?? ""}|${mark.ink ?? ""}` : ""}`;
    if (node.drawn === key) return;
    node.drawn = key;
    const isMine = number === COVERED && MINES.has(mark?.kind);
    node.setAttribute("class", `cell ${number === COVERED ? "covered" : "opened"}${isMine ? " mine" : ""}`);
    node.setAttribute("aria-label", this.describe(cell));
    node.replaceChildren(...cellShapes(this.size, number, flag, mark));
  }

  describe(cell) {
    const [row, col] = this.pair(cell);
    return texts.board.cell(row, col, this.numbers[cell], this.flags[cell], this.marks[cell]);
  }

  /** Set the rings around cells, such as the best move or the numbers of a proof. */
  ring(rings) {
    this.rings = rings;
    this.drawOver();
  }

  drawOver() {
    if (!this.size) return;
    const parts = [];
    for (const { cell, kind } of this.rings ?? []) parts.push(this.outline(cell, `ring ${kind}`, kind === "best" ? 1.5 : 2));
    if (this.act) parts.push(this.outline(this.cursor, "cursor", 1.5));
    this.overLayer.replaceChildren(...parts);
    if (this.nodes.has(this.cursor)) this.svg.setAttribute("aria-activedescendant", `${this.id}-${this.cursor}`);
  }

  outline(cell, kind, inset) {
    const [row, col] = this.pair(cell);
    return s("rect", {
      class: kind,
      x: this.edge + col * this.size + inset,
      y: this.edge + row * this.size + inset,
      width: this.size - 2 * inset,
      height: this.size - 2 * inset,
      rx: Math.max(2, this.size / 9),
    });
  }

  /** Move the cursor, and scroll to it. */
  moveTo(cell) {
    this.cursor = cell;
    const [row, col] = this.pair(cell);
    const keep = (start, length, from, window) => {
      if (from < start) return from;
      if (from + this.size > start + length) return from + this.size - length;
      return window;
    };
    const box = this.scroller;
    box.scrollTop = keep(box.scrollTop, box.clientHeight, this.edge + row * this.size, box.scrollTop);
    box.scrollLeft = keep(box.scrollLeft, box.clientWidth, this.edge + col * this.size, box.scrollLeft);
    this.drawVisible();
    this.drawOver();
    this.act?.("point", cell);
  }

  /** Make every cell larger or smaller by some steps. */
  zoomBy(steps) {
    this.zoomTo(this.size + 4 * steps, this.scroller.clientWidth / 2, this.scroller.clientHeight / 2);
  }

  /** Make every cell `size` pixels wide. What is shown at (x, y) of the scrolled window stays there. */
  zoomTo(size, x, y) {
    const box = this.scroller;
    const before = this.size;
    const [right, down] = [box.scrollLeft + x - this.edge, box.scrollTop + y - this.edge];
    this.zoom = Math.max(SMALLEST - 4, Math.min(LARGEST, Math.round(size))) - this.fitting;
    this.layout();
    box.scrollLeft = (right * this.size) / before + this.edge - x;
    box.scrollTop = (down * this.size) / before + this.edge - y;
  }

  /** The cell at a place in the window, or null. */
  cellAt(x, y) {
    const box = this.svg.getBoundingClientRect();
    const row = Math.floor((y - box.top - this.edge) / this.size);
    const col = Math.floor((x - box.left - this.edge) / this.size);
    if (row < 0 || col < 0 || row >= this.rows || col >= this.cols) return null;
    return this.index(row, col);
  }

  /** What opening does at a cell: on a number it chords, and in flag mode it sets a flag. */
  primary(cell) {
    if (this.numbers[cell] >= 0) return "chord";
    return this.flagMode ? "flag" : "open";
  }

  /** Show the cells that the current press would open. */
  press(cell) {
    for (const node of this.pressed ?? []) node.classList.remove("pressed");
    this.pressed = [];
    if (cell === null || this.paints) return;
    const cells = this.numbers[cell] >= 0 ? this.around(cell) : [cell];
    for (const near of cells)
      if (this.numbers[near] === COVERED && !this.flags[near] && this.nodes.has(near)) {
        this.nodes.get(near).classList.add("pressed");
        this.pressed.push(this.nodes.get(near));
      }
  }
}
