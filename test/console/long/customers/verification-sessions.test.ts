import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { plain } from '../../../support/images.ts';
import { SessionClient } from '../../../support/session-client.ts';
import { consoleApp, overflowOf, picture, violationsOf, visit } from '../../support/browser.ts';
import { heading, phoneOf, takePicture } from '../../support/phone.ts';

const app = consoleApp({ rateLimits: undefined });
const open = phoneOf(app);
let client: SessionClient;
beforeEach(async () => {
  client = await SessionClient.of(app);
});

async function linkOf(id: string): Promise<string> {
  const answer = await client.post(`sessions/${id}/link`, undefined);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.url;
}

async function expectGood(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
}

describe('the hosted page', () => {
  test('leads a person on a phone through all steps, with the camera', async () => {
    const returnUrl = 'https://app.example.com/done';
    await client.call('PATCH', 'session-settings', { body: { returnUrls: [returnUrl] } });
    const { id } = await client.create(
      ['consent', 'bvn', 'liveness', 'face_match', 'screen', 'enrol'],
      { person: null, returnUrl },
    );
    const { page, faults, close } = await open(await linkOf(id));
    await heading(page, 'Confirm your identity');
    await expectGood(page);
    expect(page.url()).toBe(`${app.url}/verify`);
    await page.getByRole('button', { name: 'Start' }).click();
    await heading(page, 'Your consent');
    expect(await page.getByRole('region').textContent()).toContain('Example Bank');
    await expectGood(page);
    await picture(page, 'session-consent');
    await page.getByRole('button', { name: 'I agree', exact: true }).click();
    await heading(page, 'Your Bank Verification Number');
    expect(await page.getByText('Step 2 of 4').count()).toBe(1);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(
      await page.getByLabel('Bank Verification Number (11 digits)').getAttribute('aria-invalid'),
    ).toBe('true');
    await expectGood(page);
    await page.getByLabel('Bank Verification Number (11 digits)').fill('22222222220');
    await page.getByLabel('First name').fill('Chinedu');
    await page.getByLabel('Last name').fill('Eze');
    await page.getByLabel('Date of birth (optional)').fill('1990-06-15');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'A picture of your face');
    await expectGood(page);
    await takePicture(page);
    await expectGood(page);
    await picture(page, 'session-selfie');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Your identity document');
    await takePicture(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'You have finished');
    await expectGood(page);
    const back = page.getByRole('link', { name: 'Back to app.example.com' });
    expect(await back.getAttribute('href')).toBe(`${returnUrl}?session=${id}`);
    expect(faults).toEqual([]);
    expect(await client.get(`sessions/${id}`)).toMatchObject({ status: 'completed' });
    await page.reload();
    await heading(page, 'You have finished');
    await close();
  });

  test('takes a picture from a file if there is no camera, and names what is wrong', async () => {
    const { id } = await client.create(['liveness']);
    const { page, faults, close } = await open(await linkOf(id), { camera: false });
    await page.getByRole('button', { name: 'Start' }).click();
    await heading(page, 'A picture of your face');
    expect(await page.getByRole('button', { name: 'Use the camera' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Fill in this field.').waitFor();
    const file = page.getByLabel('Choose a picture');
    const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await file.setInputFiles(text);
    await page.getByText('This file is not a picture').waitFor();
    await expectGood(page);
    const red = await plain({ colour: '#ff0000' }).png().toBuffer();
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: red });
    await page.getByRole('img', { name: 'Your picture' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The picture was not clear.').waitFor();
    await expectGood(page);
    expect(faults).toEqual([]);
    await close();
  });

  test('asks for the code of a register, and comes back from the page of a register', async () => {
    const { id } = await client.create(['bvn', 'nin']);
    const { page, faults, close } = await open(await linkOf(id));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('Bank Verification Number (11 digits)').fill('82222222220');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'The code that you got');
    await expectGood(page);
    await page.getByLabel('Code').fill('999999');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The code was wrong.').waitFor();
    await page.getByLabel('Bank Verification Number (11 digits)').fill('82222222220');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('National identity number').fill('92222222220');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'The register asks for your permission');
    await expectGood(page);
    await page.getByRole('link', { name: 'Go to the register' }).click();
    await heading(page, 'You have finished');
    expect(page.url()).toBe(`${app.url}/verify`);
    expect(faults).toEqual([]);
    await close();
  });

  test('opens a link once, in one browser', async () => {
    const { id } = await client.create(['bvn']);
    const url = await linkOf(id);
    const first = await open(url);
    await first.page.getByRole('button', { name: 'Start' }).click();
    await heading(first.page, 'Your Bank Verification Number');
    await first.page.reload();
    await heading(first.page, 'Your Bank Verification Number');
    const second = await open(url);
    await second.page.getByRole('button', { name: 'Start' }).click();
    await second.page.getByText('This link was opened before, or has ended.').waitFor();
    await expectGood(second.page);
    // Another link ends the browser of the first.
    await linkOf(id);
    await first.page.reload();
    await first.page.getByText('This link was opened before, or has ended.').waitFor();
    await first.close();
    await second.close();
  });

  test('is in French for a browser in French, and changes its language', async () => {
    const { id } = await client.create(['bvn']);
    const { page, close } = await open(await linkOf(id), { locale: 'fr-CI', colorScheme: 'dark' });
    await heading(page, 'Confirmez votre identité');
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await expectGood(page);
    await page.getByRole('button', { name: 'English' }).click();
    await heading(page, 'Confirm your identity');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await close();
  });

  test('can be used with the keyboard alone', async () => {
    const { id } = await client.create(['bvn']);
    const { page, close } = await open(await linkOf(id));
    await heading(page, 'Confirm your identity');
    expect(await page.evaluate('document.activeElement.id')).toBe('title');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Your Bank Verification Number');
    await page.keyboard.press('Tab');
    await page.keyboard.type('22222222220');
    await page.keyboard.press('Enter');
    await heading(page, 'You have finished');
    await close();
  });

  test('does not show that screening has stopped the session', async () => {
    const call = (path: string, body: object) =>
      app.call('POST', `/api/v1/fraud/${path}`, { key: client.org.key, body });
    const list = { source: 'blocked', name: 'Blocked', kind: 'tenant_blocklist' };
    const { body } = await call('lists', list);
    await call(`lists/${body.data.id}/entries`, { entries: [{ name: 'Chinedu Eze' }] });
    const { id } = await client.create(['bvn', 'screen']);
    const { page, close } = await open(await linkOf(id));
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('Bank Verification Number (11 digits)').fill('22222222220');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'You have finished');
    expect(await client.get(`sessions/${id}`)).toMatchObject({ status: 'failed' });
    await close();
  });
});

test('a session is created, sent as a link and canceled in the console', async () => {
  const { session } = await app.person(client.org.id, ['admin'], 'Ada Obi');
  const { page, faults } = await visit(app, session, '/console/sessions');
  await page.getByRole('button', { name: 'New session' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Customer id').fill('customer-1');
  await window.getByLabel('First name').fill('Ada');
  await window.getByLabel('Last name').fill('Obi');
  await window.getByRole('checkbox', { name: /bvn/i }).check();
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('heading', { name: 'Verification session' }).waitFor();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await window.getByRole('button', { name: 'Make a link' }).click();
  await expect.poll(() => window.textContent()).toContain(`${app.url}/verify#link=`);
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Cancel the session' }).click();
  await window.getByRole('button', { name: 'Cancel the session' }).click();
  await expect.poll(() => page.textContent('h1')).toContain('canceled');
  expect(faults).toEqual([]);
  expect((await client.get('sessions')).items).toMatchObject([{ status: 'canceled' }]);
});

test('the addresses of return are changed in the console', async () => {
  const { session } = await app.person(client.org.id, ['admin'], 'Ada Obi');
  const { page } = await visit(app, session, '/console/sessions');
  await page.getByRole('button', { name: 'Return addresses' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Addresses').fill('https://a.example.com/\n\nhttps://b.example.com/');
  await window.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => window.count()).toBe(0);
  expect((await client.get('session-settings')).returnUrls).toEqual([
    'https://a.example.com/',
    'https://b.example.com/',
  ]);
});
