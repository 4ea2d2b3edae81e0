/** Checks that a process forgets data that no revision guards when it loses the connection for its notifications. */
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import { LISTENING } from '../session/listener.ts';
import { within } from '../../../../test/support/within.ts';

/** Less than a minute, because a process stores its state again after a minute. */
const SOON = { timeout: within(20_000) };

const app = testApp({
  rateLimitStore: 'postgres',
  rateLimits: { lists: { points: 2, windowSeconds: 3600 } },
});

/** Ends the connections on which the process is notified, as a restart of a server would. */
async function interrupt(): Promise<void> {
  for (const db of app.buckets()) {
    const { rowCount } = await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [LISTENING],
    );
    expect(rowCount).toBeGreaterThan(0);
  }
}

test('a rate limit that the database has forgotten is also forgotten by the process', async () => {
  const { key } = await app.org();
  const ask = async () => (await app.call('GET', '/api/v1/fraud/lists', { key })).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  await app.db.query('DELETE FROM rate_limits');
  expect(await ask()).toBe(429);
  await interrupt();
  await expect.poll(ask, SOON).toBe(200);
});

test('the lists of a version that the database has lost are stored again', async () => {
  const client = await ScreeningClient.of(app);
  const own = await app.dbOf(client.org.id);
  const named = async () => {
    const body = { name: 'Adewale Ogunbanjo' };
    const { screeningId } = await client.ask(200, 'POST', '/screen', body);
    return (await client.ask(200, 'GET', `/screenings/${screeningId}`)).lists;
  };
  expect(await named()).toEqual([]);
  await own.query('DELETE FROM screening_list_versions WHERE org_id = $1', [client.org.id]);
  expect(await named()).toBeUndefined();
  await interrupt();
  await expect.poll(named, SOON).toEqual([]);
});

test('records the use of a key again if the database has lost it', async () => {
  const { id } = await app.org();
  const { id: keyId, key } = await app.key(id, ['fraud:screen']);
  const use = () => app.call('GET', '/api/v1/fraud/screenings', { key });
  const lastUsed = async () =>
    (await app.db.query('SELECT last_used_at FROM api_keys WHERE id = $1', [keyId])).rows[0]
      .last_used_at;
  await use();
  await expect.poll(lastUsed, SOON).not.toBeNull();
  await app.db.query('UPDATE api_keys SET last_used_at = NULL WHERE id = $1', [keyId]);
  await use();
  expect(await lastUsed()).toBeNull();
  await interrupt();
  await expect.poll(async () => (await use()) && (await lastUsed()), SOON).not.toBeNull();
});
