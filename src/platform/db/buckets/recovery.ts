/** Ends transactions over several servers that a crash or an unavailable server has left prepared. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isUnavailable } from '../failures.ts';
import { quoted, SHARED } from '../schemas.ts';
import type { Server } from '../session/server.ts';
import type { Buckets } from './buckets.ts';
import { decisionsOf, PREPARED } from './two-phase.ts';

/** Recovery skips transactions younger than this, because it would make a transaction fail that is still committing. */
const LEFT_ALONE_SECONDS = 5;
/** Decisions are kept this long, because an unavailable server may need them after its return. */
const KEPT_DAYS = 30;

/** True if another process has ended the prepared part ("undefined_object"). */
function isEnded(error: unknown): boolean {
  return (error as { code?: unknown }).code === '42704';
}

/**
 * Returns the outcome of a transaction: the decision that its first server has committed. If there is none, this
 * records an abort, so a later commit fails by the primary key.
 */
async function outcomeOf({ server, schema }: Database, id: string): Promise<string> {
  // Reads decisions without checking the epoch. After a move of an organization, the result is correct only once the
  // transaction in question has ended.
  const decisions = `${quoted(schema!)}.transaction_decisions`;
  await askAsService(
    server,
    `INSERT INTO ${decisions} (id, outcome) VALUES ($1, 'aborted') ON CONFLICT (id) DO NOTHING`,
    [id],
  );
  const { rows } = await askAsService(server, `SELECT outcome FROM ${decisions} WHERE id = $1`, [
    id,
  ]);
  return rows[0]!.outcome;
}

/** A pooled connection may still have a tenant's role. */
async function askAsService(server: Server, text: string, values?: unknown[]) {
  return (await server.session()).ask(undefined, text, values);
}

async function recoverOn(
  server: Server,
  buckets: Buckets,
): Promise<{ ended: number; failures: unknown[] }> {
  const { rows } = await askAsService(
    server,
    `SELECT gid FROM pg_prepared_xacts
     WHERE database = current_database() AND starts_with(gid, $1) AND prepared < now() - make_interval(secs => $2)`,
    [`${PREPARED}:`, LEFT_ALONE_SECONDS],
  );
  let ended = 0;
  const failures: unknown[] = [];
  for (const { gid } of rows)
    try {
      await endPart(server, buckets, gid);
      ended += 1;
    } catch (error) {
      // The deciding server may be unavailable. The remaining transactions still end.
      failures.push(error);
    }
  return { ended, failures };
}

async function endPart(server: Server, buckets: Buckets, gid: string): Promise<void> {
  const [, schema, id] = gid.split(':');
  // A process that was paused may have missed a move of the deciding bucket.
  await buckets.placement.refresh(buckets.shared.read);
  const origin = schema === SHARED ? buckets.shared : await buckets.bucket(schema!);
  const outcome = await outcomeOf(origin, id!);
  const verb = outcome === 'committed' ? 'COMMIT' : 'ROLLBACK';
  await askAsService(server, `${verb} PREPARED '${gid}'`).catch((error: unknown) => {
    if (!isEnded(error)) throw error;
  });
}

/**
 * Ends prepared parts on every server.
 * @returns the number of parts
 * @throws AggregateError at the end, with all failures except those of unavailable servers
 */
export async function recover(buckets: Buckets): Promise<number> {
  const servers = new Set(buckets.all.map(({ server }) => server)).add(buckets.shared.server);
  let ended = 0;
  const failures: unknown[] = [];
  // All servers run in parallel, because a part may wait for the server that decides about it.
  const recovering = [...servers].map(async (server) => {
    const found = await recoverOn(server, buckets);
    ended += found.ended;
    failures.push(...found.failures);
  });
  for (const result of await Promise.allSettled(recovering))
    if (result.status === 'rejected') failures.push(result.reason);
  const others = failures.filter((error) => !isUnavailable(error));
  if (others.length > 0)
    throw new AggregateError(
      others,
      `transactions could not be ended: ${(others[0] as Error).message}`,
    );
  return ended;
}

/** Deletes decisions that no server can still need. */
export async function forgetDecisions(db: Database): Promise<void> {
  await sql`DELETE FROM ${decisionsOf(db)}
    WHERE decided_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(db.read);
}
