import { expect, test } from 'vitest';
import { importFormats } from '../formats.ts';
import { samples } from '../../../../../test/support/list-formats/samples.ts';
import { importAll } from '../../../../../test/support/list-formats/import-all.ts';

test.each(Object.entries(samples))(
  '%s: a party without a usable name is listed under an alias, a strong one first, and reported',
  async (format, { unnamed }) => {
    const names = async (name: string, weak: string, good: string) => {
      const { entries, rejections, omissions } = await importAll(
        importFormats[format]!,
        ...unnamed(name, weak, good),
      );
      const reasons = [...rejections, ...omissions].map(({ reason }) => reason);
      return [entries.map((entry) => entry.name), reasons] as const;
    };
    const [both, reported] = await names('--', 'Abu Weak', 'Obinna Ada');
    expect(both).toEqual(['Obinna Ada']);
    // The EU's list does not mark a primary name.
    expect(reported.filter((reason) => /"Obinna Ada" is used instead/.test(reason))).toHaveLength(
      format === 'eu-csv' ? 0 : 1,
    );
    expect((await names('--', 'Abu Weak', ''))[0]).toEqual(['Abu Weak']);
    const [none, refused] = await names('--', '', '');
    expect(none).toEqual([]);
    expect(refused.join()).toMatch(/is empty|has no letter or digit|no usable entry/);
  },
);

test('the report names the line, the fault, and the alias', async () => {
  const { omissions } = await importAll(
    importFormats['csv']!,
    'name,aliases\nMusa Bello,\n,Obinna Ada\n',
  );
  expect(omissions).toEqual([
    { line: 3, file: 'main', reason: 'name is empty: its alias "Obinna Ada" is used instead' },
  ]);
});
