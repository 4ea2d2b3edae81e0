import { notifyAfterCommit } from '../session/notifier.ts';
import { distribute, placesOf } from '../buckets/citus.ts';
import { CITUS, HOME, PLACES_CHANNEL } from '../buckets/placement.ts';
import { withClient } from '../client.ts';
import type { ConnectionSettings, Database } from '../database.ts';
import type { Roles } from '../roles.ts';
import type { Tables } from '../tables.ts';
import { migrateFor, takeTurn } from './migrate.ts';
import { bucketsOn } from './state.ts';

/**
 * The key of the advisory lock for creating buckets. Its holder also takes the migration lock while it migrates;
 * docs/locks.md lists all keys.
 */
const MAKING_LOCK = 7_311_020_119;
const MOST_BUCKETS = 1000;

/** Thrown when no bucket name is free. */
export class NoBucketLeft extends Error {}

/**
 * Checks for enough bucket names before several buckets are created. @throws NoBucketLeft when there are not enough
 * free names
 */
export async function assertRoom(shared: Database, count: number): Promise<void> {
  const { there } = await shared.read
    .selectFrom('buckets')
    .select(({ fn }) => fn.countAll<string>().as('there'))
    .executeTakeFirstOrThrow();
  const left = MOST_BUCKETS - Number(there);
  if (count > left)
    throw new NoBucketLeft(
      `at most ${MOST_BUCKETS} buckets are possible: ${left} more can be added, not ${count}`,
    );
}

/**
 * Returns the name of a bucket that an interrupted call has left on the server, otherwise the first free name.
 * @param onNode true if the bucket may already be distributed
 */
async function nextName(
  shared: Database,
  owner: ConnectionSettings,
  onNode: boolean,
): Promise<string> {
  const rows = await shared.read.selectFrom('buckets').select('name').execute();
  const known = new Set(rows.map(({ name }) => name));
  const [made, places] = await withClient(owner, async (client) => {
    return [await bucketsOn(client), await placesOf(client)] as const;
  });
  const left = made.find((name) => !known.has(name) && (onNode || !places.has(name)));
  if (left !== undefined) return left;
  for (const name of made) known.add(name);
  for (let i = 0; i < MOST_BUCKETS; i += 1) {
    const name = `bucket_${String(i).padStart(3, '0')}`;
    if (!known.has(name)) return name;
  }
  throw new NoBucketLeft(`there are ${MOST_BUCKETS} buckets, and no more are possible`);
}

/**
 * Creates a bucket on a server: the schema with its tables, the rights of the service's role, and last its row in the
 * table of buckets. That row puts the bucket in use. After a crash before the row, the next call continues with that
 * schema.
 * @param shared the tables that cross organizations
 * @param target.owner of its schemas; for a node of Citus, the owner on the coordinator, where all schemas are created
 * @param target.tables those of the modules
 * @param target.accept throws to reject the roles of the server before the bucket is in use
 * @returns its name
 * @throws NoBucketLeft; errors of `migrateFor`
 */
export async function makeBucket(
  shared: Database,
  target: {
    server: string;
    isNode: boolean;
    owner: ConnectionSettings;
    role: { user: string; password?: string };
    tables: Tables;
    accept: (roles: Roles) => void;
  },
): Promise<string> {
  const { server, isNode, owner, role, tables, accept } = target;
  const isHome = server === HOME || isNode;
  return withClient(shared.connection, async (client) => {
    await takeTurn(client, MAKING_LOCK);
    const name = await nextName(shared, owner, isNode);
    const { roles } = await migrateFor(owner, role, tables, { isHome, bucket: name });
    accept(roles);
    if (isNode) await withClient(owner, (home) => distribute(home, name, server));
    await shared.transaction(async (tx) => {
      await tx
        .insertInto('buckets')
        .values({ name, server: isNode ? CITUS : server })
        .execute();
      notifyAfterCommit(PLACES_CHANNEL);
    });
    return name;
  });
}
