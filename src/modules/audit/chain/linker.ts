import { clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import * as store from './store.ts';
import { hashOf } from '../../../platform/audit/action.ts';

/** A link as texts: bytes in hexadecimal, times in milliseconds since 1970. */
type LinkTexts = {
  orgId: string;
  /** Decimal. */
  seq: string;
  prevHash: string;
  linkedAt: string;
  /** Ids and row hashes. */
  rows: readonly (readonly [id: string | null, hash: string | null])[];
};

/** The hash before the first link. */
export const NO_LINK = '0'.repeat(64);

/** SHA-256 of a JSON array of strings and pairs of strings: docs/audit-log.md. */
export function hashLink({ orgId, seq, prevHash, linkedAt, rows }: LinkTexts): Buffer {
  return hashOf(['oriki-audit-link-v1', orgId, seq, prevHash, linkedAt, rows]);
}

/** Rows of one link; the table's constraint allows no more. */
const BATCH = 1000;

/**
 * Appends one link to the organization's chain, over the stored hashes of unlinked rows whose ids are greater than
 * `after`. Also links a hash that does not match its row, so that it cannot be repaired later; the check reports it.
 * The check also reports deleted rows, which the linker skips.
 * @returns the id from which to continue; undefined when no row is left, or another process is linking
 */
async function linkBatch(
  db: Database,
  orgId: string,
  after: string,
  streamed: boolean,
): Promise<string | undefined> {
  return db.transaction(async (tx, lastStatement) => {
    if (!(await store.tryLockChain(tx, orgId))) return undefined;
    const waiting = await store.selectUnlinked(tx, orgId, after, BATCH);
    const next = waiting.length < BATCH ? undefined : waiting.at(-1)?.id;
    const rows = waiting.flatMap(({ row_hash: hash, ...row }) =>
      hash ? [{ ...row, rowHash: hash }] : [],
    );
    const [first] = rows;
    if (!first) return next;
    const seq = (first.seq ?? 0) + 1;
    const prevHash = first.hash ?? Buffer.from(NO_LINK, 'hex');
    const linkedAt = clock.now();
    const hash = hashLink({
      orgId,
      seq: String(seq),
      prevHash: prevHash.toString('hex'),
      linkedAt: String(linkedAt.getTime()),
      rows: rows.map((row) => [row.id, row.rowHash.toString('hex')]),
    });
    const ids = rows.map((row) => row.id);
    const rowHashes = rows.map((row) => row.rowHash);
    const link = { orgId, seq, prevHash, ids, rowHashes, linkedAt, hash, streamed };
    lastStatement(store.insertionOfLink(link));
    return next;
  });
}

/** Links the rows that one organization committed before the call, unless another process links them now. */
export async function linkOrganization(
  db: Database,
  orgId: string,
  streamed: boolean,
  signal?: AbortSignal,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;)
    after = signal?.aborted ? undefined : await linkBatch(db, orgId, after, streamed);
}

/**
 * Links all rows that were committed before the call. An organization that cannot be linked now blocks no other.
 * @param options.streamed puts the links into the queue of the stream
 */
export async function linkAll(
  db: Database,
  log: Logger,
  { signal, streamed = false }: { signal?: AbortSignal; streamed?: boolean } = {},
): Promise<void> {
  for (const orgId of await store.selectOrganizationsToLink(db.read)) {
    try {
      await linkOrganization(db, orgId, streamed, signal);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, orgId }, 'audit rows of an organization could not be linked');
    }
  }
}
