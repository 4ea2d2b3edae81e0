import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/reasons.ts';
import type { Hit } from './decision.ts';
import { penaltyText } from './reasons.ts';

/** The findings of the service about a hit in words, which say of nobody that they have compared anything. */
export function foundText({ score, match }: Pick<Hit, 'score' | 'match'>): string {
  if (!match) return '';
  const { tokens, unmatchedCandidate, penalties, facts } = match.explanation;
  const compared = facts?.compared ?? [];
  const parts = [
    t('found.words', {
      score: numberText(score),
      same: tokens.filter((token) => token.match === 'exact').length,
      count: tokens.length + unmatchedCandidate.length,
    }),
    ...(match.identifiers?.length ? [t('found.number')] : []),
    ...(compared.length > 0
      ? [
          t('found.facts', {
            same: compared.filter(({ relation }) => relation === 'same').length,
            count: compared.length,
          }),
        ]
      : []),
    ...(penalties.length > 0
      ? [t('found.penalties', { words: penalties.map(penaltyText).join(', ') })]
      : []),
  ];
  return t('found.all', { parts: parts.join('; ') });
}
