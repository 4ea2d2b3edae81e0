import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Facts } from '../../parts/facts.tsx';
import { entityOf, subjectWith } from '../../queries/review.ts';
import { t } from '../../texts/screens/beside.ts';

type HitData = Operations['getHit']['data'];

/** Returns the relation of the customer's values to those of the list, in words. */
function relationText(ours: readonly string[], listed: readonly string[]): string | null {
  if (ours.length === 0 && listed.length === 0) return null;
  if (ours.length === 0) return t('beside.listOnly', { value: listed.join(', ') });
  const value = ours.join(', ');
  if (listed.length === 0) return t('beside.customerOnly', { value });
  if (ours.some((one) => listed.includes(one))) return t('beside.same', { value });
  // A year, or a year with a month, is the beginning of a date.
  const isPart = ours.some((one) =>
    listed.some((other) => one.startsWith(`${other}-`) || other.startsWith(`${one}-`)),
  );
  return t(isPart ? 'beside.part' : 'beside.different', { value, listed: listed.join(', ') });
}

function known(...values: (string | null | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

/** Dates of birth and countries of the customer and of the listed entity, and their agreement. */
export function Beside({ hit }: { hit: HitData }): ReactNode {
  const { data: subject } = useQuery(subjectWith(hit.subjectId));
  const { data: entity } = useQuery(entityOf(hit));
  const { match } = hit;
  if (!subject || !match) return null;
  const dobs = entity?.dobs.length ? entity.dobs : known(match.dob);
  const countries = entity?.countries.length ? entity.countries : known(match.country);
  const rows: [string, ReactNode][] = [
    [t('hit.dob'), relationText(known(subject.dob ?? subject.birthDate), dobs)],
    [
      t('hit.country'),
      relationText(
        [...new Set([...known(subject.country), ...(subject.nationality ?? [])])],
        countries,
      ),
    ],
  ];
  if (rows.every(([, text]) => text === null)) return null;
  return (
    <section className="panel stack-close" aria-label={t('beside.title')}>
      <h2>{t('beside.title')}</h2>
      <Facts rows={rows} />
    </section>
  );
}
