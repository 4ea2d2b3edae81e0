import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MARKS, SubjectClient } from '../../../support/subject-client.ts';
import { settled, violationsOf, visit } from '../../support/browser.ts';
import { consoleOrg } from '../../support/organization.ts';

const { app, org, open } = consoleOrg();
const ID = 'customer-1';
const PATH = `/console/subjects/${ID}`;

async function filled(): Promise<SubjectClient> {
  const client = new SubjectClient(app, org);
  await client.fill(ID);
  return client;
}

test('the page of a customer counts the stored data, and exports it as a page that the list then names', async () => {
  await filled();
  const { page, dialog, faults } = await open(PATH, 'admin');
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Stored data' }).waitFor();
  for (const heading of ['Consents', 'Threads as customer', 'Threads as guarantor'])
    await main.getByRole('heading', { name: heading }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await main.getByRole('button', { name: 'Export customer data' }).click();
  await dialog.getByLabel('Purpose').selectOption('legal_request');
  expect(await violationsOf(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${ID}.html`);
  const text = await readFile(await download.path(), 'utf8');
  expect([text.includes(MARKS.note), text.includes(MARKS.number)]).toEqual([true, true]);
  await main.getByRole('heading', { name: 'Exports of this customer' }).waitFor();
  expect(await main.innerText()).toContain('legal request');
  expect(faults).toEqual([]);
});

test('the exported page is readable by itself', async () => {
  const client = await filled();
  const { session } = await app.person(org.id, ['admin']);
  const { text } = await client.call('GET', `/subjects/${ID}/export?format=html`, undefined, {
    session,
  });
  const { page } = await visit(app, session, PATH);
  await page.goto('about:blank');
  await page.setContent(text);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('heading', { level: 1, name: `Stored data about ${ID}` }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(10);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(375);
  expect(await violationsOf(page)).toEqual([]);
});

test('where a reveal needs two people, the export asks for the second', async () => {
  const client = await filled();
  const settings = { actions: ['verification.reveal'] };
  const { session } = await app.person(org.id, ['admin']);
  await client.ask('PATCH', '/approvals/settings', settings, { session });
  const { page, dialog } = await open(PATH, 'admin');
  await page.getByRole('button', { name: 'Export customer data' }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.getByText('A second person must export the customer.').waitFor();
  const { items } = await client.ask('GET', '/approvals?status=pending');
  expect(items).toMatchObject([{ action: 'subject.export', objectId: ID }]);
});

test('a person sees the areas that they may read, and only the names of the others', async () => {
  await filled();
  const { page } = await open(PATH, 'analyst');
  await page.getByText('Not shown, because you may not read it:').waitFor();
  await settled(page);
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('Rows of the audit log');
  expect(await page.getByRole('button', { name: 'Export customer data' }).count()).toBe(0);
});

test('operators read the register of processing', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, faults } = await visit(app, session, '/console/register');
  const table = page.getByRole('table', { name: 'Register of processing' });
  await table.getByText('approvals.answer_envelope').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});
