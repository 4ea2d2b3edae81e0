import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../test/support/app.ts';
import { LiveListener } from '../../../test/support/live-listener.ts';
import { oriki } from '../../../test/support/command-line.ts';
import type { Finding } from '../../start/doctor/finding.ts';

let app: TestApp;
let key: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-system-'));
  app = await startTestApp({ dataDir: folder, rateLimits: undefined, eventStreams: 2 });
  key = await app.platformKey();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A finding without values that change between runs, such as free bytes. */
function lasting({ check, status, page }: Finding) {
  return { check, status, page };
}

test('the diagnosis equals that of "oriki doctor", and each finding links to a page', async () => {
  const { status, body } = await app.call('GET', '/api/v1/admin/diagnosis', { key });
  expect(status).toBe(200);
  const env = {
    ...app.env,
    PORT: '0',
    ORIKI_SECRET: TEST_SECRET,
    ORIKI_DATA_DIR: folder,
    ORIKI_RATE_LIMITS: 'off',
  };
  const { stdout } = await oriki(['doctor', '--json'], env);
  const doctor = JSON.parse(stdout) as { ok: boolean; checks: Finding[] };
  expect(body.data.ok).toBe(doctor.ok);
  const ofProcess = body.data.checks.filter(({ check }: Finding) => check !== 'streams');
  expect(ofProcess.map(lasting)).toEqual(doctor.checks.map(lasting));
  expect(body.data.checks.length).toBeGreaterThan(10);
  for (const { page } of body.data.checks)
    expect([page, (await app.call('GET', `/docs/${page}`)).status]).toEqual([page, 200]);
});

test('the diagnosis reports the open streams, and the number of processes that are notified of changes', async () => {
  const streams = async (): Promise<Finding> => {
    const { body } = await app.call('GET', '/api/v1/admin/diagnosis', { key });
    return body.data.checks.find(({ check }: Finding) => check === 'streams');
  };
  const { key: ofTenant } = await app.org();
  const live = await new LiveListener({ key: ofTenant }).connect(app);
  expect(await streams()).toEqual({
    check: 'streams',
    status: 'ok',
    message: '1 of at most 2 are open in this process; notified of changes immediately: 1 process',
    page: 'live.md',
  });
  const more = await new LiveListener({ key: ofTenant }).connect(app);
  expect(await streams()).toMatchObject({ status: 'warn', advice: expect.any(String) });
  live.disconnect();
  more.disconnect();
  await expect.poll(async () => (await streams()).message).toMatch(/^0 of/);
});

test('the diagnosis names trusted proxies that send no client address', async () => {
  const behind = await startTestApp(
    { rateLimits: undefined, trustedProxies: ['127.0.0.1/32'] },
    app.databaseUrl,
  );
  try {
    const proxies = async (headers: Record<string, string>): Promise<Finding> => {
      const path = '/api/v1/admin/diagnosis';
      const { body } = await behind.call('GET', path, { key, headers });
      return body.data.checks.find(({ check }: Finding) => check === 'proxies');
    };
    expect((await proxies({ 'x-forwarded-for': '203.0.113.7' })).status).toBe('ok');
    expect(await proxies({})).toMatchObject({
      status: 'warn',
      message: expect.stringMatching(/without the header x-forwarded-for: 127\.0\.0\.1$/i),
    });
  } finally {
    await behind.stop();
  }
});

test('concurrent callers share one run, and the next caller gets a new one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.call('GET', '/api/v1/admin/diagnosis', { key })),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.data).toEqual(answers[0]!.body.data);
  }
  const fingerprint = `UPDATE installation SET value = reverse(value) WHERE name = 'secret_fingerprint'`;
  await app.db.pool.query(fingerprint);
  const { body } = await app.call('GET', '/api/v1/admin/diagnosis', { key });
  await app.db.pool.query(fingerprint);
  expect([answers[0]!.body.data.ok, body.data.ok]).toEqual([true, false]);
});

test('lists the same jobs as "oriki jobs list"', async () => {
  const { status, body } = await app.call('GET', '/api/v1/admin/jobs', { key });
  expect(status).toBe(200);
  const { stdout } = await oriki(['jobs', 'list', '--json'], { DATABASE_URL: app.databaseUrl });
  const names = (JSON.parse(stdout) as { items: { name: string }[] }).items.map(({ name }) => name);
  expect(body.data.jobs.map(({ name }: { name: string }) => name)).toEqual(names);
  await app.db.pool.query(
    `INSERT INTO jobs (name, failures, error, last_run_at, next_run_at) VALUES ($1, 3, 'ECONNREFUSED', now(), now())
     ON CONFLICT (name) DO UPDATE SET failures = 3, error = 'ECONNREFUSED'`,
    [names[0]],
  );
  const again = await app.call('GET', '/api/v1/admin/jobs', { key });
  expect(again.body.data.jobs[0]).toMatchObject({ failures: 3, error: 'ECONNREFUSED' });
});
