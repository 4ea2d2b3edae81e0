import { expect, test } from 'vitest';
import { listedNames } from './listed-names.ts';

const ENTRY = { id: 'e', aliases: [], dobs: [], countries: [], entityType: 'organization' };

test('a name that payment messages truncate is found by its remaining part', () => {
  const words = Array.from({ length: 20 }, (_, n) => `Interregional${n}`).join(' ');
  const names = listedNames({ ...ENTRY, name: words });
  expect(names).toContainEqual({ text: words.slice(0, 140), quality: 'weak' });
  expect(listedNames({ ...ENTRY, name: words.slice(0, 140) })).toHaveLength(1);
});

test('an acronym in brackets after an organization is a weak name', () => {
  const of = (name: string) => listedNames({ ...ENTRY, name }).map((one) => one.text);
  const names = listedNames({ ...ENTRY, name: "Hay'at Testahrir al-Testam (HTT)" });
  expect(names).toContainEqual({ text: 'HTT', quality: 'weak' });
  expect(of('TESTOIRAN DEVELOPMENT COMPANY (TEDCO) LIMITED')).toContain('TEDCO');
  expect(of('TESTOIRAN DEVELOPMENT COMPANY (PVT) LIMITED')).not.toContain('PVT');
});
