import { SecretBox } from '../../src/modules/webhooks/index.ts';
import {
  createWebhook,
  deleteWebhook,
  prepareSecret,
} from '../../src/modules/webhooks/subscriptions/subscriptions.ts';
import type { Bench } from './server.ts';

export type Sink = {
  url: string;
  /** Arrivals in ns by the machine's monotonic clock. */
  stats: () => Promise<{ count: number; first: bigint; last: bigint }>;
  /** `[path, webhook-id, arrival in ns]` since `forget(true)`. */
  arrivals: () => Promise<[string, string, bigint][]>;
  forget: (detailed?: boolean) => Promise<void>;
};

export async function startSink(bench: Bench): Promise<Sink> {
  const url = await bench.start('bench/support/sink.ts');
  return {
    url,
    async stats() {
      const { count, first, last } = (await (await fetch(`${url}/stats`)).json()) as {
        count: number;
        first: string;
        last: string;
      };
      return { count, first: BigInt(first), last: BigInt(last) };
    },
    async arrivals() {
      const text = await (await fetch(`${url}/arrivals`)).text();
      return text.split('\n').flatMap((line): [string, string, bigint][] => {
        const [path = '', id = '', at = ''] = line.split(' ');
        return at === '' ? [] : [[path, id, BigInt(at)]];
      });
    },
    async forget(detailed = false) {
      await fetch(detailed ? `${url}/detailed` : url, { method: 'DELETE' });
    },
  };
}

export type Hook = { id: string; remove: () => Promise<void> };

/** Subscribes `<url>/0`, `<url>/1`, … without HTTP. */
export async function subscribe(
  bench: Bench,
  url: string,
  count: number,
  events = ['*'],
  orgId = bench.orgId,
): Promise<Hook[]> {
  const { opened, envelopes } = bench;
  const box = new SecretBox(envelopes);
  const hooks: Hook[] = [];
  for (let i = 0; i < count; i++) {
    const prepared = await prepareSecret(box, orgId);
    const { id } = await opened.db.transaction((tx) =>
      createWebhook(tx, orgId, { name: `Hook ${i}`, url: `${url}/${i}`, events }, prepared),
    );
    hooks.push({
      id,
      remove: async () => void (await opened.db.transaction((tx) => deleteWebhook(tx, orgId, id))),
    });
  }
  return hooks;
}
