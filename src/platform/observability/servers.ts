import { Gauge, type Registry } from 'prom-client';

/** Facts about a server. */
type Facts = {
  standbys: number;
  lagBytes: number | null;
  slots: readonly { bytes: number }[];
  inDoubtSeconds: number;
};

/** The facts of each server by its name; undefined for one that does not answer. */
type FactsOfServers = ReadonlyMap<string, Facts | undefined>;

/** Adds metrics of the database servers. @param read asks each server; called once for a collection */
export function observeServers(registry: Registry, read: () => Promise<FactsOfServers>): void {
  let asked: Promise<FactsOfServers> | undefined;
  // Gauges are collected together, so they share the answers.
  const readOnce = (): Promise<FactsOfServers> =>
    (asked ??= read().finally(() => (asked = undefined)));
  const add = (
    name: string,
    help: string,
    valueOf: (facts: Facts | undefined) => number | null | undefined,
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
