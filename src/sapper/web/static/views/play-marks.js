// The marks on the board of the play view: its mines when the game is over, and the hints that are switched on.

import { COVERED, SMALLEST_WITH_TEXT } from "../board/board.js";
import { heat, percent, wholePercent } from "../shared/colours.js";
import { texts } from "../shared/texts.js";
import { certainty, sentence } from "./analysis-parts.js";

const words = texts.play;

/** Mark the cells of the board and write the advice beside it. Returns the rings around cells. */
export function showMarks(view) {
  const { board, game, hint, helps } = view;
  const rings = [];
  if (game?.start && board.numbers.every((number) => number === COVERED)) rings.push({ cell: board.index(...game.start), kind: "start" });
  if (game?.over) {
    markMines(board, game.over.mines);
    view.advise("");
  } else if (hint && (helps.safe || helps.risks || helps.best)) {
    markHint(board, hint, helps);
    if (helps.best && hint.best) {
      rings.push({ cell: board.index(...hint.best.cell), kind: "best" });
      view.advise(`${words.bestAt(hint.best.cell)} ${sentence(hint.best.reason)}`);
    } else view.advise(certainty(hint.safe.length, hint.mine_cells.length));
  } else {
    board.unmark();
    if (!(helps.safe || helps.risks || helps.best)) view.advise("");
  }
  return rings;
}

function markMines(board, cells) {
  const mines = new Set(cells.map(([row, col]) => board.index(row, col)));
  board.mark((cell) => {
    if (board.numbers[cell] !== COVERED) return null;
    if (mines.has(cell)) return board.flags[cell] ? null : { kind: "mine-shown" };
    return board.flags[cell] ? { kind: "wrong-flag" } : null;
  });
}

function markHint(board, hint, helps) {
  const safe = new Set(hint.safe.map(([row, col]) => board.index(row, col)));
  const mines = new Set(hint.mine_cells.map(([row, col]) => board.index(row, col)));
  const isNumbered = helps.risks && helps.numbers;
  const isSigned = helps.safe || isNumbered; // a certain cell has a sign in place of a number
  board.mark((cell) => {
    const [row, col] = board.pair(cell);
    const risk = hint.risk[row][col];
    if (risk === null) return null;
    const mark = {};
    if (helps.risks) {
      mark.fill = heat(risk).fill;
      mark.said = texts.analyse.said(percent(risk));
    }
    if (isSigned && safe.has(cell)) Object.assign(mark, { kind: "safe", fill: mark.fill ?? heat(0).fill });
    else if (isSigned && mines.has(cell)) Object.assign(mark, { kind: "mine", fill: mark.fill ?? heat(1).fill });
    else if (isNumbered && board.size >= SMALLEST_WITH_TEXT) {
      const text = wholePercent(risk);
      Object.assign(mark, { text, ink: heat(risk).ink, said: texts.analyse.said(`${text}%`) });
    }
    return mark.fill || mark.kind ? mark : null;
  });
}
