// Small parts that several views use.

import { button, h, s } from "./dom.js";
import { heat } from "./palette.js";
import { texts } from "./texts.js";

/** A figure with its name. */
export function stat(value, name) {
  return h("div", { class: "stat" }, h("b", {}, String(value)), h("span", {}, name));
}

/** The little flag. */
export function flagIcon() {
  return s(
    "svg",
    { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
    s("path", { d: "M6 17V3", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round" }),
    s("path", { d: "M6 3.5 16 7 6 10.8z", fill: "#f2913d" }),
  );
}

/** What the colours of risks mean. */
export function heatLegend() {
  const steps = [...Array(41).keys()].map((i) => s("rect", { x: i, y: 0, width: 1.1, height: 1, fill: heat(i / 40).fill }));
  return h(
    "div",
    { class: "hidden", "aria-hidden": "true" },
    s("svg", { class: "scale", viewBox: "0 0 41 1", preserveAspectRatio: "none" }, steps),
    h("div", { class: "scale-labels" }, ["0%", "25%", "50%", "75%", "100%"].map((text) => h("span", {}, text))),
  );
}

/** Larger and smaller cells. */
export function zoomButtons(board) {
  const plus = button("+", () => board.zoomBy(1));
  const minus = button("−", () => board.zoomBy(-1));
  plus.setAttribute("aria-label", texts.board.zoomIn);
  minus.setAttribute("aria-label", texts.board.zoomOut);
  return h("div", { class: "row" }, minus, plus);
}

/** A bar of a share between 0 and 1. */
export function bar(share) {
  const fill = h("i");
  fill.style.width = `${(share * 100).toFixed(1)}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

/** Put something on the clipboard; false when the browser refuses. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
