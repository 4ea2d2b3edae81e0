import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importFormats } from '../formats.ts';
import { samples } from '../../../../../test/support/list-formats/samples.ts';
import { ignore, source } from '../../../../../test/support/list-formats/import-all.ts';
import { ImportFormatError } from '../types.ts';
import type { ImportedEntry, ImportSource } from '../types.ts';

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 30 }),
  fc.constantFrom('"', '""', ',', ';', '\r\n', '\n', '{', '}', '[', ':', '<', '</', '>', '&', '\0'),
  fc.constantFrom('<INDIVIDUAL>', '<ENTITY>', '<!--', ']]>', '\uFEFF', '\\u0000', '1', '(', 'A'),
  fc.constantFrom('{"id":"7","schema":"Person","properties":null}', '{"schema":"Person"}', 'null'),
);

/** Returns the entries of a file, or the ImportFormatError that explains why there are none. */
async function read(format: string, main: ImportSource): Promise<ImportedEntry[] | string> {
  try {
    return await Array.fromAsync(importFormats[format]!.parse({ main }, ignore, ignore));
  } catch (error) {
    if (error instanceof ImportFormatError) return error.message;
    throw error;
  }
}

test('every format has a sample to test it with', () => {
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(importFormats).toSorted());
});

describe.each(Object.entries(samples))('%s', (format, { start, last, end }) => {
  test('replaced bytes and cuts cause no error but ImportFormatError', async () => {
    const bytes = Buffer.from(start + last + end);
    const position = fc.nat({ max: bytes.length });
    await fc.assert(
      fc.asyncProperty(
        position,
        position,
        fc.array(garbage, { maxLength: 4 }),
        async (a, b, put) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          await read(format, source(bytes.subarray(0, from), ...put, bytes.subarray(to)));
          await read(format, source(bytes.subarray(0, from)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

const lineFormats = Object.entries(samples).filter(([, { end }]) => end === '');

test.each(lineFormats)(
  '%s: a bad row never causes the loss of the good row after it',
  async (format, file) => {
    await fc.assert(
      fc.asyncProperty(fc.array(garbage, { maxLength: 6 }), async (bad) => {
        const entries = await read(format, source(file.start, ...bad, '\n', file.last));
        expect(entries).toContainEqual(
          expect.objectContaining({ externalId: '2', name: 'Last & Good' }),
        );
      }),
      { numRuns: 60 },
    );
  },
);

const xmlFormats = Object.entries(samples).filter(([, { start }]) => /^<(?!html)/.test(start));

describe.each(xmlFormats)('%s', (format, { start, last, end }) => {
  const root = end.slice(end.lastIndexOf('</') + 2, -1);

  test('a cut at any point is detected, so that no import is incomplete', async () => {
    const bytes = Buffer.from(start + last + end);
    for (let at = 0; at < bytes.length; at += 7) {
      expect(await read(format, source(bytes.subarray(0, at)))).toEqual(expect.any(String));
    }
  });

  test.each([
    ['entities', `<!DOCTYPE l [<!ENTITY a "aa">]><${root}>&a;</${root}>`, 'document type'],
    ['depth', `<${root}>`.repeat(40), 'nested too deeply'],
    ['an element without end', `<${root}>${'x'.repeat(1_200_000)}</${root}>`, 'is too long'],
    ['another root', '<html><body/></html>', `not <${root}>`],
  ])('a hostile file is refused: %s', async (_, text, message) => {
    expect(await read(format, source(text))).toContain(message);
  });
});
