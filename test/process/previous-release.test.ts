/** The previous release and this version side by side on one database, each as a process of both roles. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { call, type Answer } from '../support/app.ts';
import { asService, emptyDatabase } from '../support/database.ts';
import { checkOutPreviousRelease, withoutPreviousRelease } from '../support/previous-release.ts';
import { cleanUp, cli, freshDataDir, service, type ServiceProcess } from '../support/process.ts';

afterAll(cleanUp);

const PERSON = { firstName: 'Adaeze', lastName: 'Okafor' };
/** One write of each kind of module, with the path that reads it. */
const WRITES = [
  (n: string) => ({ path: '/fraud/lists', body: { source: n, name: n, kind: 'tenant_blocklist' } }),
  (n: string) => ({ path: '/fraud/screen', body: { name: n } }),
  (n: string) => ({ path: '/fraud/subjects', body: { subjectId: n, name: 'Somebody Unlisted' } }),
  (n: string) => ({
    path: '/identity/verify-bvn',
    body: { subjectId: n, bvn: '22222222220', matchAgainst: PERSON },
  }),
  (n: string) => ({ path: '/channels', body: { slug: n, displayName: n, entityType: 'order' } }),
  (n: string) => ({ path: '/permissions/roles', body: { name: n, capabilities: [] } }),
  (n: string) => ({ path: '/events', body: { type: 'upgrade.seen', data: {}, id: n } }),
  (n: string) => ({
    path: '/webhooks',
    body: { name: n, url: 'https://example.com/hook', events: ['upgrade.never'] },
  }),
];
const READS = [
  '/fraud/lists',
  '/fraud/subjects',
  '/channels',
  '/permissions/roles',
  '/webhooks',
  '/identity/verifications',
];

const SCOPES = [
  'fraud:manage',
  'fraud:screen',
  'identity:verify',
  'threads:manage',
  'permissions:manage',
  'events:publish',
  'webhooks:manage',
];

let serial = 0;
let key: string;

async function ask(
  { url }: ServiceProcess,
  method: string,
  path: string,
  options: { body?: unknown; idempotencyKey?: string } = {},
): Promise<Answer> {
  const { body, idempotencyKey } = options;
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const asked = { key, headers, ...(body !== undefined && { body }) };
  const answer = await call(url, method, `/api/v1${path}`, asked);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer;
}

/** Writes with one version, and expects the other to repeat the answers and to read the same. */
async function exchange(one: ServiceProcess, other: ServiceProcess): Promise<void> {
  for (const write of WRITES) {
    const { path, body } = write(`upgrade-${(serial += 1)}`);
    const idempotencyKey = randomUUID();
    const first = await ask(one, 'POST', path, { body, idempotencyKey });
    const again = await ask(other, 'POST', path, { body, idempotencyKey });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
  }
  for (const path of READS) {
    const [written, read] = [await ask(one, 'GET', path), await ask(other, 'GET', path)];
    expect(read.body.data, path).toMatchObject(written.body.data);
  }
}

test.skipIf(withoutPreviousRelease('the previous release next to this version'))(
  'the previous release serves while this version migrates and works next to it, and starts again afterwards',
  async () => {
    const previous = await checkOutPreviousRelease(await freshDataDir());
    const ownerUrl = await emptyDatabase();
    const env = {
      DATABASE_URL: asService(ownerUrl),
      ORIKI_MIGRATION_DATABASE_URL: ownerUrl,
      ORIKI_DATA_DIR: await freshDataDir(),
    };
    const command = async (...args: string[]) => {
      const ended = await cli([...args, '--json'], env, undefined, undefined, previous);
      expect(ended.code, ended.stderr).toBe(0);
      return JSON.parse(ended.stdout);
    };
    await command('migrate');
    let old = await service(env, previous).ready();
    ({ key } = await command('key', 'create', '--platform'));
    const owner = { name: 'Upgrade', plan: 'enterprise', addons: ['detection_pack'] };
    const made = await ask(old, 'POST', '/admin/organizations', { body: owner });
    const wanted = { organizationId: made.body.data.id, scopes: SCOPES };
    ({ key } = (await ask(old, 'POST', '/admin/keys', { body: wanted })).body.data);

    const state = { migrated: false };
    const migration = cli(['migrate', '--json'], env).finally(() => (state.migrated = true));
    while (!state.migrated) await exchange(old, old);
    const { code, stderr } = await migration;
    expect([code, stderr]).toEqual([0, expect.stringContaining('continue to work')]);

    const current = await service(env).ready();
    await exchange(old, current);
    await exchange(current, old);
    expect(await old.stop()).toEqual({ code: 0, signal: null });
    old = await service(env, previous).ready();
    await exchange(current, old);
    expect(await current.stop()).toEqual({ code: 0, signal: null });
    await exchange(old, old);
    expect((await call(old.url, 'GET', '/readyz')).status).toBe(200);
    const verified = await cli(['audit', 'verify'], env);
    expect(verified.code, verified.stderr).toBe(0);
  },
);
