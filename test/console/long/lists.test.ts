import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { type TestOrg } from '../../support/app.ts';
import { consoleApp, settled, violationsOf, visit } from '../support/browser.ts';

const ROWS = 100_000;
/** The service reads, compares and writes as many entries as a file may have. */
const LONG_MS = 400_000;

const app = consoleApp({ rateLimits: undefined });
let org: TestOrg;
let session: string;
beforeAll(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  ({ session } = await app.person(org.id, ['admin']));
});

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v1${path}`, { key: org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

async function newList(source: string): Promise<string> {
  return (await call('POST', '/fraud/lists', { source, name: source, kind: 'tenant_blocklist' }))
    .id;
}

async function openForm(id: string) {
  const visited = await visit(app, session, `/console/lists/${id}`);
  await settled(visited.page);
  await visited.page.getByRole('button', { name: 'Add entries' }).click();
  return { ...visited, dialog: visited.page.getByRole('dialog') };
}

async function look(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
}

function rowOf(page: Page, text: string) {
  return page.getByRole('dialog').getByRole('row').filter({ hasText: text });
}

test('pasted lines are shown with errors and duplicates by line, and are added once they are corrected', async () => {
  const id = await newList('pasted');
  await call('POST', `/fraud/lists/${id}/entries`, { entries: [{ name: 'Ngozi Eze' }] });
  const { page, dialog, faults, asked, close } = await openForm(id);
  const field = dialog.getByLabel('Lines from a spreadsheet');
  await field.fill(
    'Ada Obi\t1980-02-29\tNG\n\nBen Eze\t1957\nADA OBI\t1980-02-29\tng\nngozi eze\n',
  );
  await look(page);
  await page.getByText('4 rows: 3 entries, 1 row with errors, 2 duplicates').waitFor();
  expect(await rowOf(page, 'Date of birth: enter a valid date as YYYY-MM-DD').innerText()).toMatch(
    /^3\s/,
  );
  expect(await rowOf(page, 'same as line 1').innerText()).toMatch(/^4\s/);
  expect(await rowOf(page, 'already in the list').innerText()).toMatch(/^5\s/);
  expect(await dialog.getByRole('button', { name: /^Add \d/ }).isDisabled()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  const text = await field.inputValue();
  await field.fill(text.replace('\t1957', ''));
  await look(page);
  await dialog.getByRole('button', { name: 'Add 2 entries' }).click();
  await page.getByText('2 entries were added; 2 duplicates were skipped.').waitFor();
  const { items } = await call('GET', `/fraud/lists/${id}/entries`);
  expect(items.map(({ name }: { name: string }) => name)).toEqual([
    'Ngozi Eze',
    'Ada Obi',
    'Ben Eze',
  ]);
  expect(asked.filter((address) => /Ada|Ngozi/.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a new list explains its source, and rejects a source with a space', async () => {
  const { page, close } = await visit(app, session, '/console/lists');
  await settled(page);
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await dialog.getByText('the origin of the entries').waitFor();
  await dialog.getByLabel('Name').fill('Branch reports');
  await dialog.getByLabel('Source').fill('branch reports');
  await dialog.getByText('without spaces').waitFor();
  expect(await save.isDisabled()).toBe(true);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Source').fill('branch:reports');
  await save.click();
  await page.getByRole('link', { name: 'Branch reports' }).waitFor();
  await close();
});

test('duplicates are added, too, on request', async () => {
  const id = await newList('twice');
  const { page, dialog, close } = await openForm(id);
  await dialog.getByLabel('Lines from a spreadsheet').fill('name|dob\nAda|1980-02-29');
  await look(page);
  await dialog.getByText('columns must be separated by commas').waitFor();
  await dialog.getByLabel('Lines from a spreadsheet').fill('Name,id_bvn\nAda,1\n"Ada",1\n');
  await look(page);
  await dialog.getByLabel('Skip the duplicates (1)').uncheck();
  await dialog.getByRole('button', { name: 'Add 2 entries' }).click();
  await page.getByText('2 entries were added').waitFor();
  expect((await call('GET', `/fraud/lists/${id}`)).entryCount).toBe(2);
  await close();
});

test(
  'a file of 100,000 rows is previewed and added by one request, all or none',
  { timeout: 2 * LONG_MS },
  async () => {
    const id = await newList('file');
    const { page, dialog, faults, asked, close } = await openForm(id);
    const people = Array.from({ length: ROWS - 1 }, (_, i) => `Person Number${i},1980-02-29,NG\n`);
    const choose = (last: string) =>
      dialog.getByLabel('Or a CSV file').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`name,dob,country\n${people.join('')}${last}\n`),
      });
    await choose('Wrong,1957,NG');
    await look(page);
    await dialog.getByText('100,000 rows: 99,999 entries, 1 row with errors').waitFor({
      timeout: LONG_MS,
    });
    expect(
      await rowOf(page, 'Date of birth: enter a valid date as YYYY-MM-DD').innerText(),
    ).toMatch(/^100,001\s/);
    expect(await dialog.locator('.table-frame *').count()).toBeLessThanOrEqual(1500);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await choose('Person Number0,1980-02-29,NG');
    await look(page);
    await dialog.getByText('100,000 rows: 100,000 entries, 0 rows with errors, 1 dup').waitFor({
      timeout: LONG_MS,
    });
    await dialog.getByRole('button', { name: 'Add 99,999 entries' }).click();
    await page
      .getByText('99,999 entries were added; 1 duplicate was')
      .waitFor({ timeout: LONG_MS });
    expect((await call('GET', `/fraud/lists/${id}`)).entryCount).toBe(ROWS - 1);
    expect(asked.filter((address) => address.endsWith('/entries/import'))).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  },
);

test('a list is renamed, and deleted after a question, and where two people are required by the second one', async () => {
  const id = await newList('temporary');
  await call('POST', `/fraud/lists/${id}/entries`, { entries: [{ name: 'Ngozi Eze' }] });
  const { page, faults, close } = await visit(app, session, `/console/lists/${id}`);
  await settled(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Closed accounts');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Closed accounts' }).waitFor();
  await call('PATCH', '/approvals/settings', { actions: ['list.remove_entries'] });
  await page.getByRole('button', { name: 'Delete list' }).click();
  await dialog.getByText('New screenings no longer find its entries (1)').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete list' }).click();
  await page.getByText('A second person must confirm the removal.').waitFor();
  const { items } = await call('GET', '/approvals?status=pending');
  expect(items).toMatchObject([{ action: 'list.remove_entries', objectId: id }]);
  await close();
  const second = await app.person(org.id, ['admin']);
  const other = await visit(app, second.session, `/console/lists/${id}`);
  await settled(other.page);
  await other.page.getByRole('button', { name: 'Delete list' }).click();
  const sure = other.page.getByRole('dialog');
  await sure.getByRole('button', { name: 'Delete list' }).click();
  await other.page.waitForURL('**/console/lists');
  await other.page.getByRole('link', { name: 'Closed accounts' }).waitFor({ state: 'detached' });
  expect([...faults, ...other.faults]).toEqual([]);
  await other.close();
});
