/** A process's knowledge of the buckets: their names, the server of each, and the bucket of each organization. */
import { sql } from 'kysely';
import { anyOf } from '../bulk/arrays.ts';
import { clock } from '../../clock.ts';
import { randomBytes } from '../../random.ts';
import type { Queryable } from '../database.ts';
import { noteLost } from './history.ts';
import { FIRST_BUCKET } from '../schemas.ts';

/** The channel for notifications that buckets, or organizations in them, have moved. */
export const PLACES_CHANNEL = 'places_changed';

/** The server of the schema `shared`. Other servers have the names in the configuration. */
export const HOME = 'home';

/** In the table of buckets, this name means the node that the Citus catalog names. */
export const CITUS = 'citus';

/** The server name of a node; the coordinator has the schema `shared`. */
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

/**
 * The low bits of an epoch are random, so that a database that has lost its last moves never assigns the same epoch
 * again.
 */
const RANDOM_BITS = 32;

/** The next epoch: larger, and different from those of other histories of the database. */
export function nextEpoch(epoch: string | number | bigint): bigint {
  const random = BigInt(randomBytes(RANDOM_BITS / 8).readUInt32BE());
  return (((BigInt(epoch) >> BigInt(RANDOM_BITS)) + 1n) << BigInt(RANDOM_BITS)) | random;
}

/** The maximum number of organizations whose bucket is cached. */
const MAX_REMEMBERED = 100_000;

export class Placement {
  #buckets = new Map<string, Bucket>([
    [FIRST_BUCKET, { name: FIRST_BUCKET, server: HOME, epoch: 0 }],
  ]);
  readonly #bucketOf = new Map<string, string>();
  #revision = 0;
  /** Monotonic time of the last read with the same result. */
  #asOfMs = 0;

  /** Rises with every change of the placement. Several parts of a process read it. */
  get revision(): number {
    return this.#revision;
  }

  /** Ordered by name. */
  get buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /**
   * Reads the buckets. If a bucket has an earlier epoch than before, the database has lost the move, and this method
   * reports the loss.
   */
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

  /** Returns the epoch that a session states when it enters the bucket. */
  epochOf(bucket: string): number {
    return this.#buckets.get(bucket)?.epoch ?? 0;
  }

  /** Returns the server of a bucket; undefined for a bucket that this process does not know. */
  serverOf(bucket: string): string | undefined {
    return this.#buckets.get(bucket)?.server;
  }

  /** Forgets the buckets of organizations, because they may have moved. */
  forget(): void {
    this.#bucketOf.clear();
  }

  remember(orgId: string, bucket: string): void {
    if (this.#bucketOf.size >= MAX_REMEMBERED) this.#bucketOf.clear();
    this.#bucketOf.set(orgId, bucket);
  }

  /** The bucket of an organization, if this process remembers it. */
  known(orgId: string): string | undefined {
    return this.#bucketOf.get(orgId);
  }

  /** Returns the organizations by bucket. Unknown organizations belong to the first bucket. */
  async find(shared: Queryable, orgIds: readonly string[]): Promise<Map<string, string[]>> {
    const unknown = orgIds.filter((id) => !this.#bucketOf.has(id));
    if (unknown.length > 0) {
      const { rows } = await sql<{ id: string; bucket: string }>`
        SELECT id, bucket FROM organizations WHERE id = ${anyOf(unknown)}`.execute(shared);
      for (const { id, bucket } of rows) this.remember(id, bucket);
    }
    return Map.groupBy(orgIds, (id) => this.#bucketOf.get(id) ?? FIRST_BUCKET);
  }
}
