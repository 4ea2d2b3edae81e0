import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { AccountVendor } from '../identity-vendor.ts';
import type { Receiver } from '../receiver.ts';
import { tenant } from '../process.ts';
import type { Random } from '../random.ts';
import { Client, type Asked } from './client.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterServer } from './server.ts';
import type { Tally } from './tally.ts';

export type Tenant = { id: string; key: string; path: string; webhookId: string };

/** Everything that the load and the checks work with. */
export type World = {
  cluster: Cluster;
  client: Client;
  tally: Tally;
  random: Random;
  receiver: Receiver;
  /** The vendor for bank accounts. */
  vendor: AccountVendor;
  tenants: Tenant[];
  platformKey: string;
  /** Returns a text that no other call returns, for idempotency keys and names. */
  unique: (what: string) => string;
  /** Returns the rows of every server; a count is summed. */
  sql: <T extends QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>;
};

/** Returns the rows of one server. */
export async function sqlAt<T extends QueryResultRow>(
  server: ClusterServer,
  text: string,
  values?: unknown[],
): Promise<T[]> {
  // A pool notices connections that a restart has closed only when it uses them.
  for (let tries = 0; ; tries += 1)
    try {
      return (await server.pool.query<T>(text, values)).rows;
    } catch (error) {
      if (tries === 10) throw error;
      await sleep(200);
    }
}

/** Tables that exist only at home. */
const SHARED = /\bFROM (organizations|api_keys|global_\w+|federation_\w+|jobs|rate_limits)\b/i;

/** One area of the API under load. */
export type Area = {
  name: string;
  /** Does one thing that a tenant's program does. */
  step: () => Promise<void>;
  /** Compares acknowledged changes with the stored state, once everything has settled. */
  verify: () => Promise<void>;
};

/** Creates two organizations, each with a subscription to all events. */
export async function makeWorld(
  cluster: Cluster,
  tally: Tally,
  random: Random,
  vendor: AccountVendor,
  receiver: Receiver,
  /** Returns the address of the receiver for a path. */
  urlOf: (path: string) => string = (path) => receiver.url(path),
): Promise<World> {
  const client = new Client(cluster.balancer.url, tally, random);
  const tenants: Tenant[] = [];
  for (const path of ['/first', '/second']) {
    const { id, key } = await tenant(cluster.homeUrl, 'enterprise');
    const asked: Asked = {
      method: 'POST',
      path: '/webhooks',
      key,
      body: { name: 'All', url: urlOf(path), events: ['*'] },
      idempotencyKey: `webhook-${id}`,
    };
    const { data } = await client.ask(asked, 201);
    tenants.push({ id, key, path, webhookId: data.id });
  }
  const made = await cluster.cli('key', 'create', '--platform', '--json');
  if (made.code !== 0) throw new Error(made.stderr);
  let serial = 0;
  return {
    cluster,
    client,
    tally,
    random,
    receiver,
    vendor,
    tenants,
    platformKey: (JSON.parse(made.stdout) as { key: string }).key,
    unique: (what) => `${what}-${(serial += 1)}`,
    async sql<T extends QueryResultRow>(text: string, values?: unknown[]): Promise<T[]> {
      const servers = SHARED.test(text) ? cluster.servers.slice(0, 1) : cluster.servers;
      const rows = (await Promise.all(servers.map((one) => sqlAt<T>(one, text, values)))).flat();
      const isCount = rows.every((row) => Object.keys(row).join() === 'count');
      if (servers.length === 1 || !isCount || rows.length === 0) return rows;
      const count = rows.reduce((sum, row) => sum + Number(row['count']), 0);
      return [{ count: typeof rows[0]!['count'] === 'string' ? String(count) : count } as never];
    },
  };
}
