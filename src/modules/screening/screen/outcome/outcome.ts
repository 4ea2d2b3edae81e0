/** A screening's outcome, and which of its hits are shown. */
import { isCertain, LIST_KINDS, type ReadLabels } from '../../../../matching/index.ts';
import { canBlock, type Effects } from './effects.ts';
import type { Hit, Outcome } from '../schemas.ts';

/** decisions: a sanctions hit from here on blocks; so does one with a number that one alone can have. */
export const SANCTIONS_BLOCK_SCORE = 95;

/**
 * Those with an identifier of the question first, then the best; ties in a fixed order, so that the same question gives
 * the same answer.
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

/** Tells whether a hit is open by its name or facts: the reading of the name is not sure, or a fact contradicts. */
function isForReview({ contradicted, explanation }: Hit): boolean {
  return contradicted !== undefined || explanation.reading?.mayBlock === false;
}

/**
 * decisions: an allowlist hit never blocks and never asks for a review. Nor does one that was decided to be nobody, or
 * that does not count. A sanctions hit blocks only if its listing means that the party is blocked.
 * @param labelsOf of the entry of a hit
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

/** The limit counts what does not count for the outcome apart, so that it never crowds out what does. */
export function firstHits<H extends Hit>(hits: H[], limit: number): H[] {
  const countedWith = ({ listKind, decision, counts }: Hit) =>
    listKind === 'tenant_allowlist' ? listKind : (decision ?? counts);
  return [...Map.groupBy(hits.toSorted(compareHits), countedWith).values()]
    .flatMap((alike) => alike.slice(0, limit))
    .toSorted(compareHits);
}
