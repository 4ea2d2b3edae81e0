import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { subjectWith, type Hit } from '../../queries/review.ts';
import { numberText } from '../../texts/text.ts';
import { t as fileText } from '../../texts/screens/case-file.ts';
import { t } from '../../texts/screens/detail.ts';
import { factsOfBoth, factVerdictText, type FactOfBoth } from '../cases/case-file-facts.ts';
import './both-sides.css';

export type Entity = Operations['getListedEntity']['data'];

const TONES: Record<FactOfBoth['verdict'], Tone> = {
  same: 'bad',
  consistent: 'warn',
  similar: 'warn',
  swapped: 'warn',
  differs: 'good',
  unknown: 'quiet',
};
const DATE = /^\d{4}-\d\d(-\d\d)?~?$/;
/** The maximum number of values of a fact that one cell shows. */
const MAX_VALUES = 6;

export function values(all: readonly string[]): ReactNode {
  if (all.length === 0) return '–';
  return (
    <>
      {all.slice(0, MAX_VALUES).map((one) => (
        <div key={one}>
          {DATE.test(one) ? <span className="date">{one}</span> : <Foreign text={one} />}
        </div>
      ))}
      {all.length > MAX_VALUES && `+ ${numberText(all.length - MAX_VALUES)}`}
    </>
  );
}

/** Each fact of the customer and of the list, with the verdict of their comparison. */
export function FactTable({
  hit,
  entity,
}: {
  hit: Pick<Hit, 'subjectId' | 'match'>;
  entity: Entity | undefined;
}): ReactNode {
  const subject = useQuery(subjectWith(hit.subjectId));
  if (isNotFound(subject.error)) return <p className="quiet">{t('detail.gone')}</p>;
  if (subject.isError) return <Problem error={subject.error} />;
  return (
    <table className="table both-sides" aria-label={t('detail.facts')}>
      <thead>
        <tr>
          {[t('detail.fact'), t('queue.subject'), t('detail.list'), fileText('file.verdict')].map(
            (title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {factsOfBoth(subject.data, entity, hit.match).map(({ fact, ours, theirs, verdict }) => (
          <tr key={fact}>
            <th scope="row">{fact}</th>
            <td>{values(ours)}</td>
            <td>{values(theirs)}</td>
            <td>
              <Badge tone={TONES[verdict]}>{factVerdictText(verdict)}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
