import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { rescreen } from '../../../../test/support/screening-client.ts';
import { within } from '../../../../test/support/within.ts';
import { until } from '../../../platform/db/retry.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
beforeEach(async () => {
  client = await CaseClient.of(app);
});

const NAME = 'Adewale Ogunbanjo';
const CLOSE = { status: 'CLOSED', outcome: 'NO_ACTION' };

function setRule(listKinds: string[], minScore = 0) {
  return client.ask(200, 'PATCH', '/settings', { listKinds, minScore });
}
async function onlyCase() {
  const [id, ...others] = await client.list();
  expect(others).toEqual([]);
  return client.read(id!);
}

describe('the rule that makes cases', () => {
  test('is off until a request names kinds of lists, and a request changes only the fields that it names', async () => {
    expect(await client.ask(200, 'GET', '/settings')).toEqual({
      organizationId: client.org.id,
      listKinds: [],
      minScore: 0,
      assignee: null,
      assigneeRole: null,
    });
    await client.openHits();
    expect(await client.list()).toEqual([]);
    await setRule(['tenant_blocklist'], 90);
    await client.ask(200, 'PATCH', '/settings', { minScore: 80 });
    expect(await client.ask(200, 'GET', '/settings')).toMatchObject({
      listKinds: ['tenant_blocklist'],
      minScore: 80,
    });
    const other = await CaseClient.of(app);
    expect((await other.ask(200, 'GET', '/settings')).listKinds).toEqual([]);
  });

  test('stores the fields of both of two concurrent changes', async () => {
    const { id } = client.org;
    const own = await app.dbOf(id);
    // The other change is made but not committed when this one begins.
    const late = await own.transaction(async (tx) => {
      await sql`INSERT INTO case_settings (org_id, list_kinds, min_score)
        VALUES (${id}, ARRAY['sanctions'], 50)`.execute(tx);
      const answer = client.ask(200, 'PATCH', '/settings', { minScore: 90 });
      const waits = async () =>
        (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(tx)).rows.length > 0;
      expect(await until(waits, { withinMs: within(10_000), everyMs: 20 })).toBe(true);
      return { answer };
    });
    expect(await late.answer).toMatchObject({ listKinds: ['sanctions'], minScore: 90 });
  });

  test('makes a case of the subject with its hits, and records it in events, the audit log and the history', async () => {
    await setRule(['tenant_blocklist']);
    const hits = await client.openHits('customer-1', 2);
    const made = await onlyCase();
    const by = { kind: 'service', id: 'cases' };
    expect(made).toMatchObject({
      subjectId: 'customer-1',
      status: 'OPEN',
      origin: 'rule',
      priority: 'URGENT',
      createdBy: by,
      revision: 1,
      history: [{ change: 'created', by }],
    });
    expect(made.items.map(({ id }) => id).toSorted()).toEqual(hits.toSorted());
    expect(await client.events()).toEqual([
      { type: 'case.created', caseId: made.id, subjectId: 'customer-1', origin: 'rule' },
    ]);
    const { key } = client.org;
    const audit = await app.call('GET', `/api/v1/audit?object=${made.id}`, { key });
    expect(audit.body.data.items).toMatchObject([
      { action: 'case.read', actor: { kind: 'key' } },
      { action: 'case.create', actor: by, after: { status: 'OPEN', priority: 'URGENT' } },
    ]);
  });

  test('ignores hits of other kinds and hits with lower scores', async () => {
    await setRule(['pep']);
    await client.openHits();
    await setRule(['tenant_blocklist'], 99);
    const listId = await client.screening.newList();
    await client.screening.add(listId, 'Adewale Ogunbanjoo');
    await client.screening.enrol('customer-2', NAME);
    expect(await client.screening.hits({ subjectId: 'customer-2', listId })).toHaveLength(1);
    expect((await client.list({ subjectId: 'customer-1' })).length).toBe(0);
    const ofSecond = await client.list({ subjectId: 'customer-2' });
    const [one] = await Promise.all(ofSecond.map((id) => client.read(id)));
    expect(one!.items.map(({ hit }) => hit!.score)).toEqual([100]);
  });

  test('adds further hits to the case until it is closed, and rejects a decision that is based on fewer hits', async () => {
    await setRule(['tenant_blocklist']);
    const [first] = await client.openHits();
    const { id } = await onlyCase();
    const [second] = await client.openHits();
    const joined = await onlyCase();
    expect([joined.id, joined.revision, joined.items.length]).toEqual([id, 2, 2]);
    const decide = (revision: number, hits: string[]) => ({
      expectedRevision: revision,
      decisions: hits.map((hitId) => ({ hitId, decision: 'false_positive' })),
      reason: 'seen',
      outcome: 'FALSE_POSITIVE',
    });
    expect(await client.conflict('POST', `/${id}/decide`, decide(1, [first!]))).toContain(
      'revision 2',
    );
    await client.ask(200, 'POST', `/${id}/decide`, decide(2, [first!, second!]));
    await client.openHits();
    const cases = await client.list();
    expect(cases).toHaveLength(2);
    expect(await client.conflict('PATCH', `/${id}`, { expectedRevision: 3, status: 'OPEN' })).toBe(
      'the rule has made another case of this subject in the meantime',
    );
    const types = (await client.events()).map(({ type }) => type);
    expect(types).toEqual(['case.created', 'case.updated', 'case.closed', 'case.created']);
  });

  test('makes one case for each of many subjects in one request', async () => {
    await setRule(['tenant_blocklist']);
    const listId = await client.screening.newList();
    await client.screening.add(listId, NAME, NAME);
    const subjects = Array.from({ length: 100 }, (_, i) => ({ subjectId: `c-${i}`, name: NAME }));
    await client.screening.ask(200, 'POST', '/subjects/batch', { subjects });
    const ids = await client.list({ limit: '100' });
    expect(ids).toHaveLength(100);
    expect((await client.read(ids[7]!)).items).toHaveLength(2);
  });

  test('makes exactly one case when hits of a subject open in several concurrent transactions', async () => {
    await setRule(['tenant_blocklist']);
    await client.screening.enrol('customer-1', NAME);
    const lists = await Promise.all([1, 2, 3, 4].map(() => client.screening.newList()));
    await Promise.all(lists.map((listId) => client.screening.add(listId, NAME)));
    await Promise.all([
      ...lists.map(() => rescreen(app, client.org.id)),
      ...lists.map(() => client.screening.enrol('customer-1', NAME)),
    ]);
    await rescreen(app, client.org.id);
    const { items } = await onlyCase();
    expect(items).toHaveLength(4);
  });

  test('never loses a hit that opens while a transaction closes its case', async () => {
    await setRule(['tenant_blocklist']);
    await client.openHits();
    const [{ id }, { screening }] = [await onlyCase(), client];
    const [hit] = await screening.hits();
    await screening.decide(hit!.id, 'false_positive');
    const listId = await screening.newList();
    await screening.add(listId, NAME);
    const [closed] = await Promise.all([
      client.call('PATCH', `/${id}`, { expectedRevision: 1, ...CLOSE }),
      screening.enrol('customer-1', NAME),
    ]);
    const [open] = await screening.hits({ status: 'open', listId });
    const cases = await client.list({ itemId: open!.id });
    expect(cases).toHaveLength(1);
    expect((await client.read(cases[0]!)).status).toBe('OPEN');
    expect(await client.list()).toHaveLength(closed.status === 200 ? 2 : 1);
  });

  test.skipIf(
    refusedByCitus(
      'leaves neither hit nor case when the transaction of both fails',
      'changes a table',
    ),
  )('leaves neither hit nor case when their transaction fails', async () => {
    await setRule(['tenant_blocklist']);
    const listId = await client.screening.newList();
    await client.screening.add(listId, NAME);
    const own = await app.dbOf(client.org.id);
    await own.query(
      `CREATE FUNCTION no_case() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await own.query(
      `CREATE TRIGGER no_case BEFORE INSERT ON case_history FOR EACH ROW WHEN (NEW.org_id = '${client.org.id}') EXECUTE FUNCTION no_case()`,
    );
    const body = { subjectId: 'customer-1', name: NAME };
    expect((await client.screening.call('POST', '/subjects', body)).status).toBe(500);
    await own.query('DROP FUNCTION no_case() CASCADE');
    expect([await client.screening.hits(), await client.list()]).toEqual([[], []]);
    await client.screening.enrol('customer-1', NAME);
    expect(await client.list()).toHaveLength(1);
  });
});

test('deleting a subject that was never enrolled also erases its data, once', async () => {
  const file = { name: 'id.txt', contentType: 'text/plain', base64: 'dGVzdA==' };
  const subjectId = 'never-enrolled';
  const { id } = await client.make({ subjectId, note: 'Born in Kano.' });
  await client.ask(201, 'POST', `/${id}/files`, file);
  const empty = await client.make({ subjectId });
  const { id: fileId } = (await client.read(id)).files[0]!;
  const other = await CaseClient.of(app);
  const foreign = await other.make({ subjectId, note: 'Born in Jos.' });
  const { key } = client.org;
  const path = `/api/v1/fraud/subjects/${subjectId}`;
  const erase = (caller = key) => app.call('DELETE', path, { key: caller });
  expect((await erase()).body.data).toEqual({ subjectId, deleted: true });
  const erased = await client.read(id);
  expect([erased.notes[0]!.text, erased.files]).toEqual([null, []]);
  expect(erased.history.map(({ change }) => change)).toEqual(['created', 'file_added', 'erased']);
  expect((await client.read(empty.id)).history.map(({ change }) => change)).toEqual(['created']);
  expect((await client.call('GET', `/${id}/files/${fileId}`)).status).toBe(404);
  expect((await other.read(foreign.id)).notes[0]!.text).toBe('Born in Jos.');
  const audit = await app.call('GET', `/api/v1/audit?object=${subjectId}`, { key });
  expect(audit.body.data.items).toMatchObject([{ action: 'subject.delete' }]);
  expect((await erase()).status).toBe(404);
  expect((await client.call('POST', '', { subjectId: '..' })).status).toBe(400);
});

test('deleting a subject that was never enrolled erases the titles of its screenings', async () => {
  const { key } = client.org;
  const body = { name: 'Ada Obi', subjectId: 'only-screened' };
  const { screeningId } = (await app.call('POST', '/api/v1/fraud/screen', { key, body })).body.data;
  const path = `/api/v1/fraud/screenings/${screeningId}`;
  await app.call('PATCH', path, { key, body: { title: 'Ada of Kano' } });
  const erase = () => app.call('DELETE', '/api/v1/fraud/subjects/only-screened', { key });
  expect((await erase()).status).toBe(200);
  expect((await app.call('GET', path, { key })).body.data.title ?? null).toBeNull();
  expect((await erase()).status).toBe(404);
});

test('deleting a subject erases notes and files of its cases, and keeps those of other subjects', async () => {
  await client.openHits();
  const file = { name: 'id.txt', contentType: 'text/plain', base64: 'dGVzdA==' };
  const [own, other] = [
    await client.make({ note: 'Born in Kano.' }),
    await client.make({ subjectId: 'customer-2', note: 'Born in Lagos.' }),
  ];
  for (const { id } of [own, other]) await client.ask(201, 'POST', `/${id}/files`, file);
  const { id: fileId } = (await client.read(own.id)).files[0]!;
  await client.screening.ask(200, 'DELETE', '/subjects/customer-1');
  const erased = await client.read(own.id);
  expect(erased.notes).toMatchObject([{ text: null }]);
  expect(erased.files).toEqual([]);
  expect(erased.history.map(({ change }) => change)).toEqual(['created', 'file_added', 'erased']);
  expect((await client.call('GET', `/${own.id}/files/${fileId}`)).status).toBe(404);
  const db = await app.dbOf(client.org.id);
  const { rows } = await db.query('SELECT FROM case_contents WHERE org_id = $1', [client.org.id]);
  expect(rows).toHaveLength(1);
  const kept = await client.read(other.id);
  expect([kept.notes[0]!.text, kept.files.length]).toEqual(['Born in Lagos.', 1]);
});
