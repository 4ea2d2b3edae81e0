import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { within } from '../support/within.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { decide, decideElsewhere, current, enter, openQueue } from './support/deciding.ts';
import { fill, type World } from './support/world.ts';

const app = consoleApp({ rateLimits: undefined });

/** The time until a decision is sent, and the page has shown its effect. */
const SENT = { timeout: 10_000 + within(10_000) };

async function call({ org }: World, method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v1${path}`, { key: org.key, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
async function open({ session }: World, path: string) {
  const visited = await visit(app, session, `/console${path}`);
  await settled(visited.page);
  // The page loads what keeps the focus after its first view.
  await visited.page.getByRole('navigation').locator('.count').first().waitFor();
  return visited;
}
function focused(page: Page): Locator {
  return page.locator(':focus');
}

describe('the focus', () => {
  test('returns to the button that opened a window, or to the same button in the next row if the row has gone', async () => {
    const world = await fill(app, 1);
    for (const name of ['Other', 'Third']) {
      const list = await call(world, 'POST', '/fraud/lists', {
        name,
        source: `internal:${name.toLowerCase()}`,
        kind: 'tenant_blocklist',
      });
      await call(world, 'POST', '/approvals', {
        action: 'list.remove_entries',
        objectId: list.id,
      });
    }
    const { page, faults, close } = await open(world, '/approvals');
    const buttons = page.getByRole('table').first().getByRole('button');
    const names = await buttons.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')),
    );
    expect(names).toHaveLength(3);
    const dialog = page.getByRole('dialog');
    await buttons.nth(1).press('Enter');
    await dialog.getByRole('textbox').and(focused(page)).waitFor();
    await page.keyboard.press('Escape');
    await buttons.nth(1).and(focused(page)).waitFor();
    // The row leaves after the window has closed.
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox').fill('Not now');
    await page.keyboard.press('Enter');
    await expect.poll(() => buttons.count()).toBe(2);
    await page.locator(`[aria-label="${names[2]}"]:focus`).waitFor();
    // The row leaves while the window is open.
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    const { items } = await call(world, 'GET', '/approvals?status=pending');
    const last = items.find((one: { objectId: string }) => names[2]!.includes(one.objectId));
    await call(world, 'POST', `/approvals/${(last ?? items.at(-1)).id}/reject`, {
      reason: 'Too late',
    });
    await expect.poll(() => page.locator('tbody tr[data-index] button').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator(`[aria-label="${names[0]}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox').fill('Not now');
    await page.keyboard.press('Enter');
    await page.getByText('No requests').or(page.locator('.empty')).first().waitFor();
    await page.locator('main :focus, main:focus').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('is next to a button that its own press has replaced', async () => {
    const world = await fill(app, 1);
    const { page, close } = await open(world, `/cases/${world.caseId}`);
    const claim = page.getByRole('region', { name: 'Claim' });
    await claim.getByRole('button', { name: 'Claim' }).press('Enter');
    await claim.getByRole('button', { name: 'Release' }).waitFor();
    await claim.getByRole('button').and(focused(page)).waitFor();
    await claim.getByRole('button', { name: 'Release' }).press('Enter');
    await claim.getByRole('button', { name: 'Claim' }).and(focused(page)).waitFor();
    const note = page.getByLabel('Note (stored encrypted)');
    await note.fill('Read again');
    await page.getByRole('button', { name: 'Add note' }).press('Enter');
    await page.getByRole('table', { name: 'Notes' }).getByText('Read again').waitFor();
    await note.and(focused(page)).waitFor();
    await close();
  });

  test('returns to the row of the queue after each window', async () => {
    const world = await fill(app, 3);
    const { page, faults, close } = await openQueue(app, world.session);
    await page.getByRole('navigation').locator('.count').first().waitFor();
    await enter(page);
    const id = await current(page);
    const dialog = page.getByRole('dialog');
    for (const key of ['1', '2', 'a', 'n', '?', 'Control+k']) {
      await page.keyboard.press(key);
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('tr[aria-selected=true]:focus').waitFor();
      expect(await current(page)).toBe(id);
    }
    // The button of a window that a person opened by it, too.
    const settings = page.getByRole('button', { name: 'Settings' });
    await settings.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await settings.and(focused(page)).waitFor();
    // The last row leaves: the row before it gets the focus.
    await page.locator('tbody tr[data-index]').last().click();
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    await decide(page, '1');
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBe(2);
    // A row that another person removes gives its focus to the table: the person has not chosen the next row.
    await decideElsewhere(app, world, await current(page));
    await expect.poll(() => page.locator('tbody tr[data-index]').count()).toBe(1);
    await page.locator('.rows:focus').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the counts of open hits', () => {
  async function countsOf(page: Page): Promise<string> {
    const link = page.getByRole('navigation').getByRole('link', { name: /^Review queue/ });
    const foot = page.getByText(/^\d+ of \d+$/);
    return `${(await link.innerText()).replace(/\D+/g, '')}: ${await foot.innerText()}`;
  }

  test('follow a decision, its undo, its refusal and a lost attempt', async () => {
    const world = await fill(app, 4);
    const { page, close } = await openQueue(app, world.session);
    const link = page.getByRole('navigation').getByRole('link', { name: /^Review queue/ });
    await link.locator('.count').waitFor();
    // The stream of changes would read the counts again, too.
    await page.route('**/api/v1/live**', (route) => route.abort());
    await enter(page);
    await expect.poll(() => countsOf(page)).toBe('4: 4 of 4');
    await decide(page, '2');
    await expect.poll(() => countsOf(page)).toBe('3: 3 of 3');
    await page.keyboard.press('u');
    await expect.poll(() => countsOf(page)).toBe('4: 4 of 4');
    // The first attempts of one decision are lost; another person was faster with the other one.
    let lost = 0;
    const id = await current(page);
    await page.route(`**/hits/${id}/decision`, (route) => {
      lost += 1;
      return lost <= 2 ? route.abort() : route.continue();
    });
    await decide(page, '1');
    const other = await current(page);
    await decide(page, '1');
    await expect.poll(() => countsOf(page)).toBe('2: 2 of 2');
    await decideElsewhere(app, world, other);
    await page.getByRole('alert').getByText('another person has decided it').waitFor(SENT);
    await expect.poll(() => lost, SENT).toBe(3);
    await expect.poll(() => countsOf(page), SENT).toBe('2: 2 of 2');
    const { body } = await app.call('GET', '/api/v1/fraud/hits?status=open', {
      key: world.org.key,
    });
    expect(body.data.items).toHaveLength(2);
    await close();
  });
});
