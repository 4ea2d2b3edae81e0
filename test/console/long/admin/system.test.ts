import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { consoleApp, violationsOf, visit } from '../../support/browser.ts';

const app = consoleApp({ rateLimits: undefined });

test('the system shows the checks that need an action, then the jobs, and the other checks on a click', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/no-such-screen');
  const held = Promise.withResolvers<void>();
  await page.route('**/diagnosis', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${app.url}/console/system`);
  const jobs = page.getByRole('heading', { name: 'Background work' });
  await page.getByRole('heading', { name: 'Checks' }).waitFor();
  // The jobs wait for the checks, so nothing moves.
  expect(await jobs.count()).toBe(0);
  held.resolve();
  await jobs.waitFor();
  expect((await jobs.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height);
  const ok = page.getByRole('listitem').filter({ hasText: /^ok/ });
  expect(await ok.filter({ visible: true }).count()).toBe(0);
  await page.getByText(/^\d+ other checks$/).click();
  const streams = ok.filter({ hasText: /^ok streams/ });
  expect(await streams.getByRole('link').getAttribute('href')).toBe('/docs/live.md');
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the system lists outside hosts, and saves the signed report', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, faults, close } = await visit(app, session, '/console/system');
  const hosts = page.getByRole('table', { name: 'Outside hosts' });
  const row = hosts.getByRole('row').filter({ hasText: 'ORIKI_EGRESS' });
  await row.waitFor();
  expect(await row.textContent()).toContain('addresses');
  expect(await violationsOf(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the signed report' }).click();
  const report = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(report).toMatchObject({ format: 'oriki-egress-v1', mode: 'open' });
  expect(report.signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
  expect(faults).toEqual([]);
  await close();
});
