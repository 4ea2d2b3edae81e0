import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { exportSources } from '../../src/modules/exports/sources.ts';
import { rollUp } from '../../src/modules/usage/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { asOwner, asService } from '../support/database.ts';
import { recordStatements, tablesReadAcross, type Recorded } from '../support/statements.ts';
import { openDatabase } from '../support/webhook-checks.ts';
import { isMutation, isStream, routes } from './support/manifest.ts';
import { ACROSS, LISTED, NO_PRIMARY_KEY, OTHER_KEYS, REFERENCE } from './support/sharding.ts';
import {
  freshKey,
  makeRequest,
  makeWorld,
  pathsWithOptions,
  send,
  withKey,
} from './support/world.ts';

const NAMED = [...LISTED, ...ACROSS];
function isNamed({ text }: Recorded, list: [RegExp, string][]): boolean {
  return list.some(([pattern]) => pattern.test(text));
}
function unused(list: [RegExp, string][], found: Recorded[]): string[] {
  return list.filter((name) => !found.some((recorded) => isNamed(recorded, [name]))).map(String);
}

let app: TestApp;
let owner: pg.Client;
let recording: ReturnType<typeof recordStatements>;
let tenantTables: Set<string>;
/** With the column that has the organization. */
let distributed: Map<string, string>;
let statements: Recorded[];

beforeAll(async () => {
  recording = recordStatements(inject('service').user);
  app = await startTestApp({ rateLimits: undefined });
  owner = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT table_name::text AS name FROM information_schema.columns JOIN pg_class ON relname = table_name
     WHERE table_schema IN ('bucket_000', 'shared') AND column_name = 'org_id' AND relkind IN ('r', 'p')`,
  );
  tenantTables = new Set(rows.map(({ name }) => name));
  distributed = new Map([...tenantTables].map((name) => [name, 'org_id']));
  distributed.set('organizations', 'id');
});
afterAll(async () => {
  recording.stop();
  await owner.end();
  await app.stop();
});

describe('the schema', () => {
  test('every table is of tenants, with org_id, or a named reference table', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT DISTINCT relname::text AS name FROM pg_class WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relkind IN ('r', 'p')`,
    );
    const others = rows.map(({ name }) => name).filter((name) => !tenantTables.has(name));
    expect(others.toSorted()).toEqual(Object.keys(REFERENCE).toSorted());
    expect(tenantTables.size).toBeGreaterThan(40);
  });

  test("every primary, unique and foreign key of a tenant's table begins with org_id, but for the named ones", async () => {
    const { rows } = await owner.query<{ name: string; relation: string; first: string }>(
      `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS relation,
         pg_get_indexdef(i.indexrelid, 1, true) AS first
       FROM pg_index AS i WHERE i.indisunique
       UNION ALL SELECT conname, conrelid::regclass::text, attname
       FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`,
    );
    const other = rows
      .filter(({ relation, first }) => tenantTables.has(relation) && first !== 'org_id')
      .map(({ name }) => name);
    expect(other.toSorted()).toEqual(Object.keys(OTHER_KEYS).toSorted());
  });

  test("every tenant's table has a primary key, but for the named ones", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT indrelid::regclass::text AS name FROM pg_index WHERE indisprimary`,
    );
    const without = [...tenantTables].filter((name) => !rows.some((row) => row.name === name));
    expect(without.toSorted()).toEqual(Object.keys(NO_PRIMARY_KEY).toSorted());
  });

  test("every tenant's table has row-level security, forced, with the policy of its organization", async () => {
    const { rows } = await owner.query<{ name: string; policies: string[] }>(
      `SELECT relname::text AS name, ARRAY(SELECT polname || ' ' || pg_get_expr(polqual, polrelid) FROM pg_policy
           WHERE polrelid = c.oid AND polcmd = '*' ORDER BY 1) AS policies
       FROM pg_class AS c WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relrowsecurity AND relforcerowsecurity`,
    );
    const policyOf = (column: string) => [
      'operator true',
      `organization (${column} = current_setting('oriki.org_id'::text, true))`,
    ];
    expect(Object.fromEntries(rows.map(({ name, policies }) => [name, policies]))).toEqual({
      organizations: policyOf('id'),
      ...Object.fromEntries([...tenantTables].map((name) => [name, policyOf('org_id')])),
    });
  });

  test('no function notifies: a transaction that has executed NOTIFY cannot be prepared', async () => {
    const { rows } = await owner.query(
      `SELECT proname FROM pg_proc WHERE pronamespace::regnamespace::text <> ALL ($1) AND prosrc ~* '\\mnotify|pg_notify'`,
      [['pg_catalog', 'information_schema', 'pgboss']],
    );
    expect(rows).toEqual([]);
  });

  test('no view or function has the rights of its owner', async () => {
    const { rows } = await owner.query(
      `SELECT relname FROM pg_class WHERE relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND relkind IN ('v', 'm')
         AND NOT coalesce(reloptions @> '{security_invoker=true}', false)
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace) AND prosecdef`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the statements', () => {
  // All operations with their examples, each option of the reads, each change replayed and asked for once more, with
  // another idempotency key and without one, and the worker beside them.
  beforeAll(async () => {
    for (const route of routes) {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      const options = isMutation(route) ? withKey(freshKey()) : {};
      const answer = await send(world, request, options);
      expect(answer.status, answer.text).toBe(route.status);
      if (isMutation(route)) {
        const replayed = await send(world, request, options);
        expect([replayed.status, replayed.text]).toEqual([answer.status, answer.text]);
        for (const unlike of [withKey(freshKey()), {}]) {
          const again = await send(world, request, unlike);
          expect([200, 404, 409, route.status], again.text).toContain(again.status);
        }
      } else if (!isStream(route))
        for (const path of pathsWithOptions(route, request.path)) {
          const { status, text } = await send(world, { ...request, path });
          expect(status, `${path}: ${text}`).toBe(route.status);
        }
    }
    // Statements that the worker runs in its own time.
    const service = openDatabase(asService(app.databaseUrl));
    await rollUp(service);
    await service.close();
    const sent = (): Recorded[] =>
      recording.all().map((each) => ({ ...each, text: each.text.replaceAll(/\s+/g, ' ') }));
    // Statements that the worker sends when it comes to them.
    await vi.waitFor(() => expect(unused(NAMED, sent())).toEqual([]), { timeout: 20_000 });
    statements = recording.all();
    await owner.query(
      'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
    );
  }, 120_000);

  /**
   * Those that may read rows of other organizations, by the plan that the database makes without row-level security.
   */
  const across = async (scoped: boolean): Promise<(Recorded & { tables: string[] })[]> => {
    const found: (Recorded & { tables: string[] })[] = [];
    for (const recorded of statements.filter((each) => each.scoped === scoped)) {
      const own = scoped ? recorded.own : 'any';
      const tables = await tablesReadAcross(owner, recorded.text, distributed, own);
      const text = recorded.text.replaceAll(/\s+/g, ' ');
      if (tables.length > 0) found.push({ ...recorded, text, tables });
    }
    return found;
  };

  test("sent for a tenant's request find every row of tenants by an index condition on org_id", async () => {
    expect(statements.filter(({ scoped }) => scoped).length).toBeGreaterThan(120);
    const found = await across(true);
    expect(found.filter((each) => !isNamed(each, LISTED) || !each.own.has(1))).toEqual([]);
  });

  test('that exports copy rows with do the same', async () => {
    const filter = { orgId: 'org', from: new Date(), to: new Date(), service: 'x' };
    for (const [name, { query }] of Object.entries(exportSources)) {
      const { sql, parameters } = query(filter).compile(app.db.read);
      const own = new Set(
        parameters
          .keys()
          .filter((i) => parameters[i] === 'org')
          .map((i) => i + 1),
      );
      expect([name, await tablesReadAcross(owner, sql, distributed, own)]).toEqual([name, []]);
    }
  });

  test('sent for operators, for federations and by the worker find them by one organization, but for the named ones', async () => {
    const found = await across(false);
    expect(found.filter((recorded) => !isNamed(recorded, NAMED))).toEqual([]);
    expect(unused(NAMED, found)).toEqual([]);
  });

  test.each([
    ['SELECT * FROM messages WHERE id = $1', ['messages']],
    ['SELECT * FROM messages WHERE org_id <> $1', ['messages']],
    ['SELECT * FROM messages WHERE org_id = $2 AND content = $1', ['messages']],
    ['SELECT * FROM messages WHERE org_id = ANY ($1)', ['messages']],
    ['SELECT * FROM messages WHERE org_id IN ($1, $2)', ['messages']],
    ['SELECT * FROM messages WHERE org_id = $1 OR org_id = $2', ['messages']],
    ["SELECT * FROM messages WHERE org_id = 'org_other'", ['messages']],
    ['SELECT * FROM messages WHERE ctid = $1', ['messages']],
    ['SELECT * FROM dead_letters WHERE org_id = $1 OR id = $2', ['dead_letters']],
    [
      'SELECT * FROM threads t JOIN messages m ON m.thread_id = t.id WHERE t.org_id = $1',
      ['messages'],
    ],
    [
      'SELECT * FROM organizations o JOIN messages m ON m.org_id = o.id WHERE o.name = $1',
      ['messages', 'organizations'],
    ],
    [
      'WITH x AS MATERIALIZED (SELECT unnest($1::text[]) AS org_id) SELECT * FROM x JOIN messages m USING (org_id)',
      ['messages'],
    ],
    ['UPDATE webhooks SET name = $1', ['webhooks']],
    ['SELECT * FROM messages WHERE org_id = $1 AND content = $2', []],
    ['SELECT * FROM threads t JOIN messages m USING (org_id) WHERE t.org_id = $1', []],
    ['SELECT * FROM organizations o JOIN messages m ON m.org_id = o.id WHERE o.id = $1', []],
    [
      `WITH x AS MATERIALIZED (SELECT org_id, ctid FROM messages WHERE org_id = $1 LIMIT 5)
       DELETE FROM messages m USING x WHERE m.ctid = x.ctid`,
      [],
    ],
  ])('are told apart: %s', async (text, tables) => {
    expect(await tablesReadAcross(owner, text, distributed, new Set([1]))).toEqual(tables);
  });
});
