// The position of a recorded game before a move.

import { COVERED } from "../board/board.js";

/** Show on a board the position after the first `step` moves of a record. */
export function showPosition(board, record, step) {
  const { cols } = record.rules;
  board.numbers.fill(COVERED);
  board.flags.fill(0);
  for (const { do: deed, cell, opened } of record.moves.slice(0, step)) {
    if (deed === "flag") board.flags[cell[0] * cols + cell[1]] ^= 1;
    for (const [row, col, number] of opened ?? []) {
      board.numbers[row * cols + col] = number;
      board.flags[row * cols + col] = 0;
    }
  }
  board.paintAll();
}
