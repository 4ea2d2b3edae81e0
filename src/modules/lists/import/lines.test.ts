import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LINE_BYTES, readLines } from './lines.ts';
import { source } from '../../../../test/support/list-formats/import-all.ts';

async function linesOf(...pieces: (string | Uint8Array)[]): Promise<string[]> {
  const lines = await Array.fromAsync(readLines(source(...pieces)));
  expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
  return lines.map((line) => (line.tooLong ? 'TOO LONG' : line.text));
}

describe('readLines', () => {
  test('ends lines at LF and CRLF, with and without a line end at the end', async () => {
    expect(await linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c']);
    expect(await linesOf('a\n')).toEqual(['a']);
    expect(await linesOf()).toEqual([]);
  });

  test('drops a byte order mark, but only at the beginning', async () => {
    expect(await linesOf('\uFEFFname\n\uFEFFx')).toEqual(['name', '\uFEFFx']);
  });

  test('reads UTF-8, and windows-1252 for lines that are not UTF-8', async () => {
    const latin = Buffer.from([0x53, 0xe9, 0xe1, 0x6e, 0x93, 0x0a]);
    expect(await linesOf('Ọládélé\n', latin, 'Şahin')).toEqual(['Ọládélé', 'Séán“', 'Şahin']);
  });

  test('does not depend on how the file is cut into chunks', async () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 7 }), async (file, size) => {
        const pieces = [];
        for (let at = 0; at < file.length; at += size) pieces.push(file.subarray(at, at + size));
        // Returns the refusal of a refused file.
        const read = (...chunks: Uint8Array[]) => linesOf(...chunks).catch(String);
        expect(await read(...pieces)).toEqual(await read(file));
      }),
      { examples: [[Uint8Array.of(0xfe, 0xff, 0x41, 0x0a), 1]] },
    );
  });

  test('drops the text of a line beyond the limit and continues after it', async () => {
    const half = 'x'.repeat(MAX_LINE_BYTES / 2 + 1);
    expect(await linesOf('a\n', half, half, half, '\nb')).toEqual(['a', 'TOO LONG', 'b']);
    expect(await linesOf(half, half)).toEqual(['TOO LONG']);
    expect(await linesOf(`${half}${half}\nb`)).toEqual(['TOO LONG', 'b']);
  });
});
