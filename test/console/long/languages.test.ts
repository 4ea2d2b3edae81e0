import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TEXTS, TEXTS, WORDS } from '../../../console/src/texts/fr/french.ts';
import { within } from '../../support/within.ts';
import {
  consoleApp,
  overflowOf,
  picture,
  settled,
  violationsOf,
  visit,
} from '../support/browser.ts';
import { englishTexts } from '../support/catalogue.ts';
import { current, decisionsOf, enter } from '../support/deciding.ts';
import { allowOnePerson, fill } from '../support/world.ts';
import { fillSite, SCREENS, sessionFor, type Site } from '../support/screens.ts';

const app = consoleApp({ rateLimits: undefined });
let site: Site;
beforeAll(async () => {
  site = await fillSite(app);
});

const IN_FRENCH = { locale: 'fr-FR' };
const SIZES = [
  { width: 390, height: 800 },
  { width: 1280, height: 800 },
];

const { texts, words } = englishTexts();
const FRENCH = new Set([...TEXTS.values(), ...WORDS.values()]);
/** English texts that are not also French texts, as patterns: a placeholder is any text. */
const ENGLISH = [...texts, ...words]
  .filter(([, text]) => !FRENCH.has(text))
  .map(([, text]) => text.split(/\{\w+(?::[^}]*)?\}/))
  .filter((parts) => /[a-z]{4}/i.test(parts.join('')))
  .map((parts) => new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`));

/** Returns every text of the page, and every name for screen readers. */
async function textsOf(page: Page): Promise<string[]> {
  const found: string[] = await page.evaluate(`(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (nodes.nextNode()) found.push(nodes.currentNode.data.trim());
    for (const one of document.querySelectorAll('[aria-label], [placeholder]'))
      found.push(one.ariaLabel ?? '', one.placeholder ?? '');
    return found;
  })()`);
  return [...new Set(found)].filter((text) => text !== '');
}

/** The screens that people use most, with every kind of part. */
const MAIN = SCREENS.filter(([name]) =>
  [
    '/today',
    '/review',
    '/review/$id',
    '/cases',
    '/cases/$id',
    '/cases/$id/file',
    '/subjects/$id',
    '/search/$id',
    '/lists/$id',
    '/webhooks/$id',
    '/keys',
    '/members',
    '/approval-settings',
    '/global-lists/$id',
  ].includes(name),
);

describe('the screen in French', () => {
  test.each(MAIN)(
    '%s has no English text of the catalogue, fits and meets WCAG',
    async (name, pathOf) => {
      const path = pathOf(site);
      const { page, faults, close } = await visit(app, sessionFor(site, path), path, IN_FRENCH);
      await settled(page);
      expect(await page.locator('html').getAttribute('lang')).toBe('fr');
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await picture(page, `${name} in French at ${size.width}`);
        expect([size.width, await overflowOf(page)]).toEqual([size.width, 0]);
      }
      const shown = await textsOf(page);
      expect(shown.filter((text) => ENGLISH.some((one) => one.test(text)))).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );
});

test('a person decides a hit in French, and the texts of the decision stay as written', async () => {
  const world = await fill(app, 2);
  await allowOnePerson(app, world);
  const { page, faults, close } = await visit(app, world.session, '/console/review', IN_FRENCH);
  await settled(page);
  await page.locator('tr[aria-selected=true]').waitFor();
  await enter(page);
  const id = await current(page);
  await page.keyboard.press('2');
  const question = page.getByRole('dialog');
  const codes = question.getByRole('radio');
  await codes.and(page.locator(':focus')).waitFor();
  expect(await question.getByRole('heading').innerText()).toMatch(
    /^faux positif\u{202F}: .+, customer-\d – .+$/u,
  );
  const labels = await question.locator('label:has([type=radio])').allInnerTexts();
  expect(labels.map((label) => label.replace(/^\d /, ''))).toEqual([...DEFAULT_TEXTS.values()]);
  await page.keyboard.press('1');
  await question.getByLabel('Explication').and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText('Née une autre année : pièce vérifiée.');
  await page.keyboard.press('Enter');
  await page.getByText('Enregistrement à', { exact: false }).waitFor();
  // Signing out sends the decision immediately.
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await page.getByRole('heading', { name: 'Se connecter à Oriki' }).waitFor();
  const [made] = (await decisionsOf(app, world)).get(id)!;
  expect(made).toMatchObject({
    decision: 'false_positive',
    reason: 'Née une autre année : pièce vérifiée.',
    reasonCode: 'date_of_birth_differs',
  });
  expect(faults).toEqual([]);
  await close();
});

test('the setting changes the language, and a page in English loads no other catalogue', async () => {
  const { page, asked, close } = await visit(app, site.session, '/console/keys');
  await settled(page);
  const isFrenchLoaded = () => asked.some((url) => url.includes('/assets/french-'));
  await expect
    .poll(() => asked.some((url) => url.includes('/assets/palette-')), { timeout: within(15_000) })
    .toBe(true);
  expect(isFrenchLoaded()).toBe(false);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('Français');
  await page.getByRole('heading', { name: 'Clés', level: 1 }).waitFor();
  expect(isFrenchLoaded()).toBe(true);
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  expect(await page.locator('time').first().getAttribute('title')).toMatch(
    / nov\. | [a-zéû]+\.? 20/,
  );
  await page.getByRole('button', { name: 'Réglages' }).click();
  await page.getByLabel('Langue').selectOption('English');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await close();
});

/**
 * Returns links, buttons, fields, headings and labels that lie on another one. Rows of a table scroll behind its titles, and a bar at
 * the bottom lies above the page, so both are skipped.
 */
async function overlapsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const scrolls = (one) => getComputedStyle(one).overflow !== 'visible';
    // A bar at the edge of the window lies on the page on purpose.
    const isOverPage = (one) => {
      for (let frame = one; frame; frame = frame.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(frame).position)) return true;
      return false;
    };
    // The part of an element that its frames do not hide.
    const seen = (one) => {
      let { left, right, top, bottom } = one.getBoundingClientRect();
      for (let frame = one.parentElement; frame; frame = frame.parentElement) {
        if (frame === document.body || !scrolls(frame)) continue;
        const box = frame.getBoundingClientRect();
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      return { left, right, top, bottom };
    };
    const all = [...document.querySelectorAll('a, button, input, select, h1, h2, h3, .field-label, .badge, dt, dd, kbd, .count')]
      .filter((one) => one.checkVisibility() && !one.closest('td, th, .skip, .hidden-text, .detail-touch, [aria-hidden=true]') && !isOverPage(one))
      .map((one) => [one, seen(one)])
      .filter(([, { left, right, top, bottom }]) => right - left > 1 && bottom - top > 1);
    const found = [];
    for (const [i, [one, a]] of all.entries())
      for (const [other, b] of all.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 1) found.push(one.textContent + ' on ' + other.textContent);
      }
    return found;
  })()`);
}

const RIGHT_TO_LEFT = new Set([
  '/today',
  '/review',
  '/review/$id',
  '/cases/$id',
  '/subjects/$id',
  '/webhooks/$id',
  '/members',
  '/approval-settings',
]);

/** Opens a screen in a page whose writing goes from right to left. */
async function visitMirrored(path: string) {
  const visited = await visit(app, site.session, path, { viewport: SIZES[0]! });
  await visited.page.addInitScript(
    `new MutationObserver(() => (document.documentElement.dir = 'rtl')).observe(document, { childList: true })`,
  );
  await visited.page.reload();
  await settled(visited.page);
  return visited;
}

describe('the screen from right to left', () => {
  test.each(SCREENS.filter(([name]) => RIGHT_TO_LEFT.has(name)))(
    '%s is mirrored, without overlaps and without sideways scrolling',
    async (name, pathOf) => {
      const { page, faults, close } = await visitMirrored(pathOf(site));
      const link = await page.locator('nav [aria-current=page]').boundingBox();
      expect(link!.x).toBeGreaterThanOrEqual(0);
      expect(link!.x + link!.width).toBeLessThanOrEqual(SIZES[0]!.width);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        if (name === '/review')
          await page.locator(size.width > 1000 ? '.detail' : '.detail-touch').waitFor();
        await picture(page, `${name} from right to left at ${size.width}`);
        expect([size.width, await overlapsOf(page)]).toEqual([size.width, []]);
        expect([size.width, await overflowOf(page)]).toEqual([size.width, 0]);
      }
      const [nav, main] = await Promise.all(
        ['nav.side', 'main'].map((part) => page.locator(part).boundingBox()),
      );
      expect(nav!.x).toBeGreaterThan(main!.x);
      expect(faults).toEqual([]);
      await close();
    },
  );
});
