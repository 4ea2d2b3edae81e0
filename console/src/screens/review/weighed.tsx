import type { ReactNode } from 'react';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/asked.ts';
import { Foreign } from '../../parts/foreign.tsx';
import type { ExplanationData } from './explanation.tsx';

type Weighed = NonNullable<ExplanationData['facts']>;
type Fact = Weighed['compared'][number]['fact'];

const FACT_TEXTS: Record<Fact, string> = {
  type: t('asked.type'),
  gender: t('asked.gender'),
  birthDate: t('asked.birthDate'),
  birthPlace: t('asked.birthPlace'),
  nationality: t('asked.nationality'),
  address: t('asked.address'),
};

/** The facts of both sides, with the points of each. */
export function WeighedFacts({ facts }: { facts: Weighed }): ReactNode {
  const { compared, points, profile, version } = facts;
  return (
    <>
      <div className="table-frame" tabIndex={0} role="group" aria-label={t('asked.facts')}>
        <table className="table" aria-label={t('asked.facts')}>
          <thead>
            <tr>
              <th scope="col">{t('asked.fact')}</th>
              <th scope="col">{t('asked.listed')}</th>
              <th scope="col">{t('asked.relation')}</th>
              <th scope="col" className="number">
                {t('asked.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {compared.map((one) => (
              <tr key={one.fact}>
                <td>{FACT_TEXTS[one.fact]}</td>
                <td>{one.listed === undefined ? '–' : <Foreign text={one.listed} />}</td>
                <td>{wordsOf(one.relation)}</td>
                <td className="number">{numberText(one.points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{t('asked.sum', { points: numberText(points), profile, version })}</p>
    </>
  );
}
