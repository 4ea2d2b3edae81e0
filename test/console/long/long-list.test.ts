import { describe, expect, test } from 'vitest';
import { consoleApp, visit } from '../support/browser.ts';
import { fill } from '../support/world.ts';

const app = consoleApp({ rateLimits: undefined });

describe('a table of 11,000 rows', () => {
  test('has at most 1,500 elements in the page, however many rows were read', async () => {
    const world = await fill(app, 1);
    const entries = (from: number) =>
      Array.from({ length: 1000 }, (_, i) => ({ name: `Person Number${from + i}` }));
    for (let from = 0; from < 11_000; from += 1000) {
      const answer = await app.call('POST', `/api/v1/fraud/lists/${world.listId}/entries`, {
        key: world.org.key,
        body: { entries: entries(from) },
      });
      expect(answer.status).toBe(201);
    }
    const { page, close } = await visit(app, world.session, `/console/lists/${world.listId}`);
    const count = () => page.locator('.table-frame *').count();
    for (const read of ['100', '200', '300', '400', '500']) {
      await page.getByText(`${read} of more than 10,000`).waitFor();
      expect(await count()).toBeLessThanOrEqual(1500);
      await page.getByRole('button', { name: 'Show more' }).click();
    }
    await page.locator('.table-frame').evaluate((frame) => frame.scrollTo(0, 9000));
    await expect
      .poll(async () =>
        Number(await page.locator('tbody tr[data-index]').first().getAttribute('data-index')),
      )
      .toBeGreaterThan(100);
    expect(await count()).toBeLessThanOrEqual(1500);
    await close();
  });
});
