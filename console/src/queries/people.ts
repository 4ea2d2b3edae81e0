import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf, type Place } from './define.ts';

export type Key = Operations['listKeys']['data']['items'][number];
type Actions = Operations['listAuditActions']['data'];
type AuditFilters = {
  actor?: string;
  action?: string;
  object?: string;
  from?: string;
  to?: string;
};

export const MEMBERS = listOf('members', api.people.listMembers, {}, idOf);
export const INVITATIONS = listOf('invitations', api.people.listMemberInvitations, {}, idOf);
export const ISSUERS = listOf('issuers', api.signIn.listIssuers, {}, idOf);
export const KEYS = listOf('keys', api.keys.list, {}, idOf);

export function keyWith(id: string) {
  return answerOf('key', api.keys.get, { id });
}

/** The latest refusals of a key, as the answering process remembers them. */
export function refusalsOf(id: string) {
  return answerOf('key refusals', api.keys.getRefusals, { id });
}

/** The active keys that a person created. */
export function keysOf(userId: string) {
  return answerOf(
    'keys',
    async (_, { signal }) => {
      const keys: Key[] = [];
      for await (const key of api.keys.list.each({ active: true, limit: 100 }, { signal }))
        if (key.madeBy === userId) keys.push(key);
      return keys;
    },
    { madeBy: userId },
  );
}

/** The actions of an audit log, newest first. */
export function auditOf(
  log: 'audit' | 'platform audit',
  read: (
    input: AuditFilters & Place & { limit: number },
    options: { signal: AbortSignal },
  ) => Promise<Actions>,
  filters: AuditFilters,
) {
  return listOf(log, read, filters, idOf);
}
