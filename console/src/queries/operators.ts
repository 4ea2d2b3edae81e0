import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

type GlobalList = Operations['getGlobalList']['data'];

/** The time between two reads of a global list while the worker fetches it. */
const FETCHING_MS = 2000;
/** The time between two reads of the states of providers, or of jobs. */
const POLL_MS = 5000;
/** The time between two counts of dead letters. */
const COUNT_MS = 60_000;

export const ORGANIZATIONS = listOf(
  'organizations',
  api.administration.listOrganizations,
  {},
  idOf,
);

export const OPERATORS = listOf('operators', api.operators.list, {}, idOf);
export const OPERATOR_SESSIONS = listOf('operator sessions', api.operators.listSessions, {}, idOf);
export const ALL_KEYS = listOf('all keys', api.administration.listApiKeys, { active: true }, idOf);

/** The limits of an organization's exports, read again for each form. */
export function exportSettingsOf(id: string) {
  return {
    ...answerOf('export settings', api.administration.getExportSettings, { id }),
    staleTime: 0,
    gcTime: 0,
  };
}

export const GLOBAL_LISTS = listOf('global lists', api.administration.listGlobalLists, {}, idOf);
/** The global lists that requests of operators are about. */
export const REQUESTED_LISTS = answerOf('global lists', api.administration.listGlobalLists, {
  limit: 100,
});

/** Returns true if a fetch is due or in progress. */
function isFetching({ origin }: GlobalList): boolean {
  return !!origin?.dueAt && Date.parse(origin.dueAt) <= Date.now();
}

export function globalListWith(id: string) {
  return {
    ...answerOf('global list', api.administration.getGlobalList, { id }),
    refetchInterval: ({ state }: { state: { data: GlobalList | undefined } }): number | false =>
      state.data && isFetching(state.data) ? FETCHING_MS : false,
  };
}

/** The entries of a global list, by the publisher's ids. */
export function globalEntriesOf(id: string, filter: { externalId?: string; name?: string }) {
  return listOf(
    'global entries',
    api.administration.listGlobalListEntries,
    { id, ...filter },
    idOf,
  );
}

/** The versions of a global list. @param newest the newest revision, since another import adds a version */
export function versionsOf(id: string, newest: number) {
  return {
    ...listOf(
      'global list versions',
      api.administration.listGlobalListVersions,
      { id },
      ({ revision }) => String(revision),
      { limit: 20 },
    ),
    queryKey: ['global list versions', { id, newest }, 'rows'] as const,
  };
}

/** The changes that a version of a global list made. */
export function changesOf(id: string, to: number) {
  return listOf(
    'global list changes',
    api.administration.listGlobalListChanges,
    { id, to },
    ({ externalId, entryId }) => `${externalId} ${entryId}`,
  );
}

/** The rows of a version's file that were omitted. */
export function rejectionsOf(id: string, revision: number) {
  return answerOf('global list rejections', api.administration.listGlobalListRejections, {
    id,
    revision,
  });
}

/** The requests of operators that wait for a second one. */
export const PLATFORM_APPROVALS = listOf(
  'platform approvals',
  api.approvals.listPlatform,
  { status: 'pending' },
  idOf,
);
/** The first rows of these requests, for the screen of one list. */
export const FIRST_PLATFORM_APPROVALS = answerOf('platform approvals', api.approvals.listPlatform, {
  status: 'pending',
  limit: 100,
});

export const PROVIDERS = {
  ...answerOf('providers', (_, options) => api.administration.listProviders(options), {}),
  refetchInterval: POLL_MS,
};
export const DEAD_LETTERS = listOf(
  'dead letters',
  api.administration.listDeadLetters,
  { status: 'waiting' },
  idOf,
);
/** The number of waiting dead letters, for the navigation. */
export const WAITING_DEAD_LETTERS = {
  ...answerOf('dead letters', api.administration.listDeadLetters, { status: 'waiting', limit: 1 }),
  refetchInterval: COUNT_MS,
};
export const DIAGNOSIS = {
  ...answerOf('diagnosis', (_, options) => api.system.getDiagnosis(options), {}),
  staleTime: Infinity,
};
export const JOBS = {
  ...answerOf('jobs', (_, options) => api.system.listJobs(options), {}),
  refetchInterval: POLL_MS,
};

/** The personal data that is stored. */
export const REGISTER = answerOf(
  'register',
  (_, options) => api.system.getProcessingRegister(options),
  {},
);

/** The outside hosts to which data may go. */
export const EGRESS = answerOf('outside hosts', api.system.getEgress, {});
