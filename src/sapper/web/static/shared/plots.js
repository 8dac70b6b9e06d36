// Plots as SVG: the win probability over a game, win rates with intervals, and distributions over games.

import { h, s } from "./elements.js";
import { GRADES, SERIES, percent } from "./colours.js";
import { texts } from "./texts.js";

// The text of a plot has a fixed size in the units of its view box, so a small window gets a smaller box.
const widthFor = (most) => Math.max(300, Math.min(most, innerWidth - 60));

/**
 * The win probability before each move. `jump(step)` is called when the user presses a step.
 * With `axis` ({ seconds, places }) it is drawn over the time, with a bar for the pause before each move.
 */
export function winGraph(moves, last, at, jump, axis = null) {
  const [width, height, left, right, top, low] = [widthFor(900), axis ? 206 : 190, 40, 12, 12, axis ? 38 : 22];
  const steps = Math.max(1, moves.length);
  const x = (step) => left + (width - left - right) * (axis ? (axis.places[step] ?? 1) : step / steps);
  const y = (win) => top + (height - top - low) * (1 - win);
  const known = moves.map((move) => move.win_before);
  if (last !== null) known.push(last);
  const points = known.map((win, step) => (win === null ? null : [x(step), y(win)])).filter(Boolean);
  const parts = [0, 0.5, 1].map((win, i) => [s("line", { class: "axis", x1: left, x2: width - right, y1: y(win), y2: y(win) }), s("text", { x: left - 6, y: y(win) + 4, "text-anchor": "end" }, texts.review.graphAxis[i])]).flat();
  if (points.length > 1) {
    const path = points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    parts.push(s("path", { class: "area", d: `${path}L${points.at(-1)[0].toFixed(1)} ${y(0)}L${points[0][0].toFixed(1)} ${y(0)}Z` }));
    parts.push(s("path", { class: "line", d: path }));
  }
  parts.push(s("line", { class: "now", x1: x(at), x2: x(at), y1: top - 6, y2: height - low + 6 }));
  moves.forEach((move, step) => {
    if (axis && move.pause > 0) parts.push(s("rect", { class: `pause ${purpose(move)}`, x: x(step), y: y(0) + 5, width: Math.max(0.3, x(step + 1) - x(step) - 0.5), height: 10 }));
    if (move.win_before === null || !move.grade || move.grade === "forced") return;
    parts.push(s("circle", { class: "point", cx: x(step), cy: y(move.win_before), r: step === at ? 7 : 5, fill: GRADES[move.grade].fill }));
  });
  for (const [share, label] of axis ? secondMarks(axis.seconds, width / 60) : stepMarks(steps, width / 45)) parts.push(s("text", { x: left + (width - left - right) * share, y: height - 5, "text-anchor": "middle" }, label));
  const nearest = (to) => {
    let found = 0;
    for (let step = 1; step <= steps; step += 1) if (Math.abs(x(step) - to) < Math.abs(x(found) - to)) found = step;
    return found;
  };
  const pick = ({ clientX, clientY }) => jump(nearest(new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse()).x));
  parts.push(s("rect", { class: "hot", x: 0, y: 0, width, height, onclick: pick }));
  const label = axis ? texts.review.timeGraph : texts.review.graph;
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, parts);
  return svg;
}

/** What a pause was for, by the grade of the move after it. */
function purpose({ grade }) {
  return grade === null ? "flag" : grade === "forced" ? "certain" : "guess";
}

/** The labels of an axis of moves, as [share of the axis, label]. */
function stepMarks(steps, most) {
  const every = Math.max(1, Math.ceil(steps / Math.min(12, most)));
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => [(i * every) / steps, String(i * every)]);
}

/** The labels of an axis of time. */
function secondMarks(seconds, most) {
  const every = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600].find((size) => seconds / size <= Math.min(12, most)) ?? seconds;
  return Array.from({ length: Math.floor(seconds / every + 1e-9) + 1 }, (_, i) => [(i * every) / seconds, `${Number((i * every).toFixed(1))} s`]);
}

/** Win rates with their intervals, one row per agent. */
export function rates(agents) {
  const [width, left, right, line] = [widthFor(560), 130, 24, 34];
  const height = agents.length * line + 34;
  const least = Math.max(0, Math.min(...agents.map((agent) => agent.low)) - 0.03);
  const most = Math.min(1, Math.max(...agents.map((agent) => agent.high)) + 0.03);
  const x = (rate) => left + ((width - left - right) * (rate - least)) / Math.max(1e-9, most - least);
  const parts = ticks(least, most, width / 80).map((rate) => [
    s("line", { class: "grid", x1: x(rate), x2: x(rate), y1: 6, y2: height - 26 }),
    s("text", { x: x(rate), y: height - 8, "text-anchor": "middle" }, percent(rate, most - least < 0.03 ? 1 : 0)),
  ]);
  agents.forEach((agent, i) => {
    const y = 6 + line * (i + 0.5);
    const fill = SERIES[i % SERIES.length];
    parts.push(
      s("text", { class: "name", x: left - 12, y: y + 4, "text-anchor": "end" }, agent.name),
      s("line", { x1: x(agent.low), x2: x(agent.high), y1: y, y2: y, stroke: fill, "stroke-width": 3, "stroke-linecap": "round" }),
      s("circle", { cx: x(agent.rate), cy: y, r: 6, fill }),
    );
  });
  return plot(texts.lab.rate, width, height, parts);
}

/** One value per game, over time. */
export function timeline(title, values) {
  const [width, height, left, right, top, low] = [widthFor(560), 150, 44, 12, 12, 24];
  const most = Math.max(1e-9, ...values);
  const x = (i) => left + ((width - left - right) * i) / Math.max(1, values.length - 1);
  const y = (value) => top + (height - top - low) * (1 - value / most);
  const parts = [0, 0.5, 1].map((part) => [
    s("line", { class: "grid", x1: left, x2: width - right, y1: y(part * most), y2: y(part * most) }),
    s("text", { x: left - 6, y: y(part * most) + 4, "text-anchor": "end" }, (part * most).toFixed(most < 10 ? 1 : 0)),
  ]);
  const path = values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  parts.push(s("path", { d: path, fill: "none", stroke: SERIES[0], "stroke-width": 2 }));
  return plot(title, width, height, parts);
}

function ticks(least, most, count) {
  const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((size) => (most - least) / size <= count) ?? 0.5;
  const found = [];
  for (let rate = Math.ceil(least / step) * step; rate <= most + 1e-9; rate += step) found.push(rate);
  return found;
}

/** The distribution of a value over games, one curve per agent. `name(i)` labels bin `i`. */
export function distribution(title, series, name) {
  const [width, height, left, right, top, low] = [widthFor(560), 250, 44, 12, 12, 54];
  const abreast = Math.min(4, Math.floor((width - left) / 125));
  const bins = Math.max(2, ...series.map(({ values }) => values.length));
  const most = Math.max(0.01, ...series.flatMap(({ values }) => values));
  const x = (bin) => left + ((width - left - right) * bin) / (bins - 1);
  const y = (share) => top + (height - top - low) * (1 - share / most);
  const parts = [0, 0.5, 1].map((part) => [
    s("line", { class: "grid", x1: left, x2: width - right, y1: y(part * most), y2: y(part * most) }),
    s("text", { x: left - 6, y: y(part * most) + 4, "text-anchor": "end" }, percent(part * most, 0)),
  ]);
  const every = Math.ceil(bins / Math.min(12, width / 45));
  for (let bin = 0; bin < bins; bin += every) parts.push(s("text", { x: x(bin), y: height - low + 16, "text-anchor": "middle" }, name(bin)));
  series.forEach(({ label, values }, i) => {
    const stroke = SERIES[i % SERIES.length];
    const path = values.map((share, bin) => `${bin ? "L" : "M"}${x(bin).toFixed(1)} ${y(share).toFixed(1)}`).join("");
    parts.push(s("path", { d: path, fill: "none", stroke, "stroke-width": 2, "stroke-dasharray": ["", "6 3", "2 3", "8 3 2 3"][i % 4] }));
    const at = left + (i % abreast) * 125;
    const line = height - 20 + Math.floor(i / abreast) * 14;
    parts.push(s("line", { x1: at, x2: at + 18, y1: line, y2: line, stroke, "stroke-width": 3 }), s("text", { class: "name", x: at + 24, y: line + 4 }, label));
  });
  return plot(title, width, height + Math.floor((series.length - 1) / abreast) * 14, parts);
}

function plot(title, width, height, parts) {
  return h("figure", { class: "panel plot" }, h("header", {}, h("h2", {}, title)), h("div", { class: "body" }, s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, parts.flat())));
}
