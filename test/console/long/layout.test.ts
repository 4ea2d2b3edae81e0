import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { consoleApp, settled, visit } from '../support/browser.ts';
import { answerQuestion, enter, openQueue } from '../support/deciding.ts';
import { fillSite, SCREENS, sessionFor } from '../support/screens.ts';
import { fill } from '../support/world.ts';
import { cases } from '../../support/cases.ts';

const WATCHED_MS = 2000;
const PHONE = { width: 390, height: 800 };
const LONG = 'Oluwaseun-Adebayo Chukwuemeka van den Berg-Okonkwo '.repeat(4).trim();

const app = consoleApp({ rateLimits: undefined });

/** Returns the layout shifts, and the widths of the columns, while no one interacts with the page. */
async function watched(
  page: Page,
  forMs = WATCHED_MS,
): Promise<{ shifts: number; widths: string[] }> {
  return page.evaluate(`(async () => {
    let shifts = 0;
    const widths = new Set();
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shifts += value;
    }).observe({ type: 'layout-shift' });
    for (const end = performance.now() + ${forMs}; performance.now() < end;) {
      widths.add([...document.querySelectorAll('.rows th')].map((one) => one.offsetWidth).join());
      await new Promise(requestAnimationFrame);
    }
    return { shifts, widths: [...widths] };
  })()`);
}

/** Returns the layout shifts since the screen was opened, each with its time and the elements that moved. */
async function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().filter((one) => !one.hadRecentInput);
      const nameOf = ({ node }) => node && (node.className || node.tagName) + ' ' +
        (node.textContent ?? '').slice(0, 30);
      resolve({
        sum: shifts.reduce((sum, { value }) => sum + value, 0),
        moved: shifts.map((one) => Math.round(one.startTime) + ' ms, ' + one.value.toFixed(3) + ': ' +
          one.sources.map(nameOf).join(' | ')),
      });
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve({ sum: 0, moved: [] }), 100);
  })`);
}

async function widthsOf(page: Page): Promise<number[]> {
  const heads = page.locator('.rows th');
  return heads.evaluateAll((all) => all.map((one) => (one as { offsetWidth: number }).offsetWidth));
}

describe('the layout of a table', () => {
  test('stays the same with claimed rows and long names inside and outside of the visible part', async () => {
    const world = await fill(app, 36);
    const { session } = await app.person(world.org.id, ['analyst'], LONG);
    for (const [i, how] of [
      [2, { session }],
      [9, { key: world.org.key }],
      [18, { session }],
      [26, { key: world.org.key }],
      [33, { session }],
    ] as const) {
      const body = { subjectId: `customer-${i}` };
      const made = await app.call('POST', '/api/v1/cases', { key: world.org.key, body });
      const path = `/api/v1/cases/${made.body.data.id}/claim`;
      expect((await app.call('POST', path, how)).status).toBeLessThan(300);
    }
    const { page, faults, close } = await visit(app, world.session, '/console/review');
    await settled(page);
    await page.locator('tr[aria-selected=true]').waitFor();
    const claimed = page.getByText(/ until /);
    await expect.poll(() => claimed.count()).toBeGreaterThan(0);
    await page.waitForTimeout(1000);
    const first = await widthsOf(page);
    for (const top of [0, 300, 900]) {
      await page.locator('.table-frame').evaluate((frame, to) => frame.scrollTo(0, to), top);
      await page.waitForTimeout(700);
      const { shifts, widths } = await watched(page);
      expect([top, shifts]).toEqual([top, 0]);
      expect(widths).toEqual([first.join()]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('stays the same with one long cell at any index of the review queue', async () => {
    const world = await fill(app, 24);
    const { id: assignee } = await app.person(world.org.id, ['analyst'], LONG);
    const { page, close } = await visit(app, world.session, '/console/review');
    await settled(page);
    await page.locator('tr[aria-selected=true]').waitFor();
    await page.waitForTimeout(1000);
    const first = (await widthsOf(page)).join();
    const { body } = await app.call('GET', '/api/v1/fraud/hits?limit=100', { key: world.org.key });
    const assign = (id: string, to: string | null) =>
      app.call('POST', '/api/v1/fraud/hits/assign', {
        key: world.org.key,
        body: { ids: [id], assignee: to },
      });
    const step = cases(3, 1);
    for (const [index, { id }] of body.data.items.entries()) {
      if (index % step > 0) continue;
      const read = page.waitForResponse((one) => one.url().includes('/fraud/hits?'));
      await assign(id, assignee);
      await read;
      const { shifts, widths } = await watched(page, 400);
      expect([index, shifts, widths]).toEqual([index, 0, [first]]);
      await assign(id, null);
    }
    await close();
  });

  test('has the same columns at every scroll position, also with long texts in it', async () => {
    const world = await fill(app, 1);
    const entries = Array.from({ length: 100 }, (_, i) => ({
      name: i % 7 === 3 ? `${LONG} ${'x'.repeat(90)} ${i}` : `Person Number${i}`,
    }));
    await app.call('POST', `/api/v1/fraud/lists/${world.listId}/entries`, {
      key: world.org.key,
      body: { entries },
    });
    const { page, close } = await visit(app, world.session, `/console/lists/${world.listId}`);
    await settled(page);
    const first = await widthsOf(page);
    for (const top of [0, 400, 1200, 3000]) {
      await page.locator('.table-frame').evaluate((frame, to) => frame.scrollTo(0, to), top);
      await page.waitForTimeout(700);
      const { shifts, widths } = await watched(page);
      expect([top, shifts]).toEqual([top, 0]);
      expect(widths).toEqual([first.join()]);
    }
    await close();
  });

  test.each(['cases', 'webhooks', 'members', 'keys', 'audit', 'verifications', 'permissions'])(
    'stays the same on the screen %s',
    async (screen) => {
      const world = await fill(app, 2);
      for (let i = 0; i < 12; i += 1)
        await app.person(world.org.id, ['analyst', 'auditor'], i % 5 === 2 ? LONG : `Ada ${i}`);
      const { page, close } = await visit(app, world.session, `/console/${screen}`);
      await settled(page);
      await page.waitForTimeout(3000);
      const { shifts, widths } = await watched(page);
      expect(shifts).toBe(0);
      expect(widths.length).toBe(1);
      await close();
    },
  );
});

describe('a screen', () => {
  /** Time limit for the parts that the first view does not need. */
  const LATE_MS = 3000;

  test('moves nothing by more than 0.02 while its parts arrive, on every screen', async () => {
    const site = await fillSite(app);
    const found: string[] = [];
    const seen = SCREENS.map(([, pathOf]) => pathOf(site));
    const look = async (path: string): Promise<void> => {
      const { page, close } = await visit(app, sessionFor(site, path), path);
      await settled(page);
      await page.waitForTimeout(LATE_MS);
      const { sum, moved } = await shiftsOf(page);
      if (sum > 0.02) found.push([path, ...moved].join('\n'));
      await close();
    };
    for (let i = 0; i < seen.length; i += 4) await Promise.all(seen.slice(i, i + 4).map(look));
    expect(found).toEqual([]);
  });
});

describe('a phone', () => {
  async function expectWithin(things: Locator): Promise<void> {
    expect(await things.count()).toBeGreaterThan(0);
    for (const thing of await things.all()) {
      const { x, width } = (await thing.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
  }

  test('has room for the question about a reason and for waiting decisions', async () => {
    const world = await fill(app, 4);
    const { page, close } = await openQueue(app, world.session);
    await page.setViewportSize(PHONE);
    await enter(page);
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    await question.getByRole('radio').first().waitFor();
    await question.getByText('Found by Oriki').waitFor();
    await expectWithin(question);
    await expectWithin(question.locator('p, legend, label, input, button'));
    await page.keyboard.press('Escape');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    const buttons = page.getByRole('region', { name: 'Selected hit' });
    for (const name of ['False positive', 'True match', 'False positive']) {
      await page.locator('tr[aria-selected=true]:focus').waitFor();
      await buttons.getByRole('button', { name }).click();
      await answerQuestion(page);
    }
    await page.getByText('2 earlier').click();
    await expectWithin(page.locator('.earlier[open] :is(ul, li > *, button)'));
    await close();
  });

  test('gives the names of a long queue the width that the other columns leave', async () => {
    const world = await fill(app, 40);
    const { page, close } = await openQueue(app, world.session);
    await page.setViewportSize(PHONE);
    const names = page.locator('tbody tr[aria-selected=true] td').nth(1);
    await expect.poll(async () => (await names.boundingBox())!.width).toBeGreaterThan(140);
    await close();
  });

  test('has room for a question with long choices', async () => {
    const world = await fill(app, 1);
    const { page, close } = await visit(app, world.session, '/console/members', {
      viewport: PHONE,
    });
    await settled(page);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').waitFor();
    await expectWithin(dialog);
    await expectWithin(dialog.locator('p, select, button'));
    await close();
  });
});
