// Functions that create elements, and small browser helpers. Texts are always set as text, never as markup.

import { texts } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
let fields = 0;

/** Flatten nested lists of children, and drop null, undefined and false. */
function real(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...real(children));
  return element;
}

/** An HTML element: `h("button", { onclick: f }, "Text")`. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Replace everything inside an element. */
export function put(element, ...children) {
  element.replaceChildren(...real(children));
  return element;
}

/** Radio buttons that look like one control. */
export function segmented(label, choices, chosen, onchoice) {
  const name = `choice-${Math.random().toString(36).slice(2)}`;
  const inputs = choices.map(([value, text]) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchoice(value) });
    return h("label", { class: "segment" }, input, h("span", {}, text));
  });
  const group = h("div", { class: "segmented", role: "radiogroup", "aria-label": label }, inputs);
  group.choose = (value) => {
    for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
  };
  return group;
}

/** A switch with a label. */
export function toggle(text, checked, onchange, key) {
  const input = h("input", { type: "checkbox", role: "switch", checked, onchange: () => onchange(input.checked) });
  const element = h("label", { class: "toggle" }, input, h("span", { class: "knob" }), h("span", {}, text), key ? h("kbd", {}, key) : null);
  element.input = input;
  return element;
}

/** A button, with the name of its shortcut key if it has one. */
export function button(text, onclick, { key, kind = "", title } = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick, title }, text, key ? h("kbd", {}, key) : null);
}

/**
 * A field for a whole number from `min` to `max`. Any other text stays in the field, and a sentence below it says what is
 * allowed; `read` then returns null, and `onchange` is not called.
 */
export function numberField(label, value, min, max, onchange = () => {}) {
  const id = `field-${++fields}`;
  let most = max;
  const input = h("input", { id, type: "number", value, min, max, inputmode: "numeric", "aria-describedby": `${id}-problem` });
  const problem = h("span", { id: `${id}-problem`, class: "problem", role: "alert" });
  const read = () => {
    const number = Number(input.value);
    return input.value !== "" && Number.isInteger(number) && number >= min && number <= most ? number : null;
  };
  const check = () => {
    const isFine = read() !== null;
    problem.textContent = isFine ? "" : texts.numberRange(label, min, most);
    input.setAttribute("aria-invalid", String(!isFine));
    return isFine;
  };
  // The check comes while the user types. On a press elsewhere the sentence would move what is pressed.
  input.addEventListener("input", check);
  input.addEventListener("change", () => read() !== null && onchange(read()));
  const element = h("div", { class: "field" }, h("label", { for: id }, label), input, problem);
  const set = (number) => {
    input.value = number;
    check();
  };
  const limit = (number) => {
    most = number;
    input.max = number;
    if (problem.textContent) check();
  };
  return Object.assign(element, { input, read, check, set, limit });
}

/** Check number fields, and focus the first one with a wrong number. Returns whether all are right. */
export function allRight(...fields) {
  const wrong = fields.filter((field) => !field.check());
  wrong[0]?.input.focus();
  return !wrong.length;
}

/** Download a blob as a file. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Values kept in a browser storage. If the browser denies access, as in a private window, nothing is kept. */
const storageOf = (storage) => ({
  get(name, otherwise) {
    try {
      const found = storage().getItem(`sapper.${name}`);
      return found === null ? otherwise : JSON.parse(found);
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      storage().setItem(`sapper.${name}`, JSON.stringify(value));
    } catch {
      // The value is just not kept.
    }
  },
});

/** Values kept for all tabs of this browser. */
export const memory = storageOf(() => localStorage);
/** Values kept for this tab only, also after a reload. */
export const tabMemory = storageOf(() => sessionStorage);
