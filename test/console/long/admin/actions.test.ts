import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { scopeText } from '../../../../console/src/texts/screens/people.ts';
import { TENANT_SCOPES } from '../../../../src/modules/declared.ts';
import {
  consoleApp,
  overflowOf,
  picture,
  settled,
  violationsOf,
  visit,
} from '../../support/browser.ts';
import { fill, MARKUP, type World } from '../../support/world.ts';
import { within } from '../../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 1);
});

async function open(path: string, session = world.session) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).first().click();
}

/** Returns the secret in a dialog, and closes the dialog. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('pre').innerText();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
  return secret;
}

async function statusWith(key: string): Promise<number> {
  return (await app.call('GET', '/api/v1/usage', { key })).status;
}

describe('the screen of keys', () => {
  test('shows next to each scope of a new key what it allows', async () => {
    expect(TENANT_SCOPES.filter((scope) => scopeText(scope) === undefined)).toEqual([]);
    const { page, faults, close } = await open('/console/keys');
    await press(page, 'New key');
    const labels = page.getByRole('dialog').getByRole('group', { name: 'Scopes' }).locator('label');
    await labels.first().waitFor();
    const said = await labels.allInnerTexts();
    expect(said.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      TENANT_SCOPES.toSorted().map((scope) => `${scope} ${scopeText(scope)}`),
    );
    await picture(page, 'a new key');
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await picture(page, 'a new key in a phone');
    expect(await overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
    const pseudo = await visit(app, world.session, '/console/keys', { locale: 'en-XA' });
    await settled(pseudo.page);
    await pseudo.page.locator('.head button').click();
    const notes = pseudo.page.getByRole('dialog').locator('label .quiet');
    await notes.first().waitFor();
    const texts = await notes.allInnerTexts();
    expect(texts.length).toBe(TENANT_SCOPES.length);
    expect(texts.filter((text) => !/^\[.*\]$/.test(text))).toEqual([]);
    await pseudo.close();
  });

  test('creates a key with chosen scopes, rotates and revokes it, and shows each secret once', async () => {
    const { page, faults, close } = await open('/console/keys');
    await press(page, 'New key');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`reports ${MARKUP}`);
    await dialog.getByLabel('usage:read').check();
    await dialog.getByLabel('Expires').fill('2099-01-31T10:00');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const first = await takeSecret(page);
    const { body } = await app.call('GET', '/api/v1/me', { key: first });
    expect(body.data).toMatchObject({
      scopes: ['usage:read'],
      expiresAt: '2099-01-31T10:00:00.000Z',
    });
    const row = page.getByRole('row').filter({ hasText: 'reports' });
    const made = await app.call('GET', '/api/v1/keys?limit=100', { key: world.org.key });
    const { madeBy } = made.body.data.items.find(({ name }: { name: string }) =>
      name.startsWith('reports'),
    );
    expect(madeBy).toMatch(/^usr_/);
    expect(await row.innerText()).toContain(madeBy);
    await row.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByLabel('Hours until').fill('0');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await takeSecret(page);
    await expect.poll(() => statusWith(first), { timeout: within(10_000) }).toBe(401);
    expect(await statusWith(second)).toBe(200);
    const active = row.filter({ hasText: 'active' });
    await active.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => statusWith(second), { timeout: within(10_000) }).toBe(401);
    expect(faults).toEqual([]);
    await close();
  });

  test('leads to a new sign-in if the last one was long ago, and keeps the input', async () => {
    const { session, sessionId } = await app.person(world.org.id, ['admin']);
    await app.db.query(
      `UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour' WHERE id = $1`,
      [sessionId],
    );
    const { page, close } = await open('/console/keys', session);
    await press(page, 'New key');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('later');
    await dialog.getByLabel('usage:read').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const link = dialog.getByRole('link', { name: 'Sign in again' });
    expect(await link.getAttribute('href')).toBe(
      '/console/session/step-up?returnTo=%2Fconsole%2Fkeys',
    );
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('later');
    await close();
  });
});

describe('the screen of members', () => {
  test('invites, revokes an invitation, changes roles and removes', async () => {
    const { page, faults, close } = await open('/console/members');
    await press(page, 'Invite');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('new@bank.example');
    await dialog.getByLabel('analyst').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await takeSecret(page)).toContain('/console/session/link#invitation=');
    await page.getByRole('row').filter({ hasText: 'new@bank.example' }).waitFor();
    await press(page, /^Revoke/);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No open invitations').waitFor();
    const { id } = await app.person(world.org.id, ['analyst']);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: id });
    await row.getByRole('button', { name: 'Change roles' }).click();
    await dialog.getByLabel('billing').check();
    await dialog.getByLabel('analyst').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.filter({ hasText: 'billing' }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    const { status } = await app.call('GET', `/api/v1/members/${id}`, { key: world.org.key });
    expect(status).toBe(404);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the removal of a member', () => {
  test.each([
    ['keep', 200],
    ['revoke', 401],
  ])('asks about the keys of the member and follows the answer: %s', async (choice, status) => {
    const { id, session } = await app.person(world.org.id, ['admin']);
    const body = { name: `key of a leaver ${choice}`, scopes: ['usage:read'] };
    const made = await app.call('POST', '/api/v1/keys', { session, body });
    const { page, faults, close } = await open('/console/members');
    const row = page.getByRole('row').filter({ hasText: id });
    await row.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(body.name).waitFor();
    const keys = dialog.getByLabel('API keys that this person created');
    expect(await keys.inputValue()).toBe('keep');
    await keys.selectOption(choice);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => statusWith(made.body.data.key), { timeout: within(5000) }).toBe(status);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the screen of a webhook', () => {
  test('shows sent deliveries with figures, and sends the failed ones of a filter again', async () => {
    const path = `/api/v1/webhooks/${world.webhookId}`;
    const firstDelivery = async () => {
      const { body } = await app.call('GET', `${path}/deliveries?limit=1`, { key: world.org.key });
      return body.data.items[0];
    };
    await expect
      .poll(async () => (await firstDelivery())?.attemptCount, { timeout: within(20_000) })
      .toBeGreaterThan(0);
    const { id, eventType } = await firstDelivery();
    const db = await app.dbOf(world.org.id);
    await db.query('DELETE FROM delivery_queue WHERE org_id = $1 AND delivery_id = $2', [
      world.org.id,
      id,
    ]);
    await db.query('UPDATE deliveries SET failed_at = now() WHERE org_id = $1 AND id = $2', [
      world.org.id,
      id,
    ]);
    const { page, faults, close } = await open(`/console/webhooks/${world.webhookId}`);
    await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
    const replay = page.getByRole('button', { name: 'Send these again' });
    expect(await replay.count()).toBe(0);
    await page.getByLabel('Status').selectOption('failed');
    const row = page.getByRole('row').filter({ hasText: eventType });
    await row
      .getByRole('button', { name: /20\d\d/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.innerText()).toContain(`"type": "${eventType}"`);
    await expect.poll(() => dialog.innerText()).toMatch(/webhook-id: /);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await replay.click();
    await dialog.getByRole('button', { name: 'Send these again' }).click();
    await page.getByText('Deliveries sent again: 1.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('finds deliveries by event type and time, gives a new secret, and deletes', async () => {
    const { page, asked, close } = await open(`/console/webhooks/${world.webhookId}`);
    await page.getByLabel('Event', { exact: true }).fill('hit.opened');
    await page.getByLabel('From (UTC)').fill('2026-01-01T00:00');
    await press(page, 'Filter');
    await expect
      .poll(() => asked.some((url) => /eventType=hit\.opened&from=2026-01-01T00%3A00/.test(url)))
      .toBe(true);
    await press(page, 'New secret');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New secret' }).click();
    expect(await takeSecret(page)).toMatch(/^whsec_/);
    await press(page, 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await close();
  });
});

test('the screens of webhooks show which one keeps failing, and how near its deactivation is', async () => {
  const body = { name: 'Failing', url: 'https://down.example.com/oriki', events: ['never.sent'] };
  const made = await app.call('POST', '/api/v1/webhooks', { key: world.org.key, body });
  const { id } = made.body.data;
  const db = await app.dbOf(world.org.id);
  await db.query(
    `UPDATE webhook_lanes SET failing_since = now() - interval '91 hours', warned_percent = 75,
       warned_of = now() - interval '91 hours' WHERE org_id = $1 AND webhook_id = $2`,
    [world.org.id, id],
  );
  const { page, faults, close } = await open('/console/webhooks');
  const row = page.getByRole('row').filter({ hasText: 'Failing' });
  expect(await row.innerText()).toContain('failing, 75 % of the time limit used');
  await row.getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.innerText()).toContain('failing, 75 %');
  await expect.poll(() => page.locator('dl').first().innerText()).toContain('Failing since');
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

describe('the catalogue of events', () => {
  test('sends the example of a type to a chosen webhook as a test', async () => {
    const body = { name: 'Chosen', url: 'https://hooks.example.com/chosen', events: ['a.b'] };
    const made = await app.call('POST', '/api/v1/webhooks', { key: world.org.key, body });
    const { page, faults, close } = await open('/console/event-types');
    await press(page, 'case.closed');
    const dialog = page.getByRole('dialog');
    const chooser = dialog.getByLabel('Webhook');
    await chooser.selectOption('Chosen');
    const directions = await chooser
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('dir')));
    expect(new Set(directions), 'names of others are isolated').toEqual(new Set(['auto']));
    await dialog.getByRole('button', { name: 'Send the example as a test' }).click();
    const link = dialog.getByRole('link', { name: /has queued the test event/ });
    expect(await violationsOf(page)).toEqual([]);
    await link.click();
    await page.waitForURL(`${app.url}/console/webhooks/${made.body.data.id}`);
    await page.getByRole('row').filter({ hasText: 'case.closed' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the screen of exports', () => {
  test('makes a file and gives its download when it is done', async () => {
    const { page, close } = await open('/console/exports');
    await press(page, 'New export');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Data').selectOption('Invoices');
    await dialog.getByLabel('Format').selectOption('JSON');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Invoices' });
    const download = page.waitForEvent('download');
    await row.getByRole('link', { name: 'Download' }).click({ timeout: within(20_000) });
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    await close();
  });
});

describe('the screen of an invoice', () => {
  test('shows the amounts of the API, to the cent', async () => {
    const { page, close } = await open(`/console/invoices/${world.invoiceId}`);
    const { body } = await app.call('GET', `/api/v1/invoices/${world.invoiceId}`, {
      key: world.org.key,
    });
    const total = (body.data.total / 100).toFixed(2);
    expect(await page.locator('dl').innerText()).toContain(`€${total}`);
    await close();
  });
});

describe('an operator', () => {
  test('sees organizations and actions of operators, and no screen of an organization', async () => {
    const { session } = await app.person(null, ['auditor']);
    const { page, faults, close } = await open('/console/', session);
    await page.getByRole('row').filter({ hasText: world.org.id }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Organizations',
      'Operators',
      'Global lists',
      'Providers',
      'System',
      'Approvals of operators',
      'Retention classes',
      'Audit of operators',
      'Register of processing',
    ]);
    await page.getByRole('link', { name: 'Audit of operators' }).click();
    await page.getByRole('heading', { name: 'Audit of operators' }).waitFor();
    await page.goto(`${app.url}/console/review`);
    await page.getByRole('alert').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
