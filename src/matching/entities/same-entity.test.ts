import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENTITY_TYPES, GENDERS } from '../facts/listed.ts';
import { contradict, groupSame, type KnownEntry, type SameBy } from './same-entity.ts';

const PASSPORT = { kind: 'passport' as const, value: 'A1234567', country: 'NG' };

let lists = 0;
/** Returns an entry on a separate list. */
function known(fields: Partial<KnownEntry>): KnownEntry {
  return {
    listId: `list ${++lists}`,
    type: 'person',
    gender: undefined,
    publisherIds: [],
    identifiers: [],
    dobs: [],
    countries: [],
    names: ['ada obi'],
    ...fields,
  };
}

function sameBy(a: Partial<KnownEntry>, b: Partial<KnownEntry>): SameBy[] {
  const [one, other] = groupSame([known(a), known(b)]);
  expect(one).toEqual(other);
  return one?.by ?? [];
}

describe('two entries of different lists', () => {
  test.each<[string, SameBy[], Partial<KnownEntry>, Partial<KnownEntry>]>([
    [
      'an id that one publisher gives both',
      ['publisher_id'],
      { publisherIds: ['ofac:7', 'opensanctions:NK-1'], names: ['ada obi'] },
      { publisherIds: ['ofac:7'], names: ['zenith'] },
    ],
    [
      'a passport of one country, with names that are alike',
      ['identifier'],
      { identifiers: [PASSPORT], names: ['ada obi'] },
      { identifiers: [PASSPORT], names: ['adah obi'] },
    ],
    [
      'a passport of which one does not say the country, with a name in common',
      ['identifier'],
      { identifiers: [PASSPORT] },
      { identifiers: [{ ...PASSPORT, country: null }], names: ['eze', 'ada obi'] },
    ],
    [
      'the number of a ship, whatever it is called',
      ['identifier'],
      {
        type: 'vessel',
        identifiers: [{ kind: 'imo', value: '9074729', country: null }],
        names: ['star'],
      },
      {
        type: 'vessel',
        identifiers: [{ kind: 'imo', value: '9074729', country: null }],
        names: ['moon'],
      },
    ],
    [
      'a name and the day of birth',
      ['name'],
      { dobs: ['1970-02-03', '1971'] },
      { dobs: ['1970-02-03'], names: ['eze', 'ada obi'] },
    ],
    [
      'a name, a year of birth and a country',
      ['name'],
      { dobs: ['1970'], countries: ['NG', 'GH'] },
      { dobs: ['1970-02-03'], countries: ['GH'] },
    ],
    [
      'a name and a country, of organizations',
      ['name'],
      { type: 'organization', names: ['bank zenith'], countries: ['NG'] },
      { type: 'organization', names: ['bank zenith'], countries: ['NG'] },
    ],
    [
      'a number and a name',
      ['identifier', 'name'],
      { identifiers: [PASSPORT], dobs: ['1970-02-03'] },
      { identifiers: [PASSPORT], dobs: ['1970-02-03'] },
    ],
  ])('are one entity by %s', (_, expected, a, b) => {
    expect(sameBy(a, b)).toEqual(expected);
    expect(sameBy(b, a)).toEqual(expected);
  });

  const DAY = { dobs: ['1970-02-03'] };
  test.each<[string, Partial<KnownEntry>, Partial<KnownEntry>]>([
    ['a name alone', {}, {}],
    ['a name and a country, of persons', { countries: ['NG'] }, { countries: ['NG'] }],
    ['a name and a year alone', { dobs: ['1970'] }, { dobs: ['1970'] }],
    ['a name and the first of January', { dobs: ['1970-01-01'] }, { dobs: ['1970-01-01'] }],
    ['one word and a day', { ...DAY, names: ['ada'] }, { ...DAY, names: ['ada'] }],
    [
      'a name of ships and their flag',
      { type: 'vessel', countries: ['PA'] },
      { type: 'vessel', countries: ['PA'] },
    ],
    ['aliases of both', { ...DAY, names: ['x y', 'ada obi'] }, { ...DAY, names: ['z', 'ada obi'] }],
    [
      'a name and a day, of women and men',
      { ...DAY, gender: 'male' },
      { ...DAY, gender: 'female' },
    ],
    [
      'a name and a day, with other countries',
      { ...DAY, countries: ['NG'] },
      { ...DAY, countries: ['GH'] },
    ],
    [
      'the number of an owner under other names',
      { type: 'organization', identifiers: [PASSPORT], names: ['harb sport'] },
      { type: 'organization', identifiers: [PASSPORT], names: ['almacen futuro'] },
    ],
    [
      'the code of their bank',
      { identifiers: [{ kind: 'bic', value: 'ZEIBNGLA', country: null }] },
      { identifiers: [{ kind: 'bic', value: 'ZEIBNGLA', country: null }] },
    ],
    [
      'a passport, with another day of birth',
      { identifiers: [PASSPORT], dobs: ['1970-02-03'] },
      { identifiers: [PASSPORT], dobs: ['1983-07-19'] },
    ],
    [
      'a name and a day, with another national number',
      { ...DAY, identifiers: [{ kind: 'national_id', value: '1', country: 'NG' }] },
      { ...DAY, identifiers: [{ kind: 'national_id', value: '2', country: 'NG' }] },
    ],
    [
      'a name and a day, where the publisher keeps them apart',
      { ...DAY, publisherIds: ['ofac:7'] },
      { ...DAY, publisherIds: ['ofac:8'] },
    ],
    [
      'a passport, of another type',
      { identifiers: [PASSPORT] },
      {
        identifiers: [PASSPORT],
        type: 'organization',
      },
    ],
  ])('are two entities by %s', (_, a, b) => {
    expect(sameBy(a, b)).toEqual([]);
    expect(sameBy(b, a)).toEqual([]);
  });
});

test('entries of one list are never one entity', () => {
  const entry = known({ dobs: ['1970-02-03'] });
  expect(groupSame([entry, entry])).toEqual([undefined, undefined]);
});

test('a third entry does not join two contradicting entries, and only its stronger link counts', () => {
  const vague = known({ publisherIds: ['ofac:7'], identifiers: [PASSPORT] });
  const [born, other] = ['1970-02-03', '1983-07-19'].map((dob) => known({ dobs: [dob] }));
  const bornTwice = { ...other!, identifiers: [PASSPORT] };
  const listed = { ...born!, publisherIds: ['ofac:7'] };
  const apart = undefined;
  expect(groupSame([bornTwice, vague, listed])).toEqual([
    apart,
    { first: 1, by: ['publisher_id'] },
    { first: 1, by: ['publisher_id'] },
  ]);
});

function few(...values: string[]) {
  return fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
}
const anyEntry: fc.Arbitrary<KnownEntry> = fc.record({
  listId: fc.constantFrom('l1', 'l2', 'l3', 'l4'),
  type: fc.constantFrom(...ENTITY_TYPES),
  gender: fc.constantFrom(undefined, ...GENDERS),
  publisherIds: few('ofac:1', 'ofac:2', 'un:1'),
  identifiers: fc.array(
    fc.record({
      kind: fc.constantFrom('passport', 'national_id', 'imo', 'other'),
      value: fc.constantFrom('A1', 'B2'),
      country: fc.constantFrom(null, 'NG', 'GH'),
    }),
    { maxLength: 3 },
  ),
  dobs: few('1970-02-03', '1970', '1983-07-19'),
  countries: few('NG', 'GH'),
  names: fc.uniqueArray(fc.constantFrom('ada obi', 'eze obi', 'ada'), { minLength: 1 }),
});

test('no group contains contradicting entries, whatever connects them, and each group names its first entry', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), (entries) => {
      const same = groupSame(entries);
      for (const [a, one] of same.entries()) {
        if (!one) continue;
        expect(one.by.length).toBeGreaterThan(0);
        expect(same[one.first]?.first).toBe(one.first);
        const members = same.flatMap((other, b) => (other?.first === one.first ? [b] : []));
        expect(members.length).toBeGreaterThan(1);
        expect(members[0]).toBe(one.first);
        for (const b of members)
          if (a !== b) expect(contradict(entries[a]!, entries[b]!)).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});
