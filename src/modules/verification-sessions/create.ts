/** Creates sessions, and cancels them. */
import type { Principal } from '../../platform/auth/key-cache.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest, type ErrorDetail } from '../../platform/errors/index.ts';
import { newId } from '../../platform/ids.ts';
import { consentFieldProblems, countryProblems, HOME_COUNTRY, KINDS } from '../identity/index.ts';
import { outbox } from '../webhooks/index.ts';
import { sessionCanceled, sessionCreated } from './events.ts';
import { consentOf, screeningProblems, type Asked } from './input.ts';
import { assertMayRun } from './rights.ts';
import { SESSION_PREFIX, type CreateSession, type Session } from './schemas.ts';
import { knownFields, sealData, type SessionData } from './sealing.ts';
import { getSettings } from './settings.ts';
import { missingFields, scopeOf } from './steps.ts';
import * as store from './store.ts';
import { findSession, statusOf, toSession } from './view.ts';

const DAY_SECONDS = 86_400;

type CreateCall = Pick<Asked, 'services' | 'principal'> & { body: CreateSession };

/** The problems of steps that could never run. */
export function createProblems({ services, principal, body }: CreateCall): ErrorDetail[] {
  const { steps, subjectId, person, consent } = body;
  const consentAt = steps.indexOf('consent');
  const country = (body.country ?? HOME_COUNTRY).toUpperCase();
  const problems: ErrorDetail[] = [];
  if (consentAt >= 0 !== (consent !== undefined))
    problems.push({
      path: 'consent',
      message: consentAt >= 0 ? 'is required with the step consent' : 'needs the step consent',
    });
  if (person && steps.some((step) => scopeOf(step) === 'fraud:screen'))
    problems.push(...screeningProblems(person));
  for (const [i, step] of steps.entries()) {
    const kind = KINDS.find((one) => one === step);
    if (!kind) continue;
    const given =
      consent && consentAt >= 0 && consentAt < i ? { consent: consentOf(consent, 'later') } : {};
    const asked = { services, principal, body: { subjectId, ...given }, canTalk: true };
    const ofStep = [
      ...countryProblems(services, kind, { country }),
      ...consentFieldProblems(asked, { kind, country }),
    ];
    problems.push(
      ...ofStep.map(({ path, message }) => ({
        path: `steps[${i}]`,
        message: `${path} ${message}`,
      })),
    );
  }
  return problems;
}

/** A session that is sealed and not stored yet. */
export type PreparedSession = { id: string; envelope: string; data: SessionData };

/**
 * Checks the input of `createSession`. Call it outside of transactions.
 * @throws ApiError FORBIDDEN; BAD_REQUEST for a returnUrl that is not listed; SERVICE_DISABLED
 */
export async function prepareSession(
  db: Queryable,
  envelopes: Envelopes,
  { orgId, principal }: { orgId: string; principal: Principal },
  { subjectId, steps, person, returnUrl }: CreateSession,
): Promise<PreparedSession> {
  assertMayRun(principal, steps);
  if (returnUrl !== undefined && !(await getSettings(db, orgId)).returnUrls.includes(returnUrl))
    throw badRequest([
      { path: 'returnUrl', message: 'must be an address of the settings of sessions' },
    ]);
  const id = newId(SESSION_PREFIX);
  const data = { kept: { ...(person && { person }) } };
  return { id, data, envelope: await sealData(envelopes, { orgId, id, subjectId }, data) };
}

/** Stores a session, and emits its event. */
export async function createSession(
  tx: Tx,
  { orgId, createdBy }: { orgId: string; createdBy: string },
  input: CreateSession,
  { id, envelope, data }: PreparedSession,
): Promise<Session> {
  const { steps, subjectId, country = HOME_COUNTRY, consent, returnUrl, expiresIn } = input;
  const known = knownFields(data);
  const row = await store.insertSession(tx, {
    org_id: orgId,
    id,
    subject_id: subjectId,
    country: country.toUpperCase(),
    steps: steps.map((type) => ({
      type,
      status: 'pending',
      attempts: 0,
      failures: 0,
      reason: null,
      endedAt: null,
    })),
    consent: consent ?? null,
    return_url: returnUrl ?? null,
    known,
    envelope,
    created_by: createdBy,
    seconds: expiresIn ?? DAY_SECONDS,
    needsNothing: missingFields(steps[0]!, known).length === 0,
  });
  const event = { event: 'IDENTITY_SESSION_CREATED', sessionId: id } as const;
  await outbox(tx, orgId, sessionCreated(event));
  return toSession(row);
}

/**
 * A running step may have a paid answer, which an erasure now would lose.
 * @throws ApiError CONFLICT while a step of a session of the subject runs
 */
export async function assertNoStepRuns(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<void> {
  if (await store.selectIsRunning(db, orgId, subjectId))
    throw new ApiError(
      'CONFLICT',
      'a step of a verification session is running: repeat when it has ended',
    );
}

/**
 * Cancels an open session; a repetition changes nothing. @throws ApiError NOT_FOUND; CONFLICT if the session has ended
 * in another way, or a step runs
 */
export async function cancelSession(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<Session & { created: boolean }> {
  await findSession(tx, orgId, id);
  const row = (await store.lockSession(tx, orgId, id))!;
  if (row.status === 'canceled') return { ...toSession(row), created: false };
  if (statusOf(row) !== 'open')
    throw new ApiError('CONFLICT', `the session is ${statusOf(row)} already`);
  if (row.phase === 'running')
    throw new ApiError('CONFLICT', 'a step is running: cancel the session when it has ended');
  const ended = await store.endSession(tx, { orgId, id }, 'canceled');
  const event = { event: 'IDENTITY_SESSION_CANCELED', sessionId: id } as const;
  await outbox(tx, orgId, sessionCanceled(event));
  return { ...toSession(ended), created: true };
}
