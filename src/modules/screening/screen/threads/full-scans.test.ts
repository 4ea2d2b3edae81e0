import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { clock } from '../../../../platform/clock.ts';
import { TimeLimit, TimeLimitReached } from '../../../../platform/concurrency/time-limit.ts';
import { buildSegment, prepareName, WorkLimitReached } from '../../../../matching/engine/index.ts';
import { buildScanSet, canonicalise, scan } from '../../../../names/index.ts';
import { FullScans, needsFullScan } from './full-scans.ts';
import { findHits, type SearchedList } from '../find-hits.ts';
import type { Hit } from '../schemas.ts';
import { SearchThread } from './search-thread.ts';
import type { ListRevision } from '../../../lists/revisions/store.ts';
import { within } from '../../../../../test/support/within.ts';

const GIVEN = ['Adaeze', 'Bamidele', 'Chukwuemeka', 'Danjuma', 'Efosa', 'Folashade', 'Gbenga'];
const FAMILY = ['Okonkwo', 'Adeyemi', 'Bello', 'Danladi', 'Eze', 'Fashola', 'Gowon', 'Haruna'];
/** Different persons, with names of two pairs of syllables. */
function names(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const given = GIVEN[i % GIVEN.length]!;
    const family = FAMILY[Math.floor(i / GIVEN.length) % FAMILY.length]!;
    return `${given} ${['Ka', 'Lo', 'Mi', 'Nu', 'Ro'][i % 5]}${'bcdfgklm'[i % 8]}a${'rstvz'[i % 3]}o ${family}`;
  });
}

const LIST_REVISION = { id: 'glist_1', kind: 'sanctions', source: 's', name: 'S' } as ListRevision;
function listOf(people: readonly string[]): SearchedList {
  const segment = buildSegment(
    people.map((name, i) => ({
      id: `entry_${String(i).padStart(26, '0')}`,
      name,
      aliases: [],
      dobs: i % 2 === 0 ? ['1980'] : [],
      countries: [],
      entityType: 'person',
    })),
  );
  return {
    listRevision: LIST_REVISION,
    revision: LIST_REVISION.revision,
    parts: [{ segment, removed: new Uint8Array((people.length + 7) >> 3) }],
  };
}

const PEOPLE = names(600);
const LIST = listOf(PEOPLE);
/** Its thread serves several tests: starting one takes most of the time. */
const oneThread = new FullScans({ threads: 1 });

test('few names, or a threshold that the index covers, need no thread', () => {
  expect(needsFullScan([LIST], 70)).toBe(false);
  expect(needsFullScan([listOf(names(100))], 50)).toBe(false);
  expect(needsFullScan([LIST], 69.99)).toBe(true);
});

test('a search finds what the comparison with every name finds, while this thread continues', async () => {
  const name = 'Folashade Lobavo Gowon';
  const order: string[] = [];
  const searching = oneThread.through('org', undefined, (search) =>
    search({ name, dob: '1999-01-01' }, [LIST], 50).finally(() => order.push('search')),
  );
  for (let i = 0; i < 50; i++) await turn();
  order.push('others');
  const found = await searching;
  expect(order).toEqual(['others', 'search']);
  const set = buildScanSet(
    PEOPLE.map((text, id) => ({ id, name: canonicalise(text, { entity: 'person' }) })),
  );
  const expected = scan(canonicalise(name), set, 50)
    .map(({ id, score }) => ({ name: PEOPLE[id]!, score: id % 2 === 0 ? score - 8 : score }))
    .filter(({ score }) => score >= 50);
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  const close = ({ name: hit, score }: Pick<Hit, 'name' | 'score'>) => `${hit} ${score.toFixed(2)}`;
  expect(expected.length).toBeGreaterThan(10);
  expect(found.toSorted(byName).map(close)).toEqual(expected.toSorted(byName).map(close));
});

test('an abandoned search ends immediately, the next one runs, and a search abandoned while it waits never starts', async () => {
  const gone = Array.from({ length: 2 }, () => new AbortController());
  const ask = (name: string, abandoned?: AbortSignal): Promise<Hit[]> =>
    oneThread.through('org', abandoned, (search) => search({ name }, [LIST], 50));
  const first = ask(PEOPLE[0]!, gone[0]!.signal);
  const second = ask(PEOPLE[1]!, gone[1]!.signal);
  const third = ask(PEOPLE[2]!);
  const reason = new Error('the caller has disconnected');
  for (const one of gone) one.abort(reason);
  await expect(first).rejects.toBe(reason);
  await expect(second).rejects.toBe(reason);
  await expect(ask(PEOPLE[3]!, gone[0]!.signal)).rejects.toBe(reason);
  expect((await third).map(({ name, score }) => [name, score])).toContainEqual([PEOPLE[2], 100]);
});

test('a thread that dies fails its search, and the next one gets another thread', async () => {
  const ask = (list: SearchedList): Promise<Hit[]> =>
    oneThread.through('org', undefined, (search) => search({ name: PEOPLE[0]! }, [list], 50));
  const broken = { segment: { buffer: new SharedArrayBuffer(8) }, removed: new Uint8Array() };
  await expect(ask({ ...LIST, parts: [broken as never] })).rejects.toThrow();
  expect((await ask(LIST))[0]).toMatchObject({ listId: LIST_REVISION.id });
});

test('organizations take turns, however many searches one of them has waiting', async () => {
  const order: string[] = [];
  const ask = (orgId: string) =>
    oneThread
      .search(orgId, undefined, { name: PEOPLE[0]! }, [LIST], 85)
      .then(() => order.push(orgId));
  await Promise.all(['many', 'many', 'many', 'one', 'many', 'other', 'one'].map(ask));
  expect(order).toEqual(['many', 'many', 'one', 'other', 'many', 'one', 'many']);
});

test('one search runs on each thread, and an abandoned search leaves the others running', async () => {
  const searches = new FullScans({ threads: 2 });
  const search = vi.spyOn(SearchThread.prototype, 'search');
  const gone = new AbortController();
  const ask = (abandoned?: AbortSignal) =>
    searches.search('org', abandoned, { name: PEOPLE[0]! }, [LIST], 50);
  const all = [ask(gone.signal), ask(), ask(), ask()];
  expect(new Set(search.mock.contexts).size).toBe(2);
  expect(search).toHaveBeenCalledTimes(2);
  const reason = new Error('the caller has disconnected');
  gone.abort(reason);
  await expect(all[0]).rejects.toBe(reason);
  const found = await Promise.all(all.slice(1));
  for (const hits of found) expect(hits).toEqual(found[0]);
  expect(search).toHaveBeenCalledTimes(4);
  search.mockRestore();
});

test('a search beyond its time limit reports it, and does not affect the next', () => {
  const query = prepareName(PEOPLE[0]!);
  const search = (limit?: TimeLimit) => findHits({}, query, LIST, 70, limit);
  const found = search();
  for (let ms = -1; ms < 1; ms += 0.1) {
    try {
      expect(search(new TimeLimit(ms))).toEqual(found);
    } catch (error) {
      expect(error).toBeInstanceOf(TimeLimitReached);
    }
    expect(search()).toEqual(found);
  }
  expect(() => search(new TimeLimit(-1))).toThrow(TimeLimitReached);
});

const app = testApp({ rateLimits: undefined, role: 'api' });

test('an organization has few such requests at a time; further ones are rejected until one finishes', async () => {
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: {
      kind: 'pep',
      source: 'many',
      format: 'csv',
      content: `name\n${[...new Set(names(900))].join('\n')}\n`,
    },
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(201);
  const [org, other] = [await app.org(), await app.org()];
  const items = names(300).map((name) => ({ name }));
  const begin = () => {
    const caller = new AbortController();
    const gone = fetch(`${app.url}/api/v1/fraud/screen/batch`, {
      method: 'POST',
      headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
      body: JSON.stringify({ items, threshold: 50 }),
      signal: caller.signal,
    }).then(
      (response) => response.status,
      () => 'gone',
    );
    return { leave: () => caller.abort(), gone };
  };
  const ask = (key: string, threshold: number) =>
    app.call('POST', '/api/v1/fraud/screen', { key, body: { name: PEOPLE[0], threshold } });
  const callers = Array.from({ length: 8 }, begin);
  await expect
    .poll(async () => (await ask(org.key, 50)).status, { timeout: within(40_000), interval: 20 })
    .toBe(503);
  const refused = await ask(org.key, 50);
  expect([refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    'SERVICE_UNAVAILABLE',
    '5',
  ]);
  expect((await ask(org.key, 85)).status).toBe(200);
  expect((await ask(other.key, 50)).status).toBe(200);
  callers[0]!.leave();
  await expect
    .poll(async () => (await ask(org.key, 50)).status, { timeout: within(40_000), interval: 20 })
    .toBe(200);
  for (const { leave } of callers) leave();
  expect(await Promise.all(callers.map(({ gone }) => gone))).toEqual(Array(8).fill('gone'));
  const { body } = await app.call('GET', '/api/v1/fraud/screenings?limit=100', { key: org.key });
  const asked = body.data.items.map(({ query }: { query: { name: string } }) => query.name);
  expect(new Set(asked)).toEqual(new Set([PEOPLE[0]]));
});

test('a separate thread searches for slow names at the default threshold, with the same answers', async () => {
  const { key } = await app.org();
  const body = { items: [{ name: PEOPLE[7] }, { name: 'Folashade Lobavo Gowon' }], threshold: 72 };
  const ask = async () => {
    const { status, body: answer } = await app.call('POST', '/api/v1/fraud/screen/batch', {
      key,
      body,
    });
    expect(status).toBe(200);
    return answer.data.results.map(({ hits, outcome }: { hits: Hit[]; outcome: string }) => ({
      hits,
      outcome,
    }));
  };
  const elsewhere = vi.spyOn(FullScans.prototype, 'search');
  const here = await ask();
  const before = elsewhere.mock.calls.length;
  // Each check of the clock advances the time by a second.
  let ms = clock.monotonicMs();
  const hurried = (['monotonicMs', 'threadMs'] as const).map((name) =>
    vi.spyOn(clock, name).mockImplementation(() => (ms += 1000)),
  );
  const there = await ask().finally(() => hurried.forEach((one) => one.mockRestore()));
  expect(elsewhere.mock.calls.length - before).toBe(2);
  expect(there).toEqual(here);
  expect(here[0].hits.length).toBeGreaterThan(0);
});

test('rejects a name that takes too much work, each time, and searches for the next one', async () => {
  const searches = new FullScans({ mostWork: 100_000 });
  const ask = (name: string): Promise<Hit[]> =>
    searches.search('org', undefined, { name }, [LIST], 50);
  const hostile = 'm a i '.repeat(33);
  for (let i = 0; i < 2; i += 1) await expect(ask(hostile)).rejects.toThrow(WorkLimitReached);
  expect((await ask(PEOPLE[0]!)).length).toBeGreaterThan(0);
});
