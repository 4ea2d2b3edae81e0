import { SOMEBODY } from '../../../../test/support/actor.ts';
import { decided } from '../hits/decided.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { addEntries, deleteEntry, prepareEntries } from '../../lists/tenant/entries.ts';
import { createList, deleteList } from '../../lists/tenant/lists.ts';
import { Screening } from '../../screening/screen/screening.ts';
import type { ListRevision } from '../../lists/revisions/store.ts';
import { followers } from '../../cases/index.ts';
import { runRescreening } from '../rescreening/rescreening-run.ts';
import { selectDue } from '../rescreening/store.ts';
import { selectGlobalRevisions } from '../../lists/revisions/store.ts';
import { screenSubjects, storeEnrolment, type Enrolment } from './enrol.ts';
import { deleteSubject } from './subjects.ts';

const ACTOR = { kind: 'key', id: 'key_1', via: null, requestId: null, address: null } as const;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());

const PARTS = { followers, secret: TEST_SECRET };
const NAMES = ['Adewale Ogunbanjo', 'Wilhelmina Sunderland', 'Thaddeus Featherstone'];
const SUBJECTS = ['a', 'b', 'c'];

/** The steps of one organization, with those of an enrolment apart. */
class Steps {
  readonly screening: Screening;
  readonly client: ScreeningClient;
  readonly db: Database;
  /** Screened, not yet stored. */
  readonly underWay: { subject: string; name: string; enrolment: Enrolment }[] = [];
  readonly subjects = new Map<string, string>();
  readonly lists = new Map<string, Map<string, string>>();
  #made = 0;

  constructor(client: ScreeningClient, db: Database) {
    this.screening = new Screening({
      db: db.read,
      memoryBytes: 2 ** 28,
      secret: TEST_SECRET,
      decided,
    });
    this.client = client;
    this.db = db;
  }

  static async start(): Promise<Steps> {
    const client = await ScreeningClient.of(app);
    return new Steps(client, await app.dbOf(client.org.id));
  }

  get #orgId(): string {
    return this.client.org.id;
  }

  async screen(subject: string, name: string): Promise<void> {
    const enrolment = await screenSubjects(this.screening, this.db.read, this.#orgId, [
      { subjectId: subject, name },
    ]);
    this.underWay.push({ subject, name, enrolment });
  }
  async store(): Promise<void> {
    const next = this.underWay.shift();
    if (!next) return;
    await this.db.transaction((tx) =>
      storeEnrolment(tx, this.#orgId, next.enrolment, ACTOR, followers),
    );
    this.subjects.set(next.subject, next.name);
  }
  async forget(subject: string): Promise<void> {
    if (!this.subjects.delete(subject)) return;
    await this.db.transaction((tx) => deleteSubject(tx, this.#orgId, subject, ACTOR, followers));
  }
  async newList(): Promise<void> {
    const source = `list-${++this.#made}`;
    const { id } = await this.db.transaction((tx) =>
      createList(tx, this.#orgId, { source, name: source, kind: 'tenant_blocklist' }),
    );
    this.lists.set(id, new Map());
  }
  /** To the newest list. */
  async add(name: string): Promise<void> {
    const [listId, entries] = [...this.lists].at(-1) ?? [];
    if (listId === undefined) return;
    const { entryIds } = await this.db.transaction(async (tx) =>
      addEntries(tx, this.#orgId, listId, await prepareEntries({ entries: [{ name }] })),
    );
    entries!.set(entryIds[0]!, name);
  }
  async remove(): Promise<void> {
    const [listId, entries] = [...this.lists].at(-1) ?? [];
    const entryId = entries && [...entries.keys()][0];
    if (entryId === undefined) return;
    entries!.delete(entryId);
    await this.db.transaction((tx) =>
      deleteEntry(tx, this.#orgId, listId!, entryId, SOMEBODY, async () => false),
    );
  }
  async dropList(): Promise<void> {
    const [listId] = [...this.lists.keys()];
    if (listId === undefined) return;
    this.lists.delete(listId);
    await this.db.transaction((tx) =>
      deleteList(tx, this.#orgId, listId, SOMEBODY, async () => false),
    );
  }
  /** Starts runs and leaves them where they are. */
  async begin(): Promise<void> {
    for (const due of await selectDue(this.db.read, await selectGlobalRevisions(this.db.read), 100))
      await runRescreening(this.db, due, PARTS, AbortSignal.abort());
  }
  run = (): Promise<void> => rescreen(this.client.app);

  /** Every pair of names that are equal, and nothing else, is open; and no hit was raised twice. */
  async check(): Promise<void> {
    while (this.underWay.length > 0) await this.store();
    await this.run();
    await this.run();
    const expected = [...this.subjects].flatMap(([subject, name]) =>
      [...this.lists.values()].flatMap((entries) =>
        [...entries].filter(([, other]) => other === name).map(([id]) => `${subject} ${id}`),
      ),
    );
    const hits = await this.client.hits({ limit: '100' });
    const open = hits.filter((hit) => hit.status === 'open');
    expect(open.map((hit) => `${hit.subjectId} ${hit.entryId}`).toSorted()).toEqual(
      expected.toSorted(),
    );
    const events = await this.client.events();
    for (const hit of hits.filter((one) => one.reopenedBecause === null))
      expect(events.filter((event) => event['hitId'] === hit.id)).toHaveLength(1);
    const due = await selectDue(this.db.read, await selectGlobalRevisions(this.db.read), 1000);
    expect(due.filter(({ orgId }) => orgId === this.client.org.id)).toEqual([]);
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

test('in whatever order enrolments, changes of lists and runs happen, every pair is found and none twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (all) => {
      const steps = await Steps.start();
      await steps.newList();
      for (const one of all) await take(steps, one);
      await steps.check();
    }),
    { numRuns: 15 },
  );
});

test('a hit of the former name closes, also on a list that is younger than the screening of the new name', async () => {
  const steps = await Steps.start();
  await steps.newList();
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  await steps.screen('a', NAMES[1]!);
  await steps.newList();
  await steps.add(NAMES[0]!);
  await steps.run();
  expect(await steps.client.onlyHit()).toMatchObject({ status: 'open' });
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

  test('is not missed when a list changes and is passed during its enrolment', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.run();
    await steps.store();
    await steps.check();
  });

  test('is not missed when a rescreening run begins during its enrolment and comes past it', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.begin();
    await sql`UPDATE screening_cursors SET after_subject = 'z' WHERE org_id = ${steps.client.org.id}
      AND target IS NOT NULL`.execute(steps.db.read);
    await steps.store();
    await steps.check();
  });

  test('is not missed by a rescreening run that begins while the enrolment is being stored: it waits', async () => {
    await steps.screen('b', NAMES[0]!);
    await steps.add(NAMES[0]!);
    const stored = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const enrolling = steps.db.transaction(async (tx) => {
      await storeEnrolment(
        tx,
        steps.client.org.id,
        steps.underWay.shift()!.enrolment,
        ACTOR,
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

  test('is not missed on a list that is new to those who were enrolled before', async () => {
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

  test('keeps what a rescreening run has found since, which is left alone by an enrolment that could not see it', async () => {
    await steps.screen('a', NAMES[0]!);
    await steps.add(NAMES[0]!);
    await steps.run();
    const before = await steps.client.onlyHit();
    await steps.store();
    expect(await steps.client.onlyHit()).toEqual(before);
    await steps.check();
    expect(await steps.client.onlyHit()).toEqual(before);
  });

  test('is not missed when enrolments, changes and runs happen all at once', async () => {
    const enrolAll = SUBJECTS.map(async (id) => {
      for (let i = 0; i < 3; i++) await steps.client.enrol(id, NAMES[0]!);
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

describe('a rescreening run, between its reading and its writing', () => {
  /** A run over an entry that matches "a", with something that happens just before it records that. */
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
        // The first has claimed the run.
        if (transactions === 2) await happens(steps);
        return db.transaction(work);
      },
    });
    const due = (await selectDue(db.read, await selectGlobalRevisions(db.read), 1000)).find(
      ({ orgId, listId }) => orgId === steps.client.org.id && steps.lists.has(listId),
    );
    await runRescreening(watched, due!, PARTS, new AbortController().signal);
    return steps;
  }

  test('a subject that is enrolled under another name is left to that enrolment', async () => {
    const steps = await passWith(async ({ client }) => client.enrol('a', NAMES[1]!));
    expect(await steps.client.hits()).toEqual([]);
  });

  test('a subject that is deleted gets no hit', async () => {
    const steps = await passWith((during) => during.forget('a'));
    expect(await steps.client.hits()).toEqual([]);
    await steps.check();
  });

  test('a rescreening run that another process has taken over writes nothing', async () => {
    const steps = await passWith(({ client, db }) =>
      sql`UPDATE screening_cursors SET holder = 'pass_other' WHERE org_id = ${client.org.id}`.execute(
        db.read,
      ),
    );
    expect(await steps.client.hits()).toEqual([]);
    await sql`UPDATE screening_cursors SET leased_until = now() WHERE org_id = ${steps.client.org.id}`.execute(
      steps.db.read,
    );
    await steps.check();
  });
});

/** One transaction takes two locks in their order, and the work begins between the two: neither waits for ever. */
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

test('the deletion of a subject locks its hits in the order of their ids, as whoever closes hits does', async () => {
  const steps = await Steps.start();
  const orgId = steps.client.org.id;
  await steps.newList();
  await steps.add(NAMES[0]!);
  await steps.add(NAMES[0]!);
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  // Stored, and found by the unique key of subject and entry, in the opposite order of their ids.
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
    deleteSubject(tx, orgId, 'a', ACTOR, followers),
  );
});

test('an enrolment locks cursors in the order of the lists, whichever it has not seen', async () => {
  const steps = await Steps.start();
  const orgId = steps.client.org.id;
  await steps.screen('a', NAMES[0]!);
  await steps.store();
  await sql`INSERT INTO screening_cursors (org_id, list_id, revision)
    VALUES (${orgId}, 'list_1', 5), (${orgId}, 'list_2', 5)`.execute(steps.db.read);
  await steps.screen('b', NAMES[0]!);
  const { enrolment } = steps.underWay.shift()!;
  // The second was seen as it was before a rescreening run, the first not at all.
  enrolment.listRevisions = [
    { id: 'list_2', kind: 'tenant_blocklist', revision: 4 },
  ] as ListRevision[];
  const lock = (id: string) => (tx: Tx) =>
    sql`SELECT FROM screening_cursors WHERE org_id = ${orgId} AND list_id = ${id} FOR UPDATE`.execute(
      tx,
    );
  await besides(steps.db, lock('list_1'), lock('list_2'), (tx) =>
    storeEnrolment(tx, orgId, enrolment, ACTOR, followers),
  );
});
