/**
 * The reasons of decisions: encrypted with the decision, or in the clear in old rows until the worker has encrypted
 * them.
 */
import type { EnvelopeContext, Subject } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import { rewrapColumn } from '../../../platform/crypto/rewrap.ts';
import {
  openReason,
  sealReason,
  type OpenedReason,
  type SealedReason,
} from '../../../platform/crypto/sealed-reason.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertCode, type Given } from '../../approvals/index.ts';
import { HIT_PREFIX } from './schemas.ts';
import * as decisionStore from './decisions/store.ts';

/** Prefix of ids that no answer has. */
const OF_REASON = 'reason';
/** Old reasons encrypted in one step. */
const BATCH = 200;

/** A reason as a caller gives it; `isDismissal` is true for the reason of a false positive. */
type Reasoned = Given & { reason: string; isDismissal: boolean };

/** A reason to be stored with one or several decisions. Without a text there is no envelope. */
export type GivenReason = {
  id: string;
  text: string;
  sealed: SealedReason | null;
  reasonCode: string | null;
  /** The score from which the reason of a false positive is too short; null for no score. */
  textFrom: number | null;
};

type Stored = Pick<decisionStore.DecisionRow, 'id' | 'reason' | 'envelope' | 'reason_id'>;

function contextOf(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'hit-decision' };
}

/**
 * Checks and encrypts the reason of decisions, outside of transactions. @throws ApiError BAD_REQUEST; the key
 * provider's error
 */
export async function giveReason(
  db: Queryable,
  envelopes: Envelopes,
  { orgId, subject }: { orgId: string; subject: Subject },
  given: Reasoned,
): Promise<GivenReason> {
  const { reason: text, reasonCode = null } = given;
  const id = newId(OF_REASON);
  const [textFrom, sealed] = await Promise.all([
    assertCode(db, orgId, given, given.isDismissal),
    text === '' ? null : sealReason(envelopes, { ...contextOf(orgId, id), subject }, text),
  ]);
  return { id, text, sealed, reasonCode, textFrom };
}

/**
 * Returns a reason; null if none was given, or after it was erased. A reason that is not encrypted yet has no salt.
 * @throws the key provider's error
 */
export async function openWhole(
  envelopes: Envelopes,
  orgId: string,
  { id, reason, envelope, reason_id: reasonId }: Stored,
): Promise<OpenedReason | { text: string; salt: null; hash: null } | null> {
  if (envelope !== null) return openReason(envelopes, contextOf(orgId, reasonId ?? id), envelope);
  return reason ? { text: reason, salt: null, hash: null } : null;
}

/** Returns the text of a reason; null if none was given, or after it was erased. @throws the key provider's error */
export async function openGiven(
  envelopes: Envelopes,
  orgId: string,
  stored: Stored,
): Promise<string | null> {
  return (await openWhole(envelopes, orgId, stored))?.text ?? null;
}

/** Returns the texts of reasons by the ids of their decisions. @throws the key provider's error */
export async function openTexts(
  envelopes: Envelopes,
  orgId: string,
  rows: readonly Stored[],
): Promise<Map<string, string | null>> {
  const opened = await openAll(rows, async (row): Promise<[string, string | null]> => [
    row.id,
    await openGiven(envelopes, orgId, row),
  ]);
  return new Map(opened);
}

/** A new reason, and the texts of earlier decisions on the hit, decrypted outside of transactions. */
export type PreparedDecision = { reason: GivenReason; texts: ReadonlyMap<string, string | null> };

/** @throws ApiError BAD_REQUEST; the key provider's error */
export async function prepareDecision(
  db: Queryable,
  envelopes: Envelopes,
  { orgId, hitId, ...given }: { orgId: string; hitId: string } & Reasoned,
): Promise<PreparedDecision> {
  const subject = () => decisionStore.selectSubject(db, orgId, hitId);
  const [reason, earlier] = await Promise.all([
    giveReason(db, envelopes, { orgId, subject }, given),
    isId(HIT_PREFIX, hitId) ? decisionStore.selectDecisions(db, orgId, hitId) : [],
  ]);
  return { reason, texts: await openTexts(envelopes, orgId, earlier) };
}

/** Moves reasons of all organizations to the current key. A reason has its own id, except those sealed in place. */
export const rewrapDecisions = rewrapColumn(
  {
    table: 'screening_decisions',
    key: ['org_id', 'id'],
    also: ['reason_id'],
    subject: { column: 'hit_id', table: 'screening_hits', key: 'id', subject: 'subject_id' },
  },
  (row) => contextOf(row.org_id, (row.reason_id as string | null) ?? row.id),
);

/** Encrypts the reasons that are in the clear. Several may run at once. @returns their number */
export async function sealReasons(
  db: Database,
  envelopes: Envelopes,
  signal: AbortSignal,
): Promise<number> {
  let sealed = 0;
  while (!signal.aborted) {
    const rows = await decisionStore.selectInClear(db.read, BATCH);
    for (const row of rows) {
      const context = contextOf(row.org_id, row.id);
      const { envelope } = await sealReason(envelopes, context, row.reason);
      if (await decisionStore.sealInClear(db.read, row, envelope)) sealed += 1;
    }
    if (rows.length < BATCH) break;
  }
  return sealed;
}
