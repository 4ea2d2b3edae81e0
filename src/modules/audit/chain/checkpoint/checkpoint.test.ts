import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAudit, type TestAudit } from '../../../../../test/support/audit.ts';
import { signerOn } from '../../../../../test/support/retention.ts';
import { newAction, writeActions } from '../../../../platform/audit/audit.ts';
import type {
  Held,
  Part,
  RemovableClass,
  Removed,
  Tools,
} from '../../../../platform/db/lists/aged/record-class.ts';
import { retention } from './checkpoint.ts';

const AUDIT = retention['audit'] as RemovableClass;
const HELD: Held = { subjects: [], ids: [] };
const ACTOR = { kind: 'key', id: 'key_1', via: null, requestId: null, address: null } as const;

let audit: TestAudit;
let tools: Tools;
beforeAll(async () => {
  audit = await openAudit();
  tools = { db: audit.db, sign: await signerOn(audit.db) };
});
afterAll(() => audit.close());

/** A time after which all linked rows are due. */
function later(): Date {
  return new Date(Date.now() + 3_600_000);
}
/** Writes an action, and links it. @returns its id */
async function act(orgId: string, object = 'list_1'): Promise<string> {
  const action = newAction({ orgId, actor: ACTOR, action: 'list.rename', object });
  await audit.db.transaction((tx) => writeActions(tx, [action]));
  await audit.link();
  return action.id;
}
/** Writes verifications and an action, and links them. */
async function grow(orgId: string, count = 3): Promise<string[]> {
  const ids = await audit.write(orgId, count);
  return [...ids, await act(orgId)];
}
async function end(orgId: string, before = later()): Promise<void> {
  await AUDIT.begin!(tools, { orgId, before, held: HELD });
}
/** Removes one link at a time, at most `parts` times. */
async function remove(orgId: string, parts = 100, before = later()): Promise<number> {
  let count = 0;
  for (let after: string | null = ''; after !== null && parts > 0; parts -= 1) {
    const part: Part = { orgId, before, held: HELD, after, limit: 1 };
    const { ids, next }: Removed = await audit.db.transaction((tx) => AUDIT.remove(tx, part));
    count += ids.length;
    after = next;
  }
  return count;
}
async function reportOf(orgId: string, heads?: object) {
  const { organizations } = await audit.verify({ orgId, ...(heads && { heads }) });
  return organizations[orgId]!;
}
async function rowsOf(orgId: string, table: string, column = 'id'): Promise<string[]> {
  const { rows } = await audit.attacker.query(
    `SELECT ${column}::text AS id FROM ${table} WHERE org_id = $1 ORDER BY ${column}`,
    [orgId],
  );
  return rows.map(({ id }) => id);
}

describe('a checkpoint', () => {
  test('replaces the links before the newest one, with their rows, and the chain still verifies', async () => {
    const orgId = await audit.org();
    for (let link = 0; link < 5; link += 1) await grow(orgId);
    const last = await grow(orgId);
    const heads = await audit.verify();
    expect(await AUDIT.count(audit.db.read, { orgId, before: later(), held: HELD })).toMatchObject({
      count: 20,
    });
    await end(orgId);
    await audit.link();
    // The row about the checkpoint has created a link.
    expect(await reportOf(orgId, heads)).toMatchObject({
      rows: 25,
      links: 7,
      problems: {},
      checkpoint: { seq: 5 },
    });
    // The chain verifies between any two parts, even with an older head.
    for (let links = 4; links >= 0; links -= 1) {
      expect(await remove(orgId, 1)).toBe(4);
      expect(await reportOf(orgId, heads)).toMatchObject({ links: links + 2, problems: {} });
    }
    expect(await remove(orgId)).toBe(0);
    expect(await rowsOf(orgId, 'audit_links', 'seq')).toEqual(['6', '7']);
    expect(await rowsOf(orgId, 'identity_verifications')).toEqual(last.slice(0, 3).toSorted());
    expect(await rowsOf(orgId, 'identity_payloads', 'verification_id')).toHaveLength(2);

    // The chain continues to grow, and the next period ends at a later checkpoint.
    await grow(orgId);
    await end(orgId);
    await audit.link();
    await remove(orgId);
    expect(await reportOf(orgId, heads)).toMatchObject({ problems: {}, checkpoint: { seq: 7 } });
    expect(await rowsOf(orgId, 'audit_checkpoints', 'seq')).toEqual(['5', '7']);
  });

  test('is followed by the removal of spellings of ids that no row has', async () => {
    const orgId = await audit.org();
    const spell = (spelling: string) =>
      audit.attacker.query('INSERT INTO external_id_spellings VALUES ($1, $2, $3)', [
        orgId,
        spelling.normalize('NFC'),
        spelling,
      ]);
    const [gone, left] = ['Jose\u0301', 'Zoe\u0308'];
    await spell(gone);
    await spell(left);
    await act(orgId, gone);
    await grow(orgId);
    await act(orgId, left);
    await end(orgId);
    await remove(orgId, 1);
    expect(await rowsOf(orgId, 'external_id_spellings', 'spelling')).toHaveLength(2);
    await remove(orgId);
    expect(await rowsOf(orgId, 'external_id_spellings', 'spelling')).toEqual([left]);
  });

  test('covers only rows older than the period, and removes no younger row', async () => {
    const orgId = await audit.org();
    for (let link = 0; link < 3; link += 1) await grow(orgId);
    const before = new Date(Date.now() - 86_400_000);
    await end(orgId, before);
    expect(await rowsOf(orgId, 'audit_checkpoints', 'seq')).toEqual([]);
    await end(orgId);
    // The period has become longer since the checkpoint.
    expect(await remove(orgId, 100, before)).toBe(0);
    expect(await remove(orgId)).toBe(8);
  });

  test('does not cover actions that the stream has not yet received', async () => {
    const orgId = await audit.org();
    for (let link = 0; link < 4; link += 1) await grow(orgId);
    await audit.attacker.query('INSERT INTO audit_unstreamed (org_id, seq) VALUES ($1, 3)', [
      orgId,
    ]);
    await end(orgId);
    expect(await rowsOf(orgId, 'audit_checkpoints', 'seq')).toEqual(['2']);
  });

  test('is made once, even by several processes at a time', async () => {
    const orgId = await audit.org();
    for (let link = 0; link < 3; link += 1) await grow(orgId);
    await Promise.all([end(orgId), end(orgId), end(orgId)]);
    expect(await rowsOf(orgId, 'audit_checkpoints', 'seq')).toEqual(['2']);
  });
});

describe('rows of the log', () => {
  test.each(['identity_verifications', 'audit_actions', 'audit_links'])(
    'in %s cannot be deleted before a checkpoint covers them',
    async (table) => {
      const orgId = await audit.org();
      for (let link = 0; link < 3; link += 1) await grow(orgId);
      const refused = { code: '23000' };
      const all = () => audit.attacker.query(`DELETE FROM ${table} WHERE org_id = $1`, [orgId]);
      await expect(all()).rejects.toMatchObject(refused);
      await end(orgId);
      if (table === 'audit_links') await expect(all()).rejects.toMatchObject(refused);
      await expect(
        audit.attacker.query(`UPDATE ${table} SET org_id = org_id WHERE org_id = $1`, [orgId]),
      ).rejects.toMatchObject(refused);
      await expect(audit.attacker.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(
        refused,
      );
    },
  );
});

describe('the check', () => {
  async function ended(): Promise<string> {
    const orgId = await audit.org();
    for (let link = 0; link < 5; link += 1) await grow(orgId);
    await end(orgId);
    await audit.link();
    await remove(orgId);
    expect((await reportOf(orgId)).problems).toEqual({});
    return orgId;
  }
  async function tampered(sql: string): Promise<Record<string, unknown>> {
    const orgId = await ended();
    await audit.attacker.query('ALTER TABLE audit_checkpoints DISABLE TRIGGER USER');
    await audit.tamper([sql, orgId]);
    await audit.attacker.query(
      'ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_append_only',
    );
    return (await reportOf(orgId)).problems;
  }

  test.each([
    [
      'a changed document',
      `UPDATE audit_checkpoints SET document = replace(document, '"seq":4', '"seq":5') WHERE org_id = $1`,
    ],
    [
      'a signature of another key',
      `UPDATE audit_checkpoints SET signature = 'eyJhbGciOiJFZERTQSIsImtpZCI6IngifQ..AAAA' WHERE org_id = $1`,
    ],
    [
      'a signature that is no signature',
      `UPDATE audit_checkpoints SET signature = 'x' WHERE org_id = $1`,
    ],
    ['a checkpoint under another number', 'UPDATE audit_checkpoints SET seq = 5 WHERE org_id = $1'],
  ])('finds %s', async (_, sql) => {
    expect(await tampered(sql)).toHaveProperty('checkpoint_invalid');
  });

  test('finds a chain that does not continue from its checkpoint', async () => {
    expect(
      await tampered(
        `UPDATE audit_links SET prev_hash = sha256('x') WHERE org_id = $1 AND seq = 5`,
      ),
    ).toHaveProperty('link_misplaced');
    expect(await tampered('DELETE FROM audit_links WHERE org_id = $1 AND seq = 5')).toMatchObject({
      link_missing: { ids: ['5'] },
    });
    expect(await tampered('DELETE FROM audit_links WHERE org_id = $1')).toMatchObject({
      link_missing: { ids: ['5'] },
    });
    expect(await tampered('DELETE FROM audit_checkpoints WHERE org_id = $1')).toMatchObject({
      link_missing: { ids: ['1-4'] },
    });
  });

  test('finds a checkpoint of another organization', async () => {
    const [orgId, other] = [await ended(), await ended()];
    await audit.attacker.query('ALTER TABLE audit_checkpoints DISABLE TRIGGER USER');
    await audit.attacker.query(
      `UPDATE audit_checkpoints AS c SET document = o.document, signature = o.signature
       FROM audit_checkpoints AS o WHERE c.org_id = $1 AND o.org_id = $2`,
      [orgId, other],
    );
    await audit.attacker.query(
      'ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_append_only',
    );
    expect((await reportOf(orgId)).problems).toHaveProperty('checkpoint_invalid');
  });

  test('still finds a changed row and a missing one after the checkpoint', async () => {
    const orgId = await ended();
    const [id] = await rowsOf(orgId, 'identity_verifications');
    await audit.tamper([`UPDATE identity_verifications SET reason = 'x' WHERE id = $1`, id]);
    expect((await reportOf(orgId)).problems).toMatchObject({ row_changed: { ids: [id] } });
  });
});
