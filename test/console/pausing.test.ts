import { expect, test } from 'vitest';
import { consoleApp, settled, visit } from './support/browser.ts';

const app = consoleApp({ role: 'api', rateLimits: undefined });

test('an admin pauses a key, and resumes it', async () => {
  const org = await app.org();
  const made = await app.call('POST', '/api/v1/keys', {
    key: org.key,
    body: { scopes: ['fraud:manage'], name: 'Lists' },
  });
  const { id } = made.body.data;
  const { session } = await app.person(org.id, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/keys');
  await settled(page);
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `${name}: ${id}` }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  const row = page.getByRole('row').filter({ hasText: id });
  await press('Pause');
  await row.getByText('paused').waitFor();
  const paused = await app.call('GET', `/api/v1/keys/${id}`, { key: org.key });
  expect(paused.body.data.pausedAt).toEqual(expect.any(String));
  expect(await row.getByRole('button', { name: `Rotate: ${id}` }).count()).toBe(0);
  await press('Resume');
  await row.getByText('active', { exact: true }).waitFor();
  const resumed = await app.call('GET', `/api/v1/keys/${id}`, { key: org.key });
  expect(resumed.body.data).not.toHaveProperty('pausedAt');
  expect(faults).toEqual([]);
  await close();
});

test('a developer sends earlier events to a new webhook, and sees its settings', async () => {
  const org = await app.org();
  for (const n of [1, 2])
    await app.call('POST', '/api/v1/events', {
      key: org.key,
      body: { type: 'order.paid', data: { n } },
    });
  const { body } = await app.call('POST', '/api/v1/webhooks', {
    key: org.key,
    body: {
      name: 'Late',
      url: 'https://hooks.example.com/',
      events: ['order.*'],
      headers: { 'X-Gateway-Key': 'g4te' },
      auth: { type: 'bearer', token: 't0ken' },
      filter: { all: [{ path: 'n', op: 'gt', value: 1 }] },
    },
  });
  const { session } = await app.person(org.id, ['developer']);
  const visited = await visit(app, session, `/console/webhooks/${body.data.id}`);
  const { page, faults, close } = visited;
  await settled(page);
  await page.getByText('X-Gateway-Key').waitFor();
  await page.getByText('bearer').waitFor();
  expect(await page.content()).not.toMatch(/g4te|t0ken/);
  await page.getByRole('button', { name: 'Send earlier events' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send earlier events' }).click();
  await page.getByText('Earlier events to send: 1.').waitFor();
  expect(faults).toEqual([]);
  await close();
});
