import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { CaseClient, type Caller } from '../../../test/support/case-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
beforeEach(async () => {
  client = await CaseClient.of(app);
});

function next(caller?: Caller) {
  return client.call('POST', '/claim-next', undefined, caller);
}

describe('the next unassigned case', () => {
  test('has the highest priority, then the greatest age; the call claims it for the person and assigns it', async () => {
    const person = await app.person(client.org.id, ['analyst']);
    const low = await client.make({ priority: 'LOW' });
    const older = await client.make({ priority: 'HIGH' });
    const newer = await client.make({ priority: 'HIGH' });
    await client.make({ priority: 'URGENT', assignee: person.id });
    const claimed = await client.make({ priority: 'URGENT' });
    await client.ask(200, 'POST', `/${claimed.id}/claim`);
    const closed = await client.make({ priority: 'URGENT' });
    await client.change(closed.id, {
      expectedRevision: 1,
      status: 'CLOSED',
      outcome: 'NO_ACTION',
    });
    const taken: string[] = [];
    for (let i = 0; i < 3; i += 1) taken.push((await next(person)).body.data.id);
    expect(taken).toEqual([older.id, newer.id, low.id]);
    expect(await client.read(older.id)).toMatchObject({
      assignee: person.id,
      claim: { by: { kind: 'person', id: person.id } },
      revision: 2,
    });
    const { history } = await client.read(older.id);
    expect(history.map(({ change }) => change)).toEqual(['created', 'claimed', 'updated']);
    const { key } = client.org;
    const path = `/api/v1/audit?object=${older.id}&action=case.claim_next`;
    expect((await app.call('GET', path, { key })).body.data.items).toMatchObject([
      { after: { assignee: person.id, revision: 2 } },
    ]);
    expect((await client.events()).filter(({ type }) => type === 'case.updated')).toHaveLength(3);
    expect((await next(person)).status).toBe(404);
  });

  test('is a different one for each of several callers at the same time', async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, () => app.person(client.org.id, ['analyst'])),
    );
    for (let i = 0; i < 5; i += 1) await client.make();
    const answers = await Promise.all(people.map((person) => next(person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(5);
  });

  test('is claimed for a key without an assignment, and belongs to the organization of the caller', async () => {
    const other = await CaseClient.of(app);
    await other.make();
    expect((await next()).status).toBe(404);
    const { id } = await client.make();
    expect((await next()).body.data).toMatchObject({
      id,
      assignee: null,
      claim: { by: { kind: 'key' } },
    });
  });
});

test('cases are listed by whether they are open and assigned, and by age or due date', async () => {
  const person = await app.person(client.org.id, ['analyst']);
  const { id: late } = await client.make({ dueAt: '2026-12-02T00:00:00Z', assignee: person.id });
  const { id: soon } = await client.make({ dueAt: '2026-12-01T00:00:00Z' });
  const { id: plain } = await client.make();
  const { id: closed } = await client.make({ dueAt: '2026-11-01T00:00:00Z' });
  await client.change(closed, { expectedRevision: 1, status: 'CLOSED', outcome: 'NO_ACTION' });
  for (const [query, ids] of [
    [{ isOpen: 'true' }, [plain, soon, late]],
    [{ isOpen: 'false' }, [closed]],
    [{ isOpen: 'true', isAssigned: 'false' }, [plain, soon]],
    [{ isAssigned: 'true' }, [late]],
    [{ sort: 'oldest' }, [late, soon, plain, closed]],
    [{ sort: 'due', isOpen: 'true' }, [soon, late]],
    [{ sort: 'due' }, [closed, soon, late]],
    [{ dueBefore: '2026-12-02T00:00:00Z', isOpen: 'true' }, [soon]],
  ] as const)
    expect([query, await client.list(query)]).toEqual([query, ids]);
  const first = await client.ask(200, 'GET', '?sort=due&limit=1');
  const second = await client.ask(200, 'GET', `?sort=due&limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual([soon, late]);
});
