import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/reasons.ts';
import type { ExplanationData } from './explanation.tsx';

type Penalty = ExplanationData['penalties'][number];

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

/** A reason for a lower score in words, with its points. */
export function penaltyText({ reason, points }: Penalty): string {
  const words = PENALTY_TEXTS[reason] ?? reason;
  return t('penalty.points', { reason: words, points: numberText(points) });
}
