import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { oriki } from '../../../../test/support/command-line.ts';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { ErasureClient, SUBJECT, textsByTable } from '../../../../test/support/erasure-client.ts';
import { Crash, storesThat, toolsOf as toolsIn } from '../../../../test/support/erasure-tools.ts';
import { whereSpread } from '../../../../test/support/servers/is-spread.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { within } from '../../../../test/support/within.ts';
import { MODULES } from '../../index.ts';
import { tablesOf } from '../../module.ts';
import { publicKeys, verifySignature } from '../../signing/index.ts';
import { testOrganizationOf } from '../../tenants/index.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import type { SubjectKeys } from '../../../platform/crypto/subject-keys/subject-keys.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { ErasureList } from '../erasure/list.ts';
import { continueLeaving } from './erase.ts';
import { leavingPlanOf } from './plan.ts';

const folder = await mkdtemp(join(tmpdir(), 'oriki-leaving-'));
/** Without a worker, so that only the test erases. */
const app = testApp({ role: 'api', rateLimits: undefined, erasureFolder: folder });
const SPREAD = whereSpread('the rows of all tables', 'it looks into one database');
let restored: TestApp | undefined;
afterAll(async () => {
  await restored?.stop();
  await rm(folder, { recursive: true });
});

const PLAN = leavingPlanOf(tablesOf(MODULES));
const REASON = 'The contract ended on 30 November.';
const HOLD = { kind: 'subject', objectId: 'customer-9', reason: 'The court asked for it.' };

function toolsOf(own: Database, left?: { n: number }, parts?: number[]) {
  return toolsIn(own, folder, left, parts);
}

async function erase(orgId: string, name = 'Test') {
  const words = ['org', 'erase', '--id', orgId, '--name', name, '--reason', REASON, '--json'];
  return oriki(words, { ...app.env, ORIKI_ERASURE_DIR: folder });
}

/** An organization with rows in most tables. */
async function place() {
  const client = await ErasureClient.of(app);
  await client.fillAll();
  await client.privacyOfficer();
  const { id: orgId } = client.org;
  const own = await app.dbOf(orgId);
  return { client, orgId, own };
}

/** Records an erasure that only the test continues. */
async function begun() {
  const made = await place();
  await made.own.query(
    `INSERT INTO organization_erasures (org_id, id, requested_by, requested_at) VALUES ($1, $2, 'ada@server', now())`,
    [made.orgId, newId('orgerasure')],
  );
  return made;
}

/** Returns the tables that name an organization, without the schema. */
async function tablesNaming(orgId: string): Promise<string[]> {
  const texts = await textsByTable(app.db, orgId);
  return [...texts.keys()].map((name) => name.replace(/.*\./, '')).toSorted();
}

test.skipIf(SPREAD)(
  'the service may delete rows of every table with an organization, except tables with a reason to stay',
  async () => {
    const { rows } = await app.db.pool.query<{ name: string; may: boolean }>(
      `SELECT c.relname::text AS name, has_table_privilege($1, c.oid, 'DELETE') AS may
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id'
       WHERE c.relkind = 'r' AND c.relnamespace IN ('bucket_000'::regnamespace, 'shared'::regnamespace)`,
      [decodeURIComponent(new URL(app.databaseUrl).username)],
    );
    expect(rows.length).toBeGreaterThan(80);
    const names = new Set(rows.map(({ name }) => name));
    expect(Object.keys(PLAN.kept).filter((name) => !names.has(name))).toEqual([]);
    const undeletable = rows.filter(({ name, may }) => !may && !Object.hasOwn(PLAN.kept, name));
    expect(undeletable.map(({ name }) => name)).toEqual([]);
  },
);

describe.skipIf(SPREAD)('the erasure of an organization', () => {
  test('deletes the keys of its subjects', async () => {
    const { own, orgId } = await begun();
    const destroyed = new Set<string>();
    const subjectKeys = {
      keysOf: async (_orgId: string, subject: string) => [Buffer.from(subject).toString('hex')],
      destroy: async (file: string) =>
        void destroyed.add(Buffer.from(file, 'hex').toString('utf8')),
    } as unknown as SubjectKeys;
    expect(await continueLeaving({ ...toolsOf(own), subjectKeys }, orgId)).toBe('done');
    expect([...destroyed]).toEqual(expect.arrayContaining([SUBJECT, 'agent-1', 'order-1']));
  });

  test('leaves only rows that must stay for a declared reason, and deletes nothing of other organizations', async () => {
    const { client, orgId, own } = await place();
    const other = await place();
    const { id: groupId } = await client.ask('POST', '/permissions/federation/groups', {
      name: 'Lagos lenders',
      prefix: 'LEND',
    });
    await client.ask('POST', `/permissions/federation/groups/${groupId}/members`, {
      organizationId: other.orgId,
      prefix: 'ACME',
    });
    await app.db.query(
      `INSERT INTO api_keys (id, org_id, name, key_hash, hint, scopes, mode)
       SELECT 'key_' || n, $1, 'Old', sha256(convert_to($1 || n, 'UTF8')), 'x', '{identity:verify}', 'live'
       FROM generate_series(1, 300) n`,
      [orgId],
    );
    await own.query(
      `INSERT INTO usage_daily (org_id, day, service, metric, quantity) VALUES ($1, '2026-01-01', 'identity', 'bvn', 1)`,
      [orgId],
    );
    const before = await textsByTable(app.db, other.orgId);
    const made = await erase(orgId);
    expect(made.code, made.stderr + made.stdout).toBe(0);

    const left = await tablesNaming(orgId);
    // These rows are the audit row of the command, and the operators' settings of the installation.
    const allowed = new Set([...Object.keys(PLAN.kept), 'audit_actions']);
    expect(left.filter((name) => !allowed.has(name))).toEqual([]);
    const { rows } = await own.query('SELECT FROM audit_actions WHERE org_id = $1', [orgId]);
    expect(rows).toEqual([]);
    const after = await textsByTable(app.db, other.orgId);
    for (const [name, texts] of before)
      if (!/federation|events|deliver|webhook|audit/.test(name))
        expect(after.get(name), name).toEqual(texts);
    await expect.poll(async () => (await client.call('GET', '/cases')).status).toBe(401);

    const { signature, sha256: _, ...receipt } = JSON.parse(made.stdout);
    expect(verifySignature(await publicKeys(app.db.read), canonicalJson(receipt), signature)).toBe(
      true,
    );
    const counts = Object.fromEntries(
      receipt.erased.map((one: { table: string; count: number }) => [one.table, one.count]),
    );
    expect(counts).toMatchObject({ api_keys: 301, screenings: 7, cases: 1, memberships: 2 });
    expect(receipt.kept).toContainEqual({
      table: 'usage_daily',
      count: 1,
      reason: PLAN.kept['usage_daily'],
    });
    const list = new ErasureList(folder);
    expect((await list.readOrganizations()).map((one) => one.organizationId)).toContain(orgId);
    expect((await list.ids()).done).toContain(receipt.erasureId);
    const again = await erase(orgId);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(made.stdout));
  });

  test('includes its test twin', async () => {
    const { orgId } = await place();
    const created = await oriki(
      ['key', 'create', '--org', orgId, '--scope', 'fraud:screen', '--test', '--json'],
      { ...app.env },
    );
    const { key } = JSON.parse(created.stdout);
    const screened = await app.call('POST', '/api/v1/fraud/screen', { key, body: { name: 'Ada' } });
    expect(screened.status).toBe(200);
    expect((await erase(orgId)).code).toBe(0);
    const left = await tablesNaming(testOrganizationOf(orgId));
    expect(left.filter((name) => !Object.hasOwn(PLAN.kept, name))).toEqual([]);
    const asks = () => app.call('GET', '/api/v1/cases', { key });
    await expect.poll(async () => (await asks()).status).toBe(401);
  });

  test('is refused for another name, an unknown id, and under a legal hold', async () => {
    const { client, orgId } = await place();
    const { id } = await client.ask('POST', '/legal-holds', HOLD);
    const held = await erase(orgId);
    expect([held.code, held.stdout]).toEqual([1, expect.stringContaining('legal hold')]);
    await client.ask('POST', `/legal-holds/${id}/lift`);
    const misnamed = await erase(orgId, 'Another');
    expect([misnamed.code, misnamed.stdout]).toEqual([
      1,
      expect.stringContaining('is not the name'),
    ]);
    expect((await erase('org_01kf3v8e3zfk2tjq0xw5c8m9ra')).code).toBe(1);
    expect((await client.call('GET', '/cases')).status).toBe(200);
  });

  test('stops for a hold that is set while it runs', async () => {
    const { client, orgId, own } = await begun();
    const tools = toolsOf(own);
    const add = tools.list.add;
    tools.list.add = async (one) => {
      await add(one);
      await client.ask('POST', '/legal-holds', HOLD);
    };
    expect(await continueLeaving(tools, orgId)).toBe('held');
    expect((await client.call('GET', '/cases')).status).toBe(200);
  });

  test('continues after a crash between any two of its transactions', async () => {
    const { orgId, own } = await begun();
    let crashes = 0;
    // The test dies at every seventh step, because a run has many transactions.
    for (let outcome: string | undefined; outcome !== 'done';) {
      outcome = await continueLeaving(toolsOf(own, { n: crashes * 7 }), orgId).catch(
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          crashes += 1;
          return undefined;
        },
      );
    }
    expect(crashes).toBeGreaterThan(2);
    const left = await tablesNaming(orgId);
    expect(left.filter((name) => !Object.hasOwn(PLAN.kept, name))).toEqual([]);
    const { rows } = await own.query('SELECT counts FROM organization_erasures WHERE org_id = $1', [
      orgId,
    ]);
    expect(rows).toMatchObject([{ counts: { screenings: 7, cases: 1 } }]);
  });

  test('waits for files that a store does not delete, after it has ended the access of keys and members', async () => {
    const { client, orgId, own } = await begun();
    await own.query(
      `INSERT INTO exports (org_id, id, data_type, format, max_rows, retention_days, status, file_size, sha256, expires_at)
       VALUES ($1, 'export_00000000000000000000000001', 'usage', 'CSV', 10, 30, 'COMPLETED', 1, sha256(''),
         now() + interval '1 day')`,
      [orgId],
    );
    const down = storesThat(() => Promise.reject(new Error('no answer')));
    await expect(continueLeaving({ ...toolsOf(own), files: down }, orgId)).rejects.toThrow(
      'files of exports are left',
    );
    await expect.poll(async () => (await client.call('GET', '/cases')).status).toBe(401);
    expect(await continueLeaving(toolsOf(own), orgId)).toBe('done');
  });

  test('keeps its parts short, however many rows there are', async () => {
    const { orgId, own } = await begun();
    await own.query(
      `INSERT INTO screenings SELECT (made.one).* FROM (
         SELECT jsonb_populate_record(s, jsonb_build_object('id', 'screening_01kf3v' || lpad(n::text, 20, '0'))) AS one
         FROM screenings s, generate_series(1, 9000) n
         WHERE s.id = (SELECT min(id) FROM screenings WHERE org_id = $1)) AS made`,
      [orgId],
    );
    const parts: number[] = [];
    expect(await continueLeaving(toolsOf(own, undefined, parts), orgId)).toBe('done');
    expect(parts.length).toBeGreaterThan(50);
    // A busy machine may delay one of twenty parts.
    const longest = parts.toSorted((a, b) => b - a)[Math.ceil(parts.length / 20)];
    expect(longest).toBeLessThan(within(50));
  });

  test('cannot delete rows of append-only tables of others', async () => {
    const { orgId, own } = await place();
    for (const table of ['audit_actions', 'screening_decisions', 'identity_verifications'])
      await expect(
        own.query(`DELETE FROM ${table} WHERE org_id = $1`, [orgId]),
        table,
      ).rejects.toMatchObject({ code: '23000' });
  });
});

test.skipIf(SPREAD)(
  'a backup made before an organization left is erased again before the service is ready',
  async () => {
    const own = { rateLimits: undefined, erasureFolder: folder, role: 'api' } as const;
    const first = await startTestApp(own);
    const client = await ErasureClient.of(first);
    await client.fillAll();
    const { id: orgId } = client.org;
    await first.stop();
    const backup = await cloneDatabase(new URL(first.databaseUrl).pathname.slice(1));
    const words = ['org', 'erase', '--id', orgId, '--name', 'Test', '--reason', REASON];
    const made = await oriki(words, { ...first.env, ORIKI_ERASURE_DIR: folder });
    expect(made.code, made.stderr).toBe(0);
    restored = await startTestApp(own, backup);
    const texts = await textsByTable(restored.db, orgId);
    const left = [...texts.keys()].map((name) => name.replace(/.*\./, ''));
    expect(left.filter((name) => !Object.hasOwn(PLAN.kept, name))).toEqual([]);
  },
);
