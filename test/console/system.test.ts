import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { stopBrowser, violationsOf, visit } from './support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test('the checks of the system have placeholder lines until they are read, so that the jobs are moved only a little', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/no-such-screen');
  const held = Promise.withResolvers<void>();
  await page.route('**/diagnosis', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${app.url}/console/system`);
  const lines = page.locator('section.panel .skeleton');
  await expect.poll(() => lines.count()).toBeGreaterThan(10);
  expect(await violationsOf(page)).toEqual([]);
  const jobs = page.getByRole('heading', { name: 'Background work' });
  const topOf = async (): Promise<number> => (await jobs.boundingBox())!.y;
  const before = await topOf();
  held.resolve();
  const checks = page.getByRole('list', { name: 'Checks' });
  await checks.waitFor();
  expect(await lines.count()).toBe(0);
  const streams = checks.getByRole('listitem').filter({ hasText: /^ok streams/ });
  expect(await streams.getByRole('link').getAttribute('href')).toBe('/docs/live.md');
  const { height } = (await checks.boundingBox())!;
  expect(Math.abs((await topOf()) - before)).toBeLessThan(height / 4);
  expect(faults).toEqual([]);
  await close();
});
