// Small elements that several views use.

import { button, h, s } from "./elements.js";
import { heat } from "./colours.js";
import { texts } from "./texts.js";

/** A value with its name. */
export function stat(value, name) {
  return h("div", { class: "stat" }, h("b", {}, String(value)), h("span", {}, name));
}

/** The icon of a flag. */
export function flagIcon() {
  return s(
    "svg",
    { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
    s("path", { d: "M6 17V3", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round" }),
    s("path", { d: "M6 3.5 16 7 6 10.8z", class: "cloth-icon" }),
  );
}

/** The legend for the colours of risks. */
export function heatLegend() {
  const steps = [...Array(41).keys()].map((i) => s("rect", { x: i, y: 0, width: 1.1, height: 1, fill: heat(i / 40).fill }));
  return h(
    "div",
    { class: "hidden", "aria-hidden": "true" },
    s("svg", { class: "scale", viewBox: "0 0 41 1", preserveAspectRatio: "none" }, steps),
    h("div", { class: "scale-labels" }, ["0%", "25%", "50%", "75%", "100%"].map((text) => h("span", {}, text))),
  );
}

/** Buttons for larger and smaller cells. */
export function zoomButtons(board) {
  const plus = button("+", () => board.zoomBy(1));
  const minus = button("−", () => board.zoomBy(-1));
  plus.setAttribute("aria-label", texts.board.zoomIn);
  minus.setAttribute("aria-label", texts.board.zoomOut);
  return h("div", { class: "row" }, minus, plus);
}

const ICONS = {
  first: "M6 5v14M18 5 9 12l9 7z",
  back: "M17 5 8 12l9 7z",
  run: "M8 5l10 7-10 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5l9 7-9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
};

/** The icon of a button that steps through a game. */
export function picture(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** A button that steps through a game. */
export function iconButton(name, onclick) {
  const title = texts.watch[name];
  return h("button", { type: "button", class: "icon-button framed", title, "aria-label": title, onclick }, picture(name));
}

/** A bar for a share between 0 and 1. */
export function bar(share) {
  const fill = h("i");
  fill.style.width = `${(share * 100).toFixed(1)}%`;
  return h("span", { class: "bar", "aria-hidden": "true" }, fill);
}

/** Copy a text to the clipboard. Returns false if the browser denies it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
