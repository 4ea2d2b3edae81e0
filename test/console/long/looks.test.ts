import { beforeAll, expect, test } from 'vitest';
import { consoleApp, visit } from '../support/browser.ts';
import { DARK, expectLooks, FORCED_COLOURS, LARGE_LETTERS } from '../support/looks.ts';
import { fillSite, SCREENS, sessionFor, type Site } from '../support/screens.ts';

const app = consoleApp({ rateLimits: undefined });
let site: Site;
beforeAll(async () => {
  site = await fillSite(app);
});

test.each(SCREENS)(
  'the screen %s meets WCAG, has no fault, and fits, in dark and forced colors and at 400 %%',
  async (name, pathOf) => {
    const path = pathOf(site);
    const { page, faults, close } = await visit(app, sessionFor(site, path), path);
    await expectLooks(page, name, [DARK, FORCED_COLOURS, LARGE_LETTERS]);
    expect(faults).toEqual([]);
    await close();
  },
);
