/** Computes how other weights would change stored screenings. */
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { type Profile, profileOf } from '../../../matching/index.ts';
import type { StoredQuery } from '../screen/asked/schemas.ts';
import { MAX_HITS, SCREENING_PREFIX } from '../screen/schemas.ts';
import type { Verdict } from '../screen/screened.ts';
import type { Screening } from '../screen/screening.ts';
import type { Subject } from '../screen/question.ts';
import { profileFor, proposed } from '../profile/profile.ts';
import type { DryRun, DryRunResult } from './schemas.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const DEFAULT_LIMIT = 100;

/**
 * Returns the subject of a stored screening without its identifiers: only their HMACs are stored, and lists are
 * searched by the numbers.
 */
function subjectOf(query: StoredQuery): Subject {
  const { name, aliases, dob, country } = query;
  const { type, gender, birthDate, birthPlace, nationality, addresses } = query;
  return {
    name,
    ...(aliases && { aliases }),
    ...(dob !== null && { dob }),
    ...(country !== null && { country }),
    ...(type && { type }),
    ...(gender && { gender }),
    ...(birthDate && { birthDate }),
    ...(birthPlace && { birthPlace }),
    ...(nationality && { nationality }),
    ...(addresses && { addresses }),
  };
}

/**
 * Screens earlier queries with both profiles against the current lists. Stores nothing.
 * @throws ApiError BAD_REQUEST; the reason of `abandoned`
 */
export async function dryRun(
  { db, screening }: { db: Queryable; screening: Screening },
  orgId: string,
  input: DryRun,
  abandoned: AbortSignal,
): Promise<DryRunResult> {
  const { days = DEFAULT_DAYS, limit = DEFAULT_LIMIT, after } = input;
  if (after !== undefined && !isId(SCREENING_PREFIX, after))
    throw badRequest([{ path: 'after', message: 'is no screening' }]);
  const profiles = [await profileFor(db, orgId), profileOf(proposed(input, 0))];
  const from = new Date(clock.nowMs() - days * DAY_MS);
  const { rows, next } = await store.selectWeighed(db, orgId, { from, before: after, limit });
  const result: DryRunResult = {
    screenings: rows.length,
    appeared: 0,
    vanished: 0,
    changed: [],
    next,
  };
  const groups = Map.groupBy(rows, ({ query }) => JSON.stringify([query.kinds, query.threshold]));
  for (const group of groups.values()) {
    const subjects = group.map(({ query }) => subjectOf(query));
    const { kinds, threshold } = group[0]!.query;
    const rules = { kinds, threshold, limit: MAX_HITS };
    /** Undefined for a name that takes too much work. */
    const judge = async (profile: Profile): Promise<(Verdict | undefined)[]> => {
      const passedOver = new Set<number>();
      const caps = { each: MAX_HITS, all: Infinity, passOver: (i: number) => passedOver.add(i) };
      const asked = { orgId, subjects, rules, caps, abandoned, mayLag: true, profile };
      const { verdicts } = await screening.screen(asked);
      const judged = verdicts.values();
      return subjects.map((_, i) => (passedOver.has(i) ? undefined : judged.next().value));
    };
    const [now, then] = [await judge(profiles[0]!), await judge(profiles[1]!)];
    for (const [i, { id }] of group.entries()) compare(result, id, now[i], then[i]);
  }
  return {
    ...result,
    changed: result.changed.toSorted((a, b) => (a.screeningId < b.screeningId ? 1 : -1)),
  };
}

/** Adds the difference between two verdicts. */
function compare(
  result: DryRunResult,
  screeningId: string,
  now: Verdict | undefined,
  then: Verdict | undefined,
): void {
  if (!now || !then) return;
  const [before, behind] = [now, then].map(
    ({ hits }) => new Set(hits.map(({ entryId }) => entryId)),
  ) as [Set<string>, Set<string>];
  const [appeared, vanished] = [behind.difference(before).size, before.difference(behind).size];
  result.appeared += appeared;
  result.vanished += vanished;
  if (appeared > 0 || vanished > 0 || now.outcome !== then.outcome)
    result.changed.push({
      screeningId,
      appeared,
      vanished,
      outcome: now.outcome,
      proposed: then.outcome,
    });
}
