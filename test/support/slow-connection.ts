import { Writable } from 'node:stream';
import { expect } from 'vitest';

/** A connection whose other end takes what was written only when it is told to. */
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

/** Takes all that comes until there is something with this text. @returns that */
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
