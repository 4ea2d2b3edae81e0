import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestOrg } from '../support/app.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { storageOf } from './support/traces.ts';

const app = consoleApp({ rateLimits: undefined });
let org: TestOrg;
let session: string;
beforeAll(async () => {
  org = await app.org();
  ({ session } = await app.person(org.id, ['admin']));
});

type Making = { path: string; make: (page: Page) => Promise<void>; looksLike: RegExp };

async function fillKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('once');
  await dialog.getByLabel('usage:read').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
}

async function fillWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('once');
  await dialog.getByLabel('Address').fill('https://hooks.example.com/once');
  await dialog.getByRole('button', { name: 'Save' }).click();
}

async function fillInvitation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('analyst').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
}

const MAKINGS: [string, Making][] = [
  ['a key', { path: 'keys', make: fillKey, looksLike: /^ork_/ }],
  ['a webhook', { path: 'webhooks', make: fillWebhook, looksLike: /^whsec_/ }],
  ['an invitation', { path: 'members', make: fillInvitation, looksLike: /#invitation=/ }],
];

/** The ways to close a window. */
const WAYS: [string, (page: Page) => Promise<void>][] = [
  ['its button', (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a press beside it', (page) => page.mouse.click(5, 790)],
];

/** Returns everything in the page: its elements, and the content of its fields. */
function heldBy(page: Page): Promise<string> {
  return page.evaluate(
    `document.documentElement.outerHTML +
       [...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' ')`,
  );
}

describe.each(MAKINGS)('the secret of %s', (_, { path, make, looksLike }) => {
  test('is shown once, and is not in the page, its storage or a reopened screen, however the window was closed', async () => {
    const { page, faults, close } = await visit(app, session, `/console/${path}`);
    await settled(page);
    for (const [way, shut] of WAYS) {
      await make(page);
      const secret = await page.getByRole('dialog').locator('pre').innerText();
      expect(secret).toMatch(looksLike);
      await shut(page);
      await expect
        .poll(async () => [way, await page.getByRole('dialog').count()])
        .toEqual([way, 0]);
      const held = async () => [way, (await heldBy(page)).includes(secret)];
      expect(await held()).toEqual([way, false]);
      await page.getByRole('link', { name: 'Audit', exact: true }).click();
      await page.getByRole('heading', { name: 'Audit', exact: true }).waitFor();
      await settled(page);
      expect(await held()).toEqual([way, false]);
      await page.goBack();
      await settled(page);
      expect(await held()).toEqual([way, false]);
      expect(await storageOf(page)).not.toContain(secret);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
