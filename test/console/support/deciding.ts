import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { settled, visit, type Visit } from './browser.ts';
import type { World } from './world.ts';

type Made = { decision: string; reason: string | null };

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
  await page.keyboard.press('j');
  await page.locator('tr[aria-selected=true]:focus').waitFor();
}

/** Returns the id of the hit at the keyboard's row. */
export async function current(page: Page): Promise<string> {
  const link = page.locator('tr[aria-selected=true] a').first();
  return (await link.getAttribute('href'))!.split('/').at(-1)!;
}
