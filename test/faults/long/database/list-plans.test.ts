import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as audit from '../../../../src/modules/audit/actions/store.ts';
import * as cases from '../../../../src/modules/cases/store.ts';
import * as verifications from '../../../../src/modules/identity/audit/store.ts';
import { lastWithdrawal } from '../../../../src/modules/identity/index.ts';
import { waitingHits } from '../../../../src/modules/approvals/index.ts';
import * as hits from '../../../../src/modules/monitoring/hits/shown/store.ts';
import { countBacklog } from '../../../../src/modules/monitoring/hits/team/store.ts';
import * as entries from '../../../../src/modules/lists/tenant/store.ts';
import * as screenings from '../../../../src/modules/screening/history/store.ts';
import * as subjects from '../../../../src/modules/monitoring/subjects/store.ts';
import * as threads from '../../../../src/modules/threads/threads/store.ts';
import * as attempts from '../../../../src/modules/webhooks/attempts/store.ts';
import * as deliveries from '../../../../src/modules/webhooks/deliveries/store.ts';
import * as events from '../../../../src/modules/webhooks/events/store.ts';
import type { Queryable, Tx } from '../../../../src/platform/db/database.ts';
import type { Listed, Page } from '../../../../src/platform/db/lists/keyset.ts';
import { tenantRoleOf } from '../../../../src/platform/db/roles.ts';
import { asOwner, cloneDatabase } from '../../../support/database.ts';
import { explaining, nodesOf, rowsRead, type PlanNode } from '../../../support/explaining.ts';
import { fillList, LIST_ROWS } from '../../../support/list-rows.ts';

const ROWS = 20_000;
const LIMIT = 20;
/** Rows in the minute at either end of a range, two a second. */
const OF_A_MINUTE = 120;
const ORG = 'org_1';
const PARENT = 'parent_1';
const WEBHOOK = `webhook_${'3'.padStart(26, '0')}`;

let pool: Pool;
let tenant: Pool;
let plans: () => PlanNode[];
let db: Queryable;

function day(ago: number): Date {
  return new Date(Date.now() - ago * 86_400_000);
}

/** The lists with each filter that has an index, and the function that reads a page. */
const LISTS: [operationId: string, what: string, read: (page: Page) => Promise<Listed<object>>][] =
  [
    ...(
      [
        {},
        { kind: 'bvn' },
        { subjectId: 'subject-0000007' },
        { status: 'failed' },
        { to: day(19.9) },
        { from: day(19.9) },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listIdentityVerifications',
      JSON.stringify(filter),
      (page) => verifications.selectVerifications(db, ORG, filter, page),
    ]),
    ...(
      [
        {},
        { status: 'open' },
        { kind: 'pep', status: 'open' },
        { listId: `list_${'3'.padStart(26, '0')}` },
        { subjectId: 'subject-0000007' },
        { to: day(19.9) },
        { sort: 'highest_score' },
        { status: 'open', sort: 'lowest_score' },
        { status: 'open', minScore: 99, sort: 'highest_score' },
        { status: 'open', sort: 'subject' },
        { status: 'open', sort: 'subject_reverse' },
        { status: 'open', isAssigned: false },
        { assignee: 'usr_3' },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listHits',
      JSON.stringify(filter),
      (page) =>
        hits.selectHits(
          db,
          ORG,
          { ...filter, withdrawal: lastWithdrawal(ORG, 'screening_hits.subject_id') },
          page,
        ),
    ]),
    ...(
      [
        {},
        { outcome: 'block' },
        { subjectId: 'subject-0000007' },
        { to: day(19.9) },
        { from: day(19.9) },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listScreenings',
      JSON.stringify(filter),
      (page) =>
        screenings.selectScreenings(
          db,
          ORG,
          filter,
          page,
          lastWithdrawal(ORG, 'screenings.subject_id'),
        ),
    ]),
    ...(
      [
        {},
        { action: 'a.b' },
        { actor: 'key_1' },
        { object: 'object-7' },
        { object: 'often' },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listAuditActions',
      JSON.stringify(filter),
      (page) => audit.selectActions(db, ORG, filter, page),
    ]),
    ...([{}, { status: 'failed' }, { to: day(19.9) }] as object[]).map(
      (filter): (typeof LISTS)[number] => [
        'listDeliveries',
        JSON.stringify(filter),
        (page) => deliveries.selectDeliveries(db, ORG, PARENT, filter, page),
      ],
    ),
    ...(
      [
        {},
        { type: 'order.3' },
        { objectId: 'object-3' },
        { to: day(19.9) },
        { from: day(19.9) },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listEvents',
      JSON.stringify(filter),
      (page) => events.selectEventPage(db, ORG, filter, page),
    ]),
    ...(
      [
        {},
        { webhookId: WEBHOOK },
        { outcome: 'failed' },
        { webhookId: WEBHOOK, outcome: 'failed' },
        { status: 503 },
        { eventType: 'order.3' },
        { to: day(19.9) },
        { from: day(19.9) },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listAttempts',
      JSON.stringify(filter),
      (page) => attempts.selectAttempts(db, ORG, filter, page),
    ]),
    ...(
      [
        {},
        { status: 'OPEN' },
        { channelId: `channel_${'0'.padStart(26, '0')}` },
        { entityId: 'order-1' },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listThreads',
      JSON.stringify(filter),
      (page) => threads.selectThreads(db, ORG, filter, page),
    ]),
    ...(
      [
        {},
        { status: 'OPEN' },
        { assignee: 'usr_3' },
        { subjectId: 'subject-7' },
        { to: day(19.9) },
      ] as object[]
    ).map((filter): (typeof LISTS)[number] => [
      'listCases',
      JSON.stringify(filter),
      (page) => cases.selectCases(db, ORG, filter, page, lastWithdrawal(ORG, 'cases.subject_id')),
    ]),
    ['listScreeningEntries', '{}', (page) => entries.selectEntries(db, ORG, PARENT, ROWS, page)],
    ...([{}, { country: 'NG' }, { hasOpenHits: true }] as object[]).map(
      (filter): (typeof LISTS)[number] => [
        'listSubjects',
        JSON.stringify(filter),
        (page) => subjects.selectSubjects(db, ORG, filter, page),
      ],
    ),
  ];

beforeAll(async () => {
  const url = await cloneDatabase();
  pool = new Pool({ connectionString: asOwner(url), max: 2 });
  // The role is that of tenants' requests, because row-level security decides which indexes apply.
  const role = tenantRoleOf(new URL(url).username);
  tenant = new Pool({
    connectionString: url,
    max: 2,
    options: `-c role=${role} -c oriki.org_id=${ORG}`,
  });
  ({ db, plans } = explaining(tenant));
  for (const operationId of new Set(LISTS.map(([id]) => id))) {
    for (const orgId of [ORG, 'org_2'])
      await fillList(pool, operationId, { orgId, parent: PARENT }, ROWS);
    await pool.query(`VACUUM ANALYZE ${LIST_ROWS[operationId]!.table}`);
  }
});
afterAll(() => Promise.all([tenant.end(), pool.end()]));

describe.each(LISTS)('%s %s', (operationId, what, read) => {
  const most = LIMIT + 1 + (/"(from|to)"/.test(what) ? OF_A_MINUTE : 0);
  test('reads the rows of a page and one more from an index, for the first page and by cursor', async () => {
    let after: readonly string[] | undefined;
    for (let page = 1; page <= 3; page += 1) {
      plans();
      const { next } = await read({ page, limit: LIMIT, offset: 0, ...(after && { after }) });
      const [plan] = plans();
      const nodes = nodesOf(plan!);
      const shown = JSON.stringify(plan);
      // The few rows of a page with an external id in several spellings are sorted.
      const sorted = /"(subjectId|object)"/.test(what) ? LIMIT + 1 : 0;
      const sorting = nodes.filter(
        (node) => node['Node Type'] === 'Sort' && node['Actual Rows'] > sorted,
      );
      expect(sorting, shown).toEqual([]);
      const scans = nodes.filter(
        (node) =>
          node['Relation Name'] === LIST_ROWS[operationId]!.table && node['Actual Loops'] > 0,
      );
      for (const scan of scans) expect(scan['Node Type'], shown).toMatch(/^Index/);
      expect(rowsRead(plan!, LIST_ROWS[operationId]!.table), shown).toBeLessThanOrEqual(most);
      if (next === null) break;
      after = next;
    }
  });
});

describe('a figure of the desk', () => {
  const now = new Date();
  beforeAll(async () => {
    // The rows are as wide as hits with a match; otherwise the planner would read the table.
    await pool.query(
      `UPDATE screening_hits SET match = json_build_object('name', repeat('x', 800))`,
    );
    await pool.query('VACUUM ANALYZE screening_hits');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['open hits of a time', () => hits.countOpenWithin(db, ORG, { from: day(30), to: now })],
    ['open hits by assignee', () => countBacklog(db, ORG, [day(7)], { now, most: ROWS })],
    ['hits by day', () => hits.countHits(db, ORG, { from: day(30), to: day(-1) })],
  ])('reads an index alone, except for rows near midnight: %s', async (_, read) => {
    plans();
    await read();
    const [plan] = plans();
    const scans = nodesOf(plan!).filter((node) => node['Relation Name'] === 'screening_hits');
    const inTable = scans.filter((node) => node['Node Type'] !== 'Index Only Scan');
    const rows = inTable.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(scans.length).toBeGreaterThan(inTable.length);
    expect(rows, JSON.stringify(plan)).toBeLessThanOrEqual(4 * OF_A_MINUTE);
  });

  test('looks up hits that wait for a second person in a set', async () => {
    plans();
    const waiting = { is: false, hits: waitingHits(ORG) };
    await hits.selectHits(db, ORG, { waiting }, { page: 1, limit: LIMIT, offset: 0 });
    for (const plan of plans()) expect(JSON.stringify(plan)).toContain('hashed SubPlan');
  });

  test('sorts ids alone to find the next case', async () => {
    await pool.query('UPDATE cases SET assignee = NULL WHERE org_id = $1', [ORG]);
    plans();
    await cases.lockNextUnassigned(db as Tx, ORG, now);
    const [plan] = plans();
    const sorts = nodesOf(plan!).filter((node) => node['Node Type'] === 'Sort');
    expect(sorts).toHaveLength(1);
    expect(sorts[0]!['Actual Rows']).toBeGreaterThan(0);
    expect(sorts[0]!['Plan Width'], JSON.stringify(plan)).toBeLessThan(100);
  });
});
