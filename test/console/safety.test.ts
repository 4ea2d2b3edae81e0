import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startReceiver } from '../support/receiver.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { addressesOf, storageOf } from './support/traces.ts';
import { fill, HOSTILE, MARKUP, type World } from './support/world.ts';
import { within } from '../support/within.ts';

const DOCS = join(import.meta.dirname, '../../docs/console.md');

const app = consoleApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
let world: World;
beforeAll(async () => {
  world = await fill(app, 2);
});

async function post(path: string, body: object) {
  const answer = await app.call('POST', `/api/v1${path}`, { key: world.org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** Expects the text to be shown as isolated text, and not as markup. */
async function showsAsText(page: Page, text: string): Promise<void> {
  const isolated = page.locator('bdi').filter({ hasText: text });
  await isolated.first().waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.title()).not.toBe('1');
}

describe('a text from outside', () => {
  test('is shown as isolated text, with invisible characters made visible', async () => {
    await post('/fraud/subjects', { subjectId: 'hostile', name: HOSTILE });
    await post(`/fraud/hits/${world.hitId}/decision`, {
      decision: 'true_match',
      reason: `${MARKUP} seen`,
    });
    const { screeningId } = await post('/fraud/screen', { name: HOSTILE });
    const { page, faults, close } = await visit(app, world.session, '/console/review');
    for (const [path, text] of [
      ['/console/review', MARKUP],
      ['/console/subjects/hostile', `${MARKUP}‹U+202E›eman‹U+200B›`],
      [`/console/search/${screeningId}`, `${MARKUP}‹U+202E›eman‹U+200B›`],
      [`/console/review/${world.hitId}`, `${MARKUP} seen`],
      ['/console/lists', MARKUP],
      [`/console/lists/${world.listId}`, `${MARKUP}‹U+202E›eman‹U+200B›`],
      ['/console/webhooks', MARKUP],
      [`/console/webhooks/${world.webhookId}`, MARKUP],
      [`/console/cases/${world.caseId}`, MARKUP],
      [`/console/threads/${world.threadId}`, MARKUP],
      ['/console/permissions', MARKUP],
    ] as const) {
      await page.goto(app.url + path);
      await showsAsText(page, text);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test("is marked with its language or script if they differ from the page's", async () => {
    const list = { name: 'Scripts', source: 'internal:scripts', kind: 'tenant_blocklist' };
    const { id } = await post('/fraud/lists', list);
    const languages = {
      'Юсуф Ахмедов': 'und-Cyrl',
      王小明: 'und-Hani',
      김철수: 'ko',
      'يوسف أحمد': 'und-Arab',
      Yusuf: null,
    };
    const entries = Object.keys(languages).map((name) => ({ name }));
    await post(`/fraud/lists/${id}/entries`, { entries });
    const { page, faults, close } = await visit(app, world.session, `/console/lists/${id}`);
    for (const [name, language] of Object.entries(languages))
      expect([name, await page.getByText(name).getAttribute('lang')]).toEqual([name, language]);
    expect(faults).toEqual([]);
    await close();
  });

  test("in a receiver's answer is also shown as text", async () => {
    const receiver = await startReceiver();
    receiver.behave('*', { status: 500, body: `${HOSTILE}<script>document.title = 1</script>` });
    const { id } = await post('/webhooks', { name: 'Bad', url: receiver.url(), events: ['*'] });
    await post(`/webhooks/${id}/test`, {});
    const attempted = async () => {
      const { body } = await app.call('GET', `/api/v1/webhooks/${id}/deliveries`, {
        key: world.org.key,
      });
      return body.data.items[0]?.attempts.length ?? 0;
    };
    await expect.poll(attempted, { timeout: within(15_000) }).toBeGreaterThan(0);
    const { page, faults, close } = await visit(app, world.session, `/console/webhooks/${id}`);
    await page.locator('tbody button').first().click();
    await showsAsText(page, `${MARKUP}‹U+202E›eman‹U+200B›<script>`);
    expect(await page.locator('[role=dialog] img').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
    await receiver.stop();
  });
});

describe("another organization's id in the address", () => {
  test('is not found, like an unknown one', async () => {
    const { id } = await app.org();
    const { session } = await app.person(id, ['admin']);
    const { page, close } = await visit(app, session, '/console/today');
    for (const path of [
      `review/${world.hitId}`,
      `search/${world.screeningId}`,
      `lists/${world.listId}`,
      `webhooks/${world.webhookId}`,
      `invoices/${world.invoiceId}`,
      `cases/${world.caseId}`,
      `verifications/${world.verificationId}`,
      `threads/${world.threadId}`,
      'subjects/customer-0',
    ]) {
      await page.goto(`${app.url}/console/${path}`);
      const said = page.getByText(/not found|not enrolled/i).first();
      await said.waitFor();
      expect(await page.locator('body').innerText()).not.toContain('Okonkwo');
    }
    await close();
  });
});

describe('the page', () => {
  test('has the documented policy, and other headers that isolate it', async () => {
    const { headers } = await app.call('GET', '/console/');
    const policy = headers.get('content-security-policy')!.replace(/'nonce-[^']+'/, "'nonce-…'");
    expect(readFileSync(DOCS, 'utf8').replaceAll(/;\n/g, '; ')).toContain(policy);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is never framed by another page', async () => {
    const { page, close } = await visit(app, world.session, '/console/today');
    const other = await page.context().newPage();
    await other.setContent(`<iframe src="${app.url}/console/today"></iframe>`);
    await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await close();
  });

  test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never redirects to %s after a sign-in or a step-up',
    async (returnTo) => {
      for (const way of ['sign-in', 'step-up']) {
        const query = new URLSearchParams({ organization: world.org.id, returnTo });
        const answer = await app.call('GET', `/console/session/${way}?${query.toString()}`, {
          session: world.session,
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.headers.get('location')).toBeNull();
      }
    },
  );
});

describe('a screened name', () => {
  test('is in no address, no title and no storage', async () => {
    const { page, asked, close } = await visit(app, world.session, '/console/search');
    await page.getByLabel('Name').fill('Adaeze Okonkwo');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('section a').first().click();
    await page.getByText('Adaeze Okonkwo').first().waitFor();
    for (const name of ['Review queue', 'Today']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await settled(page);
    }
    await page.goto(`${app.url}/console/review/${world.hitId}`);
    await page.getByText('Adaeze Okonkwo').first().waitFor();
    const traces = [...asked, ...(await addressesOf(page)), await page.title()];
    expect(decodeURIComponent(traces.join('\n'))).not.toMatch(/Adaeze|Okonkwo/i);
    expect(await storageOf(page)).not.toMatch(/Adaeze|Okonkwo/i);
    await close();
  });
});
