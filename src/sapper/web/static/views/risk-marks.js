// The risks of a position as marks on its cells.

import { SMALLEST_WITH_TEXT } from "../board/board.js";
import { heat, percent, wholePercent } from "../shared/colours.js";
import { texts } from "../shared/texts.js";

/** Returns a function from a cell to the mark that shows its risk, or null. Certain cells are marked free or a mine. */
export function riskMarks(board, analysis) {
  const certain = new Set([...analysis.safe, ...analysis.mine_cells].map(([row, col]) => board.index(row, col)));
  return (cell) => {
    const [row, col] = board.pair(cell);
    const risk = analysis.risk[row]?.[col] ?? null;
    if (risk === null) return null;
    const { fill, ink } = heat(risk);
    if (certain.has(cell)) return { fill, kind: risk ? "mine" : "safe" };
    if (board.size < SMALLEST_WITH_TEXT) return { fill, said: texts.analyse.said(percent(risk)) };
    return { fill, ink, text: wholePercent(risk), said: texts.analyse.said(`${wholePercent(risk)}%`) };
  };
}
