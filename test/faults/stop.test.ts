/** Signals to a process with its own embedded database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import {
  cleanUp,
  eventually,
  freePort,
  freshDataDir,
  migratedDataDir,
  postmasterPid,
  service,
} from '../support/process.ts';

afterAll(cleanUp);

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  '%s during the start aborts it with exit code %i, keeps nothing running, and the next start works',
  async (signal, code) => {
    const dataDir = await freshDataDir();
    const env = { ORIKI_DATA_DIR: dataDir, PORT: String(await freePort()) };
    const first = service(env);
    await eventually(() =>
      call(`http://127.0.0.1:${env.PORT}`, 'GET', '/livez').then(
        () => true,
        () => false,
      ),
    );
    expect(first.said).not.toContain('Oriki is ready');
    first.signal(signal);
    expect(await first.ended).toEqual({ code, signal: null });
    expect(first.said).toContain(`stopped by ${signal} before it was ready`);
    expect(first.said).not.toMatch(/ork_|^\s+at /m);
    expect(await postmasterPid(dataDir)).toBeUndefined();
    // The second start creates the demo organization again, and shows its key.
    const second = await service(env).ready();
    expect(
      (await call(second.url, 'GET', '/api/v1/fraud/lists', { key: second.demoKey })).status,
    ).toBe(200);
    expect(await second.stop()).toEqual({ code: 0, signal: null });
  },
);

test('a second SIGTERM two seconds after the first also ends the embedded database, unless another process uses it', async () => {
  const dataDir = await migratedDataDir();
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_DRAIN_DELAY_MS: '60000' };
  const killed = async (): Promise<void> => {
    const process = await service(env).ready();
    process.signal('SIGTERM');
    await sleep(2100);
    expect(process.running()).toBe(true);
    expect(await process.stop()).toEqual({ code: 143, signal: null });
  };
  await killed();
  expect(await postmasterPid(dataDir)).toBeUndefined();
  const other = await service({ ...env, ORIKI_DRAIN_DELAY_MS: '0' }).ready();
  const pid = await postmasterPid(dataDir);
  await killed();
  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await other.stop()).toEqual({ code: 0, signal: null });
});
