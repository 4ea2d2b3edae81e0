import { describe, expect, test } from 'vitest';
import { consoleApp, violationsOf } from './support/browser.ts';
import {
  current,
  decide,
  decideElsewhere,
  decisionsOf,
  enter,
  openQueue,
  SENTENCE,
  UNDO_MS,
} from './support/deciding.ts';
import { fill } from './support/world.ts';
import { within } from '../support/within.ts';

const app = consoleApp({ rateLimits: undefined });

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
    const keep = question.getByRole('checkbox');
    expect(await keep.isDisabled()).toBe(true);
    await question.getByRole('radio').nth(2).check();
    await keep.check();
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
    await keep.uncheck();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await page.keyboard.press('2');
    await question.getByRole('radio').first().waitFor();
    expect(await question.getByLabel(FIELD).inputValue()).toBe('');
    await close();
  });

  test('sends a pinned code only with the decisions that show it, and no other digit changes the pin', async () => {
    const world = await fill(app, 5);
    const { page, close } = await openQueue(app, world.session);
    await enter(page);
    const question = page.getByRole('dialog');
    const row = page.locator('tr[aria-selected=true]:focus');
    const codes = question.getByRole('radio');
    const answer = async (): Promise<void> => {
      await question.getByLabel(FIELD).fill(SENTENCE);
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
    };
    const ids = [await current(page)];
    await page.keyboard.press('2');
    await codes.nth(2).check();
    await question.getByRole('checkbox').check();
    const shown = await codes.nth(2).locator('..').innerText();
    await question
      .getByText(`Kept for the next hits: ${shown.replace(/^3\s*/, '')}`, { exact: true })
      .waitFor();
    await answer();
    await row.waitFor();
    // Another code for one hit leaves the pin.
    ids.push(await current(page));
    await page.keyboard.press('2');
    await codes.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('1');
    await answer();
    await row.waitFor();
    // The question about a true match shows neither codes nor the pin.
    ids.push(await current(page));
    await page.keyboard.press('1');
    await question.getByLabel(FIELD).fill('The same passport.');
    expect(await codes.count()).toBe(0);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await row.waitFor();
    ids.push(await current(page));
    await page.keyboard.press('o');
    await page.waitForURL(`**/review/${ids[3]}`);
    await page.getByRole('button', { name: 'True match' }).click();
    await question.getByLabel(FIELD).fill('The same passport.');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'False positive' }).click();
    expect(await codes.nth(2).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const made = await decisionsOf(app, world);
    const kept = made.get(ids[0]!)![0]!.reasonCode;
    expect(kept).not.toBeNull();
    expect(ids.map((id) => made.get(id)![0])).toMatchObject([
      { decision: 'false_positive', reasonCode: kept },
      { decision: 'false_positive', reasonCode: expect.not.stringMatching(`^${kept}$`) },
      { decision: 'true_match', reasonCode: null },
      { decision: 'true_match', reasonCode: null },
    ]);
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
    await page.keyboard.type('Other words.');
    expect(await question.getByLabel(FIELD).inputValue()).toBe('Other words.');
    await close();
  });

  test('keeps the entered text only for that hit, after the dialog closes and after the decision is undone', async () => {
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
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('Half a sentence');
    // The text is selected, so typing replaces it.
    await page.keyboard.type('Whole');
    expect(await field.inputValue()).toBe('Whole');
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
