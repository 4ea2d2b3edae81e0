import { SOMEBODY } from '../../../../test/support/actor.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { TEST_SECRET } from '../../../../test/support/app.ts';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { ListRevision } from '../../lists/revisions/store.ts';
import { followers } from '../../cases/index.ts';
import { runRescreening } from '../rescreening/rescreening-run.ts';
import { selectDue } from '../rescreening/store.ts';
import { selectGlobalRevisions } from '../../lists/revisions/store.ts';
import { screenSubjects, storeEnrolment, type Enrolment } from './enrol.ts';
import { deleteSubject } from './subjects.ts';

const place = screeningPlace();

const PARTS = { followers, secret: TEST_SECRET };
const NAMES = ['Adewale Ogunbanjo', 'Wilhelmina Sunderland', 'Thaddeus Featherstone'];
const SUBJECTS = ['a', 'b', 'c'];

/** The steps of one organization, with those of an enrolment separate. */
class Steps {
  readonly org: ScreeningOrg;
  readonly db: Database;
  /** Subjects that are screened and not stored yet. */
  readonly underWay: { subject: string; name: string; enrolment: Enrolment }[] = [];
  readonly subjects = new Map<string, string>();
  readonly lists = new Map<string, Map<string, string>>();

  constructor(org: ScreeningOrg) {
    this.org = org;
    this.db = org.db;
  }

  static async start(): Promise<Steps> {
    return new Steps(await place.org());
  }

  async screen(subject: string, name: string): Promise<void> {
    const enrolment = await screenSubjects(place.screening, this.db.read, this.org.id, [
      { subjectId: subject, name },
    ]);
    this.underWay.push({ subject, name, enrolment });
  }
  async store(): Promise<void> {
    const next = this.underWay.shift();
    if (!next) return;
    await this.db.transaction((tx) =>
      storeEnrolment(tx, this.org.id, next.enrolment, SOMEBODY, followers),
    );
    this.subjects.set(next.subject, next.name);
  }
  async forget(subject: string): Promise<void> {
    if (this.subjects.delete(subject)) await this.org.forget(subject);
  }
  async newList(): Promise<void> {
    this.lists.set(await this.org.newList(), new Map());
  }
  /** Moves to the newest list. */
  async add(name: string): Promise<void> {
    const [listId, entries] = [...this.lists].at(-1) ?? [];
    if (listId === undefined) return;
    const [entryId] = await this.org.add(listId, name);
    entries!.set(entryId!, name);
  }
  async remove(): Promise<void> {
    const [listId, entries] = [...this.lists].at(-1) ?? [];
    const entryId = entries && [...entries.keys()][0];
    if (entryId === undefined) return;
    entries!.delete(entryId);
    await this.org.remove(listId!, entryId);
  }
  async dropList(): Promise<void> {
    const [listId] = [...this.lists.keys()];
    if (listId === undefined) return;
    this.lists.delete(listId);
    await this.org.drop(listId);
  }
  /** Starts runs and leaves them unfinished. */
  async begin(): Promise<void> {
    for (const due of await selectDue(this.db.read, await selectGlobalRevisions(this.db.read), 100))
      await runRescreening(this.db, due, PARTS, AbortSignal.abort());
  }
  run = (): Promise<void> => place.rescreen();

  /** Checks that exactly the pairs with equal names are open, and that no hit was raised twice. */
  async check(): Promise<void> {
    while (this.underWay.length > 0) await this.store();
    await this.run();
    await this.run();
    const expected = [...this.subjects].flatMap(([subject, name]) =>
      [...this.lists.values()].flatMap((entries) =>
        [...entries].filter(([, other]) => other === name).map(([id]) => `${subject} ${id}`),
      ),
    );
    const hits = await this.org.hits({ limit: 100 });
    const open = hits.filter((hit) => hit.status === 'open');
    expect(open.map((hit) => `${hit.subjectId} ${hit.entryId}`).toSorted()).toEqual(
      expected.toSorted(),
    );
    const events = await this.org.events();
    for (const hit of hits.filter((one) => one.reopenedBecause === null))
      expect(events.filter((event) => event['hitId'] === hit.id)).toHaveLength(1);
    const due = await selectDue(this.db.read, await selectGlobalRevisions(this.db.read), 1000);
    expect(due.filter(({ orgId }) => orgId === this.org.id)).toEqual([]);
  }
}

const name = fc.constantFrom(...NAMES);
const subject = fc.constantFrom(...SUBJECTS);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ screen: subject, name }) },
  { weight: 4, arbitrary: fc.constant('store' as const) },
  { weight: 4, arbitrary: fc.record({ add: name }) },
  { weight: 4, arbitrary: fc.constantFrom('run' as const, 'begin' as const) },
  { weight: 1, arbitrary: fc.record({ forget: subject }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('remove' as const, 'newList' as const, 'dropList' as const),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(steps: Steps, one: Step): Promise<void> {
  if (typeof one === 'string') await steps[one]();
  else if ('screen' in one) await steps.screen(one.screen, one.name);
  else if ('add' in one) await steps.add(one.add);
  else await steps.forget(one.forget);
}

test('in any order of enrolments, list changes and runs, every pair is found once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (all) => {
      const steps = await Steps.start();
      await steps.newList();
      for (const one of all) await take(steps, one);
      await steps.check();
    }),
    { numRuns: cases(6, 15) },
  );
});

test('a hit of the former name closes, even on a list created after the screening of the new name', async () => {
  const steps = await Steps.start();
  await steps.newList();
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  await steps.screen('a', NAMES[1]!);
  await steps.newList();
  await steps.add(NAMES[0]!);
  await steps.run();
  expect(await steps.org.onlyHit()).toMatchObject({ status: 'open' });
  await steps.store();
  await steps.check();
});

describe('an enrolled subject', () => {
  let steps: Steps;
  beforeEach(async () => {
    steps = await Steps.start();
    await steps.newList();
    await steps.screen('a', NAMES[0]!);
    await steps.store();
  });

  test('is not missed when a list changes and is screened during its enrolment', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.run();
    await steps.store();
    await steps.check();
  });

  test('is not missed when a rescreening run begins during its enrolment and reads past it', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.begin();
    await sql`UPDATE screening_cursors SET after_subject = 'z' WHERE org_id = ${steps.org.id}
      AND target IS NOT NULL`.execute(steps.db.read);
    await steps.store();
    await steps.check();
  });

  test('is not missed by a rescreening run that begins while the enrolment is stored: the run waits', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    const stored = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const enrolling = steps.db.transaction(async (tx) => {
      await storeEnrolment(
        tx,
        steps.org.id,
        steps.underWay.shift()!.enrolment,
        SOMEBODY,
        followers,
      );
      stored.resolve();
      await commit.promise;
    });
    await stored.promise;
    let passed = false;
    const passing = steps.run().then(() => (passed = true));
    const waiting = sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect
      .poll(async () => passed || (await waiting.execute(steps.db.read)).rows.length > 0)
      .toBe(true);
    commit.resolve();
    await Promise.all([enrolling, passing]);
    steps.subjects.set('b', NAMES[0]!);
    await steps.check();
  });

  test('is not missed on a list that was created after earlier enrolments', async () => {
    await steps.newList();
    await steps.add(NAMES[0]!);
    await steps.screen('b', NAMES[0]!);
    await steps.store();
    await steps.check();
  });

  test('has no hit on a list that was deleted during the enrolment', async () => {
    await steps.add(NAMES[0]!);
    await steps.screen('b', NAMES[0]!);
    await steps.dropList();
    await steps.run();
    await steps.store();
    await steps.check();
  });

  test('keeps the hits of a rescreening run between its screening and its storage', async () => {
    await steps.screen('a', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.run();
    const before = await steps.org.onlyHit();
    await steps.store();
    expect(await steps.org.onlyHit()).toEqual(before);
    await steps.check();
    expect(await steps.org.onlyHit()).toEqual(before);
  });

  test('is not missed when enrolments, changes and runs happen at the same time', async () => {
    const enrolAll = SUBJECTS.map(async (id) => {
      for (let i = 0; i < 3; i++) await steps.org.enrol(id, NAMES[0]!);
      steps.subjects.set(id, NAMES[0]!);
    });
    const changeAll = [0, 1, 2].map(async () => {
      for (let i = 0; i < 3; i++) await steps.add(NAMES[0]!);
      await steps.remove();
    });
    const passAll = [0, 1, 2].map(async () => {
      for (let i = 0; i < 5; i++) await steps.run();
    });
    await Promise.all([...enrolAll, ...changeAll, ...passAll]);
    await steps.check();
  });
});

describe('a rescreening run, between its read and its write', () => {
  /** A run over an entry that matches "a"; `before` runs just before it records that. */
  async function passWith(happens: (steps: Steps) => Promise<unknown>): Promise<Steps> {
    const steps = await Steps.start();
    await steps.newList();
    await steps.screen('a', NAMES[0]!);
    await steps.store();
    await steps.add(NAMES[0]!);
    let transactions = 0;
    const { db } = steps;
    const watched = Object.assign(Object.create(db) as Database, {
      transaction: async (work: Parameters<Database['transaction']>[0]) => {
        transactions += 1;
        // The first process has claimed the run.
        if (transactions === 2) await happens(steps);
        return db.transaction(work);
      },
    });
    const due = (await selectDue(db.read, await selectGlobalRevisions(db.read), 1000)).find(
      ({ orgId, listId }) => orgId === steps.org.id && steps.lists.has(listId),
    );
    await runRescreening(watched, due!, PARTS, new AbortController().signal);
    return steps;
  }

  test('skips a subject that is being enrolled under another name', async () => {
    const steps = await passWith(async ({ org }) => org.enrol('a', NAMES[1]!));
    expect(await steps.org.hits()).toEqual([]);
  });

  test('gives no hit to a deleted subject', async () => {
    const steps = await passWith((during) => during.forget('a'));
    expect(await steps.org.hits()).toEqual([]);
    await steps.check();
  });

  test('writes nothing after another process has taken it over', async () => {
    const steps = await passWith(({ org, db }) =>
      sql`UPDATE screening_cursors SET holder = 'pass_other' WHERE org_id = ${org.id}`.execute(
        db.read,
      ),
    );
    expect(await steps.org.hits()).toEqual([]);
    await sql`UPDATE screening_cursors SET leased_until = now() WHERE org_id = ${steps.org.id}`.execute(
      steps.db.read,
    );
    await steps.check();
  });
});

/**
 * Runs one transaction that takes two locks in their order, and begins the other work between the two. Neither waits
 * forever.
 */
async function besides(
  db: Database,
  lockFirst: (tx: Tx) => Promise<unknown>,
  lockSecond: (tx: Tx) => Promise<unknown>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const waiting = sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const locked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const locking = db.transaction(async (tx) => {
    await lockFirst(tx);
    locked.resolve();
    await goOn.promise;
    await lockSecond(tx);
  });
  await locked.promise;
  const working = db.transaction(work);
  await expect.poll(async () => (await waiting.execute(db.read)).rows.length).toBe(1);
  goOn.resolve();
  await Promise.all([locking, working]);
}

test('deleting a subject locks its hits in the order of their ids, like other changes that close hits', async () => {
  const steps = await Steps.start();
  const orgId = steps.org.id;
  await steps.newList();
  await steps.add(NAMES[0]!);
  await steps.add(NAMES[0]!);
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  // The hits are stored, and found by the unique key of subject and entry in the opposite order of their ids.
  const stored = await sql<{ entry_id: string }>`
    SELECT entry_id FROM screening_hits WHERE org_id = ${orgId} ORDER BY entry_id`.execute(
    steps.db.read,
  );
  for (const [i, { entry_id: entryId }] of stored.rows.entries())
    await sql`UPDATE screening_hits SET id = ${`hit_${9 - i}`}
      WHERE org_id = ${orgId} AND entry_id = ${entryId}`.execute(steps.db.read);
  const lock = (id: string) => (tx: Tx) =>
    sql`SELECT FROM screening_hits WHERE org_id = ${orgId} AND id = ${id} FOR UPDATE`.execute(tx);
  await besides(steps.db, lock('hit_8'), lock('hit_9'), (tx) =>
    deleteSubject(tx, orgId, 'a', SOMEBODY, followers),
  );
});

test('an enrolment locks cursors in the order of the lists, whichever lists it has not seen', async () => {
  const steps = await Steps.start();
  const orgId = steps.org.id;
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  await sql`INSERT INTO screening_cursors (org_id, list_id, revision)
    VALUES (${orgId}, 'list_1', 5), (${orgId}, 'list_2', 5)`.execute(steps.db.read);
  await steps.screen('b', NAMES[0]!);
  const { enrolment } = steps.underWay.shift()!;
  // A rescreening run had seen the second list, but not the first one.
  enrolment.listRevisions = [
    { id: 'list_2', kind: 'tenant_blocklist', revision: 4 },
  ] as ListRevision[];
  const lock = (id: string) => (tx: Tx) =>
    sql`SELECT FROM screening_cursors WHERE org_id = ${orgId} AND list_id = ${id} FOR UPDATE`.execute(
      tx,
    );
  await besides(steps.db, lock('list_1'), lock('list_2'), (tx) =>
    storeEnrolment(tx, orgId, enrolment, SOMEBODY, followers),
  );
});
