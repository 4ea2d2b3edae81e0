import { SOMEBODY } from '../../../../test/support/actor.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { TEST_SECRET, type Answer, type TestOrg } from '../../../../test/support/app.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { TENANT_SCOPES } from '../../declared.ts';
import { ProfileBox } from '../profiles.ts';
import { addMember } from './members.ts';
import { within } from '../../../../test/support/within.ts';

const MEMBERS = '/api/v1/members';
const ISSUER = 'https://login.example.com';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
beforeEach(async () => {
  org = await app.org();
});

let persons = 0;
function add(roles: string[], more: object = {}, key = org.key): Promise<Answer> {
  const body = { issuer: ISSUER, subject: `member-${++persons}`, roles, ...more };
  return app.call('POST', MEMBERS, { key, body });
}
function change(id: string, roles: string[], key = org.key): Promise<Answer> {
  return app.call('PATCH', `${MEMBERS}/${id}`, { key, body: { roles } });
}
function remove(id: string, key = org.key): Promise<Answer> {
  return app.call('DELETE', `${MEMBERS}/${id}`, { key });
}
async function eventsOf(orgId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await app.db.pool.query(
    "SELECT body FROM events WHERE org_id = $1 AND type LIKE 'member.%' ORDER BY id",
    [orgId],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

describe('members', () => {
  test('are found by a role, assigned or from a group', async () => {
    const analyst = (await add(['analyst'])).body.data;
    const both = (await add(['billing', 'auditor'])).body.data;
    const grouped = (await add(['reviewer'])).body.data;
    await app.db.pool.query(
      "UPDATE memberships SET group_roles = '{auditor}' WHERE org_id = $1 AND user_id = $2",
      [org.id, grouped.id],
    );
    const idsOf = async (role: string) => {
      const answer = await app.call('GET', `${MEMBERS}?role=${role}`, { key: org.key });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.items.map(({ id }: { id: string }) => id).toSorted();
    };
    expect(await idsOf('analyst')).toEqual([analyst.id]);
    expect(await idsOf('auditor')).toEqual([both.id, grouped.id].toSorted());
    expect(await idsOf('developer')).toEqual([]);
    expect((await app.call('GET', `${MEMBERS}?role=king`, { key: org.key })).status).toBe(400);
  });

  test('are added, listed, changed and removed, and each change sends an event to the organization', async () => {
    const made = await add(['analyst'], { email: 'ada@example.com', name: 'Ada Obi' });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Obi',
      roles: ['analyst'],
      groupRoles: [],
    });
    const list = await app.call('GET', MEMBERS, { key: org.key });
    expect(list.body.data.items).toEqual([made.body.data]);
    expect((await change(id, ['billing', 'auditor'])).body.data.roles).toEqual([
      'billing',
      'auditor',
    ]);
    expect((await remove(id)).body.data).toEqual({ id, deleted: true, keys: [] });
    expect((await remove(id)).status).toBe(404);
    expect((await change(id, ['billing'])).status).toBe(404);
    const events = await eventsOf(org.id);
    expect(events.map(({ type, data }) => [type, data['userId'], data['roles']])).toEqual([
      ['member.joined', id, ['analyst']],
      ['member.changed', id, ['billing', 'auditor']],
      ['member.left', id, undefined],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/ada@example|Ada Obi/);
  });

  test('leave rows in the audit log, with roles and without names', async () => {
    const { id } = (await add(['analyst'], { email: 'ada@example.com', name: 'Ada Obi' })).body
      .data;
    await change(id, ['billing']);
    await remove(id);
    const { body, text } = await app.call('GET', `/api/v1/audit?object=${id}`, { key: org.key });
    const seen = body.data.items.map(({ action, before, after }: Record<string, unknown>) => [
      action,
      before,
      after,
    ]);
    const of = (role: string) => ({ roles: [role], groupRoles: [] });
    expect(seen).toEqual([
      ['member.remove', of('billing'), null],
      ['member.change', of('analyst'), of('billing')],
      ['member.add', null, of('analyst')],
    ]);
    expect(text).not.toMatch(/ada@example|Ada Obi/);
  });

  test('who are already members return 409, and removed ones can be added again', async () => {
    const subject = 'the-same';
    const first = await add(['analyst'], { subject });
    expect((await add(['billing'], { subject })).status).toBe(409);
    await remove(first.body.data.id);
    const again = await add(['billing'], { subject });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(again.body.data.roles).toEqual(['billing']);
  });

  test('have a separate id in each organization, which no other organization can recognize', async () => {
    const other = await app.org();
    const mine = await add(['analyst'], { subject: 'both', name: 'Ada' });
    const theirs = await add(['billing'], { subject: 'both' }, other.key);
    expect(theirs.body.data).toMatchObject({ name: null, roles: ['billing'] });
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
    const read = (id: string) => app.call('GET', `${MEMBERS}/${id}`, { key: other.key });
    expect((await read(mine.body.data.id)).status).toBe(404);
    await remove(mine.body.data.id);
    expect((await read(theirs.body.data.id)).status).toBe(200);
    const { rows } = await app.db.pool.query(
      'SELECT DISTINCT person_id FROM memberships WHERE user_id = ANY ($1)',
      [[mine.body.data.id, theirs.body.data.id]],
    );
    expect(rows).toHaveLength(1);
    for (const { body } of [mine, theirs])
      expect(JSON.stringify(body)).not.toContain(rows[0].person_id);
  });

  test('keep their id from the time when ids were derived from the issuer and the subject', async () => {
    const subject = 'known-for-long';
    const { id } = (await add(['analyst'], { subject })).body.data;
    const { rows } = await app.db.pool.query(
      `UPDATE memberships SET user_id = person_id, person_id = NULL
       WHERE user_id = $1 RETURNING user_id`,
      [id],
    );
    await remove(rows[0].user_id);
    const again = await add(['billing'], { subject });
    expect([again.status, again.body.data.id]).toEqual([201, rows[0].user_id]);
  });

  test.each([
    [{ roles: [] }, 'roles'],
    [{ roles: ['king'] }, 'roles[0]'],
    [{ roles: ['analyst', 'analyst'] }, 'roles'],
    [{ roles: ['operator'] }, 'roles[0]'],
    [{ email: 'x' }, 'email'],
    [{ subject: '' }, 'subject'],
    [{ subject: 'x'.repeat(256) }, 'subject'],
  ])('with %j return 400', async (fault, path) => {
    const answer = await add(['analyst'], fault);
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, path]);
  });
});

describe('names of members', () => {
  const NAMES = `${MEMBERS}/names`;

  test('are returned, with their ids and nothing else, only to people who work on cases', async () => {
    const { id } = (await add(['analyst'], { email: 'ada@example.com', name: 'Ada Obi' })).body
      .data;
    const nameless = (await add(['auditor'], { email: 'bayo@example.com' })).body.data;
    const stranger = await app.org();
    await add(['analyst'], { name: 'Of another bank' }, stranger.key);
    for (const role of ['analyst', 'reviewer', 'approver', 'auditor']) {
      const { session } = await app.person(org.id, [role]);
      const answer = await app.call('GET', `${NAMES}?limit=100`, { session });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data.items).toContainEqual({ id, name: 'Ada Obi', isMember: true });
      expect(answer.body.data.items).toContainEqual({
        id: nameless.id,
        name: null,
        isMember: true,
      });
      expect(answer.text).not.toMatch(/@example|another bank|"roles"/);
      expect((await app.call('GET', MEMBERS, { session })).status).toBe(
        role === 'auditor' ? 200 : 403,
      );
    }
    for (const role of ['developer', 'billing']) {
      const { session } = await app.person(org.id, [role]);
      expect((await app.call('GET', NAMES, { session })).status).toBe(403);
    }
  });

  test('stay after people leave', async () => {
    const { id } = (await add(['analyst'], { name: 'Ada Obi' })).body.data;
    await remove(id);
    const { body } = await app.call('GET', NAMES, { key: org.key });
    expect(body.data).toMatchObject({ items: [{ id, name: 'Ada Obi' }], total: 1 });
  });

  test('leave at most one row in the audit log per period, without names', async () => {
    await add(['analyst'], { name: 'Ada Obi' });
    const { id, session } = await app.person(org.id, ['reviewer']);
    for (let i = 0; i < 3; i += 1) await app.call('GET', NAMES, { session });
    const log = await app.call('GET', `/api/v1/audit?actor=${id}`, { key: org.key });
    expect(log.body.data.items.map(({ action }: { action: string }) => action)).toEqual([
      'member.read_names',
    ]);
    expect(log.text).not.toContain('Ada Obi');
  });
});

describe('a caller cannot give roles with rights that the caller lacks', () => {
  test('neither to others nor to themselves', async () => {
    const { key } = await app.key(org.id, ['members:manage', 'usage:read', 'invoices:read']);
    const refused = await add(['admin'], {}, key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const made = await add(['billing'], {}, key);
    expect(made.status).toBe(201);
    expect((await change(made.body.data.id, ['billing', 'analyst'], key)).status).toBe(403);
  });

  test('but a member may keep such a role', async () => {
    const { id } = (await add(['admin', 'billing'])).body.data;
    const { key } = await app.key(org.id, ['members:manage']);
    expect((await change(id, ['admin'], key)).status).toBe(200);
  });

  test('and an auditor gives no roles, because the role may only read', async () => {
    const auditor = await app.person(org.id, ['auditor']);
    const body = { issuer: ISSUER, subject: 'x', roles: ['auditor'] };
    expect((await app.call('POST', MEMBERS, { ...auditor, body })).status).toBe(403);
  });
});

describe('the last admin', () => {
  test('is neither removed nor given another role', async () => {
    const { id } = (await add(['admin'])).body.data;
    for (const answer of [await remove(id), await change(id, ['analyst'])])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await change(id, ['admin', 'billing'])).status).toBe(200);
    await add(['admin']);
    expect((await remove(id)).status).toBe(200);
  });

  test('stays when two admins leave concurrently', async () => {
    for (let i = 0; i < 5; i++) {
      const of = await app.org();
      const one = (await add(['admin'], {}, of.key)).body.data.id;
      const two = (await add(['admin'], {}, of.key)).body.data.id;
      const answers = await Promise.all([remove(one, of.key), change(two, ['billing'], of.key)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test('does not include admins of another organization', async () => {
    const other = await app.org();
    await add(['admin'], {}, other.key);
    const { id } = (await add(['admin'])).body.data;
    expect((await remove(id)).status).toBe(409);
  });
});

describe('a new role', () => {
  test('takes effect within 5 s, and the old one ends', async () => {
    const admin = await app.person(org.id, ['admin']);
    const person = await app.person(org.id, ['analyst']);
    const lists = async () => (await app.call('GET', '/api/v1/fraud/lists', person)).status;
    expect(await lists()).toBe(200);
    const body = { roles: ['billing'] };
    await app.call('PATCH', `${MEMBERS}/${person.id}`, { ...admin, body });
    await expect.poll(lists, { timeout: within(5000) }).toBe(403);
  });
});

describe('the role admin', () => {
  test('has every scope of a tenant', async () => {
    const admin = await app.person(org.id, ['admin']);
    const { scopes } = (await app.call('GET', '/api/v1/me', admin)).body.data;
    expect(scopes).toEqual([...TENANT_SCOPES].toSorted());
  });
});

describe('operators', () => {
  test('are added only by operators, without an event in any organization', async () => {
    const operator = await app.person(null, ['admin']);
    const body = { issuer: ISSUER, subject: `operator-${++persons}`, roles: ['operator'] };
    const made = await app.call('POST', '/api/v1/admin/operators', { ...operator, body });
    expect(made.status).toBe(201);
    const admin = await app.person(org.id, ['admin']);
    expect((await app.call('POST', '/api/v1/admin/operators', { ...admin, body })).status).toBe(
      403,
    );
    expect(await eventsOf(PLATFORM)).toEqual([]);
    const { body: log } = await app.call(
      'GET',
      `/api/v1/admin/audit?object=${made.body.data.id}`,
      operator,
    );
    expect(log.data.items[0]).toMatchObject({
      action: 'operator.add',
      actor: { kind: 'person', id: operator.id, via: operator.sessionId },
    });
  });
});

test('a membership is committed together with its event, or not at all', async () => {
  const granted = { profiles: new ProfileBox(TEST_SECRET), grantor: null, actor: SOMEBODY };
  const failing = app.db.transaction(async (tx) => {
    await addMember(tx, org.id, { issuer: ISSUER, subject: 'lost', roles: ['analyst'] }, granted);
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await eventsOf(org.id)).toEqual([]);
  expect((await app.call('GET', MEMBERS, { key: org.key })).body.data.total).toBe(0);
});
