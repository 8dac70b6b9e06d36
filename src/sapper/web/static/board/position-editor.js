// An editable position: its cells, its undo history, and the effect of each brush.

import { parse, print } from "./position-text.js";

const COVERED = -2;
const HIT = -1;
const MOST_STEPS = 200;

export const BRUSHES = ["ask", "?", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*"];

/**
 * The position that the user edits. `changed(whole)` is called after every change.
 * `whole` is true if the whole position was replaced.
 */
export class Editor {
  constructor(changed) {
    this.changed = changed;
    this.past = [];
    this.future = [];
    this.position = null;
  }

  get text() {
    return print(this.position);
  }

  /** Replace the whole position. */
  load(text) {
    if (this.position) this.remember();
    this.position = parse(text);
    this.changed(true);
  }

  /** Apply a brush to one cell. Returns false if nothing changes. */
  write(cell, brush) {
    const { numbers, flags } = this.position;
    let number = numbers[cell];
    let flag = flags[cell];
    if (brush === "?") [number, flag] = [COVERED, 0];
    else if (brush === "F") [number, flag] = [COVERED, number === COVERED && flag ? 0 : 1];
    else if (brush === "*") [number, flag] = [HIT, 0];
    else [number, flag] = [Number(brush), 0];
    if (number === numbers[cell] && flag === flags[cell]) return false;
    this.remember();
    numbers[cell] = number;
    flags[cell] = flag;
    this.changed(false);
    return true;
  }

  setMines(mines) {
    if (mines === this.position.mines) return;
    this.remember();
    this.position.mines = mines;
    this.changed(false);
  }

  remember() {
    this.past.push(this.text);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
  }

  undo() {
    this.swap(this.past, this.future);
  }

  redo() {
    this.swap(this.future, this.past);
  }

  swap(from, to) {
    if (!from.length) return;
    to.push(this.text);
    this.position = parse(from.pop());
    this.changed(true);
  }
}
