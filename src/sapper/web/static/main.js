// The page: its header, the switch between views, and the keys that work in every view.

import { get } from "./shared/server-api.js";
import { button, h, memory, put, s } from "./shared/elements.js";
import { texts } from "./shared/texts.js";

const LIGHT = window.matchMedia("(prefers-color-scheme: light)");
const VIEWS = ["play", "analyse", "watch", "review", "lab"];
const made = new Map();
const app = { about: null, lastRecord: null, go, say };
let current = null;
let turns = 0;

const spoken = h("div", { class: "sr-only", role: "status", "aria-live": "polite" });
const main = h("main", { id: "main", tabindex: -1 });
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
    h("div", { class: "row apart" }, h("h1", {}, texts.help.title), button(texts.close, () => dialog.close(), { key: "Esc" })),
    own ? [h("h2", {}, texts.views[view]), keyList(own)] : null,
    h("h2", {}, texts.help.onBoard),
    keyList(texts.help.board),
    h("h2", {}, texts.help.everywhere),
    keyList(texts.help.list),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function head() {
  return h(
    "header",
    { class: "head" },
    h("a", { class: "brand", href: "#/play" }, h("img", { src: "/static/icon.svg", alt: "" }), h("span", {}, "Sapper")),
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
    put(main, view.element);
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

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if (event.altKey && /^[1-5]$/.test(event.key)) {
    event.preventDefault();
    go(VIEWS[Number(event.key) - 1]);
    return;
  }
  if (isTyping(event.target)) return;
  if (current?.view.key?.(event)) event.preventDefault();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === "?") showKeys();
  else if (event.key.toLowerCase() === "t") switchTheme();
});

window.addEventListener("hashchange", show);
LIGHT.addEventListener("change", theme);
theme();
document.body.append(head(), main, spoken);
try {
  app.about = await get("/api/about");
  await show();
} catch (error) {
  put(main, notice(error.message));
}
