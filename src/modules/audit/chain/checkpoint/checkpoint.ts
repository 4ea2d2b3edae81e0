/** Ends a period of the log: a signed checkpoint replaces the links up to it, and their rows are removed. */
import type { Actor } from '../../../../platform/audit/action.ts';
import { newAction, writeActions } from '../../../../platform/audit/audit.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { clock } from '../../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import type {
  Due,
  DueCount,
  Part,
  RecordClasses,
  Removed,
  Tools,
} from '../../../../platform/db/lists/aged/record-class.ts';
import { deleteVerifications } from '../../../identity/index.ts';
import { verifySignature, type PublicKey } from '../../../signing/index.ts';
import { tryLockChain } from '../store.ts';
import type { ChainTip } from '../tips.ts';
import * as store from './store.ts';

const FORMAT = 'oriki-audit-checkpoint-v1';
const ACTOR: Actor = { kind: 'service', id: 'audit', via: null, requestId: null, address: null };
/** The maximum difference between times of different machines. A row may be later than its link. */
const SKEW_MS = 60_000;

/** The signed document. */
type CheckpointDocument = {
  format: typeof FORMAT;
  organizationId: string;
  /** The last link that it replaces. */
  seq: number;
  hash: string;
  linkedAt: string;
  signedAt: string;
};

/** Returns the last link that is older than the time with all of its rows. */
function endOf(db: Queryable, { orgId, before }: Due): Promise<store.EndLink | undefined> {
  return store.selectEnd(db, orgId, new Date(before.getTime() - SKEW_MS));
}

/** Signs and stores a checkpoint at the last link whose period has ended, unless there is one. */
async function makeCheckpoint({ db, sign }: Tools, due: Due): Promise<void> {
  const { orgId } = due;
  const [end, last] = [await endOf(db.read, due), await store.selectCheckpoint(db.read, orgId)];
  if (!end || (last && last.seq >= end.seq)) return;
  const document: CheckpointDocument = {
    format: FORMAT,
    organizationId: orgId,
    seq: end.seq,
    hash: end.hash,
    linkedAt: end.linked_at.toISOString(),
    signedAt: clock.now().toISOString(),
  };
  const { signature } = await sign(document);
  await db.transaction(async (tx) => {
    if (!(await tryLockChain(tx, orgId))) return;
    if (((await store.selectCheckpoint(tx, orgId))?.seq ?? 0) >= end.seq) return;
    await store.insertCheckpoint(tx, {
      org_id: orgId,
      seq: end.seq,
      document: canonicalJson(document),
      signature,
      rows_until: new Date(end.linked_at.getTime() + SKEW_MS),
    });
    const after = { seq: end.seq, hash: end.hash };
    const action = { orgId, actor: ACTOR, action: 'audit.checkpoint', object: orgId, after };
    await writeActions(tx, [newAction(action)]);
  });
}

/** Deletes the rows of the first links that the last checkpoint covers, link by link. */
async function removeCovered(tx: Tx, { orgId, before, limit }: Part): Promise<Removed> {
  const last = await store.selectCheckpoint(tx, orgId);
  const ids: string[] = [];
  if (!last) return { ids, next: null };
  while (ids.length < limit) {
    const link = await store.selectFirstLink(tx, orgId, { until: last.seq, before });
    if (!link) {
      await store.deleteUnusedSpellings(tx, orgId);
      return { ids, next: null };
    }
    await deleteVerifications(tx, orgId, link.row_ids);
    await store.deleteActions(tx, orgId, link.row_ids);
    await store.deleteLink(tx, orgId, link.seq);
    ids.push(...link.row_ids);
  }
  // The first remaining link is the next one.
  return { ids, next: String(last.seq) };
}

async function countEnded(db: Queryable, due: Due): Promise<DueCount> {
  const end = await endOf(db, due);
  return end ? store.countCovered(db, due.orgId, end.seq) : { count: 0, oldestAt: null };
}

export const retention: RecordClasses = {
  audit: {
    title: 'Audit log with verifications',
    days: 3652,
    reason: 'Regulators and courts ask for evidence of ten years.',
    remains: 'A signed checkpoint of the chain, from which later checks begin.',
    isHeldByAny: true,
    count: countEnded,
    begin: makeCheckpoint,
    remove: removeCovered,
  },
};

/**
 * Returns the link at which the chain of an organization begins; undefined without a checkpoint, null if the last
 * checkpoint is not signed by a key of the installation.
 */
export async function readCheckpoint(
  db: Queryable,
  orgId: string,
  keys: readonly PublicKey[],
): Promise<ChainTip | null | undefined> {
  const row = await store.selectCheckpoint(db, orgId);
  if (!row) return undefined;
  if (!verifySignature(keys, row.document, row.signature)) return null;
  const { format, organizationId, seq, hash } = JSON.parse(row.document) as CheckpointDocument;
  const isOwn = format === FORMAT && organizationId === orgId && seq === row.seq;
  return isOwn ? { seq, hash } : null;
}
