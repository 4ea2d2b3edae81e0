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
export type { CanonicalName, EntityHint, Join, QueryReading, Token, TokenClass } from './types.ts';
export { tokenSimilarity, type MatchKind, type TokenMatch } from './similarity.ts';
export { DEFAULT_THRESHOLD, MINIMUM_HIT_SCORE } from './score-model.ts';
export { scoreNames, type SimilarityFunction } from './score.ts';
export type {
  AlignedToken,
  NameExplanation,
  NameScore,
  Penalty,
  PenaltyReason,
} from './explain.ts';
export { buildScanSet, scan, type ScanHit, type ScanName, type ScanSet } from './scan.ts';
export { compareDates, parseDate, type DateComparison, type DateRelation } from './dates.ts';
export {
  applyEvidence,
  type EvidenceExplanation,
  type EvidenceInput,
  type EvidenceScore,
} from './evidence.ts';
