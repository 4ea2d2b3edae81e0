import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, LOOKUP } from '../../../../test/support/identity-chain.ts';
import { startVendor, type VendorServer } from '../../../../test/support/vendors/server.ts';
import { OutboundClient } from '../../../platform/outbound/client.ts';
import { loadProviders } from './providers-file.ts';

const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
let folder: string;
let failing: VendorServer;
let healthy: VendorServer;
/** A server that accepts every request and answers none. */
let hanging: Server;
let open = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-chain-'));
  const account = { account_number: LOOKUP.accountNumber, account_name: 'OKAFOR ADAEZE' };
  healthy = await startVendor(() => ({ status: 200, json: { status: true, data: account } }));
  failing = await startVendor(() => ({ status: 500, text: '<h1>oops</h1>' }));
  hanging = createServer((request) => {
    open += 1;
    request.socket.once('close', () => (open -= 1));
  });
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(async () => {
  hanging.closeAllConnections();
  hanging.close();
  await client.close();
  await Promise.all([healthy.stop(), failing.stop()]);
  await rm(folder, { recursive: true });
});

// contract: providers/time-out-retry
test('when one vendor hangs and one fails, the healthy one answers', async () => {
  const credentials = { secretKey: { env: 'KEY' } };
  const hangs = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const entry = (label: string, baseUrl: string, more: object = {}) => ({
    label,
    adapter: 'paystack',
    baseUrl,
    credentials,
    ...more,
  });
  const path = join(folder, 'providers.json');
  await writeFile(
    path,
    JSON.stringify({
      providers: [
        entry('p-1', hangs, { timeoutMs: 200, breaker: { failures: 2 } }),
        entry('p-2', failing.url, { retries: 2 }),
        entry('p-3', `${healthy.url}/v7`),
      ],
      chains: { account: { NG: ['p-1', 'p-2', 'p-3'] } },
    }),
  );
  const { providers } = await loadProviders(path, () => 'sk-5ecre7', client.rules);
  const { ask, chain, lines } = chainOf([...providers], client);

  for (const skipped of [false, false, true]) {
    const result = await ask();
    expect(result).toMatchObject({
      provider: 'p-3',
      answer: { outcome: 'ok', accountName: 'OKAFOR ADAEZE', raw: expect.any(String) },
      attempts: [
        { provider: 'p-1', outcome: 'unavailable', skipped },
        { provider: 'p-2', outcome: 'unavailable', skipped: false },
        { provider: 'p-3', outcome: 'ok', skipped: false },
      ],
    });
    // The request without an answer has been canceled.
    await expect.poll(() => open).toBe(0);
  }
  expect(chain.health().map(({ state }) => state)).toEqual(['open', 'closed', 'closed']);
  expect(chain.availability()).toEqual([{ kind: 'account', country: 'NG', available: true }]);
  expect(failing.requests.length).toBe(9);
  expect(healthy.requests[0]).toMatchObject({
    path: '/v7/bank/resolve',
    headers: { authorization: 'Bearer sk-5ecre7' },
  });
  expect(JSON.stringify(lines)).not.toMatch(/5ecre7|0123456789|OKAFOR|paystack|oops/i);
});
