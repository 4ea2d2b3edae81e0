import { expect, test } from 'vitest';
import { withPublishedNames } from './names.ts';
import type { EntityType, ImportedEntry } from './types.ts';

function published(name: string, entityType: EntityType): ImportedEntry {
  const entry = { externalId: '1', entityType, name, aliases: [], dobs: [], countries: [] };
  return withPublishedNames({ ...entry, identifiers: {}, programs: [], raw: {} });
}

/** Returns the aliases of an entry; weak ones begin with a tilde. */
function aliasesOf(name: string, entityType: EntityType = 'organization'): string[] {
  return published(name, entityType).aliases.map(
    (alias) => (alias.quality === 'weak' ? '~' : '') + alias.name,
  );
}

test.each([
  [
    'Compagnie Générale Vasquenne (Vasquenne General Company)',
    'Compagnie Générale Vasquenne',
    'Vasquenne General Company',
  ],
  ['Завод Звездолёт (Zvezdolet Plant)', 'Завод Звездолёт', 'Zvezdolet Plant'],
  ['Zvezdolet Trading (также Звездолёт Трейдинг)', 'Zvezdolet Trading', 'Звездолёт Трейдинг'],
  ["Hay'at Tahrir al-Sham (HTS)", '~HTS'],
  ['Vasquenne Petroleos S.A. (VPSA) de Carga', '~VPSA'],
  ['新疆生产建设兵团 (XPCC)', '新疆生产建设兵团', '~XPCC'],
])('a name in brackets is another name of an organization: %s', (name, ...aliases) => {
  expect(aliasesOf(name)).toEqual(aliases);
});

test.each([
  'Vasquenne Bank (Ghana) Ltd',
  'Vasquenne Trading (UAE)',
  'Vasquenne (Pvt) Ltd',
  'Vasquenne Bank (Head Office)',
  'Vasquenne Fund (No. 2)',
])('a place, a legal form and a remark in brackets are not names: %s', (name) => {
  expect(aliasesOf(name)).toEqual([]);
});

test.each([
  'Vasquenne Bank (all offices worldwide)',
  'The following branches of Vasquenne Bank',
  'Vasquenne Bank, including its foreign branches',
])('text about offices is not part of a name: %s', (name) => {
  const entry = published(name, 'organization');
  expect([entry.name, ...entry.aliases.map((alias) => alias.name)]).toContain('Vasquenne Bank');
});

test('a word for "also" in brackets is followed by another name of a person', () => {
  expect(aliasesOf('Anna Petrova (также Olga Ivanova)', 'person')).toEqual([
    'Anna Petrova',
    'Olga Ivanova',
  ]);
});
