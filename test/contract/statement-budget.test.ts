/**
 * The statements of the most frequent requests. A number here changes only on purpose: a change that adds a statement
 * explains it in `why`.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../support/app.ts';
import { IS_SPREAD } from '../support/servers/is-spread.ts';
import { watchExchanges, type Exchanges } from '../support/exchanges.ts';

/** The maximum number of requests of each operation. The service's timers may add statements, but remove none. */
const TRIES = 50;
/** Requests after which an operation within its budget is not sent again. */
const FEWEST = 5;

let app: TestApp;
let org: TestOrg;
let exchanges: Exchanges;
let list: string;
let thread: string;
let sequence = 0;

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await app.call('POST', `/api/v1${path}`, { key: org.key, body, headers });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
async function get(path: string): Promise<void> {
  const answer = await app.call('GET', `/api/v1${path}`, { key: org.key });
  expect(answer.status, answer.text).toBe(200);
}
function newList() {
  return { source: `budget-${(sequence += 1)}`, name: 'Budget', kind: 'tenant_allowlist' };
}

beforeAll(async () => {
  exchanges = watchExchanges(inject('service').user);
  app = await startTestApp({ role: 'api' });
  org = await app.org();
  list = (
    await post('/fraud/lists', { source: 'budget', name: 'Budget', kind: 'tenant_blocklist' })
  ).id;
  await post(`/fraud/lists/${list}/entries`, { entries: [{ name: 'Adaeze Okonkwo' }] });
  await post('/channels', { slug: 'budget', displayName: 'Budget', entityType: 'order' });
  await post('/permissions/modules', { code: 'INVOICES', name: 'Invoices', actions: ['READ'] });
  const participants = [
    { externalId: 'a', role: 'agent' },
    { externalId: 'b', role: 'customer' },
  ];
  const created = { channel: 'budget', entityId: 'order-17', subject: 'Order 17', participants };
  thread = (await post('/threads', created)).id;
});
afterAll(async () => {
  exchanges.stop();
  await app.stop();
});

type Budget = {
  name: string;
  request: () => Promise<unknown>;
  /** The number of statements, including BEGIN, COMMIT and session settings. */
  statements: number;
  /** Round trips to PostgreSQL; parallel statements count once. */
  exchanges: number;
  why: string;
};

const BUDGETS: Budget[] = [
  {
    name: 'for one list',
    request: () => get(`/fraud/lists/${list}`),
    statements: 1,
    exchanges: 1,
    why: 'the row',
  },
  {
    name: 'for a page of an inbox',
    request: () => get('/threads/inbox?externalId=b&role=customer'),
    statements: 1,
    exchanges: 1,
    why: 'the page with its counts',
  },
  {
    name: 'to screen a name',
    request: () => post('/fraud/screen', { name: 'Viktor Bout' }),
    statements: 6,
    exchanges: 2,
    why: 'the groups, the own and the global lists together; the limit for locks, the screening, the audit row',
  },
  {
    name: 'to verify an identity',
    request: () =>
      post('/identity/verify-bvn', {
        subjectId: 'budget',
        bvn: '22222222220',
        matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
      }),
    statements: 7,
    exchanges: 2,
    why: 'BEGIN, the webhooks of the event, who keeps no last digits; the event, the record, the audit row, COMMIT',
  },
  {
    name: 'to send a message',
    request: () =>
      post(`/threads/${thread}/messages`, {
        participantExternalId: 'a',
        participantRole: 'agent',
        content: 'Hello',
        type: 'TEXT',
      }),
    statements: 8,
    exchanges: 3,
    why: 'BEGIN, the lock, the place; the message with its counts, the webhooks of the event; the event, the audit row, COMMIT',
  },
  {
    name: 'to publish an event',
    request: () => post('/events', { type: 'invoice.paid', data: { invoiceId: 'inv_17' } }),
    statements: 5,
    exchanges: 2,
    why: 'BEGIN, the webhooks of the event; the event, the audit row, COMMIT',
  },
  {
    name: 'to create a list',
    request: () => post('/fraud/lists', newList()),
    statements: 4,
    exchanges: 2,
    why: 'BEGIN, the list; the audit row, COMMIT',
  },
  {
    name: 'to create a list with an idempotency key',
    request: () =>
      post('/fraud/lists', newList(), { 'idempotency-key': `budget-${(sequence += 1)}` }),
    statements: 6,
    exchanges: 3,
    why: 'BEGIN, the lock of the key with its record; the list; the audit row, the record, COMMIT',
  },
  {
    name: 'to add entries',
    request: () =>
      post(`/fraud/lists/${list}/entries`, {
        entries: [{ name: `Budget ${(sequence += 1)}` }, { name: `Budget ${(sequence += 1)}` }],
      }),
    statements: 5,
    exchanges: 3,
    why: 'BEGIN, the revision of the list; the entries; the audit row, COMMIT',
  },
  {
    name: 'to check a permission',
    request: () => post('/permissions/check', { subject: 'user:1', capability: 'INVOICES:READ' }),
    statements: 1,
    exchanges: 1,
    why: 'the revision; what it is checked against is in memory',
  },
];

describe.skipIf(IS_SPREAD)('a request', () => {
  test.for(BUDGETS)('$name sends no more statements than its budget', async (budget) => {
    let least = { statements: [] as string[], exchanges: 0 };
    for (let i = 0; i < TRIES; i += 1) {
      exchanges.begin();
      await budget.request();
      const seen = await exchanges.end();
      if (i === 0 || seen.statements.length < least.statements.length) least = seen;
      if (i >= FEWEST && least.statements.length <= budget.statements) break;
    }
    expect(
      { statements: least.statements.length, exchanges: least.exchanges },
      least.statements.join('\n'),
    ).toEqual({
      statements: budget.statements,
      exchanges: budget.exchanges,
    });
  });
});
