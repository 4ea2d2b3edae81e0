import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList } from '../../src/platform/http/list-cursors.ts';
import type { AnyRoute } from '../../src/platform/http/route.ts';
import { testApp } from '../support/test-app.ts';
import { fillList, LIST_ROWS } from '../support/list-rows.ts';
import { expectDocumented, expectError } from './support/documented.ts';
import {
  invalidOf,
  isTenant,
  limitsOf,
  operationOf,
  responseOf,
  routes,
  rows,
  type Json,
} from './support/manifest.ts';
import {
  makeAnother,
  makeIds,
  makeWorld,
  pathOf,
  send,
  withQuery,
  type World,
} from './support/world.ts';

const lists = routes.filter(isList);
/** Rows that are inserted into each list. */
const COUNT = 11;

/** Catalogs and parts of one object: bounded by the product, and returned whole. */
const WHOLE = new Set([
  // In the memory of one process, at most 1,000.
  'getKeyRefusals',
  'getReasons',
  // At most one step of each type.
  'getIdentitySession',
  // The classes that modules declare.
  'getRetention',
  'getRetentionPlan',
  'getOrganizationRetentionPlan',
  'listRetentionClasses',
  // Everything about a case, under one signature.
  'getSignedCase',
  'getSignedEgress',
  'countHitsByDay',
  'countIdentityVerificationsByDay',
  'getAllWebhookStats',
  'getCase',
  'getDelivery',
  'getDiagnosis',
  'getEgress',
  'getEvent',
  'getFederationGroup',
  'getFederationSyncStatus',
  'getHit',
  'getInvoice',
  'getListedEntity',
  // The columns of the database.
  'getProcessingRegister',
  'getScreening',
  'getSubject',
  // The newest items of several lists, each of which has its pages elsewhere.
  'getSubjectData',
  'listCheckedGlobalLists',
  'listHitViews',
  'getThread',
  'getToday',
  'getWebhookStats',
  'listEventTypes',
  'listGlobalListRejections',
  'listIdentityKinds',
  'listJobs',
  'listProviders',
  'listReadStates',
]);

/** The resources whose rows another operation than a POST to the list's path creates. */
const MADE: Record<string, string> = {
  listKeyNames: 'own-key',
  listMemberNames: 'member',
  listSessions: 'session',
  listOperatorSessions: 'operator-session',
  listFederationGroups: 'federation-invitation',
};

/** Returns the resource that requests add to a list, because its rows have sealed values or are simple to create. */
function madeFor(list: AnyRoute): string | undefined {
  if (list.operationId in LIST_ROWS) return undefined;
  const post = routes.find(({ method, path }) => method === 'POST' && path === list.path);
  return MADE[list.operationId] ?? post?.creates?.resource;
}

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });

type Data = {
  total: number;
  totalIsExact: boolean;
  limit: number;
  nextCursor: string | null;
} & Json;

function itemsOf(data: Json): Json[] {
  return (data['items'] ?? data['lists'] ?? data['webhooks']) as Json[];
}

/** A caller of the list, and its path, with some rows. */
async function filled(route: AnyRoute): Promise<{ world: World; path: string }> {
  const world = await makeWorld(app, route);
  const ids = await makeIds(world, route);
  const path = pathOf(route, ids);
  const resource = madeFor(route);
  if (resource !== undefined) for (let i = 0; i < 3; i += 1) await makeAnother(world, resource);
  if (route.operationId in LIST_ROWS) {
    const orgId = isTenant(route) ? world.orgId! : (await app.org()).id;
    const pool = (isTenant(route) ? await app.dbOf(orgId) : app.db).pool;
    await fillList(pool, route.operationId, { orgId, parent: Object.values(ids)[0] ?? '' }, COUNT);
  }
  return { world, path };
}

async function read(world: World, path: string): Promise<Data> {
  const answer = await send(world, { method: 'GET', path, body: undefined });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer.body.data;
}

/** The rows of all numbered pages. Messages have no page numbers, so only their first page. */
async function allPages(world: World, path: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { total, ...data } = await read(
      world,
      withQuery(path, `limit=100${page > 1 ? `&page=${page}` : ''}`),
    );
    found.push(...itemsOf(data));
    expect(data.nextCursor === null).toBe(found.length === total);
    if (data.nextCursor === null) return found;
  }
}

/** The pages of a walk by cursor from the first page; each uses the next limit. */
async function walk(world: World, path: string, limits: number[]): Promise<Data[]> {
  const pages = [await read(world, withQuery(path, `limit=${limits[0]}`))];
  for (let next = pages[0]!.nextCursor; next !== null; next = pages.at(-1)!.nextCursor) {
    const limit = limits[pages.length % limits.length];
    pages.push(await read(world, withQuery(path, `cursor=${next}&limit=${limit}`)));
  }
  return pages;
}

test('every GET of a list accepts a cursor, and returns the next one and a correct total', () => {
  const without = routes
    .filter(({ method, operationId }) => method === 'GET' && !WHOLE.has(operationId))
    .filter((route) => {
      const names = new Set((operationOf(route).parameters ?? []).map(({ name }) => name));
      const { properties = {} } = (route.data as Json)['properties']
        ? (route.data as { properties: Record<string, { type?: unknown; items?: Json }> })
        : {};
      const hasRows = Object.values(properties).some(
        ({ type, items }) => type === 'array' && items?.['type'] === 'object',
      );
      const isPaged = names.has('page') || names.has('limit') || names.has('cursor');
      const answers = ['nextCursor', 'total', 'totalIsExact', 'limit'].every(
        (name) => name in properties,
      );
      return (hasRows || isPaged) && !(names.has('cursor') && names.has('limit') && answers);
    })
    .map(({ operationId }) => operationId);
  expect(without).toEqual([]);
  expect(lists.length).toBeGreaterThan(30);
});

test('every answer of a list is documented with an example of its part', () => {
  for (const route of lists) {
    const { example } = responseOf(route, 200)!.content['application/json'];
    expect(Object.keys((example as { data: Json }).data), route.operationId).not.toEqual([]);
  }
});

describe.each(rows(lists))('%s', (_title, route) => {
  test('returns by cursor exactly the rows of its pages, with any limits', async () => {
    const { world, path } = await filled(route);
    const wanted = await allPages(world, path);
    const least = route.operationId in LIST_ROWS ? COUNT : madeFor(route) === undefined ? 0 : 3;
    expect(wanted.length).toBeGreaterThanOrEqual(least);
    const part = { total: wanted.length, totalIsExact: true };
    expect(await read(world, withQuery(path, 'limit=1'))).toMatchObject(part);
    const limits = fc.array(fc.integer({ min: 2, max: 7 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(limits, async (some) => {
        const pages = await walk(world, path, some);
        const backwards = path.includes('before=');
        expect((backwards ? pages.toReversed() : pages).flatMap(itemsOf)).toEqual(wanted);
        for (const page of pages) expect(page['total']).toBe(wanted.length);
      }),
      { numRuns: 4 },
    );
    if (!('page' in (route.query as unknown as { properties: object }).properties)) return;
    const [first, second] = await walk(world, path, [2]);
    expect(itemsOf(await read(world, withQuery(path, 'limit=2&page=2')))).toEqual(
      second ? itemsOf(second) : [],
    );
    // A numbered page can also continue by cursor.
    expect(first!['page']).toBe(1);
    if (second) expect(second['page']).toBe(2);
  });

  test('rejects a cursor that is forged, foreign, from another query, or sent with a page', async () => {
    const { world, path } = await filled(route);
    const { nextCursor } = await read(world, withQuery(path, 'limit=1'));
    const refuse = async (by: World, at: string): Promise<void> => {
      const answer = await send(by, { method: 'GET', path: at, body: undefined });
      expectError(route, answer, 400, invalidOf(route));
      expectDocumented(route, answer);
      expect(answer.body.error.details).toMatchObject([{ path: 'cursor' }]);
    };
    const sealed = nextCursor ?? 'A'.repeat(80);
    const forged = [
      `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`,
      'x',
      '',
      'null',
      '%00',
    ];
    for (const text of [...forged, Buffer.from('{"page":2,"after":["a"]}').toString('base64url')])
      if (text !== '%00') await refuse(world, withQuery(path, `cursor=${text}`));
    if (nextCursor === null) return;
    if ('page' in (route.query as unknown as { properties: object }).properties)
      await refuse(world, withQuery(path, `cursor=${sealed}&page=1`));
    // These cursors are from another list of the same caller, and from the same list of another caller.
    const another = lists.find(
      (one) => one !== route && isTenant(one) === isTenant(route) && one.params === undefined,
    )!;
    const other = await makeWorld(app, another);
    const elsewhere = withQuery(pathOf(another, {}), `cursor=${sealed}`);
    expect((await send(world, { method: 'GET', path: elsewhere, body: undefined })).status).toBe(
      400,
    );
    if (isTenant(route) && route.params === undefined)
      await refuse(other, withQuery(path, `cursor=${sealed}`));
    expect((await read(world, withQuery(path, `cursor=${sealed}`)))['items'] !== null).toBe(true);
  });
});

test('a cursor is valid only for the filters with which it was returned', async () => {
  const route = lists.find(({ operationId }) => operationId === 'listScreenings')!;
  const { world, path } = await filled(route);
  const { nextCursor } = await read(world, withQuery(path, 'limit=1&outcome=block'));
  const ask = (query: string) =>
    send(world, { method: 'GET', path: withQuery(path, query), body: undefined });
  expect((await ask(`cursor=${nextCursor}&outcome=BLOCK`)).status).toBe(200);
  expect((await ask(`cursor=${nextCursor}&outcome=clear`)).status).toBe(400);
  expect((await ask(`cursor=${nextCursor}`)).status).toBe(400);
});

test('returns an exact total up to 10,000, and marks a larger one as inexact', async () => {
  const route = lists.find(({ operationId }) => operationId === 'listScreenings')!;
  const world = await makeWorld(app, route);
  const { pool } = await app.dbOf(world.orgId!);
  const path = pathOf(route, {});
  await fillList(pool, route.operationId, { orgId: world.orgId!, parent: '' }, 10_001);
  expect(await read(world, path)).toMatchObject({ total: 10_000, totalIsExact: false });
  await pool.query('DELETE FROM screenings WHERE org_id = $1 AND id LIKE $2', [
    world.orgId,
    '%00001',
  ]);
  expect(await read(world, path)).toMatchObject({ total: 10_000, totalIsExact: true });
});
