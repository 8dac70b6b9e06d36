// A study: several positions with notes, as one file and one link. It is a panel of the analysis view.

import { button, download, h, memory, put } from "../shared/elements.js";
import { linkTo } from "../shared/links.js";
import { texts } from "../shared/texts.js";

const words = texts.study;
const MOST = 200; // positions
const LONGEST = 2000; // characters of a note

/** Check a study from a file or a link; returns it with nothing but what a study has. */
export function checked(study) {
  const { title = "", positions } = study ?? {};
  const isRight = ({ position, note = "" }) => typeof position === "string" && position.length < 50_000 && typeof note === "string";
  if (typeof title !== "string" || !Array.isArray(positions) || !positions.length || positions.length > MOST || !positions.every((each) => each && isRight(each))) throw new Error(words.noStudy);
  return { format: 1, title: title.slice(0, LONGEST), positions: positions.map(({ position, note = "" }) => ({ position, note: note.slice(0, LONGEST) })) };
}

export class StudyPanel {
  /** `position()` returns the text of the position on the board, and `load(text)` shows another. */
  constructor(position, load) {
    Object.assign(this, { position, load });
    this.study = memory.get("study", { format: 1, title: "", positions: [] });
    const file = h("input", { type: "file", class: "sr-only", "aria-label": words.open, tabindex: -1, accept: ".json", "data-testid": "study-file", onchange: () => file.files[0] && this.readFile(file.files[0]) });
    this.title = h("input", { type: "text", "aria-label": words.title, placeholder: words.title, maxlength: LONGEST, oninput: () => this.keep({ title: this.title.value }) });
    this.list = h("ol", { class: "study" });
    this.said = h("p", { class: "small", role: "status", "data-testid": "study-said" });
    this.saveButton = button(words.save, () => this.save(), { kind: "grow" });
    this.linkButton = button(words.link, () => this.share(), { kind: "grow" });
    this.element = h(
      "section",
      { class: "panel" },
      h("header", {}, h("h2", {}, words.name)),
      h("div", { class: "body" }, this.title, this.list, button(words.add, () => this.add()), h("div", { class: "row" }, this.saveButton, button(words.open, () => file.click(), { kind: "grow" }), this.linkButton, file), this.said),
    );
    this.draw();
  }

  /** Show another study, and its first position. */
  show(study) {
    this.study = checked(study);
    this.keep({});
    this.draw();
    return this.load(this.study.positions[0].position);
  }

  keep(change) {
    Object.assign(this.study, change);
    memory.set("study", this.study);
  }

  add() {
    const { positions } = this.study;
    if (positions.length >= MOST) return;
    positions.push({ position: this.position(), note: "" });
    this.keep({});
    this.draw();
    this.list.lastElementChild.querySelector("textarea").focus();
  }

  draw() {
    const { positions, title } = this.study;
    this.title.value = title;
    const lines = positions.map((each, i) => {
      const note = h("textarea", { rows: 2, "aria-label": words.note(i + 1), placeholder: words.note(i + 1), value: each.note, maxlength: LONGEST, oninput: () => this.write(each, note.value) });
      return h("li", {}, h("div", { class: "row" }, button(words.show(i + 1), () => this.load(each.position), { kind: "grow" }), button(words.remove, () => this.remove(i))), note);
    });
    put(this.list, lines);
    this.saveButton.disabled = this.linkButton.disabled = !positions.length;
  }

  write(each, note) {
    each.note = note;
    this.keep({});
  }

  remove(i) {
    this.study.positions.splice(i, 1);
    this.keep({});
    this.draw();
  }

  save() {
    download("study.json", new Blob([`${JSON.stringify(this.study, null, 2)}\n`], { type: "application/json" }));
  }

  async readFile(file) {
    try {
      await this.show(JSON.parse(await file.text()));
      this.said.textContent = "";
    } catch (error) {
      this.said.textContent = error instanceof SyntaxError ? words.noStudy : error.message;
    }
  }

  async share() {
    try {
      const query = new URLSearchParams(await linkTo("study", this.study));
      history.replaceState(null, "", `#/analyse?${query}`);
      await navigator.clipboard.writeText(location.href);
      this.said.textContent = texts.links.copied;
    } catch (error) {
      this.said.textContent = error.name === "NotAllowedError" ? texts.links.address : error.message;
    }
  }
}
