import { expect, test } from 'vitest';
import { consoleApp, settled, violationsOf, visit } from './support/browser.ts';

const app = consoleApp({ rateLimits: undefined });

test('asks the second person for a reason once', async () => {
  const org = await app.org();
  const send = async (method: string, path: string, caller: object, body?: object) => {
    const answer = await app.call(method, `/api/v1${path}`, { ...caller, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const list = { name: 'Blocked', kind: 'tenant_blocklist', source: 'own' };
  const { id: objectId } = await send('POST', '/fraud/lists', org, list);
  const second = { session: (await app.person(org.id, ['admin'])).session };
  await send('PATCH', '/approvals/settings', second, {
    actions: ['list.remove_entries', 'member.change_roles'],
  });
  const asked = { action: 'list.remove_entries', objectId };
  const { id } = await send('POST', '/approvals', org, asked);
  await send('DELETE', `/fraud/lists/${objectId}`, second);
  const { page, close } = await visit(app, second.session, '/console/approvals');
  await settled(page);
  expect(await page.getByText('One person alone can change roles here').count()).toBe(0);
  await page.getByRole('button', { name: 'Give a reason' }).click();
  await page.getByLabel('Reason (stored encrypted)').fill('The list was a test.');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Approved by you, without a reason').waitFor({ state: 'detached' });
  const { answerReason } = await send('GET', `/approvals/${id}`, org);
  expect(answerReason).toBe('The list was a test.');
  await close();
});
