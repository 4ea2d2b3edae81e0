/** Name matching: pure functions, no I/O. See score.ts for the meaning of a score. */
export {
  CANON_VERSION,
  canonicalise,
  canonicalText,
  canonicalTokens,
  entityHint,
  hasCanonicalForm,
  MAX_NAME_CHARS,
  readingsOf,
} from '../canonical.ts';
export { MAX_TOKENS } from './tokens.ts';
export type { CanonicalName, EntityHint } from './types.ts';
export { type MatchKind } from './similarity.ts';
export { DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE } from './score-model.ts';
export { scoreNames } from './score.ts';
export type { NameExplanation, PenaltyReason } from './explain.ts';
export { buildScanSet, scan } from './scan.ts';
export { compareDates } from './dates.ts';
export { applyEvidence, type EvidenceScore } from './evidence.ts';
