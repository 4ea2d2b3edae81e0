import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Buckets } from '../db/buckets/buckets.ts';
import { HOME } from '../db/buckets/placement.ts';
import { replicationFacts, type ReplicationFacts } from '../db/session/replication.ts';

/** The facts of each server by its name; undefined for one that does not answer. */
type FactsOfServers = ReadonlyMap<string, ReplicationFacts | undefined>;

/** The longest wait for a server; a scrape of Prometheus ends after ten seconds. */
const WAIT_MS = 3000;

async function factsOf(buckets: Buckets): Promise<FactsOfServers> {
  const bucketOf = new Map(buckets.placement.buckets.map(({ name, server }) => [server, name]));
  const servers = new Set([HOME, ...bucketOf.keys()]);
  const asked = [...servers].map(async (server) => {
    const name = bucketOf.get(server);
    try {
      const db = name === undefined ? buckets.shared : await buckets.bucket(name);
      const late = sleep(WAIT_MS, undefined, { ref: false });
      return [server, await Promise.race([replicationFacts(db.read), late])] as const;
    } catch {
      return [server, undefined] as const;
    }
  });
  return new Map(await Promise.all(asked));
}

/** Adds metrics of the database servers. Each collection asks each server once. */
export function observeServers(registry: Registry, buckets: Buckets): void {
  let asked: Promise<FactsOfServers> | undefined;
  // Gauges are collected together, and share the answers.
  const readOnce = (): Promise<FactsOfServers> =>
    (asked ??= factsOf(buckets).finally(() => (asked = undefined)));
  const add = (
    name: string,
    help: string,
    valueOf: (facts: ReplicationFacts | undefined) => number | null | undefined,
  ): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator: 'max',
      labelNames: ['server'],
      registers: [registry],
      async collect() {
        gauge.reset();
        for (const [server, facts] of await readOnce()) {
          const value = valueOf(facts);
          if (value !== undefined && value !== null) gauge.set({ server }, value);
        }
      },
    });
  };
  add('oriki_server_up', 'If a database server answers: 1, else 0', (facts) => (facts ? 1 : 0));
  add('oriki_server_standbys', 'Standbys that are connected to a server', (f) => f?.standbys);
  add(
    'oriki_server_standby_lag_bytes',
    'WAL that the slowest standby of a server has not replayed',
    (facts) => facts?.lagBytes,
  );
  add(
    'oriki_server_slot_bytes',
    'WAL that a server keeps for the replication slot that is furthest behind',
    (facts) => facts && Math.max(0, ...facts.slots.map(({ bytes }) => bytes)),
  );
  add(
    'oriki_server_in_doubt_seconds',
    'Age of the oldest prepared transaction of a server',
    (facts) => facts?.inDoubtSeconds,
  );
}
