/** Decides a screening's outcome, and which of its hits are shown. */
import { isCertain, LIST_KINDS, type ReadLabels } from '../../../../matching/index.ts';
import { canBlock, type Effects } from './effects.ts';
import type { Hit, Outcome } from '../schemas.ts';

/** decisions: a sanctions hit blocks from this score on, or if it has a number that only one party can have. */
export const SANCTIONS_BLOCK_SCORE = 95;

/**
 * Sorts hits: those with an identifier of the query first, then by score. Ties have a fixed order, so that the same
 * query gives the same answer.
 */
function compareHits(a: Hit, b: Hit): number {
  return (
    Number(b.identifiers !== undefined) - Number(a.identifiers !== undefined) ||
    b.score - a.score ||
    LIST_KINDS.indexOf(a.listKind) - LIST_KINDS.indexOf(b.listKind) ||
    Number(a.explanation.reading !== undefined) - Number(b.explanation.reading !== undefined) ||
    (a.entryId < b.entryId ? -1 : 1)
  );
}

/**
 * Returns true if a hit needs a review by its name or facts: the reading of the name is uncertain, or a fact
 * contradicts.
 */
function isForReview({ contradicted, explanation }: Hit): boolean {
  return contradicted !== undefined || explanation.reading?.mayBlock === false;
}

/**
 * decisions: an allowlist hit never blocks and never requires a review. The same is true of a hit that was decided to
 * be a false positive, or that does not count. A sanctions hit blocks only if its listing means that the party is
 * blocked.
 * @param labelsOf returns the labels of a hit's entry
 */
export function outcomeOf<H extends Hit>(
  all: H[],
  effects: Effects,
  labelsOf: (hit: H) => ReadLabels,
): Outcome {
  const hits = all.filter(
    ({ decision, counts }) => decision !== 'false_positive' && counts !== false,
  );
  const isSure = (hit: H): boolean =>
    (hit.score >= SANCTIONS_BLOCK_SCORE && !isForReview(hit)) ||
    (hit.identifiers ?? []).some(({ kind, country }) => isCertain(kind, country));
  const blocks = (hit: H): boolean =>
    hit.listKind === 'tenant_blocklist'
      ? !isForReview(hit)
      : hit.listKind === 'sanctions' && isSure(hit) && canBlock(labelsOf(hit), effects);
  if (hits.some(blocks)) return 'block';
  return hits.some(({ listKind }) => listKind !== 'tenant_allowlist') ? 'review' : 'clear';
}

/** The limit counts hits that do not count for the outcome separately, so they never displace hits that count. */
export function firstHits<H extends Hit>(hits: H[], limit: number): H[] {
  const countedWith = ({ listKind, decision, counts }: Hit) =>
    listKind === 'tenant_allowlist' ? listKind : (decision ?? counts);
  return [...Map.groupBy(hits.toSorted(compareHits), countedWith).values()]
    .flatMap((alike) => alike.slice(0, limit))
    .toSorted(compareHits);
}
