import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ErasureClient } from '../../../support/erasure-client.ts';
import { overflowOf, settled, violationsOf, type Visit } from '../../support/browser.ts';
import { consoleOrg } from '../../support/organization.ts';
import { heading, phoneOf, takePicture } from '../../support/phone.ts';

const { app, org, open } = consoleOrg();
const onPhone = phoneOf(app);
const ID = 'customer-1';
const BVN = '22222222220';
const PERSON = ['Chinedu', BVN];
const REASON = 'The customer asked for it by letter.';

async function expectGood(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

/** Creates a session with a consent in the console. @returns the link for the person */
async function newLink({ page }: Visit): Promise<string> {
  await page.getByRole('button', { name: 'New session' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Customer id').fill(ID);
  await window.getByLabel('First name').fill('Chinedu');
  await window.getByLabel('Last name').fill('Eze');
  for (const name of [/^bvn/i, /^liveness/i, /^screen/i, /^enrol/i])
    await window.getByRole('checkbox', { name }).check();
  await window.getByRole('checkbox', { name: 'Ask for consent first' }).check();
  await window.getByLabel('Purpose').fill('kyc');
  await window.getByLabel('Version of the text').fill('2026-10');
  await window.getByLabel('Text that the person reads').fill('I agree that Example Bank asks.');
  await window.getByRole('button', { name: 'New session' }).click();
  await heading(page, 'Verification session');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await window.getByRole('button', { name: 'Make a link' }).click();
  const link = window.getByText(`${app.url}/verify#link=`);
  await link.waitFor();
  const url = (await link.textContent())!;
  await window.getByRole('button', { name: 'Close' }).click();
  return url;
}

/** Goes through all steps as the person. */
async function passSteps(url: string): Promise<void> {
  const { page, faults, close } = await onPhone(url);
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'Your consent');
  await expectGood(page);
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await page.getByLabel('Bank Verification Number (11 digits)').fill(BVN);
  await expectGood(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'A picture of your face');
  await takePicture(page);
  await expectGood(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'You have finished');
  await expectGood(page);
  expect(faults).toEqual([]);
  await close();
}

/** Opens the object of the only request that waits for a second person. */
async function openRequest({ page }: Visit, object: string): Promise<void> {
  await page.goto(`${app.url}/console/approvals`);
  await settled(page);
  await page.getByRole('row').getByRole('link', { name: object }).click();
  await settled(page);
}

async function jsonOf(download: Download): Promise<object> {
  return JSON.parse(await readFile(await download.path(), 'utf8')) as object;
}

test('a customer is verified on a phone, screened and enrolled; two people reveal, export and erase', async () => {
  const client = new ErasureClient(app, org);
  const ada = await open('/console/sessions', 'admin');
  const bayo = await open('/console/approvals', 'admin');
  const { session } = await app.person(org.id, ['admin']);
  const actions = ['verification.reveal'];
  await client.ask('PATCH', '/approvals/settings', { actions }, { session });

  await passSteps(await newLink(ada));
  await ada.page.reload();
  await settled(ada.page);
  expect(await ada.page.textContent('h1')).toContain('completed');
  expect(await ada.page.getByRole('row').filter({ hasText: 'passed' }).count()).toBe(5);
  await expectGood(ada.page);
  const { items } = await client.ask('GET', `/identity/verifications?subjectId=${ID}&kind=bvn`);
  expect(items).toMatchObject([
    { status: 'verified', metadata: { consent: { basis: 'recorded' } } },
  ]);
  const id: string = items[0].verificationId;
  const { items: screenings } = await client.ask('GET', `/fraud/screenings?subjectId=${ID}`);
  expect(screenings).toMatchObject([{ outcome: 'clear' }]);
  await ada.page.goto(`${app.url}/console/subjects/${ID}`);
  await settled(ada.page);
  await ada.page.getByText('Enrolled', { exact: true }).waitFor();

  /** The first person asks in a window of a page, and the second one finds the request. */
  const askedBy = async (path: string, button: string, text: string): Promise<void> => {
    await ada.page.goto(app.url + path);
    await settled(ada.page);
    await ada.page.getByRole('button', { name: button }).click();
    await answer(ada.page, button);
    await ada.dialog.getByText(text).waitFor();
    await expectGood(ada.page);
    await openRequest(bayo, path.split('/').at(-1)!);
    await bayo.page.getByRole('button', { name: button }).click();
  };
  /** Fills in the window and sends it. */
  const answer = async (page: Page, button: string): Promise<void> => {
    const window = page.getByRole('dialog');
    if (button !== 'Export customer data') await window.getByLabel('Reason').fill(REASON);
    await window.getByRole('button', { name: /^(Show it|Export|Erase customer data)$/ }).click();
  };

  const show = 'Show the provider’s answer';
  const verification = `/console/verifications/${id}`;
  await askedBy(verification, show, 'A second person must show the answer.');
  await answer(bayo.page, show);
  await expect.poll(() => bayo.dialog.textContent()).toContain(BVN);
  await bayo.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => bayo.page.textContent('main')).toContain(REASON);

  const subject = `/console/subjects/${ID}`;
  await askedBy(subject, 'Export customer data', 'A second person must export the customer.');
  await bayo.dialog.getByLabel('Format').selectOption({ label: 'Data (JSON)' });
  const exporting = bayo.page.waitForEvent('download');
  await answer(bayo.page, 'Export customer data');
  const exported = JSON.stringify(await jsonOf(await exporting));
  expect(PERSON.filter((text) => !exported.includes(text))).toEqual([]);

  expect(await client.left(app.db, PERSON)).toEqual(PERSON);
  const erase = 'Erase customer data';
  await askedBy(subject, erase, 'A second person must erase the customer.');
  await answer(bayo.page, erase);
  await bayo.dialog.getByText('The customer is erased.').waitFor();
  await expectGood(bayo.page);
  const saving = bayo.page.waitForEvent('download');
  await bayo.dialog.getByRole('button', { name: 'Save receipt' }).click();
  expect(await jsonOf(await saving)).toMatchObject({
    format: 'oriki-erasure-receipt-v1',
    subjectId: ID,
    signature: expect.anything(),
  });
  expect(await client.left(app.db, PERSON)).toEqual([]);
  expect([ada.faults, bayo.faults]).toEqual([[], []]);
});
