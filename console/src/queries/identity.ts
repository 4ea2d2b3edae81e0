import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type Input = Operations['listIdentityVerifications']['input'];

/** The kinds of verification that require a consent. */
export const IDENTITY_SETTINGS = answerOf('identity settings', api.identity.getSettings, {});
export const IDENTITY_KINDS = answerOf('identity kinds', api.identity.listKinds, {});
/** The verifications of the last 30 days by day and outcome. */
export const VERIFICATIONS_BY_DAY = answerOf(
  'verifications',
  api.identity.countVerificationsByDay,
  {},
);

/** Verifications, newest first. */
export function verificationsWith(filters: Pick<Input, 'status' | 'subjectId'>, limit = 100) {
  return listOf(
    'verifications',
    api.identity.listVerifications,
    filters,
    ({ verificationId }) => verificationId,
    { limit },
  );
}

export function verificationWith(id: string) {
  return answerOf('verification', api.identity.getVerification, { id });
}

/** The times when people saw the answer of a verification, newest first. */
export function revealsWith(id: string) {
  return listOf('reveals', api.identity.listReveals, { id }, (reveal) => reveal.id);
}

/** The consents of a subject, newest first. */
export function consentsOf(subjectId: string) {
  return listOf('consents', api.identity.listConsents, { subjectId }, idOf);
}

type SessionsInput = Operations['listIdentitySessions']['input'];

/** The addresses to which sessions may return. */
export const SESSION_SETTINGS = answerOf('session settings', api.identity.getSessionSettings, {});

/** Verification sessions, newest first. */
export function sessionsWith(filters: Pick<SessionsInput, 'status'>) {
  return listOf('verification sessions', api.identity.listSessions, filters, ({ id }) => id, {
    limit: 100,
  });
}

export function sessionWith(id: string) {
  return answerOf('verification session', api.identity.getSession, { id });
}
