import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';

const NAME = 'Adewale Ogunbanjo';

let app: TestApp;
let client: CaseClient;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await CaseClient.of(app);
});

function setRule(more: object) {
  return client.ask(200, 'PATCH', '/settings', { listKinds: ['tenant_blocklist'], ...more });
}
async function assigneeOf(subjectId: string): Promise<string | null> {
  await client.openHits(subjectId);
  const [id] = await client.list({ subjectId });
  return (await client.read(id!)).assignee;
}

describe('the assignee of a case that the rule makes', () => {
  test('is the named member, until that person can no longer decide', async () => {
    const person = await app.person(client.org.id, ['analyst']);
    expect(await setRule({ assignee: person.id })).toMatchObject({ assignee: person.id });
    expect(await assigneeOf('customer-1')).toBe(person.id);
    const { history } = await client.read((await client.list({ subjectId: 'customer-1' }))[0]!);
    expect(history[0]).toMatchObject({ change: 'created', detail: { assignee: person.id } });
    const path = `/api/v1/members/${person.id}`;
    await app.call('PATCH', path, { key: client.org.key, body: { roles: ['auditor'] } });
    expect(await assigneeOf('customer-2')).toBe(null);
    await app.call('DELETE', path, { key: client.org.key });
    expect(await assigneeOf('customer-3')).toBe(null);
    expect(await client.list({ isAssigned: 'false' })).toHaveLength(2);
  });

  test('is each current member of a role in turn', async () => {
    const people = [];
    for (let i = 0; i < 3; i += 1) people.push((await app.person(client.org.id, ['reviewer'])).id);
    await app.person(client.org.id, ['analyst']);
    await setRule({ assigneeRole: 'reviewer' });
    const first = [];
    for (let i = 0; i < 3; i += 1) first.push(await assigneeOf(`customer-${i}`));
    expect(first.toSorted()).toEqual(people.toSorted());
    const second = [];
    for (let i = 3; i < 6; i += 1) second.push(await assigneeOf(`customer-${i}`));
    expect(second).toEqual(first);
    await app.call('DELETE', `/api/v1/members/${first[0]}`, { key: client.org.key });
    expect(await assigneeOf('customer-7')).toBe(first[1]);
  });

  test('changes with each new case, and not when further hits join a case', async () => {
    for (let i = 0; i < 2; i += 1) await app.person(client.org.id, ['reviewer']);
    await setRule({ assigneeRole: 'reviewer' });
    const subjects = Array.from({ length: 8 }, (_, i) => ({ subjectId: `c-${i}`, name: NAME }));
    const enrol = (some: object[]) =>
      client.screening.ask(200, 'POST', '/subjects/batch', { subjects: some });
    const listId = await client.screening.newList();
    await client.screening.add(listId, NAME);
    await enrol(subjects.filter((_, i) => i % 2 === 0));
    const before = await client.list();
    await client.screening.add(listId, NAME);
    await enrol(subjects);
    const made = (await client.list()).filter((id) => !before.includes(id));
    const assignees = await Promise.all(made.map(async (id) => (await client.read(id)).assignee));
    const counts = [...new Set(assignees)].map((id) => assignees.filter((one) => one === id));
    expect(counts.map(({ length }) => length)).toEqual([2, 2]);
  });

  test('stays when further hits join the case', async () => {
    const people = [
      await app.person(client.org.id, ['reviewer']),
      await app.person(client.org.id, ['reviewer']),
    ];
    await setRule({ assigneeRole: 'reviewer' });
    const assigned = await assigneeOf('customer-1');
    expect(people.map(({ id }) => id)).toContain(assigned);
    expect(await assigneeOf('customer-1')).toBe(assigned);
  });

  test('must be a member or a role that can decide', async () => {
    const auditor = await app.person(client.org.id, ['auditor']);
    const analyst = await app.person(client.org.id, ['analyst']);
    const stranger = await app.person((await app.org()).id, ['analyst']);
    const cases: [object, string][] = [
      [{ assignee: auditor.id }, 'assignee'],
      [{ assignee: stranger.id }, 'assignee'],
      [{ assignee: 'usr_none' }, 'assignee'],
      [{ assigneeRole: 'billing' }, 'assigneeRole'],
      [{ assignee: analyst.id, assigneeRole: 'analyst' }, 'assigneeRole'],
    ];
    for (const [body, path] of cases) {
      const answer = await client.call('PATCH', '/settings', body);
      expect([answer.status, answer.body.error.details[0].path], answer.text).toEqual([400, path]);
    }
    await setRule({ assignee: analyst.id });
    expect(await setRule({ assigneeRole: 'analyst' })).toMatchObject({ assignee: null });
    expect(await setRule({ assigneeRole: null })).toMatchObject({
      assignee: null,
      assigneeRole: null,
    });
  });
});
