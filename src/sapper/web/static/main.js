// The page: its header, the switch between views, and the keys that work in every view.

import { ask, offers, watchServer } from "./shared/transport.js";
import { button, h, memory, put, s } from "./shared/elements.js";
import { texts } from "./shared/texts.js";

const LIGHT = window.matchMedia("(prefers-color-scheme: light)");
const VIEWS = Object.keys(texts.views).filter((name) => offers[name] !== false);
const GO = "g"; // this key and then the letter of a view go to the view; browsers take Alt and Ctrl with a digit
const made = new Map();
const app = { about: null, lastRecord: null, go, say };
let current = null;
let turns = 0;
let isGoing = false;

const spoken = h("div", { class: "sr-only", role: "status", "aria-live": "polite" });
const main = h("main", { id: "main", tabindex: -1 });
const offline = h("p", { class: "notice bad offline hidden", role: "alert" });
const links = VIEWS.map((name) => h("a", { href: `#/${name}` }, texts.views[name]));

/** Announce a text to screen readers. */
function say(text) {
  spoken.textContent = text;
}

function go(view, query = {}) {
  const search = new URLSearchParams(query).toString();
  location.hash = `/${view}${search ? `?${search}` : ""}`;
}

/** Apply the theme that the user chose, or else the theme of the system. */
function theme() {
  document.documentElement.dataset.theme = memory.get("theme", LIGHT.matches ? "light" : "dark");
}

function switchTheme() {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "light" ? "dark" : "light";
  memory.set("theme", dataset.theme);
}

function icon(...paths) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, paths.map((d) => s("path", { d })));
}

function keyList(entries) {
  return h("dl", { class: "keys" }, entries.map(([keys, what]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)]));
}

function showKeys() {
  const view = current?.name ?? "play";
  const own = texts.help[view];
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": texts.help.title },
    h("div", { class: "row apart" }, h("h2", { class: "title" }, texts.help.title), button(texts.close, () => dialog.close(), { key: "Esc" })),
    own ? [h("h3", {}, texts.views[view]), keyList(own)] : null,
    h("h3", {}, texts.help.onBoard),
    keyList(texts.help.board),
    h("h3", {}, texts.help.everywhere),
    keyList([...VIEWS.map((name) => [`${GO} ${texts.viewKeys[name]}`.toUpperCase(), texts.views[name]]), ...texts.help.list]),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function head() {
  return h(
    "header",
    { class: "head" },
    h("a", { class: "brand", href: "#/play", "aria-label": "Sapper" }, h("img", { src: new URL("./icon.svg", import.meta.url).href, alt: "" }), h("span", {}, "Sapper")),
    h("nav", { "aria-label": "Views" }, links),
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        { class: "icon-button keys-button", type: "button", title: texts.keys, "aria-label": texts.keys, onclick: showKeys },
        icon("M3 7h18v10H3z", "M7 11h.01M11 11h.01M15 11h.01M8 14h8"),
      ),
      h(
        "button",
        { class: "icon-button", type: "button", title: texts.theme, "aria-label": texts.theme, onclick: switchTheme },
        icon("M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"),
      ),
    ),
  );
}

/** Return a view. It is loaded when it is first shown. */
async function find(name) {
  try {
    if (!made.has(name)) {
      const module = await import(`./views/${name}.js`);
      if (!made.has(name)) made.set(name, module.create(app));
    }
    return made.get(name);
  } catch (error) {
    console.error(error);
    return { element: notice(texts.errors.view), enter() {} };
  }
}

function notice(text) {
  return h("p", { class: "notice bad", role: "alert" }, text);
}

/** Show the view of the address, once the server has told what it offers. */
async function start() {
  try {
    app.about ??= await ask("about");
    await show();
  } catch (error) {
    put(main, notice(error.message));
  }
}

async function show() {
  const turn = ++turns;
  const [, path, search] = /^#?\/?([a-z]*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  const name = VIEWS.includes(path) ? path : "play";
  const query = new URLSearchParams(search ?? "");
  const view = await find(name);
  if (turn !== turns) return; // the user has chosen another view meanwhile
  if (current?.view !== view) {
    current?.view.leave?.();
    current = { name, view };
    put(main, h("h1", { class: "sr-only" }, texts.views[name]), view.element);
    document.title = texts.title(texts.views[name]);
    for (const link of links) {
      if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
  await view.enter(query);
}

function isTyping(target) {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range"].includes(target.type);
}

/** The second key of G and a letter goes to a view, before the board or the view may take it as its own key. */
function goByLetter(event) {
  if (!isGoing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  isGoing = false;
  const view = VIEWS.find((name) => texts.viewKeys[name] === event.key.toLowerCase());
  if (!view || isTyping(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  go(view);
}

document.addEventListener("keydown", goByLetter, { capture: true });
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || isTyping(event.target)) return;
  if (current?.view.key?.(event)) event.preventDefault();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key.toLowerCase() === GO) isGoing = true;
  else if (event.key === "?") showKeys();
  else if (event.key.toLowerCase() === "t") switchTheme();
});

window.addEventListener("hashchange", show);
LIGHT.addEventListener("change", theme);
theme();
document.body.append(head(), offline, main, spoken);
watchServer((reachable) => {
  offline.textContent = reachable ? "" : texts.errors.gone;
  offline.classList.toggle("hidden", reachable);
  if (reachable) start();
});
await start();
