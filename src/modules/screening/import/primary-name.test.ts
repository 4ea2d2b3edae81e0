import { expect, test } from 'vitest';
import { importFormats } from './formats.ts';
import { importAll, sdnRow } from './test-support.ts';

/** An entry whose written name cannot be one; `weak` and `good` are its aliases. */
const files: Record<string, (name: string, weak: string, good: string) => [string, string?]> = {
  csv: (name, weak, good) => [`name,weak_aliases,aliases\n${name},${weak},${good}\n`],
  'ofac-csv': (name, weak, good) => [
    sdnRow({ name, remarks: weak === '' ? '-0-' : `a.k.a. '${weak}'.` }),
    `${good === '' ? '' : `1,12,"aka","${good}",-0- \r\n`}2,13,"aka","NOBODY",-0- \r\n`,
  ],
  'un-xml': (name, weak, good) => [
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>
    <REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER><FIRST_NAME>${name}</FIRST_NAME>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>${weak}</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${good}</ALIAS_NAME></INDIVIDUAL_ALIAS>
    </INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
  ],
  'eu-csv': (name, weak, good) => [
    `Entity_LogicalId;NameAlias_WholeName;NameAlias_Remark\n7;${name};\n7;${weak};weak\n7;${good};\n`,
  ],
  'uk-csv': (name, weak, good) => [
    `Unique ID,Name 6,Name type,Alias strength\nA1,${name},Primary name,\n` +
      `A1,${weak},Alias,Low quality\nA1,${good},Alias,Good quality\n`,
  ],
  'opensanctions-simple': (name, weak, good) => [
    `id,schema,name,aliases\nQ1,Person,${name},${[good, weak].join(';')}\n`,
  ],
  'ftm-json': (name, weak, good) => [
    `${JSON.stringify({
      id: 'Q1',
      schema: 'Person',
      caption: name,
      properties: { weakAlias: [weak], alias: [good] },
    })}\n`,
  ],
};

test('every format is tried', () => {
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(importFormats).toSorted());
});

test.each(Object.entries(files))(
  '%s: who has no usable name is listed under an alias, a strong one first, which is reported',
  async (format, fileOf) => {
    const names = async (name: string, weak: string, good: string) => {
      const { entries, rejections, omissions } = await importAll(
        importFormats[format]!,
        ...fileOf(name, weak, good),
      );
      const reasons = [...rejections, ...omissions].map(({ reason }) => reason);
      return [entries.map((entry) => entry.name), reasons] as const;
    };
    const [both, reported] = await names('--', 'Abu Weak', 'Obinna Ada');
    expect(both).toEqual(['Obinna Ada']);
    // The EU's list does not say which of its names is the first.
    expect(reported.filter((reason) => /"Obinna Ada" is taken for it/.test(reason))).toHaveLength(
      format === 'eu-csv' ? 0 : 1,
    );
    expect((await names('--', 'Abu Weak', ''))[0]).toEqual(['Abu Weak']);
    const [none, refused] = await names('--', '', '');
    expect(none).toEqual([]);
    expect(refused.join()).toMatch(/is empty|has no letter or digit|no usable entry/);
  },
);

test('the report names the line, what was wrong, and the alias', async () => {
  const { omissions } = await importAll(
    importFormats['csv']!,
    'name,aliases\nMusa Bello,\n,Obinna Ada\n',
  );
  expect(omissions).toEqual([
    { line: 3, file: 'main', reason: 'name is empty: its alias "Obinna Ada" is taken for it' },
  ]);
});
