import { Writable } from 'node:stream';
import { expect } from 'vitest';

/** A connection whose other end reads only on request. */
export class SlowConnection extends Writable {
  #taken: (() => void) | undefined;
  readonly texts: string[] = [];

  constructor(highWaterMark: number) {
    super({ highWaterMark, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, taken: () => void): void {
    this.texts.push(chunk);
    this.#taken = taken;
  }

  take(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }
}

/** Reads until a written text contains this one. @returns that text */
export async function untilText(connection: SlowConnection, text: string): Promise<string> {
  const find = () => connection.texts.find((one) => one.includes(text));
  await expect
    .poll(() => {
      connection.take();
      return find() !== undefined;
    })
    .toBe(true);
  return find()!;
}
