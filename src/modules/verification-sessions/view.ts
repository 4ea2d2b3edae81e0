/** Sessions in the form for callers, without personal data. */
import { clock } from '../../platform/clock.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { found } from '../../platform/errors/index.ts';
import { paged } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { lastWithdrawal, withdrawalFrom } from '../identity/index.ts';
import { SESSION_PREFIX, type AskedConsent, type Session, type SessionQuery } from './schemas.ts';
import { openData } from './sealing.ts';
import { actionOf, type SessionStatus, type StepType } from './steps.ts';
import * as store from './store.ts';

export type { SessionRow } from './store.ts';

/** Returns the current status: the worker ends expired sessions some seconds later. */
export function statusOf({ status, expires_at }: store.SessionRow): SessionStatus {
  if (status === 'open' && expires_at.getTime() <= clock.nowMs()) return 'expired';
  return status as SessionStatus;
}

/** The type of the current step of an open session. */
export function stepOf({ steps, position }: store.SessionRow): StepType {
  return steps[position]!.type;
}

function nextActionOf(row: store.SessionRow): Session['nextAction'] {
  if (statusOf(row) !== 'open') return null;
  const step = stepOf(row);
  const { purpose, textVersion, text } = (row.consent ?? {}) as AskedConsent;
  return {
    ...actionOf(step, row.known, row.prompt),
    step,
    attempt: row.attempt,
    isRunning: row.phase === 'running',
    ...(step === 'consent' && { consent: { purpose, textVersion, text } }),
  };
}

export function toSession(row: store.SessionRow): Session {
  return {
    id: row.id,
    subjectId: row.subject_id,
    country: row.country,
    status: statusOf(row),
    steps: row.steps.map(({ failures: _failures, ...step }) => step),
    nextAction: nextActionOf(row),
    returnUrl: row.return_url,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

function withdrawalIn(orgId: string) {
  return lastWithdrawal(orgId, 'verification_sessions.subject_id');
}

function toShown({ consent_withdrawn_at: at, ...row }: store.ShownRow): Session {
  return { ...toSession(row), ...withdrawalFrom(at) };
}

/** @throws ApiError NOT_FOUND */
export function findSession(db: Queryable, orgId: string, id: string): Promise<store.SessionRow> {
  return found('session', isId(SESSION_PREFIX, id) && store.selectSession(db, orgId, id));
}

/**
 * Returns a session, with the page of the register to which its person has to go. Call it outside of transactions.
 * @throws ApiError NOT_FOUND; the key provider's error
 */
export async function getSession(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
): Promise<Session> {
  const row = await found(
    'session',
    isId(SESSION_PREFIX, id) && store.selectShown(db, orgId, id, withdrawalIn(orgId)),
  );
  const session = toShown(row);
  if (session.nextAction?.type !== 'redirect') return session;
  const { input } = await openData(envelopes, orgId, id, row.envelope!);
  const { url } = input!.question!;
  return { ...session, nextAction: { ...session.nextAction, ...(url !== undefined && { url }) } };
}

/** Newest first. */
export async function listSessions(db: Queryable, orgId: string, query: SessionQuery) {
  const withdrawal = withdrawalIn(orgId);
  return paged(query, (page) => store.selectSessions(db, orgId, query, page, withdrawal), toShown);
}
