import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/reasons.ts';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { penaltyText } from './reasons.ts';

type Findings = NonNullable<Operations['getHit']['data']['decisions'][number]['findings']>;

type Found = Pick<Findings, 'score' | 'identifiers' | 'explanation'>;

/** The service's findings in words, marked as findings. */
export function foundText({ score, identifiers, explanation }: Found): string {
  const { tokens, unmatchedCandidate, penalties, facts } = explanation;
  const compared = facts?.compared ?? [];
  const parts = [
    t('found.words', {
      score: numberText(score),
      same: tokens.filter((token) => token.match === 'exact').length,
      count: tokens.length + unmatchedCandidate.length,
    }),
    ...(identifiers?.length ? [t('found.number')] : []),
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
