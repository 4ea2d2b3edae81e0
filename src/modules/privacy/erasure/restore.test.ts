import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { oriki } from '../../../../test/support/command-line.ts';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { ALL_MARKS, ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { diagnose } from '../../../start/doctor/doctor.ts';
import { verifyAudit } from '../../audit/index.ts';
import { ErasureList } from './list.ts';

const erasureFolder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
const config = { rateLimits: undefined, erasureFolder } as const;
let app: TestApp | undefined;
afterAll(async () => {
  await app?.stop();
  await rm(erasureFolder, { recursive: true });
});

const SPREAD = whereSpread('a restored database', 'it copies one database');

test.skipIf(SPREAD)(
  'a database older than an erasure is erased again before the service is ready',
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

test.skipIf(SPREAD)(
  'a start and the doctor report a list that lacks an erasure that the database has done',
  async () => {
    const lost = await mkdtemp(join(tmpdir(), 'oriki-lost-'));
    await app?.stop();
    app = await startTestApp(config);
    const { databaseUrl } = app;
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const { receipt } = await client.eraseAll(await client.privacyOfficer());
    await app.stop();
    const elsewhere = { rateLimits: undefined, erasureFolder: join(lost, 'list') } as const;
    const refused = startTestApp(elsewhere, databaseUrl);
    await expect(refused).rejects.toThrow(
      /lacks 1 that the database has done.*set ORIKI_ERASURE_DIR to the folder/,
    );
    const env = {
      DATABASE_URL: databaseUrl,
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: lost,
      ORIKI_ERASURE_DIR: elsewhere.erasureFolder,
    };
    const findingNow = async () => {
      const { checks } = await diagnose({ online: false, env, progress: () => {} });
      return checks.find(({ check }) => check === 'list of erasures');
    };
    expect(await findingNow()).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('restore-list'),
    });
    const made = await oriki(['privacy', 'restore-list', '--json'], env);
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ added: 1 });
    expect(await findingNow()).toMatchObject({ status: 'ok' });
    app = await startTestApp(elsewhere, databaseUrl);
    const { done } = await new ErasureList(elsewhere.erasureFolder).ids();
    expect(done).toEqual(new Set([receipt.erasureId]));
    await app.stop();
    app = undefined;
    await rm(lost, { recursive: true });
  },
);
