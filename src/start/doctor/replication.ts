import type { Queryable } from '../../platform/db/database.ts';
import { replicationFacts, type ReplicationFacts } from '../../platform/db/session/replication.ts';
import { findings, sizeText, type Finding } from './finding.ts';

const PAGE = 'operations/standby.md';

/** The WAL in bytes from which a standby or a slot counts as far behind. */
const FAR_BEHIND_BYTES = 256 * 2 ** 20;
/** The limit for a transaction in doubt. The job that ends such transactions runs every few seconds. */
const LONG_IN_DOUBT_SECONDS = 60;

/** Checks the standbys and the slots of a server. */
export function checkStandbys(check: string, facts: ReplicationFacts): Finding {
  const { ok, warn, fail } = findings(check, PAGE);
  const { standbys, confirming, required, lagBytes, seesStandbys, slots } = facts;
  const there = seesStandbys ? confirming : standbys;
  if (there < required)
    return fail(
      required === 1
        ? 'commits require a standby, and none confirms them: writes get 503'
        : `commits require ${required} standbys, and ${there} can confirm them: writes get 503`,
      'start the standby, or set synchronous_standby_names to those that run',
    );
  const lost = slots.find(({ isLost }) => isLost);
  if (lost)
    return warn(
      `the slot ${lost.name} has lost WAL that its standby needs`,
      'build that standby again, or drop the slot',
    );
  const unread = slots.find(({ isActive }) => !isActive);
  if (unread)
    return warn(
      `the slot ${unread.name} keeps ${sizeText(unread.bytes)} of WAL, and no standby reads it`,
      'start its standby, or drop the slot before the disk is full',
    );
  const behindBytes = Math.max(lagBytes ?? 0, ...slots.map(({ bytes }) => bytes));
  if (behindBytes > FAR_BEHIND_BYTES)
    return warn(
      `a standby is ${sizeText(behindBytes)} of WAL behind`,
      'compare its disk and network with the load: a promotion would lose this, or take its time',
    );
  if (standbys === 0) return ok('the server has no standby');
  const behind = seesStandbys
    ? `at most ${sizeText(lagBytes ?? 0)} of WAL behind`
    : 'whose lag this role may not see (GRANT pg_read_all_stats)';
  return ok(`standbys: ${standbys}, ${behind}`);
}

/** Checks prepared transactions, which keep locks and old rows. */
export function checkInDoubt(
  check: string,
  { inDoubt, inDoubtSeconds }: ReplicationFacts,
): Finding {
  const { ok, warn } = findings(check, PAGE);
  if (inDoubtSeconds <= LONG_IN_DOUBT_SECONDS) return ok(`transactions in doubt: ${inDoubt}`);
  return warn(
    `transactions in doubt: ${inDoubt}, the oldest for ${Math.round(inDoubtSeconds)} s`,
    'see why the job prepared-transactions fails ("oriki jobs list"); end those of other programs with COMMIT or ROLLBACK PREPARED',
  );
}

/** @param server the name of one of several servers */
export async function checkReplication(db: Queryable, server?: string): Promise<Finding[]> {
  const facts = await replicationFacts(db);
  const [standbys, inDoubt] =
    server === undefined ? ['standbys', 'in doubt'] : [`server ${server}`, `server ${server}`];
  return [checkStandbys(standbys, facts), checkInDoubt(inDoubt, facts)];
}
