import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { SUBJECT_KINDS, type EnrolSubject } from './schemas.ts';
import { listSubjects } from './subjects.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

const NAME = 'Adewale Ogunbanjo';

describe('enrolment', () => {
  test('screens immediately: the answer counts the hits, each of which has its event', async () => {
    const listId = await org.newList();
    await org.add(listId, NAME, 'Wilhelmina Sunderland');
    const enrolled = await org.enrol('customer-1', NAME, { dob: '1980-02-29', country: 'ng' });
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
    expect(await org.subject('customer-1')).toEqual(enrolled);
    expect(await org.onlyHit()).toMatchObject({ listId, status: 'open', score: 100 });
    expect(await org.events()).toHaveLength(1);
    // The subject is screened already, so a rescreening run has nothing to do.
    await place.rescreen();
    expect(await org.events()).toHaveLength(1);
  });

  test('of an enrolled subject replaces its fields, closes hits that no longer match, and creates nothing twice', async () => {
    const listId = await org.newList();
    await org.add(listId, NAME, 'Wilhelmina Sunderland');
    const first = await org.enrol('customer-1', NAME, { dob: '1980-02-29', threshold: 90 });
    const { id } = await org.onlyHit();
    const again = await org.enrol('customer-1', 'Wilhelmina Sunderland', {
      kinds: ['tenant_blocklist'],
    });
    expect(again).toMatchObject({
      dob: null,
      kinds: ['tenant_blocklist'],
      threshold: 85,
      openHits: 1,
      createdAt: first.createdAt,
    });
    expect(await org.hit(id)).toMatchObject({ closedBecause: 'subject_changed' });
    expect((await org.page({ status: 'open' })).total).toBe(1);
    await Promise.all([1, 2, 3].map(() => org.enrol('customer-1', 'Wilhelmina Sunderland')));
    expect((await org.page()).total).toBe(2);
    expect(await org.events()).toHaveLength(2);
  });

  test('in bulk returns the subjects in the order of the request, each screened by its own threshold and kinds', async () => {
    const listId = await org.newList();
    await org.add(listId, NAME);
    const subjects: EnrolSubject[] = [
      { subjectId: 'z', name: NAME },
      { subjectId: 'a', name: 'Wilhelmina Sunderland', threshold: 70 },
      { subjectId: 'm', name: NAME, kinds: ['pep'] },
    ];
    const enrolled = await org.enrolAll(subjects);
    expect(enrolled.map((one) => [one.subjectId, one.openHits])).toEqual([
      ['z', 1],
      ['a', 0],
      ['m', 1],
    ]);
    const listed = await listSubjects(org.db.read, org.id, { limit: 2, page: 1 });
    expect(listed).toMatchObject({
      items: [await org.subject('a'), await org.subject('m')],
      total: 3,
    });
  });

  test('with more than 5,000 hits in one request is rejected, and nothing is stored', async () => {
    const listId = await org.newList();
    await org.add(listId, ...Array<string>(101).fill(NAME));
    const subjects = Array.from({ length: 50 }, (_, i) => ({ subjectId: `c${i}`, name: NAME }));
    await expect(org.enrolAll(subjects)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await listSubjects(org.db.read, org.id, {})).total).toBe(0);
    await org.enrolAll(subjects.slice(0, 21));
    expect((await org.page()).total).toBe(21 * 101);
  });
});

describe('a subject', () => {
  test('belongs to one organization, and only that one can read, change and delete it', async () => {
    const stranger = await place.org();
    await org.enrol('customer-1', NAME);
    await stranger.enrol('customer-1', 'Wilhelmina Sunderland');
    const listId = await stranger.newList();
    await stranger.add(listId, NAME);
    await place.rescreen();
    expect(await org.hits()).toEqual([]);
    await stranger.forget('customer-1');
    await expect(stranger.subject('customer-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await org.subject('customer-1')).name).toBe(NAME);
  });

  test('leaves no data after its deletion, and starts as new when it is enrolled again', async () => {
    const listId = await org.newList();
    await org.add(listId, NAME);
    await org.enrol('customer-1', NAME, { dob: '1961-07-19' });
    const { id } = await org.onlyHit();
    await org.decide(id, 'false_positive', `${NAME} is another one`);
    await org.forget('customer-1');
    expect(await org.hit(id)).toMatchObject({
      subjectId: 'customer-1',
      status: 'closed',
      closedBecause: 'subject_deleted',
      match: null,
      decisions: [
        { decision: 'false_positive', reason: null, findings: null, onBehalfOf: 'analyst-4' },
      ],
    });
    const left = await sql<{ text: string }>`
      SELECT h::text AS text FROM screening_hits h WHERE org_id = ${org.id}
      UNION ALL SELECT d::text FROM screening_decisions d WHERE org_id = ${org.id}
      UNION ALL SELECT s::text FROM screening_subjects s WHERE org_id = ${org.id}
      UNION ALL SELECT e::text FROM events e WHERE org_id = ${org.id}`.execute(org.db.read);
    expect(left.rows.map((row) => row.text).join('\n')).not.toMatch(/Adewale|Ogunbanjo|1961/);
    await org.enrol('customer-1', NAME, { dob: '1961-07-19' });
    expect(await org.hit(id)).toMatchObject({
      status: 'open',
      match: { matchedName: NAME },
      reopenedBecause: 'subject_changed',
    });
  });
});
