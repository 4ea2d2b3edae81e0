import type { Page } from 'playwright-core';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { fillList, LIST_ROWS } from '../test/support/list-rows.ts';
import { needChromium, openBrowser } from './support/console.ts';
import { sessionOf } from './support/session.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures lists of the console in Chromium with 1,000,000 rows against 1,000. Figures: the browser's wait for page 1
 * and, by cursor, for page 10,000, alternating with page 1 of the short list; the time of Today; and the number of
 * elements in the page's table at both places. test/faults/list-plans.test.ts shows that a page reads only its own rows
 * and one more.
 */
const FEW = 1000;
const MANY = 1_000_000;
const LIMIT = 100;
const LAST = MANY / LIMIT;
const ROUNDS = 40;
const REQUIRED = { growth: 1.5, elements: 1500 };
const SHOWN_MS = 60_000;

type Things = { orgId: string; webhookId: string };
type List = {
  operationId: string;
  path: (things: Things) => string;
  screen: (things: Things) => string;
};

const LISTS: List[] = [
  {
    operationId: 'listHits',
    path: () => '/fraud/hits?status=open',
    screen: () => 'review',
  },
  {
    operationId: 'listDeliveries',
    path: ({ webhookId }) => `/webhooks/${webhookId}/deliveries?`,
    screen: ({ webhookId }) => `webhooks/${webhookId}`,
  },
  { operationId: 'listThreads', path: () => '/threads?', screen: () => 'threads' },
  {
    operationId: 'listIdentityVerifications',
    path: () => '/identity/verifications?',
    screen: () => 'verifications',
  },
  {
    operationId: 'listAuditActions',
    path: () => '/audit?',
    screen: () => 'audit',
  },
];

/** Returns the milliseconds until the browser has an answer, and its content. */
async function ask(
  page: Page,
  path: string,
): Promise<{ ms: number; data: { nextCursor: string } }> {
  return page.evaluate(`(async () => {
    const began = performance.now();
    const answer = await fetch('/api/v1${path}');
    const { data } = await answer.json();
    if (!answer.ok) throw new Error('${path} answered ' + answer.status);
    return { ms: performance.now() - began, data: { nextCursor: data.nextCursor } };
  })()`);
}

/** Returns the medians of alternating requests. A tenth as many requests come first as warm-up. */
async function inTurn(asked: [Page, string][]): Promise<number[]> {
  const times: number[][] = asked.map(() => []);
  for (let i = -ROUNDS / 10; i < ROUNDS; i += 1)
    for (const [n, [page, path]] of asked.entries()) {
      const { ms } = await ask(page, path);
      if (i >= 0) times[n]!.push(ms);
    }
  return times.map(median);
}

/** Returns the number of elements of a screen's table whose first row is at this position of the list. */
async function elementsAt(
  page: Page,
  address: string,
  path: string,
  cursor?: string,
): Promise<number> {
  const [listed] = path.split('?');
  const isFirst = (url: URL): boolean =>
    url.pathname === `/api/v1${listed}` && !url.searchParams.has('cursor');
  await page.route(isFirst, (route) => {
    const url = new URL(route.request().url());
    if (cursor !== undefined) url.searchParams.set('cursor', cursor);
    return route.continue({ url: url.href });
  });
  await page.goto(address);
  await page.locator('tr[data-index="0"]').last().waitFor({ timeout: SHOWN_MS });
  await page.unroute(isFirst);
  return page.locator('.table-frame').last().locator('*').count();
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

function text(value: number): string {
  return `${value.toFixed(1)} ms`;
}

needChromium();
const bench = await openBench();
try {
  const url = await bench.start('bin/oriki.cjs serve', {
    ORIKI_RATE_LIMITS: 'threads=900000000,webhooks=900000000',
    ORIKI_ROLE: 'api',
  });
  const short = await bench.opened.db.transaction(async (tx) => {
    const { id } = await createOrganization(tx, {
      name: 'Short',
      plan: 'enterprise',
      addons: ['detection_pack'],
    });
    return {
      id,
      key: (await createKey(tx, { organizationId: id, scopes: ['webhooks:manage'] })).key,
    };
  });
  const thingsOf = async (orgId: string, key: string): Promise<Things> => {
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return ((await answer.json()) as { data: { id: string } }).data;
    };
    const webhook = { name: 'Ledger', url: 'https://hooks.example.com/', events: ['none.*'] };
    const { id: webhookId } = await post('/webhooks', webhook);
    return { orgId, webhookId };
  };
  const sides = [];
  for (const [orgId, key, rows] of [
    [short.id, short.key, FEW],
    [bench.orgId, bench.key, MANY],
  ] as const) {
    const things = await thingsOf(orgId, key);
    const client = await bench.owner.connect();
    await client.query('SET statement_timeout = 0');
    for (const { operationId } of LISTS) {
      const began = performance.now();
      const owner = { orgId, parent: things.webhookId };
      await fillList(client as never, operationId, owner, rows);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${rows} rows of ${operationId} in ${seconds} s`);
    }
    client.release(true);
    sides.push(things);
  }
  for (const { operationId } of LISTS)
    await bench.owner.query(`VACUUM ANALYZE ${LIST_ROWS[operationId]!.table}`);
  const browser = await openBrowser(url);
  const [few, many] = (await Promise.all(
    sides.map(async (things) => {
      // Filling takes longer than an idle session lasts, so a new page signs in again.
      const page = await browser.window(await sessionOf(bench, things.orgId));
      await page.goto(`${url}/console/keys`);
      return { things, page };
    }),
  )) as [{ things: Things; page: Page }, { things: Things; page: Page }];
  for (const { operationId, path, screen } of LISTS) {
    const at = `${path(many.things)}&limit=${LIMIT}`;
    const before = await ask(many.page, `${at}&page=${LAST - 1}`);
    const { nextCursor } = before.data;
    const [one = 0, first = 0, last = 0] = await inTurn([
      [few.page, `${path(few.things)}&limit=${LIMIT}`],
      [many.page, at],
      [many.page, `${at}&cursor=${nextCursor}`],
    ]);
    for (const [name, ms] of [
      [inWords(1), first],
      [inWords(LAST), last],
    ] as const)
      result({
        what: `Page ${name} of ${operationId} with ${inWords(MANY)} rows, as the browser waits for it`,
        measured: text(ms),
        baseline: `${text(one)} of page 1 with ${inWords(FEW)} rows`,
        figure: ms / one,
        atMost: REQUIRED.growth,
      });
    const address = `${url}/console/${screen(many.things)}`;
    const counts = [
      await elementsAt(many.page, address, path(many.things)),
      await elementsAt(many.page, address, path(many.things), nextCursor),
    ];
    result({
      what: `Elements of the table of ${operationId} with ${inWords(MANY)} rows, at page 1 and at page ${inWords(LAST)}`,
      measured: counts.join(' and '),
      figure: Math.max(...counts),
      atMost: REQUIRED.elements,
    });
  }
  const [one = 0, today = 0] = await inTurn([
    [few.page, '/today'],
    [many.page, '/today'],
  ]);
  result({
    what: `GET /today with ${inWords(MANY)} hits, as the browser waits for it`,
    measured: text(today),
    baseline: `${text(one)} with ${inWords(FEW)} hits`,
    figure: today / one,
  });
  await browser.close();
} finally {
  await bench.close();
}
