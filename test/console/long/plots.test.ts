import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { firstIdAt } from '../../../src/platform/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { picture, settled, stopBrowser, violationsOf, visit } from '../support/browser.ts';
import { fill, type World } from '../support/world.ts';
import { within } from '../../support/within.ts';

let app: TestApp;
let world: World;
let receiver: Receiver;
let webhookId: string;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  world = await fill(app, 3);
  // The screen Today draws hits of at least two days.
  const found = new Date(Date.now() - 3 * 86_400_000);
  await app.db.pool.query(
    `UPDATE screening_hits SET created_at = $2, id = $3
       WHERE id = (SELECT max(id) FROM screening_hits WHERE org_id = $1)`,
    [world.org.id, found, firstIdAt('hit', found.getTime())],
  );
  receiver = await startReceiver();
  const call = async (method: string, path: string, body?: object) =>
    (await app.call(method, `/api/v1${path}`, { key: world.org.key, ...(body && { body }) })).body
      .data;
  const body = { name: 'Ledger', url: receiver.url(), events: ['*'] };
  webhookId = (await call('POST', '/webhooks', body)).id;
  for (let i = 0; i < 2; i += 1) await call('POST', `/webhooks/${webhookId}/test`, {});
  await vi.waitFor(
    async () => {
      const { total } = await call('GET', `/webhooks/${webhookId}/stats`);
      expect(total.attempts).toBe(3);
    },
    { timeout: within(15_000) },
  );
});
afterAll(async () => {
  await stopBrowser();
  await receiver.stop();
  await app.stop();
});

/** The part of the browser's type that is used here. */
type Canvas = {
  width: number;
  height: number;
  getContext: (kind: '2d') => {
    getImageData: (...box: [number, number, number, number]) => { data: number[] };
  };
};

function figureOf(page: Page, title: string): Locator {
  return page.locator('figure').filter({ has: page.getByText(title, { exact: true }) });
}

/** Returns the colours of the plot under a title, by number of pixels, without mixed ones at edges. */
async function coloursOf(page: Page, title: string): Promise<string[]> {
  const canvas = figureOf(page, title).locator('canvas');
  await canvas.waitFor();
  return canvas.evaluate((element) => {
    const { width, height, getContext } = element as unknown as Canvas;
    const { data } = getContext.call(element, '2d').getImageData(0, 0, width, height);
    const counts = new Map<string, number>();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] !== 255) continue;
      const colour = `rgb(${data.slice(i, i + 3).join(', ')})`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 20).map(([colour]) => colour);
  });
}

describe('a plot', () => {
  test.each([
    ['Today', '/console/today', 'Open'],
    ['Verifications', '/console/verifications', 'Failed'],
    ['Usage', '/console/usage', 'Messages in threads'],
    ['Webhook', () => `/console/webhooks/${webhookId}`, 'Attempts'],
  ] as const)(
    'is drawn on the screen %s, and nothing is refused by the policy',
    async (name, path, title) => {
      const at = typeof path === 'string' ? path : path();
      const { page, faults, close } = await visit(app, world.session, at);
      const metric = page.getByLabel('Metric');
      if (name === 'Usage') await metric.selectOption(title);
      await expect
        .poll(() => coloursOf(page, title), { timeout: within(15_000) })
        .toContain('rgb(29, 79, 184)');
      await picture(page, `plots of ${name}`);
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('adopts new colors of the page, and is as wide as the remaining space', async () => {
    const { page, faults, close } = await visit(
      app,
      world.session,
      `/console/webhooks/${webhookId}`,
    );
    await expect.poll(() => coloursOf(page, 'Attempts')).toContain('rgb(29, 79, 184)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => coloursOf(page, 'Attempts')).toContain('rgb(141, 180, 255)');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await expect.poll(() => coloursOf(page, 'Attempts')).toContain('rgb(0, 0, 0)');
    await page.emulateMedia({ forcedColors: 'none' });
    const plot = page.locator('.plot-place').first();
    const canvas = plot.locator('canvas');
    for (const width of [1280, 390, 700]) {
      await page.setViewportSize({ width, height: 800 });
      const left = (await plot.boundingBox())!.width;
      const fits = async () => Math.abs((await canvas.boundingBox())!.width - left) < 1;
      await expect.poll(fits).toBe(true);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('shows the day and its figure at the pointer, in days of UTC in any time zone', async () => {
    const { page, close } = await visit(app, world.session, `/console/webhooks/${webhookId}`, {
      timezoneId: 'America/Los_Angeles',
      locale: 'de-DE',
    });
    const figure = figureOf(page, 'Attempts');
    await figure.locator('.u-over').waitFor();
    const { width, height } = (await figure.locator('.u-over').boundingBox())!;
    await figure.locator('.u-over').hover({ position: { x: width - 2, y: height / 2 } });
    const today = new Intl.DateTimeFormat('de-DE', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(await page.evaluate('Date.now()'));
    await expect.poll(() => figure.locator('figcaption').innerText()).toContain(`${today}: 3`);
    await close();
  });

  test('is also a table, which the keyboard opens and which has the same figures', async () => {
    const { page, close } = await visit(app, world.session, `/console/webhooks/${webhookId}`);
    await settled(page);
    const summary = page.getByText('As a table').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    const row = page.locator('details[open] tbody tr').first();
    expect(await row.locator('td').allInnerTexts()).toEqual(['3', '0']);
    expect(await page.locator('details[open] tbody tr').count()).toBe(30);
    const latency = page.locator('details').nth(1);
    await latency.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => latency.locator('td').first().innerText()).toMatch(/^\d+ ms$/);
    expect(await latency.locator('td').last().innerText()).toBe('–');
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  test('stays text and a table if its drawing cannot be loaded', async () => {
    const { page, close } = await visit(app, world.session, '/console/keys');
    await page.context().route(/\/assets\/draw-/, (route) => route.abort());
    await page.goto(`${app.url}/console/verifications`);
    const figure = figureOf(page, 'Failed');
    await expect.poll(() => figure.innerText()).toMatch(/ to .* \(UTC\): 1, at most 1 per day/);
    await page.getByText('As a table').first().click();
    expect(await page.locator('details[open] tbody tr').count()).toBe(30);
    await close();
  });
});
