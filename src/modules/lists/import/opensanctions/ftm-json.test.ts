import { describe, expect, test } from 'vitest';
import { importAll, source } from '../../../../../test/support/list-formats/import-all.ts';
import { ftmJson } from './ftm-json.ts';

type Properties = Record<string, unknown>;

function thing(id: string, schema: string, properties: Properties, rest: object = {}): string {
  return `${JSON.stringify({ id, schema, properties, ...rest })}\n`;
}

describe('entries', () => {
  test('have the fields of a person', async () => {
    const person = {
      name: ['Владимир Путин', 'Vladimir Putin'],
      alias: ['Putin  Vladimir'],
      weakAlias: ['VVP', 'Putin  Vladimir'],
      previousName: ['V. Platov'],
      birthDate: ['1952-10-07', '1952', '1952-10-07T00:00:00', 'soon'],
      nationality: ['ru'],
      citizenship: ['suhh', 'ua-cri'],
      country: ['us'],
      birthCountry: ['suhh'],
      passportNumber: ['A1', 'B2'],
      innCode: ['770'],
      programId: ['US-RUSHAR'],
      topics: ['sanction'],
      sanctions: [{ id: 's', schema: 'Sanction', properties: { program: ['x'] } }],
    };
    const rest = { caption: 'Vladimir Putin', referents: ['ofac-1'], target: true };
    const { entries, rejections } = await importAll(
      ftmJson,
      thing('Q7747', 'Person', person, { ...rest, last_seen: '2026-11-21' }),
    );
    expect(rejections).toEqual([]);
    expect(entries).toEqual([
      {
        externalId: 'Q7747',
        entityType: 'person',
        name: 'Vladimir Putin',
        aliases: [
          { name: 'Владимир Путин', quality: 'strong', kind: 'aka' },
          { name: 'Putin Vladimir', quality: 'strong', kind: 'aka' },
          { name: 'V. Platov', quality: 'strong', kind: 'fka' },
          { name: 'VVP', quality: 'weak', kind: 'aka' },
        ],
        dobs: ['1952', '1952-10-07'],
        countries: ['RU', 'SU', 'UA'],
        facts: { birthPlaces: ['SU'] },
        identifiers: { passport: 'A1', passport_2: 'B2', inn: '770' },
        programs: ['US-RUSHAR'],
        raw: {
          id: 'Q7747',
          schema: 'Person',
          properties: {
            ...person,
            name: person.name.toReversed(),
            birthDate: ['1952', '1952-10-07', '1952-10-07T00:00:00', 'soon'],
            weakAlias: ['Putin  Vladimir', 'VVP'],
          },
          ...rest,
        },
      },
    ]);
  });

  test.each([
    ['Company', 'organization'],
    ['PublicBody', 'organization'],
    ['LegalEntity', 'unknown'],
    ['Vessel', 'vessel'],
    ['Airplane', 'aircraft'],
    ['CryptoWallet', 'unknown'],
  ])('for the schema %s have the type %s', async (schema, entityType) => {
    const { entries } = await importAll(ftmJson, thing('1', schema, { name: ['A'], flag: ['pa'] }));
    expect(entries).toMatchObject([{ entityType, name: 'A', countries: ['PA'] }]);
  });

  test('do not change with the day of the file, nor with the order of unordered lists', async () => {
    const [first] = (
      await importAll(
        ftmJson,
        thing(
          '1',
          'Person',
          { name: ['A', 'B'], alias: ['D', 'C'] },
          { caption: 'A', last_seen: '1' },
        ),
      )
    ).entries;
    const [second] = (
      await importAll(
        ftmJson,
        thing(
          '1',
          'Person',
          { alias: ['C', 'D'], name: ['B', 'A'] },
          { last_seen: '2', caption: 'A' },
        ),
      )
    ).entries;
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  test('do not change with the day of the file, nor with the order of the entities inside them', async () => {
    const sanction = (id: string, seen: string): object => ({
      id,
      schema: 'Sanction',
      last_seen: seen,
      properties: { authority: ['OFAC'] },
    });
    const files = [
      [sanction('s1', '1'), sanction('s2', '1')],
      [sanction('s2', '2'), sanction('s1', '2')],
    ].map((sanctions) => thing('1', 'Person', { name: ['A'], sanctions }));
    const read = await Promise.all(files.map((file) => importAll(ftmJson, file)));
    const [first, second] = read.map(({ entries }) => JSON.stringify(entries));
    expect(second).toBe(first);
    expect(first).not.toContain('last_seen');
  });

  test.each([
    ['its own', { programId: ['OWN'], sanctions: ['ID', 'TEXT'] }, ['OWN']],
    ['the ids of its sanctions', { sanctions: ['ID', 'TEXT'] }, ['ID']],
    ['the texts of its sanctions', { sanctions: [undefined, 'TEXT'] }, ['TEXT']],
  ])('have the programmes %s', async (_, { sanctions: [id, program], ...own }, expected) => {
    const sanction = { schema: 'Sanction', properties: { programId: [id], program: [program] } };
    const properties = { name: ['A'], ...own, sanctions: [sanction, sanction] };
    const { entries } = await importAll(ftmJson, thing('1', 'Person', properties));
    expect(entries).toMatchObject([{ programs: expected }]);
  });

  test('without a caption get the first name', async () => {
    const { entries } = await importAll(ftmJson, thing('1', 'Person', { name: ['Z', 'A'] }));
    expect(entries).toMatchObject([{ name: 'Z', aliases: [{ name: 'A' }] }]);
  });

  test("are made only of things with a name, and only of the list's targets", async () => {
    const { entries, rejections } = await importAll(
      ftmJson,
      thing('1', 'Address', { full: ['Moscow'] }) +
        thing('2', 'Sanction', { entity: ['3'] }) +
        thing('3', 'Company', { name: ['Listed'] }, { target: true }) +
        thing('4', 'Company', { name: ['Its owner'] }, { target: false }) +
        thing('5', 'constructor', {}),
    );
    expect(rejections).toEqual([]);
    expect(entries.map(({ name }) => name)).toEqual(['Listed']);
  });
});

test('bad lines are reported, and the lines around them are used', async () => {
  const lines = [
    thing('1', 'Person', { name: ['A'] }),
    '{"id": "2", "schema": "Pers\n',
    '[]\n',
    '\r\n',
    '{"id":"3"}\n',
    thing('', 'Person', { name: ['A'] }),
    thing('4', 'Person', { name: [' ', 7, null] }),
    thing('1', 'Person', { name: ['A'] }),
    '{"id":"5","schema":"Person","properties":{"name":["A\\u0000"]}}\n',
    '{"id":"6","schema":"Person","properties":{"name":["A\\ud800"]}}\n',
    thing('7', 'Person', { name: 'A' }),
    thing('8', 'Person', { name: ['\\u0041 Obi'], alias: ['x'.repeat(1001), 'C'] }),
  ];
  const { entries, rejections, omissions } = await importAll(ftmJson, lines.join(''));
  expect(entries.map(({ externalId, aliases }) => [externalId, aliases.length])).toEqual([
    ['1', 0],
    ['8', 1],
  ]);
  expect([...rejections, ...omissions].map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: the line is not JSON',
    '3: the line is not a JSON object',
    '5: the line has no "schema"',
    '6: the entity has no usable id',
    '7: the name of 4 is empty',
    '8: the same entity 1 occurs already in line 1',
    '9: the line contains a NUL character or half of a character',
    '10: the line contains a NUL character or half of a character',
    '11: the name of 7 is empty',
    '12: an alias of "\\u0041 Obi" is longer than 1000 characters and is omitted',
  ]);
});

test('a line without end does not fill the memory, and loses only itself', async () => {
  async function* long(): AsyncGenerator<string> {
    yield '{"id":"1","schema":"Person","properties":{"name":["';
    for (let n = 0; n < 400; n += 1) yield 'x'.repeat(50_000);
    yield `"]}}\n${thing('2', 'Person', { name: ['Ada'] })}`;
  }
  const { entries, rejections } = await importAll(ftmJson, long());
  expect(entries.map(({ name }) => name)).toEqual(['Ada']);
  expect(rejections.map(({ reason }) => reason)).toEqual(['the line is longer than 16 MiB']);
});

test.each([
  ['nothing', ''],
  ['CSV', 'id,schema,name\n1,Person,A\n'],
  ['a JSON array', '[{"id":"1","schema":"Person"}]'],
])('a file of %s is refused', async (_, text) => {
  await expect(importAll(ftmJson, text)).rejects.toThrow(/one JSON object per line/);
});

test('a byte order mark is skipped, and UTF-16 refused', async () => {
  const text = `\uFEFF${thing('1', 'Person', { name: ['A'] })}`;
  expect((await importAll(ftmJson, text)).entries).toHaveLength(1);
  await expect(importAll(ftmJson, source(Buffer.from(text, 'utf16le')))).rejects.toThrow(/UTF-16/);
});

test('documents, wallets and addresses that are separate entities belong to the entity that has them', async () => {
  const person = {
    id: 'Q1',
    schema: 'Person',
    properties: {
      name: ['Ada Obi'],
      topics: ['sanction', 'role.pep'],
      passportNumber: ['A1', 'A2'],
      documents: [
        { id: 'd1', schema: 'Passport', properties: { number: ['A1'], country: ['ng'] } },
        { id: 'd2', schema: 'Identification', properties: { number: ['77'], country: ['gh'] } },
      ],
      cryptoWallets: [{ id: 'w', schema: 'CryptoWallet', properties: { publicKey: ['1Kuf2Rd8'] } }],
      addressEntity: [{ id: 'a', schema: 'Address', properties: { full: ['1 High St'] } }],
    },
  };
  const { entries } = await importAll(ftmJson, `${JSON.stringify(person)}\n`);
  expect(entries[0]).toMatchObject({
    identifiers: {
      'passport:NG': 'A1',
      'other:GH': '77',
      crypto_address: '1Kuf2Rd8',
      passport: 'A2',
    },
    facts: { addresses: ['1 High St'] },
    raw: { properties: { topics: ['role.pep', 'sanction'] } },
  });
});
