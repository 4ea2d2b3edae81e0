import { expect, test } from 'vitest';
import { call, DATA_DIR, TEST_SECRET } from '../../test/support/app.ts';
import { oriki } from '../../test/support/command-line.ts';
import { asOwner, cloneDatabase } from '../../test/support/database.ts';
import { eventually } from '../../test/support/process.ts';
import { withClient } from '../platform/db/client.ts';
import { loadConfig } from '../config/config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { startService } from './service.ts';

test('a bucket that a request found first also gets background work', async () => {
  const url = await cloneDatabase();
  const env = { DATABASE_URL: url, ORIKI_MIGRATION_DATABASE_URL: asOwner(url) };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await oriki([...args, '--json'], env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  await run('buckets', 'add', '1');
  const created = ['--name', 'Acme', '--plan', 'enterprise', '--bucket', 'bucket_000'];
  const { id } = await run('org', 'create', ...created);
  const { key } = await run('key', 'create', '--org', id, '--scope', 'webhooks:manage');
  await withClient({ connectionString: asOwner(url) }, async (owner) => {
    // The process sees the bucket as new: it learns of the bucket only from its row, without a notification.
    await owner.query(`DELETE FROM shared.buckets WHERE name = 'bucket_001'`);
    const settings = {
      ...env,
      PORT: '0',
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: DATA_DIR,
      ORIKI_DRAIN_DELAY_MS: '0',
    };
    const log = createLogger('silent');
    const service = await startService(loadConfig(settings), { log, progress: () => {} });
    try {
      await owner.query(`INSERT INTO shared.buckets (name, server) VALUES ('bucket_001', 'home');
        UPDATE shared.organizations SET bucket = 'bucket_001' WHERE id = '${id}'`);
      const answer = await call(service.url!, 'GET', '/api/v1/webhooks', { key });
      expect(answer.status, answer.text).toBe(200);
      await eventually(async () => {
        const { rows } = await owner.query(
          `SELECT FROM shared.jobs WHERE name = 'webhook-deliveries bucket_001'`,
        );
        return rows.length > 0;
      });
    } finally {
      await service.stop();
    }
  });
});
