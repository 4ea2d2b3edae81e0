import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { consoleApp, settled, visit } from '../support/browser.ts';
import { answerQuestion, decide, decisionsOf, enter, openQueue } from '../support/deciding.ts';
import { allowOnePerson, fill } from '../support/world.ts';

type Place = { x: number; y: number };

const app = consoleApp({ rateLimits: undefined });

async function centreOf(locator: Locator): Promise<Place> {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Moves the elements of a selector until one of them is at a place. */
async function bring(thing: Locator, selector: string, to: Place): Promise<void> {
  const { x, y } = await centreOf(thing);
  const rule = `${selector} { translate: ${to.x - x}px ${to.y - y}px }`;
  await thing.page().evaluate(`(() => {
    const [sheet] = document.styleSheets;
    sheet.insertRule(${JSON.stringify(rule)}, sheet.cssRules.length);
  })()`);
  await expect.poll(async () => Math.abs((await centreOf(thing)).y - to.y)).toBeLessThan(3);
}

/**
 * Clicks at a place this many milliseconds after the first click, by the clock of the mouse, so that a slow machine
 * changes nothing.
 */
async function mouseAt(page: Page, place: Place): Promise<(afterMs: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const firstAt = Date.now();
  return async (afterMs) => {
    const timestamp = (firstAt + afterMs) / 1000;
    const how = { ...place, button: 'left', clickCount: 1, timestamp } as const;
    await session.send('Input.dispatchMouseEvent', { ...how, type: 'mousePressed' });
    await session.send('Input.dispatchMouseEvent', { ...how, type: 'mouseReleased' });
  };
}

describe('a double click', () => {
  test('answers no question that its first click opened', async () => {
    const world = await fill(app, 1);
    await allowOnePerson(app, world);
    const { page, faults, close } = await visit(
      app,
      world.session,
      `/console/lists/${world.listId}`,
    );
    await settled(page);
    const path = `/api/v1/fraud/lists/${world.listId}/entries`;
    const count = async () => (await app.call('GET', path, { key: world.org.key })).body.data.total;
    const remove = page
      .getByRole('main')
      .getByRole('button', { name: /^Remove/ })
      .first();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Remove/ });
    const place = await centreOf(remove);
    const press = await mouseAt(page, place);
    await press(0);
    await confirm.waitFor();
    await bring(confirm, '.dialog', place);
    for (const afterMs of [200, 400, 800]) {
      await press(afterMs);
      await page.waitForTimeout(300);
      expect(await confirm.count()).toBe(1);
      expect(await count()).toBe(2);
    }
    await press(1400);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('closes no question that its first click opened', async () => {
    const world = await fill(app, 1);
    const { page, close } = await visit(app, world.session, `/console/lists/${world.listId}`);
    await settled(page);
    const dialog = page.getByRole('dialog');
    const press = await mouseAt(
      page,
      await centreOf(
        page
          .getByRole('main')
          .getByRole('button', { name: /^Remove/ })
          .first(),
      ),
    );
    await press(0);
    await dialog.waitFor();
    await press(300);
    await page.waitForTimeout(300);
    expect(await dialog.count()).toBe(1);
    await press(900);
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  test('decides no hit whose screen its first click opened', async () => {
    const world = await fill(app, 1);
    const { page, close } = await openQueue(app, world.session);
    const place = await centreOf(page.locator('tbody tr[data-index] a').first());
    const press = await mouseAt(page, place);
    await press(0);
    const button = page.getByRole('button', { name: 'True match' });
    await button.waitFor();
    await settled(page);
    await bring(button, 'article', place);
    await press(300);
    await page.waitForTimeout(300);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(900);
    await answerQuestion(page);
    await expect.poll(async () => (await decisionsOf(app, world)).size).toBe(1);
    await close();
  });

  test('undoes one decision', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    await decide(page, '2');
    await decide(page, '2');
    const undo = page.getByRole('button', { name: 'Undo u' });
    await page.getByText('1 earlier').waitFor();
    const place = await centreOf(undo);
    const press = await mouseAt(page, place);
    await press(0);
    await page.getByText('1 earlier').waitFor({ state: 'detached' });
    await bring(undo, '.said', place);
    await press(300);
    await page.waitForTimeout(300);
    expect(await undo.count()).toBe(1);
    await close();
  });
});

test('an Enter that is held down opens a question, and does not answer it', async () => {
  const world = await fill(app, 1);
  await allowOnePerson(app, world);
  const { page, close } = await visit(app, world.session, `/console/lists/${world.listId}`);
  await settled(page);
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .first()
    .focus();
  await page.keyboard.down('Enter');
  const answer = dialog.getByRole('button', { name: /^Remove/ });
  await answer.focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.waitForTimeout(300);
  expect(await dialog.count()).toBe(1);
  await answer.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await close();
});
