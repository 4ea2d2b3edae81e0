import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importFormats } from './formats.ts';
import { genericCsv } from './generic-csv.ts';
import { ignore, importAll, source } from '../../../../test/support/list-formats/import-all.ts';
import { ImportFormatError } from './types.ts';

async function reasons(csv: string): Promise<string[]> {
  return (await importAll(genericCsv, csv)).rejections.map(
    ({ line, reason }) => `${line}: ${reason}`,
  );
}

async function idOf(csv: string): Promise<string | undefined> {
  return (await importAll(genericCsv, csv)).entries[0]?.externalId;
}

describe('columns', () => {
  test('are all read, in any order and case', async () => {
    const csv =
      'Country,NAME,External ID,type,Aliases,weak_aliases,DOB,programs,id_passport,Identifier_BVN,note\n' +
      'ng;United Kingdom;NG,"Okafor, Chinedu ",A-1,Individual,C. Okafor; Nedu,Nedu;Chi,' +
      '1970-01-02;1971~;1960/1965,P1;P2,A123,222,"said ""hi"""\n';
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(rejections).toEqual([]);
    expect(entries).toEqual([
      {
        externalId: 'A-1',
        entityType: 'person',
        name: 'Okafor, Chinedu',
        aliases: [
          { name: 'C. Okafor', quality: 'strong', kind: 'aka' },
          { name: 'Nedu', quality: 'strong', kind: 'aka' },
          { name: 'Chi', quality: 'weak', kind: 'aka' },
        ],
        dobs: ['1970-01-02', '1971~', '1960/1965'],
        countries: ['NG', 'GB'],
        identifiers: { passport: 'A123', bvn: '222' },
        programs: ['P1', 'P2'],
        raw: expect.objectContaining({ NAME: 'Okafor, Chinedu', note: 'said "hi"' }),
      },
    ]);
  });

  test('of surnames complete a name of one word, or add an alias to a longer one', async () => {
    const rows = 'name,surname\nSurnamia,Lostlistova\nJohn Brown,Markovic\n';
    const { entries } = await importAll(genericCsv, rows);
    expect(entries).toMatchObject([
      { name: 'Surnamia Lostlistova', aliases: [] },
      { name: 'John Brown', aliases: [{ name: 'John Brown Markovic', quality: 'strong' }] },
    ]);
  });

  test('may consist of a single column of names', async () => {
    const { entries } = await importAll(genericCsv, 'name\nAda Obi');
    expect(entries).toEqual([
      {
        externalId: expect.stringMatching(/^[0-9a-f]{32}$/),
        entityType: 'unknown',
        name: 'Ada Obi',
        aliases: [],
        dobs: [],
        countries: [],
        identifiers: {},
        programs: [],
        raw: { name: 'Ada Obi' },
      },
    ]);
  });

  test('may have names of object properties', async () => {
    const csv = 'name,__proto__,id___proto__,constructor,\nAda,a,b,c,d\n';
    const { entries } = await importAll(genericCsv, csv);
    expect(JSON.stringify(entries[0]?.raw)).toBe(
      '{"name":"Ada","__proto__":"a","id___proto__":"b","constructor":"c","column_5":"d"}',
    );
    expect(JSON.stringify(entries[0]?.identifiers)).toBe('{"__proto__":"b"}');
    expect(importFormats['constructor']).toBeUndefined();
  });
});

describe('the default id', () => {
  test('is derived from name, dob and country, however they are written', async () => {
    const id = await idOf('name,dob,country,note\nAda Obi,1980;1981,NG;GB,x\n');
    expect(id).toBe('bb2071d790ca1eff868af20610b24975');
    expect(await idOf('country,name,dob\nUnited Kingdom;nigeria, Ada  Obi ,1981;1980')).toBe(id);
    expect(await idOf('name,dob,country\nAda Obi,1980,NG;GB\n')).not.toBe(id);
  });

  test('rejects the second of two equal rows, and ids that no index accepts', async () => {
    expect(await reasons('name,note\nAda,1\nObi,2\nAda,3\n')).toEqual([
      '4: the same entry occurs already in line 2',
    ]);
    expect(await reasons(`id,name\n${'x'.repeat(501)},Ada\n`)).toEqual([
      '2: id is longer than 500 characters',
    ]);
    expect(await reasons('id,name\n7,Ada Obi\n7,"Obi, Ada"\n')).toEqual([
      '3: the same id "7" occurs already in line 2',
    ]);
  });
});

describe('the form of a file', () => {
  test.each([
    ['LF', 'name,dob\nAda,1980\n\nObi,1981\n'],
    ['CRLF', 'name,dob\r\nAda,1980\r\n\r\nObi,1981\r\n'],
    ['CR', 'name,dob\rAda,1980\r\rObi,1981\r'],
    ['a title above the header', 'List of 2026\n"Printed; today"\n\nname,dob\nAda,1980\nObi,1981'],
    ['other columns of one name', 'note,name,dob,note\nx,Ada,1980,y\nx,Obi,1981,'],
    ['a mix of both', 'name,dob\r\nAda,1980\n\nObi,1981\r\n'],
    ['a byte order mark', '\uFEFFname,dob\nAda,1980\n\nObi,1981'],
    ['a quoted header after a byte order mark', '\uFEFF"name","dob"\nAda,1980\n\nObi,1981'],
    ['spaces around quotes', '"name" , "dob"\n "Ada" ,1980\n\nObi, 1981'],
  ])('may have %s, and the file is read row by row', async (_, csv) => {
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(rejections).toEqual([]);
    expect(entries.map(({ name, dobs }) => [name, ...dobs])).toEqual([
      ['Ada', '1980'],
      ['Obi', '1981'],
    ]);
  });

  test('may have columns as people name them', async () => {
    const csv =
      'Full Name,Birth Date,Citizenship,Country of Birth,Sex\nAda Obi,1980-05-06,Nigerian,Ghana,F\n';
    const { entries } = await importAll(genericCsv, csv);
    expect(entries[0]).toMatchObject({
      dobs: ['1980-05-06'],
      countries: ['NG'],
      facts: { gender: 'female', birthPlaces: ['Ghana'] },
    });
  });

  test('may have a cell with several lines', async () => {
    const csv = 'name,note\n"Ada\r\nObi","a\n\n""b"""\nBad\nEze,x\n';
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(entries.map(({ name }) => name)).toEqual(['Ada Obi', 'Eze']);
    expect(entries[0]?.raw).toEqual({ name: 'Ada\nObi', note: 'a\n\n"b"' });
    expect(rejections).toEqual([
      { line: 6, file: 'main', reason: 'the row has 1 columns, the header 2' },
    ]);
  });

  test('may be windows-1252, and the letters are kept', async () => {
    const { entries } = await importAll(
      genericCsv,
      source('name\n', Buffer.from('Se\xe1n', 'latin1')),
    );
    expect(entries[0]?.name).toBe('Seán');
  });
});

describe('bad rows', () => {
  test('are reported by line and column', async () => {
    const csv = [
      'name,type,dob,country',
      ',,,',
      'Ada,,',
      'Ada,,,,',
      '"Ada,x" y,"z",,',
      'Ada\0,,,',
      `${'x'.repeat(1001)},,,`,
      'Obi,,,',
    ].join('\n');
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(entries.map(({ name }) => name)).toEqual(['Obi']);
    expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: name is empty',
      '3: the row has 3 columns, the header 4',
      '4: the row has 5 columns, the header 4',
      '5: the row is not valid CSV',
      '6: the row contains a NUL character',
      '7: name is longer than 1000 characters',
    ]);
  });

  test('keep their entry if only a field is unreadable: the field is omitted and reported', async () => {
    const csv = [
      'name,type,dob,country,aliases',
      'Ada,alien,,,',
      'Ada,,1980-02-30,,',
      'Ada,,1980;12/03/1970,,',
      'Ada,,13/03/1970;1980,,',
      'Ada,,,NG;ZZ,',
      `Ada,,,Atlantis,A B;${'x'.repeat(1001)}`,
    ].join('\n');
    const { entries, rejections, omissions } = await importAll(genericCsv, csv);
    expect(rejections).toEqual([]);
    expect(entries.map(({ dobs, countries }) => [...dobs, ...countries].join(' '))).toEqual([
      '',
      '',
      '1980',
      '1970-03-13 1980',
      'NG',
      '',
    ]);
    expect(entries[0]!.entityType).toBe('unknown');
    expect(entries[5]!.aliases).toHaveLength(1);
    const forms = 'cannot be read as a date, or only if the order of day and month is known';
    expect(omissions.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: type: "alien" is not one of person, organization, vessel, aircraft, unknown',
      `3: dob: "1980-02-30" ${forms}`,
      `4: dob: "12/03/1970" ${forms}`,
      '6: country: "ZZ" is not an ISO 3166-1 alpha-2 code or a country name',
      `7: aliases: "${'x'.repeat(40)}…" is longer than 1000 characters`,
      '7: country: "Atlantis" is not an ISO 3166-1 alpha-2 code or a country name',
    ]);
  });

  test('with an unclosed quote lose only that row', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => `N${n},"x"`);
    rows[10] = 'Bad,"x';
    const { entries, rejections } = await importAll(genericCsv, `name,note\n${rows.join('\n')}`);
    expect(entries).toHaveLength(2999);
    expect(rejections).toEqual([
      { line: 12, file: 'main', reason: 'a quoted cell that begins in this row is never closed' },
    ]);
  });

  test('are the only lost rows if each has a stray quote', async () => {
    const csv = 'name,note\nBad,"x\nA,"y"\nB,z\nWorse,w"\nC,""\n';
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(entries.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect(rejections.map(({ line }) => line)).toEqual([2, 5]);
  });

  test.each([
    ['Ali "Abu" Hassan,1960', 'Ali "Abu" Hassan'],
    ['"Abu" Ali Hassan,"1960"', '"Abu" Ali Hassan'],
    ['"Ali "Abu" Hassan",1960', 'Ali "Abu" Hassan'],
    ['"Hassan, Ali "Abu"",1960', 'Hassan, Ali "Abu"'],
    ['"Ali "Abu, Abi" Hassan",1960', 'Ali "Abu, Abi" Hassan'],
    ['Ali "Abu, Abi" Hassan,1960', 'Ali "Abu, Abi" Hassan'],
    ['Hassan 5" Pipes,1960', 'Hassan 5" Pipes'],
  ])('do not include a row with a quote inside a cell, which is text: %s', async (row, name) => {
    const csv = `name,dob\nFirst 6" Pipes,1950\n${row}\nLast 7" Pipes,1970\n`;
    const { entries, rejections } = await importAll(genericCsv, csv);
    expect(rejections).toEqual([]);
    expect(entries.map((entry) => [entry.name, ...entry.dobs])).toEqual([
      ['First 6" Pipes', '1950'],
      [name, '1960'],
      ['Last 7" Pipes', '1970'],
    ]);
  });

  test('without an end do not fill the memory', async () => {
    let sent = 0;
    async function* long(): AsyncGenerator<string> {
      yield 'name\n"';
      for (; sent < 300; sent += 1) yield 'x'.repeat(100_000);
      yield '"\nAda\n';
    }
    const { entries, rejections } = await importAll(genericCsv, long());
    expect(entries.map(({ name }) => name)).toEqual(['Ada']);
    expect(rejections.map(({ reason }) => reason)).toEqual(['the line is longer than 1 MiB']);
  });
});

describe('files that cannot be used', () => {
  test.each([
    ['nothing', '', 'the file is empty: no header row'],
    ['blank lines', '\n\r\n', 'the file is empty: no header row'],
    ['no name', 'id,dob\n1,1980', 'the header row has no column "name"'],
    [
      'bars',
      'name|dob\nAda|1980',
      'separated by commas, semicolons or tabs, and this header has "|"',
    ],
    ['a column twice', 'name,Name\na,b', 'more than one column for "Name"'],
    ['two columns for one thing', 'name,id,external_id\n', 'more than one column for id'],
    [
      'an identifier twice',
      'name,id_x,identifier_x\n',
      'more than one column for the identifier x',
    ],
    ['binary', 'n\0\0\0name\n', 'the row contains a NUL character (the file must be CSV in UTF-8)'],
    ['no CSV', '<a href="x">\n', 'the header row cannot be read'],
  ])('are rejected: %s', async (_, csv, message) => {
    const failure = await importAll(genericCsv, csv).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportFormatError);
    expect(String(failure)).toContain(message);
  });

  test('of arbitrary bytes cause no other error', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('"', '""', ',', '\r\n', '\n', ';', 'Ada', '1980', 'NG', '\0', '\uFEFF'),
    );
    const header = fc.constantFrom('', 'name\n', 'name,dob,country,type,id,id_x\n');
    await fc.assert(
      fc.asyncProperty(header, fc.array(piece, { maxLength: 40 }), async (first, pieces) => {
        try {
          await importAll(genericCsv, source(first, ...pieces));
        } catch (error) {
          if (!(error instanceof ImportFormatError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('streaming', () => {
  test('reads only as far as entries are taken, and closes the source', async () => {
    const MOST_AHEAD = 50_000;
    let sent = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        yield 'name\n';
        for (;;) yield `N${(sent += 1)}\n`;
      } finally {
        closed = true;
      }
    }
    let taken = 0;
    for await (const _ of genericCsv.parse({ main: endless() }, ignore, ignore)) {
      taken += 1;
      // The reader takes the spelling of the file from its beginning.
      expect(sent - taken).toBeLessThan(MOST_AHEAD);
      if (taken === 1000) break;
    }
    expect(closed).toBe(true);
  });
});
