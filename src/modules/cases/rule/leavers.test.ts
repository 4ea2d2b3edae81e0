import { beforeEach, describe, expect, test } from 'vitest';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import type { TestPerson } from '../../../../test/support/app.ts';
import { unassignLeavers as unassignHits } from '../../monitoring/hits/queue/assign.ts';
import { unassignLeavers as unassignCases } from './open-cases.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
let ada: TestPerson;
let bayo: TestPerson;
beforeEach(async () => {
  client = await CaseClient.of(app);
  await app.person(client.org.id, ['admin']);
  ada = await app.person(client.org.id, ['analyst']);
  bayo = await app.person(client.org.id, ['analyst']);
});

async function read(path: string) {
  const answer = await app.call('GET', `/api/v1/${path}`, { key: client.org.key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.items;
}
async function leave({ id }: TestPerson): Promise<void> {
  const { status, text } = await app.call('DELETE', `/api/v1/members/${id}`, {
    key: client.org.key,
  });
  expect(status, text).toBe(200);
}

describe('a person who is no longer a member', () => {
  test('is unassigned from open hits, which the audit log shows, and keeps decided ones', async () => {
    const [one, two, decided] = await client.openHits('customer-1', 3);
    const assign = (ids: unknown[], assignee: string) =>
      app.call('POST', '/api/v1/fraud/hits/assign', {
        key: client.org.key,
        body: { ids, assignee },
      });
    await assign([one, decided], ada.id);
    await assign([two], bayo.id);
    await client.screening.decide(decided!, 'true_match');
    await unassignHits(await app.dbOf(client.org.id));
    expect(await read(`fraud/hits?assignee=${ada.id}`)).toHaveLength(2);
    await leave(ada);
    await unassignHits(await app.dbOf(client.org.id));
    expect(await read('fraud/hits?isAssigned=false')).toMatchObject([{ id: one }]);
    expect(await read(`fraud/hits?assignee=${ada.id}`)).toMatchObject([{ id: decided }]);
    expect(await read(`fraud/hits?assignee=${bayo.id}`)).toMatchObject([{ id: two }]);
    expect((await read(`audit?object=${one}&action=hit.assign`))[0]).toMatchObject({
      actor: { kind: 'service', id: 'hits' },
      after: { assignee: null },
    });
  });

  test('is unassigned from open cases, which the next person can then claim, and keeps closed ones', async () => {
    const open = await client.make({ assignee: ada.id });
    const closed = await client.make({ assignee: ada.id });
    await client.change(closed.id, {
      expectedRevision: 1,
      status: 'CLOSED',
      outcome: 'NO_ACTION',
    });
    const other = await client.make({ assignee: bayo.id });
    await leave(ada);
    await unassignCases(await app.dbOf(client.org.id));
    expect(await client.read(open.id)).toMatchObject({ assignee: null, revision: 2 });
    expect((await client.read(closed.id)).assignee).toBe(ada.id);
    expect((await client.read(other.id)).assignee).toBe(bayo.id);
    expect((await client.events()).at(-1)).toMatchObject({ type: 'case.updated', revision: 2 });
    expect((await read(`audit?object=${open.id}&action=case.update`))[0]).toMatchObject({
      actor: { kind: 'service', id: 'cases' },
      after: { assignee: null },
    });
    expect((await client.ask(200, 'POST', '/claim-next', undefined, bayo)).id).toBe(open.id);
  });
});
