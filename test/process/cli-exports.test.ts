import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf, type Opened } from '../../src/cli/commands.ts';
import { parse } from '../../src/cli/parser.ts';
import { changeIn } from '../../src/platform/audit/audit.ts';
import { createOrganization } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/db/database.ts';
import { cloneDatabase } from '../support/database.ts';

let db: Database;
let org: string;
beforeAll(async () => {
  db = new Database({
    connection: { connectionString: await cloneDatabase() },
    poolSize: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  ({ id: org } = await db.transaction((tx) =>
    createOrganization(tx, { name: 'Test', plan: 'free' }),
  ));
});
afterAll(() => db.close());

/** Returns the output of `oriki …` with `--json`. */
async function oriki(...args: string[]): Promise<object> {
  const { name, flags } = parse(args);
  const command = await commandOf(name);
  if (!command || !('run' in command)) throw new Error('no such command');
  const result = await db.transaction((tx) => command.run(tx, flags, { db } as Opened));
  return changeIn(result).after as object;
}

test('export settings are changed one by one, and shown', async () => {
  const expected = {
    organizationId: org,
    enabled: false,
    allowedFormats: ['json'],
    maxRowsPerExport: 1000,
    retentionDays: 7,
  };
  const update = (...flags: string[]) => oriki('export-settings', 'update', '--org', org, ...flags);
  await update('--enabled', 'false', '--formats', 'json,json');
  expect(await update('--max-rows', '1000', '--retention-days', '7')).toEqual(expected);
  expect(await oriki('export-settings', 'show', '--org', org)).toEqual(expected);
});

test.each([
  [['--enabled', 'no'], '--enabled must be one of true, false'],
  [['--formats', 'csv,xml'], '--formats must be one of csv, json'],
  [['--max-rows', '0'], '--max-rows must be a whole number from 1'],
  [['--max-rows', '10000001'], '--max-rows must be at most 10000000'],
  [['--retention-days', '3651'], '--retention-days must be at most 3650'],
])('an invalid setting is refused, and nothing changes: %s', async (flags, message) => {
  const before = await oriki('export-settings', 'show', '--org', org);
  await expect(oriki('export-settings', 'update', '--org', org, ...flags)).rejects.toThrow(message);
  expect(await oriki('export-settings', 'show', '--org', org)).toEqual(before);
});

test.each([
  ['export-settings', 'show'],
  ['usage', 'report'],
  ['invoices', 'verify'],
])('an unknown organization is reported: %s %s', async (...command) => {
  await expect(oriki(...command, '--org', 'org_nothing')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
