import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { ProviderChain } from '../src/modules/identity/chain/chain.ts';
import type { ProviderConfig } from '../src/modules/identity/chain/provider.ts';
import { ADAPTERS } from '../src/modules/identity/providers/registry.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { OutboundClient } from '../src/platform/outbound/client.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';

/**
 * Measures the cost of a provider that accepts requests and never answers, as the first of three. Reports the p95 of a
 * call while every call waits for that provider, and the p95 once its breaker is open, against a chain of three healthy
 * providers. The breaker allows a test call every second, thirty times as often as by default.
 */
const TIMEOUT_MS = 500;
const WAITING_CALLERS = 8;
const CALLS = 2000;
const ROUNDS = 7;
const lookup = { country: 'NG', accountNumber: '0123456789', bankCode: '058', claimed: undefined };

const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
const log = createLogger('silent');

async function startVendor(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function chainOf(urls: string[], failures: number): ProviderChain {
  const providers = urls.map((baseUrl, i): ProviderConfig => ({
    label: `provider-${i + 1}`,
    adapter: ADAPTERS.get('paystack')!.create({ secretKey: 'sk_test' }),
    baseUrl,
    timeoutMs: TIMEOUT_MS,
    retries: 1,
    breaker: { failures, openMs: 1000 },
    onNotFound: 'stop',
  }));
  const labels = providers.map(({ label }) => label);
  return new ProviderChain(
    { providers, chains: new Map([['account', new Map([['NG', labels]])]]) },
    { client, log, registry: new Registry(), onRecovered: () => {} },
  );
}

/** Returns the milliseconds for each chain. Calls the chains alternately, so all have the same conditions. */
async function p95(chains: ProviderChain[], calls: number, callers: number): Promise<number[]> {
  const times: number[][] = chains.map(() => []);
  let asked = 0;
  const caller = async (): Promise<void> => {
    while (asked < calls * chains.length) {
      const turn = asked++ % chains.length;
      const began = performance.now();
      const { answer } = await chains[turn]!.ask('account', lookup, { reference: 'bench' });
      if (answer?.outcome !== 'ok') throw new Error(`answered ${answer?.outcome}`);
      times[turn]!.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]!);
}

const account = { account_number: lookup.accountNumber, account_name: 'OKAFOR ADAEZE' };
const body = JSON.stringify({ status: true, message: 'ok', data: account });
const healthy: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
};
const vendors = await Promise.all([healthy, healthy, healthy, () => {}].map(startVendor));
const [first, second, third, hanging] = vendors.map(({ url }) => url);

try {
  const closed = chainOf([hanging!, second!, third!], 1_000_000);
  await p95([closed], WAITING_CALLERS, WAITING_CALLERS);
  const waiting = (await p95([closed], 20 * WAITING_CALLERS, WAITING_CALLERS))[0]!;
  const over = waiting / TIMEOUT_MS - 1;
  result({
    what: `One of three providers hangs, p95 while every call waits for it, over the time-out of ${TIMEOUT_MS} ms`,
    measured: `${waiting.toFixed(1)} ms`,
    figure: over * 100,
    unit: '%',
    atMost: 20,
  });

  const open = chainOf([hanging!, second!, third!], 5);
  const well = chainOf([first!, second!, third!], 5);
  await p95([open, well], CALLS, 1);
  const pairs: number[][] = [];
  for (let i = 0; i < ROUNDS; i++) pairs.push(await p95([open, well], CALLS, 1));
  const ratio = median(pairs.map(([a, b]) => a! / b!));
  result({
    what: `One of three providers hangs and its breaker is open, p95 of ${CALLS} calls one after the other`,
    measured: `${median(pairs.map(([a]) => a!)).toFixed(2)} ms`,
    baseline: `three that are well ${median(pairs.map(([, b]) => b!)).toFixed(2)} ms`,
    figure: ratio,
    atMost: 1.2,
  });
} finally {
  await client.close();
  for (const { server } of vendors) {
    server.closeAllConnections();
    server.close();
  }
}
