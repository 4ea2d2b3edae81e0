import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { listedSince, publisherPage } from '../../console/src/screens/review/publishers.ts';
import { startTestApp, type TestApp, type TestPerson } from '../support/app.ts';
import { settled, stopBrowser, violationsOf, visit } from './support/browser.ts';
import { answerQuestion, current } from './support/deciding.ts';
import { fill, type World } from './support/world.ts';

let app: TestApp;
let world: World;
let ada: TestPerson;
/** Ids of hits by their customers. */
let hits: Map<string, string>;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  world = await fill(app, 6);
  ada = await app.person(world.org.id, ['admin'], 'Ada Obi');
  await send('/fraud/subjects', {
    subjectId: 'near',
    name: 'Adaeze Okonkwoo',
    dob: '1975-01-05',
    country: 'GH',
  });
  const { items } = await get('/fraud/hits?limit=100');
  hits = new Map(
    items.map(({ subjectId, id }: { subjectId: string; id: string }) => [subjectId, id]),
  );
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

async function get(path: string) {
  return (await app.call('GET', `/api/v1${path}`, { key: world.org.key })).body.data;
}
async function send(path: string, body: object) {
  const answer = await app.call('POST', `/api/v1${path}`, { key: world.org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
async function open(path = '', session = ada.session, options: BrowserContextOptions = {}) {
  const visited = await visit(app, session, `/console/review${path}`, options);
  await settled(visited.page);
  await visited.page.getByRole('navigation', { name: 'Views', exact: true }).waitFor();
  return visited;
}
/** Returns the customers of the rows, from the top. */
function customers(page: Page): Promise<string[]> {
  return page.locator('tbody tr[data-index] td:nth-child(2) > :first-child a').allInnerTexts();
}

describe('the address of the review queue', () => {
  test('has filters and order, which a reload, the back button and a link restore', async () => {
    const { page, asked, faults, close } = await open();
    expect(await customers(page)).toHaveLength(7);
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await page.waitForURL('**/review?sort=highest_score');
    await page.getByRole('button', { name: 'Score', exact: true }).press('Enter');
    await page.waitForURL('**/review?sort=lowest_score');
    await expect.poll(async () => (await customers(page))[0]).toBe('near');
    const head = page.getByRole('columnheader', { name: 'Score' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Score to').fill('99');
    await page.getByLabel('Score to').press('Enter');
    await expect.poll(() => customers(page)).toEqual(['near']);
    expect(await violationsOf(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => customers(page)).toEqual(['near']);
    await page.locator('tbody tr[data-index] a').first().click();
    await page.getByRole('heading', { name: 'Hit', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => customers(page)).toEqual(['near']);
    await page.goBack();
    await expect.poll(() => customers(page)).toHaveLength(7);
    expect(asked.filter((url) => /adaeze/i.test(url))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('has each filter of the list', async () => {
    const { page, faults, close } = await open();
    await page.getByRole('button', { name: 'Filters' }).click();
    for (const [label, option, count] of [
      ['Kind', 'sanctions', 0],
      ['Kind', 'own blocklist', 7],
      ['List', { index: 1 }, 7],
      ['Found', 'Over 30 days', 0],
      ['Found', 'Last 24 hours', 7],
      ['Sort', 'Customer, descending', 7],
    ] as const) {
      const choice = page.getByLabel(label, { exact: true });
      await choice.focus();
      await choice.selectOption(typeof option === 'string' ? { label: option } : option);
      await expect
        .poll(() => page.locator('tbody tr[data-index]').count(), { message: String(option) })
        .toBe(count);
      expect(await choice.evaluate((select) => select.matches(':focus'))).toBe(true);
    }
    expect((await customers(page))[0]).toBe('near');
    await page.getByLabel('Customer id').fill('customer-3');
    await page.getByLabel('Customer id').press('Enter');
    await expect.poll(() => customers(page)).toEqual(['customer-3']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => customers(page)).toHaveLength(7);
    await page.getByLabel('Status').selectOption('closed');
    await page.getByText('No rows match the filter.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('has the views mine, unassigned, overdue and waiting for approval', async () => {
    const [mine, late] = [hits.get('customer-1')!, hits.get('customer-2')!];
    await send('/fraud/hits/assign', { ids: [mine], assignee: ada.id });
    await send('/fraud/hits/assign', { ids: [late], dueAt: '2026-01-05T00:00:00.000Z' });
    const { page, faults, close } = await open();
    const views = page.getByRole('navigation', { name: 'Views', exact: true });
    const view = async (name: string): Promise<void> => {
      await views.getByRole('link', { name, exact: true }).click();
      await views.locator('[aria-current=page]', { hasText: name }).waitFor();
    };
    await view('Mine');
    await expect.poll(() => customers(page)).toEqual(['customer-1']);
    await page.getByRole('row').getByText('Ada Obi').waitFor();
    await view('Unassigned');
    await expect.poll(() => customers(page)).toHaveLength(6);
    await view('Overdue');
    await expect.poll(() => customers(page)).toEqual(['customer-2']);
    await view('Waiting for approval');
    await page.getByText('No rows match the filter.').waitFor();
    await view('All open');
    await expect.poll(() => customers(page)).toHaveLength(7);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a saved view', () => {
  test('restores filters and order, for a person or for the organization, until it is deleted', async () => {
    const { page, faults, close } = await open('?kind=tenant_blocklist&max=99&sort=lowest_score');
    const views = page.getByRole('navigation', { name: 'Views', exact: true });
    await expect.poll(() => customers(page)).toEqual(['near']);
    await views.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name of the view').fill('Weak names');
    await page.getByLabel('Share it with the organization').check();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saved = views.locator('[aria-current=page]', { hasText: 'Weak names (shared)' });
    await saved.waitFor();
    const other = await open('', world.session);
    await other.page.getByRole('link', { name: 'Weak names' }).click();
    await other.page.waitForURL(/kind=tenant_blocklist/);
    await expect.poll(() => customers(other.page)).toEqual(['near']);
    await other.close();
    await views.getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await saved.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the hit of the selected row', () => {
  test('is next to the rows with one table of facts, and the next one opens itself after a decision', async () => {
    const { page, faults, close } = await open('?sort=subject_reverse');
    const row = page.locator('tr[aria-selected=true]');
    expect(await row.innerText()).toMatch(
      /Adaeze Okonkwoo\s*· 1975-01-05 · GH\s*· near\s+Adaeze Okonkwo\s*· ≠ 1980-02-29 · ≠ NG/,
    );
    const detail = page.getByRole('region', { name: 'Selected hit' });
    const facts = detail.getByRole('table', { name: 'Facts of both sides' });
    await facts.getByRole('row').filter({ hasText: '1980-02-29' }).getByText('differs').waitFor();
    await detail.getByText('Known fraudsters').waitFor();
    await detail.getByText('No decisions yet.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const box = (await detail.getByRole('button', { name: 'False positive' }).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(800);
    await detail.getByRole('button', { name: 'False positive' }).click();
    await answerQuestion(page);
    await detail.getByRole('link', { name: 'Open the hit' }).waitFor();
    await expect
      .poll(() => detail.getByRole('link', { name: 'Open the hit' }).getAttribute('href'))
      .toBe(`/console/review/${hits.get('customer-5')}`);
    await page.keyboard.press('u');
    await expect.poll(async () => (await customers(page))[0]).toBe('near');
    expect(faults).toEqual([]);
    await close();
  });

  test('is decided by touch on a phone, which shows customer, listed name, score and due date in full', async () => {
    const due = hits.get('near')!;
    await send('/fraud/hits/assign', { ids: [due], dueAt: '2026-01-05T00:00:00.000Z' });
    const { page, faults, close } = await open('', ada.session, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const row = page.locator('tbody tr[data-index]').filter({ hasText: 'Okonkwoo' });
    await row.getByText('near').waitFor();
    expect(await row.innerText()).toMatch(
      /Adaeze Okonkwoo · 1975-01-05 · GH · near[\s\S]+Adaeze Okonkwo · ≠ 1980-02-29[\s\S]+\d\d[\s\S]+due \d+ mo/,
    );
    const cut = await page.locator('.rows, .rows table, tbody td, tbody td *').evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          const isShown = right > left && one.scrollWidth > 1;
          return (
            (isShown && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0) || right > 390
          );
        })
        .map((one) => one.outerHTML.slice(0, 200)),
    );
    expect(cut).toEqual([]);
    await page.locator('tbody tr[data-index]').nth(1).click();
    const id = await current(page);
    const bar = page.getByRole('region', { name: 'Selected hit' });
    const button = bar.getByRole('button', { name: 'True match' });
    for (const one of await bar.getByRole('button').all()) {
      const { x, width, height } = (await one.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
      expect(x + width).toBeLessThanOrEqual(390);
    }
    expect(await violationsOf(page)).toEqual([]);
    await button.click();
    await answerQuestion(page);
    await page.getByText('unless undone', { exact: false }).waitFor();
    expect(await current(page)).not.toBe(id);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(faults).toEqual([]);
    await close();
  });
});

test('a publisher has a page for each id, or for its list', () => {
  expect(publisherPage('ofac:sdn-advanced', '7157')).toBe(
    'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=7157',
  );
  expect(publisherPage('ofac:sdn', 'x&y')).toBeUndefined();
  expect(publisherPage('un:consolidated', 'QDi.001')).toMatch(/^https:\/\/main\.un\.org\//);
  expect(publisherPage('internal:fraud', null)).toBeUndefined();
  expect(listedSince({ LISTED_ON: '2001-10-17', NAME: 'x' })).toBe('2001-10-17');
  expect(listedSince('text')).toBeUndefined();
});
