import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { ALL_MARKS, ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { verifyAudit } from '../../audit/index.ts';

const erasureFolder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
const config = { rateLimits: undefined, erasureFolder } as const;
let app: TestApp | undefined;
afterAll(async () => {
  await app?.stop();
  await rm(erasureFolder, { recursive: true });
});

const SPREAD = whereSpread('a restored database', 'it copies one database');

test.skipIf(SPREAD)(
  'a database from before an erasure is erased again before the service is ready',
  async () => {
    app = await startTestApp(config);
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const hold = { kind: 'subject', objectId: SUBJECT, reason: 'A hold that is lifted later.' };
    const { id: holdId } = await client.ask('POST', '/legal-holds', hold);
    const session = await client.privacyOfficer();
    await app.stop();
    const { databaseUrl } = app;
    const backup = await cloneDatabase(new URL(databaseUrl).pathname.slice(1));

    app = await startTestApp(config, databaseUrl);
    const live = Object.assign(new ErasureClient(app, client.org), { keyed: client.keyed });
    await live.ask('POST', `/legal-holds/${holdId}/lift`);
    const { receipt } = await live.eraseAll(session);
    await app.stop();

    app = await startTestApp({ ...config, role: 'api' }, backup);
    const restored = Object.assign(new ErasureClient(app, client.org), { keyed: client.keyed });
    expect(app.service.readiness).toBeDefined();
    expect(ALL_MARKS).toHaveLength(60);
    expect(await restored.left(app.db)).toEqual([]);
    const { organizations } = await verifyAudit(app.db, { orgId: client.org.id });
    expect(organizations[client.org.id]!.problems).toEqual({});
    const { areas } = await restored.ask('GET', `/subjects/${SUBJECT}`);
    expect(areas.erasures.items).toMatchObject([
      { id: receipt.erasureId, status: 'done', requestedBy: receipt.requestedBy },
    ]);
    expect(app.logs.join('\n')).toContain('erasures on the list were not done');
  },
);
