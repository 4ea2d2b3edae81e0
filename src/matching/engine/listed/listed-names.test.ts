import { expect, test } from 'vitest';
import { listedNames } from './listed-names.ts';

const ENTRY = { id: 'e', aliases: [], dobs: [], countries: [], entityType: 'organization' };

test('a name that payment messages cut is found by the part that remains', () => {
  const words = Array.from({ length: 20 }, (_, n) => `Establishment${n}`).join(' ');
  const names = listedNames({ ...ENTRY, name: words });
  expect(names).toContainEqual({ text: words.slice(0, 140), quality: 'weak' });
  expect(listedNames({ ...ENTRY, name: words.slice(0, 140) })).toHaveLength(1);
});
