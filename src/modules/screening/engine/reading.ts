/** Reads what GrowingBytes wrote. One cursor a thread: the functions move `at`. */
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

// A Buffer over shared memory decodes where TextDecoder refuses to.
const utf8 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
