import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { answerOf, idOf, listOf } from './define.ts';

export type CaseRow = Operations['listCases']['data']['items'][number];
export type CaseFilters = Omit<Operations['listCases']['input'], 'cursor' | 'limit' | 'page'>;

/** The maximum number of cases of one read; a customer or an item rarely has more. */
const MAX_CASES = 100;
/** A claim that has ended is read again this long after its end. */
const LATE_MS = 1000;

/** Returns the milliseconds until the first of these claims ends, which the stream of changes does not report; false without a claim. */
export function untilEnd(
  claims: readonly ({ until: string } | null | undefined)[],
): number | false {
  const ends = claims.flatMap((claim) => (claim ? [Date.parse(claim.until)] : []));
  return ends.length === 0 ? false : Math.max(0, Math.min(...ends) - Date.now()) + LATE_MS;
}

/** Cases, by default newest first. */
export function casesWith(filters: CaseFilters, limit = MAX_CASES) {
  return listOf('cases', api.cases.list, filters, idOf, { limit });
}

/** The cases of a customer, or those that contain an item. */
export function someCases(filters: { subjectId: string } | { itemId: string }) {
  return answerOf('cases', api.cases.list, { ...filters, limit: MAX_CASES });
}

/** The snoozed case that returns first. */
export const NEXT_RETURN = answerOf('cases', api.cases.list, {
  isOpen: true,
  isSnoozed: true,
  sort: 'snooze',
  limit: 1,
});

/** The newest open cases. */
export const OPEN_CASES = answerOf('cases', api.cases.list, { isOpen: true, limit: MAX_CASES });

/** The rule that opens cases. */
export const CASE_SETTINGS = answerOf('case settings', api.cases.getSettings, {});

/** The claimed cases. A claim lasts a quarter of an hour, so there are few. */
export const CLAIMED_CASES = {
  ...answerOf('cases', api.cases.list, { claimed: true, limit: MAX_CASES }),
  refetchInterval: ({
    state,
  }: {
    state: { data: Operations['listCases']['data'] | undefined };
  }): number | false => untilEnd(state.data?.items.map(({ claim }) => claim) ?? []),
};
