import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importFormats } from './formats.ts';
import { ignore, source } from './test-support.ts';
import { ImportFormatError } from './types.ts';
import type { ImportedEntry, ImportSource } from './types.ts';

/** Two good entries in each format, the second of which stands in the last row. */
const files: Readonly<Record<string, { start: string; last: string; end: string }>> = {
  'un-xml': {
    start:
      '<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>' +
      '<DATAID>1</DATAID><FIRST_NAME>ERIC</FIRST_NAME><INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY>' +
      '<ALIAS_NAME>A (B; C</ALIAS_NAME></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS><ENTITIES>',
    last: '<ENTITY><DATAID>2</DATAID><FIRST_NAME>Last &amp; Good</FIRST_NAME></ENTITY>',
    end: '</ENTITIES></CONSOLIDATED_LIST>',
  },
  'eu-csv': {
    start:
      'Entity_LogicalId;NameAlias_WholeName;BirthDate_Year;BirthDate_YearRangeFrom\n' +
      '1;"Ada; ""Ace""";1950;\n1;Obi;;1950\n',
    last: '2;Last & Good;;\n',
    end: '',
  },
  'uk-csv': {
    start:
      'Report Date: 24-Jun-2026\nUnique ID,Name 6,Name 1,Name type,D.O.B\n' +
      '1,Obi,"Ada, A",Primary name,dd/mm/1950\n1,Obi,A,Alias,\n',
    last: '2,Last & Good,,Alias,\n',
    end: '',
  },
  'opensanctions-simple': {
    start: '"id","schema","name","birth_date"\n"1","Person","Ada","1950;51"\n',
    last: '"2","Company","Last & Good",""\n',
    end: '',
  },
  'ftm-json': {
    start: '{"id":"1","schema":"Person","properties":{"name":["Ada"],"birthDate":["1950"]}}\n',
    last: '{"id":"2","schema":"Company","caption":"Last & Good","properties":{}}\n',
    end: '',
  },
};

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 30 }),
  fc.constantFrom('"', '""', ',', ';', '\r\n', '\n', '{', '}', '[', ':', '<', '</', '>', '&', '\0'),
  fc.constantFrom('<INDIVIDUAL>', '<ENTITY>', '<!--', ']]>', '\uFEFF', '\\u0000', '1', '(', 'A'),
  fc.constantFrom('{"id":"7","schema":"Person","properties":null}', '{"schema":"Person"}', 'null'),
);

/** The entries of a file, or the ImportFormatError that says why there are none. */
async function read(format: string, main: ImportSource): Promise<ImportedEntry[] | string> {
  try {
    return await Array.fromAsync(importFormats[format]!.parse({ main }, ignore, ignore));
  } catch (error) {
    if (error instanceof ImportFormatError) return error.message;
    throw error;
  }
}

describe.each(Object.entries(files))('%s', (format, { start, last, end }) => {
  test('bytes in place of others, and cuts, throw nothing but ImportFormatError', async () => {
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

const lineFormats = Object.entries(files).filter(([, { end }]) => end === '');

test.each(lineFormats)('%s: no bad row takes the good row after it along', async (format, file) => {
  await fc.assert(
    fc.asyncProperty(fc.array(garbage, { maxLength: 6 }), async (bad) => {
      const entries = await read(format, source(file.start, ...bad, '\n', file.last));
      expect(entries).toContainEqual(
        expect.objectContaining({ externalId: '2', name: 'Last & Good' }),
      );
    }),
    { numRuns: 60 },
  );
});

test('un-xml: a cut anywhere is noticed, so that it never makes half an import', async () => {
  const { start = '', last = '', end = '' } = files['un-xml'] ?? {};
  const bytes = Buffer.from(start + last + end);
  for (let at = 0; at < bytes.length; at += 7) {
    expect(await read('un-xml', source(bytes.subarray(0, at)))).toEqual(expect.any(String));
  }
});
