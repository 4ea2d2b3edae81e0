/** Name matching: pure functions without I/O. score.ts defines the score. */
export {
  CANON_VERSION,
  canonicalise,
  canonicalText,
  canonicalTokens,
  entityHint,
  hasCanonicalForm,
  readingsOf,
} from './canonical/canonical.ts';
export { foldedWords } from './canonical/fold.ts';
export { MAX_TOKENS } from './words/tokens.ts';
export type { CanonicalName, EntityHint } from './types.ts';
export { publishedName, readingsIn, type NameReading } from './readings/readings.ts';
export type { NamedType } from './readings/field.ts';
export { type MatchKind } from './similarity/similarity.ts';
export { DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE } from './score/score-model.ts';
export { scoreNames } from './score/score.ts';
export { scoreAcronym } from './score/acronyms.ts';
export { acronymIn, acronymsOf } from './words/acronyms.ts';
export type { NameExplanation, PenaltyReason } from './score/explain.ts';
export { buildScanSet, scan } from './score/scan.ts';
export { compareDates, compareStatedDates } from './score/dates.ts';
export {
  applyContradiction,
  applyEvidence,
  takenByEvidence,
  type EvidenceScore,
} from './score/evidence.ts';
