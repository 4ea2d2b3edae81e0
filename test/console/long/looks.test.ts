import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { stopBrowser, visit } from '../support/browser.ts';
import { DARK, expectLooks, FORCED_COLOURS, LARGE_LETTERS } from '../support/looks.ts';
import { fillSite, SCREENS, sessionFor, type Site } from '../support/screens.ts';

let app: TestApp;
let site: Site;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  site = await fillSite(app);
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test.each(SCREENS)(
  'the screen %s meets WCAG, has no fault, and fits, in dark and forced colours and at 400 %%',
  async (name, pathOf) => {
    const path = pathOf(site);
    const { page, faults, close } = await visit(app, sessionFor(site, path), path);
    await expectLooks(page, name, [DARK, FORCED_COLOURS, LARGE_LETTERS]);
    expect(faults).toEqual([]);
    await close();
  },
);
