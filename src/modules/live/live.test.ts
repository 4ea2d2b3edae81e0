import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../test/support/app.ts';
import { LiveListener } from '../../../test/support/live-listener.ts';
import { SlowConnection } from '../../../test/support/slow-connection.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';
import { EventStream } from '../../platform/http/event-stream.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { Positions } from '../../platform/streams/positions.ts';
import { LiveFeed } from './feed.ts';
import { noteChange } from './note.ts';
import { within } from '../../../test/support/within.ts';

const PER_ORGANIZATION = 5;

let apps: TestApp[];
const listeners: LiveListener[] = [];
beforeAll(async () => {
  const config = { rateLimits: undefined, eventStreamsPerOrganization: PER_ORGANIZATION };
  const first = await startTestApp({ ...config, role: 'api' });
  apps = [first, await startTestApp({ ...config, role: 'api' }, first.databaseUrl)];
});
afterEach(() => {
  for (const listener of listeners.splice(0)) listener.disconnect();
});
afterAll(async () => {
  for (const app of apps) await app.stop();
});

async function organization(): Promise<TestOrg> {
  return apps[0]!.org({ addons: ['detection_pack'] });
}

async function listen(
  who: ConstructorParameters<typeof LiveListener>[0],
  app = apps[0]!,
): Promise<LiveListener> {
  const listener = new LiveListener(who);
  listeners.push(listener);
  await listener.connect(app);
  expect(listener.status).toBe(200);
  await expect.poll(() => listener.names, { interval: 5 }).toEqual(['reset']);
  return listener;
}

async function post(org: TestOrg, path: string, body?: object, app = apps[0]!) {
  const answer = await app.call('POST', `/api/v1${path}`, { key: org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

function until(listener: LiveListener, kind: string, id: string | null): Promise<void> {
  return expect
    .poll(() => listener.idsOf(kind), { interval: 5, timeout: within(1000) })
    .toContain(id);
}

test('a claim, a new hit, a webhook and a message are sent within a second, from any process', async () => {
  const org = await organization();
  const { session } = await apps[0]!.person(org.id, ['admin']);
  const live = await listen({ session });
  const opened = await post(org, '/cases', { subjectId: 'customer-1' }, apps[1]!);
  await until(live, 'case', opened.id);
  live.told.length = 0;
  await post(org, `/cases/${opened.id}/claim`, undefined, apps[1]!);
  await until(live, 'case', opened.id);
  const list = await post(org, '/fraud/lists', {
    name: 'Known',
    source: 'internal:fraud',
    kind: 'tenant_blocklist',
  });
  await post(org, `/fraud/lists/${list.id}/entries`, { entries: [{ name: 'Adaeze Okonkwo' }] });
  await post(org, '/fraud/subjects', { subjectId: 'customer-1', name: 'Adaeze Okonkwo' }, apps[1]!);
  const hits = await apps[0]!.call('GET', '/api/v1/fraud/hits', { key: org.key });
  const [hit] = hits.body.data.items;
  await until(live, 'hit', hit.id);
  live.told.length = 0;
  const decision = { decision: 'false_positive', reason: 'Another person' };
  await post(org, `/fraud/hits/${hit.id}/decision`, decision, apps[1]!);
  await until(live, 'hit', hit.id);
  const hook = { name: 'Ledger', url: 'https://hooks.example.com/oriki', events: ['*'] };
  await until(live, 'webhook', (await post(org, '/webhooks', hook)).id);
  await post(org, '/channels', { slug: 'support', displayName: 'Support', entityType: 'order' });
  const threads = new ThreadClient(apps, org);
  const thread = await threads.thread(['customer:ada', 'agent:ben']);
  await threads.send(thread, 'customer:ada');
  await until(live, 'thread', thread);
  expect(JSON.stringify(live.told)).not.toMatch(/Adaeze|customer|Ledger|Known|ada\b/);
});

test('no stream gets changes that its scopes do not cover, or changes of another organization', async () => {
  const org = await organization();
  const other = await organization();
  const narrow = await apps[0]!.key(org.id, ['cases:manage']);
  const auditor = await apps[0]!.person(org.id, ['auditor']);
  const [ofKey, ofAuditor, ofOther] = [
    await listen({ key: narrow.key }),
    await listen({ session: auditor.session }),
    await listen({ key: other.key }),
  ];
  const hook = { name: 'Ledger', url: 'https://hooks.example.com/oriki', events: ['*'] };
  const { id: webhookId } = await post(org, '/webhooks', hook);
  const { id } = await post(org, '/cases', { subjectId: 'customer-1' });
  await until(ofKey, 'case', id);
  await until(ofAuditor, 'webhook', webhookId);
  await until(ofAuditor, 'case', id);
  const { id: theirs } = await post(other, '/cases', { subjectId: 'customer-1' });
  await until(ofOther, 'case', theirs);
  expect([ofKey.idsOf('webhook'), ofOther.idsOf('case')]).toEqual([[], [theirs]]);
});

test('a client that reconnects with an event id gets the later changes from any process', async () => {
  const org = await organization();
  const live = await listen({ key: org.key });
  const first = await post(org, '/cases', { subjectId: 'customer-1' });
  await until(live, 'case', first.id);
  live.disconnect();
  live.told.length = 0;
  const second = await post(org, '/cases', { subjectId: 'customer-2' });
  await live.connect(apps[1]!);
  await until(live, 'case', second.id);
  expect([live.names[0], live.idsOf('case')]).toEqual(['changed', [second.id]]);
  live.disconnect();
  live.told.length = 0;
  await live.connect(apps[0]!);
  await expect.poll(() => live.told).toEqual([{ event: 'changed', data: { changes: [] } }]);
});

test('the answer about a person has the event id from which a new stream misses nothing, unless the roles are old', async () => {
  const org = await organization();
  const { id, session } = await apps[0]!.person(org.id, ['admin']);
  const idOf = async (who: object) =>
    (await apps[0]!.call('GET', '/api/v1/me', who)).headers.get('last-event-id');
  const lastEventId = await idOf({ session });
  const made = await post(org, '/cases', { subjectId: 'customer-1' }, apps[1]!);
  const live = new LiveListener({ session });
  listeners.push(live);
  await live.connect(apps[0]!, lastEventId!);
  await until(live, 'case', made.id);
  expect([live.names[0], live.idsOf('case')]).toEqual(['changed', [made.id]]);
  expect(await idOf({ key: org.key })).toBeNull();
  // Without a notification, the process continues to use the former roles.
  await apps[0]!.db.pool.query(`UPDATE memberships SET roles = '{billing}' WHERE user_id = $1`, [
    id,
  ]);
  expect(await idOf({ session })).toBeNull();
});

test('restarts the stream for an old id or one of another database history, and rejects an id of another organization', async () => {
  const org = await organization();
  const live = await listen({ key: org.key });
  const positions = new Positions('test-secret-test-secret-test-secret-1', 'live');
  const [position, at] = positions.fromId(live.lastEventId)!.split('@');
  const since = async (id: string): Promise<string | undefined> => {
    live.told.length = 0;
    await live.connect(apps[0]!, id);
    await expect.poll(() => live.names.length || live.status !== 200).toBeTruthy();
    return live.names[0];
  };
  expect(await since(positions.toId(`${position}@${at}`))).toBe('changed');
  expect(await since(positions.toId(`${position}@${Number(at) - 40_000}`))).toBe('reset');
  expect(await since(positions.toId(`1.${position}@${at}`))).toBe('reset');
  const inbox = new Positions('test-secret-test-secret-test-secret-1', 'inbox');
  for (const id of ['x', inbox.toId(`${position}@${at}`)])
    expect([await since(id), live.status]).toEqual([undefined, 400]);
});

test('more than a hundred changes of a kind are sent as one change without ids', async () => {
  const org = await organization();
  const live = await listen({ key: org.key });
  const ids = Array.from({ length: 101 }, (_, i) => `hit_${i}`);
  const db = await apps[0]!.dbOf(org.id);
  await db.transaction((tx) => noteChange(tx, org.id, 'hit', ids.slice(0, 100)));
  await expect.poll(() => live.idsOf('hit').length).toBe(100);
  await db.transaction((tx) => noteChange(tx, org.id, 'hit', ids));
  await until(live, 'hit', null);
});

test('rolled-back changes are not sent', async () => {
  const org = await organization();
  const live = await listen({ key: org.key });
  const db = await apps[0]!.dbOf(org.id);
  const undone = db.transaction(async (tx) => {
    await noteChange(tx, org.id, 'hit', ['hit_undone']);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await db.transaction((tx) => noteChange(tx, org.id, 'hit', ['hit_done']));
  await until(live, 'hit', 'hit_done');
  expect(live.idsOf('hit')).toEqual(['hit_done']);
});

test('changes of members and permissions are sent, with ids, to callers that may read them', async () => {
  const org = await organization();
  const admin = await apps[0]!.person(org.id, ['admin']);
  const person = await apps[0]!.person(org.id, ['analyst']);
  const [ofAdmin, ofPerson] = [
    await listen({ session: admin.session }),
    await listen({ session: person.session }),
  ];
  const role = await post(
    org,
    '/permissions/roles',
    { name: 'teller', capabilities: [] },
    apps[1]!,
  );
  await until(ofAdmin, 'permission', role.id);
  const { id: caseId } = await post(org, '/cases', { subjectId: 'customer-1' });
  await until(ofPerson, 'case', caseId);
  expect(ofPerson.idsOf('permission')).toEqual([]);
  const path = `/api/v1/members/${person.id}`;
  const body = { roles: ['reviewer'] };
  expect((await apps[0]!.call('PATCH', path, { ...admin, body })).status).toBe(200);
  await until(ofAdmin, 'member', person.id);
  expect((await apps[0]!.call('DELETE', path, admin)).status).toBe(200);
  await expect.poll(() => ofAdmin.idsOf('member').length, { timeout: within(1000) }).toBe(2);
});

test('a person gets an event about new roles, but none about the roles of other people', async () => {
  const org = await organization();
  const admin = await apps[0]!.person(org.id, ['admin']);
  const [person, other] = [
    await apps[0]!.person(org.id, ['analyst']),
    await apps[0]!.person(org.id, ['analyst']),
  ];
  const live = await listen({ session: person.session });
  const become = async (id: string, roles: string[]): Promise<void> => {
    const answer = await apps[1]!.call('PATCH', `/api/v1/members/${id}`, {
      ...admin,
      body: { roles },
    });
    expect(answer.status, answer.text).toBe(200);
  };
  await become(other.id, ['analyst', 'billing']);
  await become(person.id, ['analyst', 'billing']);
  await until(live, 'member', person.id);
  expect(live.idsOf('member')).toEqual([person.id]);
});

test('a stream ends with its session, with its key, and when its kinds change', async () => {
  const org = await organization();
  const person = await apps[0]!.person(org.id, ['admin']);
  const key = await apps[0]!.key(org.id, ['cases:manage']);
  const narrowed = await apps[0]!.key(org.id, ['cases:manage', 'webhooks:manage']);
  const all = [
    await listen({ session: person.session }),
    await listen({ key: key.key }),
    await listen({ key: narrowed.key }),
  ];
  const { pool } = apps[0]!.db;
  await pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key.id]);
  await pool.query(`UPDATE api_keys SET scopes = '{cases:manage}' WHERE id = $1`, [narrowed.id]);
  await apps[0]!.call('POST', '/console/session/sign-out', { session: person.session, body: {} });
  await expect
    .poll(() => all.map(({ ended }) => ended), { timeout: within(6000) })
    .toEqual([true, true, true]);
  await all[0]!.connect(apps[0]!);
  expect(all[0]!.status).toBe(401);
});

test('an organization has at most as many streams as for inboxes, and a further one is rejected with 429', async () => {
  const org = await organization();
  for (let i = 0; i < PER_ORGANIZATION; i += 1) await listen({ key: org.key });
  const more = new LiveListener({ key: org.key });
  await more.connect(apps[0]!);
  expect(more.status).toBe(429);
});

test('a client that does not read takes memory for a few ids only, and gets these ids once it reads again', async () => {
  const connection = new SlowConnection(1);
  const select = vi.fn();
  const positions = new Positions('secret', 'live');
  const log = {} as Logger;
  const feed = new LiveFeed('org_1', { positions, select, reading: new Semaphore(1), log });
  feed.add(
    new EventStream(connection as never),
    { kinds: ['case', 'hit'], id: 'key_1' },
    null,
    () => {},
  );
  const at = (timeMs: number) => ({ position: '1/1:1:', timeMs });
  feed.push([], '', at(0));
  for (let i = 0; i < 10_000; i += 1)
    feed.push(
      [
        { kind: 'case', id: `case_${i % 3}` },
        { kind: 'hit', id: `hit_${i}` },
        { kind: 'webhook', id: 'webhook_1' },
      ],
      '',
      at(i),
    );
  expect(connection.texts.length).toBe(1);
  connection.take();
  await expect.poll(() => connection.texts.length).toBe(2);
  const data = JSON.parse(/^data: (.*)$/m.exec(connection.texts[1]!)![1]!);
  expect(data.changes).toEqual([
    { kind: 'case', ids: ['case_0', 'case_1', 'case_2'] },
    { kind: 'hit', ids: null },
  ]);
  expect(select).not.toHaveBeenCalled();
});
