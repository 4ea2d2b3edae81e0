import { describe, expect, test } from 'vitest';
import { normaliser } from '../../../platform/http/normalise.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { AddEntries, CreateList, RenameList } from './schemas.ts';

const problemsOf = {
  list: compileValidator('body', CreateList),
  name: compileValidator('body', RenameList),
  entries: compileValidator('body', AddEntries),
};
const GOOD = { source: 'internal:fraud', name: 'Known fraudsters', kind: 'tenant_blocklist' };

/** Returns the fields that a request is rejected for. */
function rejected(what: keyof typeof problemsOf, body: unknown): string[] {
  return [...new Set(problemsOf[what](body).map(({ path }) => path))];
}
function rejectedEntry(entry: object): string[] {
  return rejected('entries', { entries: [{ name: 'Ada Obi' }, { name: 'Ada Obi', ...entry }] });
}

describe('a new list', () => {
  // contract: lists/kind-two-tenant, lists/global-lists-cannot
  test('has one of the two kinds, in upper or lower case', () => {
    for (const kind of ['tenant_blocklist', 'tenant_allowlist'])
      expect(rejected('list', { ...GOOD, kind })).toEqual([]);
    expect(normaliser(CreateList)({ ...GOOD, kind: 'TENANT_Blocklist' })).toEqual(GOOD);
    const others = ['sanctions', 'pep', 'adverse_media', 'blocklist', '', null, 1, [GOOD.kind]];
    for (const kind of others)
      expect(rejected('list', { ...GOOD, kind }), String(kind)).toEqual(['kind']);
  });

  // contract: limits/source-most-200, lists/source-required-alphanumerics
  test('has a source of 1 to 200 letters, digits and . _ : -', () => {
    for (const source of ['a', 'A-z_0.9:x', '-', '::', 'x'.repeat(200), '0'])
      expect(rejected('list', { ...GOOD, source }), source).toEqual([]);
    const wrong = ['', 'x'.repeat(201), 'a b', 'a/b', 'é', 'a\n', 'a@b', 'ａ', 'a,b', '%20', ' a'];
    for (const source of wrong)
      expect(rejected('list', { ...GOOD, source }), source).toEqual(['source']);
  });

  // contract: limits/name-most-200
  test('has a name of 1 to 200 visible characters', () => {
    const names = ['x', 'x'.repeat(200), '🙂'.repeat(200), 'Ọbásanjọ́ 名簿', "'; DROP TABLE x; --"];
    for (const name of names) expect(rejected('list', { ...GOOD, name }), name).toEqual([]);
    const blank = ['', ' ', '\t\n', '\u200b', '\u3164'];
    const deceiving = ['Known\u0007', 'Known\u200b', 'nwonK\u202e'];
    const long = ['x'.repeat(201), '🙂'.repeat(201)];
    for (const name of [...blank, ...deceiving, ...long, null, 1, {}])
      expect(rejected('list', { ...GOOD, name }), String(name)).toEqual(['name']);
  });

  // contract: lists/name-required-mutable
  test('has a source, a name and a kind', () => {
    for (const field of ['source', 'name', 'kind'] as const) {
      const { [field]: _omitted, ...body } = GOOD;
      expect(rejected('list', body)).toEqual([field]);
    }
  });
});

describe('a change of a list', () => {
  // contract: lists/name-required-mutable
  test('rejects immutable fields, even together with a name', () => {
    const fields = ['source', 'kind', 'id', 'entryCount', 'createdAt'];
    for (const field of fields)
      for (const body of [{ [field]: 'x' }, { name: 'x', [field]: 'x' }])
        expect(rejected('name', body)).toEqual([field]);
  });

  test('may be empty, or a name of 1 to 200 characters', () => {
    for (const body of [{}, normaliser(RenameList)({ name: null }), { name: 'Renamed' }])
      expect(rejected('name', body)).toEqual([]);
    for (const name of ['', ' ', 'x'.repeat(201), 1])
      expect(rejected('name', { name }), String(name)).toEqual(['name']);
  });
});

describe('an entry', () => {
  // contract: lists/country-iso-3166
  test('has a country of ISO 3166-1 in any case', () => {
    for (const country of ['NG', 'ng', 'Ng', 'gb', 'SS', 'cw'])
      expect(rejectedEntry({ country }), country).toEqual([]);
    const codes = ['UK', 'EU', 'ZZ', 'XX', 'AA', 'NGA', 'N', '', '566', 'AC', ' NG'];
    const likeCodes = ['N\u0261', 'ß', 'ﬁ', 'ﬀ', 'ı\u0307'];
    for (const country of [...codes, ...likeCodes])
      expect(rejectedEntry({ country }), country).toEqual(['entries[1].country']);
  });

  // contract: lists/dob-iso-date
  test('has a date of birth that exists', () => {
    const ends = ['0001-01-01', '9999-12-31'];
    for (const dob of ['2000-02-29', '2024-02-29', '1900-12-31', '1582-10-10', ...ends])
      expect(rejectedEntry({ dob }), dob).toEqual([]);
    const days = ['1900-02-29', '2023-02-29', '2023-02-30', '2023-04-31', '2023-13-01'];
    const zeros = ['2023-00-10', '2023-01-00', '0000-01-01'];
    const forms = ['23-01-01', '2023-1-1', '2023/01/01', '01-02-2023', '2023-01-01T00:00:00Z'];
    const texts = ['', '1980', '+02023-01-01', ' 2023-01-01', '２０２３-01-01'];
    for (const dob of [...days, ...zeros, ...forms, ...texts])
      expect(rejectedEntry({ dob }), dob).toEqual(['entries[1].dob']);
  });

  // contract: lists/name-empty-after
  test('has a name that is not empty after canonicalization', () => {
    for (const name of ['...', '---', '🙂', '\u0301', '“”', ' ', '\u200b', '()'])
      expect(rejectedEntry({ name }), name).toEqual(['entries[1].name']);
  });

  test('has a name of at most 500 characters', () => {
    expect(rejectedEntry({ name: 'ab '.repeat(166) })).toEqual([]);
    expect(rejectedEntry({ name: 'x'.repeat(501) })).toEqual(['entries[1].name']);
  });
});

describe('entries of one request', () => {
  // contract: limits/most-1-000
  test('are 1 to 1,000 in an array', () => {
    const names = Array.from({ length: 1000 }, () => ({ name: 'Ada Obi' }));
    expect(rejected('entries', { entries: names })).toEqual([]);
    const wrong = [undefined, null, {}, 'x', { 0: { name: 'x' } }];
    for (const entries of [[...names, { name: 'One More' }], [], ...wrong])
      expect(rejected('entries', { entries })).toEqual(['entries']);
  });

  // contract: lists/bulk-add-all
  test('are all rejected if one entry is invalid, and the error names its index', () => {
    const entries: object[] = Array.from({ length: 50 }, (_, i) => ({ name: `Person ${i}` }));
    const date = { name: 'x', dob: '2023-02-30' };
    for (const bad of [
      { name: '' },
      { name: 'x', country: 'UK' },
      date,
      {},
      { name: 'x', extra: 1 },
    ])
      expect(rejected('entries', { entries: entries.with(17, bad) })[0]).toMatch(
        /^entries\[17\]\./,
      );
  });
});
