// Colours with a meaning. Free is blue and a mine is orange, because people with any kind of colour vision can tell these apart.

const HEAT = [
  [0.0, [24, 98, 186]],
  [0.1, [72, 146, 214]],
  [0.25, [158, 196, 226]],
  [0.4, [236, 224, 196]],
  [0.6, [243, 176, 88]],
  [0.8, [224, 116, 32]],
  [1.0, [178, 62, 4]],
];

/** The colour of a risk between 0 and 1, and a text colour that is readable on it. */
export function heat(risk) {
  let i = 1;
  while (i < HEAT.length - 1 && HEAT[i][0] < risk) i += 1;
  const [low, from] = HEAT[i - 1];
  const [high, to] = HEAT[i];
  const share = Math.min(1, Math.max(0, (risk - low) / (high - low)));
  const [r, g, b] = from.map((part, k) => Math.round(part + (to[k] - part) * share));
  const light = 0.299 * r + 0.587 * g + 0.114 * b;
  return { fill: `rgb(${r} ${g} ${b})`, ink: light > 140 ? "#0d1726" : "#ffffff" };
}

/** Colour and sign for the grade of a proof. The sign says the same as the colour, and no digit, which a covered cell would seem to show. */
export const REASONS = {
  one: { fill: "#56b4e9", ink: "#06283d", sign: "•" },
  two: { fill: "#009e73", ink: "#00150f", sign: "••" },
  three: { fill: "#f0e442", ink: "#3a3600", sign: "•••" },
  frontier: { fill: "#e69f00", ink: "#3d2800", sign: "••••" },
  count: { fill: "#cc79a7", ink: "#3c0b25", sign: "#" },
};

/** Colour and sign for the grade of a move. */
export const GRADES = {
  forced: { fill: "#8a97a8", sign: "→" },
  best: { fill: "#2f8fe0", sign: "★" },
  inaccuracy: { fill: "#e3b505", sign: "?!" },
  mistake: { fill: "#d55e00", sign: "?" },
  unlucky: { fill: "#b07cc6", sign: "✕" },
};

/** One colour per agent, in plots. */
export const SERIES = ["#2f8fe0", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8a97a8", "#f0e442"];

/** An uncertain risk in whole percent, never rounded to 0 or 100. */
export function wholePercent(risk) {
  return String(Math.min(99, Math.max(1, Math.round(risk * 100))));
}

/** A probability in percent. Only exactly 0 and 1 are shown as 0% and 100%; other values are never rounded to these. */
export function percent(chance, digits = 1) {
  if (chance === null || chance === undefined) return "";
  const least = 10 ** -digits;
  const value = chance * 100;
  if (chance > 0 && value < least / 2) return `<${least.toFixed(digits)}%`;
  if (chance < 1 && value > 100 - least / 2) return `>${(100 - least).toFixed(digits)}%`;
  return `${value.toFixed(digits)}%`;
}
