import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../../../src/platform/http/register.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { stopBrowser, violationsOf, visit } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test('the kinds that require a consent are chosen on the screen of verifications', async () => {
  const org = await app.org();
  const { session } = await app.person(org.id, ['admin'], 'Ada Obi');
  const { page } = await visit(app, session, '/console/verifications');
  await page.getByRole('button', { name: 'Required consents' }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('checkbox', { name: /bvn/i }).check();
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => window.count()).toBe(0);
  const { body } = await app.call('GET', `${API_PREFIX}/identity/settings`, { key: org.key });
  expect(body.data.consentKinds).toEqual(['bvn']);
  await page.getByRole('button', { name: 'Verify a person' }).click();
  await window.getByLabel('Customer id').fill('customer-1');
  await window.getByLabel('Kind').selectOption({ label: 'NG · Bank Verification Number' });
  await window.getByLabel('Number', { exact: true }).fill('22222222220');
  await window.getByLabel('First name').fill('Adaeze');
  await window.getByLabel('Last name').fill('Okafor');
  await window.getByLabel('With a consent of the person').check();
  await window.getByLabel('Purpose').fill('kyc');
  await window.getByLabel('Version of the text').fill('2026-10');
  await window.getByLabel('Given on').fill('2026-11-21');
  await window.getByLabel('Your reference').fill('form-1');
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Verify' }).click();
  await expect.poll(() => page.textContent('main')).toContain('Consent');
  const { body: consents } = await app.call('GET', `${API_PREFIX}/identity/consents`, {
    key: org.key,
  });
  expect(consents.data.items).toMatchObject([{ reference: 'form-1', channel: 'branch' }]);
});
