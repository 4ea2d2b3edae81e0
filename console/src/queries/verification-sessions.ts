import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, listOf } from './define.ts';

type Input = Operations['listIdentitySessions']['input'];

/** The addresses to which sessions may return. */
export const SESSION_SETTINGS = answerOf('session settings', api.identity.getSessionSettings, {});

/** Verification sessions, newest first. */
export function sessionsWith(filters: Pick<Input, 'status'>) {
  return listOf('verification sessions', api.identity.listSessions, filters, ({ id }) => id, {
    limit: 100,
  });
}

export function sessionWith(id: string) {
  return answerOf('verification session', api.identity.getSession, { id });
}
