import { expect, test } from 'vitest';
import { ThreadClient } from '../../../support/thread-client.ts';
import {
  consoleApp,
  overflowOf,
  picture,
  settled,
  violationsOf,
  visit,
} from '../../support/browser.ts';
import { within } from '../../../support/within.ts';

const ADA = 'customer:ada';
const BEN = 'agent:ben';
const PER_SECOND = 100;
const SECONDS = 4;
/** A browser on a machine with other work has read everything by then. */
const IN_THE_END = { timeout: within(30_000) };

const app = consoleApp({ rateLimits: undefined });

/** The maximum number of concurrent requests: more would time out while waiting for a connection on a busy machine. */
const MAX_CONCURRENT = 30;

/** Sends messages to the threads in turn, at a rate that does not wait for answers, and reads and deletes some. */
async function talk(client: ThreadClient, threads: string[]): Promise<void> {
  const began = Date.now();
  const all: Promise<unknown>[] = [];
  const running = new Set<Promise<unknown>>();
  const begin = (request: Promise<unknown>): void => {
    running.add(request);
    all.push(request.finally(() => running.delete(request)));
  };
  for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
    const due = began + (n * 1000) / PER_SECOND;
    while (Date.now() < due || running.size > MAX_CONCURRENT)
      await new Promise((resolve) => setTimeout(resolve, 1));
    const thread = threads[n % threads.length]!;
    const sent = client.send(thread, n % 5 === 0 ? BEN : ADA, `Message ${n}`);
    begin(n % 40 === 7 ? sent.then(({ id }) => client.erase(thread, id)) : sent);
    if (n % 90 === 50) begin(client.read(thread, BEN));
  }
  await Promise.all(all);
}

test("shows the API's unread counts after 100 messages a second, announces them politely, and keeps the focus", async () => {
  const client = await ThreadClient.of(app);
  const threads = [
    await client.thread([ADA, BEN], { subject: 'Parcel' }),
    await client.thread([ADA, BEN], { subject: 'Refund' }),
  ];
  await client.send(threads[0]!, ADA, 'Where is it?');
  const { session } = await app.person(client.org.id, ['admin']);
  const thread = await visit(app, session, `/console/threads/${threads[0]}`);
  const inbox = await visit(app, session, '/console/threads');
  for (const { page } of [thread, inbox]) await settled(page);
  await inbox.page.getByLabel('Inbox of').fill('ben');
  await inbox.page.getByLabel('Role').fill('agent');
  await inbox.page.getByRole('button', { name: 'Filter' }).click();
  await inbox.page.getByText('unread in open threads').first().waitFor();
  const field = inbox.page.getByLabel('Inbox of');
  await field.focus();
  const print = thread.page.getByRole('button', { name: 'Print' });
  await print.focus();
  const skeletons = `globalThis.skeletons = 0;
    new MutationObserver(() => { skeletons += document.querySelectorAll('.skeleton').length; })
      .observe(document.querySelector('main'), { childList: true, subtree: true });`;
  await thread.page.evaluate(skeletons);
  await talk(client, threads);

  const { readStates } = await client.ask(200, 'GET', `/threads/${threads[0]}/read-state`);
  const facts = thread.page.locator('dl.facts');
  for (const { participant, unreadCount } of readStates) {
    const words = unreadCount === 0 ? 'nothing unread' : `${unreadCount} unread`;
    const row = facts.locator('dd').filter({ hasText: participant.externalId });
    await expect.poll(() => row.innerText(), IN_THE_END).toContain(words);
  }
  const { items } = await client.inbox(BEN);
  expect(items.length).toBe(2);
  for (const { thread: one, unreadCount } of items) {
    expect(unreadCount).toBeGreaterThan(10);
    const row = inbox.page.getByRole('row').filter({ hasText: one.subject! });
    const cells = row.getByRole('cell');
    await expect.poll(() => cells.nth(1).innerText(), IN_THE_END).toBe(`${unreadCount}`);
    expect(await cells.nth(2).innerText()).toBe(`${one.messageCount}`);
  }
  const unread = await client.unread(BEN);
  const figure = inbox.page.locator('.figure');
  await expect.poll(() => figure.innerText(), IN_THE_END).toBe(`${unread}`);
  const told = inbox.page.locator('main [role=status]');
  await expect.poll(() => told.innerText(), IN_THE_END).toBe(`${unread} unread in open threads`);

  // Messages have a place each, deleted ones too: the newest is shown although others are gone.
  const { body } = await client.call(
    'GET',
    `/threads/${threads[0]}/messages?before=100000&limit=1`,
  );
  const [last] = body.data.items;
  await thread.page
    .getByText(last.content ?? 'deleted')
    .first()
    .waitFor();
  const news = thread.page.locator('main [role=status]');
  const words = `${last.sequence - 1} new since you opened this page`;
  await expect.poll(() => news.innerText(), IN_THE_END).toBe(words);
  expect(await thread.page.evaluate('skeletons')).toBe(0);
  for (const focused of [field, print])
    expect(await focused.evaluate((node) => node.ownerDocument.activeElement === node)).toBe(true);

  for (const [name, { page, faults, close }] of Object.entries({ thread, inbox })) {
    for (const [look, colorScheme, width] of [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
      ['a phone', 'light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await picture(page, `${name} after messages in ${look}`);
      expect([look, await violationsOf(page)]).toEqual([look, []]);
      expect([look, await overflowOf(page)]).toEqual([look, 0]);
    }
    expect(faults).toEqual([]);
    await close();
  }
});

test('a thread shows unknown read states as unknown', async () => {
  const client = await ThreadClient.of(app);
  const id = await client.thread([ADA, BEN], { subject: 'Parcel' });
  const { session } = await app.person(client.org.id, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/threads');
  await page.route('**/read-state', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, error: { code: 'FORBIDDEN', message: 'told so' } },
    }),
  );
  await page.goto(`${app.url}/console/threads/${id}`);
  await page.getByRole('alert').getByText('told so').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Parcel');
  expect(faults).toEqual([]);
  await close();
});

test('a person replies in an open thread in the name of a participant who is not a customer', async () => {
  const client = await ThreadClient.of(app);
  const id = await client.thread([ADA, BEN, 'agent:chidi'], { subject: 'Parcel' });
  await client.send(id, ADA, 'Where is it?');
  const { session } = await app.person(client.org.id, ['analyst']);
  const { page, faults, close } = await visit(app, session, `/console/threads/${id}`);
  await settled(page);
  const form = page.getByRole('form', { name: 'Reply' });
  const send = form.getByRole('button', { name: 'Send' });
  expect(await send.isDisabled()).toBe(true);
  const as = form.getByLabel('Write as');
  expect(await as.getByRole('option').allInnerTexts()).toEqual(['ben (agent)', 'chidi (agent)']);
  await as.selectOption('chidi (agent)');
  await form.getByLabel('Reply').fill('It left\nyesterday.');
  await send.click();
  const messages = page.getByRole('table', { name: 'Messages' });
  await messages.getByRole('row').filter({ hasText: 'yesterday.' }).getByText('chidi').waitFor();
  await expect.poll(() => form.getByLabel('Reply').inputValue()).toBe('');
  expect(await violationsOf(page)).toEqual([]);
  await client.ask(200, 'PATCH', `/threads/${id}`, { body: { status: 'CLOSED' } });
  await form.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('a reader, and a thread of customers alone, have no reply', async () => {
  const client = await ThreadClient.of(app);
  const [alone, both] = [await client.thread([ADA]), await client.thread([ADA, BEN])];
  for (const [role, id] of [
    ['analyst', alone],
    ['auditor', both],
  ] as const) {
    const { session } = await app.person(client.org.id, [role]);
    const { page, close } = await visit(app, session, `/console/threads/${id}`);
    await settled(page);
    await page.getByText('No messages yet.').waitFor();
    expect(await page.getByRole('form').count()).toBe(0);
    await close();
  }
});

test('shows the inbox of the id exactly as typed, with spaces', async () => {
  const client = await ThreadClient.of(app);
  await client.thread(['customer:ada of lagos', BEN], { subject: 'Parcel' });
  const { session } = await app.person(client.org.id, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/threads');
  await settled(page);
  await page.getByLabel('Inbox of').pressSequentially('ada of lagos');
  await page.getByLabel('Role').pressSequentially('customer ');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('unread by the customer in open threads').first().waitFor();
  await page.getByRole('row').filter({ hasText: 'Parcel' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
