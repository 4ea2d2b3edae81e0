import { TABLES } from '../../src/modules/declared.ts';
import { found } from '../support/database.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { continues } from '../../src/platform/streams/positions.ts';
import { selectMissed } from '../../src/modules/threads/streams/store.ts';
import { selectPosition } from '../../src/platform/streams/store.ts';
import { Database } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrateFor } from '../../src/platform/db/migration/migrate.ts';
import { eventually } from '../support/process.ts';

test('when a process of PostgreSQL crashes, so that transaction numbers are reused, earlier positions become invalid', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oriki-crash-'));
  const embedded = await startEmbedded({ dataDir, progress: () => {} });
  await migrateFor(embedded.connection, embedded.service, TABLES);
  const db = new Database({
    connection: found({ ...embedded.connection, ...embedded.service }),
    poolSize: 2,
    statementTimeoutMs: 5000,
    onIdleError: () => {},
  });
  try {
    const ask = async (text: string) => (await db.pool.query(text)).rows[0];
    const started = 'SELECT pg_postmaster_start_time()::text AS at, pg_backend_pid() AS pid';
    const before = await selectPosition(db.read);
    expect(continues(await selectPosition(db.read), before)).toBe(true);
    const { at, pid } = await ask(started);
    // The server ends all other connections, recovers, and continues.
    const witness = await db.pool.connect();
    const crashed = new Promise((resolve) => witness.once('end', resolve));
    process.kill(pid, 'SIGKILL');
    await crashed;
    witness.release(true);
    const answers = () =>
      ask(started).then(
        () => true,
        () => false,
      );
    await eventually(answers, 30_000);
    expect((await ask(started)).at).toBe(at);
    // The result is the same however many transactions there are before the next read.
    for (let i = 0; i < 20; i++) await ask('SELECT pg_current_xact_id()');
    expect(continues(await selectPosition(db.read), before)).toBe(false);
    const absence = { key: { externalId: 'ada', role: 'customer' }, since: before, after: '' };
    expect(await selectMissed(db.read, 'org_x', [absence], 1)).toMatchObject([{ anew: true }]);
  } finally {
    await db.close();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
});
