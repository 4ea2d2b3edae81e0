/** Arrays of numbers that grow while they are filled, used while a segment is built. */

const FIRST = 256;

export class GrowingBytes {
  bytes = new Uint8Array(FIRST);
  length = 0;

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  push(value: number): void {
    if (this.length === this.bytes.length) this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  /** LEB128: seven bits a byte, least significant first. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  pushText(text: string): void {
    const length = Buffer.byteLength(text);
    this.pushVarint(length);
    this.pushRaw(text, length);
  }

  pushRaw(text: string, length: number): void {
    this.#reserve(length);
    if (length === text.length && length < 64) {
      for (let i = 0; i < length; i++) this.bytes[this.length + i] = text.charCodeAt(i);
    } else {
      Buffer.from(this.bytes.buffer).write(text, this.length, 'utf8');
    }
    this.length += length;
  }

  pushBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

export class GrowingWords {
  words = new Uint32Array(FIRST);
  length = 0;

  push(value: number): void {
    if (this.length === this.words.length) {
      const grown = new Uint32Array(this.words.length * 2);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.length++] = value;
  }

  view(): Uint32Array {
    return this.words.subarray(0, this.length);
  }
}

/** Reads the output of GrowingBytes. Each thread has one cursor: the functions move `at`. */
export class ByteReader {
  bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes[this.at++]!;
  }

  varint(): number {
    let value = this.bytes[this.at++]!;
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7; ; shift += 7) {
      const byte = this.bytes[this.at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  skip(length: number): void {
    this.at += length;
  }

  raw(length: number): string {
    const { bytes, at } = this;
    this.at += length;
    if (length > 48) return utf8(bytes, at, at + length);
    let text = '';
    for (let i = at; i < at + length; i++) {
      const code = bytes[i]!;
      if (code > 127) return utf8(bytes, at, at + length);
      text += String.fromCharCode(code);
    }
    return text;
  }

  text(): string {
    return this.raw(this.varint());
  }
}

// Decodes shared memory, which TextDecoder rejects.
function utf8(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}
