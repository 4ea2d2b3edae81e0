import { expect, test } from 'vitest';
import { retryWhileUnavailable } from './retry.ts';

const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

test('work is retried while the database is unavailable, until its time is over; rejected work is not', async () => {
  let tries = 0;
  const failing = (error: unknown, times: number) => async () => {
    tries += 1;
    if (tries <= times) throw error;
    return 'done';
  };
  expect(await retryWhileUnavailable(60_000, failing(away, 2))).toBe('done');
  expect(tries).toBe(3);
  tries = 0;
  await expect(retryWhileUnavailable(0, failing(away, 1))).rejects.toBe(away);
  expect(tries).toBe(1);
  tries = 0;
  const refused = new Error('no');
  await expect(retryWhileUnavailable(60_000, failing(refused, 1))).rejects.toBe(refused);
  expect(tries).toBe(1);
  tries = 0;
  expect(await retryWhileUnavailable(60_000, failing(refused, 1), () => true)).toBe('done');
});
