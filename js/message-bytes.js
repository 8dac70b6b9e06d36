// Messages of the core as bytes, and back. cpp/javascript/message_bytes.hpp describes the bytes.

const KINDS = ["null", "false", "true", "whole", "number", "text", "cell", "numbers", "list", "object"];
const KIND = Object.fromEntries(KINDS.map((name, kind) => [name, kind]));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

class Writer {
  bytes = new Uint8Array(256);
  view = new DataView(this.bytes.buffer);
  count = 0;

  room(more) {
    if (this.count + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.count + more));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  kind(kind) {
    this.room(1);
    this.bytes[this.count++] = kind;
  }

  length(length) {
    this.room(4);
    this.view.setUint32(this.count, length, true);
    this.count += 4;
  }

  number(number) {
    this.kind(Number.isSafeInteger(number) && !Object.is(number, -0) ? KIND.whole : KIND.number);
    this.room(8);
    this.view.setFloat64(this.count, number, true);
    this.count += 8;
  }

  letters(text) {
    const letters = encoder.encode(text);
    this.length(letters.length);
    this.room(letters.length);
    this.bytes.set(letters, this.count);
    this.count += letters.length;
  }

  value(value) {
    if (value === null || value === undefined) return this.kind(KIND.null);
    if (typeof value === "boolean") return this.kind(value ? KIND.true : KIND.false);
    if (typeof value === "number") return this.number(value);
    if (typeof value === "string") {
      this.kind(KIND.text);
      return this.letters(value);
    }
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      this.kind(KIND.list);
      this.length(value.length);
      for (const one of value) this.value(one);
      return;
    }
    if (typeof value !== "object") throw new TypeError(`a request cannot hold a ${typeof value}`);
    // A field that is undefined is a field that is left out.
    const fields = Object.entries(value).filter(([, member]) => member !== undefined);
    this.kind(KIND.object);
    this.length(fields.length);
    for (const [name, member] of fields) {
      this.letters(name);
      this.value(member);
    }
  }
}

/** The bytes of a value. */
export function toBytes(value) {
  const writer = new Writer();
  writer.value(value);
  return writer.bytes.subarray(0, writer.count);
}

class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  length() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  number() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  letters() {
    const length = this.length();
    this.at += length;
    return decoder.decode(this.bytes.subarray(this.at - length, this.at));
  }

  value() {
    switch (KINDS[this.bytes[this.at++]]) {
      case "null":
        return null;
      case "false":
        return false;
      case "true":
        return true;
      case "whole":
      case "number":
        return this.number();
      case "text":
        return this.letters();
      case "cell":
        return [this.length(), this.length()];
      case "numbers":
        return Array.from({ length: this.length() }, () => {
          const number = this.number();
          return Number.isNaN(number) ? null : number;
        });
      case "list":
        return Array.from({ length: this.length() }, () => this.value());
      case "object": {
        const object = {};
        for (let left = this.length(); left > 0; left--) {
          const name = this.letters();
          object[name] = this.value();
        }
        return object;
      }
      default:
        throw new Error("the bytes of the core name no kind of value");
    }
  }
}

/** The value that the bytes hold. */
export function fromBytes(bytes) {
  return new Reader(bytes).value();
}
