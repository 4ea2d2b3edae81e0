import { describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { DATA_DIR, startTestApp, TEST_SECRET } from '../../support/app.ts';
import { asOwner } from '../../support/database.ts';
import { service } from '../../support/process.ts';
import { consoleApp, settled, visit } from '../support/browser.ts';
import { current, decide, enter } from '../support/deciding.ts';
import { startProxy } from '../support/proxy.ts';
import { fill, type World } from '../support/world.ts';
import { within } from '../../support/within.ts';

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

/** Runs work while a hit is locked and a session of the service waits for it. */
async function whileItWaitsFor(
  hitId: string,
  begin: () => Promise<void>,
  work: () => Promise<unknown>,
) {
  const client = new Client({ connectionString: asOwner(app.databaseUrl) });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM bucket_000.screening_hits WHERE id = $1 FOR UPDATE', [hitId]);
    await begin();
    const waiting = async (): Promise<unknown> =>
      (
        await client.query(
          'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
        )
      ).rowCount;
    await expect.poll(waiting, { timeout: within(25_000) }).toBeGreaterThan(0);
    await work();
  } finally {
    await client.end();
  }
}

async function openQueue(world: World, url = app.url) {
  const visited = await visit({ url }, world.session, '/console/review');
  await settled(visited.page);
  await visited.page.locator('tr[aria-selected=true]').waitFor();
  await enter(visited.page);
  return visited;
}

describe('a decision that is being sent', () => {
  test.each(['request', 'answer'] as const)(
    'becomes one decision when its %s is lost and the network comes back',
    async (what) => {
      const world = await fill(app, 2);
      const proxy = await startProxy(app.url);
      const { page, close } = await openQueue(world, proxy.url);
      const id = await current(page);
      proxy.lose(`POST /api/v1/fraud/hits/${id}`, what);
      await decide(page, '2');
      await expect.poll(() => current(page)).not.toBe(id);
      await decide(page, '2');
      await expect.poll(proxy.lost, { timeout: within(20_000) }).toBeGreaterThan(0);
      proxy.mend();
      await expect
        .poll(async () => (await decisions(world)).get(id), { timeout: within(15_000) })
        .toBe(1);
      await page.reload();
      await settled(page);
      await expect.poll(async () => (await decisions(world)).size).toBe(2);
      expect(new Set((await decisions(world)).values())).toEqual(new Set([1]));
      await close();
      await proxy.stop();
    },
  );

  test.each(['before', 'after'])(
    'becomes one decision when the process is killed %s it has committed',
    async (when) => {
      const world = await fill(app, 2);
      const process = await service({
        ...app.env,
        ORIKI_SECRET: TEST_SECRET,
        ORIKI_DATA_DIR: DATA_DIR,
      }).ready();
      const proxy = await startProxy(process.url);
      const { page, close } = await openQueue(world, proxy.url);
      const id = await current(page);
      const decideBoth = async (): Promise<void> => {
        await decide(page, '2');
        await expect.poll(() => current(page)).not.toBe(id);
        await decide(page, '2');
      };
      if (when === 'before') await whileItWaitsFor(id, decideBoth, () => process.stop('SIGKILL'));
      else {
        proxy.lose(`POST /api/v1/fraud/hits/${id}`, 'answer');
        await decideBoth();
        await expect
          .poll(async () => (await decisions(world)).get(id), { timeout: within(25_000) })
          .toBe(1);
        await process.stop('SIGKILL');
      }
      proxy.mend(Number(new URL(app.url).port));
      await expect
        .poll(async () => (await decisions(world)).get(id), { timeout: within(30_000) })
        .toBe(1);
      await page.reload();
      await settled(page);
      await expect
        .poll(async () => (await decisions(world)).size, { timeout: within(15_000) })
        .toBe(2);
      expect(new Set((await decisions(world)).values())).toEqual(new Set([1]));
      await close();
      await proxy.stop();
    },
  );

  test('becomes one decision when the service ends and another process takes over', async () => {
    const world = await fill(app, 2);
    const before = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
    const proxy = await startProxy(before.url);
    const { page, asked, close } = await openQueue(world, proxy.url);
    // The next screen and the question are loaded before the service ends.
    const hasCodes = () => asked.some((url) => url.endsWith('/approvals/reasons'));
    await expect.poll(hasCodes, { timeout: within(10_000) }).toBe(true);
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.locator('tr[aria-selected=true]').waitFor();
    await enter(page);
    const id = await current(page);
    await before.stop();
    await decide(page, '2');
    await page.getByText('unless undone').waitFor();
    await page.getByRole('link', { name: 'Search' }).click();
    // By then, the attempt to send the decision has failed.
    await page.waitForTimeout(11_000);
    proxy.mend(Number(new URL(app.url).port));
    await expect
      .poll(async () => (await decisions(world)).get(id), { timeout: within(15_000) })
      .toBe(1);
    await close();
    await proxy.stop();
  });
});
