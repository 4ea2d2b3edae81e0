import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { Bars, lastDays, type Day } from '../../parts/bars.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { numberText, t } from '../../texts/text.ts';

type Row = Operations['listUsage']['data']['items'][number];

const COLUMNS: Column<Row>[] = [
  { id: 'day', title: t('usage.day'), cell: ({ day }) => day },
  { id: 'service', title: t('usage.service'), cell: ({ service }) => service },
  { id: 'metric', title: t('usage.metric'), cell: ({ metric }) => metric },
  {
    id: 'quantity',
    title: t('usage.quantity'),
    isNumber: true,
    cell: ({ quantity }) => numberText(Number(quantity)),
  },
];

/** The rows of each service and metric, those with the most days first. */
function seriesOf(rows: Row[]): [string, Day[]][] {
  const series = Map.groupBy(rows, ({ service, metric }) => `${service} ${metric}`);
  return [...series]
    .map(([label, days]): [string, Day[]] => [
      label,
      days.map(({ day, quantity }) => ({ day, quantity: Number(quantity) })),
    ])
    .toSorted(([, a], [, b]) => b.length - a.length);
}

/** The organization's use, by day: as plots, and the same rows as a table. */
export function Usage(): ReactNode {
  const list = useList<Row>(
    ['usage'],
    ({ day, service, metric }) => `${day} ${service} ${metric}`,
    (place, signal) => api.usage.list({ limit: 100, ...place }, { signal }),
  );
  const days = lastDays(list.rows.map(({ day }) => day));
  const shown = list.rows.filter(({ day }) => days.includes(day));
  return (
    <div className="stack">
      <h1>{t('usage.title')}</h1>
      {shown.length > 0 && (
        <div className="plots">
          {seriesOf(shown).map(([label, quantities]) => (
            <Bars key={label} label={label} days={days} quantities={quantities} />
          ))}
        </div>
      )}
      <Table label={t('usage.title')} columns={COLUMNS} list={list} empty={t('usage.empty')} />
    </div>
  );
}
