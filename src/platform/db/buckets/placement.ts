/** A process's knowledge of the buckets: which there are, on which server each is, and whose rows are where. */
import { sql } from 'kysely';
import { arrayText } from '../arrays.ts';
import { clock } from '../../clock.ts';
import { randomBytes } from '../../crypto/random.ts';
import type { Queryable } from '../database.ts';
import { noteLost } from './history.ts';
import { FIRST_BUCKET } from '../schemas.ts';

/** On this channel processes tell each other that buckets, or organizations in them, have changed their place. */
export const PLACES_CHANNEL = 'places_changed';

/** The server of the schema `shared`; others have the names that the configuration gives them. */
export const HOME = 'home';

/** In the table of buckets, the server of those whose node the catalogue of Citus names. */
export const CITUS = 'citus';

/** A node as a server; the coordinator has the schema `shared`. */
export const NODE_NAME = `CASE groupid WHEN 0 THEN '${HOME}' ELSE nodename || ':' || nodeport END`;

export type PlaceOnNode = { bucket: string; node: string };

/** All tables of a distributed schema are on one node. */
export const PLACES_ON_NODES = `SELECT DISTINCT schemaid::regnamespace::text AS bucket, ${NODE_NAME} AS node
  FROM pg_catalog.pg_dist_schema JOIN pg_catalog.pg_dist_partition USING (colocationid)
    JOIN pg_catalog.pg_dist_shard USING (logicalrelid) JOIN pg_catalog.pg_dist_placement USING (shardid)
    JOIN pg_catalog.pg_dist_node USING (groupid)
  WHERE noderole = 'primary'`;

export function byBucket(rows: PlaceOnNode[]): Map<string, string> {
  return new Map(rows.map(({ bucket, node }) => [bucket, node]));
}

export type Bucket = { name: string; server: string; epoch: number };

/** The low bits of an epoch are random, so that a database that has lost its last moves never gives the same one again. */
const RANDOM_BITS = 32;

/** The epoch after another: larger, and of no other history of the database. */
export function nextEpoch(epoch: string | number | bigint): bigint {
  const random = BigInt(randomBytes(RANDOM_BITS / 8).readUInt32BE());
  return (((BigInt(epoch) >> BigInt(RANDOM_BITS)) + 1n) << BigInt(RANDOM_BITS)) | random;
}

/** The most organizations whose bucket is remembered. */
const MAX_REMEMBERED = 100_000;

export class Placement {
  #buckets = new Map<string, Bucket>([
    [FIRST_BUCKET, { name: FIRST_BUCKET, server: HOME, epoch: 0 }],
  ]);
  readonly #bucketOf = new Map<string, string>();
  #revision = 0;
  /** Monotonic time of the last read that found the same. */
  #asOfMs = 0;

  /** Rises whenever something is otherwise, whoever has read it: several parts of a process do. */
  get revision(): number {
    return this.#revision;
  }

  /** In the order of their names. */
  get buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /** A bucket with an earlier epoch than before: the database has lost the move that gave it, and it is noted. */
  async refresh(shared: Queryable): Promise<void> {
    const askedMs = clock.monotonicMs();
    const listed = await shared
      .selectFrom('buckets')
      .select(['name', 'server', 'epoch'])
      .orderBy('name')
      .execute();
    const onNodes = listed.some(({ server }) => server === CITUS)
      ? byBucket((await sql.raw<PlaceOnNode>(PLACES_ON_NODES).execute(shared)).rows)
      : new Map<string, string>();
    const rows = listed.map((row) => ({ ...row, server: onNodes.get(row.name) ?? row.server }));
    const isSame =
      rows.length === this.#buckets.size &&
      rows.every(({ name, server, epoch }) => {
        const known = this.#buckets.get(name);
        return known?.server === server && known.epoch === epoch;
      });
    const isLost = rows.some(({ name, epoch }) => epoch < this.epochOf(name));
    if (isLost) noteLost(shared, this.#asOfMs);
    this.#asOfMs = askedMs;
    if (isSame) return;
    this.#buckets = new Map(rows.map((row) => [row.name, row]));
    this.#revision += 1;
    this.forget();
  }

  /** The number that a session states when it enters the bucket. */
  epochOf(bucket: string): number {
    return this.#buckets.get(bucket)?.epoch ?? 0;
  }

  /** The server of a bucket; undefined for one that this process has not heard of. */
  serverOf(bucket: string): string | undefined {
    return this.#buckets.get(bucket)?.server;
  }

  /** Organizations may have been moved. */
  forget(): void {
    this.#bucketOf.clear();
  }

  remember(orgId: string, bucket: string): void {
    if (this.#bucketOf.size >= MAX_REMEMBERED) this.#bucketOf.clear();
    this.#bucketOf.set(orgId, bucket);
  }

  /** The organizations by their buckets; one that does not exist counts to the first. */
  async find(shared: Queryable, orgIds: readonly string[]): Promise<Map<string, string[]>> {
    const unknown = orgIds.filter((id) => !this.#bucketOf.has(id));
    if (unknown.length > 0) {
      const { rows } = await sql<{ id: string; bucket: string }>`
        SELECT id, bucket FROM organizations WHERE id = ANY (${arrayText(unknown)}::text[])`.execute(
        shared,
      );
      for (const { id, bucket } of rows) this.remember(id, bucket);
    }
    return Map.groupBy(orgIds, (id) => this.#bucketOf.get(id) ?? FIRST_BUCKET);
  }
}
