// The shapes of one cell. They are drawn as paths, because glyphs of fonts differ between systems.

import { s } from "../shared/elements.js";

const HIT = -1;
const COVERED = -2;

const at = (size, ...points) => points.map(([x, y]) => `${(x * size).toFixed(2)} ${(y * size).toFixed(2)}`);

function flagShape(size) {
  const [top, tip, low, foot] = at(size, [0.4, 0.2], [0.76, 0.36], [0.4, 0.53], [0.4, 0.78]);
  const [left, right] = at(size, [0.26, 0.78], [0.56, 0.78]);
  return [
    s("path", { class: "pole", d: `M${top}L${foot}M${left}L${right}`, "stroke-width": Math.max(1.2, size * 0.07) }),
    s("path", { class: "cloth", d: `M${top}L${tip}L${low}Z` }),
  ];
}

function mineShape(size, kind) {
  const middle = size / 2;
  const spikes = [0, 45, 90, 135].map((angle) => {
    const x = Math.cos((angle * Math.PI) / 180) * size * 0.36;
    const y = Math.sin((angle * Math.PI) / 180) * size * 0.36;
    return `M${(middle - x).toFixed(2)} ${(middle - y).toFixed(2)}L${(middle + x).toFixed(2)} ${(middle + y).toFixed(2)}`;
  });
  return [
    s("path", { class: `spikes ${kind}`, d: spikes.join(""), "stroke-width": Math.max(1, size * 0.07) }),
    s("circle", { class: `body ${kind}`, cx: middle, cy: middle, r: size * 0.24 }),
    s("circle", { class: "shine", cx: middle - size * 0.08, cy: middle - size * 0.08, r: size * 0.06 }),
  ];
}

function label(size, text, kind, ink, scale) {
  const properties = {
    class: kind,
    x: size / 2,
    y: size / 2,
    "font-size": (size * scale).toFixed(1),
  };
  if (kind === "note") properties.fill = ink ?? "currentColor";
  return s("text", properties, text);
}

/** The SVG elements of a cell with its number, flag and mark. */
export function cellShapes(size, number, flag, mark) {
  const parts = [];
  const gap = size > 10 ? 0.75 : 0.4;
  const side = size - 2 * gap;
  const box = { x: gap, y: gap, width: side, height: side, rx: size > 16 ? Math.max(2, size / 10) : 1 };
  const kind = mark?.kind ?? "";
  if (number === COVERED) {
    parts.push(s("rect", { class: "face", ...box }));
    if (size >= 12) parts.push(s("path", { class: "edge", d: `M${gap + 1} ${size - gap - 2}V${gap + 1.5}H${size - gap - 2}` }));
    if (mark?.fill) parts.push(s("rect", { ...box, fill: mark.fill, class: "tint" }));
    if (kind === "truth-mine" || kind === "dot") parts.push(s("circle", { class: "dot", cx: size / 2, cy: size / 2, r: size * 0.17 }));
    if (kind === "mine-shown") parts.push(...mineShape(size, "shown"));
    if (flag) parts.push(...flagShape(size));
    if (kind === "wrong-flag") parts.push(s("path", { class: "cross", d: cross(size), "stroke-width": size * 0.09 }));
    if (kind === "safe") parts.push(s("circle", { class: "safe-sign", cx: size / 2, cy: size / 2, r: size * 0.2, "stroke-width": size * 0.09 }));
    if (kind === "mine" && !flag) parts.push(s("path", { class: "mine-sign", d: cross(size), "stroke-width": size * 0.1 }));
    if (kind === "proven-free") parts.push(s("circle", { class: "proven", cx: size / 2, cy: size / 2, r: size * 0.36, stroke: mark.ink }));
    if (kind === "proven-mine") parts.push(s("path", { class: "proven", d: diamond(size), stroke: mark.ink }));
    if (mark?.text && !flag) parts.push(label(size, mark.text, "note", mark.ink, mark.text.length > 2 ? 0.34 : 0.42));
    return parts;
  }
  if (number === HIT) {
    parts.push(s("rect", { class: "face hit", ...box }), ...mineShape(size, "hit"));
    return parts;
  }
  parts.push(s("rect", { class: "face", ...box }));
  if (mark?.fill) parts.push(s("rect", { ...box, fill: mark.fill, class: "tint" }));
  if (number > 0) parts.push(label(size, String(number), `number n${number}`, null, 0.62));
  if (kind === "spent") parts.at(-1).classList.add("spent");
  return parts;
}

function diamond(size) {
  const [top, right, low, left] = at(size, [0.5, 0.08], [0.92, 0.5], [0.5, 0.92], [0.08, 0.5]);
  return `M${top}L${right}L${low}L${left}Z`;
}

function cross(size) {
  const [a, b, c, d] = at(size, [0.3, 0.3], [0.7, 0.7], [0.7, 0.3], [0.3, 0.7]);
  return `M${a}L${b}M${c}L${d}`;
}
