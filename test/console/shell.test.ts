import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCREENS_OF } from '../../console/src/ids.ts';
import { newId } from '../../src/platform/ids.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { fillSite, SCREENS, sessionFor, type Site } from './support/screens.ts';
import { within } from '../support/within.ts';

const ASSETS = join(import.meta.dirname, '../../console/dist/assets');
const SOURCES = join(import.meta.dirname, '../../src');
const KB = 1000;

const app = consoleApp({ rateLimits: undefined });
let world: Site;
beforeAll(async () => {
  world = await fillSite(app);
});

test('on a phone the name of the current screen is visible among the others', async () => {
  const size = { viewport: { width: 390, height: 800 } };
  const { page, faults, close } = await visit(app, world.session, '/console/audit', size);
  await settled(page);
  const current = page.getByRole('navigation').getByRole('link', { name: 'Audit', exact: true });
  const right = async () => {
    const box = await current.boundingBox();
    return box!.x + box!.width;
  };
  await expect.poll(right).toBeLessThanOrEqual(390);
  expect(faults).toEqual([]);
  await close();
});

describe('the first view', () => {
  test('reads nothing twice', async () => {
    const { page, asked, close } = await visit(app, world.session, '/console/review');
    const reads = () => asked.filter((address) => new URL(address).pathname.startsWith('/api/v1/'));
    const isFollowed = () => reads().some((address) => address.includes('/live'));
    await settled(page);
    await expect.poll(isFollowed, { timeout: within(10_000) }).toBe(true);
    await page.waitForTimeout(2500);
    expect(reads().length).toBeGreaterThan(4);
    expect(reads().toSorted()).toEqual([...new Set(reads())].toSorted());
    await close();
  });

  test('shows a hit and new roles that came before the stream of changes', async () => {
    const { id, session } = await app.person(world.org.id, ['analyst']);
    const { page, close } = await visit(app, session, '/console/today');
    await settled(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/live/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${app.url}/console/review`);
    await page.getByRole('link', { name: world.subjectId, exact: true }).waitFor();
    const early = { subjectId: 'customer-early', name: 'Adaeze Okonkwo' };
    const { key } = world.org;
    const enrolled = await app.call('POST', '/api/v1/fraud/subjects', { key, body: early });
    expect(enrolled.status).toBeLessThan(300);
    const body = { roles: ['analyst', 'billing'] };
    expect((await app.call('PATCH', `/api/v1/members/${id}`, { key, body })).status).toBe(200);
    release();
    await page.getByRole('link', { name: 'customer-early', exact: true }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Invoices' }).waitFor();
    await close();
  });
});

describe('the palette', () => {
  test('opens each screen by Ctrl-K, three letters and Enter', async () => {
    const { page, faults, close } = await visit(app, world.session, '/console/today');
    await settled(page);
    const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    // A count of waiting work may follow the name.
    const names = links.map((text) => text.split('\n')[0]!);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('searchbox')).waitFor();
      await page.keyboard.type(name.slice(0, 3).toLowerCase());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.locator('main:focus, main :focus').waitFor();
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('opens the object of an id', async () => {
    const { page, close } = await visit(app, world.session, '/console/today');
    await settled(page);
    for (const [id, path] of [
      [world.hitId, 'review'],
      [world.screeningId, 'search'],
      [world.webhookId, 'webhooks'],
      [world.listId, 'lists'],
      [world.invoiceId, 'invoices'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').locator('input').fill(id);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/console/${path}/${id}`);
    }
    await close();
  });

  test('searches customers for any other text, which is in no address', async () => {
    const { page, asked, close } = await visit(app, world.session, '/console/today');
    await settled(page);
    for (const text of ['adaeze', 'Gaddafi']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').locator('input').fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/console/subjects`);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.getByLabel('Name or id').inputValue()).toBe(text);
      if (text === 'Gaddafi') await page.getByText('No enrolled customer').waitFor();
      else await page.getByRole('link', { name: world.subjectId, exact: true }).waitFor();
    }
    // The text of the last search is selected, so that typing replaces it.
    await page.getByRole('link', { name: 'Cases' }).click();
    await page.goBack();
    await page.getByLabel('Name or id').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('adaeze');
    expect(await page.getByLabel('Name or id').inputValue()).toBe('adaeze');
    // The exact id of a customer opens the customer.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').fill(world.subjectId);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}/console/subjects/${world.subjectId}`);
    expect(asked.filter((address) => /adaeze|gaddafi/i.test(address))).toEqual([]);
    await close();
  });

  async function opened(page: Page, id: string): Promise<string> {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').fill(id);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { pathname, search } = new URL(page.url());
    return pathname.replace('/console', '') + search;
  }

  test('leads from any id to its screen, or to its actions in the log', async () => {
    const ids = Object.fromEntries(Object.keys(SCREENS_OF).map((one) => [one, newId(one)]));
    const { page, close } = await visit(app, world.session, '/console/today');
    await settled(page);
    for (const [prefix, place] of [
      ['approval', '/approvals'],
      ['export', '/exports'],
      ['role', '/permissions'],
      ['usr', '/members'],
      ['ses', `/audit?object=${ids['ses']}`],
      ['idp', `/audit?object=${ids['idp']}`],
      ['entry', '/lists'],
    ] as const)
      expect(await opened(page, ids[prefix]!)).toBe(place);
    await page.goto(`${app.url}/console/audit?object=${world.caseId}`);
    await page.getByRole('cell', { name: world.caseId }).first().waitFor();
    expect(await page.getByRole('cell', { name: world.caseId }).count()).toBe(
      (await page.getByRole('row').count()) - 1,
    );
    expect(await opened(page, ids['ses']!)).toBe(`/audit?object=${ids['ses']}`);
    await page.getByText('No rows match the filter.').waitFor();
    await close();
    const { session } = await app.person(null, ['admin']);
    const operators = await visit(app, session, '/console/system');
    await settled(operators.page);
    for (const [prefix, place] of [
      ['glist', `/global-lists/${ids['glist']}`],
      ['approval', '/platform-approvals'],
      ['org', '/organizations'],
      ['deadletter', '/providers'],
      ['usr', `/platform-audit?object=${ids['usr']}`],
    ] as const)
      expect(await opened(operators.page, ids[prefix]!)).toBe(place);
    await operators.close();
  });

  test('accepts the ids of all objects', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const prefixes = files
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(join(SOURCES, name), 'utf8').matchAll(/_PREFIX = '([a-z]+)'/g),
      ])
      .map(([, prefix]) => prefix!);
    expect(prefixes.toSorted()).toEqual(Object.keys(SCREENS_OF).toSorted());
  });

  test('gives focus back where it was on Escape', async () => {
    const { page, close } = await visit(app, world.session, '/console/today');
    await settled(page);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Keys' });
    await link.focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input').fill('xyz');
    // The first Escape empties the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => link.evaluate((element) => element.ownerDocument.activeElement === element))
      .toBe(true);
    await close();
  });
});

describe('the script and style of a screen', () => {
  function sizeOf(name: string): number {
    return gzipSync(readFileSync(join(ASSETS, name))).length;
  }
  function sum(names: Iterable<string>): number {
    return [...names].reduce((total, name) => total + sizeOf(name), 0);
  }
  /** The file that draws plots, which is loaded once their figures are on the page. */
  const DRAWING = /\/assets\/draw-/;
  /**
   * Returns the files of the first view: those requested before the rest is loaded, which begins with the palette.
   */
  function firstOf(asked: string[]): Set<string> {
    const names = asked
      .filter((url) => url.includes('/console/assets/') && !DRAWING.test(url))
      .map((url) => url.split('/').at(-1)!);
    const rest = names.findIndex((name) => name.startsWith('palette-'));
    return new Set(rest === -1 ? names : names.slice(0, rest));
  }

  test('is at most 160 KB for a first view, 40 KB for each further one, and 420 KB in total without a second language', async () => {
    let home: Set<string> | undefined;
    for (const [name, pathOf] of SCREENS) {
      const path = pathOf(world);
      const { page, asked, close } = await visit(app, sessionFor(world, path), path);
      await page.locator('h1').first().waitFor();
      const loaded = firstOf(asked);
      expect(loaded.size).toBeGreaterThan(2);
      home ??= loaded;
      expect([name, sum(loaded) <= 160 * KB]).toEqual([name, true]);
      expect([name, sum(loaded.difference(home)) <= 40 * KB]).toEqual([name, true]);
      await close();
    }
    const all = readdirSync(ASSETS);
    const drawing = all.filter((name) => name.startsWith('draw-'));
    expect(drawing.length).toBe(2);
    expect(sum(drawing)).toBeLessThanOrEqual(40 * KB);
    const french = all.filter((name) => name.startsWith('french-'));
    expect(french.length).toBe(1);
    expect(sum(french)).toBeLessThanOrEqual(40 * KB);
    expect(sum(all) - sum(french)).toBeLessThanOrEqual(420 * KB);
  });

  test('loads no code for plots on a screen without plots', async () => {
    const { page, asked, close } = await visit(app, world.session, '/console/keys');
    await settled(page);
    const at = (part: string): number => asked.findIndex((url) => url.includes(part));
    await expect.poll(() => at('/assets/draw-'), { timeout: within(15_000) }).toBeGreaterThan(-1);
    expect(at('/assets/draw-')).toBeGreaterThan(at('/assets/palette-'));
    await close();
  });
});
