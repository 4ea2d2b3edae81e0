import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import {
  accountBody,
  startAccountVendor,
  writeProviders,
  type AccountVendor,
} from '../../../support/identity-vendor.ts';
import { settled, stopBrowser, visit } from '../../support/browser.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ADAPTERS = join(ROOT, 'src/modules/identity/providers/vendors');
const ASSETS = join(ROOT, 'console/dist/assets');

/** The names of the vendors in any usual spelling. */
const VENDORS = new RegExp(
  readdirSync(ADAPTERS)
    .filter((name) => readFileSync(join(ADAPTERS, name), 'utf8').includes('AdapterDefinition'))
    .map((name) => name.replace('.ts', '').replace('-', '[-_ ]?'))
    .join('|'),
  'i',
);

let folder: string;
let vendor: AccountVendor;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-vendors-'));
  vendor = await startAccountVendor();
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    providersFile: await writeProviders(folder, vendor.url),
  });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
  await vendor.stop();
  await rm(folder, { recursive: true });
});

test('the screens of verifications name providers by their labels, and nothing that they load names a vendor', async () => {
  expect('Paystack, smile id').toMatch(VENDORS);
  const org = await app.org({ addons: ['detection_pack'] });
  const verify = async (account: string) => {
    const body = accountBody(account);
    const answer = await app.call('POST', '/api/v1/identity/verify-account', {
      key: org.key,
      body,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const verified = await verify('0123456789');
  vendor.down = true;
  const failed = await verify('0123456780');
  expect([verified.status, failed.status]).toEqual(['verified', 'provider_down']);
  const { session } = await app.person(org.id, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/verifications');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/') && !response.url().endsWith('/live'))
      // An answer to a page that was left can no longer be read.
      answers.push(response.text().catch(() => ''));
  });
  await page.reload();
  for (const path of [
    'verifications',
    `verifications/${verified.verificationId}`,
    `verifications/${failed.verificationId}`,
    'subjects/subject-0123456789',
    'today',
  ]) {
    await page.goto(`${app.url}/console/${path}`);
    await settled(page);
    expect([path, VENDORS.test(await page.content())]).toEqual([path, false]);
    if (path.startsWith('verifications'))
      await expect.poll(() => page.locator('main').innerText()).toContain('provider-1');
  }
  const texts = await Promise.all(answers);
  expect(texts.filter((text) => text.includes('provider-1')).length).toBeGreaterThan(1);
  expect(texts.filter((text) => VENDORS.test(text))).toEqual([]);
  for (const name of readdirSync(ASSETS))
    expect([name, VENDORS.exec(readFileSync(join(ASSETS, name), 'utf8'))]).toEqual([name, null]);
  expect(faults).toEqual([]);
  await close();
});
