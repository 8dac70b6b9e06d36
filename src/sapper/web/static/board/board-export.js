// A board as an SVG or PNG file. Every style is written into the picture, so it needs no style sheet.

const SHAPE = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity"];
const TEXT = [...SHAPE, "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];
const STYLES = { g: ["opacity"], text: TEXT }; // a group draws nothing itself, and large boards have many groups
const NAMES = ["role", "id", "class", "tabindex", "transform-origin"];
const WIDEST = 12_000; // pixels; browsers draw nothing on a larger canvas

function copyStyles(from, to) {
  const computed = getComputedStyle(from);
  for (const name of STYLES[from.localName] ?? SHAPE) {
    const value = computed.getPropertyValue(name);
    if (value && value !== "none" && value !== "auto") to.setAttribute(name, value);
    else if (value === "none" && (name === "fill" || name === "stroke")) to.setAttribute(name, "none");
  }
  for (const { name } of [...to.attributes]) if (NAMES.includes(name) || name.startsWith("aria-")) to.removeAttribute(name);
  [...from.children].forEach((child, i) => copyStyles(child, to.children[i]));
}

/** The board as the text of an SVG file. */
export function asSvg(board) {
  const drawn = board.whole(() => {
    const copy = board.svg.cloneNode(true);
    copyStyles(board.svg, copy);
    return copy;
  });
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  back.setAttribute("width", "100%");
  back.setAttribute("height", "100%");
  back.setAttribute("fill", getComputedStyle(document.documentElement).getPropertyValue("--panel").trim());
  drawn.prepend(back);
  drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(drawn);
}

/** The board as a PNG file, at twice the size on the screen unless that is too large for a canvas. */
export async function asPng(board) {
  const address = URL.createObjectURL(new Blob([asSvg(board)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = Math.min(2, WIDEST / Math.max(image.width, image.height));
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
