// Position text, and its short form for links.

const COVERED = -2;
const HIT = -1;

/** Parse the one-line form that the server writes: `1??/???/??? 2`. */
export function parse(text) {
  const [board, mines] = text.trim().split(/\s+/);
  const lines = board.split("/");
  const rows = lines.length;
  const cols = lines[0].length;
  const numbers = new Int8Array(rows * cols).fill(COVERED);
  const flags = new Uint8Array(rows * cols);
  lines.forEach((line, row) => {
    for (let col = 0; col < cols; col += 1) {
      const sign = line[col];
      const cell = row * cols + col;
      if (sign === "F") flags[cell] = 1;
      else if (sign === "*") numbers[cell] = HIT;
      else if (sign !== "?") numbers[cell] = sign === "." ? 0 : Number(sign);
    }
  });
  return { rows, cols, mines: Number(mines), numbers, flags };
}

/** Write a position in the one-line form, or with one line for the mine count and one line per row. */
export function print({ rows, cols, mines, numbers, flags }, lines = false) {
  const written = [];
  for (let row = 0; row < rows; row += 1) {
    let line = "";
    for (let cell = row * cols; cell < (row + 1) * cols; cell += 1) {
      if (flags[cell]) line += "F";
      else if (numbers[cell] === COVERED) line += "?";
      else line += numbers[cell] === HIT ? "*" : numbers[cell];
    }
    written.push(line);
  }
  return lines ? `mines ${mines}\n${written.join("\n")}\n` : `${written.join("/")} ${mines}`;
}

// In links, `_` is a covered cell, `-` separates rows and the mine count, and `_(30)` is a run of 30 covered cells.
const SHORT = { "?": "_", "/": "-", " ": "-", "*": "x" };
const LONG = { _: "?", x: "*" };

/** Convert position text to the short form for links. */
export function shorten(text) {
  return [...text].map((sign) => SHORT[sign] ?? sign).join("").replace(/(.)\1{3,}/g, (run, sign) => `${sign}(${run.length})`);
}

/** Convert the short form of a link to position text. Position text is returned unchanged. */
export function lengthen(short) {
  if (short.includes("/") || short.includes(" ")) return short;
  const whole = short.replace(/([^()])\((\d{1,6})\)/g, (_, sign, count) => sign.repeat(Math.min(Number(count), 40000)));
  const parts = whole.split("-");
  const mines = parts.pop();
  return `${parts.map((row) => [...row].map((sign) => LONG[sign] ?? sign).join("")).join("/")} ${mines}`;
}
