import { expect, test } from 'vitest';
import { isCovered } from '../../console/src/screens/webhooks/chosen-events.ts';
import { consoleApp, settled, visit } from './support/browser.ts';

const app = consoleApp({ role: 'api', rateLimits: undefined });

test('the screen of a webhook shows causes in words, and its form counts the types of a pattern', async () => {
  const org = await app.org();
  const call = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v1${path}`, { key: org.key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const hook = { name: 'Ledger', url: 'https://hooks.example.com/oriki' };
  const { id } = await call('POST', '/webhooks', {
    ...hook,
    events: ['screening.hit.*', 'order.*'],
  });
  await call('POST', '/events', { type: 'order.paid', id: 'order-1', data: {} });
  const db = await app.dbOf(org.id);
  await db.query(
    `INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at, failed_at)
     VALUES ($1, 'delivery_' || lpad('1', 26, '0'), $2, 'event_' || lpad('1', 26, '0'), 'order.paid',
       now() - interval '1 minute', now())`,
    [org.id, id],
  );
  await db.query(
    `INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms, error,
       webhook_id, event_type)
     SELECT org_id, id, 1, now(), 12, 'dns', webhook_id, event_type FROM deliveries WHERE org_id = $1`,
    [org.id],
  );
  const { session } = await app.person(org.id, ['developer']);
  const { page, faults, close } = await visit(app, session, `/console/webhooks/${id}`);
  await settled(page);
  await page.getByRole('cell', { name: 'host name not found' }).first().waitFor();
  const change = page.getByRole('button', { name: 'Change', exact: true });
  await change.click();
  const dialog = page.getByRole('dialog');
  // A pattern within a group counts the types that it contains.
  await dialog.getByText(/screening\.\*.*[1-9]\d* of \d+/).waitFor();
  await dialog.getByLabel('Address').fill('https://other.example.com/oriki');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const retry = page.getByRole('button', { name: 'Retry failed deliveries' });
  await expect.poll(() => retry.isEnabled()).toBe(true);
  await page.getByLabel('Events published since').fill('2100-01-01T00:00');
  await expect.poll(() => retry.isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

test('a pattern covers the types that begin with it', () => {
  expect(isCovered(['screening.hit.*'], 'screening.hit.opened')).toBe(true);
  expect(isCovered(['screening.hit.*'], 'screening.hits')).toBe(false);
  expect(isCovered(['a.b'], 'a.b.c')).toBe(false);
});
