import { expect, test } from 'vitest';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';
import { mappedFormat } from './mapped-format.ts';
import { mappingProblems, type Mapping } from './schemas.ts';

const EXPECTED = {
  externalId: '7',
  entityType: 'person',
  name: 'Ada Obi',
  aliases: [
    { name: 'Ada Eze', quality: 'strong', kind: 'aka' },
    { name: 'A. Obi', quality: 'strong', kind: 'aka' },
    { name: 'Ace', quality: 'weak', kind: 'aka' },
  ],
  dobs: ['1951-06-19', '1952'],
  countries: ['NG', 'GH'],
  identifiers: { passport: 'A123', passport_2: 'B456', imo: '9187629' },
  programs: ['RUS'],
  facts: { gender: 'female', birthPlaces: ['Giza, Egypt'], addresses: ['1 High St, Lagos'] },
};

const CSV: Mapping = {
  format: 'csv',
  delimiter: ';',
  separator: '|',
  types: { P: 'person' },
  fields: {
    id: 'Ref',
    name: ['First Name', 'Surname'],
    type: 'Kind',
    aliases: ['Also'],
    weakAliases: ['Nick'],
    dobs: ['Born'],
    countries: ['Nationality'],
    programs: ['Regime'],
    gender: 'Sex',
    birthPlaces: ['Birth place'],
    addresses: ['Address'],
    identifiers: { passport: ['Passport'], imo: ['IMO'] },
  },
};
const CSV_FILE =
  'List of 2026;;;;;;;;;;;;;\n' +
  'Ref;First Name;Surname;Kind;Also;Nick;Born;Nationality;Regime;Sex;Birth place;Address;Passport;IMO\n' +
  '7;Ada;Obi;P;Ada Eze|A. Obi;Ace;19/06/1951|1952;Nigeria|GH;RUS;F;Giza, Egypt;1 High St, Lagos;A123|B456;9187629\n';

const JSON_LINES: Mapping = {
  format: 'json-lines',
  type: 'person',
  fields: {
    id: 'ref',
    name: ['names/first', 'names/last'],
    aliases: ['names/also'],
    weakAliases: ['nick'],
    dobs: ['born'],
    countries: ['citizen'],
    programs: ['listing/regime'],
    gender: 'sex',
    birthPlaces: ['birth/place'],
    addresses: ['addresses/full'],
    identifiers: { passport: ['papers/passport'], imo: ['imo'] },
  },
};
const JSON_FILE = `${JSON.stringify({
  ref: 7,
  names: { first: 'Ada', last: 'Obi', also: ['Ada Eze', 'A. Obi'] },
  nick: 'Ace',
  born: ['1951-06-19', '1952'],
  citizen: ['Nigeria', 'GH'],
  listing: [{ regime: 'RUS' }, { regime: 'RUS' }],
  sex: 'female',
  birth: { place: 'Giza, Egypt' },
  addresses: [{ full: '1 High St, Lagos' }],
  papers: [{ passport: 'A123' }, { passport: 'B456' }],
  imo: 9187629,
})}\n`;

const XML: Mapping = {
  format: 'xml',
  root: 'list',
  entry: 'listed',
  types: { individual: 'person' },
  fields: {
    ...JSON_LINES.fields,
    type: 'kind',
    gender: 'person/sex',
    addresses: ['address'],
  },
};
const XML_FILE = `<list><listed ref="7" kind="individual"><person sex="F"/><names><first lang="en">Ada</first><last>Obi</last>
  <also>Ada Eze</also><also lang="en">A. Obi</also></names><nick>Ace</nick><born>1951-06-19</born><born>1952</born>
  <citizen>Nigeria</citizen><citizen>GH</citizen><listing><regime>RUS</regime></listing><birth><place>Giza, Egypt</place></birth>
  <address>1 High St, Lagos</address><papers><passport>A123</passport><passport>B456</passport></papers><imo>9187629</imo></listed></list>`;

test.each([
  ['CSV', CSV, CSV_FILE],
  ['CSV with tabs', { ...CSV, delimiter: 'tab' as const }, CSV_FILE.replaceAll(';', '\t')],
  ['JSON lines', JSON_LINES, JSON_FILE],
  ['XML', XML, XML_FILE],
])('a mapping describes where a list as %s has each field', async (_, mapping, file) => {
  const { entries, rejections, omissions } = await importAll(mappedFormat(mapping), file);
  expect([...rejections, ...omissions]).toEqual([]);
  expect(entries).toEqual([{ ...EXPECTED, raw: expect.any(Object) }]);
});

test('an entry without an id is identified by name, dates and countries; unreadable fields are reported', async () => {
  const mapping: Mapping = {
    format: 'json-lines',
    fields: { name: ['n'], dobs: ['d'], countries: ['c'], type: 't' },
  };
  const { entries, rejections, omissions } = await importAll(
    mappedFormat(mapping),
    '{"n":"Ada","d":"soon","c":"Atlantis","t":"ghost"}\n[]\n{"n":"--"}\n{"n":"Ada"}\n{"n":"Obi","t":"ship"}\n',
  );
  expect(entries).toMatchObject([
    { externalId: expect.stringMatching(/^[0-9a-f]{32}$/), entityType: 'unknown' },
    { name: 'Obi', entityType: 'vessel' },
  ]);
  expect(omissions.map(({ reason }) => reason)).toEqual([
    'the date of birth "soon" cannot be read as a date',
    'country: "Atlantis" is not a country',
    expect.stringContaining('"ghost" is not one of person'),
  ]);
  expect(rejections.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: the line is not a JSON object',
    '3: the name has no letter or digit',
    expect.stringMatching(/^4: the same entry ".*" occurs already in line 1$/),
  ]);
});

test('a number that is too long is omitted and reported, and a kind that is too long is refused', async () => {
  const mapping: Mapping = {
    format: 'json-lines',
    fields: { name: ['n'], identifiers: { passport: ['v'] } },
  };
  const file = `{"n":"Ada Obi","v":["A123","${'9'.repeat(10_000)}"]}\n`;
  const { entries, omissions } = await importAll(mappedFormat(mapping), file);
  expect(entries.map(({ identifiers }) => identifiers)).toEqual([{ passport: 'A123' }]);
  expect(omissions.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^identifier: it is longer than \d+ characters$/),
  ]);
  const kinds = { ['k'.repeat(101)]: ['v'] };
  const long: Mapping = { ...mapping, fields: { ...mapping.fields, identifiers: kinds } };
  expect(mappingProblems(long, 'mapping')).toEqual([
    { path: 'mapping.fields.identifiers', message: expect.stringContaining('100 characters') },
  ]);
});

test('a file without the columns of the name, or without the root, is refused', async () => {
  await expect(importAll(mappedFormat(CSV), 'Ref;Name\n7;Ada\n')).rejects.toThrow(
    'a file of this mapping has a header row with the columns first_name, surname',
  );
  await expect(importAll(mappedFormat(XML), '<html/>')).rejects.toThrow('not <list>');
});
