import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestPerson,
} from '../../../../../test/support/app.ts';
import { oriki } from '../../../../../test/support/command-line.ts';
import { startReceiver, type Receiver } from '../../../../../test/support/receiver.ts';
import { createLogger } from '../../../../platform/observability/logger.ts';
import { sharedOf } from '../../../../platform/db/places.ts';
import { newId } from '../../../../platform/ids.ts';
import { OutboundClient } from '../../../../platform/outbound/client.ts';
import { importFromOrigin } from './origins.ts';
import { Refresher } from './refresher.ts';

const LISTS = '/api/v1/admin/lists';
const APPROVALS = '/api/v1/admin/approvals';
const ACTION = 'global_list.shrink';

let app: TestApp;
let receiver: Receiver;
let outbound: OutboundClient;
let folder: string;
let ada: TestPerson;
let bayo: TestPerson;
let chidi: TestPerson;
let key: string;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  receiver = await startReceiver();
  outbound = new OutboundClient({ allow: ['127.0.0.1'] });
  folder = await mkdtemp(join(tmpdir(), 'oriki-override-'));
  [ada, bayo, chidi] = [
    await app.person(null, ['operator']),
    await app.person(null, ['operator']),
    await app.person(null, ['admin']),
  ];
  key = await app.platformKey();
});
afterAll(async () => {
  await outbound.close();
  await receiver.stop();
  await app.stop();
  await rm(folder, { recursive: true });
});

const running = new AbortController().signal;
function keys(): Promise<never> {
  return Promise.reject(new Error('not needed'));
}
function parts() {
  return { outbound, keys, folder, maxBytes: 100_000, timeoutMs: 60_000, signal: running };
}
function makeRefresher(): Refresher {
  return new Refresher({ ...parts(), db: app.db, log: createLogger('silent') });
}

function people(from: number, to: number): string {
  const rows = Array.from(
    { length: to - from },
    (_, i) => `${from + i},Person Number${from + i}\n`,
  );
  return `id,name\n${rows.join('')}`;
}
function serve(path: string, body: string): void {
  const headers = { 'content-length': String(body.length) };
  receiver.behave(path, { status: 200, headers, body });
}
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type Shrunk = { id: string; source: string; path: string };
let lists = 0;

/** A list of 120 entries whose last file was refused because it has 40. */
async function refusedList(everySeconds: number | null = 86_400): Promise<Shrunk> {
  const source = `test:override-${++lists}`;
  const path = `/override-${lists}.csv`;
  serve(path, people(0, 120));
  const { list } = await importFromOrigin(app.db, parts(), {
    kind: 'sanctions',
    source,
    origin: { format: 'csv', main: receiver.url(path), aliases: null, everySeconds },
  });
  serve(path, people(0, 40));
  expect(await makeRefresher().refresh(source)).toMatchObject({ ok: false });
  return { id: list.id, source, path };
}

type Caller = { key: string } | { session: string };
function ask(objectId: string, caller: Caller): Promise<Answer> {
  return app.call('POST', APPROVALS, { ...caller, body: { action: ACTION, objectId } });
}
function take(id: string, caller: Caller, allowShrink = true): Promise<Answer> {
  return app.call('POST', `${LISTS}/${id}/refresh`, { ...caller, body: { allowShrink } });
}
async function show(id: string) {
  return (await app.call('GET', `${LISTS}/${id}`, { key })).body.data;
}
async function approval(id: string) {
  return (await app.call('GET', `${APPROVALS}/${id}`, { key })).body.data;
}
/** Does one run of a worker, as if this were the only list. */
async function work(id: string): Promise<void> {
  await app.db.pool.query(
    `UPDATE global_list_origins SET due_at = CASE WHEN list_id = $1 THEN now() - interval '1 s' END`,
    [id],
  );
  expect(await makeRefresher().refreshDue(running)).toBe(true);
}
async function log(object: string): Promise<{ action: string; actor: { id: string } }[]> {
  return (await app.call('GET', `/api/v1/admin/audit?object=${object}`, { key })).body.data.items;
}

function required(answer: Answer): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'APPROVAL_REQUIRED']);
}

test("an operator accepts a rejected file on another operator's request, and the operators' log names both", async () => {
  const { id } = await refusedList();
  const file = {
    sha256: sha256(people(0, 40)),
    aliasesSha256: null,
    addressesSha256: null,
    commentsSha256: null,
    removedEntries: 80,
    entries: 120,
    removedAliases: 0,
    aliases: 0,
    unusableRows: 0,
    usableEntries: 40,
  };
  expect((await show(id)).origin).toMatchObject({ refused: file, acceptsRefused: false });
  required(await take(id, ada));
  const asked = await ask(id, ada);
  expect([asked.status, asked.body.data?.detail], asked.text).toEqual([201, file]);
  required(await take(id, ada));
  required(await take(id, { key }));
  const taken = await take(id, bayo);
  expect([taken.status, taken.body.data?.origin.acceptsRefused], taken.text).toEqual([202, true]);
  expect(await approval(asked.body.data.id)).toMatchObject({
    status: 'approved',
    askedBy: { kind: 'person', id: ada.id },
    answeredBy: { kind: 'person', id: bayo.id },
  });
  await work(id);
  expect(await show(id)).toMatchObject({
    entryCount: 40,
    origin: { refused: null, acceptsRefused: false, error: null },
  });
  const rows = await log(asked.body.data.id);
  expect(rows.map(({ action, actor }) => [action, actor.id])).toEqual([
    ['approval.approve', bayo.id],
    ['approval.ask', ada.id],
  ]);
  expect((await log(id))[0]).toMatchObject({
    action: 'global_list.refresh',
    actor: { id: bayo.id },
  });
});

test('an operator and the platform keys that they made or rotated count as one person, and another operator is the second', async () => {
  const { id } = await refusedList();
  const post = (path: string, caller: Caller, body: object) =>
    app.call('POST', `/api/v1/admin/keys${path}`, { ...caller, body });
  const platform = { organizationId: null, scopes: ['platform:admin'] };
  const overlap = { overlapSeconds: 60 };
  const made = await post('', chidi, platform);
  const next = await post('', { key: made.body.data?.key }, platform);
  const machines = await post('', { key }, platform);
  expect([machines.status, machines.body.data?.madeBy], machines.text).toEqual([201, null]);
  const rotated = await post(`/${machines.body.data.id}/rotate`, chidi, overlap);
  const kept = await post(`/${rotated.body.data?.id}/rotate`, { key }, overlap);
  for (const answer of [made, next, rotated, kept]) {
    expect([answer.status, answer.body.data?.madeBy], answer.text).toEqual([201, chidi.id]);
    expect((await ask(id, { key: answer.body.data.key })).status).toBe(201);
    required(await take(id, chidi));
  }
  expect((await take(id, bayo)).status).toBe(202);
  const { body } = await post('', chidi, {
    organizationId: (await app.org()).id,
    scopes: ['fraud:screen'],
  });
  const replaced = await post(`/${body.data?.id}/rotate`, chidi, overlap);
  expect([body.data?.madeBy, replaced.body.data?.madeBy]).toEqual([null, null]);
});

test('rejects a file that differs from the accepted one', async () => {
  const { id, path } = await refusedList();
  await ask(id, ada);
  expect((await take(id, bayo)).status).toBe(202);
  serve(path, people(80, 120));
  await work(id);
  expect(await show(id)).toMatchObject({
    entryCount: 120,
    origin: { refused: { sha256: sha256(people(80, 120)) }, acceptsRefused: false },
  });
  required(await take(id, bayo));
  const again = await ask(id, bayo);
  expect((await take(id, ada)).status).toBe(202);
  expect(await approval(again.body.data.id)).toMatchObject({ status: 'approved' });
});

test('a request becomes void when another file is rejected', async () => {
  const { id, path, source } = await refusedList();
  await ask(id, ada);
  serve(path, people(80, 120));
  expect(await makeRefresher().refresh(source)).toMatchObject({ ok: false });
  required(await take(id, bayo));
});

test('one of two operators who approve at the same time succeeds, and the request is answered once', async () => {
  const { id } = await refusedList();
  const asked = await ask(id, ada);
  const both = await Promise.all([take(id, bayo), take(id, chidi)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 403]);
  const winner = both[0]!.status === 202 ? bayo : chidi;
  expect(await approval(asked.body.data.id)).toMatchObject({ answeredBy: { id: winner.id } });
  const approved = (await log(asked.body.data.id)).filter(({ action }) =>
    action.endsWith('approve'),
  );
  expect(approved.map(({ actor }) => actor.id)).toEqual([winner.id]);
});

test('a request stays open while the list is being refreshed, and when the database fails', async () => {
  const { id } = await refusedList();
  const asked = (await ask(id, ada)).body.data;
  const lease = (seconds: number) =>
    app.db.pool.query(
      `UPDATE global_list_origins SET leased_until = now() + make_interval(secs => $2) WHERE list_id = $1`,
      [id, seconds],
    );
  await lease(60);
  expect((await take(id, bayo)).status).toBe(409);
  await lease(-1);
  const shared = sharedOf(app.db.read);
  await sql`CREATE FUNCTION keep_origin() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$`.execute(shared);
  await sql`CREATE TRIGGER keep_origin BEFORE UPDATE ON global_list_origins FOR EACH ROW
    WHEN (OLD.list_id = ${sql.lit(id)}) EXECUTE FUNCTION keep_origin()`.execute(shared);
  expect((await take(id, bayo)).status).toBe(500);
  await sql`DROP FUNCTION keep_origin() CASCADE`.execute(shared);
  expect(await approval(asked.id)).toMatchObject({ status: 'pending' });
  expect((await log(asked.id)).map(({ action }) => action)).toEqual(['approval.ask']);
  expect((await take(id, bayo)).status).toBe(202);
});

test('another process imports an accepted file after a crash, and when its server is back', async () => {
  const { id, path } = await refusedList();
  await ask(id, ada);
  await take(id, bayo);
  receiver.behave(path, 'reset');
  await work(id);
  expect((await show(id)).origin).toMatchObject({ failures: 2, acceptsRefused: true });
  expect((await take(id, { key }, false)).body.data.origin.acceptsRefused).toBe(true);
  // The process that holds the refresh is killed, and its lease ends.
  await app.db.pool.query(
    `UPDATE global_list_origins SET holder = 'refresh_dead', leased_until = now() - interval '1 s' WHERE list_id = $1`,
    [id],
  );
  serve(path, people(0, 40));
  await work(id);
  expect(await show(id)).toMatchObject({ entryCount: 40, origin: { acceptsRefused: false } });
});

test('an unanswered request becomes void after 24 hours, and can be withdrawn or rejected', async () => {
  const { id } = await refusedList();
  const first = (await ask(id, ada)).body.data;
  expect(Date.parse(first.expiresAt) - Date.parse(first.askedAt)).toBe(86_400_000);
  const reject = (one: { id: string }, caller: Caller) =>
    app.call('POST', `${APPROVALS}/${one.id}/reject`, caller);
  expect((await reject(first, bayo)).body.data.status).toBe('rejected');
  expect((await reject(first, ada)).status).toBe(409);
  required(await take(id, bayo));
  const second = (await ask(id, { key })).body.data;
  await app.db.pool.query(`UPDATE approvals SET expires_at = now() WHERE id = $1`, [second.id]);
  required(await take(id, bayo));
  const listed = await app.call('GET', `${APPROVALS}?status=expired`, { key });
  expect(listed.body.data.items).toMatchObject([{ id: second.id, status: 'expired' }]);
});

test('a caller who only reads, has an old sign-in, or belongs to an organization cannot accept a file', async () => {
  const { id } = await refusedList();
  const auditor = await app.person(null, ['auditor']);
  const org = await app.org();
  const tenant = await app.person(org.id, ['admin']);
  expect((await ask(id, auditor)).status).toBe(403);
  expect((await ask(id, tenant)).status).toBe(403);
  expect((await ask(newId('glist'), ada)).status).toBe(404);
  const asked = (await ask(id, ada)).body.data;
  expect((await take(id, auditor)).status).toBe(403);
  const stale = await app.person(null, ['operator']);
  await app.db.pool.query(
    `UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1`,
    [stale.sessionId],
  );
  expect((await take(id, stale)).body.error.code).toBe('STEP_UP_REQUIRED');
  expect((await take(id, stale, false)).status).toBe(202);
  expect((await app.call('GET', `/api/v1/approvals/${asked.id}`, tenant)).status).toBe(404);
  expect((await app.call('POST', `/api/v1/approvals/${asked.id}/reject`, tenant)).status).toBe(404);
});

test('the command line requests, rejects and accepts like the API, in the name of its account', async () => {
  const { id, source } = await refusedList();
  const run = async (...words: string[]) => {
    const env = { ...app.env, ORIKI_OUTBOUND_ALLOW: '127.0.0.1', ORIKI_DATA_DIR: folder };
    return JSON.parse((await oriki([...words, '--json'], env)).stdout);
  };
  const refresh = () => run('list', 'refresh', '--source', source, '--allow-shrink');
  const refused = await take(id, ada);
  expect((await refresh()).error).toEqual(refused.body.error);
  const own = await run('approval', 'ask', '--source', source);
  expect(own).toMatchObject({ action: ACTION, objectId: id, askedBy: { kind: 'command' } });
  expect((await refresh()).error).toEqual(refused.body.error);
  expect(await run('approval', 'reject', '--id', own.id)).toMatchObject({ status: 'rejected' });
  const asked = (await ask(id, ada)).body.data;
  expect(await run('approval', 'list', '--status', 'pending', '--limit', '1')).toMatchObject({
    items: [{ id: asked.id }],
  });
  expect(await refresh()).toMatchObject({ ok: true, outcome: 'changed', removed: 80 });
  expect(await approval(asked.id)).toMatchObject({
    status: 'approved',
    answeredBy: own.askedBy,
  });
  expect((await take(id, bayo)).body.error.message).toContain('no rejected file of this list');
});
