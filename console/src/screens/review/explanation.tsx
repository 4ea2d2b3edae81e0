import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Foreign } from '../../parts/foreign.tsx';
import { numberText } from '../../texts/text.ts';
import { t as why } from '../../texts/screens/detail.ts';
import { t } from '../../texts/screens/hit.ts';
import { penaltyText } from './reasons.ts';
import { WeighedFacts } from './weighed.tsx';

export type ExplanationData = NonNullable<Operations['getHit']['data']['match']>['explanation'];

type Match = ExplanationData['tokens'][number]['match'];

const MATCH_TEXTS: Record<Match, string> = {
  exact: why('match.exact'),
  variant: why('match.variant'),
  nickname: why('match.nickname'),
  initial: why('match.initial'),
  edit: why('match.edit'),
  joined: why('match.joined'),
  acronym: why('match.acronym'),
  none: why('match.none'),
};

/** Returns how two words agree, in words; the code of a newer API version stays unchanged. */
function matchText(match: Match): string {
  return MATCH_TEXTS[match] ?? match;
}

/** The reasons for a score, as they were stored with it. */
export function Explanation({ explanation }: { explanation: ExplanationData }): ReactNode {
  const { tokens, unmatchedQuery, unmatchedCandidate, penalties, facts } = explanation;
  return (
    <section className="panel stack-close" aria-labelledby="words">
      <h2 id="words">{t('hit.words')}</h2>
      <div className="table-frame" tabIndex={0} role="group" aria-labelledby="words">
        <table className="table" aria-labelledby="words">
          <thead>
            <tr>
              <th scope="col">{t('hit.word')}</th>
              <th scope="col">{t('hit.candidate')}</th>
              <th scope="col">{t('hit.how')}</th>
              <th scope="col" className="number">
                {t('hit.similarity')}
              </th>
              <th scope="col" className="number">
                {t('hit.weight')}
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ query, candidate, match, similarity, weight }, i) => (
              <tr key={i}>
                <td>
                  <Foreign text={query} />
                </td>
                <td>
                  <Foreign text={candidate} />
                </td>
                <td>{matchText(match)}</td>
                <td className="number">{numberText(similarity)}</td>
                <td className="number">{numberText(weight)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details className="small quiet no-print">
        <summary>{why('why.title')}</summary>
        <p>{why('why.similarity')}</p>
        <p>{why('why.weight')}</p>
      </details>
      {facts && <WeighedFacts facts={facts} />}
      {unmatchedQuery.length > 0 && (
        <p>{t('hit.onlyQuery', { words: unmatchedQuery.join(', ') })}</p>
      )}
      {unmatchedCandidate.length > 0 && (
        <p>{t('hit.onlyCandidate', { words: unmatchedCandidate.join(', ') })}</p>
      )}
      {penalties.length > 0 && (
        <p>{t('hit.penalties', { words: penalties.map(penaltyText).join(', ') })}</p>
      )}
    </section>
  );
}
