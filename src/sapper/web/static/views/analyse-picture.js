// A position that was read from a picture: the cells in doubt, and the question what such a cell shows.

import { BRUSHES } from "../board/position-editor.js";
import { button, h, put } from "../shared/elements.js";
import { ask, offers } from "../shared/transport.js";
import { texts } from "../shared/texts.js";
import { sentence } from "./analysis-parts.js";

const words = texts.analyse.picture;
const MOST_BYTES = 1 << 20; // larger files are compressed before they are sent
const QUALITIES = [0.95, 0.8, 0.6, 0.4];
const SHOWN = 72; // pixels: the size of a cell that is shown from the picture
const AROUND = 0.5; // how much of its neighbours is shown with it, as a share of a cell

export function isPicture(file) {
  return offers.pictures && file.type.startsWith("image/");
}

export class PictureReading {
  /** `view` is the analysis view. A picture that is pasted while the view is shown is read. */
  constructor(view) {
    this.view = view;
    this.said = h("p", { class: "notice hidden", role: "status", "data-testid": "picture" });
    this.forget();
    document.addEventListener("paste", (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(isPicture);
      if (!file || !view.element.isConnected) return;
      event.preventDefault();
      this.read(file);
    });
  }

  forget() {
    this.reading?.abort();
    this.doubtful = new Set();
    this.grid = null;
    this.drawn = null;
    this.say("");
  }

  /** Forget the picture if a board of another size is shown, as after an undo. */
  keepFor(rows, cols) {
    if (this.grid && (rows !== this.grid.rows || cols !== this.grid.cols)) this.forget();
  }

  say(text) {
    this.said.textContent = text;
    this.said.classList.toggle("hidden", !text);
  }

  /** Let the server read a picture, and load the position that it shows. */
  async read(file) {
    const { view } = this;
    this.forget();
    view.problem.textContent = "";
    this.say(words.reading);
    const reading = new AbortController();
    this.reading = reading;
    try {
      const drawn = await createImageBitmap(file).catch(() => {
        throw new Error(words.broken);
      });
      const data = await base64(file.size > MOST_BYTES ? await compressed(drawn) : file);
      const seen = await ask("read_picture", { data }, reading.signal);
      if (reading.signal.aborted) return;
      this.reading = null;
      view.editor.load(seen.position);
      this.drawn = drawn;
      this.grid = { ...seen.grid, rows: seen.rows, cols: seen.cols };
      this.doubtful = new Set(seen.doubtful.map(([row, col]) => row * seen.cols + col));
      this.begun = words.read(seen.rows, seen.cols) + words.mines[seen.mines_source](seen.mines);
      this.tell();
      view.showMarks();
    } catch (error) {
      if (reading.signal.aborted) return;
      this.say("");
      view.problem.textContent = sentence(error.message);
    }
  }

  tell() {
    this.say(this.begun + (this.doubtful.size ? words.doubt(this.doubtful.size) : words.sure));
  }

  /** The cell is checked. */
  settle(cell) {
    if (this.doubtful.delete(cell)) this.tell();
  }

  rings() {
    return [...this.doubtful].map((cell) => ({ cell, kind: "doubtful" }));
  }

  /** The question what a doubtful cell shows, with the cell as the picture has it; null for other cells. */
  question(cell) {
    if (!this.doubtful.has(cell)) return null;
    const { view } = this;
    const answer = (brush) => {
      view.chosen = null;
      put(view.why);
      if (brush === null || (brush === "F" && view.editor.position.flags[cell])) {
        this.settle(cell);
        view.showMarks();
      } else view.write(cell, brush);
    };
    const names = texts.analyse.brushes;
    const choices = BRUSHES.filter((brush) => brush !== "ask").map((brush) => {
      const name = brush === "?" ? names.cover : brush === "F" ? names.flag : brush === "*" ? names.hit : names.number(brush);
      const sign = brush === "F" ? "⚑" : brush === "*" ? "✹" : brush === "?" ? "■" : brush;
      return h("button", { type: "button", class: `brush n${brush}`, title: name, "aria-label": name, onclick: () => answer(brush) }, sign);
    });
    return [
      h("p", {}, words.ask(view.board.pair(cell))),
      this.crop(cell),
      h("div", { class: "brushes", role: "group", "aria-label": words.ask(view.board.pair(cell)), "data-testid": "doubt" }, choices),
      button(words.right, () => answer(null)),
    ];
  }

  /** A cell and a part of its neighbours, as the picture shows them. */
  crop(cell) {
    const { left, top, cell_width: width, cell_height: height, cols } = this.grid;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const canvas = h("canvas", { width: SHOWN, height: SHOWN, role: "img", "aria-label": words.crop });
    const pen = canvas.getContext("2d");
    const share = 1 + 2 * AROUND;
    pen.drawImage(this.drawn, left + (col - AROUND) * width, top + (row - AROUND) * height, share * width, share * height, 0, 0, SHOWN, SHOWN);
    const edge = (SHOWN * AROUND) / share;
    pen.strokeStyle = "#d55e00";
    pen.lineWidth = 2;
    pen.strokeRect(edge, edge, SHOWN / share, SHOWN / share);
    return canvas;
  }
}

/** The bytes of a file in base 64. */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A large picture in fewer bytes; its size in pixels stays the same. */
async function compressed(drawn) {
  const canvas = new OffscreenCanvas(drawn.width, drawn.height);
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  let file;
  for (const quality of QUALITIES) {
    file = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (file.size <= MOST_BYTES) break;
  }
  return file;
}
