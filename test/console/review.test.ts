import { describe, expect, test } from 'vitest';
import { consoleApp, settled, visit } from './support/browser.ts';
import { current, decide, decideElsewhere, enter, SENTENCE } from './support/deciding.ts';
import { fill, type World } from './support/world.ts';
import { within } from '../support/within.ts';
import { cases } from '../support/cases.ts';

const app = consoleApp({ rateLimits: undefined });

/** Returns the number of decisions by hit. */
async function decisions({ org }: World): Promise<Map<string, number>> {
  const { body } = await app.call('GET', '/api/v1/fraud/hits?limit=100', { key: org.key });
  const hits = body.data.items.map(({ id }: { id: string }) =>
    app.call('GET', `/api/v1/fraud/hits/${id}`, { key: org.key }),
  );
  const counts = new Map<string, number>();
  for (const { body: hit } of await Promise.all(hits))
    if (hit.data.decisions.length > 0) counts.set(hit.data.id, hit.data.decisions.length);
  return counts;
}

async function openQueue(world: World, url = app.url) {
  const visited = await visit({ url }, world.session, '/console/review');
  await settled(visited.page);
  await visited.page.locator('tr[aria-selected=true]').waitFor();
  await enter(visited.page);
  return visited;
}

describe('the review queue', () => {
  test('decides many hits by keyboard alone, each once', async () => {
    const count = cases(20, 50);
    const world = await fill(app, count);
    const { page, faults, close } = await openQueue(world);
    for (let i = 0; i < count; i += 1) await decide(page, i % 2 === 0 ? '1' : '2', SENTENCE);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('aud');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await decisions(world)).size, { timeout: within(40_000) })
      .toBe(count);
    expect(new Set((await decisions(world)).values())).toEqual(new Set([1]));
    const { body } = await app.call('GET', `/api/v1/fraud/hits/${world.hitId}`, {
      key: world.org.key,
    });
    expect(body.data.decisions[0]).toMatchObject({ reason: SENTENCE, findings: { score: 100 } });
    expect(faults).toEqual([]);
    await close();
  });

  test('undoes a decision by u, which is never sent to the service', async () => {
    const world = await fill(app, 3);
    const { page, asked, close } = await openQueue(world);
    const id = await current(page);
    await decide(page, '2');
    await page.getByText('unless undone').waitFor();
    expect(await current(page)).not.toBe(id);
    await page.keyboard.press('u');
    await page.getByText('nothing was sent').waitFor();
    expect(await current(page)).toBe(id);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    expect(asked.filter((url) => url.endsWith('/decision'))).toEqual([]);
    expect((await decisions(world)).size).toBe(0);
    await close();
  });

  test('reports a hit that another person has decided in the meantime', async () => {
    const world = await fill(app, 2);
    const { page, close } = await openQueue(world);
    const id = await current(page);
    await decide(page, '2');
    await page.getByText('unless undone').waitFor();
    await decideElsewhere(app, world, id);
    const said = page
      .getByRole('alert')
      .filter({ hasText: 'The hit has changed, or another person has decided it' });
    await said.waitFor();
    expect((await decisions(world)).get(id)).toBe(1);
    // The report survives the next key and another screen, and leads to the hit.
    await page.keyboard.press('u');
    await decide(page, '1');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    expect(await said.innerText()).toContain('false positive');
    expect(await said.getByRole('link').getAttribute('href')).toBe(`/console/review/${id}`);
    await said.getByRole('button', { name: 'Dismiss' }).click();
    await said.waitFor({ state: 'detached' });
    await close();
  });

  test('shows no hit whose decision is being sent', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(world);
    const held = Promise.withResolvers<void>();
    await page.route('**/decision', async (route) => {
      await held.promise;
      await route.continue();
    });
    await decide(page, '2');
    const sent = page.waitForRequest('**/decision');
    await decide(page, '2');
    await sent;
    const rows = page.locator('tbody tr[data-index]');
    await expect.poll(() => rows.count()).toBe(1);
    held.resolve();
    await expect.poll(async () => (await decisions(world)).size).toBe(2);
    expect(await rows.count()).toBe(1);
    await close();
  });

  test('keeps the row of the keyboard when new hits arrive', async () => {
    const world = await fill(app, 3);
    const { page, close } = await openQueue(world);
    await page.keyboard.press('j');
    const id = await current(page);
    const subject = { subjectId: 'customer-new', name: 'Adaeze Okonkwo' };
    await app.call('POST', '/api/v1/fraud/subjects', { key: world.org.key, body: subject });
    await page.getByText('customer-new').waitFor();
    expect(await current(page)).toBe(id);
    expect(await page.locator('tr[aria-selected=true]:focus').count()).toBe(1);
    await close();
  });

  test('decides nothing by keys when the shortcuts are switched off', async () => {
    const world = await fill(app, 2);
    const { page, close } = await openQueue(world);
    await page.getByLabel('Shortcuts').uncheck();
    const row = page.locator('tr[aria-selected=true] td').nth(2);
    await row.click();
    await page.keyboard.press('2');
    await page.reload();
    await settled(page);
    await row.click();
    await page.keyboard.press('2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });
});
