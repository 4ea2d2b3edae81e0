import { expect, test } from 'vitest';
import { SubjectClient } from '../../../../test/support/subject-client.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
const ID = 'customer-1';
const HOLD = { reason: 'The court asked for these records.' };

test('a hold on a subject refuses the deletion of messages, files, items and dead letters about it', async () => {
  const client = await SubjectClient.of(app);
  await client.fill(ID);
  const operator = { key: await app.platformKey() };
  const { areas } = await client.ask('GET', `/subjects/${ID}`);
  const [caseId, threadId] = [areas.cases.items[0].id, areas.threads.items[0].id];
  const { files, items } = await client.ask('GET', `/cases/${caseId}`);
  const threads = areas.threads.items.map(({ id }: { id: string }) => id);
  expect(threads).toContain(threadId);
  const messages: string[] = [];
  for (const id of threads)
    for (const message of (await client.ask('GET', `/threads/${id}/messages`)).items)
      messages.push(`/threads/${id}/messages/${message.id}`);
  const letters = await client.ask(
    'GET',
    `/admin/dead-letters?organizationId=${client.org.id}`,
    undefined,
    operator,
  );
  const remove = async () => {
    const answers = [
      await client.call('DELETE', messages[0]!),
      await client.call('DELETE', `/cases/${caseId}/files/${files[0].id}`),
      await client.call('DELETE', `/cases/${caseId}/items/${items[0].id}`),
      await client.call(
        'POST',
        `/admin/dead-letters/${letters.items[0].id}/discard`,
        undefined,
        operator,
      ),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await remove()).toEqual([409, 409, 409, 409]);
  const { id } = areas.legalHolds.items[0];
  await client.ask('POST', `/legal-holds/${id}/lift`);
  expect(await remove()).toEqual([200, 200, 200, 200]);
});

test('a hold on the organization is among the holds of each subject, without its reason in exports', async () => {
  const client = await SubjectClient.of(app);
  await client.fill(ID);
  const { id } = await client.ask('POST', '/legal-holds', { kind: 'organization', ...HOLD });
  const { areas } = await client.ask('GET', `/subjects/${ID}`);
  expect(areas.legalHolds).toMatchObject({ items: [{ id }, { kind: 'subject' }], total: 2 });
  const { session } = await app.person(client.org.id, ['privacy', 'admin']);
  const exported = await client.ask('GET', `/subjects/${ID}/export`, undefined, { session });
  expect(exported.areas.legalHolds).toMatchObject([{ id, reason: null }, { kind: 'subject' }]);
  expect(JSON.stringify(exported)).not.toContain(HOLD.reason);
});
