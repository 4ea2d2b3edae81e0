import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../../docs/receivers/programs.ts';
import { startTestApp, type TestApp, type TestOrg } from '../../../support/app.ts';
import {
  overflowOf,
  picture,
  settled,
  stopBrowser,
  violationsOf,
  visit,
} from '../../support/browser.ts';
import { within } from '../../../support/within.ts';

const FAILED = 10_000;
const SUCCEEDED = 300;

let app: TestApp;
beforeAll(async () => {
  // Nothing is sent, so that waiting deliveries can be counted.
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

async function webhookOf(org: TestOrg, name: string): Promise<{ id: string; secret: string }> {
  const body = { name, url: 'https://hooks.example.com/oriki', events: ['order.*'] };
  const { body: made } = await app.call('POST', '/api/v1/webhooks', { key: org.key, body });
  return made.data;
}

async function open(org: TestOrg, path: string, role = 'developer') {
  const { session } = await app.person(org.id, [role]);
  const visited = await visit(app, session, path, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await settled(visited.page);
  return visited;
}

describe('the screen of a webhook with 10,000 failed deliveries', () => {
  test('sends them all again, and no successful one, in three actions and one request', async () => {
    const org = await app.org();
    const { id } = await webhookOf(org, 'Ledger');
    await (
      await app.dbOf(org.id)
    ).query(
      `INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at, failed_at)
       SELECT $1, 'delivery_' || lpad(n::text, 26, '0'), $2, 'event_' || lpad(n::text, 26, '0'),
         'order.' || n % 3, now() - n * interval '1 minute', CASE WHEN n <= $3 THEN now() END
       FROM generate_series(1, $3 + $4::integer) AS n`,
      [org.id, id, FAILED, SUCCEEDED],
    );
    const total = async (status: string): Promise<number> => {
      const path = `/api/v1/webhooks/${id}/deliveries?limit=1&status=${status}`;
      const { body } = await app.call('GET', path, { key: org.key });
      return body.data.total;
    };
    expect(await total('failed')).toBe(FAILED);
    const { page, faults, close } = await open(org, '/console/webhooks');
    const actions = [
      () => page.getByRole('link', { name: 'Ledger' }).click(),
      () => page.getByLabel('Status').selectOption('failed'),
      () => page.getByRole('button', { name: 'Send these again (10,000)' }).click(),
    ];
    for (const act of actions) await act();
    // Thousands of deliveries need a confirmation.
    const sure = page
      .getByRole('dialog')
      .getByRole('button', { name: 'Send these again (10,000)' });
    await sure.waitFor();
    expect(await total('failed')).toBe(FAILED);
    await sure.click();
    await page.getByText('Deliveries sent again: 10,000.').waitFor({ timeout: within(60_000) });
    await expect.poll(() => total('failed'), { timeout: within(20_000) }).toBe(0);
    expect(await total('pending')).toBe(FAILED);
    expect(await total('succeeded')).toBe(SUCCEEDED);
    await page.getByText('No delivery matches the filter').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the code that verifies', () => {
  test('equals the guide’s code in each language, is copied unchanged, and has no secret', async () => {
    const org = await app.org();
    const { id, secret } = await webhookOf(org, 'Ledger');
    const { page, faults, close } = await open(org, `/console/webhooks/${id}`, 'auditor');
    await page.getByText('Code that verifies deliveries').click();
    const language = page.getByLabel('Language');
    const code = page.locator('pre.program');
    for (const name of ['node-standardwebhooks', 'node-crypto', 'python', 'go', 'shell'] as const) {
      await language.selectOption(name);
      expect(await code.textContent()).toBe(program(name));
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(program(name));
    }
    await language.selectOption('python');
    expect(await page.content()).not.toContain(secret);
    const link = page.getByRole('link', { name: 'Guide to receiving webhooks' });
    expect((await app.call('GET', (await link.getAttribute('href'))!)).status).toBe(200);
    for (const [look, colorScheme, width] of [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
      ['a phone', 'light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await code.scrollIntoViewIfNeeded();
      await picture(page, `webhook code in ${look}`);
      expect([look, await violationsOf(page)]).toEqual([look, []]);
      expect([look, await overflowOf(page)]).toEqual([look, 0]);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
