import { expect, test } from 'vitest';
import { TABLES } from '../../modules/declared.ts';
import { startTestApp } from '../../../test/support/app.ts';
import { freePort } from '../../../test/support/process.ts';
import { Database } from '../db/database.ts';
import { waitingWork } from '../db/inspect.ts';

test('counts waiting work on the available servers; the count is unknown if there are none', async () => {
  const app = await startTestApp();
  const away = new Database({
    connection: { host: '127.0.0.1', port: await freePort() },
    poolSize: 1,
    statementTimeoutMs: 1000,
    onIdleError: () => {},
  });
  const counts = await waitingWork([away.read, app.db.read], TABLES);
  expect(Object.keys(counts).toSorted()).toEqual(['audit_rows', 'dead_letters', 'usage']);
  await expect(waitingWork([away.read], TABLES)).rejects.toThrow('no server');
  await away.close();
  await app.stop();
});
