import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runInvoicesNow } from '../../src/modules/invoices/index.ts';
import { addEntries, prepareEntries } from '../../src/modules/lists/tenant/entries.ts';
import { createList } from '../../src/modules/lists/tenant/lists.ts';
import { Catalog } from '../../src/modules/screening/screen/catalog.ts';
import { preload } from '../../src/modules/screening/screen/start/preload.ts';
import { selectListRevisions, type ListRevision } from '../../src/modules/lists/revisions/store.ts';
import { listBuckets, revokeKey } from '../../src/modules/tenants/index.ts';
import { preparing } from '../../src/platform/db/buckets/citus.ts';
import { afterCommit, afterCommitOnEachServer } from '../../src/platform/db/transaction-scope.ts';
import { bucketOf } from '../../src/platform/db/places.ts';
import { Placement } from '../../src/platform/db/buckets/placement.ts';
import { startTestApp, type TestApp, type TestOrg } from '../support/app.ts';
import { Biller, sheetFrom } from '../support/billing.ts';
import { oriki } from '../support/command-line.ts';
import { ExportClient, exportFolder } from '../support/export-client.ts';
import { FederationClient } from '../support/federation-client.ts';
import { permissionClient } from '../support/permission-client.ts';
import { eventually } from '../support/process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { databasesFolder } from '../support/run-folder.ts';
import { ScreeningClient } from '../support/screening-client.ts';
import { startServers, type Servers } from '../support/servers/servers.ts';
import { ThreadClient } from '../support/thread-client.ts';
import { WebhookClient } from '../support/webhook-client.ts';

let folder: string;
let servers: Servers;
let files: Awaited<ReturnType<typeof exportFolder>>;
let receiver: Receiver;
let app: TestApp;
/** One on each server. */
let orgs: TestOrg[];
let operator: string;
beforeAll(async () => {
  folder = await mkdtemp(join(databasesFolder(), 'oriki-three-'));
  await chmod(folder, 0o755);
  [servers, files, receiver] = await Promise.all([
    startServers(folder),
    exportFolder(),
    startReceiver(),
  ]);
  const settings = { exportDir: files.path, outboundAllow: ['127.0.0.1'], databasePoolSize: 4 };
  app = await startTestApp(settings, undefined, { servers });
  orgs = [await app.org(), await app.org(), await app.org()];
  operator = await app.platformKey();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  await servers.end();
  await files.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

// oxlint-disable-next-line typescript/no-explicit-any
async function asOperator(path: string): Promise<any> {
  const answer = await app.call('GET', `/api/v1/admin${path}`, { key: operator });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

test('runs work after a commit once, and sends notifications on each participating server', async () => {
  const ran = { once: 0, onServers: 0 };
  const first = await app.dbOf(orgs[0]!.id);
  await first.transaction(async (tx) => {
    afterCommit(() => void (ran.once += 1));
    afterCommitOnEachServer(() => void (ran.onServers += 1));
    for (const { id } of orgs)
      await sql`SELECT FROM channels LIMIT 1`.execute(await bucketOf(tx, id));
  });
  expect(ran).toEqual({ once: 1, onServers: 3 });
});

test('people become members and sign in with an organization on any server', async () => {
  for (const org of orgs) {
    const body = { issuer: 'https://login.example.com', subject: 'ada', roles: ['analyst'] };
    const added = await app.call('POST', '/api/v1/members', { key: org.key, body });
    expect(added.status, added.text).toBe(201);
    const login = ['console', 'login', '--org', org.id, '--role', 'admin', '--json'];
    const { stdout, stderr } = await oriki(login, app.env);
    const code = /#code=([\w-]+)/.exec(stdout)?.[1];
    expect(code, stderr).toBeDefined();
    const signedIn = await app.call('POST', '/console/session/exchange', {
      headers: { origin: app.url, 'x-oriki-console': '1' },
      body: { code },
    });
    expect(signedIn.status, signedIn.text).toBe(200);
    const { body: audit } = await app.call('GET', '/api/v1/audit', { key: org.key });
    expect(audit.data.items.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['member.add', 'session.begin']),
    );
  }
});

test('commits or rolls back the prepared parts of a transaction by the outcome recorded in the shared schema', async () => {
  const outcomes = { txn_committed: true, txn_never: false };
  await app.db.buckets!.shared.query(
    `INSERT INTO shared.transaction_decisions (id, outcome) VALUES ('txn_committed', 'committed')`,
  );
  const db = await app.dbOf(orgs[1]!.id);
  // Connects as the service, because recovery may end only the service's transactions.
  const database = new URL(app.databaseUrl).pathname.slice(1);
  const connection = { connectionString: servers.url('b', database, 'service') };
  const client = new pg.Client(servers.areNodes ? preparing(connection) : connection);
  await client.connect();
  await client.query(`SET search_path = ${db.schema}`);
  for (const id of Object.keys(outcomes)) {
    await client.query('BEGIN');
    await client.query('INSERT INTO export_stores (location) VALUES ($1)', [id]);
    await client.query(`PREPARE TRANSACTION 'oriki:shared:${id}:0'`);
  }
  await client.end();
  const left = async () => {
    const { rows } = await db.pool.query(
      `SELECT gid FROM pg_prepared_xacts WHERE starts_with(gid, 'oriki:shared:')`,
    );
    return rows.length;
  };
  await eventually(async () => (await left()) === 0, 20_000);
  const { rows } = await db.pool.query<{ location: string }>(
    `SELECT location FROM export_stores WHERE starts_with(location, 'txn_')`,
  );
  expect(rows.map(({ location }) => location)).toEqual(['txn_committed']);
  await db.pool.query(`DELETE FROM export_stores WHERE starts_with(location, 'txn_')`);
});

function deadLetters(): Promise<{ items: { organizationId: string }[]; total: number }> {
  return asOperator('/dead-letters');
}

/** The findings of the doctor about servers, one per line. */
async function serverChecks(): Promise<string> {
  const env = { DATABASE_URL: app.databaseUrl, PORT: '0' };
  const { checks } = JSON.parse((await oriki(['doctor', '--json'], env)).stdout);
  return checks
    .filter(({ check }: { check: string }) => check.startsWith('server '))
    .map((one: Record<string, string>) => `${one['status']} ${one['check']}: ${one['message']}`)
    .join('\n');
}

function verifying({ key }: TestOrg, bvn: string) {
  const matchAgainst = { firstName: 'Ada', lastName: 'Obi' };
  const body = { subjectId: 'customer-1', bvn, matchAgainst };
  return app.call('POST', '/api/v1/identity/verify-bvn', { key, body });
}

function screening({ key }: TestOrg) {
  const body = { name: 'Chukwuemeka Nwosu' };
  return app.call('POST', '/api/v1/fraud/screen', { key, body });
}

test('an organization on each server screens, writes, delivers, checks, verifies, exports and is charged', async () => {
  expect((await listBuckets(app.db.read)).map(({ organizations }) => organizations)).toEqual([
    1, 1, 1,
  ]);
  await new ScreeningClient(app, orgs[0]!).importGlobal('s', 'name\nChukwuemeka Nwosu\n');
  for (const [i, org] of orgs.entries()) {
    const screened = await screening(org);
    expect([screened.status, screened.body.data?.hits.length], screened.text).toEqual([200, 1]);

    const threads = new ThreadClient([app], org);
    const channel = { slug: 'support', displayName: 'Support', entityType: 'order' };
    await threads.ask(201, 'POST', '/channels', { body: channel });
    const thread = await threads.thread(['agent:a', 'buyer:b']);
    await threads.send(thread, 'agent:a');
    const stream = '/threads/inbox/stream?externalId=b&role=buyer';
    expect((await threads.call('GET', stream)).text).toContain('"count":1');

    const webhooks = new WebhookClient(app, org);
    const { id: hook } = await webhooks.create(receiver.url(`/${i}`), ['custom.happened']);
    await webhooks.publish('custom.happened', { i }, `event-${i}`);
    await receiver.waitFor(1, { path: `/${i}` });
    await webhooks.delivery(hook, `event-${i}`, ({ status }) => status === 'succeeded');

    const permissions = permissionClient(app, org);
    await permissions.module('PAY', ['SEND']);
    const role = await permissions.role('Payer', ['PAY:SEND']);
    await permissions.assign('user:1', role);
    expect(await permissions.may('user:1', 'PAY:SEND')).toBe(true);

    expect((await verifying(org, '22222222220')).status).toBe(200);
    const exported = await new ExportClient(app, org).export('messages');
    expect(exported.toString()).toContain('Hello');

    const biller = new Biller(app, org);
    await biller.use('2026-01-15', 'parts', i + 1);
    await runInvoicesNow(app.db, sheetFrom('2026-01-01'), '2026-01-01', { organizationId: org.id });
    expect((await biller.documents())[0]!.total).toBe((i + 1) * 100);
  }
});

test('the lists of operators have the rows of every server', async () => {
  for (const org of orgs) expect((await verifying(org, '22222222228')).status).toBe(200);
  const ids = orgs.map(({ id }) => id).toSorted();
  const letters = await deadLetters();
  expect(letters.items.map(({ organizationId }) => organizationId).toSorted()).toEqual(ids);
  expect(letters.total).toBe(3);
  const report = ['usage', 'report', '--from', '2026-01-01', '--to', '2026-02-01', '--json'];
  const used = JSON.parse((await oriki(report, { DATABASE_URL: app.databaseUrl })).stdout);
  const ofEach = used.items.map(({ organizationId }: { organizationId: string }) => organizationId);
  expect(ofEach.toSorted()).toEqual(ids);
  const { items } = await asOperator('/organizations');
  expect(items.map(({ id }: TestOrg) => id).toSorted()).toEqual(ids);
});

test('a federation over three servers commits everywhere, and removes everything with the membership', async () => {
  const [owner, member, third] = orgs.map((org) => new FederationClient(app, org)) as [
    FederationClient,
    FederationClient,
    FederationClient,
  ];
  const group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  await owner.join(group, third, 'THI');
  const modulesOf = async ({ org }: FederationClient): Promise<string[]> => {
    const { body } = await permissionClient(app, org).call('GET', '/modules');
    return body.data.items
      .map(({ prefix, code }: { prefix: string | null; code: string }) =>
        prefix === null ? code : `${prefix}:${code}`,
      )
      .toSorted();
  };
  expect((await owner.call('POST', `/${group}/push`)).status).toBe(200);
  expect(await modulesOf(third)).toEqual(['OWN:PAY', 'PAY']);
  expect((await third.call('POST', `/${group}/pull`)).status).toBe(200);
  expect(await modulesOf(third)).toEqual(['MEM:PAY', 'OWN:PAY', 'PAY']);
  expect((await owner.removing(group, third.id)).status).toBe(200);
  expect(await modulesOf(third)).toEqual(['PAY']);
});

test('a process runs at most its limit of exports at once, over several buckets', async () => {
  const gates = await Promise.all(app.buckets().map(({ pool }) => pool.connect()));
  for (const gate of gates) await gate.query('BEGIN; LOCK TABLE delivery_attempts');
  const clients = orgs.map((org) => new ExportClient(app, org));
  const made = await Promise.all(clients.map(async (one) => (await one.create('webhooks')).id));
  const statuses = async (): Promise<string> => {
    const all = clients.map(async (one, i) => (await one.get(made[i]!)).status);
    return (await Promise.all(all)).toSorted().join();
  };
  try {
    await eventually(async () => (await statuses()) === 'PENDING,PROCESSING,PROCESSING');
    // Longer than workers take to find exports.
    await sleep(2500);
    expect(await statuses()).toBe('PENDING,PROCESSING,PROCESSING');
  } finally {
    for (const gate of gates) {
      await gate.query('COMMIT');
      gate.release();
    }
  }
  await Promise.all(clients.map((one, i) => one.finished(made[i]!)));
});

test('a change of a key invalidates no placement in a process', async () => {
  const forget = vi.spyOn(Placement.prototype, 'forget');
  try {
    const { id, key } = await app.key(orgs[1]!.id, ['fraud:manage']);
    const uses = async (): Promise<number> =>
      (await app.call('GET', '/api/v1/fraud/lists', { key })).status;
    expect(await uses()).toBe(200);
    await app.db.transaction((tx) => revokeKey(tx, id));
    await eventually(async () => (await uses()) === 401);
    expect(forget).not.toHaveBeenCalled();
  } finally {
    forget.mockRestore();
  }
});

test('a start loads large lists into memory, whichever server they are on', async () => {
  const kind = 'tenant_blocklist';
  const lists: ListRevision[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { id } = await app.org();
    const own = await app.dbOf(id);
    await own.transaction(async (tx) => {
      const list = await createList(tx, id, { source: 'large', name: 'Large', kind });
      const entries = await prepareEntries({ entries: [{ name: 'Ada Obi' }] });
      await addEntries(tx, id, list.id, entries);
    });
    // The count decides on what is loaded.
    await own.query('UPDATE screening_lists SET entry_count = 10000 WHERE org_id = $1', [id]);
    lists.push(...(await selectListRevisions(own.read, id, [kind])));
  }
  const catalog = new Catalog(2 ** 26);
  await preload(app.db.read, catalog, 60_000);
  expect(lists.map((list) => catalog.opened([list])?.length)).toEqual([1, 1, 1]);
});

test('affects only the organizations of a killed server, and serves them when it is back', async () => {
  const statuses = (): Promise<number[]> =>
    Promise.all(orgs.map(async (org) => (await screening(org)).status));
  await servers.kill('c');
  await eventually(async () => (await statuses()).join() === '200,200,503');
  const doctor = await serverChecks();
  expect(doctor).toContain(`ok server ${servers.nameOf('b')}: PostgreSQL`);
  const c = servers.nameOf('c');
  expect(doctor).toContain(`fail server ${c}: cannot use the server ${c} that`);
  const other = await startTestApp({}, app.databaseUrl);
  expect((await other.call('GET', '/api/v1/fraud/lists', { key: orgs[1]!.key })).status).toBe(200);
  expect(other.logs.join('')).toContain('Requests of its organizations fail until it is back');
  await other.stop();
  await servers.restart('c');
  await eventually(async () => (await statuses()).join() === '200,200,200');
  await eventually(async () => (await deadLetters()).total === 3);
});
