import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { takeEffects, watchEffects } from '../../../../test/contract/support/effects.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer } from '../../../../test/support/app.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { AnyRoute } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { federationModule } from '../index.ts';
import { GROUP_PREFIX } from './access.ts';

const app = testApp({ role: 'api' });
let owner: FederationClient;
let member: FederationClient;
let outsider: FederationClient;
/** The group of the owner and the member, with an open invitation; and an unknown id. */
let group: string;
let unknown: string;

beforeAll(async () => {
  await watchEffects(app);
  [owner, member, outsider] = (await Promise.all(
    Array.from({ length: 3 }, () => FederationClient.of(app)),
  )) as [FederationClient, FederationClient, FederationClient];
  group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  await owner.invite(group, await FederationClient.of(app), 'GST');
  unknown = newId(GROUP_PREFIX);
});

const routes = federationModule.routes.filter(({ path }) => path.includes(':id'));
const rows = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** Returns bodies that are valid inside the group, and no body. */
function bodiesOf(route: AnyRoute): (object | undefined)[] {
  if (!route.body) return [undefined];
  const named = [owner, member, outsider].map(({ id }) => ({ organizationId: id }));
  if (route.operationId === 'inviteFederationMember')
    return named.flatMap((body) => [
      { ...body, prefix: 'MEM' },
      { ...body, prefix: 'NEW' },
    ]);
  return route.operationId === 'removeFederationMember' ? named : [...named, undefined];
}

function pathOf(route: AnyRoute, id: string) {
  return `/api/v1${route.path.replace(':id', id)}`;
}

/** Returns all that the outsider sees, except values that differ in any two answers. */
function seen(answer: Answer): unknown {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return {
    status: answer.status,
    text: answer.text,
    headers: headers.map(([name, value]) => [
      name,
      name === 'ratelimit' ? value.replaceAll(/;[rt]=\d+/g, '') : value,
    ]),
  };
}

function remaining(answer: Answer) {
  return /r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1];
}

const STATEMENTS_UNSEEN = whereSpread(
  'statements for an outsider of a group',
  'those sent to other servers pass by the plugin that counts them',
);

/** Returns the statements of a handler and their row counts, without the group's id. */
async function statementsOf(route: AnyRoute, id: string, body: unknown): Promise<string[]> {
  const log: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }): RootOperationNode => {
      log.push(JSON.stringify(node).replaceAll(id, ':id'));
      return node;
    },
    transformResult: async ({ result }) => {
      log.push(`${result.rows.length} rows`);
      return result;
    },
  };
  const context = {
    services: { invitations: undefined },
    orgId: outsider.id,
    params: { id },
    query: {},
    body: body ?? {},
  };
  const run = (db: Queryable | Tx) =>
    (route as { handle: (...args: unknown[]) => Promise<unknown> }).handle(
      context,
      db.withPlugin(plugin),
    );
  const failure = route.method === 'GET' ? run(app.db.read) : app.db.transaction((tx) => run(tx));
  await expect(failure).rejects.toMatchObject({ code: 'NOT_FOUND' });
  return log;
}

test('all nine endpoints of a group are compared', () => {
  expect(rows).toHaveLength(9);
});

describe.each(rows)('%s', (_, route) => {
  // contract: federation/group-existence-never
  test('gives an outsider the same answer, headers and effects for a group as for an unknown id', async () => {
    for (const body of bodiesOf(route)) {
      const answers: { told: unknown; effects: unknown; replayed: unknown }[] = [];
      const left: string[] = [];
      for (const id of [group, unknown]) {
        const ask = (headers: Record<string, string> = {}) =>
          app.call(route.method, pathOf(route, id), {
            key: outsider.org.key,
            headers,
            ...(body && { body }),
          });
        await takeEffects(app);
        const plain = await ask();
        expect(outcomeOf(plain)).toBe('404 NOT_FOUND');
        const headers = {
          'idempotency-key': `outsider-${route.operationId}-${JSON.stringify(body)}`.replaceAll(
            /[^\w-]/g,
            '',
          ),
        };
        const keyed = await ask(headers);
        answers.push({
          told: [seen(plain), seen(keyed)],
          replayed: seen(await ask(headers)),
          effects: await takeEffects(app),
        });
        left.push(remaining(plain)!);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(Number(left[0]) - Number(left[1]), 'requests counted').toBe(3);
    }
  });

  // contract: federation/group-existence-never
  test.skipIf(STATEMENTS_UNSEEN)(
    'runs the same statements for an outsider of a group as for an unknown id, and they return no rows',
    async () => {
      for (const body of bodiesOf(route)) {
        const known = await statementsOf(route, group, body);
        expect(known).toEqual(await statementsOf(route, unknown, body));
        expect(known.filter((line) => line.endsWith(' rows'))).toEqual(['0 rows']);
      }
    },
  );
});

// contract: federation/group-existence-never
test('an outsider does not wait for transactions of the group', async () => {
  const client = await app.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM federation_groups WHERE id = $1 FOR UPDATE', [group]);
    await client.query('SELECT FROM federation_members WHERE group_id = $1 FOR UPDATE', [group]);
    for (const route of routes)
      for (const body of bodiesOf(route).slice(0, 1)) {
        const options = { key: outsider.org.key, ...(body && { body }) };
        const answer = await app.call(route.method, pathOf(route, group), options);
        expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
      }
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('the outsider has received nothing, and the group is unchanged', async () => {
  expect(await outsider.events()).toEqual([]);
  expect(await outsider.ask(200, 'GET', '')).toMatchObject({ items: [], total: 0 });
  expect((await owner.members(group)).map(({ prefix }) => prefix)).toEqual(['OWN', 'MEM', 'GST']);
});
