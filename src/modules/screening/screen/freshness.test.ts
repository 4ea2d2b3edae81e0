import { SOMEBODY } from '../../../../test/support/actor.ts';
import { decided } from '../../monitoring/hits/decided.ts';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, TEST_SECRET } from '../../../../test/support/app.ts';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import { createOrganization } from '../../tenants/index.ts';
import { importList } from '../../lists/global/import-list.ts';
import { deleteGlobalList } from '../../lists/global/lists.ts';
import { addEntries, deleteEntry, prepareEntries } from '../../lists/tenant/entries.ts';
import { createList, deleteList } from '../../lists/tenant/lists.ts';
import { CAPS } from './plan.ts';
import { Screening } from './screening.ts';
import { within } from '../../../../test/support/within.ts';

let db: Database;
/** Two processes without messages about changes: neither listens for notifications here. */
let databases: Database[];
let processes: Screening[];
beforeAll(async () => {
  const url = await cloneDatabase();
  db = openDatabase(url);
  databases = [openDatabase(url), openDatabase(url)];
  processes = databases.map(
    (own) => new Screening({ db: own.read, memoryBytes: 2 ** 26, secret: TEST_SECRET, decided }),
  );
});
afterAll(() => Promise.all([db, ...databases].map((one) => one.close())));

async function* csv(names: string[]): AsyncGenerator<string> {
  yield `name\n${names.join('\n')}\n`;
}

// contract: screening/entry-screened-once
test('every process sees each change of a list at its next screening, without any notification', async () => {
  const write = db.transaction.bind(db);
  const { id: orgId } = await write((tx) =>
    createOrganization(tx, { name: 'T', plan: 'pro', addons: ['detection_pack'] }),
  );
  const [own, global] = ['Adaeze Okonkwo', 'Bartholomew Quisling'];
  const found = () =>
    Promise.all(
      processes.map(async (one) => {
        const subjects = [{ name: own }, { name: global }];
        const { verdicts } = await one.screen({ orgId, subjects, rules: {}, caps: CAPS });
        return verdicts.map(({ hits }) => hits.length);
      }),
    );
  const both = (...counts: [number, number]) => [counts, counts];
  expect(await found()).toEqual(both(0, 0));
  const kind = 'tenant_blocklist';
  const { id } = await write((tx) => createList(tx, orgId, { source: 's', name: 'S', kind }));
  const { entryIds } = await write(async (tx) =>
    addEntries(tx, orgId, id, await prepareEntries({ entries: [{ name: own }, { name: own }] })),
  );
  expect(await found()).toEqual(both(2, 0));
  const importing = (names: string[]) =>
    write((tx) => importList(tx, { kind: 'pep', source: 'g', format: 'csv', main: csv(names) }));
  const { list } = await importing([global, 'Somebody Else']);
  await write((tx) => deleteEntry(tx, orgId, id, entryIds[0]!, SOMEBODY, async () => false));
  expect(await found()).toEqual(both(1, 1));
  await importing(['Somebody Else']);
  expect(await found()).toEqual(both(1, 0));
  await importing([global]);
  await write((tx) => deleteList(tx, orgId, id, SOMEBODY, async () => false));
  expect(await found()).toEqual(both(0, 1));
  await write((tx) => deleteGlobalList(tx, list.id));
  expect(await found()).toEqual(both(0, 0));
});

test('screenings briefly use the previous version of a global list while its change is read, but not in the process that answered the change', async () => {
  let nowMs = 0;
  const time = vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
  const read = databases[0]!.read;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const gated = read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => 'entries' in row)) await gate.promise;
      return result;
    },
  });
  const screening = new Screening({
    db: gated,
    memoryBytes: 2 ** 26,
    secret: TEST_SECRET,
    decided,
  });
  const importing = (name: string) =>
    db.transaction((tx) =>
      importList(tx, { kind: 'pep', source: 'lag', format: 'csv', main: csv([name]) }),
    );
  const [old, young, newest] = ['Adaeze Okonkwo', 'Bartholomew Quisling', 'Chukwuemeka Balogun'];
  const found = async () => {
    const subjects = [old, young, newest].map((name) => ({ name }));
    const { verdicts } = await screening.screen({
      orgId: 'none',
      subjects,
      rules: {},
      caps: CAPS,
      isFederated: true,
      mayLag: true,
    });
    return verdicts.flatMap(({ hits }) => hits.map(({ name }) => name));
  };
  try {
    await importing(old);
    expect(await found()).toEqual([old]);
    gate = Promise.withResolvers();
    await importing(young);
    expect(await found()).toEqual([old]);
    nowMs += 1499;
    expect(await found()).toEqual([old]);
    nowMs += 1;
    const late = found();
    gate.resolve();
    expect(await late).toEqual([young]);
    gate = Promise.withResolvers();
    await importing(newest);
    const answered = screening.catchUp();
    expect(await found()).toEqual([young]);
    gate.resolve();
    await answered;
    expect(await found()).toEqual([newest]);
    const failing = Promise.withResolvers<void>();
    failing.promise.catch(() => {});
    gate = failing;
    await importing(old);
    const waiting = [screening.catchUp(), screening.follow(), screening.follow()];
    failing.reject(new Error('no answer'));
    const states = (await Promise.allSettled(waiting)).map(({ status }) => status);
    expect(states).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(found()).rejects.toThrow('no answer');
    gate = Promise.withResolvers();
    gate.resolve();
    expect(await found()).toEqual([old]);
  } finally {
    time.mockRestore();
  }
});

describe('a screening during the loading of a global list is answered', () => {
  let nowMs = 0;
  let gate: PromiseWithResolvers<void>;
  let screening: Screening;
  let sources = 0;
  beforeEach(async () => {
    vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
    gate = Promise.withResolvers();
    gate.resolve();
    const gated = databases[0]!.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => 'entries' in row)) await gate.promise;
        return result;
      },
    });
    screening = new Screening({ db: gated, memoryBytes: 2 ** 26, secret: TEST_SECRET, decided });
    await screening.follow();
  });
  afterEach(() => {
    gate.resolve();
    vi.restoreAllMocks();
  });

  const importing = async (source: string, name: string): Promise<string> => {
    const main = csv([name]);
    const { list } = await db.transaction((tx) =>
      importList(tx, { kind: 'pep', source, format: 'csv', main }),
    );
    return list.id;
  };
  /** Returns the name that is found, and the answer's note about the list. */
  const asked = async (source: string, name: string) => {
    const { verdicts, lists } = await screening.screen({
      orgId: 'none',
      subjects: [{ name }],
      rules: {},
      caps: CAPS,
      isFederated: true,
      mayLag: true,
    });
    const list = lists.find((one) => one.source === source);
    return [
      verdicts[0]!.hits.filter((hit) => hit.source === source).map((hit) => hit.name),
      list?.revision,
      list?.entryCount,
    ];
  };
  const newSource = (): string => `soon:${(sources += 1)}`;
  const [first, second, third] = ['Adaeze Okonkwo', 'Bartholomew Quisling', 'Chukwuemeka Balogun'];

  test('with a new list, after waiting for it', async () => {
    const source = newSource();
    gate = Promise.withResolvers();
    await importing(source, first);
    let isAnswered = false;
    const waiting = asked(source, first).finally(() => (isAnswered = true));
    // This is longer than an answer with the previous list would take.
    await setTimeout(500);
    expect(isAnswered).toBe(false);
    gate.resolve();
    expect(await waiting).toEqual([[first], 1, 1]);
  });

  test('without a new list of more than 50,000 entries, which it names with revision 0', async () => {
    const source = newSource();
    gate = Promise.withResolvers();
    const id = await importing(source, first);
    await sql`UPDATE global_lists SET entry_count = 50001 WHERE id = ${id}`.execute(
      sharedOf(db.read),
    );
    expect(await asked(source, first)).toEqual([[], 0, 0]);
    const { lists } = await screening.screen({
      orgId: 'none',
      subjects: [{ name: first }],
      rules: {},
      caps: CAPS,
      isFederated: true,
      mayLag: true,
    });
    expect(lists.find((one) => one.source === source)).toMatchObject({
      importedAt: null,
      publishedAt: null,
      isOverdue: false,
    });
    gate.resolve();
    await expect.poll(() => asked(source, first)).toEqual([[first], 1, 1]);
  });

  test('with the list before its last two changes, if that version belongs to its history', async () => {
    const source = newSource();
    await importing(source, first);
    expect(await asked(source, first)).toEqual([[first], 1, 1]);
    gate = Promise.withResolvers();
    await importing(source, second);
    await importing(source, third);
    expect(await asked(source, first)).toEqual([[first], 1, 1]);
  });

  test('never with an earlier list that the database has lost', async () => {
    const source = newSource();
    const id = await importing(source, first);
    expect(await asked(source, first)).toEqual([[first], 1, 1]);
    gate = Promise.withResolvers();
    await importing(source, second);
    await importing(source, third);
    await sql`UPDATE global_list_versions SET stamp = 'another' WHERE list_id = ${id} AND revision = 1`.execute(
      sharedOf(db.read),
    );
    let isAnswered = false;
    const waiting = asked(source, third).finally(() => (isAnswered = true));
    // This is longer than an answer with the previous list would take.
    await setTimeout(500);
    expect(isAnswered).toBe(false);
    gate.resolve();
    expect(await waiting).toEqual([[third], 3, 1]);
  });

  test('with the former state of a large list, however long loading takes, and the current state of a small one', async () => {
    const [large, small] = [newSource(), newSource()];
    const id = await importing(large, first);
    await importing(small, first);
    expect(await asked(large, first)).toEqual([[first], 1, 1]);
    gate = Promise.withResolvers();
    await importing(large, second);
    await sql`UPDATE global_lists SET entry_count = 50001 WHERE id = ${id}`.execute(
      sharedOf(db.read),
    );
    nowMs += 60_000;
    expect(await asked(large, first)).toEqual([[first], 1, 1]);
    const closed = gate;
    gate = Promise.withResolvers();
    gate.resolve();
    await importing(small, second);
    expect(await asked(small, second)).toEqual([[second], 2, 1]);
    expect(await asked(large, first)).toEqual([[first], 1, 1]);
    closed.resolve();
    await expect.poll(() => asked(large, second)).toEqual([[second], 2, 1]);
  });
});

test('a process is not ready before the global lists are in memory, even if loading fails at first', async () => {
  const url = await cloneDatabase();
  const own = openDatabase(url);
  await own.transaction((tx) =>
    importList(tx, { kind: 'pep', source: 'g', format: 'csv', main: csv(['Somebody Else']) }),
  );
  const owner = new pg.Client({ connectionString: asOwner(url) });
  await owner.connect();
  await owner.query('ALTER TABLE global_entries RENAME TO hidden');
  const app = await startTestApp({ role: 'api' }, url);
  try {
    const ready = async () => (await app.call('GET', '/readyz')).status;
    expect(await ready()).toBe(503);
    expect((await app.call('GET', '/livez')).status).toBe(200);
    await owner.query('ALTER TABLE hidden RENAME TO global_entries');
    await expect.poll(ready, { timeout: within(20_000), interval: 50 }).toBe(200);
  } finally {
    await app.stop();
    await owner.end();
    await own.close();
  }
});
