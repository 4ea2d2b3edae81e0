import { queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api, callSession } from '../data/client.ts';

export type Me = Operations['getMe']['data'];

/** The signed-in person: every page reads this first. */
export const ME = queryOptions({
  queryKey: ['me'],
  queryFn: () => api.people.getMe(),
  staleTime: 60_000,
});

type Choices = { issuers: { id: string; name: string }[] };

/** The identity providers of an organization; those of operators for an empty id. */
export function signInIssuers(organization: string) {
  const query = organization === '' ? '' : `?organization=${encodeURIComponent(organization)}`;
  return queryOptions({
    queryKey: ['sign-in issuers', { organization }],
    queryFn: () => callSession<Choices>(`/issuers${query}`),
  });
}

const STALE_MS = 300_000;
/** Names of people who joined after the names were read are unknown. */
const UNKNOWN_STALE_MS = 60_000;

/** Reads the names of current and former members by their ids, with e-mail addresses for people without a name. */
async function readNames(mayManage: boolean): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  let isWhole = true;
  for await (const { id, name } of api.people.listMemberNames.each({ limit: 100 }))
    if (name) names[id] = name;
    else isWhole = false;
  if (mayManage && !isWhole)
    for await (const { id, email } of api.people.listMembers.each({ limit: 100 }))
      if (email) names[id] ??= email;
  return names;
}

/** Current members, each by name, or by id if the name is unknown. */
export const MEMBERS = queryOptions({
  queryKey: ['members', {}, 'assignees'],
  queryFn: async () => {
    const members: { id: string; text: string }[] = [];
    for await (const { id, name, isMember } of api.people.listMemberNames.each({ limit: 100 }))
      if (isMember) members.push({ id, text: name ?? id });
    return members;
  },
  staleTime: UNKNOWN_STALE_MS,
});

/** The names of current and former members by their ids. @param id the person whose name is needed */
export function memberNames(id: string, mayManage: boolean) {
  return queryOptions({
    queryKey: ['members', { mayManage }, 'names'],
    queryFn: () => readNames(mayManage),
    staleTime: ({ state: { data } }) => (data && !data[id] ? UNKNOWN_STALE_MS : STALE_MS),
  });
}
