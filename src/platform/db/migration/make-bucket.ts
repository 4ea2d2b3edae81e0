import { notifyAfterCommit } from '../../background/notifier.ts';
import { distribute, placesOf } from '../buckets/citus.ts';
import { CITUS, HOME, PLACES_CHANNEL } from '../buckets/placement.ts';
import { withClient } from '../client.ts';
import type { ConnectionSettings, Database } from '../database.ts';
import type { Roles } from '../roles.ts';
import type { Tables } from '../tables.ts';
import { migrateFor, takeTurn } from './migrate.ts';
import { bucketsOn } from './state.ts';

/** The key of the advisory lock of whoever makes buckets, who takes that of migrations meanwhile; docs/locks.md has all keys. */
const MAKING_LOCK = 7_311_020_119;
const MOST_BUCKETS = 1000;

/** There are not as many names for buckets. */
export class NoBucketLeft extends Error {}

/** Before the first of several is made. @throws NoBucketLeft when there cannot be so many more */
export async function assertRoom(shared: Database, count: number): Promise<void> {
  const { there } = await shared.read
    .selectFrom('buckets')
    .select(({ fn }) => fn.countAll<string>().as('there'))
    .executeTakeFirstOrThrow();
  const left = MOST_BUCKETS - Number(there);
  if (count > left)
    throw new NoBucketLeft(
      `there can be ${MOST_BUCKETS} buckets: ${left} more than there are, not ${count}`,
    );
}

/**
 * One that an interrupted call has left on the server, or else the first name that is free.
 * @param onNode it may be one that was distributed already
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
  throw new NoBucketLeft(`there are ${MOST_BUCKETS} buckets, and there can be no more`);
}

/**
 * Makes a bucket on a server: the schema with its tables, the rights of the service's role, and last its row in the table
 * of buckets, with which it is in use. After a crash in between, the next call goes on with that schema.
 * @param shared the tables that cross organizations
 * @param target.owner of its schemas; where it is a node of Citus, of those of the coordinator, where all are made
 * @param target.tables those of the modules
 * @param target.accept refuses the roles of the server, by throwing, before the bucket is in use
 * @returns its name
 * @throws NoBucketLeft; what `migrateFor` throws
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
