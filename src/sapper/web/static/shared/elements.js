// Functions that create elements, and small browser helpers. Texts are always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

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

/** A field for a whole number. After a change it shows the number limited to the allowed range. */
export function numberField(label, value, min, max, onchange) {
  const input = h("input", { type: "number", value, min, max, inputmode: "numeric" });
  input.addEventListener("change", () => {
    input.value = read();
    onchange(read());
  });
  const read = () => Math.min(max, Math.max(min, Math.round(Number(input.value) || min)));
  const element = h("label", { class: "field" }, h("span", {}, label), input);
  element.input = input;
  element.read = read;
  return element;
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
