import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { settled, visit, type Visit } from './browser.ts';
import type { World } from './world.ts';

type Made = { decision: string; reason: string | null; reasonCode: string | null };

/** Returns the decisions of an organization by hit, newest first. */
export async function decisionsOf(app: TestApp, { org }: World): Promise<Map<string, Made[]>> {
  const { body } = await app.call('GET', '/api/v1/fraud/hits?limit=100', { key: org.key });
  const hits = body.data.items.map(({ id }: { id: string }) =>
    app.call('GET', `/api/v1/fraud/hits/${id}`, { key: org.key }),
  );
  const made = new Map<string, Made[]>();
  for (const { body: hit } of await Promise.all(hits))
    if (hit.data.decisions.length > 0) made.set(hit.data.id, hit.data.decisions);
  return made;
}

/** Decides a hit with the organization's key, like another person. */
export async function decideElsewhere(app: TestApp, { org }: World, id: string): Promise<void> {
  const answer = await app.call('POST', `/api/v1/fraud/hits/${id}/decision`, {
    key: org.key,
    body: { decision: 'true_match', reason: 'seen' },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
}

/** Opens a window at the review queue. */
export async function openQueue(
  app: Pick<TestApp, 'url'>,
  session: string,
): Promise<Visit & { decided: () => string[] }> {
  const visited = await visit(app, session, '/console/review');
  await settled(visited.page);
  await visited.page.locator('tr[aria-selected=true]').waitFor();
  const decided = (): string[] => visited.asked.filter((url) => url.endsWith('/decision'));
  return { ...visited, decided };
}

/** Gives the focus to the row of the keyboard. */
export async function enter(page: Page): Promise<void> {
  const row = page.locator('tr[aria-selected=true]:focus');
  if ((await row.count()) === 0) await page.keyboard.press('j');
  await row.waitFor();
}

/** Returns the id of the hit at the keyboard's row. */
export async function current(page: Page): Promise<string> {
  const link = page.locator('tr[aria-selected=true] a').first();
  return (await link.getAttribute('href'))!.split('/').at(-1)!;
}

/** A reason that is long enough for every score. */
export const SENTENCE = 'Born in another year.';

/** Answers the question about the reason: by default with the first code, and a sentence. */
export async function answerQuestion(page: Page, reason = SENTENCE, digit = '1'): Promise<void> {
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Decide' }).waitFor();
  const codes = question.getByRole('radio');
  const isDismissal = (await question.getByRole('heading').innerText()).startsWith(
    'false positive',
  );
  if (isDismissal) {
    await codes.first().waitFor();
    await codes.and(page.locator(':focus')).waitFor();
    await page.keyboard.press(digit);
  }
  await question.getByLabel('Explanation').and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText(reason);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
}

/** Decides by a key, and answers the question about the reason. */
export async function decide(page: Page, key: '1' | '2', reason?: string): Promise<void> {
  // The row gets the focus again after the question before.
  await page.locator('tr[aria-selected=true]:focus, article').first().waitFor();
  await page.keyboard.press(key);
  await answerQuestion(page, reason);
}

/** The time until a decision is sent. */
export const UNDO_MS = 10_000;

/** Finds the texts about waiting decisions. */
export function sentSoon(page: Page) {
  return page.getByText('unless undone', { exact: false });
}
