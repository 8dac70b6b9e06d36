// The time axis of a review: where each position lies in time, and the pause before each move.

/** The axis of a record whose moves all have times; null for others. */
export function timeAxis(record) {
  const times = record.moves.map(({ time }) => time);
  const seconds = Math.max(0, ...times.filter(Number.isFinite));
  if (!times.length || !times.every(Number.isFinite) || seconds <= 0) return null;
  // A position comes into being with the move before it.
  return { seconds, places: [0, ...times.map((time) => Math.max(0, time) / seconds)] };
}
