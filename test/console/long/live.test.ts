import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { consoleApp, settled, type Visit, visit } from '../support/browser.ts';
import { signIn } from '../support/chromium.ts';
import { startProxy } from '../support/proxy.ts';
import { fill, type World } from '../support/world.ts';
import { within } from '../../support/within.ts';

/** Changes are visible within a second; a browser on a busy machine gets three times as long. */
const SOON = { timeout: within(3000) };
const NOTE = 'Note (stored encrypted)';

const app = consoleApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
let world: World;
const visits: Visit[] = [];
beforeAll(async () => {
  world = await fill(app, 3);
});
afterEach(async () => {
  for (const { faults, close } of visits.splice(0)) {
    expect(faults).toEqual([]);
    await close();
  }
});

async function open(path: string, url = app.url, session = world.session): Promise<Page> {
  const visited = await visit({ url }, session, path);
  visits.push(visited);
  const { page } = visited;
  await settled(page);
  // From here on only the stream causes reads.
  const hasStream = (): boolean => visited.asked.some((one) => one.includes('/api/v1/live'));
  await expect.poll(hasStream, { timeout: within(10_000) }).toBe(true);
  await page.waitForTimeout(1500);
  return page;
}

async function post(path: string, body?: object) {
  const answer = await app.call('POST', `/api/v1${path}`, { key: world.org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

test('shows changes by other people without reloading: a claim, a new hit, a message', async () => {
  const [cases, queue, threads, today] = [
    await open(`/console/cases/${world.caseId}`),
    await open('/console/review'),
    await open('/console/threads'),
    await open('/console/today'),
  ];
  const openHits = today.getByRole('region', { name: 'Open hits' }).locator('.figure');
  await openHits.filter({ hasText: /^3$/ }).waitFor(SOON);
  await post(`/cases/${world.caseId}/claim`);
  await cases.getByText(/^Claimed by key_/).waitFor(SOON);
  await queue
    .getByText(/^key_.* until /)
    .first()
    .waitFor(SOON);
  await app.call('DELETE', `/api/v1/cases/${world.caseId}/claim`, { key: world.org.key });
  await cases.getByText('Not claimed.').waitFor(SOON);
  await expect.poll(() => queue.getByText(/^key_.* until /).count(), SOON).toBe(0);
  await post('/fraud/subjects', { subjectId: 'customer-new', name: 'Adaeze Okonkwo' });
  await queue.getByRole('link', { name: 'customer-new' }).waitFor(SOON);
  await openHits.filter({ hasText: /^4$/ }).waitFor(SOON);
  const count = threads.getByRole('row').nth(1).getByRole('cell').nth(3);
  expect(await count.innerText()).toBe('1');
  await post(`/threads/${world.threadId}/messages`, {
    participantExternalId: 'agent-1',
    participantRole: 'agent',
    content: 'It comes today.',
  });
  await expect.poll(() => count.innerText(), SOON).toBe('2');
});

test('a person whose roles change sees other screens and actions without reloading, and the admin who changes them sees other roles', async () => {
  const person = await app.person(world.org.id, ['admin']);
  const permissions = await open('/console/permissions', app.url, person.session);
  const members = await open('/console/members');
  const become = async (role: string): Promise<void> => {
    const body = { roles: [role] };
    const path = `/api/v1/members/${person.id}`;
    const answer = await app.call('PATCH', path, { key: world.org.key, body });
    expect(answer.status, answer.text).toBe(200);
  };
  const make = permissions.getByRole('button', { name: 'New role' });
  await make.waitFor();
  const role = await post('/permissions/roles', { name: 'made-by-others', capabilities: [] });
  expect(role.name).toBe('made-by-others');
  await permissions.getByText('made-by-others').first().waitFor(SOON);
  await become('auditor');
  await members.getByRole('row').filter({ hasText: 'auditor' }).waitFor(SOON);
  await make.waitFor({ state: 'detached', ...SOON });
  await permissions.getByText('made-by-others').first().waitFor();
  await become('billing');
  const links = permissions.getByRole('navigation').getByRole('link');
  await expect.poll(() => links.allInnerTexts(), SOON).toEqual(['Usage', 'Invoices']);
});

test('reads a list again with the next change after a rejection for too many requests', async () => {
  const page = await open('/console/today');
  const isList = (url: URL): boolean => url.pathname === '/api/v1/threads';
  await page.route(isList, (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, error: { code: 'RATE_LIMITED', message: 'too many' } },
    }),
  );
  await page.goto(`${app.url}/console/threads`);
  const refused = page.getByRole('main').getByText('too many');
  await refused.waitFor();
  await page.unroute(isList);
  await post(`/threads/${world.threadId}/messages`, {
    participantExternalId: 'agent-1',
    participantRole: 'agent',
    content: 'After the refusal.',
  });
  await refused.waitFor({ state: 'detached' });
  await page.getByRole('row').nth(1).waitFor();
});

test('an endpoint is shown as failing from its first failure on, and as healthy again after a success', async () => {
  let status = 500;
  const receiver = createServer((_request, response) => response.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const page = await open('/console/webhooks');
  const body = { name: 'Ailing', url: `http://127.0.0.1:${port}/`, events: ['ailing.test'] };
  await post('/webhooks', body);
  const row = page.getByRole('row', { name: /Ailing/ });
  await row.getByText('active', { exact: true }).waitFor(SOON);
  await post('/events', { type: 'ailing.test', data: {} });
  await row.getByText('failing', { exact: true }).waitFor({ timeout: within(10_000) });
  status = 204;
  await post('/events', { type: 'ailing.test', data: {} });
  await row.getByText('active', { exact: true }).waitFor({ timeout: within(10_000) });
  receiver.close();
});

test('the success of a later attempt is shown without reloading, and one button shows its outcome', async () => {
  let isAway = true;
  const receiver = createServer((_request, response) =>
    response.writeHead(isAway ? 503 : 204).end(),
  );
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const body = { name: 'Later', url: `http://127.0.0.1:${port}/`, events: ['later.test'] };
  const page = await open(`/console/webhooks/${(await post('/webhooks', body)).id}`);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^Oriki has queued the test event/).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
  await row.getByText('pending').waitFor(SOON);
  // Another attempt is due later; the person can send it now.
  await row.getByRole('button', { name: 'Retry now' }).waitFor({ timeout: within(10_000) });
  await page
    .getByText('was not delivered, regardless of the filter below: 0 failed, 1 pending.')
    .waitFor(SOON);
  isAway = false;
  await row.getByRole('button', { name: 'Retry now' }).click();
  await row.getByText('succeeded').waitFor({ timeout: within(20_000) });
  await page.getByText('filter below: 0 failed, 0 pending.').waitFor(SOON);
  // No delivery is left to send again.
  const retry = page.getByRole('button', { name: 'Retry failed deliveries' });
  await expect.poll(() => retry.isDisabled()).toBe(true);
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  for (const text of ['Response 503', 'Response 204', 'Request headers'])
    await dialog.getByText(text).first().waitFor();
  expect(await dialog.locator('time').first().innerText()).toMatch(/\d:\d\d:\d\d /);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  receiver.close();
});

test('an endpoint that is deactivated by a 410 is shown as deactivated immediately', async () => {
  const receiver = createServer((_request, response) => response.writeHead(410).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const page = await open('/console/webhooks');
  const body = { name: 'Gone', url: `http://127.0.0.1:${port}/`, events: ['gone.test'] };
  await post('/webhooks', body);
  const row = page.getByRole('row', { name: /Gone/ });
  await row.getByText('active', { exact: true }).waitFor(SOON);
  await post('/events', { type: 'gone.test', data: {} });
  await row.getByText('switched off').waitFor({ timeout: within(10_000) });
  receiver.close();
});

test('a page sends no request while nothing changes, and has one stream', async () => {
  const page = await open(`/console/threads/${world.threadId}`);
  const { asked } = visits.at(-1)!;
  const before = asked.length;
  await page.waitForTimeout(7000);
  // The code of the other screens is loaded once, when there is nothing else to do.
  const isCode = (address: string): boolean => address.includes('/console/assets/');
  expect(asked.slice(before).filter((address) => !isCode(address))).toEqual([]);
  expect(asked.filter((address) => address.includes('/api/v1/live')).length).toBe(1);
});

test('a hidden page has no stream, and catches up once it is shown again', async () => {
  const page = await open(`/console/cases/${world.caseId}`);
  const streams = async (): Promise<number> => {
    const text = await app.service.metrics.registry.getSingleMetricAsString('oriki_event_streams');
    return Number(/^oriki_event_streams (\d+)$/m.exec(text)![1]);
  };
  const before = await streams();
  expect(before).toBeGreaterThan(0);
  const show = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
       document.dispatchEvent(new Event('visibilitychange'));`,
    );
  await show(true);
  await expect.poll(streams, SOON).toBe(before - 1);
  await post(`/cases/${world.caseId}/notes`, { text: 'While the page was hidden' });
  await page.waitForTimeout(1500);
  const note = page.getByText('While the page was hidden');
  expect(await note.count()).toBe(0);
  await show(false);
  await note.waitFor(SOON);
  expect(await streams()).toBe(before);
});

test('after a restart of the service or a network outage the page reconnects, catches up and keeps its draft', async () => {
  const first = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
  const proxy = await startProxy(first.url);
  const page = await open(`/console/cases/${world.caseId}`, proxy.url);
  await page.getByLabel(NOTE).fill('Half a sentence');
  await first.stop();
  await post(`/cases/${world.caseId}/notes`, { text: 'While it was down' });
  const second = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
  proxy.mend(Number(new URL(second.url).port));
  const notes = page.getByRole('table', { name: 'Notes' });
  await notes.getByText('While it was down').waitFor({ timeout: within(20_000) });
  await page.context().setOffline(true);
  await post(`/cases/${world.caseId}/notes`, { text: 'While nobody was there' });
  await page.context().setOffline(false);
  await notes.getByText('While nobody was there').waitFor({ timeout: within(10_000) });
  expect(await page.getByLabel(NOTE).inputValue()).toBe('Half a sentence');
  await page.getByRole('button', { name: 'Add note' }).click();
  await notes.getByText('Half a sentence').waitFor(SOON);
  await proxy.stop();
  await second.stop();
});

test('a session that ends keeps the draft, and the stream continues in the new one', async () => {
  const before = await app.person(world.org.id, ['analyst']);
  const page = await open(`/console/cases/${world.caseId}`, app.url, before.session);
  await page.getByLabel(NOTE).fill('A longer draft');
  await app.call('DELETE', `/api/v1/sessions/${before.sessionId}`, { key: world.org.key });
  const dialog = page.getByRole('dialog', { name: 'Sign in to Oriki' });
  await dialog.waitFor({ timeout: within(10_000) });
  const after = await app.person(world.org.id, ['analyst']);
  await signIn(page.context(), app.url, after.session);
  await post(`/cases/${world.caseId}/notes`, { text: 'While you were out' });
  await dialog.getByRole('button', { name: 'I have signed in again' }).click();
  const notes = page.getByRole('table', { name: 'Notes' });
  await notes.getByText('While you were out').waitFor(SOON);
  expect(await page.getByLabel(NOTE).inputValue()).toBe('A longer draft');
  await page.waitForTimeout(1500);
  await post(`/cases/${world.caseId}/notes`, { text: 'Live again' });
  await notes.getByText('Live again').waitFor(SOON);
});
