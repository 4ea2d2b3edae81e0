/** Tests a name that takes too much work, in every place where names are given. */
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { LISTED, openPlace, readCsv, run } from '../../../../../test/support/bulk-screening.ts';
import { rescreen, ScreeningClient } from '../../../../../test/support/screening-client.ts';
import { clock } from '../../../../platform/clock.ts';
import { FullScans, MOST_WORK, TOO_MUCH_WORK } from './full-scans.ts';
import type { SearchMessage } from './search-thread.ts';
import { within } from '../../../../../test/support/within.ts';

/** More than 32 one-letter words, the most that are compared. */
const HOSTILE = 'm a i '.repeat(33).trim();
const ORDINARY = 'Folashade Mabolano Gowon';
/** Names of three words, many of which begin with the hostile name's letters. */
const OTHERS = Array.from(
  { length: 400 },
  (_, i) => `Mai${'bdfgkl'[i % 6]}a Ia${'mnrstv'[Math.floor(i / 6) % 6]}o A${i % 26}ma`,
);

// The clock that runs too fast would reach the deadline of requests.
const app = testApp({ rateLimits: undefined, role: 'api', requestDeadlineMs: 900_000_000 });
let client: ScreeningClient;
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  // At high thresholds only similar names are scored.
  const alike = Array.from(
    { length: 20 },
    (_, i) => `${'m a i '.repeat(10)}${'bcdfg'[i % 5]} x${i}`,
  );
  await client.add(await client.newList(), ...OTHERS, ...alike, ORDINARY);
});
// The limit is so low that lists of some hundred names reach it.
beforeEach(() => {
  const send = Worker.prototype.postMessage;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    message: SearchMessage,
    ...more
  ) {
    const isBounded = message.mostWork === MOST_WORK;
    send.call(this, isBounded ? { ...message, mostWork: 30_000 } : message, ...more);
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Makes each check of the clock advance the time by a second, so that no name is found on the answering thread. */
function hurry(): void {
  let ms = clock.monotonicMs();
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => (ms += 1000));
}

function refusal(path: string) {
  return {
    status: 400,
    code: 'BAD_REQUEST',
    details: [{ path, message: TOO_MUCH_WORK }],
  };
}

async function refused(path: string, body: unknown) {
  const { status, body: answer } = await client.call('POST', path, body);
  return { status, code: answer.error?.code, details: answer.error?.details };
}

test('a screening, or a batch with one such name, is refused with 400 that names the field', async () => {
  const threshold = 50;
  expect(await refused('/screen', { name: HOSTILE, threshold })).toEqual(refusal('name'));
  const items = [{ name: ORDINARY }, { name: HOSTILE }];
  expect(await refused('/screen/batch', { items, threshold })).toEqual(refusal('items[1].name'));
  await client.ask(200, 'POST', '/screen', { name: ORDINARY, threshold });
});

test('an enrolment with one such name is refused with 400 that names the field, and enrols no subject', async () => {
  hurry();
  const subjects = [
    { subjectId: 'a', name: ORDINARY },
    { subjectId: 'b', name: ORDINARY, threshold: 71 },
    { subjectId: 'c', name: HOSTILE, threshold: 70 },
    { subjectId: 'd', name: ORDINARY, threshold: 71 },
  ];
  expect(await refused('/subjects/batch', { subjects })).toEqual(refusal('subjects[2].name'));
  expect(await refused('/subjects', subjects[2])).toEqual(refusal('name'));
  expect((await client.ask(200, 'GET', '/subjects')).total).toBe(0);
});

test('a file with one such name has an invalid row for it with the reason, and the others are screened', async () => {
  const place = await openPlace();
  try {
    const { id: orgId, list } = await place.org();
    for (const name of OTHERS.slice(0, 250)) await list(name);
    const rows = [`a,${LISTED}`, `b,${HOSTILE}`, 'c,', `d,${LISTED}`, `e,${ORDINARY}`];
    const file = await place.file('names.csv', `ref,name\n${rows.join('\n')}\n`);
    const job = { orgId, results: place.path('results'), format: 'csv' as const, threshold: 50 };
    const report = await run(place, file, job);
    expect(report).toMatchObject({ finished: true, position: { counts: { invalid: 2 } } });
    const results = await readCsv(job.results);
    expect(results.map(({ ref }) => ref)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const invalid = results.filter(({ outcome }) => outcome === 'invalid');
    expect(invalid.map(({ ref }) => ref)).toEqual(['b', 'c']);
    expect([results[0]!.outcome, results[3]!.outcome]).toEqual(['block', 'block']);
    expect(results[1]).toMatchObject({ screeningId: '', reason: `name: ${TOO_MUCH_WORK}` });
  } finally {
    await place.stop();
  }
});

test('a subject with a long search is screened against a changed list while another organization gets answers', async () => {
  const own = await ScreeningClient.of(app);
  const other = await ScreeningClient.of(app);
  const listId = await own.newList();
  await other.add(await other.newList(), ...OTHERS.slice(0, 250), LISTED);
  await own.enrol('long', HOSTILE, { threshold: 70, kinds: ['tenant_blocklist'] });
  for (let i = 0; i < 10; i += 1) await own.add(listId, ...OTHERS.map((name) => `${name} M A I`));
  await own.add(listId, HOSTILE);
  hurry();
  const searching = vi.spyOn(FullScans.prototype, 'search');
  const ended: string[] = [];
  const rescreening = rescreen(app);
  await vi.waitFor(() => expect(searching).toHaveBeenCalled(), within(15_000));
  void searching.mock.results[0]!.value.then(() => ended.push('search of the run'));
  for (let i = 0; i < 3; i += 1) {
    await other.ask(200, 'POST', '/screen', { name: LISTED, threshold: 50 });
    ended.push('screening');
  }
  await rescreening;
  expect(ended).toEqual([...Array<string>(3).fill('screening'), 'search of the run']);
  expect(await own.onlyHit()).toMatchObject({ subjectId: 'long', score: 100 });
});
