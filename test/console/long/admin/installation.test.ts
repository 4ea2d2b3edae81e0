import { expect, test } from 'vitest';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';

const app = consoleApp({ role: 'api', rateLimits: undefined });

test('the screen of operators shows keys by organization, changes roles and ends sessions', async () => {
  const org = await app.org();
  const { session } = await app.person(null, ['admin']);
  const other = await app.person(null, ['operator']);
  const { page, faults, close } = await visit(app, session, '/console/operators');
  await settled(page);
  const rows = (name: string) => page.getByRole('table', { name, exact: true }).getByRole('row');
  const { body } = await app.call('GET', `/api/v1/admin/organizations/${org.id}`, {
    key: await app.platformKey(),
  });
  await rows('Keys of all organizations').filter({ hasText: body.data.name }).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await rows('Operators')
    .filter({ hasText: other.id })
    .getByRole('button', { name: 'Change roles' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('operator').uncheck();
  await dialog.getByLabel('auditor').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rows('Operators').filter({ hasText: other.id }).filter({ hasText: 'auditor' }).waitFor();
  await page.keyboard.press('Escape');
  const sessions = rows('Operator sessions').filter({ hasText: other.id });
  await sessions.getByRole('button', { name: 'End' }).press('Enter');
  await dialog.getByRole('button', { name: 'End' }).press('Enter');
  await sessions.waitFor({ state: 'detached' });
  expect((await app.call('GET', '/api/v1/me', { session: other.session })).status).toBe(401);
  expect(faults).toEqual([]);
  await close();
});

test('an operator makes a platform key, sees its secret once, and revokes it', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/operators');
  await settled(page);
  await page.getByRole('button', { name: 'New platform key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('nightly import');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  const key = await dialog.locator('pre').innerText();
  const statusOf = async () => (await app.call('GET', '/api/v1/admin/keys', { key })).status;
  expect(await statusOf()).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'nightly import' });
  await row.getByText('the platform').waitFor();
  expect(await page.content()).not.toContain(key);
  await row.getByRole('button', { name: 'Revoke' }).press('Enter');
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(await statusOf()).toBe(401);
  expect(faults).toEqual([]);
  await close();
});

test('the screen of a global list shows its entries and sets its origin', async () => {
  const key = await app.platformKey();
  const content = 'id,name\nb1,Ottoline Vandermark\nb2,Zubeiru Kwatamara\n';
  const body = { kind: 'sanctions', source: 'test:screen', format: 'csv', content };
  const { id } = (await app.call('POST', '/api/v1/admin/lists', { key, body })).body.data.list;
  const { session } = await app.person(null, ['admin']);
  const { page, faults, close } = await visit(app, session, `/console/global-lists/${id}`);
  await settled(page);
  const rows = page.getByRole('table', { name: 'Entries', exact: true }).getByRole('row');
  await rows.filter({ hasText: 'Ottoline Vandermark' }).waitFor();
  await page.locator('form.toolbar').getByLabel('Name').fill('kwatamara zub');
  await page.getByRole('button', { name: 'Filter' }).click();
  await rows.filter({ hasText: 'Ottoline Vandermark' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Zubeiru Kwatamara' }).waitFor();
  await page.getByRole('button', { name: 'Set origin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of the file').fill('https://lists.example.com/sanctions.csv');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('https://lists.example.com/sanctions.csv').waitFor();
  expect(faults).toEqual([]);
  await close();
});
