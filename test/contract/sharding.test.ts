import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import { exportsOf } from '../../src/modules/module.ts';
import { rollUp } from '../../src/modules/usage/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { whereSpread } from '../support/servers/is-spread.ts';
import { asOwner, asService } from '../support/database.ts';
import { recordStatements, tablesReadAcross, type Recorded } from '../support/statements.ts';
import { openDatabase } from '../support/webhook-checks.ts';
import { isMutation, isStream, routes } from './support/manifest.ts';
import { execute, isSameAlone } from '../support/execution.ts';
import { ACROSS, LISTED, SHARED, tablesOfTenants } from './support/sharding.ts';
import { violationsOf } from './support/statement-rules.ts';
import {
  freshKey,
  makeRequest,
  makeWorld,
  pathsWithOptions,
  send,
  withKey,
} from './support/world.ts';
import { within } from '../support/within.ts';

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
/** The tables of tenants, with the column of the organization. */
let distributed: Map<string, string>;
let statements: Recorded[];

beforeAll(async () => {
  recording = recordStatements(inject('service').user);
  app = await startTestApp({ rateLimits: undefined });
  owner = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  await owner.connect();
  const tenantTables = await tablesOfTenants(owner);
  distributed = new Map([...tenantTables].map((name) => [name, 'org_id']));
  distributed.set('organizations', 'id');
});
afterAll(async () => {
  recording.stop();
  await owner.end();
});

const UNEXPLAINED = whereSpread('plans of statements', 'they are explained in one database');
describe.skipIf(UNEXPLAINED)('the statements', () => {
  // The recording contains all operations with their examples and each option of the reads. Each change is replayed,
  // and repeated with another idempotency key and without one. The worker runs in parallel.
  beforeAll(async () => {
    // With the statistics of a few rows, the planner may prefer any index.
    await owner.query(`DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace)
      LOOP EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', t); END LOOP; END $$`);
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
    // Statements that the worker runs on its own schedule.
    const service = openDatabase(asService(app.databaseUrl));
    await rollUp(service);
    await service.close();
    const sent = (): Recorded[] =>
      recording.all().map((each) => ({ ...each, text: each.text.replaceAll(/\s+/g, ' ') }));
    // Statements that the worker sends later.
    await vi.waitFor(() => expect(unused(NAMED, sent())).toEqual([]), { timeout: within(20_000) });
    statements = recording.all();
    // From here on no process changes the data.
    await app.stop();
    await owner.query(
      'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
    );
  });

  /** The statements that may read rows of other organizations, by the plan without row-level security. */
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

  test('find the rows of exports by one organization', async () => {
    const filter = { orgId: 'org', from: new Date(), to: new Date(), service: 'x' };
    for (const [name, { source }] of Object.entries(exportsOf(MODULES))) {
      const { sql, parameters } = source.query(filter).compile(app.db.read);
      const own = new Set(
        parameters
          .keys()
          .filter((i) => parameters[i] === 'org')
          .map((i) => i + 1),
      );
      expect([name, await tablesReadAcross(owner, sql, distributed, own)]).toEqual([name, []]);
    }
  });

  test('sent for operators, for federations and by the worker name one organization, with listed exceptions', async () => {
    const found = await across(false);
    expect(found.filter((recorded) => !isNamed(recorded, NAMED))).toEqual([]);
    expect(unused(NAMED, found)).toEqual([]);
  });

  test('can all be executed with their recorded parameters, and name no tables of tenants next to shared ones', async () => {
    const mixed: string[] = [];
    for (const recorded of statements) {
      const { tables } = await execute(owner, recorded);
      const text = recorded.text.replaceAll(/\s+/g, ' ');
      const shared = tables.filter((name) => SHARED.has(name));
      if (shared.length === 0 || shared.length === tables.length) continue;
      mixed.push(text);
    }
    expect(mixed).toEqual([]);
  });

  test('have the same effect and result if only rows of their organization exist', async () => {
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
    const role = `one_organization_${owner.database}`;
    await owner.query(
      `CREATE ROLE ${role}; GRANT ALL ON ALL TABLES IN SCHEMA bucket_000, shared TO ${role};
       GRANT USAGE ON SCHEMA bucket_000, shared TO ${role}`,
    );
    const different: string[] = [];
    let compared = 0;
    for (const recorded of statements) {
      const text = recorded.text.replaceAll(/\s+/g, ' ');
      if (!recorded.scoped && isNamed({ ...recorded, text }, NAMED)) continue;
      const sent = JSON.stringify(recorded.values);
      const [orgId, another] = rows.map(({ id }) => id).filter((id) => sent.includes(id));
      if (orgId === undefined || another !== undefined) continue;
      compared += 1;
      if (!(await isSameAlone(owner, recorded, { role, orgId }))) different.push(text);
    }
    const elsewhere = { text: 'SELECT id FROM webhooks WHERE org_id <> $1', values: [rows[0]!.id] };
    expect(await isSameAlone(owner, elsewhere, { role, orgId: rows[0]!.id })).toBe(false);
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(150);
  });

  test('contain nothing that distributed databases reject, and notify in no transaction', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT proname::text AS name FROM pg_proc GROUP BY 1 HAVING bool_and(provolatile <> 'i')`,
    );
    // Excludes functions that depend on their arguments, and on settings that are the same everywhere.
    const unstable = new Set(
      rows.map(({ name }) => name).filter((name) => !/json|^to_char$/.test(name)),
    );
    expect(unstable.has('now') && unstable.has('pg_current_xact_id')).toBe(true);
    // Views of replication are those of the session's server.
    const found = statements
      .filter(({ text }) => !text.includes('pg_stat_replication'))
      .map(({ text }) => [text, violationsOf(text, unstable)] as const);
    expect(found.filter(([, violations]) => violations.length > 0)).toEqual([]);
    const notifications = statements.filter(({ text }) => /\bnotify\b|pg_notify/i.test(text));
    expect(notifications.map(({ inTransaction }) => inTransaction)).toEqual([false]);
    expect(
      recording.others().filter((text) => /^\s*(CREATE|ALTER|DROP|NOTIFY)\b/i.test(text)),
    ).toEqual([]);
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
  ])('are distinguished: %s', async (text, tables) => {
    expect(await tablesReadAcross(owner, text, distributed, new Set([1]))).toEqual(tables);
  });
});
