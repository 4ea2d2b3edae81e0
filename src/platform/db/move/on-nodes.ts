import type pg from 'pg';
import { moveSchema, placesOf } from '../buckets/citus.ts';
import { PLACES_CHANNEL } from '../buckets/placement.ts';
import { withClient } from '../client.ts';
import { endLeasesByTime, MoveRefused, type OwnedServer } from './steps.ts';

/**
 * Checks that commits of the node wait for the log. Citus treats a bucket as copied once the other node has the changes
 * in the log (`pg_current_wal_lsn`), and other commits may appear in the log later.
 * @throws MoveRefused unless commits of the node wait for the log
 */
async function assertCommitsWait({ name, owner, role }: OwnedServer): Promise<void> {
  const { user } = await role();
  const { rows } = await withClient(owner, (node) =>
    node.query<{ waits: boolean }>(
      `SELECT current_setting('synchronous_commit') <> 'off' AND NOT EXISTS (
         SELECT FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole
         WHERE rolname = $1 AND 'synchronous_commit=off' = ANY (setconfig)) AS waits`,
      [user],
    ),
  );
  if (!rows[0]!.waits)
    throw new MoveRefused(
      `the node ${name} has synchronous_commit = off, for all or for ${user}: Citus would lose the latest writes; set synchronous_commit = on there`,
    );
}

/** Moves a bucket from node to node. Citus copies the rows, and its catalog names the bucket's node. */
export async function moveOnNodes(
  home: pg.Client,
  serverNamed: (name: string) => OwnedServer,
  bucket: string,
  to: string,
): Promise<{ bucket: string; from: string; to: string }> {
  const from = (await placesOf(home)).get(bucket)!;
  const source = serverNamed(from);
  await assertCommitsWait(source);
  await moveSchema(home, bucket, to);
  await endLeasesByTime(home, bucket, source.tables);
  await home.query(`NOTIFY ${PLACES_CHANNEL}`);
  if (from === to) throw new MoveRefused(`${bucket} is already on ${to}`);
  return { bucket, from, to };
}
