import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { CaseClient } from '../../../test/support/case-client.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { emptyDatabase } from '../../../test/support/database.ts';
import { permissionClient } from '../../../test/support/permission-client.ts';
import { rescreen, ScreeningClient } from '../../../test/support/screening-client.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';
import { migrate } from '../../platform/db/migration/migrate.ts';
import { loadMigrations } from '../../platform/db/migration/migrations.ts';

const ONE = 'Jos\u00e9';
const TWO = 'Jose\u0301';
/** Two spellings, neither of them in NFC, of one text in NFC. */
const ODD = ['\u1e69\u0301'.normalize('NFD'), 's\u0307\u0323\u0301'] as const;

const app = testApp({ rateLimits: undefined });

/** Writes an id as the previous version did, and what a migration then stores. */
async function spell(orgId: string, table: string, column: string, was: string, now = TWO) {
  await sql`INSERT INTO external_id_spellings VALUES (${orgId}, ${now.normalize('NFC')}, ${now})
    ON CONFLICT DO NOTHING`.execute((await app.dbOf(orgId)).read);
  const { numAffectedRows } = await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${now}
    WHERE org_id = ${orgId} AND ${sql.ref(column)} = ${was}`.execute((await app.dbOf(orgId)).read);
  expect(numAffectedRows).toBeGreaterThan(0n);
}

type Done = {
  merged: { orgId: string; tables: object }[];
  refused: { orgId: string; reason: string }[];
};

async function merge(orgId: string): Promise<object | undefined> {
  const { stdout } = await oriki(['doctor', '--merge-ids', '--json'], app.env);
  const { merged, refused } = JSON.parse(stdout) as Done;
  return (
    refused.find((one) => one.orgId === orgId) ?? merged.find((one) => one.orgId === orgId)?.tables
  );
}

async function textsOf(orgId: string, table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT ${sql.ref(column)} AS text FROM ${sql.table(table)} WHERE org_id = ${orgId} ORDER BY 1`.execute(
    (await app.dbOf(orgId)).read,
  );
  return rows.map(({ text }) => text);
}

async function lines(orgId: string): Promise<object[]> {
  const { rows } = await sql<{ after: object }>`SELECT after FROM audit_actions
    WHERE org_id = ${orgId} AND action = 'external_ids.merge'`.execute(
    (await app.dbOf(orgId)).read,
  );
  return rows.map(({ after }) => after);
}

describe('oriki doctor --merge-ids', () => {
  test('merges participants, with the memberships, messages and read cursors of all', async () => {
    const client = await ThreadClient.of(app);
    const [ada, other, ben] = [`customer:${ONE}`, 'customer:twin', 'agent:ben'];
    const shared = await client.thread([ada, other, ben]);
    const alone = await client.thread([other, ben], { entityId: 'order-2' });
    const { id: read } = await client.send(shared, ben, 'one');
    await client.send(shared, other, 'two');
    await client.send(shared, ben, 'three');
    await client.send(alone, ben, 'four');
    await client.read(shared, other, read);
    await client.leave(shared, ada);
    await spell(client.org.id, 'participants', 'external_id', 'twin');
    await spell(client.org.id, 'threads', 'entity_id', 'order-2');
    const done = { participants: { renamed: 0, merged: 1 }, threads: { renamed: 1, merged: 0 } };
    expect(await merge(client.org.id)).toEqual(done);
    expect(await lines(client.org.id)).toEqual([done]);
    // The merged participant joined when the other one did, and has read `one`; `two` is its own message.
    expect([await client.unreadIn(shared, ada), await client.unreadIn(alone, ada)]).toEqual([1, 1]);
    expect(await client.unread(ada)).toBe(2);
    expect(await client.unread(ben)).toBe(1);
    await client.expectNoMismatch();
    expect(await textsOf(client.org.id, 'participants', 'external_id')).toEqual([ONE, 'ben']);
    expect(await merge(client.org.id)).toBeUndefined();
    expect(await lines(client.org.id)).toHaveLength(1);
  });

  test('keeps the assignments and relationships that end last, and the policy that denies', async () => {
    const org = await app.org();
    const { call, module, role, relate, policy, may } = permissionClient(app, org);
    await module('DOCS', ['READ', 'WRITE']);
    const roleId = await role('reader', ['DOCS:READ']);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await call('POST', '/assignments', { subject: ONE, roleId, expiresAt });
    await call('POST', '/assignments', { subject: 'twin', roleId });
    await relate(ONE, 'owner', 'doc');
    await relate('twin', 'owner', 'doc');
    await policy({ effect: 'allow', capability: 'DOCS:WRITE', resource: ONE });
    await policy({ effect: 'deny', capability: 'DOCS:WRITE', resource: 'twin' });
    expect(await may(ONE, 'DOCS:WRITE', ONE)).toBe(true);
    await spell(org.id, 'permission_assignments', 'subject', 'twin');
    await spell(org.id, 'permission_relationships', 'subject', 'twin');
    await spell(org.id, 'permission_policies', 'resource', 'twin');
    expect(await merge(org.id)).toEqual({
      permission_assignments: { renamed: 1, merged: 1 },
      permission_relationships: { renamed: 0, merged: 1 },
      permission_policies: { renamed: 1, merged: 1 },
    });
    expect(await may(ONE, 'DOCS:WRITE', ONE)).toBe(false);
    const { body } = await call('GET', '/assignments');
    expect(body.data.items).toMatchObject([{ subject: ONE, expiresAt: null }]);
    expect((await call('GET', '/relationships')).body.data.items).toMatchObject([{ subject: ONE }]);
  });

  test('changes nothing in an organization whose relationships would close a cycle, and continues with others', async () => {
    const [cyclic, fine] = [await app.org(), await app.org()];
    const { relate, remove } = permissionClient(app, cyclic);
    const id = await relate('a', 'member', ONE);
    await relate('twin', 'member', 'a');
    await permissionClient(app, fine).relate('twin', 'member', 'b');
    const role = await permissionClient(app, cyclic).role('r', []);
    await permissionClient(app, cyclic).assign('twin', role);
    for (const table of ['permission_relationships', 'permission_assignments'])
      await spell(cyclic.id, table, 'subject', 'twin');
    await spell(fine.id, 'permission_relationships', 'subject', 'twin');
    const { code, stdout } = await oriki(['doctor', '--merge-ids'], app.env);
    expect(code).toBe(1);
    expect(stdout).toContain(`${fine.id}\tpermission_relationships\trenamed 1\tmerged 0`);
    expect(stdout).toMatch(
      new RegExp(`${cyclic.id}\tnothing changed: the relationship relationship_\\w+ would close`),
    );
    expect(stdout).not.toContain('Jos');
    expect(await textsOf(cyclic.id, 'permission_assignments', 'subject')).toEqual([TWO]);
    await remove(`/relationships/${id}`);
    expect(await merge(cyclic.id)).toMatchObject({ permission_relationships: { renamed: 1 } });
  });

  test('merges subjects into one, which screening with the data of each still finds, and keeps every hit', async () => {
    const client = await ScreeningClient.of(app);
    const { id: orgId } = client.org;
    const cases = new CaseClient(app, client.org);
    const listId = await client.newList();
    await client.add(listId, 'Bola Adeyemi', 'Ngozi Okafor');
    const facts = { dob: '1980-01-01', country: 'NG' };
    await client.enrol(ONE, 'Bola Adeyemi', { ...facts, threshold: 95 });
    await client.enrol('twin', 'Ngozi Okafor', { country: 'NG', aliases: ['Bola Adeyemi'] });
    const hitsOf = async (query: string) =>
      (await client.ask(200, 'GET', `/hits?${query}`)).items as {
        id: string;
        subjectId: string;
        status: string;
      }[];
    const [own] = await hitsOf(`subjectId=${encodeURIComponent(ONE)}`);
    await client.decide(own!.id, 'false_positive');
    const others = await hitsOf('subjectId=twin');
    expect(others).toHaveLength(2);
    const itemIds = others.map(({ id }) => id);
    const { id: caseId } = (await cases.call('POST', '', { subjectId: 'twin', itemIds })).body.data;
    for (const table of ['screening_subjects', 'screening_hits', 'cases'])
      await spell(orgId, table, 'subject_id', 'twin');
    expect(await merge(orgId)).toEqual({
      screening_subjects: { renamed: 0, merged: 1 },
      screening_hits: { renamed: 1, merged: 1 },
      cases: { renamed: 1, merged: 0 },
    });
    const all = await hitsOf(`subjectId=${encodeURIComponent(TWO)}`);
    expect(all.map(({ status }) => status).toSorted()).toEqual(['closed', 'open', 'open']);
    expect(all.find(({ id }) => id === own!.id)).toMatchObject({ status: 'open', subjectId: ONE });
    await rescreen(app, orgId);
    expect(await client.subject(encodeURIComponent(TWO))).toMatchObject({
      subjectId: ONE,
      name: 'Ngozi Okafor',
      aliases: ['Bola Adeyemi'],
      dob: null,
      country: 'NG',
      threshold: 85,
      openHits: 2,
    });
    const { items } = (await cases.call('GET', `/${caseId}`)).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toContain(own!.id);
    await client.ask(200, 'DELETE', `/subjects/${encodeURIComponent(TWO)}`);
    const { rows } =
      await sql`SELECT FROM screening_hits WHERE org_id = ${orgId} AND match IS NOT NULL`.execute(
        (await app.dbOf(orgId)).read,
      );
    expect(rows).toHaveLength(0);
  });

  test('keeps open cases of the rule open, and the rule continues the oldest', async () => {
    const client = await ScreeningClient.of(app);
    const cases = new CaseClient(app, client.org);
    await cases.call('PATCH', '/settings', { listKinds: ['tenant_blocklist'], minScore: 85 });
    await client.add(await client.newList(), 'Bola Adeyemi');
    for (const id of ['first', 'second']) await client.enrol(id, 'Bola Adeyemi');
    for (const [n, id] of ['first', 'second'].entries())
      for (const table of ['screening_subjects', 'screening_hits', 'cases'])
        await spell(client.org.id, table, 'subject_id', id, ODD[n]);
    expect(await merge(client.org.id)).toMatchObject({ cases: { renamed: 2, merged: 1 } });
    const { items } = (await cases.call('GET', '')).body.data;
    expect(items.map((one: object) => one)).toMatchObject([
      { origin: 'hand', status: 'OPEN', subjectId: ODD[0].normalize('NFC') },
      { origin: 'rule', status: 'OPEN' },
    ]);
  });

  test('keeps the oldest of two open requests for the same thing', async () => {
    const { id: orgId } = await app.org();
    const db = (await app.dbOf(orgId)).read;
    for (const [n, objectId] of [ONE, TWO].entries())
      await sql`INSERT INTO approvals (org_id, id, action, object_id, detail, revision, asked_kind, asked_by, asked_at, expires_at)
        VALUES (${orgId}, ${`approval_${n}`}, 'subject.delete', ${objectId}, '{}', '1', 'key', 'key_1', now(), now())`.execute(
        db,
      );
    expect(await merge(orgId)).toEqual({ approvals: { renamed: 1, merged: 1 } });
    const { rows } =
      await sql`SELECT id, object_id, outcome FROM approvals WHERE org_id = ${orgId} ORDER BY id`.execute(
        db,
      );
    expect(rows).toEqual([
      { id: 'approval_0', object_id: ONE, outcome: null },
      { id: 'approval_1', object_id: ONE, outcome: 'void' },
    ]);
  });
});

describe('a migration', () => {
  const PARTICIPANT = `INSERT INTO participants (org_id, id, external_id, role) VALUES ('org_1', $1, $2, 'customer')`;

  async function before() {
    const connectionString = await emptyDatabase();
    const known = await loadMigrations();
    const own = known.find(({ name }) => name === 'external_ids')!.version;
    await migrate(
      { connectionString },
      { migrations: known.filter(({ version }) => version < own) },
    );
    const client = new Client({ connectionString });
    await client.connect();
    const values = `('org_1', 'One', 'enterprise', 'bucket_000')`;
    await client.query(
      `INSERT INTO shared.organizations (id, name, plan, bucket) VALUES ${values}`,
    );
    await client.query('SET search_path = bucket_000, shared');
    const env = { DATABASE_URL: connectionString };
    return { client, env };
  }

  test('changes nothing if rows would become equal, lists them, and continues after the merge', async () => {
    const { client, env } = await before();
    for (const [n, id] of [ONE, TWO, ODD[0]].entries())
      await client.query(PARTICIPANT, [`participant_${n}`, id]);
    for (const [n, id] of [ONE, TWO].entries())
      await client.query(
        `INSERT INTO screening_subjects (org_id, subject_id, name, kinds, threshold) VALUES ('org_1', $1, $2, '{pep}', 85)`,
        [id, `Name ${n}`],
      );
    const { code, stderr } = await oriki(['migrate'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('stopped before any change');
    expect(stderr).toContain('org_1: participants participant_0 = participant_1\n');
    expect(stderr).toMatch(/org_1: screening_subjects sha256:[0-9a-f]{16} = sha256:[0-9a-f]{16}\n/);
    expect(stderr).toContain('oriki doctor --merge-ids');
    expect(stderr).not.toMatch(/Jos|participant_2/);
    const texts = async () =>
      (await client.query('SELECT external_id FROM participants ORDER BY id')).rows.map(
        (row) => row.external_id,
      );
    expect(await texts()).toEqual([ONE, TWO, ODD[0]]);
    const merged = await oriki(['doctor', '--merge-ids', '--json'], env);
    expect(JSON.parse(merged.stdout)).toEqual({
      merged: [
        {
          orgId: 'org_1',
          tables: {
            participants: { renamed: 1, merged: 1 },
            screening_subjects: { renamed: 0, merged: 1 },
          },
        },
      ],
      refused: [],
    });
    expect((await oriki(['migrate'], env)).code).toBe(0);
    expect(await texts()).toEqual([ONE, ODD[0].normalize('NFC')]);
    await client.end();
  });

  test('stops where relationships would close a cycle', async () => {
    const { client, env } = await before();
    const edge = `INSERT INTO permission_relationships (org_id, id, subject, relation, object) VALUES ('org_1', $1, $2, 'member', $3)`;
    await client.query(edge, ['relationship_1', 'a', ONE]);
    await client.query(edge, ['relationship_2', TWO, 'a']);
    const { code, stderr } = await oriki(['migrate'], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('org_1: permission_relationships relationship_2 would close a cycle'),
    ]);
    await client.end();
  });

  test('writes ids in NFC without a merge if they equal no other, and invalidates permissions', async () => {
    const { client, env } = await before();
    await client.query(PARTICIPANT, ['participant_1', TWO]);
    await client.query(`INSERT INTO permission_heads (org_id, revision) VALUES ('org_1', 7)`);
    await client.query(`INSERT INTO permission_policies (org_id, id, effect, capability, resource)
      VALUES ('org_1', 'policy_1', 'allow', 'A:B', '${TWO}')`);
    for (const [n, status, because] of [
      [1, 'closed', 'entry_removed'],
      [2, 'open', null],
    ] as const)
      await client.query(
        `INSERT INTO screening_hits (org_id, id, subject_id, list_id, entry_id, list_kind, entry_revision, status, closed_because, score)
         VALUES ('org_1', 'hit_' || $1, $2, 'list_1', 'entry_' || $1, 'pep', 1, $3, $4, 90)`,
        [n, TWO, status, because],
      );
    expect((await oriki(['migrate'], env)).code).toBe(0);
    const { rows } = await client.query(`SELECT external_id AS text FROM participants
      UNION ALL SELECT resource FROM permission_policies UNION ALL SELECT subject_id FROM screening_hits`);
    expect(rows.map(({ text }) => text)).toEqual([ONE, ONE, ONE, ONE]);
    const head = await client.query(
      'SELECT revision, own_revision, length(stamp) AS stamp FROM permission_heads',
    );
    expect(head.rows).toEqual([{ revision: 8, own_revision: 8, stamp: 32 }]);
    const changes = await client.query('SELECT kind, id FROM permission_changes');
    expect(changes.rows).toEqual([{ kind: 'all', id: '' }]);
    await client.end();
  });
});
