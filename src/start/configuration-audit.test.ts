import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { startTestApp, TEST_SECRET } from '../../test/support/app.ts';
import { loadConfig } from '../config/config.ts';
import { recordConfiguration } from './configuration-audit.ts';

const app = testApp({ role: 'api' });

async function changes(): Promise<{ changed: string[]; digests: object }[]> {
  const key = await app.platformKey();
  const path = '/api/v1/admin/audit?action=configuration.change&object=worker';
  const { body } = await app.call('GET', path, { key });
  return body.data.items.map(({ after }: { after: never }) => after);
}

test('a process records once which settings differ from the last process of its role, without values', async () => {
  const start = (env: Record<string, string>) =>
    recordConfiguration(app.db, loadConfig({ ORIKI_ROLE: 'worker', ...env }), TEST_SECRET);
  const url = 'postgresql://user:5ecre7@127.0.0.1/db';
  await start({ DATABASE_URL: url });
  await start({ DATABASE_URL: url });
  await start({ DATABASE_URL: url, ORIKI_LOG_LEVEL: 'warn', PORT: '4000' });
  await start({ ORIKI_LOG_LEVEL: 'warn' });
  const rows = await changes();
  expect(rows.map(({ changed }) => changed)).toEqual([
    ['DATABASE_URL'],
    ['ORIKI_LOG_LEVEL'],
    ['DATABASE_URL'],
  ]);
  // There are as many processes as a machine runs, each with its own connections.
  const others = await Promise.all([1, 2, 3].map(() => startTestApp({}, app.databaseUrl)));
  const config = loadConfig({ ORIKI_ROLE: 'worker', ORIKI_LOG_LEVEL: 'error' });
  await Promise.all(others.map(({ db }) => db.transaction(async () => {})));
  await Promise.all(others.map(({ db }) => recordConfiguration(db, config, TEST_SECRET)));
  await Promise.all(others.map((other) => other.stop()));
  expect((await changes()).map(({ changed }) => changed)).toEqual([
    ['ORIKI_LOG_LEVEL'],
    ...rows.map(({ changed }) => changed),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/5ecre7|warn/);
});
