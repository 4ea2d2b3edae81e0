import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../src/platform/http/register.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { personBody } from '../contract/support/identity-client.ts';
import { settled, stopBrowser, violationsOf, visit } from './support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test('the answer of a provider is shown once to a person who may see it, and the list names who saw it', async () => {
  const org = await app.org();
  const body = personBody('bvn', 0);
  const made = await app.call('POST', `${API_PREFIX}/identity/verify-bvn`, { key: org.key, body });
  const { session } = await app.person(org.id, ['privacy'], 'Ada Obi');
  const { page } = await visit(
    app,
    session,
    `/console/verifications/${made.body.data.verificationId}`,
  );
  await page.getByRole('button', { name: 'Show the provider’s answer' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Purpose').selectOption('dispute');
  await window.getByLabel('Reason').fill('The customer disputes the date.');
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Show it' }).click();
  await expect.poll(() => window.textContent()).toContain('22222222220');
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.textContent('main')).toContain('The customer disputes the date.');
  expect(await page.textContent('main')).toContain('Ada Obi');
  expect(await page.content()).not.toContain('22222222220');
});

test('a person without the right has neither the button nor the list', async () => {
  const org = await app.org();
  const body = personBody('bvn', 0);
  const made = await app.call('POST', `${API_PREFIX}/identity/verify-bvn`, { key: org.key, body });
  const { session } = await app.person(org.id, ['analyst']);
  const { page } = await visit(
    app,
    session,
    `/console/verifications/${made.body.data.verificationId}`,
  );
  await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor();
  await settled(page);
  expect(await page.textContent('main')).not.toContain('Who saw the answer');
});
