import { PRIORITIES, type CasePriority } from './schemas.ts';
import { AGES, HIGHEST_LEVEL } from './store.ts';

/** The levels that a hit on a list of this kind adds. */
const BY_KIND: Readonly<Record<string, number>> = {
  sanctions: 2,
  tenant_blocklist: 2,
  pep: 1,
  adverse_media: 1,
  embargo: 1,
};
/** A hit with at least this score adds one level. */
const HIGH_SCORE = 95;
const DAY_MS = 86_400_000;

/** Returns the priority of a new case with these hits, which is the highest priority of a hit. */
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

/**
 * Returns the priority of a case at a time: the one that a member has set, or one that rises with age until the case is
 * closed.
 */
export function priorityAt(nowMs: number, row: Aging): CasePriority {
  const ageMs = (row.closed_at?.getTime() ?? nowMs) - row.created_at.getTime();
  const grown = row.base_priority + AGES.filter((days) => ageMs >= days * DAY_MS).length;
  return PRIORITIES[row.priority ?? Math.min(HIGHEST_LEVEL, grown)]!;
}
