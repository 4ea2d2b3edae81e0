import { expect, test } from 'vitest';
import { hashEntry, previousHashEntry } from './content.ts';

const ENTRY = {
  id: 'gentry_1',
  entityType: 'person',
  name: 'Ada Obi',
  aliases: [
    { name: 'Ada Obiora', quality: 'strong' },
    { name: 'Adaobi', quality: 'weak' },
  ],
  dobs: ['1970', '1971-02'],
  countries: ['NG', 'GH'],
  identifiers: { passport: 'A1', passport_2: 'B2', tax_id: '7' },
  revision: 3,
};

test('the content of an entry does not depend on order or repetitions', () => {
  const { aliases, dobs, countries } = ENTRY;
  expect(
    hashEntry({
      ...ENTRY,
      aliases: [...aliases.toReversed(), aliases[0]!],
      dobs: dobs.toReversed(),
      countries: countries.toReversed(),
      identifiers: { tax_id: '7', passport: 'B2', passport_2: 'A1' },
      revision: 4,
    }),
  ).toBe(hashEntry(ENTRY));
});

test('the issuing country of a number does not count, so decisions made before lists recorded it still apply', () => {
  const known = {
    ...ENTRY,
    identifiers: { 'passport:EG': 'A1', 'passport:SD': 'B2', tax_id: '7' },
  };
  expect(hashEntry(known)).toBe(hashEntry(ENTRY));
  expect(previousHashEntry(known)).toBe(previousHashEntry(ENTRY));
});

test.each([
  { name: 'Ada Obia' },
  { entityType: 'organization' },
  { aliases: ENTRY.aliases.slice(1) },
  { aliases: ENTRY.aliases.map((alias) => ({ ...alias, quality: 'strong' })) },
  { dobs: ['1970'] },
  { dobs: ENTRY.countries, countries: ENTRY.dobs },
  { identifiers: { passport: 'A1', tax_id: 'B2', tax_id_2: '7' } },
  { identifiers: null },
])('%j changes the content', (change) => {
  expect(hashEntry({ ...ENTRY, ...change })).not.toBe(hashEntry(ENTRY));
});
