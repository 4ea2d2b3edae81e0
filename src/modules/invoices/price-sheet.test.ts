import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../../../test/support/failure.ts';
import { OperatorFileError } from '../../platform/operator-file.ts';
import { lastClosedMonth } from './month.ts';
import { loadPriceSheet, priceHash, pricesOf } from './price-sheet.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(content: unknown) {
  const path = join(folder, 'prices.yaml');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadPriceSheet(path);
}
async function problemsOf(content: unknown): Promise<readonly string[]> {
  return (await failureOf(OperatorFileError, load(content))).problems;
}

const ITEM = { service: 'email', metric: 'messages', unitPrice: 1 };
const VERSION = { from: '2026-01', currency: 'EUR', items: [ITEM] };

test('the example of the documentation loads', async () => {
  const path = join(import.meta.dirname, '../../../docs/price-sheet.example.yaml');
  const sheet = await loadPriceSheet(path);
  expect(sheet?.versions.length).toBeGreaterThan(1);
  expect(await loadPriceSheet(undefined)).toBeUndefined();
});

test('each month has the prices of the last version that begins before its end', async () => {
  const sheet = await load({
    versions: ['2026-01', '2026-04'].map((from, n) => ({
      ...VERSION,
      from,
      items: [{ ...ITEM, unitPrice: n }],
    })),
  });
  const priceIn = (month: string) => pricesOf(sheet!, `${month}-01`)?.items[0]?.tiers[0]?.unitPrice;
  expect(['2025-12', '2026-01', '2026-03', '2026-04', '2030-01'].map(priceIn)).toEqual([
    undefined,
    '0',
    '0',
    '1',
    '1',
  ]);
});

test('equal prices have the same hash, in any notation that is accepted', async () => {
  const one = await load(`
versions:
  - from: 2026-01
    currency: EUR
    items:
      - {service: sms, metric: parts, tiers: [{upTo: 10, unitPrice: "0.50"}, {unitPrice: 0}]}
      - {service: email, metric: messages, unitPrice: "1.000"}
`);
  const other = await load({
    versions: [
      {
        currency: 'EUR',
        from: '2026-01',
        items: [
          { metric: 'messages', service: 'email', tiers: [{ unitPrice: '1' }] },
          {
            service: 'sms',
            metric: 'parts',
            tiers: [{ unitPrice: '0.5', upTo: '10.0' }, { unitPrice: '0.0' }],
          },
        ],
      },
    ],
  });
  const hashOf = (sheet: typeof one) => priceHash(sheet!.versions[0]!.prices).toString('hex');
  expect(hashOf(one)).toBe(hashOf(other));
});

test('all problems are reported together, each with its place', async () => {
  const tiers = [{ upTo: 10, unitPrice: 1 }, { upTo: '10', unitPrice: 1 }, { unitPrice: 1 }];
  expect(
    await problemsOf({
      versions: [
        { ...VERSION, from: '2026-13', currency: 'EURO' },
        {
          ...VERSION,
          items: [
            { ...ITEM, tiers },
            { service: 'a', metric: 'b' },
          ],
        },
        { ...VERSION, items: [ITEM, { ...ITEM, unitPrice: undefined, tiers }, ITEM] },
        {
          ...VERSION,
          from: '2026-02',
          items: [
            { service: 'a', metric: 'b', tiers: [{ unitPrice: 1 }, { upTo: 5, unitPrice: 1 }] },
          ],
        },
      ],
    }),
  ).toEqual([
    'versions[0].from: must be a month, as YYYY-MM',
    'versions[0].currency: must be a currency of ISO 4217, such as EUR',
    'versions[1].from: must be later than that of the version before it',
    'versions[1].items[0]: must have either unitPrice or tiers',
    'versions[1].items[1]: must have either unitPrice or tiers',
    'versions[2].from: must be later than that of the version before it',
    'versions[2].items[1]: is in this version already',
    'versions[2].items[1].tiers[1].upTo: must be greater than that of the tier before it, and than 0',
    'versions[2].items[2]: is in this version already',
    'versions[3].items[0].tiers[0].upTo: is required',
    'versions[3].items[0].tiers[1].upTo: must be absent: the last tier has no end',
  ]);
});

test.each([
  ['', 'file: must be an object'],
  ['versions: []', 'versions: must not be empty'],
  ['a: [', expect.stringMatching(/^line 1, column \d+: is not valid YAML/)],
  [{ versions: [VERSION], more: 1 }, 'more: is not a known field'],
  [
    { versions: [{ ...VERSION, items: [{ ...ITEM, unitPrice: 0.5 }] }] },
    /unitPrice: must be a whole number or a string/,
  ],
  [
    { versions: [{ ...VERSION, items: [{ ...ITEM, unitPrice: -1 }] }] },
    /unitPrice: must be at least 0/,
  ],
  [
    { versions: [{ ...VERSION, items: [{ ...ITEM, unitPrice: '1,5' }] }] },
    /unitPrice: must be a decimal/,
  ],
  [
    { versions: [{ ...VERSION, items: [{ ...ITEM, service: 'E mail' }] }] },
    /service: must consist of/,
  ],
])('%j is rejected with its problem', async (content, problem) => {
  const [first] = await problemsOf(content);
  if (problem instanceof RegExp) expect(first).toMatch(problem);
  else expect(first).toEqual(problem);
});

test('a missing file is reported as missing', async () => {
  await expect(loadPriceSheet(join(folder, 'none.yaml'))).rejects.toThrow(
    /cannot be read \(ENOENT\)/,
  );
});

test.each([
  ['2026-04-03T23:59:59.999Z', '2026-02-01'],
  ['2026-04-04T00:00:00Z', '2026-03-01'],
  ['2026-05-03T12:00:00Z', '2026-03-01'],
  ['2026-01-03T12:00:00Z', '2025-11-01'],
  ['2026-01-04T00:00:00Z', '2025-12-01'],
])('at %s the last month to charge begins at %s: late usage has 72 hours', (now, month) => {
  expect(lastClosedMonth([], new Date(now))).toBe(month);
});
