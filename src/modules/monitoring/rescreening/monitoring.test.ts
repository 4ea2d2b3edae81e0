import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { type ScreeningOrg, screeningPlace } from '../../../../test/support/screening-place.ts';
import { clock } from '../../../platform/clock.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { within } from '../../../../test/support/within.ts';

const place = screeningPlace();
let org: ScreeningOrg;
beforeEach(async () => {
  org = await place.org();
});

function cursorsOf(orgId: string) {
  return sql<{
    list_id: string;
    revision: number;
    target: number | null;
    holder: string | null;
    after_subject: string;
  }>`
    SELECT * FROM screening_cursors WHERE org_id = ${orgId}`
    .execute(org.db.read)
    .then(({ rows }) => rows);
}

describe('a changed list', () => {
  test('makes one hit with one event for an added entry, for any number of runs', async () => {
    const listId = await org.newList();
    await org.enrol('customer-1', 'Ngozi Abubakar');
    expect(await org.hits()).toEqual([]);
    const [entryId] = await org.add(listId, 'Ngozi Abubakar', 'Somebody Else');
    await place.rescreen();
    await Promise.all([place.rescreen(), place.rescreen(), place.rescreen()]);
    const hit = await org.onlyHit();
    expect(hit).toMatchObject({
      subjectId: 'customer-1',
      listKind: 'tenant_blocklist',
      listId,
      entryId,
      status: 'open',
      score: 100,
      match: { name: 'Ngozi Abubakar', matchedName: 'Ngozi Abubakar' },
    });
    expect(await org.events()).toEqual([
      {
        hitId: hit.id,
        subjectId: 'customer-1',
        listKind: 'tenant_blocklist',
        listId,
        entryId,
        score: 100,
      },
    ]);
    expect((await org.subject('customer-1')).openHits).toBe(1);
  });

  test('makes hits only for organizations with a matching subject, and none if it is an allowlist', async () => {
    const stranger = await place.org();
    await org.enrol('customer-1', 'Folasade Quartermaine');
    await stranger.enrol('customer-1', 'Thaddeus Winterbourne');
    const allowlist = await org.newList('tenant_allowlist');
    await org.add(allowlist, 'Folasade Quartermaine');
    const content = 'id,name,aliases\n1,Someone Quite Different,Folasade Quartermaine\n';
    await place.importGlobal('watch-one', content);
    await Promise.all([place.rescreen(), place.rescreen()]);
    expect(await org.onlyHit()).toMatchObject({
      listKind: 'sanctions',
      match: { name: 'Someone Quite Different', matchedName: 'Folasade Quartermaine' },
    });
    expect(await org.events()).toHaveLength(1);
    expect([await stranger.hits(), await stranger.events()]).toEqual([[], []]);
  });

  test('is compared with the date of birth, country, threshold and kinds of a subject', async () => {
    const listId = await org.newList();
    const name = 'Oluwaseyi Brackenridge';
    const born = { dob: '1970-01-01', country: 'ng' };
    await org.enrol('same', name, { ...born, threshold: 95 });
    await org.enrol('other', name, { dob: '1991-12-31', threshold: 95 });
    await org.enrol('pep only', name, { kinds: ['pep'] });
    await org.add(listId, { name, ...born });
    await place.importGlobal('watch-two', `name\n${name}\n`);
    await place.rescreen();
    const found = (await org.hits()).map((hit) => `${hit.subjectId}: ${hit.listKind}`);
    expect(found.toSorted()).toEqual([
      'other: sanctions',
      'other: tenant_blocklist',
      'pep only: tenant_blocklist',
      'same: sanctions',
      'same: tenant_blocklist',
    ]);
  });

  test('closes the hits of removed entries and lists, including global lists', async () => {
    const name = 'Bartholomew Ekwueme';
    const [one, two] = [await org.newList(), await org.newList()];
    const source = 'watch-three';
    const globalId = await place.importGlobal(source, `id,name\n1,${name}\n`);
    const [first] = await org.add(one, name);
    await org.add(two, name);
    await org.enrol('customer-1', name);
    expect((await org.page({ status: 'open' })).total).toBe(3);
    await org.remove(one, first!);
    await org.drop(two);
    await place.importGlobal(source, `id,name\n2,Entirely Unrelated Person\n`);
    await place.rescreen();
    const closed = await org.hits({ status: 'closed' });
    const reasons = Object.fromEntries(closed.map((hit) => [hit.listId, hit.closedBecause]));
    expect(reasons).toEqual({
      [one]: 'entry_removed',
      [two]: 'list_removed',
      [globalId]: 'entry_removed',
    });
    // The cursor of the deleted list was deleted.
    const lists = (await cursorsOf(org.id)).map((cursor) => cursor.list_id);
    expect(lists).not.toContain(two);
    expect(await org.events()).toHaveLength(3);
  });

  test('closes a hit when its entry no longer matches, and reopens it when the entry changes back', async () => {
    const source = 'watch-four';
    const importName = (name: string) => place.importGlobal(source, `id,name\n1,${name}\n`);
    await importName('Cornelius Adeyinka');
    await org.enrol('customer-1', 'Cornelius Adeyinka');
    await importName('Wilhelmina Sunderland');
    await place.rescreen();
    expect(await org.onlyHit()).toMatchObject({
      status: 'closed',
      closedBecause: 'entry_changed',
    });
    await importName('Cornelius Adeyinka');
    await place.rescreen();
    expect(await org.onlyHit()).toMatchObject({
      status: 'open',
      closedBecause: null,
      reopenedBecause: 'entry_changed',
    });
    expect(await org.events()).toHaveLength(2);
  });

  test('is screened completely when subjects and entries do not fit into one step', async () => {
    const subjects = Array.from({ length: 520 }, (_, i) => ({
      subjectId: `c${i}`,
      name: i % 510 === 0 ? 'Zebulon Fairweather' : 'Ordinary Bystander',
    }));
    await org.enrolAll(subjects);
    const rows = Array.from({ length: 1010 }, (_, i) =>
      i % 1005 === 0 ? `${i},Zebulon Fairweather` : `${i},Quidnunc Placeholder`,
    );
    await place.importGlobal('watch-five', `id,name\n${rows.join('\n')}\n`);
    await place.rescreen();
    const found = (await org.hits()).map((hit) => hit.subjectId);
    expect(found.toSorted()).toEqual(['c0', 'c0', 'c510', 'c510']);
  });

  test('continues later, after the last screened subject, when a run has used up its time', async () => {
    const listId = await org.newList();
    const subjects = ['customer-1', 'customer-2', 'customer-3'];
    for (const subject of subjects) await org.enrol(subject, 'Ngozi Abubakar');
    await org.add(listId, 'Ngozi Abubakar');
    const found: string[][] = [];
    while (found.length < subjects.length) {
      // A time slice ends at every check of the clock.
      let ms = clock.monotonicMs();
      const hurried = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => (ms += 20_000));
      await place.rescreen().finally(() => hurried.mockRestore());
      found.push((await org.hits()).map(({ subjectId }) => subjectId).toSorted());
    }
    expect(found).toEqual(subjects.map((_, i) => subjects.slice(0, i + 1)));
    await place.rescreen();
    const cursors = await cursorsOf(org.id);
    const free = { target: null, holder: null };
    expect(cursors.find((cursor) => cursor.list_id === listId)).toMatchObject(free);
    expect(await org.events()).toHaveLength(subjects.length);
  });

  test.skipIf(
    refusedByCitus(
      'in several chunks is screened in all of them for subjects whom an interrupted run has begun',
      'multiplies rows by a series',
    ),
  )('is screened in all of its chunks for subjects that an interrupted run had begun', async () => {
    const subjects = Array.from({ length: 20 }, (_, i) => `customer-${10 + i}`);
    for (const subject of subjects) await org.enrol(subject, 'Ngozi Abubakar');
    const [short, long] = [await org.newList(), await org.newList()];
    await org.add(short, 'Ngozi Abubakar');
    let asked = 0;
    const real = clock.monotonicMs;
    // After this many checks, the clock runs faster. Before them, little time passes even on a busy machine.
    const run = async (most: number): Promise<void> => {
      asked = 0;
      const beganMs = real();
      const spy = vi
        .spyOn(clock, 'monotonicMs')
        .mockImplementation(
          () => beganMs + (real() - beganMs) / 100 + 20_000 * Math.max(0, ++asked - most),
        );
      await place.rescreen(org).finally(() => spy.mockRestore());
    };
    await run(Infinity);
    const ofOneChunk = asked;
    await org.add(long, 'Ngozi Abubakar');
    await sql`INSERT INTO screening_entries (org_id, list_id, id, name, canonical_name, canon_version, raw, revision)
      SELECT org_id, list_id, 'entry_zz' || i, 'plain' || i || ' person', 'plain person', canon_version, raw, revision
      FROM screening_entries, generate_series(1, 50000) AS i WHERE list_id = ${long}`.execute(
      org.db.read,
    );
    await run(ofOneChunk);
    const cursors = await cursorsOf(org.id);
    const { target, after_subject: after } = cursors.find((cursor) => cursor.list_id === long)!;
    expect(target === null || after >= subjects[15]!).toBe(true);
    // On a busy machine a run ends before everything is screened.
    await vi.waitFor(
      async () => {
        await place.rescreen();
        expect((await org.page({ limit: 1 })).total).toBe(2 * subjects.length);
      },
      { timeout: within(20_000) },
    );
  });

  test('records each hit once if there are more hits than one batch holds', async () => {
    const subjects = Array.from({ length: 13 }, (_, i) => ({
      subjectId: `c${i}`,
      name: 'Peregrine Oyelaran',
    }));
    await org.enrolAll(subjects);
    const listId = await org.newList();
    await org.add(listId, ...Array<string>(90).fill('Peregrine Oyelaran'));
    await place.rescreen();
    expect((await org.page({ status: 'open' })).total).toBe(13 * 90);
    expect(await org.events()).toHaveLength(13 * 90);
  });
});

describe('a process that dies', () => {
  /** Creates the state that a killed process leaves: a rescreening run of this list in progress, up to some subject. */
  async function leave(listId: string, afterSubject: string, lease: string): Promise<void> {
    await sql`UPDATE screening_cursors c SET target = l.revision, after_subject = ${afterSubject},
        holder = 'pass_dead', leased_until = now() + ${lease}::interval
      FROM screening_lists l WHERE c.org_id = ${org.id} AND c.list_id = ${listId}
        AND l.org_id = c.org_id AND l.id = c.list_id`.execute(org.db.read);
  }

  test('keeps its run until its lease ends; then another process continues the run', async () => {
    const listId = await org.newList();
    for (const id of ['a', 'b', 'c']) await org.enrol(id, 'Emeka Stonebridge');
    await org.add(listId, 'Emeka Stonebridge');
    await leave(listId, 'b', '1 minute');
    await place.rescreen();
    expect(await org.hits()).toEqual([]);
    await leave(listId, 'b', '-1 second');
    await place.rescreen();
    // The steps for a and b, which the dead process had committed, are not repeated.
    expect((await org.onlyHit()).subjectId).toBe('c');
    const cursors = await cursorsOf(org.id);
    expect(cursors.find((one) => one.list_id === listId)).toMatchObject({
      revision: 1,
      target: null,
      holder: null,
    });
  });

  test('leaves hits that the next run finds again without a second hit or event', async () => {
    const listId = await org.newList();
    for (const id of ['a', 'b']) await org.enrol(id, 'Emeka Stonebridge');
    await org.add(listId, 'Emeka Stonebridge');
    await place.rescreen();
    const before = await org.hits();
    await sql`UPDATE screening_cursors SET revision = -1 WHERE org_id = ${org.id}`.execute(
      org.db.read,
    );
    await place.rescreen();
    expect(await org.hits()).toEqual(before);
    expect(await org.events()).toHaveLength(2);
  });

  test('in the middle of a step leaves neither hit nor event, and the work is done later', async () => {
    const listId = await org.newList();
    await org.enrol('a', 'Emeka Stonebridge');
    await org.add(listId, 'Emeka Stonebridge');
    const orgId = org.id;
    const { read } = await databaseOf(place.database.owner, orgId);
    await sql`ALTER TABLE events ADD CONSTRAINT surprise CHECK (org_id <> ${sql.lit(orgId)}) NOT VALID`.execute(
      read,
    );
    await place.rescreen();
    await sql`ALTER TABLE events DROP CONSTRAINT surprise`.execute(read);
    expect([await org.hits(), await org.events()]).toEqual([[], []]);
    await sql`UPDATE screening_cursors SET leased_until = now() WHERE org_id = ${orgId}`.execute(
      org.db.read,
    );
    await place.rescreen();
    expect([(await org.hits()).length, (await org.events()).length]).toEqual([1, 1]);
  });
});

test('the worker detects a change without a notification', async () => {
  const worker = await startTestApp({ role: 'worker' }, place.database.url);
  const listId = await org.newList();
  await org.enrol('customer-1', 'Ngozi Abubakar');
  await org.add(listId, 'Ngozi Abubakar');
  await expect.poll(() => org.hits(), { timeout: within(15_000) }).toHaveLength(1);
  await worker.stop();
});
