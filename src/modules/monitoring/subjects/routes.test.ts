import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

const NAME = 'Zzyzx Loggerson';
const BAD = [{ kind: 'lei', value: '506700GE1G29325QX364' }];

test('POST, GET and the list return the same subject, and a decision returns the decided hit', async () => {
  await client.add(await client.newList(), NAME);
  const enrolled = await client.enrol('customer-1', NAME, { kinds: [] });
  expect(await client.subject('customer-1')).toEqual(enrolled);
  expect(await client.ask(200, 'GET', '/subjects?limit=2&page=1')).toMatchObject({
    items: [enrolled],
    total: 1,
    nextCursor: null,
  });
  const hit = await client.onlyHit();
  const decided = await client.decide(hit.id, 'true_match');
  expect(decided).toMatchObject({
    ...(await client.hit(hit.id)),
    reasonHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(decided.decisions).toMatchObject([{ decidedBy: expect.stringMatching(/^key_/) }]);
  expect((await client.ask(200, 'GET', '/hits/by-day')).days).toHaveLength(30);
});

test.each(['a b/c?d#e', 'ünï-cødé', 'x'.repeat(200), "' OR ''='"])(
  'a subject with the id %j is reached by its percent-encoded path',
  async (id) => {
    const path = `/subjects/${encodeURIComponent(id)}`;
    await client.enrol(id, NAME);
    expect((await client.ask(200, 'GET', path)).subjectId).toBe(id);
    expect(await client.ask(200, 'DELETE', path)).toEqual({ subjectId: id, deleted: true });
    expect((await client.call('DELETE', path)).status).toBe(404);
  },
);

test('names in parts are joined, and impossible dates are reported and not stored, alone and in bulk', async () => {
  await client.add(await client.newList(), 'Mirjana Lostlistova');
  const parts = { name: '', firstName: 'Mirjana', lastName: 'Lostlistova' };
  const first = await client.enrol('customer-1', '', { ...parts, dob: '2092-01-01' });
  expect(first).toMatchObject({
    name: 'Mirjana Lostlistova',
    dob: null,
    openHits: 1,
    checked: { ignored: [{ field: 'dob', reason: 'is in the future' }] },
  });
  expect(await client.subject('customer-1')).not.toHaveProperty('checked');
  const subjects = [
    { subjectId: 'customer-2', name: 'Mirjana', lastName: 'Lostlistova', birthDate: '1067' },
    {
      ...parts,
      subjectId: 'customer-3',
      name: 'Account 4711',
      middleName: 'M.',
      dob: '1980-02-29',
    },
  ];
  const bulk = await client.ask(200, 'POST', '/subjects/batch', { subjects });
  expect(bulk.subjects).toMatchObject([
    {
      name: 'Mirjana Lostlistova',
      openHits: 1,
      checked: { ignored: [{ field: 'birthDate', reason: 'is before 1850' }] },
    },
    { name: 'Account 4711', aliases: ['Mirjana M. Lostlistova'], openHits: 1, dob: '1980-02-29' },
  ]);
  expect(bulk.subjects[0]).not.toHaveProperty('birthDate');
  expect(bulk.subjects[1]).not.toHaveProperty('checked');
});

test.each([
  ['name', { name: '' }],
  ['name', { name: '…' }],
  ['identifiers[0].value', { identifiers: BAD }],
])(
  'a wrong %s is rejected with 400 and its name, alone and in bulk, and enrols no subject',
  async (field, wrong) => {
    const subject = { subjectId: 'customer-1', name: NAME, ...wrong };
    const alone = await client.call('POST', '/subjects', subject);
    expect([alone.status, alone.body.error.details[0].path]).toEqual([400, field]);
    const subjects = [{ subjectId: 'other', name: NAME }, subject];
    const bulk = await client.call('POST', '/subjects/batch', { subjects });
    expect([bulk.status, bulk.body.error.details[0].path]).toEqual([400, `subjects[1].${field}`]);
    const twice = await client.call('POST', '/subjects/batch', {
      subjects: [subjects[0], subjects[0]],
    });
    expect([twice.status, twice.body.error.details[0].path]).toEqual([
      400,
      'subjects[1].subjectId',
    ]);
    expect((await client.ask(200, 'GET', '/subjects')).total).toBe(0);
  },
);

test('a decision on another revision returns 409, and one with a wrong field 400 and its name', async () => {
  await client.add(await client.newList(), NAME);
  await client.enrol('customer-1', NAME);
  const { id } = await client.onlyHit();
  const decide = (more: object) =>
    client.call('POST', `/hits/${id}/decision`, { decision: 'true_match', reason: 'x', ...more });
  const stale = await decide({ expectedRevision: 9 });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'CONFLICT']);
  const wrong = await decide({ reason: ' ' });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'reason']);
  expect((await client.onlyHit()).status).toBe('open');
});

test.each(['status=unheard-of', 'page=0', 'limit=x', 'listId=%00'])(
  'the query %s of hits returns 400',
  async (query) => {
    expect((await client.call('GET', `/hits?${query}`)).status).toBe(400);
  },
);

test('a subject is neither in the log nor in a screening', async () => {
  await client.add(await client.newList(), NAME);
  await client.enrol('customer-1', NAME, { dob: '1961-07-19' });
  await client.ask(200, 'DELETE', '/subjects/customer-1');
  expect(app.logs.join('\n')).not.toMatch(/Zzyzx|Loggerson|1961-07-19/);
  expect((await client.ask(200, 'GET', '/screenings')).total).toBe(0);
});

test('the numbers of a subject are stored only as HMACs and last characters, and nothing of them stays after its deletion', async () => {
  await client.add(await client.newList(), { name: NAME });
  const identifiers = [
    { kind: 'passport', value: 'QX 9081-7263', country: 'gh' },
    { kind: 'wallet', value: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  ];
  await client.enrol('customer-1', NAME, { identifiers });
  const textOf = async () => {
    const tables = ['screening_subjects', 'screening_hits', 'events', 'audit_actions'];
    const found = await Promise.all(
      tables.map((table) =>
        sql<{ text: string }>`
          SELECT t::text AS text FROM ${sql.table(table)} t WHERE org_id = ${client.org.id}`.execute(
          app.db.read,
        ),
      ),
    );
    return (
      found.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n') + app.logs.join('\n')
    );
  };
  expect(await textOf()).toContain('"7263"');
  expect(await textOf()).not.toMatch(/90817263|9081-7263|1A1zP1/);
  await client.ask(200, 'DELETE', '/subjects/customer-1');
  expect(await textOf()).not.toMatch(/lastFour|hmac|"7263"/);
});
