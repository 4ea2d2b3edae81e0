import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { SUBJECT_KINDS } from './schemas.ts';

let app: TestApp;
let client: ScreeningClient;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

const NAME = 'Adewale Ogunbanjo';

describe('enrolment', () => {
  test('screens at once: the answer counts the hits, each of which has its event', async () => {
    const listId = await client.newList();
    await client.add(listId, NAME, 'Wilhelmina Sunderland');
    const enrolled = await client.enrol('customer-1', NAME, { dob: '1980-02-29', country: 'ng' });
    expect(enrolled).toEqual({
      subjectId: 'customer-1',
      name: NAME,
      dob: '1980-02-29',
      country: 'NG',
      kinds: SUBJECT_KINDS,
      threshold: 85,
      openHits: 1,
      createdAt: expect.any(String),
      updatedAt: enrolled.createdAt,
    });
    expect(await client.subject('customer-1')).toEqual(enrolled);
    expect(await client.onlyHit()).toMatchObject({ listId, status: 'open', score: 100 });
    expect(await client.events()).toHaveLength(1);
    // It was screened already: there is nothing to do for a rescreening run.
    await rescreen(app);
    expect(await client.events()).toHaveLength(1);
  });

  test('again takes the new fields, closes what no longer matches and creates nothing twice', async () => {
    const listId = await client.newList();
    await client.add(listId, NAME, 'Wilhelmina Sunderland');
    const first = await client.enrol('customer-1', NAME, { dob: '1980-02-29', threshold: 90 });
    const { id } = await client.onlyHit();
    const again = await client.enrol('customer-1', 'Wilhelmina Sunderland', {
      kinds: ['tenant_blocklist'],
    });
    expect(again).toMatchObject({
      dob: null,
      kinds: ['tenant_blocklist'],
      threshold: 85,
      openHits: 1,
      createdAt: first.createdAt,
    });
    expect(await client.hit(id)).toMatchObject({ closedBecause: 'subject_changed' });
    expect((await client.page({ status: 'open' })).total).toBe(1);
    await Promise.all([1, 2, 3].map(() => client.enrol('customer-1', 'Wilhelmina Sunderland')));
    expect((await client.page()).total).toBe(2);
    expect(await client.events()).toHaveLength(2);
  });

  test('in bulk answers in the order of the request, under the rules of each', async () => {
    const listId = await client.newList();
    await client.add(listId, NAME);
    const subjects = [
      { subjectId: 'z', name: NAME },
      { subjectId: 'a', name: 'Wilhelmina Sunderland', threshold: 70 },
      { subjectId: 'm', name: NAME, kinds: ['pep'] },
    ];
    const { subjects: enrolled } = await client.ask(200, 'POST', '/subjects/batch', { subjects });
    const seen = enrolled.map((one: { subjectId: string; openHits: number }) => [
      one.subjectId,
      one.openHits,
    ]);
    expect(seen).toEqual([
      ['z', 1],
      ['a', 0],
      ['m', 1],
    ]);
    const listed = await client.ask(200, 'GET', '/subjects?limit=2&page=1');
    expect(listed).toEqual({
      items: [await client.subject('a'), await client.subject('m')],
      total: 3,
      totalIsExact: true,
      page: 1,
      nextCursor: expect.any(String),
      limit: 2,
    });
  });

  test.each([
    ['subjectId', { subjectId: '' }],
    ['subjectId', { subjectId: 'x'.repeat(201) }],
    ['subjectId', { subjectId: '..' }],
    ['name', { name: '…' }],
    ['dob', { dob: '1980-02-30' }],
    ['country', { country: 'XX' }],
    ['kinds[0]', { kinds: ['tenant_allowlist'] }],
    ['threshold', { threshold: 69 }],
    ['threshold', { threshold: 101 }],
  ])('a wrong %s is 400 naming it, alone and in bulk, and enrols nobody', async (field, wrong) => {
    const body = { subjectId: 'customer-1', name: NAME, ...wrong };
    const alone = await client.call('POST', '/subjects', body);
    expect([alone.status, alone.body.error.details[0].path]).toEqual([400, field]);
    const subjects = [{ subjectId: 'other', name: NAME }, body];
    const bulk = await client.call('POST', '/subjects/batch', { subjects });
    expect([bulk.status, bulk.body.error.details[0].path]).toEqual([400, `subjects[1].${field}`]);
    expect((await client.ask(200, 'GET', '/subjects')).total).toBe(0);
  });

  test('an empty list of kinds stands for all of them', async () => {
    const body = { subjectId: 'customer-1', name: NAME, kinds: [] };
    const { kinds } = await client.ask(200, 'POST', '/subjects', body);
    expect(kinds).toEqual(SUBJECT_KINDS);
  });

  test('more than 5,000 hits in one request are 409, and nothing is stored', async () => {
    const listId = await client.newList();
    await client.add(listId, ...Array<string>(101).fill(NAME));
    const subjects = Array.from({ length: 50 }, (_, i) => ({ subjectId: `c${i}`, name: NAME }));
    const refused = await client.call('POST', '/subjects/batch', { subjects });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await client.ask(200, 'GET', '/subjects')).total).toBe(0);
    await client.ask(200, 'POST', '/subjects/batch', { subjects: subjects.slice(0, 21) });
    expect((await client.page()).total).toBe(21 * 101);
  });

  test('a subject twice in one bulk, none, and 1,001 are 400', async () => {
    const subject = { subjectId: 'customer-1', name: NAME };
    const refused = async (subjects: object[]) => {
      const answer = await client.call('POST', '/subjects/batch', { subjects });
      expect(answer.status).toBe(400);
      return answer.body.error.details[0].path;
    };
    expect(await refused([subject, { ...subject, subjectId: 'b' }, subject])).toBe(
      'subjects[2].subjectId',
    );
    expect(await refused([])).toBe('subjects');
    expect(await refused(Array.from({ length: 1001 }, () => subject))).toBe('subjects');
  });
});

describe('a subject', () => {
  test('belongs to one organization, which alone can read, change and delete it', async () => {
    const stranger = await ScreeningClient.of(app);
    await client.enrol('customer-1', NAME);
    await stranger.enrol('customer-1', 'Wilhelmina Sunderland');
    const listId = await stranger.newList();
    await stranger.add(listId, NAME);
    await rescreen(app);
    expect(await client.hits()).toEqual([]);
    await stranger.ask(200, 'DELETE', '/subjects/customer-1');
    expect((await stranger.call('GET', '/subjects/customer-1')).status).toBe(404);
    expect((await client.subject('customer-1')).name).toBe(NAME);
  });

  test.each(['a b/c?d#e', 'ünï-cødé', 'x'.repeat(200), "' OR ''='"])(
    'with the id %j is reached by its percent-encoded path',
    async (id) => {
      const path = `/subjects/${encodeURIComponent(id)}`;
      await client.enrol(id, NAME);
      expect((await client.ask(200, 'GET', path)).subjectId).toBe(id);
      expect(await client.ask(200, 'DELETE', path)).toEqual({ subjectId: id, deleted: true });
      expect((await client.call('DELETE', path)).status).toBe(404);
    },
  );

  test('that is deleted leaves nothing of its data, and is new when it comes back', async () => {
    const listId = await client.newList();
    await client.add(listId, NAME);
    await client.enrol('customer-1', NAME, { dob: '1961-07-19' });
    const { id } = await client.onlyHit();
    await client.decide(id, 'false_positive', `${NAME} is another one`);
    await client.ask(200, 'DELETE', '/subjects/customer-1');
    expect(await client.hit(id)).toMatchObject({
      subjectId: 'customer-1',
      status: 'closed',
      closedBecause: 'subject_deleted',
      match: null,
      decisions: [
        { decision: 'false_positive', reason: null, findings: null, onBehalfOf: 'analyst-4' },
      ],
    });
    const left = await sql<{ text: string }>`
      SELECT h::text AS text FROM screening_hits h WHERE org_id = ${client.org.id}
      UNION ALL SELECT d::text FROM screening_decisions d WHERE org_id = ${client.org.id}
      UNION ALL SELECT s::text FROM screening_subjects s WHERE org_id = ${client.org.id}
      UNION ALL SELECT e::text FROM events e WHERE org_id = ${client.org.id}`.execute(app.db.read);
    expect(left.rows.map((row) => row.text).join('\n')).not.toMatch(/Adewale|Ogunbanjo|1961/);
    await client.enrol('customer-1', NAME, { dob: '1961-07-19' });
    expect(await client.hit(id)).toMatchObject({
      status: 'open',
      match: { matchedName: NAME },
      reopenedBecause: 'subject_changed',
    });
  });

  test('is not in the log, nor in a screening', async () => {
    const listId = await client.newList();
    await client.add(listId, 'Zzyzx Loggerson');
    await client.enrol('customer-1', 'Zzyzx Loggerson', { dob: '1961-07-19' });
    await client.ask(200, 'DELETE', '/subjects/customer-1');
    expect(app.logs.join('\n')).not.toMatch(/Zzyzx|Loggerson|1961-07-19/);
    expect((await client.ask(200, 'GET', '/screenings')).total).toBe(0);
  });
});
