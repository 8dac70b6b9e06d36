// Messages of the core as bytes, and back. cpp/javascript/message_bytes.hpp describes the bytes.

// The kinds of values, in their order.
const NULL = 0;
const FALSE = 1;
const TRUE = 2;
const WHOLE = 3;
const NUMBER = 4;
const TEXT = 5;
const CELL = 6;
const NUMBERS = 7;
const LIST = 8;
const OBJECT = 9;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

class Writer {
  bytes = new Uint8Array(1024);
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
    this.kind(Number.isSafeInteger(number) && !Object.is(number, -0) ? WHOLE : NUMBER);
    this.room(8);
    this.view.setFloat64(this.count, number, true);
    this.count += 8;
  }

  letters(text) {
    this.room(4 + 3 * text.length); // UTF-8 needs at most three bytes for a unit of UTF-16
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.count + 4));
    this.length(written);
    this.count += written;
  }

  value(value) {
    if (value === null || value === undefined) return this.kind(NULL);
    if (typeof value === "boolean") return this.kind(value ? TRUE : FALSE);
    if (typeof value === "number") return this.number(value);
    if (typeof value === "string") {
      this.kind(TEXT);
      return this.letters(value);
    }
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      this.kind(LIST);
      this.length(value.length);
      for (const one of value) this.value(one);
      return;
    }
    if (typeof value !== "object") throw new TypeError(`a request cannot hold a ${typeof value}`);
    // A field that is undefined is a field that is left out.
    const fields = Object.entries(value).filter(([, member]) => member !== undefined);
    this.kind(OBJECT);
    this.length(fields.length);
    for (const [name, member] of fields) {
      this.letters(name);
      this.value(member);
    }
  }
}

const writer = new Writer();

/** The bytes of a value. The next call uses the same memory. */
export function toBytes(value) {
  writer.count = 0;
  writer.value(value);
  return writer.bytes.subarray(0, writer.count);
}

// The names of fields that have been read, in places that their bytes choose. To decode a name takes longer than to
// compare it.
const names = new Array(1024);

class Reader {
  at = 0;
  bytes = new Uint8Array(0);
  view = new DataView(this.bytes.buffer);

  open(buffer, at) {
    this.at = at;
    if (this.view.buffer === buffer) return;
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
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

  name() {
    const length = this.length();
    const { bytes, at } = this;
    let place = length;
    for (let i = 0; i < length; i++) place = (31 * place + bytes[at + i]) & 1023;
    const known = names[place];
    let i = known?.length === length ? 0 : -1;
    while (i >= 0 && i < length) i = known.charCodeAt(i) === bytes[at + i] ? i + 1 : -1;
    if (i === length) {
      this.at += length;
      return known;
    }
    this.at -= 4;
    return (names[place] = this.letters());
  }

  numbers() {
    const numbers = new Array(this.length());
    for (let i = 0; i < numbers.length; i++) {
      const number = this.number();
      numbers[i] = number === number ? number : null;
    }
    return numbers;
  }

  list() {
    const list = new Array(this.length());
    for (let i = 0; i < list.length; i++) list[i] = this.value();
    return list;
  }

  object() {
    const object = {};
    for (let left = this.length(); left > 0; left--) object[this.name()] = this.value();
    return object;
  }

  value() {
    switch (this.bytes[this.at++]) {
      case NULL:
        return null;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case WHOLE:
      case NUMBER:
        return this.number();
      case TEXT:
        return this.letters();
      case CELL:
        return [this.length(), this.length()];
      case NUMBERS:
        return this.numbers();
      case LIST:
        return this.list();
      case OBJECT:
        return this.object();
      default:
        throw new Error("the bytes of the core name no kind of value");
    }
  }
}

const reader = new Reader();

/** The value whose bytes begin at a place of a buffer. */
export function fromBytes(buffer, at) {
  reader.open(buffer, at);
  return reader.value();
}
