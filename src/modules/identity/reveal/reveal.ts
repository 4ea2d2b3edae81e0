/** Decrypts the stored answer of a provider for a person. */
import type { Actor } from '../../../platform/audit/action.ts';
import { factsOf, newAction, writeAction } from '../../../platform/audit/audit.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { clock } from '../../../platform/clock.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll, openFor } from '../../../platform/crypto/opening.ts';
import {
  openReason,
  sealReason,
  type SealedReason,
} from '../../../platform/crypto/sealed-reason.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { assertWithinDay } from '../../../platform/rate-limit/within-day.ts';
import { assertApprovable, assertSecondPerson } from '../../approvals/index.ts';
import { outbox } from '../../webhooks/index.ts';
import type { ShownVerification } from '../audit/verifications.ts';
import { withdrawalFrom } from '../consent/withdrawals.ts';
import { verificationRevealed } from '../events.ts';
import { findVerification } from '../verify/verification.ts';
import { responseContext } from '../verify/verifier.ts';
import { answerOf, fieldsOf } from './fields.ts';
import type { Reveal, RevealRequest, Revealed } from './schemas.ts';
import * as store from './store.ts';

const REVEAL_PREFIX = 'reveal';
/** The maximum number of answers that a person may see in 24 hours. */
export const MAX_PER_DAY = 50;

export const REVEAL_ACTION = 'verification.reveal';
/** The members of the answer in the audit log. */
export const REVEAL_FACTS = ['kind', 'reasonCode', 'reasonHash', 'fields'] as const;

/** The context of a sealed reason. */
export function reasonContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'identity-reveal-reason' };
}

/** The revision of every verification, because verifications never change. */
const REVISION = '';

function guarded(orgId: string, objectId: string) {
  return { orgId, action: REVEAL_ACTION, objectId, revision: REVISION } as const;
}

/** The revision of a verification, to which an approval request is bound. @throws ApiError NOT_FOUND */
export async function verificationRevision(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<string> {
  await findVerification(db, orgId, id);
  return REVISION;
}

/** @throws ApiError RATE_LIMITED */
function assertFewReveals(db: Queryable, orgId: string, personId: string): Promise<void> {
  return assertWithinDay(
    db,
    { orgId, personId, action: REVEAL_ACTION },
    MAX_PER_DAY,
    'reveal answers',
  );
}

/** A decrypted answer whose reveal is not recorded yet. It must not be sent. */
export type PreparedReveal = {
  id: string;
  verification: ShownVerification;
  reasonCode: RevealRequest['reasonCode'];
  reason: SealedReason;
  answer: unknown;
};

/**
 * Checks the caller's rights, then decrypts. Call it outside of transactions.
 * @throws ApiError NOT_FOUND; CONFLICT if no answer is stored or no key opens it; APPROVAL_REQUIRED; RATE_LIMITED; the key
 * provider's error
 */
export async function prepareReveal(
  db: Queryable,
  envelopes: Envelopes,
  where: { orgId: string; verificationId: string; actor: Actor },
  { reasonCode, reason }: RevealRequest,
): Promise<PreparedReveal> {
  const { orgId, verificationId, actor } = where;
  const verification = await findVerification(db, orgId, verificationId);
  if (verification.envelope === null)
    throw new ApiError('CONFLICT', 'no answer of a provider is stored');
  await assertFewReveals(db, orgId, actor.id);
  await assertApprovable(db, guarded(orgId, verification.id), actor);
  const raw = await openFor(envelopes, responseContext(verification), verification.envelope);
  if (!raw) throw new ApiError('CONFLICT', 'no key of this installation opens the stored answer');
  const id = newId(REVEAL_PREFIX);
  const context = { ...reasonContext(orgId, id), subject: verification.subjectId };
  return {
    id,
    verification,
    reasonCode,
    reason: await sealReason(envelopes, context, reason),
    answer: answerOf(raw.toString()),
  };
}

/**
 * Records a reveal. The answer may be sent only after the commit.
 * @param tx holds the lock on rights of the organization, so reveals of one person run one after the other
 * @throws ApiError APPROVAL_REQUIRED, RATE_LIMITED
 */
export async function recordReveal(
  tx: Tx,
  prepared: PreparedReveal,
  actor: Actor,
): Promise<Revealed> {
  const { id, verification, reasonCode, reason, answer } = prepared;
  const { orgId, id: verificationId, kind, provider } = verification;
  const { consentWithdrawnAt: withdrawnAt } = verification;
  await assertFewReveals(tx, orgId, actor.id);
  const approvalId = await assertSecondPerson(tx, guarded(orgId, verificationId), actor);
  const revealedAt = clock.now();
  await store.insertReveal(tx, {
    org_id: orgId,
    id,
    verification_id: verificationId,
    person_id: actor.id,
    approval_id: approvalId,
    reason_code: reasonCode,
    envelope: reason.envelope,
    revealed_at: revealedAt,
  });
  await outbox(
    tx,
    orgId,
    verificationRevealed({
      event: 'IDENTITY_VERIFICATION_REVEALED',
      verificationId,
      revealId: id,
    }),
  );
  return {
    id,
    verificationId,
    kind,
    provider,
    reasonCode,
    reasonHash: reason.hash,
    fields: fieldsOf(answer),
    answer,
    revealedAt: revealedAt.toISOString(),
    ...withdrawalFrom(withdrawnAt),
  };
}

/**
 * Reveals an answer and records the reveal, for a command.
 * @param db the bucket of the organization
 * @throws the errors of `prepareReveal` and `recordReveal`
 */
export async function revealNow(
  db: Database,
  envelopes: Envelopes,
  where: { orgId: string; verificationId: string; actor: Actor },
  request: RevealRequest,
): Promise<Revealed> {
  const { orgId, verificationId, actor } = where;
  const prepared = await prepareReveal(db.read, envelopes, where, request);
  return db.transaction(async (tx) => {
    await lockRights(tx, orgId);
    const revealed = await recordReveal(tx, prepared, actor);
    const after = factsOf(revealed, REVEAL_FACTS);
    const row = {
      orgId,
      actor,
      action: REVEAL_ACTION,
      object: verificationId,
      before: null,
      after,
    };
    await writeAction(tx, newAction(row));
    return revealed;
  });
}

/** Lists the people who saw an answer, with times and reasons. @throws ApiError NOT_FOUND; the key provider's error */
export async function listReveals(
  db: Queryable,
  envelopes: Envelopes,
  { orgId, verificationId }: { orgId: string; verificationId: string },
  query: PageInput,
) {
  await findVerification(db, orgId, verificationId);
  const page = appliedPage(query);
  const { rows, ...part } = await store.selectReveals(db, orgId, verificationId, page);
  const items = await openAll(rows, async (row): Promise<Reveal> => {
    const opened = await openReason(envelopes, reasonContext(orgId, row.id), row.envelope);
    return {
      id: row.id,
      revealedBy: row.person_id,
      approvalId: row.approval_id,
      reasonCode: row.reason_code as Reveal['reasonCode'],
      reason: opened?.text ?? null,
      revealedAt: row.revealed_at.toISOString(),
    };
  });
  return toPage(items, part, page);
}
