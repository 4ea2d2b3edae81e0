import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ErasureClient, SUBJECT } from '../../../support/erasure-client.ts';
import { violationsOf } from '../../support/browser.ts';
import { consoleOrg } from '../../support/organization.ts';

const { app, org, open } = consoleOrg();
const PATH = `/console/subjects/${SUBJECT}`;
const REASON = 'The customer asked for it by letter.';

test('a person erases a customer after a question, and saves the receipt; two people where a reveal needs them', async () => {
  const client = new ErasureClient(app, org);
  await client.fillAll();
  const { session } = await app.person(org.id, ['admin']);
  const actions = ['verification.reveal'];
  await client.ask('PATCH', '/approvals/settings', { actions }, { session });
  const { page, dialog, faults } = await open(PATH, 'admin');
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Erase customer data' }).click();
    const save = dialog.getByRole('button', { name: 'Erase customer data' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill(REASON);
    await save.click();
  };
  await ask();
  await dialog.getByText('A second person must erase the customer.').waitFor();
  const { items } = await client.ask('GET', '/approvals?status=pending');
  expect(items).toMatchObject([{ action: 'subject.erase', objectId: SUBJECT }]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // Over the API, this would need two people.
  await app.db.query(`UPDATE approval_settings SET actions = '{}' WHERE org_id = $1`, [org.id]);
  await ask();
  await dialog.getByText('The customer is erased.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save receipt' }).click();
  const receipt = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(receipt).toMatchObject({ format: 'oriki-erasure-receipt-v1', subjectId: SUBJECT });
  expect(await client.left(app.db)).toEqual([]);
  expect(faults).toEqual([]);
});

test('people without the right see no such button', async () => {
  const { page } = await open(PATH, 'analyst');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'Erase customer data' }).count()).toBe(0);
});
