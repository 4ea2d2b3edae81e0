import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { ScreeningClient } from '../../../test/support/screening-client.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { hitBacklog, teamDecisions } from '../monitoring/index.ts';

const NAME = 'Adaeze Okonkwo';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NO_HITS = { total: 0, day: 0, threeDays: 0, week: 0, month: 0, older: 0, overdue: 0 };
const NO_TIME = { today: 0, week: 0, month: 0, secondsToDecide: null };

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

async function teamOf(key: string) {
  const answer = await app.call('GET', '/api/v1/today/team', { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Returns a client with these numbers of hits, each that many hours old: their ids, oldest first. */
async function withHits(hours: number[]): Promise<{ client: ScreeningClient; ids: string[] }> {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), NAME);
  const ids: string[] = [];
  for (const [i, age] of hours.entries()) {
    await client.enrol(`customer-${i}`, NAME);
    const at = new Date(Date.now() - age * HOUR_MS);
    const id = firstIdAt('hit', at.getTime()).slice(0, -4) + String(i).padStart(4, '0');
    await app.db.pool.query(
      'UPDATE screening_hits SET id = $3, created_at = $4 WHERE org_id = $1 AND subject_id = $2',
      [client.org.id, `customer-${i}`, id, at],
    );
    ids.push(id);
  }
  return { client, ids };
}

test('counts the decisions of each person, with the times from the opening of the hits', async () => {
  const { client, ids } = await withHits([1, 2, 11, 3]);
  const { id: orgId, key } = client.org;
  const [ada, ben] = [await app.person(orgId, ['analyst']), await app.person(orgId, ['analyst'])];
  const decide = async (id: string, session: string) => {
    const body = { decision: 'true_match', reason: 'The same person' };
    const answer = await app.call('POST', `/api/v1/fraud/hits/${id}/decision`, { session, body });
    expect(answer.status, answer.text).toBe(200);
  };
  for (const id of ids.slice(0, 3)) await decide(id, ada.session);
  await decide(ids[0]!, ben.session);
  const { decisions } = await teamOf(key);
  const { median, p90 } = decisions.people[0].secondsToDecide;
  expect([median, p90].map((seconds) => Math.round(seconds / 360) / 10)).toEqual([2, 9.2]);
  expect(decisions).toMatchObject({
    complete: true,
    all: { today: 4, week: 4, month: 4, secondsToDecide: { median, p90 } },
    people: [
      { actorId: ada.id, today: 3, week: 3, month: 3 },
      { actorId: ben.id, today: 1, week: 1, month: 1, secondsToDecide: null },
    ],
  });
  const midnightMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const daysAgo = (days: number): string => new Date(midnightMs - days * DAY_MS).toISOString();
  expect(decisions.since).toEqual({ today: daysAgo(0), week: daysAgo(6), month: daysAgo(29) });
  const { complete } = await teamDecisions(app.db.read, orgId, 3);
  expect(complete).toBe(false);
});

test('counts the time of a hit that reopened from its reopening', async () => {
  const { client, ids } = await withHits([50]);
  const secondsOf = async () =>
    (await teamOf(client.org.key)).decisions.all.secondsToDecide.median as number;
  await client.decide(ids[0]!, 'false_positive');
  expect(await secondsOf()).toBeGreaterThanOrEqual(180_000);
  await client.enrol('customer-0', NAME, { dob: '1980-02-29' });
  await client.decide(ids[0]!, 'false_positive');
  // This is the median of 50 hours and of a moment.
  expect(await secondsOf()).toBeLessThan(91_000);
});

test('counts open hits by age and assignee, and overdue hits and cases', async () => {
  const { client, ids } = await withHits([1, 30, 100, 200, 1000, 2]);
  const { id: orgId, key } = client.org;
  const ada = await app.person(orgId, ['analyst']);
  const dueAt = '2026-01-05T00:00:00.000Z';
  const body = { ids: ids.slice(0, 2), assignee: ada.id, dueAt };
  const assigned = await app.call('POST', '/api/v1/fraud/hits/assign', { key, body });
  expect(assigned.status, assigned.text).toBe(200);
  await client.decide(ids[5]!, 'true_match');
  for (const assignee of [ada.id, ada.id, undefined]) {
    const one = { subjectId: 'customer-1', dueAt, ...(assignee && { assignee }) };
    const made = await app.call('POST', '/api/v1/cases', { key, body: one });
    expect(made.status, made.text).toBe(201);
  }
  const { backlog, overdueCases } = await teamOf(key);
  expect(backlog).toEqual({
    complete: true,
    all: { total: 5, day: 1, threeDays: 1, week: 1, month: 1, older: 1, overdue: 2 },
    assignees: [
      { assignee: null, ...NO_HITS, total: 3, week: 1, month: 1, older: 1 },
      { assignee: ada.id, ...NO_HITS, total: 2, day: 1, threeDays: 1, overdue: 2 },
    ],
  });
  expect(overdueCases).toEqual({
    total: 3,
    assignees: [
      { assignee: ada.id, count: 2 },
      { assignee: null, count: 1 },
    ],
  });
  const bounded = await hitBacklog(app.db.read, orgId, 2);
  expect([bounded.complete, bounded.all.total]).toEqual([false, 3]);
});

test('shows nothing of another organization, and requires the scope of the audit log', async () => {
  const { client } = await withHits([1]);
  const other = await app.org({ addons: ['detection_pack'] });
  expect(await teamOf(other.key)).toMatchObject({
    decisions: { all: NO_TIME, people: [] },
    backlog: { complete: true, all: NO_HITS, assignees: [] },
    overdueCases: { total: 0, assignees: [] },
  });
  const analyst = await app.person(client.org.id, ['analyst']);
  const { session } = analyst;
  expect((await app.call('GET', '/api/v1/today/team', { session })).status).toBe(403);
  const auditor = await app.person(client.org.id, ['auditor']);
  const read = await app.call('GET', '/api/v1/today/team', { session: auditor.session });
  expect(read.body.data.backlog.all.total).toBe(1);
});
