import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../support/app.ts';
import { settled, stopBrowser, violationsOf, visit } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  // Nothing is sent, so that deliveries wait.
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

async function open(org: TestOrg, path: string) {
  const { session } = await app.person(org.id, ['developer']);
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

async function webhookOf(org: TestOrg, name: string, events = ['*']): Promise<string> {
  const body = { name, url: 'https://hooks.example.com/oriki', events };
  return (await app.call('POST', '/api/v1/webhooks', { key: org.key, body })).body.data.id;
}

async function publish(org: TestOrg, type: string, id: string, data: object): Promise<void> {
  const body = { type, id, data };
  const { status } = await app.call('POST', '/api/v1/events', { key: org.key, body });
  expect(status).toBe(202);
}

/** Stores an attempt for the delivery of an event to a webhook. */
async function attempted(
  org: TestOrg,
  webhookId: string,
  eventId: string,
  { status, error = null }: { status: number | null; error?: string | null },
): Promise<void> {
  const db = await app.dbOf(org.id);
  const { rowCount } = await db.query(
    `INSERT INTO delivery_attempts (org_id, delivery_id, number, attempted_at, duration_ms, status_code, error,
       webhook_id, event_type)
     SELECT org_id, id, 1, now(), 12, $4::smallint, $5, webhook_id, event_type FROM deliveries
     WHERE org_id = $1 AND webhook_id = $2 AND event_id = $3`,
    [org.id, webhookId, eventId, status, error],
  );
  expect(rowCount).toBe(1);
}

describe('the form of a webhook', () => {
  test('chooses types and groups from the catalogue, with examples, and own types', async () => {
    const org = await app.org();
    const { page, faults, close } = await open(org, '/console/webhooks');
    const stored = async () =>
      (await app.call('GET', '/api/v1/webhooks', { key: org.key })).body.data.webhooks[0]?.events;

    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ledger');
    await page.getByLabel('Address').fill('https://hooks.example.com/oriki');
    await page.getByLabel('All events, including').uncheck();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByText('export.*', { exact: true }).click();
    await page.getByLabel('All of export.*').check();
    await page.getByText('webhook.*', { exact: true }).click();
    await page.getByLabel('webhook.failing', { exact: true }).check();
    await page.getByText('Example of webhook.failing').click();
    await page.getByText('"type": "webhook.failing"').waitFor();
    await page.getByLabel('Types that your own systems publish').fill('order.paid, refund.*');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Oriki shows the signing secret only once').waitFor();
    expect(await stored()).toEqual(['export.*', 'webhook.failing', 'order.paid', 'refund.*']);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    const own = page.getByLabel('Types that your own systems publish');
    expect(await own.inputValue()).toBe('order.paid refund.*');
    await own.fill('order.paid');
    await page.getByText('webhook.*', { exact: true }).click();
    await page.getByLabel('webhook.failing', { exact: true }).uncheck();
    await page.getByLabel('Address').fill('https://hooks.example.com/ledger');
    await page.getByLabel('Address').press('Enter');
    await expect.poll(stored).toEqual(['export.*', 'order.paid']);
    await page.getByText('https://hooks.example.com/ledger').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the list of webhooks', () => {
  test('shows what waits and the share of attempts that succeeded', async () => {
    const org = await app.org();
    const ledger = await webhookOf(org, 'Ledger', ['order.*']);
    await webhookOf(org, 'Quiet', ['refund.*']);
    for (const id of ['one', 'two', 'three', 'four']) await publish(org, 'order.paid', id, {});
    for (const id of ['one', 'two', 'three']) await attempted(org, ledger, id, { status: 204 });
    await attempted(org, ledger, 'four', { status: null, error: 'tls' });
    const { page, faults, close } = await open(org, '/console/webhooks');
    const cellsOf = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).locator('.number').allInnerTexts();
    await expect.poll(() => cellsOf('Ledger')).toEqual(['4', '75%']);
    expect(await cellsOf('Quiet')).toEqual(['0', '–']);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the logs over all webhooks', () => {
  test('list events, keep their filters in the address, and open an event with its deliveries', async () => {
    const org = await app.org();
    await webhookOf(org, 'Ledger', ['order.*']);
    // Oriki's own events are in the log, too.
    await publish(org, 'order.paid', 'one', { orderId: 'order-1' });
    await publish(org, 'order.sent', 'two', { orderId: 'order-1' });
    await publish(org, 'order.paid', 'three', { orderId: 'order-2' });
    await publish(org, 'refund.made', 'four', { orderId: 'order-1' });
    const { page, faults, close } = await open(org, '/console/events');
    const ids = () => page.locator('tbody tr td:last-child').allInnerTexts();
    await expect
      .poll(async () => (await ids()).filter((id) => !id.startsWith('event_')))
      .toEqual(['four', 'three', 'two', 'one']);
    await page.getByLabel('Event', { exact: true }).fill('order.paid');
    await page.getByLabel('Object').fill('order-1');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect.poll(ids).toEqual(['one']);
    expect(new URL(page.url()).search).toBe('?type=order.paid&objectId=order-1');
    await page.reload();
    await expect.poll(ids).toEqual(['one']);
    expect(await page.getByLabel('Object').inputValue()).toBe('order-1');
    await page.getByRole('button', { name: 'order.paid' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Ledger' }).waitFor();
    expect(await dialog.innerText()).toContain('"orderId": "order-1"');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect
      .poll(async () => (await ids()).filter((id) => !id.startsWith('event_')))
      .toEqual(['four', 'three', 'two', 'one']);
    expect(faults).toEqual([]);
    await close();
  });

  test('list attempts, filtered by webhook, outcome, status and reason, and open the request', async () => {
    const org = await app.org();
    const ledger = await webhookOf(org, 'Ledger');
    const books = await webhookOf(org, 'Books');
    for (const id of ['one', 'two']) await publish(org, 'order.paid', id, { orderId: id });
    await attempted(org, ledger, 'one', { status: 204 });
    await attempted(org, ledger, 'two', { status: 503 });
    await attempted(org, books, 'one', { status: null, error: 'dns' });
    const { page, faults, close } = await open(org, '/console/attempts');
    const answers = async () =>
      (await page.locator('tbody tr td:nth-child(5)').allInnerTexts()).toSorted();
    await expect.poll(answers).toEqual(['204', '503', 'host name not found']);
    await page.getByLabel('Outcome').selectOption('failed');
    await expect.poll(answers).toEqual(['503', 'host name not found']);
    await page.getByLabel('Webhook', { exact: true }).selectOption('Books');
    await expect.poll(answers).toEqual(['host name not found']);
    expect(new URL(page.url()).searchParams.get('webhookId')).toBe(books);
    await page.getByLabel('Webhook', { exact: true }).selectOption('all');
    await page.getByLabel('Response status').fill('503');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect.poll(answers).toEqual(['503']);
    await page.reload();
    await expect.poll(answers).toEqual(['503']);
    await page.locator('tbody tr').getByRole('button').first().click();
    await page.getByRole('dialog').getByText('"orderId": "two"').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the screen of a key', () => {
  test('shows the changes that the key made and its rejected requests', async () => {
    const org = await app.org();
    const made = await app.call('POST', '/api/v1/keys', {
      key: org.key,
      body: { name: 'Batch', scopes: ['fraud:manage'] },
    });
    const { key } = made.body.data;
    const list = { source: 'own', name: 'Blocked', kind: 'tenant_blocklist' };
    expect((await app.call('POST', '/api/v1/fraud/lists', { key, body: list })).status).toBe(201);
    expect((await app.call('GET', '/api/v1/webhooks', { key })).status).toBe(403);
    const { session } = await app.person(org.id, ['admin']);
    const { page, faults, close } = await visit(app, session, '/console/keys');
    await page.getByRole('link', { name: 'Batch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Batch' }).waitFor();
    const rows = (name: string) => page.getByRole('table', { name }).getByRole('row');
    await rows('What it changed').filter({ hasText: 'created' }).waitFor();
    const refused = rows('Rejected requests').filter({ hasText: 'GET /api/v1/webhooks' });
    expect(await refused.innerText()).toContain('403 FORBIDDEN');
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
