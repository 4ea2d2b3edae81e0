import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type TestOrg } from '../../../support/app.ts';
import { permissionClient } from '../../../support/permission-client.ts';
import {
  consoleApp,
  overflowOf,
  picture,
  settled,
  violationsOf,
  visit,
} from '../../support/browser.ts';
import { MARKUP } from '../../support/world.ts';

const app = consoleApp({ rateLimits: undefined });

async function open(org: TestOrg, role = 'admin') {
  const { session } = await app.person(org.id, [role]);
  const visited = await visit(app, session, '/console/permissions');
  await settled(visited.page);
  return visited;
}

async function start() {
  const org = await app.org();
  const client = permissionClient(app, org);
  await client.module('TILL', ['OPEN', 'REFUND']);
  return { org, ...client };
}

async function ask(page: Page, subject: string, capability: string): Promise<void> {
  await page.getByLabel('Subject, such as').fill(subject);
  await page.getByLabel('Capability, such as').fill(capability);
  await page.getByRole('button', { name: 'Check' }).click();
}

function answerOf(page: Page) {
  return page.getByRole('region', { name: 'Check a permission' }).getByRole('status');
}

/** Clicks a button of the row, and returns the window that it opens. */
async function begin(page: Page, row: string, name: string) {
  await page
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Saves pictures of the page in light, dark and on a phone, and checks that it is accessible and fits. */
async function look(page: Page, name: string): Promise<void> {
  for (const [how, colorScheme, width] of [
    ['a phone', 'light', 390],
    ['dark', 'dark', 1280],
    ['light', 'light', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await picture(page, `${name} in ${how}`);
    expect([how, await violationsOf(page)]).toEqual([how, []]);
    expect([how, await overflowOf(page)]).toEqual([how, 0]);
  }
}

describe('the screen of permissions', () => {
  test('creates, changes and removes roles, assignments and policies, each with one operation', async () => {
    const { org, may } = await start();
    const { page, faults, close } = await open(org);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().endsWith('/check'))
        writes.push(`${request.method()} ${new URL(request.url()).pathname.split('/')[4]}`);
    });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const gone = () => dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New role' }).click();
    await dialog.getByLabel('Name').fill(`Cashier ${MARKUP}`);
    await dialog.getByLabel('Capabilities, one per line').fill('TILL:OPEN\nTILL:NOPE');
    await press('Save');
    await dialog.getByText('capabilities[1]').waitFor();
    await page.keyboard.press('Escape');
    await gone();
    await page.getByRole('button', { name: 'New role' }).click();
    await dialog.getByLabel('Name').fill(`Cashier ${MARKUP}`);
    await dialog.getByLabel('Capabilities, one per line').fill('TILL:OPEN\n');
    expect(await violationsOf(page)).toEqual([]);
    await press('Save');
    await gone();
    await begin(page, 'Cashier', 'Assign');
    await dialog.getByLabel('Subject').fill('user:1');
    await press('Save');
    await gone();
    expect(await may('user:1', 'TILL:OPEN')).toBe(true);
    await begin(page, 'Cashier', 'Change');
    await dialog.getByLabel('Capabilities, one per line').fill('TILL:OPEN\nTILL:REFUND');
    await press('Save');
    await gone();
    expect(await may('user:1', 'TILL:REFUND')).toBe(true);
    await begin(page, 'Cashier', 'Policy');
    await dialog.getByLabel('Capability').fill('TILL:*');
    await dialog.getByLabel('Resources').fill('tills/9');
    expect(await violationsOf(page)).toEqual([]);
    await press('Save');
    await gone();
    expect(await may('user:1', 'TILL:OPEN', 'tills/9')).toBe(false);
    expect(await may('user:2', 'TILL:OPEN', 'tills/9')).toBe(false);
    await begin(page, 'tills/9', 'Delete policy');
    await press('Delete policy');
    await gone();
    expect(await may('user:1', 'TILL:OPEN', 'tills/9')).toBe(true);
    await begin(page, 'user:1', 'Unassign');
    await press('Unassign');
    await gone();
    expect(await may('user:1', 'TILL:OPEN')).toBe(false);
    await begin(page, 'Cashier', 'Delete');
    await press('Delete');
    await page.getByText('No roles yet').waitFor();
    expect(writes).toEqual([
      'POST roles',
      'POST roles',
      'POST assignments',
      'PATCH roles',
      'POST policies',
      'DELETE policies',
      'DELETE assignments',
      'DELETE roles',
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('shows the result of unsaved changes next to the current result', async () => {
    const { org, role, assign, policy, relate, call } = await start();
    const cashier = await role('Cashier', ['TILL:OPEN']);
    await relate('user:1', 'member', 'group:day');
    await assign('group:day', cashier);
    await policy({ effect: 'deny', capability: 'TILL:REFUND', resource: 'tills/*' });
    const before = await call('POST', '/check', { subject: 'user:1', capability: 'TILL:OPEN' });
    const { page, faults, close } = await open(org);
    const dialog = page.getByRole('dialog');
    const trying = dialog.getByRole('button', { name: 'Try without saving' });
    const answer = answerOf(page);
    await ask(page, 'user:1', 'TILL:REFUND');
    await expect.poll(() => answer.innerText()).toMatch(/^No/);
    await begin(page, 'Cashier', 'Change');
    await dialog.getByLabel('Capabilities, one per line').fill('TILL:*');
    await dialog.getByText('Available capabilities').click();
    await look(page, 'permissions window');
    await trying.click();
    await expect.poll(() => answer.innerText()).toContain('With the changes: Yes');
    expect(await answer.innerText()).toContain('Now: No');
    const way = answer.getByRole('list', { name: 'Path from the subject to the rule' });
    expect(await way.getByRole('listitem').allInnerTexts()).toEqual([
      'user:1',
      'group:day',
      'Cashier',
      'allow TILL:*',
    ]);
    await begin(page, 'Cashier', 'Policy');
    await dialog.getByLabel('Capability').fill('TILL:REFUND');
    await trying.click();
    await expect.poll(() => answer.innerText()).toContain('With the changes: No');
    await expect.poll(() => answer.innerText()).toContain('not saved');
    await look(page, 'permissions tried');
    for (const drop of await page.getByRole('button', { name: /^Discard: / }).all())
      expect(await drop.isVisible()).toBe(true);
    await page.getByRole('button', { name: /^Discard: deny/ }).click();
    await expect.poll(() => answer.innerText()).toContain('With the changes: Yes');
    await begin(page, 'group:day', 'Unassign');
    await trying.click();
    await expect.poll(() => answer.innerText()).toContain('With the changes: No');
    const after = await call('POST', '/check', { subject: 'user:1', capability: 'TILL:OPEN' });
    expect(after.body.data).toEqual(before.body.data);
    expect(faults).toEqual([]);
    await close();
  });

  test('disables both buttons while a change is saved, and keeps the focus', async () => {
    const { org, role } = await start();
    await role('Cashier', ['TILL:OPEN']);
    const { page, faults, close } = await open(org);
    const held = Promise.withResolvers<void>();
    await page.route('**/permissions/assignments', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    const dialog = await begin(page, 'Cashier', 'Assign');
    await dialog.getByLabel('Subject').fill('user:1');
    const save = dialog.getByRole('button', { name: 'Save' });
    const stateOf = (name: string) =>
      dialog.getByRole('button', { name }).getAttribute('aria-disabled');
    expect([await stateOf('Save'), await stateOf('Try without saving')]).toEqual([null, null]);
    await save.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf('Save')).toBe('true');
    expect(await stateOf('Try without saving')).toBe('true');
    expect(await save.evaluate((node) => node.ownerDocument.activeElement === node)).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    held.resolve();
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  test('drops an unsaved change once it is saved or obsolete, and shows the current result after a rejected one', async () => {
    const { org, role, policy } = await start();
    const cashier = await role('Cashier', ['TILL:OPEN']);
    await role('Spare', []);
    const { page, faults, close } = await open(org);
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const answer = answerOf(page);
    const drops = page.getByRole('button', { name: /^Discard: / });
    await ask(page, 'user:1', 'TILL:OPEN');
    await expect.poll(() => answer.innerText()).toMatch(/^No/);
    await begin(page, 'Cashier', 'Assign');
    await dialog.getByLabel('Subject').fill('user:1');
    await press('Try without saving');
    await expect.poll(() => answer.innerText()).toContain('With the changes: Yes');
    await begin(page, 'Cashier', 'Assign');
    await dialog.getByLabel('Subject').fill(' user:1 ');
    await press('Save');
    await expect.poll(() => answer.innerText()).toMatch(/^Yes/);
    expect(await drops.count()).toBe(0);

    for (const [capability, how] of [
      ['TILL:OPEN', 'Try without saving'],
      [' TILL:OPEN ', 'Save'],
    ] as const) {
      await begin(page, 'Cashier', 'Policy');
      await dialog.getByLabel('Capability').fill(capability);
      await press(how);
      await dialog.waitFor({ state: 'detached' });
    }
    await expect.poll(() => answer.innerText()).toMatch(/^No/);
    expect(await drops.count()).toBe(0);

    for (const [row, begins, ends] of [
      ['user:1', 'Unassign', 'Unassign'],
      ['Spare', 'Assign', 'Delete'],
    ] as const) {
      await begin(page, row, begins);
      if (row === 'Spare') await dialog.getByLabel('Subject').fill('user:1');
      await press('Try without saving');
      await expect.poll(() => drops.count()).toBe(1);
      await begin(page, row, ends);
      await press(ends);
      await expect.poll(() => drops.count()).toBe(0);
    }

    await begin(page, 'Cashier', 'Policy');
    await dialog.getByLabel('Capability').fill('TILL:*');
    await press('Try without saving');
    await expect.poll(() => drops.count()).toBe(1);
    await policy({ effect: 'allow', capability: 'TILL:*', roleId: cashier });
    await page.getByRole('button', { name: 'Check' }).click();
    await answer.getByRole('alert').waitFor();
    expect(await answer.innerText()).toContain('Now: No');
    expect(faults).toEqual([]);
    await close();
  });
});
