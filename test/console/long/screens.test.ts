import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp, picture, settled, violationsOf, visit } from '../support/browser.ts';
import { fillSite, SCREENS, sessionFor, type Site } from '../support/screens.ts';

const app = consoleApp({ rateLimits: undefined });
let full: Site;
let empty: Site;
beforeAll(async () => {
  full = await fillSite(app);
  const org = await app.org();
  empty = { ...full, org, session: (await app.person(org.id, ['admin'])).session };
});

describe.each(SCREENS)('the screen %s', (name, pathOf) => {
  test('shows the next step, or what is missing, in an empty organization', async () => {
    const { page, faults, close } = await visit(
      app,
      sessionFor(empty, pathOf(empty)),
      pathOf(empty),
    );
    await expect.poll(() => page.locator('main').innerText()).toMatch(/\w{3}/);
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    await picture(page, `${name} with nothing`);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('keeps its texts in the catalogue of texts', async () => {
    const { page, close } = await visit(app, sessionFor(full, pathOf(full)), pathOf(full), {
      locale: 'en-XA',
    });
    await settled(page);
    const spoken = await page
      .locator('h1, h2, h3, th, dt, label, button, nav a, caption')
      .allInnerTexts();
    const words = spoken.filter(
      (text) => /[a-z]{3}/i.test(text) && !/^\s*\[.*\]/s.test(text) && !full.own.test(text),
    );
    expect(words).toEqual([]);
    await close();
  });
});
