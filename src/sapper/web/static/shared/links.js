// Links that contain what they show: a document is packed into the address, or kept by the server if it is too long.

import { ask, offers } from "./transport.js";
import { texts } from "./texts.js";

const LONGEST = 6000; // characters of a packed document in a link; longer links do not survive every program
const MOST_BYTES = 4 << 20; // of an unpacked document
const LETTERS = { open: "o", flag: "f", chord: "c" };

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new Error(texts.links.broken);
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Pack a value: JSON, deflated, in base 64 for addresses. */
export async function pack(value) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(value)));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpack what `pack` made. Throws an error with a sentence if it is damaged. */
export async function unpack(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  } catch {
    throw new Error(texts.links.broken);
  }
}

/** The query of a link to a document: packed into it if it is short enough, else kept by the server. */
export async function linkTo(kind, content) {
  const packed = await pack(content);
  if (packed.length <= LONGEST || !offers.sharing) return { [kind]: packed };
  const { id } = await ask("share", { kind, content });
  return { [`kept-${kind}`]: id };
}

/** The document that the query of a link asks for, or null. */
export async function linked(kind, query) {
  const packed = query.get(kind);
  if (packed) return unpack(packed);
  const id = query.get(`kept-${kind}`);
  if (!id) return null;
  const kept = await ask("shared", { id });
  if (kept.kind !== kind) throw new Error(texts.links.broken);
  return kept.content;
}

/** A record without the numbers that its moves opened; the server plays the moves again to complete it. */
export function shortRecord({ rules, mines, start, moves, agent, result }) {
  const index = ([row, col]) => row * rules.cols + col;
  const deeds = moves.map(({ do: deed, cell }) => LETTERS[deed] + index(cell).toString(36));
  return { rules, mines: mines.map(index), start: index(start), moves: deeds.join("."), agent, result };
}

/** The whole record of a short one. */
export async function wholeRecord(short) {
  return (await ask("read_records", { short })).records[0];
}

/** The records in a replay file of another program. */
export async function replayRecords(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const suffix = /\.\w+$/.exec(file.name)[0].toLowerCase();
  return (await ask("read_records", { data, suffix })).records;
}
