import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { beginSession } from '../../src/modules/people/index.ts';
import { consoleApp, settled, violationsOf } from './support/browser.ts';
import { signIn } from './support/chromium.ts';
import {
  answerQuestion,
  current,
  decide,
  decideElsewhere,
  decisionsOf,
  enter,
  openQueue,
  SENTENCE,
} from './support/deciding.ts';
import { startProxy } from './support/proxy.ts';
import { fill } from './support/world.ts';
import { within } from '../support/within.ts';

/** The time until a decision is sent. */
const UNDO_MS = 10_000;

const app = consoleApp({ rateLimits: undefined });

/** Finds the texts about waiting decisions. */
function sentSoon(page: Page) {
  return page.getByText('Sent in 10 s', { exact: false });
}

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

  test('opens what was typed before the palette has loaded, and Escape drops it', async () => {
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
    await page.keyboard.press('1');
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
    await page.setViewportSize({ width: 1280, height: 300 });
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
    const list = page.locator('.earlier');
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

  test('are each sent after ten seconds, whatever screen the person is on', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(app, world.session);
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
      .getByText('The hit has changed, another person has decided it')
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

describe('the question about the reason', () => {
  const FIELD = 'Explanation (stored encrypted)';

  test('asks for a code by its digit and a sentence, stores both, and is empty for the next hit', async () => {
    const world = await fill(app, 3);
    const { page, faults, close } = await openQueue(app, world.session);
    await enter(page);
    const id = await current(page);
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    const save = question.getByRole('button', { name: 'Decide' });
    await question.getByText('At least 10 characters: the score is 95 or more.').waitFor();
    await question.getByText(/Found by Oriki: score 100/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // Neither Enter without a code nor a short text decides.
    await page.keyboard.press('Enter');
    await page.keyboard.press('6');
    await question.getByLabel(FIELD).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('He died 9');
    expect(await save.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await question.count()).toBe(1);
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('2');
    await save.waitFor();
    expect(await question.getByLabel(FIELD).inputValue()).toBe('');
    expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const made = await decisionsOf(app, world);
    expect([...made.keys()]).toEqual([id]);
    expect(made.get(id)).toMatchObject([
      { decision: 'false_positive', reasonCode: 'deceased', reason: 'He died 99' },
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  test('keeps a pinned code, without the explanation, for the next hits until it is unpinned', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    await question.getByLabel('Keep this code for the next hit').check();
    await question.getByRole('radio').nth(2).check();
    await question.getByLabel(FIELD).fill(SENTENCE);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('2');
    // The words are about one customer. A letter begins the explanation of the next one.
    await question.getByRole('radio').nth(2).and(page.locator(':focus')).waitFor();
    expect(await question.getByLabel(FIELD).inputValue()).toBe('');
    expect(await question.getByRole('radio').nth(2).isChecked()).toBe(true);
    await page.keyboard.type(SENTENCE);
    expect(await question.getByLabel(FIELD).inputValue()).toBe(SENTENCE);
    await question.getByLabel('Keep this code for the next hit').uncheck();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('2');
    await question.getByRole('radio').first().waitFor();
    expect(await question.getByLabel(FIELD).inputValue()).toBe('');
    await close();
  });

  test('takes a digit as a code, never as an explanation, after a decision was undone', async () => {
    const world = await fill(app, 2);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    await decide(page, '2');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('u');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    await question.getByRole('radio').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('3');
    expect(await question.getByRole('radio').nth(2).isChecked()).toBe(true);
    expect(await question.getByLabel(FIELD).inputValue()).toBe(SENTENCE);
    await close();
  });

  test('keeps what was entered for its hit alone, when it is closed and when the decision is undone', async () => {
    const world = await fill(app, 4);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    const first = await current(page);
    const question = page.getByRole('dialog');
    const field = question.getByLabel(FIELD);
    await page.keyboard.press('1');
    await field.fill('Half a sentence');
    await page.keyboard.press('Escape');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('1');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await page.keyboard.press('1');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a sentence');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => current(page)).toBe(first);
    await page.keyboard.press('1');
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a sentence');
    await close();
  });

  test('stays with its hit while the hit disappears, and the decision is then rejected', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    const id = await current(page);
    await page.keyboard.press('1');
    const question = page.getByRole('dialog');
    await question.getByLabel(FIELD).waitFor();
    await decideElsewhere(app, world, id);
    await expect.poll(() => page.locator('tbody tr[data-index]').count()).toBe(2);
    await page.keyboard.type('2 and 3 are digits of a text');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page
      .getByRole('alert')
      .getByText('another person has decided it')
      .waitFor({
        timeout: UNDO_MS + within(10_000),
      });
    expect((await decisionsOf(app, world)).size).toBe(1);
    await close();
  });

  test('gets the codes of the organization, and hides none of the evidence above it', async () => {
    const world = await fill(app, 1);
    const codes = [{ reasonCode: 'twin', text: 'A twin' }];
    const { session } = await app.person(world.org.id, ['admin']);
    await app.call('PATCH', '/api/v1/approvals/reasons', { session, body: { codes } });
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    await page.keyboard.press('2');
    const question = page.getByRole('dialog');
    await question.getByText('A twin').waitFor();
    expect(await question.getByRole('radio').count()).toBe(1);
    const row = await page.locator('tbody tr[data-index]').first().boundingBox();
    const box = await question.boundingBox();
    expect(row!.y + row!.height).toBeLessThan(box!.y);
    await close();
  });
});
