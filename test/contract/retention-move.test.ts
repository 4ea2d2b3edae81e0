/** Moves an organization and its bucket with the traces of removed records, and with holds. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkAll } from '../../src/modules/audit/chain/linker.ts';
import { verifyAudit } from '../../src/modules/audit/index.ts';
import { isUnavailable } from '../../src/platform/db/failures.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { oriki } from '../support/command-line.ts';
import { asOwner } from '../support/database.ts';
import { later, removeOn, RetentionClient, switchOn } from '../support/retention.ts';
import { refusedByCitus } from '../support/servers/is-spread.ts';
import { serversOfRun, type Servers } from '../support/servers/servers.ts';

let servers: Servers;
let app: TestApp;
beforeAll(async () => {
  servers = await serversOfRun();
  app = await startTestApp({ databasePoolSize: 4, role: 'api' }, undefined, { servers });
});
afterAll(() => app.stop());

async function run(...words: string[]): Promise<void> {
  const { code, stderr } = await oriki(words, {
    ...app.env,
    ORIKI_MIGRATION_DATABASE_URL: asOwner(app.databaseUrl),
    ORIKI_MIGRATION_SERVERS: servers.setting(app.databaseUrl, 'owner'),
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const { placement, shared } = app.db.buckets!;
  await placement.refresh(shared.read);
}

/** Returns true for an error of a bucket that has left the server where it was. */
function hasMoved(error: unknown): boolean {
  return isUnavailable(error) || (error as { code?: unknown }).code === '42P01';
}

const NODES = refusedByCitus('moves between servers', 'moves the shards of a schema by itself');
test.skipIf(NODES)(
  'tombstones, checkpoints and holds move with their organization and bucket, even during a removal',
  async () => {
    const client = await RetentionClient.of(app);
    await app.org();
    const target = await app.org();
    const { id } = client.org;
    const remove = async () => removeOn(await app.dbOf(id));
    const link = async () => linkAll(await app.dbOf(id), pino({ level: 'silent' }));
    const problems = async () =>
      (await verifyAudit(app.db, { orgId: id })).organizations[id]!.problems;
    const verify = (subjectId: string) =>
      client.ask(200, 'POST', '/identity/verify-bvn', {
        body: {
          subjectId,
          bvn: '22222222220',
          matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
        },
      });
    await switchOn(app, { verification_payloads: 10, audit: 40, screenings: 100 });
    await verify('customer-1');
    await link();
    await later(11, remove);
    await later(11, link);
    await later(60, remove);
    await verify('customer-1');
    await link();
    await later(71, remove);
    const held = await client.screenings(50, 400, 'customer-1');
    await client.hold({ kind: 'subject', objectId: 'customer-1' });
    expect(await problems()).toEqual({});
    for (const table of ['audit_checkpoints', 'audit_tombstones'])
      expect(await client.ids(table, 'org_id')).not.toEqual([]);

    await run('org', 'move', '--id', id, '--to', (await app.dbOf(target.id)).schema!);
    await client.screenings(1500, 400);
    expect(await problems()).toEqual({});
    const state = { moving: true };
    const removing = (async () => {
      while (state.moving)
        await remove().catch((error: unknown) => {
          if (!hasMoved(error)) throw error;
        });
    })();
    const bucket = (await app.dbOf(id)).schema!;
    await run('buckets', 'move', bucket, '--to', servers.nameOf('b'));
    state.moving = false;
    await removing;
    await link();
    expect(await problems()).toEqual({});
    await remove();
    expect(await client.ids('screenings')).toEqual(held);
    const counts = await client.removals();
    const screenings = counts.filter(([name]) => name === 'screenings');
    expect(screenings.reduce((sum, [, count]) => sum + count, 0)).toBe(1500);
  },
);
