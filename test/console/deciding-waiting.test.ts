import { describe, expect, test } from 'vitest';
import { beginSession } from '../../src/modules/people/index.ts';
import { consoleApp, violationsOf } from './support/browser.ts';
import { signIn } from './support/chromium.ts';
import {
  answerQuestion,
  current,
  decide,
  decideElsewhere,
  decisionsOf,
  enter,
  openQueue,
  UNDO_MS,
  sentSoon,
} from './support/deciding.ts';
import { startProxy } from './support/proxy.ts';
import { fill } from './support/world.ts';
import { within } from '../support/within.ts';

const app = consoleApp({ rateLimits: undefined });

describe('waiting decisions', () => {
  test('are each undone, the newest by u and any by its button', async () => {
    const world = await fill(app, 5);
    const { page, faults, decided, close } = await openQueue(app, world.session);
    await enter(page);
    const ids: string[] = [];
    for (const key of ['1', '2', '1', '2'] as const) {
      ids.push(await current(page));
      await decide(page, key);
    }
    await page.keyboard.press('u');
    expect(await current(page)).toBe(ids[3]);
    await page.getByText('2 earlier').click();
    const list = page.locator('.earlier[open]');
    expect(await list.getByRole('listitem').count()).toBe(2);
    // A person who has left the row decides nothing.
    await page.keyboard.press('1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await list.getByRole('button').last().click();
    expect(await current(page)).toBe(ids[0]);
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    await page.getByText('nothing was sent').waitFor();
    expect(await sentSoon(page).count()).toBe(0);
    await page.waitForTimeout(UNDO_MS);
    expect(decided()).toEqual([]);
    expect((await decisionsOf(app, world)).size).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('have a list that meets all rules of WCAG', async () => {
    const world = await fill(app, 30);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    // On a busy machine, a decision may be sent before the next one is made.
    const earlier = page.getByText(/^\d+ earlier$/);
    while (!(await earlier.isVisible())) await decide(page, '1');
    await earlier.click();
    expect(await violationsOf(page)).toEqual([]);
    await close();
  });

  test('are each sent after ten seconds, whatever screen the person is on, and can then be changed', async () => {
    const world = await fill(app, 3);
    const { page, faults, close } = await openQueue(app, world.session);
    const sentAt: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/decision')) sentAt.push(Date.now());
    });
    await enter(page);
    const madeAt: number[] = [];
    for (const pauseMs of [4000, 0]) {
      madeAt.push(Date.now());
      await decide(page, '2');
      await page.waitForTimeout(pauseMs);
    }
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await expect.poll(() => sentAt.length).toBe(2);
    for (const [i, made] of madeAt.entries())
      expect(sentAt[i]! - made).toBeGreaterThanOrEqual(UNDO_MS - 200);
    await expect.poll(async () => (await decisionsOf(app, world)).size).toBe(2);
    // Any stored decision of the page leads to its hit, which takes another one.
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.getByText('Just decided: 2').click();
    expect(await violationsOf(page)).toEqual([]);
    const stored = page.locator('.earlier[open]').getByRole('link');
    // The time to undo has passed: the key says so, and leads to the newest.
    await page.locator('h1').click();
    await page.keyboard.press('u');
    await page.getByRole('status').getByText('Stored already: false positive, customer-').waitFor();
    const late = page.getByRole('link', { name: 'Decide differently' });
    expect(await late.getAttribute('href')).toBe(await stored.first().getAttribute('href'));
    await stored.last().click();
    await page.getByRole('button', { name: 'True match' }).click();
    await answerQuestion(page, 'It is the person after all.');
    await expect
      .poll(async () => [...(await decisionsOf(app, world)).values()].map((all) => all.length), {
        timeout: UNDO_MS + within(10_000),
      })
      .toContain(2);
    expect(faults).toEqual([]);
    await close();
  });

  test('can still be undone after a visit to another screen, also on the screen of the hit', async () => {
    const world = await fill(app, 3);
    const { page, decided, close } = await openQueue(app, world.session);
    await enter(page);
    const id = await current(page);
    await decide(page, '2');
    await decide(page, '1');
    await page.getByRole('link', { name: 'Cases', exact: true }).click();
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('u');
    await page.getByText('nothing was sent').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').fill(id);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/review/${id}`);
    const bar = page.getByRole('region', { name: 'Decide' });
    await bar.getByText('false positive: ').waitFor();
    expect(await bar.getByRole('button', { name: 'True match' }).isDisabled()).toBe(true);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => bar.getByRole('button', { name: 'True match' }).isEnabled()).toBe(true);
    await page.waitForTimeout(UNDO_MS);
    expect(decided()).toEqual([]);
    await close();
  });

  test('are sent on sign-out, which ends the session only after all were stored', async () => {
    const world = await fill(app, 4);
    const { session } = await app.person(world.org.id, ['admin']);
    const { page, close } = await openQueue(app, session);
    await enter(page);
    const first = await current(page);
    await decide(page, '1');
    await decide(page, '2');
    await decideElsewhere(app, world, first);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page
      .getByRole('alert')
      .getByText('The hit has changed, or another person has decided it')
      .waitFor();
    const { status } = await app.call('GET', '/api/v1/me', { session });
    expect(status).toBe(200);
    expect((await decisionsOf(app, world)).size).toBe(2);
    await enter(page);
    await decide(page, '2');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const made = await decisionsOf(app, world);
    expect(made.size).toBe(3);
    expect(new Set([...made.values()].map((all) => all.length))).toEqual(new Set([1]));
    await close();
  });

  test('are all sent when the page is closed, after a question of the browser', async () => {
    const world = await fill(app, 14);
    const proxy = await startProxy(app.url);
    const { page, close } = await openQueue(proxy, world.session);
    await enter(page);
    for (let i = 0; i < 12; i += 1) await decide(page, '2');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    proxy.hold(300);
    await page.close({ runBeforeUnload: true });
    await expect
      .poll(async () => (await decisionsOf(app, world)).size, { timeout: within(8000) })
      .toBe(12);
    expect(asked).toEqual(['beforeunload']);
    await close();
    await proxy.stop();
  });

  test('wait for the person whose session has ended, and are then sent once', async () => {
    const world = await fill(app, 3);
    const person = await app.person(world.org.id, ['admin']);
    const { page, decided, close } = await openQueue(app, person.session);
    await enter(page);
    await decide(page, '2');
    await decide(page, '1');
    await app.call('DELETE', `/api/v1/sessions/${person.sessionId}`, { key: world.org.key });
    const dialog = page.getByRole('dialog', { name: 'Sign in to Oriki' });
    await dialog.waitFor({ timeout: within(15_000) });
    await page.waitForTimeout(UNDO_MS);
    expect((await decisionsOf(app, world)).size).toBe(0);
    const again = await app.db.transaction((tx) =>
      beginSession(
        tx,
        { orgId: world.org.id, userId: person.id, method: 'link' },
        { idleSeconds: 900, absoluteSeconds: 3600 },
      ),
    );
    await signIn(page.context(), app.url, again.token);
    await dialog.getByRole('button', { name: 'I have signed in again' }).click();
    await expect.poll(async () => (await decisionsOf(app, world)).size).toBe(2);
    const made = [...(await decisionsOf(app, world)).values()];
    expect(made.map((all) => all.length)).toEqual([1, 1]);
    expect(decided().length).toBeLessThanOrEqual(4);
    await close();
  });

  test('are not sent in the name of another person who signs in, and the page reports that', async () => {
    const world = await fill(app, 3);
    const person = await app.person(world.org.id, ['admin']);
    const { page, close } = await openQueue(app, person.session);
    await enter(page);
    await decide(page, '2');
    await app.call('DELETE', `/api/v1/sessions/${person.sessionId}`, { key: world.org.key });
    const dialog = page.getByRole('dialog', { name: 'Sign in to Oriki' });
    await dialog.waitFor({ timeout: within(15_000) });
    await signIn(page.context(), app.url, world.session);
    await dialog.getByRole('button', { name: 'I have signed in again' }).click();
    await page.getByRole('alert').getByText('Another person has signed in').waitFor();
    await page.waitForTimeout(UNDO_MS);
    expect((await decisionsOf(app, world)).size).toBe(0);
    await close();
  });
});
