import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/reasons.ts';
import type { ExplanationData } from './explanation.tsx';

type Match = ExplanationData['tokens'][number]['match'];
type Penalty = ExplanationData['penalties'][number];

const MATCH_TEXTS: Record<Match, string> = {
  exact: t('match.exact'),
  variant: t('match.variant'),
  nickname: t('match.nickname'),
  initial: t('match.initial'),
  edit: t('match.edit'),
  joined: t('match.joined'),
  acronym: t('match.acronym'),
  none: t('match.none'),
};
const PENALTY_TEXTS: Record<Penalty['reason'], string> = {
  spelling: t('penalty.spelling'),
  contradiction: t('penalty.contradiction'),
  extra_in_query: t('penalty.extra_in_query'),
  extra_in_candidate: t('penalty.extra_in_candidate'),
  number_mismatch: t('penalty.number_mismatch'),
  syllable_order: t('penalty.syllable_order'),
  filiation_turned: t('penalty.filiation_turned'),
  no_distinctive_word: t('penalty.no_distinctive_word'),
  transliteration_only: t('penalty.transliteration_only'),
  weak_alias: t('penalty.weak_alias'),
  acronym: t('penalty.acronym'),
  dob_different: t('penalty.dob_different'),
  dob_near: t('penalty.dob_near'),
  dob_swapped: t('penalty.dob_swapped'),
  country_different: t('penalty.country_different'),
  identifier_different: t('penalty.identifier_different'),
};

/** The way in which two words agree, in words; one of a newer version of the API as it is. */
export function matchText(match: Match): string {
  return MATCH_TEXTS[match] ?? match;
}

/** A reason for a lower score in words, with its points. */
export function penaltyText({ reason, points }: Penalty): string {
  const words = PENALTY_TEXTS[reason] ?? reason;
  return t('penalty.points', { reason: words, points: numberText(points) });
}
