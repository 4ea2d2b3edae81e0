import { createReadStream } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isCountryCode } from '../../../../matching/countries.ts';
import { isPartialDate } from '../../../../matching/formats.ts';
import { ofacCsv } from './ofac-csv.ts';
import {
  ignore,
  importAll,
  sdnRow,
  source,
} from '../../../../../test/support/list-formats/import-all.ts';
import type { ImportedEntry, Rejection } from '../types.ts';

const sample = new URL('../../../../../data/ofac-2021-sample/', import.meta.url);

describe('the real list', () => {
  let entries: ImportedEntry[];
  let rejections: Rejection[];
  beforeAll(async () => {
    ({ entries, rejections } = await importAll(
      ofacCsv,
      createReadStream(new URL('sdn.csv', sample)),
      createReadStream(new URL('alt.csv', sample)),
    ));
  });
  const entry = (id: string): ImportedEntry => {
    const found = entries.find(({ externalId }) => externalId === id);
    if (found === undefined) throw new Error(`no entry ${id}`);
    return found;
  };

  test('is read completely', () => {
    expect(rejections).toEqual([]);
    expect(entries).toHaveLength(8976);
    const counts = Object.groupBy(entries, ({ entityType }) => entityType);
    expect(counts.person).toHaveLength(4620);
    expect(counts.vessel).toHaveLength(406);
    expect(counts.aircraft).toHaveLength(277);
    expect(counts.organization).toHaveLength(3673);
    expect(counts.unknown).toBeUndefined();
  });

  test('has every alias, including the weak ones of the remarks', () => {
    const aliases = entries.flatMap((one) => one.aliases);
    expect(aliases.filter(({ quality }) => quality === 'strong')).toHaveLength(11_916);
    expect(aliases.filter(({ quality }) => quality === 'weak')).toHaveLength(2459);
    expect(aliases.filter(({ kind }) => kind === 'other')).toEqual([]);
  });

  test('has only valid dates, countries and names', () => {
    expect(entries.flatMap((one) => one.dobs).filter((dob) => !isPartialDate(dob))).toEqual([]);
    expect(entries.flatMap((one) => one.countries).filter((c) => !isCountryCode(c))).toEqual([]);
    for (const one of entries) {
      const names = [one.name, ...one.aliases.map(({ name }) => name)];
      expect(names.filter((name) => name === '' || name !== name.trim())).toEqual([]);
    }
    const people = entries.filter(({ entityType }) => entityType === 'person');
    expect(people.filter(({ name }) => name.includes(','))).toEqual([]);
  });

  test('has a date of birth for all 4,428 people for whom OFAC gives one', () => {
    expect(entries.filter(({ dobs }) => dobs.length > 0)).toHaveLength(4428);
    expect(entries.flatMap(({ dobs }) => dobs)).toHaveLength(5124);
    expect(entries.filter(({ countries }) => countries.length > 0)).toHaveLength(2942);
  });

  test('reads a person', () => {
    expect(entry('2676')).toMatchObject({
      entityType: 'person',
      name: 'Dr. Ayman AL ZAWAHIRI',
      dobs: ['1951-06-19'],
      countries: [],
      facts: { birthPlaces: ['Giza, Egypt'] },
      identifiers: { 'passport:EG': '1084010', passport: '19820215' },
      programs: ['SDGT'],
      raw: { sdn: { sdn_name: 'AL ZAWAHIRI, Dr. Ayman' } },
    });
    expect(entry('2676').aliases).toContainEqual({
      name: 'Ayman AL-ZAWAHIRI',
      quality: 'strong',
      kind: 'aka',
    });
    expect(entry('2679').dobs).toContain('1936');
    expect(entry('7782').dobs).toEqual(['1951~']);
    expect(entry('12057').dobs).toEqual(['1951/1953', '1960/1962', '1961-04', '1953']);
    expect(entry('15962').dobs).toEqual(['1961/1962']);
    expect(entry('11648').countries).toContain('KP');
    expect(entry('11973').countries).toContain('CD');
  });

  test('reads an organization and a vessel', () => {
    expect(entry('173')).toMatchObject({ entityType: 'organization', dobs: [], countries: [] });
    expect(entry('173').name).toBe('ANGLO-CARIBBEAN CO., LTD.');
    expect(entry('306').aliases).toEqual([
      { name: 'NATIONAL BANK OF CUBA', quality: 'strong', kind: 'aka' },
      { name: 'BNC', quality: 'weak', kind: 'aka' },
    ]);
    expect(entry('15036')).toMatchObject({
      name: 'ARTAVIL',
      countries: ['IR'],
      identifiers: { call_sign: 'T2EU4', imo: '9187629', mmsi: '572469210' },
    });
  });
});

describe('names', () => {
  test.each([
    ['AL ZAWAHIRI, Dr. Ayman', 'Dr. Ayman AL ZAWAHIRI'],
    ['DELOS REYES, Feliciano Semborio, Jr.', 'Feliciano Semborio DELOS REYES Jr.'],
    ['KNOWLES, JR., Samuel', 'Samuel KNOWLES JR.'],
    ['MARUF, Taha, Muhyi al-Din', 'Taha Muhyi al-Din MARUF'],
    ['ABU ZUBAYDAH', 'ABU ZUBAYDAH'],
    ['SANTOSO,', 'SANTOSO'],
  ])('of persons are converted to spoken order: %s', async (name, expected) => {
    const { entries } = await importAll(ofacCsv, sdnRow({ name }));
    expect(entries[0]?.name).toBe(expected);
  });

  test('of other parties keep their order, and so do their aliases', async () => {
    const sdn = sdnRow({ name: 'GALAX TRADING CO., LTD.', type: '-0- ' });
    const { entries } = await importAll(ofacCsv, sdn, '1,2,"fka","GALAX, S.A.",-0- \r\n');
    expect(entries[0]?.name).toBe('GALAX TRADING CO., LTD.');
    expect(entries[0]?.aliases).toEqual([{ name: 'GALAX, S.A.', quality: 'strong', kind: 'fka' }]);
  });
});

/** Returns the only entry of a file whose only row has these remarks. */
async function entryWith(remarks: string): Promise<ImportedEntry> {
  const { entries, rejections } = await importAll(ofacCsv, sdnRow({ remarks }));
  expect(rejections).toEqual([]);
  const [entry] = entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

describe('remarks', () => {
  test.each([
    ['nationality Iran; citizen Syria; POB Paris, France.', ['IR', 'SY']],
    ['alt. nationality Korea, North; nationality Iran.', ['KP', 'IR']],
    ['POB Paris, France; alt. POB Kaziba, Congo, Democratic Republic of the.', []],
    ['POB Iraq.', []],
    ['POB Santa Fe, New Mexico.', []],
    ['POB Guadalajara, Jalisco.', []],
    ['POB Beckum, Germany; nationality possibly Palestinian;arrested 23 Apr 2002.', []],
    ['POB Pristina, Serbia; nationality Kosovo.', ['XK']],
    ['Passport 1084010 (Egypt); Gender Male; Linked To: BANK OF IRAN.', []],
    ['Nationality of Registration Korea, North.', ['KP']],
  ])('give countries: %s', async (remarks, countries) => {
    expect((await entryWith(remarks)).countries).toEqual(countries);
  });

  test('give dates of birth, without duplicates and invalid ones', async () => {
    const { dobs } = await entryWith('DOB 1938; alt. DOB 1936; alt. DOB 1938; DOB unknown.');
    expect(dobs).toEqual(['1938', '1936']);
  });

  test('give weak aliases, whose quotes are also apostrophes', async () => {
    const { aliases } = await entryWith(
      "a.k.a. 'AL-WARD, 'Abd'; a.k.a. ''FUPI''; f.k.a. 'JR.'; a.k.a. ''ABD AL-MUHSI'; a.k.a. 'cut.",
    );
    expect(aliases.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "aka 'Abd AL-WARD",
      'aka FUPI',
      'fka JR.',
      "aka 'ABD AL-MUHSI",
    ]);
    expect(aliases.every(({ quality }) => quality === 'weak')).toBe(true);
  });

  test('give document numbers, but no numbers in prose', async () => {
    const { identifiers } = await entryWith(
      'Passport A1 (Iran) issued 1999; alt. Passport B2; alt. Passport A1; Diplomatic Passport 3; ' +
        'National ID No. 660000 73767 (Belgium); R.F.C. DIB-771110-HQ1 (Mexico); SWIFT/BIC BOELKPPY; ' +
        'Digital Currency Address - XBT 12QtD5BF; U.S.A. Passport issued 21 Jun 1992 in Amman; ' +
        "Vice-Chairperson, 13th National People's Congress; President since 1979.",
    );
    expect(identifiers).toEqual({
      'passport:IR': 'A1',
      passport: 'B2',
      passport_2: 'A1',
      passport_3: '3',
      'national_id:BE': '660000 73767',
      'rfc:MX': 'DIB-771110-HQ1',
      swift_bic: 'BOELKPPY',
      crypto_xbt: '12QtD5BF',
    });
  });

  test('omit a statement that OFAC cut off at 1,000 characters', async () => {
    const start = 'DOB 1960; ';
    const end = '; nationality Niger';
    const remarks = start + 'x'.repeat(1000 - start.length - end.length) + end;
    expect(await entryWith(remarks)).toMatchObject({ dobs: ['1960'], countries: [] });
  });
});

describe('programs, flags and types', () => {
  test('are read separately', async () => {
    const sdn =
      sdnRow({ program: 'SDGT] [NPWMD] [IFSR', type: 'vessel', flag: 'None Identified' }) +
      sdnRow({ entNum: '2', type: 'spacecraft', flag: "Democratic People's Republic of Korea" });
    const { entries } = await importAll(ofacCsv, sdn);
    expect(entries[0]).toMatchObject({ programs: ['SDGT', 'NPWMD', 'IFSR'], countries: [] });
    expect(entries[1]).toMatchObject({ entityType: 'unknown', countries: ['KP'] });
  });
});

describe('bad rows', () => {
  test('are reported by line and skipped, and the others are read', async () => {
    const sdn = [
      sdnRow({ entNum: '1' }),
      'x,"DOE, John",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
      '3,"too","few"\r\n',
      sdnRow({ entNum: '4', name: '-0- ' }),
      sdnRow({ entNum: '5', name: ' , ' }),
      sdnRow({ entNum: '1' }),
      '7,"DOE, John,-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
      '8,"never closed\r\n',
      '\r\n',
      sdnRow({ entNum: '10', name: 'nul \0' }),
      sdnRow({ entNum: '11', name: 'x'.repeat(1001) }),
      `12,"${'x'.repeat(1024 * 1024)}"\r\n`,
      sdnRow({ entNum: '13' }),
      '\x1A',
    ].join('');
    const { entries, rejections } = await importAll(ofacCsv, sdn);
    expect(entries.map(({ externalId }) => externalId)).toEqual(['1', '13']);
    expect(rejections.map(({ file, line, reason }) => `${file} ${line}: ${reason}`)).toEqual([
      'main 2: ent_num is not a number',
      'main 3: the row has 3 columns instead of 12',
      'main 4: sdn_name is empty',
      'main 5: sdn_name is empty',
      'main 6: ent_num 1 occurs already in line 1',
      'main 7: the row is not valid CSV',
      'main 8: the row is not valid CSV',
      'main 10: the row contains a NUL character',
      'main 11: sdn_name is longer than 1000 characters',
      'main 12: the line is longer than 1 MiB',
    ]);
  });

  test('of the aliases are also named, and so are aliases without an entry', async () => {
    const alt =
      '9,1,"aka","NOBODY",-0- \r\n1,2,"aka",-0- ,-0- \r\n1,3,"aka"\r\n1,4,"nka","ROE, Jane",-0- ';
    const { entries, rejections } = await importAll(ofacCsv, sdnRow({}), alt);
    expect(entries[0]?.aliases).toEqual([{ name: 'Jane ROE', quality: 'strong', kind: 'nka' }]);
    expect(rejections).toEqual([
      { file: 'aliases', line: 2, reason: 'alt_name is empty' },
      { file: 'aliases', line: 3, reason: 'the row has 3 columns instead of 5' },
      { file: 'aliases', line: 1, reason: 'no usable entry has ent_num 9' },
    ]);
  });

  test('a file that is not CSV gives only rejections', async () => {
    const html = '<html>\n<body class="x">\n<p>Not, found</p>\n';
    const { entries, rejections } = await importAll(ofacCsv, html);
    expect(entries).toEqual([]);
    expect(rejections).toHaveLength(3);
  });

  test.each([
    ['empty', ''],
    ['an error page', '<html>\n<body class="x">\n<p>Come, back, later</p>\n'],
    ['without a usable row', '1,2,"aka",-0- ,-0- \r\n'],
  ])(
    'of an alias file that is %s reject the file: the list would lose its aliases',
    async (_, alt) => {
      await expect(importAll(ofacCsv, sdnRow({}), alt)).rejects.toThrow(
        'the alias file has no usable row',
      );
    },
  );

  test('arbitrary bytes cause no error, except for UTF-16 and a file without aliases', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('"', ',', '\r\n', '\n', '\x1A', '-0- ', '1', sdnRow({ remarks: 'DOB 1' })),
    );
    const file = fc.array(piece, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(file, file, async (main, aliases) => {
        await importAll(ofacCsv, source(...main), source(...aliases)).catch((error: Error) =>
          expect(error).toMatchObject({
            name: 'ImportFormatError',
            message: expect.stringMatching(/UTF-16|the alias file has no usable row/),
          }),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('streaming', () => {
  test('reads the main file only as far as entries are taken', async () => {
    let sent = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield sdnRow({ entNum: String((sent += 1)) });
      } finally {
        closed = true;
      }
    }
    let taken = 0;
    for await (const entry of ofacCsv.parse({ main: endless() }, ignore, ignore)) {
      taken += 1;
      expect(entry.externalId).toBe(String(taken));
      expect(sent - taken).toBeLessThanOrEqual(1);
      if (taken === 1000) break;
    }
    expect(closed).toBe(true);
  });

  test('passes on errors of the source', async () => {
    const missing = createReadStream(new URL('no-such-file.csv', sample));
    await expect(importAll(ofacCsv, missing)).rejects.toThrow('ENOENT');
  });
});
