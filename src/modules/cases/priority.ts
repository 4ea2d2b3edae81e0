import { PRIORITIES, type CasePriority } from './schemas.ts';
import { AGES, HIGHEST_LEVEL } from './store.ts';

/** By how much a hit on such a list counts. */
const BY_KIND: Readonly<Record<string, number>> = {
  sanctions: 2,
  tenant_blocklist: 2,
  pep: 1,
  adverse_media: 1,
  embargo: 1,
};
/** From this score on a hit counts by one more. */
const HIGH_SCORE = 95;
const DAY_MS = 86_400_000;

/** The priority of a case with these hits, before it grows old: that of the gravest. */
export function basePriority(hits: readonly { listKind: string; score: number }[]): number {
  const each = hits.map(
    ({ listKind, score }) => (BY_KIND[listKind] ?? 0) + (score >= HIGH_SCORE ? 1 : 0),
  );
  return Math.min(HIGHEST_LEVEL, Math.max(0, ...each));
}

export function levelOf(priority: CasePriority): number {
  return PRIORITIES.indexOf(priority);
}

type Aging = {
  priority: number | null;
  base_priority: number;
  created_at: Date;
  closed_at: Date | null;
};

/** The priority of a case at a time: set, or grown with the age that it had until it was closed. */
export function priorityAt(nowMs: number, row: Aging): CasePriority {
  const ageMs = (row.closed_at?.getTime() ?? nowMs) - row.created_at.getTime();
  const grown = row.base_priority + AGES.filter((days) => ageMs >= days * DAY_MS).length;
  return PRIORITIES[row.priority ?? Math.min(HIGHEST_LEVEL, grown)]!;
}
