import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { consoleApp, settled } from './support/browser.ts';
import {
  answerQuestion,
  current,
  decide,
  decideElsewhere,
  enter,
  openQueue,
  sentSoon,
} from './support/deciding.ts';
import { fill } from './support/world.ts';

const app = consoleApp({ rateLimits: undefined });

/** Returns the pixels of the focused row, except two of its padding, that its frame or the column titles hide. */
function hiddenOf(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const row = document.activeElement.closest('tr').getBoundingClientRect();
    const frame = document.querySelector('.table-frame').getBoundingClientRect();
    const head = document.querySelector('th').getBoundingClientRect();
    const below = row.bottom - Math.min(frame.bottom, innerHeight);
    return Math.max(Math.floor(Math.max(head.bottom - row.top, below) - 2), 0);
  })()`);
}

/** Scrolls the frame until this many pixels of the focused row are behind the titles. */
function hideAbove(page: Page, pixels: number): Promise<unknown> {
  return page.evaluate(`(() => {
    const row = document.activeElement.closest('tr').getBoundingClientRect();
    const head = document.querySelector('th').getBoundingClientRect();
    document.querySelector('.table-frame').scrollTop += row.top - head.bottom + ${pixels};
  })()`);
}

describe('a key in the review queue', () => {
  test('is sent to the palette after Ctrl-K, even before the palette has loaded', async () => {
    const world = await fill(app, 5);
    const { page, faults, decided, close } = await openQueue(app, world.session);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/palette-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${app.url}/console/review`);
    await settled(page);
    await enter(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hit_01m8h12x');
    await page.keyboard.press('Backspace');
    expect(await page.getByRole('dialog').count()).toBe(0);
    held.resolve();
    const field = page.getByRole('dialog').locator('input');
    await expect.poll(() => field.inputValue()).toBe('hit_01m8h12');
    // The palette has the focus: keys go to its field.
    await page.keyboard.type('1');
    expect(await field.inputValue()).toBe('hit_01m8h121');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sentSoon(page).count()).toBe(0);
    expect(decided()).toEqual([]);
    // The row has the focus again, and handles keys.
    await decide(page, '2');
    await sentSoon(page).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('takes text that was typed before the palette has loaded, and Escape discards it', async () => {
    const world = await fill(app, 2);
    const { page, close } = await openQueue(app, world.session);
    let held = Promise.withResolvers<void>();
    await page.route('**/assets/palette-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${app.url}/console/review`);
    await settled(page);
    await enter(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('12');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('aud');
    await page.keyboard.press('Enter');
    held.resolve();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('opens the first line of the palette with Enter, even if none is highlighted', async () => {
    const world = await fill(app, 1);
    const { page, close } = await openQueue(app, world.session);
    for (const typed of ['audi', 'audix']) {
      await page.goto(`${app.url}/console/review`);
      await settled(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      const field = page.getByRole('dialog').locator('input');
      await expect.poll(() => field.inputValue()).toBe(typed);
      // After a deletion, the list highlights no line.
      if (typed === 'audix') await page.keyboard.press('Backspace');
      await page.getByRole('option', { name: 'Audit' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    }
    await close();
  });

  test('decides only the row that has the focus', async () => {
    const world = await fill(app, 3);
    const { page, decided, close } = await openQueue(app, world.session);
    await page.locator('h1').click();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Enrol a customer' }).focus();
    await page.keyboard.press('1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const id = await current(page);
    await enter(page);
    expect(await current(page)).toBe(id);
    await decide(page, '1');
    await sentSoon(page).waitFor();
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    expect(decided()).toEqual([]);
    await close();
  });

  test('acts at once on the selected row after the queue has loaded, unless the person types', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(app, world.session);
    await page.keyboard.press('2');
    await answerQuestion(page);
    const first = await current(page);
    await page.getByRole('link', { name: 'Cases', exact: true }).click();
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => current(page)).not.toBe(first);
    // A field that has the focus before the rows arrive keeps it.
    const held = Promise.withResolvers<void>();
    await page.route('**/fraud/hits?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByLabel('Shortcuts').focus();
    held.resolve();
    await page.locator('tr[aria-selected=true]').waitFor();
    await page.getByLabel('Shortcuts').and(page.locator(':focus')).waitFor();
    await close();
  });

  test('asks once while it is held down, and chooses no code', async () => {
    const world = await fill(app, 4);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    for (let i = 0; i < 5; i += 1) await page.keyboard.down('2');
    await page.getByRole('radio').first().waitFor();
    for (let i = 0; i < 5; i += 1) await page.keyboard.down('2');
    await page.keyboard.up('2');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
    await answerQuestion(page);
    await expect.poll(() => page.locator('tbody tr[data-index]').count()).toBe(3);
    await close();
  });

  test('decides only a row that is fully visible, and scrolls to one that is not', async () => {
    const world = await fill(app, 24);
    const { page, faults, close } = await openQueue(app, world.session);
    await enter(page);
    for (let i = 0; i < 14; i += 1) {
      await page.keyboard.press('j');
      await expect.poll(() => hiddenOf(page), { message: `row ${i}` }).toBe(0);
    }
    for (let i = 0; i < 11; i += 1) {
      await page.keyboard.press('k');
      await expect.poll(() => hiddenOf(page), { message: `row ${i}` }).toBe(0);
    }
    const id = await current(page);
    await hideAbove(page, 10);
    expect(await hiddenOf(page)).toBeGreaterThan(5);
    await page.keyboard.press('1');
    expect(await hiddenOf(page)).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await decide(page, '1');
    await sentSoon(page).waitFor();
    await expect.poll(() => current(page)).not.toBe(id);
    // A window that is too low for the frame hides rows, too.
    await page.evaluate('scrollTo(0, 0)');
    await page.setViewportSize({ width: 1280, height: 230 });
    await page.evaluate('scrollTo(0, 0)');
    expect(await hiddenOf(page)).toBeGreaterThan(5);
    await page.keyboard.press('1');
    expect(await hiddenOf(page)).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('decides nothing if its row has gone or changed just before', async () => {
    const world = await fill(app, 4);
    const { page, decided, close } = await openQueue(app, world.session);
    await enter(page);
    await decideElsewhere(app, world, await current(page));
    await expect.poll(() => page.locator('tbody tr[data-index]').count()).toBe(3);
    await page.keyboard.press('1');
    await enter(page);
    const id = await current(page);
    // For the person who decides, this is a different hit, because its score has changed.
    const db = await app.dbOf(world.org.id);
    await db.query(
      'UPDATE screening_hits SET revision = revision + 1 WHERE org_id = $1 AND id = $2',
      [world.org.id, id],
    );
    const subject = { subjectId: 'customer-new', name: 'Adaeze Okonkwo' };
    await app.call('POST', '/api/v1/fraud/subjects', { key: world.org.key, body: subject });
    await page.getByText('customer-new').waitFor();
    expect(await current(page)).toBe(id);
    await page.keyboard.press('2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(decided()).toEqual([]);
    await close();
  });

  test('decides nothing while a window is open', async () => {
    const world = await fill(app, 2);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    await page.getByRole('button', { name: 'Enrol a customer' }).click();
    await page.getByRole('dialog').locator('h2').click();
    for (const key of ['1', '2', 'u', '3']) await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    expect(await sentSoon(page).count()).toBe(0);
    await close();
  });
});
