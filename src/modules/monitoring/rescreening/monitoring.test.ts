import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { clock } from '../../../platform/clock.ts';
import { within } from '../../../../test/support/within.ts';

let app: TestApp;
let client: ScreeningClient;
beforeAll(async () => {
  // Without a worker: runs happen when a test says so.
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await ScreeningClient.of(app);
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
    .execute(app.db.read)
    .then(({ rows }) => rows);
}

describe('a changed list', () => {
  test('an added entry is a hit with one event, once, however often anybody looks', async () => {
    const listId = await client.newList();
    await client.enrol('customer-1', 'Ngozi Abubakar');
    expect(await client.hits()).toEqual([]);
    const [entryId] = await client.add(listId, 'Ngozi Abubakar', 'Somebody Else');
    await rescreen(app);
    await Promise.all([rescreen(app), rescreen(app), rescreen(app)]);
    const hit = await client.onlyHit();
    expect(hit).toMatchObject({
      subjectId: 'customer-1',
      listKind: 'tenant_blocklist',
      listId,
      entryId,
      status: 'open',
      score: 100,
      match: { name: 'Ngozi Abubakar', matchedName: 'Ngozi Abubakar' },
    });
    expect(await client.events()).toEqual([
      {
        hitId: hit.id,
        subjectId: 'customer-1',
        listKind: 'tenant_blocklist',
        listId,
        entryId,
        score: 100,
      },
    ]);
    expect((await client.subject('customer-1')).openHits).toBe(1);
  });

  test('only organizations with a matching subject hear of a global list; an allowlist raises nothing', async () => {
    const stranger = await ScreeningClient.of(app);
    await client.enrol('customer-1', 'Folasade Quartermaine');
    await stranger.enrol('customer-1', 'Thaddeus Winterbourne');
    const allowlist = await client.newList('tenant_allowlist');
    await client.add(allowlist, 'Folasade Quartermaine');
    const content = 'id,name,aliases\n1,Someone Quite Different,Folasade Quartermaine\n';
    await client.importGlobal('watch-one', content);
    await Promise.all([rescreen(app), rescreen(app)]);
    expect(await client.onlyHit()).toMatchObject({
      listKind: 'sanctions',
      match: { name: 'Someone Quite Different', matchedName: 'Folasade Quartermaine' },
    });
    expect(await client.events()).toHaveLength(1);
    expect([await stranger.hits(), await stranger.events()]).toEqual([[], []]);
  });

  test('date of birth, country, threshold and kinds of a subject count', async () => {
    const listId = await client.newList();
    const name = 'Oluwaseyi Brackenridge';
    const born = { dob: '1970-01-01', country: 'ng' };
    await client.enrol('same', name, { ...born, threshold: 95 });
    await client.enrol('other', name, { dob: '1991-12-31', threshold: 95 });
    await client.enrol('pep only', name, { kinds: ['pep'] });
    await client.add(listId, { name, ...born });
    await client.importGlobal('watch-two', `name\n${name}\n`);
    await rescreen(app);
    const found = (await client.hits()).map((hit) => `${hit.subjectId}: ${hit.listKind}`);
    expect(found.toSorted()).toEqual([
      'other: sanctions',
      'other: tenant_blocklist',
      'pep only: tenant_blocklist',
      'same: sanctions',
      'same: tenant_blocklist',
    ]);
  });

  test('what is removed closes its hits: entries, lists, and entries of a global list', async () => {
    const name = 'Bartholomew Ekwueme';
    const [one, two] = [await client.newList(), await client.newList()];
    const source = 'watch-three';
    const globalId = await client.importGlobal(source, `id,name\n1,${name}\n`);
    const [first] = await client.add(one, name);
    await client.add(two, name);
    await client.enrol('customer-1', name);
    expect((await client.page({ status: 'open' })).total).toBe(3);
    await client.remove(one, first!);
    await client.ask(200, 'DELETE', `/lists/${two}`);
    await client.importGlobal(source, `id,name\n2,Entirely Unrelated Person\n`);
    await rescreen(app);
    const closed = await client.hits({ status: 'closed' });
    const reasons = Object.fromEntries(closed.map((hit) => [hit.listId, hit.closedBecause]));
    expect(reasons).toEqual({
      [one]: 'entry_removed',
      [two]: 'list_removed',
      [globalId]: 'entry_removed',
    });
    // The deleted list is forgotten.
    const lists = (await cursorsOf(client.org.id)).map((cursor) => cursor.list_id);
    expect(lists).not.toContain(two);
    expect(await client.events()).toHaveLength(3);
  });

  test('an entry that changes so that it does not match closes the hit; a change back opens it again', async () => {
    const source = 'watch-four';
    const importName = (name: string) => client.importGlobal(source, `id,name\n1,${name}\n`);
    await importName('Cornelius Adeyinka');
    await client.enrol('customer-1', 'Cornelius Adeyinka');
    await importName('Wilhelmina Sunderland');
    await rescreen(app);
    expect(await client.onlyHit()).toMatchObject({
      status: 'closed',
      closedBecause: 'entry_changed',
    });
    await importName('Cornelius Adeyinka');
    await rescreen(app);
    expect(await client.onlyHit()).toMatchObject({
      status: 'open',
      closedBecause: null,
      reopenedBecause: 'entry_changed',
    });
    expect(await client.events()).toHaveLength(2);
  });

  test('more subjects and entries than fit one step are all screened', async () => {
    const subjects = Array.from({ length: 520 }, (_, i) => ({
      subjectId: `c${i}`,
      name: i % 510 === 0 ? 'Zebulon Fairweather' : 'Ordinary Bystander',
    }));
    await client.ask(200, 'POST', '/subjects/batch', { subjects });
    const rows = Array.from({ length: 1010 }, (_, i) =>
      i % 1005 === 0 ? `${i},Zebulon Fairweather` : `${i},Quidnunc Placeholder`,
    );
    await client.importGlobal('watch-five', `id,name\n${rows.join('\n')}\n`);
    await rescreen(app);
    const found = (await client.hits()).map((hit) => hit.subjectId);
    expect(found.toSorted()).toEqual(['c0', 'c0', 'c510', 'c510']);
  });

  test('a rescreening run that has used up its time goes on later behind the last subject: all are screened, once', async () => {
    const listId = await client.newList();
    const subjects = ['customer-1', 'customer-2', 'customer-3'];
    for (const subject of subjects) await client.enrol(subject, 'Ngozi Abubakar');
    await client.add(listId, 'Ngozi Abubakar');
    const found: string[][] = [];
    while (found.length < subjects.length) {
      // At every look at the clock a slice of time is over.
      let ms = clock.monotonicMs();
      const hurried = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => (ms += 20_000));
      await rescreen(app).finally(() => hurried.mockRestore());
      found.push((await client.hits()).map(({ subjectId }) => subjectId).toSorted());
    }
    expect(found).toEqual(subjects.map((_, i) => subjects.slice(0, i + 1)));
    await rescreen(app);
    const cursors = await cursorsOf(client.org.id);
    const free = { target: null, holder: null };
    expect(cursors.find((cursor) => cursor.list_id === listId)).toMatchObject(free);
    expect(await client.events()).toHaveLength(subjects.length);
  });

  test.skipIf(
    refusedByCitus(
      'of a list in several chunks, whom the first was for before time was over is screened against all',
      'multiplies rows by a series',
    ),
  )(
    'of a list in several chunks, whom the first was for before time was over is screened against all',
    async () => {
      const subjects = Array.from({ length: 20 }, (_, i) => `customer-${10 + i}`);
      for (const subject of subjects) await client.enrol(subject, 'Ngozi Abubakar');
      const [short, long] = [await client.newList(), await client.newList()];
      await client.add(short, 'Ngozi Abubakar');
      let asked = 0;
      const real = clock.monotonicMs;
      // Once it has been asked so often, ever more time has gone. Until then little, however busy the machine is.
      const run = async (most: number): Promise<void> => {
        asked = 0;
        const beganMs = real();
        const spy = vi
          .spyOn(clock, 'monotonicMs')
          .mockImplementation(
            () => beganMs + (real() - beganMs) / 100 + 20_000 * Math.max(0, ++asked - most),
          );
        await rescreen(app, client.org.id).finally(() => spy.mockRestore());
      };
      await run(Infinity);
      const ofOneChunk = asked;
      await client.add(long, 'Ngozi Abubakar');
      await sql`INSERT INTO screening_entries (org_id, list_id, id, name, canonical_name, canon_version, raw, revision)
      SELECT org_id, list_id, 'entry_zz' || i, 'plain' || i || ' person', 'plain person', canon_version, raw, revision
      FROM screening_entries, generate_series(1, 50000) AS i WHERE list_id = ${long}`.execute(
        (await app.dbOf(client.org.id)).read,
      );
      await run(ofOneChunk);
      const cursors = await cursorsOf(client.org.id);
      const { target, after_subject: after } = cursors.find((cursor) => cursor.list_id === long)!;
      expect(target === null || after >= subjects[15]!).toBe(true);
      // On a busy machine a run ends before everything is screened.
      await vi.waitFor(
        async () => {
          await rescreen(app);
          expect((await client.page({ limit: '1' })).total).toBe(2 * subjects.length);
        },
        { timeout: within(20_000) },
      );
    },
  );

  test('more hits than are recorded at once are all recorded, once', async () => {
    const subjects = Array.from({ length: 25 }, (_, i) => ({
      subjectId: `c${i}`,
      name: 'Peregrine Oyelaran',
    }));
    await client.ask(200, 'POST', '/subjects/batch', { subjects });
    const listId = await client.newList();
    await client.add(listId, ...Array<string>(90).fill('Peregrine Oyelaran'));
    await rescreen(app);
    expect((await client.page({ status: 'open' })).total).toBe(25 * 90);
    expect(await client.events()).toHaveLength(25 * 90);
  });
});

describe('a process that dies', () => {
  /** The state that a killed process leaves: a rescreening run of this list under way, up to some subject. */
  async function leave(listId: string, afterSubject: string, lease: string): Promise<void> {
    await sql`UPDATE screening_cursors c SET target = l.revision, after_subject = ${afterSubject},
        holder = 'pass_dead', leased_until = now() + ${lease}::interval
      FROM screening_lists l WHERE c.org_id = ${client.org.id} AND c.list_id = ${listId}
        AND l.org_id = c.org_id AND l.id = c.list_id`.execute(app.db.read);
  }

  test('its run is left alone while the lease runs, and then goes on where it had come to', async () => {
    const listId = await client.newList();
    for (const id of ['a', 'b', 'c']) await client.enrol(id, 'Emeka Stonebridge');
    await client.add(listId, 'Emeka Stonebridge');
    await leave(listId, 'b', '1 minute');
    await rescreen(app);
    expect(await client.hits()).toEqual([]);
    await leave(listId, 'b', '-1 second');
    await rescreen(app);
    // The steps that the dead process had committed, for a and b, are not done again.
    expect((await client.onlyHit()).subjectId).toBe('c');
    const cursors = await cursorsOf(client.org.id);
    expect(cursors.find((one) => one.list_id === listId)).toMatchObject({
      revision: 1,
      target: null,
      holder: null,
    });
  });

  test('what it had found but not moved past is found again without a second hit or event', async () => {
    const listId = await client.newList();
    for (const id of ['a', 'b']) await client.enrol(id, 'Emeka Stonebridge');
    await client.add(listId, 'Emeka Stonebridge');
    await rescreen(app);
    const before = await client.hits();
    await sql`UPDATE screening_cursors SET revision = -1 WHERE org_id = ${client.org.id}`.execute(
      app.db.read,
    );
    await rescreen(app);
    expect(await client.hits()).toEqual(before);
    expect(await client.events()).toHaveLength(2);
  });

  test('what fails in the middle leaves neither hit nor event, and is done later', async () => {
    const listId = await client.newList();
    await client.enrol('a', 'Emeka Stonebridge');
    await client.add(listId, 'Emeka Stonebridge');
    const orgId = client.org.id;
    const { read } = await app.dbOf(orgId);
    await sql`ALTER TABLE events ADD CONSTRAINT surprise CHECK (org_id <> ${sql.lit(orgId)}) NOT VALID`.execute(
      read,
    );
    await rescreen(app);
    await sql`ALTER TABLE events DROP CONSTRAINT surprise`.execute(read);
    expect([await client.hits(), await client.events()]).toEqual([[], []]);
    await sql`UPDATE screening_cursors SET leased_until = now() WHERE org_id = ${orgId}`.execute(
      app.db.read,
    );
    await rescreen(app);
    expect([(await client.hits()).length, (await client.events()).length]).toEqual([1, 1]);
  });
});

test('the worker notices a change by itself', async () => {
  const other = await startTestApp({ rateLimits: undefined, role: 'worker' }, app.databaseUrl);
  const listId = await client.newList();
  await client.enrol('customer-1', 'Ngozi Abubakar');
  await client.add(listId, 'Ngozi Abubakar');
  await expect.poll(() => client.hits(), { timeout: within(15_000) }).toHaveLength(1);
  await other.stop();
});
