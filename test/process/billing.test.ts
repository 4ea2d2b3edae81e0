import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../support/test-app.ts';
import { Biller } from '../support/billing.ts';
import { billingCommands } from '../../src/cli/billing.ts';
import type { Opened } from '../../src/cli/commands.ts';
import { UsageError } from '../../src/cli/flags.ts';
import { parse } from '../../src/cli/parser.ts';
import { loadConfig } from '../../src/config/config.ts';

const app = testApp({ role: 'api' });
let opened: Opened;
beforeAll(async () => {
  const path = join(import.meta.dirname, '../../docs/price-sheet.example.yaml');
  opened = {
    db: app.db,
    config: loadConfig({ ORIKI_PRICE_SHEET_FILE: path }),
  } as unknown as Opened;
});

/** Runs a command with these words and returns its answer. */
async function run(line: string, config = opened): Promise<Record<string, unknown>> {
  const { name, flags } = parse(line.split(' '));
  const command = billingCommands[name]!;
  const answer =
    'run' in command
      ? app.db.transaction((tx) => command.run(tx, flags, config))
      : command.runWith(config, flags);
  return (await answer) as Record<string, unknown>;
}

test('usage is reported over days, by organization, service and metric', async () => {
  const [a, b] = [await Biller.of(app), await Biller.of(app)];
  for (const biller of [a, b])
    for (const day of ['2026-10-01', '2026-10-02', '2026-10-03'])
      await biller.use(day, 'messages', '1.25');
  const sum = { service: 'email', metric: 'messages', quantity: '2.5' };
  const { items } = await run('usage report --from 2026-10-02 --to 2026-10-04 --limit 100');
  expect(items).toEqual([
    { organizationId: a.org.id, ...sum },
    { organizationId: b.org.id, ...sum },
  ]);
  expect(await run(`usage report --org ${b.org.id}`)).toMatchObject({
    items: [{ organizationId: b.org.id, quantity: '3.75' }],
    total: 1,
  });
});

test('a month is charged, checked and charged again, and a month that cannot be charged is reported', async () => {
  const [sound, broken] = [await Biller.of(app), await Biller.of(app)];
  for (const biller of [sound, broken]) await biller.use('2026-10-01', 'messages', 125);
  await app.db.pool.query(
    `ALTER TABLE invoices ADD CONSTRAINT broken CHECK (org_id <> '${broken.org.id}')`,
  );
  expect(await run(`invoices run --month 2026-10 --org ${broken.org.id}`)).toEqual({
    ok: false,
    month: '2026-10',
    invoices: 0,
    creditNotes: 0,
    debitNotes: 0,
    unpriced: [],
    failed: [{ organizationId: broken.org.id, problem: expect.stringContaining('broken') }],
  });
  expect(await run(`invoices run --month 2026-10 --org ${sound.org.id}`)).toMatchObject({
    ok: true,
    invoices: 1,
  });
  expect((await sound.documents()).map(({ total }) => total)).toEqual([13]);
  expect(await run(`invoices correct --org ${sound.org.id} --month 2026-10`)).toEqual({
    issued: [],
    unpriced: [],
  });
  expect(await run('invoices verify')).toEqual({
    ok: true,
    organizations: 1,
    documents: 1,
    problems: [],
    uncharged: [],
  });
});

test.each([
  ['usage report --from 2026-02-30', UsageError],
  ['invoices run', UsageError],
  ['invoices run --month 2026-1', UsageError],
  ['invoices correct --month 2026-10', UsageError],
])('a wrong command line ends with a usage error: %s', async (line, error) => {
  await expect((async () => run(line))()).rejects.toBeInstanceOf(error);
});

test('a missing price sheet, and an unknown organization, are reported', async () => {
  const bare = { ...opened, config: loadConfig({}) };
  await expect(run('invoices run --month 2026-10', bare)).rejects.toThrow('ORIKI_PRICE_SHEET_FILE');
  await expect(run('invoices run --month 2026-10 --org org_x')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(run('invoices correct --org org_x --month 2026-10')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
