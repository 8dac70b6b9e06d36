// The comment on a move in the review view: its grade, its risk, its pause, and the best move with its reason.

import { percent } from "../shared/colours.js";
import { texts } from "../shared/texts.js";
import { sentence } from "./analysis-parts.js";
import { costText } from "./review-list.js";

const words = texts.review;

/** The comment on move `at` of a record. `move` is its grade, or undefined as long as it is not graded. */
export function comment(record, at, move) {
  if (at === record.moves.length) return texts.play.status[record.result] ?? "";
  const played = record.moves[at];
  const parts = [`${words.move} ${at}: ${words.does[played.do]} ${texts.cell(played.cell)}.`];
  if (!move) return parts[0];
  if (move.pause > 0) parts.push(words.pause(move.pause.toFixed(2)));
  if (move.grade) parts.push(`${words.grades[move.grade]}${costText(move) && `, ${words.points(costText(move))}`}.`);
  if (move.risk > 0) parts.push(words.risk(percent(move.risk)));
  const { best } = move;
  if (best && move.grade !== "forced") {
    const same = best.cell[0] === move.cell[0] && best.cell[1] === move.cell[1];
    if (!same && move.cost > 0) parts.push(words.bestWas(best.cell));
    parts.push(sentence(best.reason));
  }
  return parts.join(" ");
}
