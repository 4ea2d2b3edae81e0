import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { type TestOrg } from '../../../support/app.ts';
import { workbookOf } from '../../../support/workbook.ts';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';

const app = consoleApp({ rateLimits: undefined });
let org: TestOrg;
let session: string;
beforeAll(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  ({ session } = await app.person(org.id, ['admin']));
});

async function call(method: string, path: string, body?: object) {
  return (await app.call(method, `/api/v1${path}`, { key: org.key, body })).body.data;
}

async function newList(source: string): Promise<string> {
  return (await call('POST', '/fraud/lists', { source, name: source, kind: 'tenant_blocklist' }))
    .id;
}

async function openForm(path: string, button: string) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  await visited.page.getByRole('button', { name: button }).click();
  return { ...visited, dialog: visited.page.getByRole('dialog') };
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('a file of customers is screened once its columns and the order of its dates are known', async () => {
  await call('POST', `/fraud/lists/${await newList('customers')}/entries`, {
    entries: [{ name: 'Ngozi Eze', dob: '1967-07-05' }],
  });
  const { page, dialog, faults, asked, close } = await openForm('/console/files', 'Screen a file');
  await choose(page, 'kunden.csv', Buffer.from('Kunde;Geburtsdatum\nNgozi Eze;05/07/1967\n'));
  const screen = dialog.getByRole('button', { name: 'Screen', exact: true });
  await screen.click();
  await dialog.getByText('has no column "name" or "last_name"').waitFor();
  await dialog.getByText('My columns have other names').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Kunde');
  await dialog.getByLabel('Date of birth').fill('Geburtsdatum');
  expect(await dialog.locator('datalist option').first().getAttribute('value')).toBe('Kunde');
  await screen.click();
  await dialog.getByText('the order of day and month is ambiguous').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Date format').selectOption('DMY');
  await screen.click();
  const row = page.getByRole('row').filter({ hasText: 'semicolon, DMY' });
  await row.getByText('completed').waitFor();
  expect(await row.innerText()).toMatch(/1 read, 0 not screened[^]*1 block/);
  await row.getByRole('link', { name: 'Open exports' }).waitFor();
  expect(asked.filter((address) => /Ngozi/.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('screens a workbook of customers, and asks about the encoding of a file with too few letters', async () => {
  const { page, dialog, close } = await openForm('/console/files', 'Screen a file');
  const workbook = workbookOf([
    ['First Name', 'Last Name'],
    ['Ada', 'Obi'],
  ]);
  await choose(page, 'customers.xlsx', workbook);
  await dialog.getByRole('button', { name: 'Screen', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'xlsx' }).getByText('completed').waitFor();
  await page.getByRole('button', { name: 'Screen a file' }).click();
  await choose(page, 'short.csv', Buffer.from('name\nJos\xe9\n', 'latin1'));
  await dialog.getByRole('button', { name: 'Screen', exact: true }).click();
  await page.getByText('the file is not in UTF-8, and too little of it shows').waitFor();
  await close();
});

test('a workbook of entries is previewed as it is read, and added', async () => {
  const id = await newList('workbook');
  const { page, dialog, faults, close } = await openForm(`/console/lists/${id}`, 'Add entries');
  const workbook = workbookOf([
    ['First Name', 'Surname', 'Born'],
    ['Ada', 'Obi', '05/07/1967'],
  ]);
  await choose(page, 'blocked.xlsx', workbook);
  await dialog.getByText('My columns have other names').click();
  await dialog.getByLabel('Date of birth', { exact: true }).fill('Born');
  const look = dialog.getByRole('button', { name: 'Preview' });
  await look.click();
  await dialog.getByLabel('Date format').selectOption('MDY');
  await look.click();
  await dialog.getByText('Read as utf-8, comma, MDY').waitFor();
  // A key, because a click so soon after the first one would count as its double.
  await dialog.getByRole('button', { name: 'Add 1 entry' }).press('Enter');
  await page.getByText('1 entry was added').waitFor();
  expect((await call('GET', `/fraud/lists/${id}/entries`)).items).toMatchObject([
    { name: 'Ada Obi', dob: '1967-05-07' },
  ]);
  expect(faults).toEqual([]);
  await close();
});

test('lines without a header, in the code page of an old spreadsheet, are read as entries', async () => {
  const id = await newList('lines');
  const { page, dialog, faults, close } = await openForm(`/console/lists/${id}`, 'Add entries');
  await choose(page, 'lines.csv', Buffer.from('Jos\xe9 Obi,1980-02-29,NG\n', 'latin1'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  // A key, because a click so soon after the first one would count as its double.
  await dialog.getByRole('button', { name: 'Add 1 entry' }).press('Enter');
  await page.getByText('1 entry was added').waitFor();
  expect((await call('GET', `/fraud/lists/${id}/entries`)).items).toMatchObject([
    { name: 'José Obi', dob: '1980-02-29', country: 'NG' },
  ]);
  expect(faults).toEqual([]);
  await close();
});

test('two people under one id are shown before a file of entries is added', async () => {
  const { page, dialog, close } = await openForm(
    `/console/lists/${await newList('shared')}`,
    'Add entries',
  );
  await choose(page, 'shared.csv', Buffer.from('id,name\n7,Ada Obi\n7,Ngozi Eze\n'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const row = dialog.getByRole('row').filter({ hasText: 'Ngozi Eze' });
  await row.getByText('same id as line 2, which has another name').waitFor();
  await close();
});
