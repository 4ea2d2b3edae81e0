import type pg from 'pg';
import { moveSchema, placesOf } from '../citus.ts';
import { PLACES_CHANNEL } from '../placement.ts';
import { withClient } from '../../client.ts';
import { endLeasesByTime, MoveRefused, type OwnedServer } from './steps.ts';

/**
 * Citus takes a bucket for copied once the other node has what is in the log (`pg_current_wal_lsn`), where commits that do
 * not wait may come later.
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
      `the node ${name} has synchronous_commit = off, for all or for ${user}: Citus would leave the latest writes behind; set synchronous_commit = on there`,
    );
}

/** Moves a bucket from node to node: Citus copies the rows, and its catalogue says where the bucket is. */
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
  if (from === to) throw new MoveRefused(`${bucket} is on ${to} already`);
  return { bucket, from, to };
}
