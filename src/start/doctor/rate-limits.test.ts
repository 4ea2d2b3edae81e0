import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../../test/support/database.ts';
import { freePort } from '../../../test/support/process.ts';
import { openAdmin, startValkey, withoutValkey } from '../../../test/support/valkey.ts';
import { loadConfig } from '../../config/config.ts';
import { openSharedCounters } from '../open/rate-limits.ts';
import { LISTENING } from '../../platform/db/session/listener.ts';
import { checkRateLimits } from './rate-limits.ts';

async function found(env: NodeJS.ProcessEnv) {
  return checkRateLimits(loadConfig(env), undefined);
}

test('limits that each process counts alone are a warning, because they add up', async () => {
  const shared = { ORIKI_RATE_LIMIT_STORE: 'memory', DATABASE_URL: 'postgres://u:p@127.0.0.1/o' };
  expect(await found(shared)).toMatchObject({
    status: 'warn',
    advice: expect.stringMatching(/postgres or valkey/),
  });
});

test('limits in the database, in one process of the embedded one, or none at all need no action', async () => {
  for (const env of [
    {},
    { DATABASE_URL: 'postgres://u:p@127.0.0.1/o' },
    { ORIKI_RATE_LIMIT_STORE: 'postgres' },
    { ORIKI_PROCESSES: '2' },
    {
      ORIKI_RATE_LIMIT_STORE: 'valkey',
      ORIKI_RATE_LIMITS: 'off',
      ORIKI_VALKEY_URL: 'redis://127.0.0.1:1',
    },
  ])
    expect((await found(env)).status).toBe('ok');
});

test('several processes on the embedded database that count alone are a warning', async () => {
  const connection = { connectionString: await cloneDatabase() };
  const config = loadConfig({});
  const processes: Client[] = [];
  for (const status of ['ok', 'warn']) {
    const client = new Client({ ...connection, application_name: LISTENING });
    await client.connect();
    processes.push(client);
    expect((await checkRateLimits(config, { connection })).status).toBe(status);
  }
  const warn = vi.fn<(text: string) => void>();
  await openSharedCounters(config, { connection } as never, { warn } as never);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/counted in this process alone/));
  await Promise.all(processes.map((client) => client.end()));
});

function at(port: number, password: string) {
  return found({
    ORIKI_RATE_LIMIT_STORE: 'valkey',
    ORIKI_VALKEY_URL: `redis://oriki:${password}@127.0.0.1:${port}`,
  });
}

test('a Valkey server that does not answer is a failure, without its password in the message', async () => {
  const finding = await at(await freePort(), 'secret-word');
  expect(finding).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  expect(JSON.stringify(finding)).not.toContain('secret-word');
});

test.skipIf(withoutValkey('oriki doctor with a Valkey server'))(
  'a Valkey server counts for a user with only the rights in docs/operations/several-processes.md',
  async () => {
    const document = readFileSync(
      join(import.meta.dirname, '../../../docs/operations/several-processes.md'),
      'utf8',
    );
    const [, rule = ''] = /^user (oriki .*)$/m.exec(document) ?? [];
    const server = await startValkey();
    const admin = await openAdmin(server.url);
    const allow = (...rules: string[]) => admin.sendCommand(['ACL', 'SETUSER', ...rules]);
    await allow(...rule.replace('>…', '>secret-word').split(' '));
    expect(await at(server.port, 'secret-word')).toMatchObject({ status: 'ok' });
    const refused = await at(server.port, 'other');
    expect(refused).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('WRONGPASS'),
    });
    await allow('oriki', '-incrby');
    const lacking = await at(server.port, 'secret-word');
    expect(lacking).toMatchObject({ status: 'fail' });
    admin.destroy();
    await server.close();
  },
);
