import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectRefused, permissionClient } from '../../../test/support/permission-client.ts';
import { clock } from '../../platform/clock.ts';
import { removeEnded } from './ended/ended.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  other = await startTestApp({ role: 'api', rateLimits: undefined }, app.databaseUrl);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});
afterEach(() => void vi.restoreAllMocks());

async function start() {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('M', ['X']);
  const role = await client.role('r', ['M:X']);
  const end = (ms: number) => new Date(clock.nowMs() + ms).toISOString();
  const later = (ms: number) => {
    const real = clock.nowMs.bind(clock);
    vi.spyOn(clock, 'nowMs').mockImplementation(() => real() + ms);
  };
  return { org, ...client, there: permissionClient(other, org), role, end, later };
}

describe('an assignment that ends', () => {
  test('counts until its end on every process, and not from then on', async () => {
    const { call, may, there, role, end, later } = await start();
    const body = { subject: 'user:1', roleId: role, expiresAt: end(HOUR_MS) };
    const made = await call('POST', '/assignments', body);
    expect([made.status, made.body.data.expiresAt]).toEqual([201, body.expiresAt]);
    await call('POST', '/assignments', { subject: 'user:2', roleId: role });
    for (const asked of [may, there.may]) expect(await asked('user:1', 'M:X')).toBe(true);
    later(HOUR_MS);
    for (const asked of [may, there.may]) {
      expect(await asked('user:1', 'M:X')).toBe(false);
      expect(await asked('user:2', 'M:X')).toBe(true);
    }
  });

  test('keeps its end when a repeated assignment has none, and otherwise gets the new end', async () => {
    const { call, role, end } = await start();
    const body = { subject: 'user:1', roleId: role };
    const first = end(HOUR_MS);
    const made = await call('POST', '/assignments', { ...body, expiresAt: first });
    const again = await call('POST', '/assignments', body);
    expect([again.status, again.body.data]).toEqual([200, made.body.data]);
    const second = end(2 * HOUR_MS);
    for (const expiresAt of [second, null]) {
      const changed = await call('POST', '/assignments', { ...body, expiresAt });
      expect([changed.status, changed.body.data]).toEqual([200, { ...made.body.data, expiresAt }]);
    }
    expect((await call('GET', '/assignments')).body.data.items).toMatchObject([
      { id: made.body.data.id, expiresAt: null },
    ]);
  });

  test('begins again when it is repeated after its end', async () => {
    const { call, may, role, end, later } = await start();
    const body = { subject: 'user:1', roleId: role };
    await call('POST', '/assignments', { ...body, expiresAt: end(HOUR_MS) });
    later(HOUR_MS);
    expect(await may('user:1', 'M:X')).toBe(false);
    const again = await call('POST', '/assignments', body);
    expect([again.status, again.body.data.expiresAt]).toEqual([201, null]);
    expect(await may('user:1', 'M:X')).toBe(true);
  });

  test('is rejected with an end in the past, and with an invalid time', async () => {
    const { call, role, end } = await start();
    for (const expiresAt of [end(-1000), '2026-02-30', 'soon', ''])
      for (const [path, rest] of [
        ['/assignments', { roleId: role }],
        ['/relationships', { relation: 'member', object: 'g' }],
      ] as const)
        expectRefused(
          await call('POST', path, { subject: 'user:1', ...rest, expiresAt }),
          400,
          'BAD_REQUEST',
        );
  });
});

describe('a relationship that ends', () => {
  test('counts until its end, and closes no cycle after it', async () => {
    const { call, may, assign, relate, role, end, later } = await start();
    await assign('group:a', role);
    const edge = { subject: 'user:1', relation: 'member', object: 'group:a' };
    const made = await call('POST', '/relationships', { ...edge, expiresAt: end(HOUR_MS) });
    expect(made.status).toBe(201);
    expect(await may('user:1', 'M:X')).toBe(true);
    const back = { subject: 'group:a', relation: 'owner', object: 'user:1' };
    expectRefused(await call('POST', '/relationships', back), 409, 'RELATIONSHIP_CYCLE');
    later(HOUR_MS);
    expect(await may('user:1', 'M:X')).toBe(false);
    await app.db.pool.query(
      `UPDATE permission_relationships SET expires_at = now() - interval '1 s' WHERE id = $1`,
      [made.body.data.id],
    );
    await relate('group:a', 'owner', 'user:1');
    expectRefused(await call('POST', '/relationships', edge), 409, 'RELATIONSHIP_CYCLE');
  });
});

describe('the job', () => {
  test('removes everything that has ended as one change, with an event for each', async () => {
    const { org, call, role, end } = await start();
    const expiresAt = end(HOUR_MS);
    const ids: string[] = [];
    for (const [path, body] of [
      ['/assignments', { subject: 'user:1', roleId: role, expiresAt }],
      ['/relationships', { subject: 'user:1', relation: 'member', object: 'g', expiresAt }],
    ] as const)
      ids.push((await call('POST', path, body)).body.data.id);
    const kept = (await call('POST', '/assignments', { subject: 'user:2', roleId: role })).body
      .data;
    const db = await app.dbOf(org.id);
    await removeEnded(db, AbortSignal.timeout(60_000));
    for (const path of ['/assignments', '/relationships'])
      expect((await call('GET', `${path}?subject=user:1`)).body.data.total).toBe(1);
    for (const table of ['permission_assignments', 'permission_relationships'])
      await app.db.pool.query(
        `UPDATE ${table} SET expires_at = now() - interval '1 s' WHERE org_id = $1 AND expires_at IS NOT NULL`,
        [org.id],
      );
    const revisionOf = async () =>
      (await call('POST', '/check', { subject: 'u', capability: 'M:X' })).body.data.revision;
    const before = await revisionOf();
    expect(await removeEnded(db, AbortSignal.timeout(60_000))).toBe(2);
    expect(await revisionOf()).toBe(before + 1);
    expect((await call('GET', '/assignments')).body.data.items).toEqual([kept]);
    expect((await call('GET', '/relationships')).body.data.items).toEqual([]);
    const { rows } = await app.db.pool.query(
      `SELECT body::json->'data'->>'id' AS id FROM events WHERE org_id = $1 AND type = 'permissions.changed'
       AND body::json->'data'->>'action' = 'deleted'`,
      [org.id],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const { rows: heads } = await app.db.pool.query(
      'SELECT assignments, relationships FROM permission_heads WHERE org_id = $1',
      [org.id],
    );
    expect(heads).toEqual([{ assignments: 1, relationships: 0 }]);
  });
});

describe('a notation of other systems', () => {
  test('is rejected in stored and assumed texts, with the correct alternative', async () => {
    const { call, role } = await start();
    const bodies: [string, object, string][] = [];
    for (const odd of ['user:*', '*', 'group:a#member', 'doc:1#']) {
      bodies.push(
        ['/assignments', { subject: odd, roleId: role }, 'subject'],
        ['/relationships', { subject: odd, relation: 'viewer', object: 'o' }, 'subject'],
        ['/relationships', { subject: 'u', relation: 'viewer', object: odd }, 'object'],
      );
      const check = { subject: 'u', capability: 'M:X' };
      const edge = { subject: odd, relation: 'viewer', object: 'o' };
      bodies.push(
        [
          '/check',
          { ...check, assume: { assignments: [{ subject: odd, roleId: role }] } },
          'assume.assignments[0].subject',
        ],
        [
          '/check',
          { ...check, assume: { relationships: [edge] } },
          'assume.relationships[0].subject',
        ],
      );
    }
    for (const [path, body, place] of bodies) {
      const answer = await call('POST', path, body);
      expectRefused(answer, 400, 'BAD_REQUEST');
      expect(answer.body.error.details[0].path).toBe(place);
      expect(answer.body.error.message).toContain(
        'for every subject create a policy without roleId',
      );
    }
  });

  test('that is stored is listed, compared literally, and removed', async () => {
    const { org, call, may, remove, role, assign } = await start();
    const id = await assign('user:all', role);
    await app.db.pool.query(`UPDATE permission_assignments SET subject = 'user:*' WHERE id = $1`, [
      id,
    ]);
    await app.db.pool.query(
      'UPDATE permission_heads SET revision = revision + 5000 WHERE org_id = $1',
      [org.id],
    );
    const listed = await call('GET', '/assignments?subject=user:*');
    expect(listed.body.data.items).toMatchObject([{ id, subject: 'user:*' }]);
    expect(await may('user:1', 'M:X')).toBe(false);
    expect(await may('user:*', 'M:X')).toBe(true);
    await remove(`/assignments/${id}`);
    expect(await may('user:*', 'M:X')).toBe(false);
  });
});

describe('assumed relationships', () => {
  test('hold for one check, with groups, parents and other relations, and are not stored', async () => {
    const { call, may, assign, policy, role } = await start();
    await assign('group:a', role);
    await call('POST', '/modules', { code: 'D', name: 'D', actions: ['READ'] });
    await policy({ effect: 'allow', capability: 'D:READ', relation: 'viewer' });
    const ask = (capability: string, resource: string | undefined, assume: object) =>
      call('POST', '/check', { subject: 'user:1', capability, resource, assume, explain: true });
    const member = { subject: 'user:1', relation: 'member', object: 'group:a' };
    const given = await ask('M:X', undefined, { relationships: [member] });
    expect(given.body.data).toMatchObject({ allowed: true, reason: 'role_grants' });
    expect(given.body.data.explanation.actingAs).toEqual(['user:1', 'group:a']);
    const relationships = [
      { subject: 'user:1', relation: 'viewer', object: 'folders/1' },
      { subject: 'folders/1', relation: 'parent', object: 'docs/1' },
    ];
    expect((await ask('D:READ', 'docs/1', { relationships })).body.data.allowed).toBe(true);
    expect(await may('user:1', 'M:X')).toBe(false);
    expect(await may('user:1', 'D:READ', 'docs/1')).toBe(false);
    expect((await call('GET', '/relationships')).body.data.total).toBe(0);
  });

  test('can be removals, and are rejected if they close a cycle with stored ones', async () => {
    const { call, relate, assign, role } = await start();
    await assign('group:a', role);
    const stored = await relate('user:1', 'member', 'group:a');
    const ask = (assume: object) =>
      call('POST', '/check', { subject: 'user:1', capability: 'M:X', assume });
    expect((await ask({})).body.data.allowed).toBe(true);
    expect((await ask({ without: [stored] })).body.data.allowed).toBe(false);
    const back = { subject: 'group:a', relation: 'owner', object: 'user:1' };
    const closed = await ask({ relationships: [back] });
    expectRefused(closed, 409, 'RELATIONSHIP_CYCLE');
    expect(closed.body.error.message).toContain('assume.relationships[0]: would close the cycle');
    expect((await ask({ relationships: [back], without: [stored] })).status).toBe(200);
    const between = [
      { subject: 'group:a', relation: 'owner', object: 'x' },
      { subject: 'x', relation: 'owner', object: 'user:1' },
    ];
    expectRefused(await ask({ relationships: between }), 409, 'RELATIONSHIP_CYCLE');
  });
});
