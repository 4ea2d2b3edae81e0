import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { Choice } from '../../parts/choice.tsx';
import { lastDays } from '../../parts/day-plots.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Later } from '../../parts/later.tsx';
import { Plot } from '../../parts/plot.tsx';
import type { Column } from '../../parts/table.tsx';
import { MONTH_COST, USAGE } from '../../queries/money.ts';
import { exactText, moneyText } from '../../texts/amounts.ts';
import { t } from '../../texts/screens/money.ts';
import { metricText } from '../../texts/screens/today.ts';

type Cost = Operations['listUsage']['data'];
type Row = Operations['listUsage']['data']['items'][number];

const COLUMNS: Column<Row>[] = [
  { id: 'day', title: t('usage.day'), cell: ({ day }) => day },
  { id: 'metric', title: t('usage.metric'), cell: (used) => <MetricName used={used} /> },
  {
    id: 'quantity',
    title: t('usage.quantity'),
    isNumber: true,
    cell: ({ quantity }) => exactText(quantity),
  },
];

/** A metric in words, with its names in the API. */
function MetricName({ used }: { used: Row }): ReactNode {
  const [said, name] = [metricText(used), `${used.service} ${used.metric}`];
  return (
    <>
      {said} {said !== name && <span className="small quiet code">{name}</span>}
    </>
  );
}

/** The quantities of each metric by day. A metric with more days comes first. */
function seriesOf(days: string[], rows: Row[]): [string, number[]][] {
  const series = Map.groupBy(rows, metricText);
  return [...series]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([label, used]) => {
      const byDay = new Map(used.map(({ day, quantity }) => [day, Number(quantity)]));
      return [label, days.map((day) => byDay.get(day) ?? 0)];
    });
}

/** The time zone of the days, and the cost of the running month if the installation has prices. */
function RunningMonth({ data }: { data: Cost | undefined }): ReactNode {
  if (!data) return null;
  const { cost, runningMonth } = data;
  return (
    <p>
      {cost && t('usage.cost', { total: moneyText(cost.total, cost.currency) })}{' '}
      <span className="quiet">{t('usage.zone', { timeZone: runningMonth.timeZone })}</span>
    </p>
  );
}

/** The plot of one metric, which the person chooses. */
function ByDay({ days, series }: { days: string[]; series: [string, number[]][] }): ReactNode {
  const [chosen, setChosen] = useState('');
  const [label, values] = series.find(([name]) => name === chosen) ?? series[0]!;
  return (
    <>
      <div className="toolbar">
        <Choice
          label={t('usage.metric')}
          options={series.map(([name]) => ({ id: name, text: name }))}
          value={label}
          onChange={setChosen}
        />
      </div>
      <Plot label={label} days={days} values={values} textOf={(value) => exactText(`${value}`)} />
    </>
  );
}

/** The usage of the organization by day, as a plot and as a table. */
export function Usage(): ReactNode {
  const list = useList(USAGE);
  const days = lastDays(list.rows.map(({ day }) => day));
  const shown = list.rows.filter(({ day }) => days.includes(day));
  const cost = useQuery(MONTH_COST);
  // The plots and the rows appear together, so that nothing moves.
  if (list.query.isPending || cost.isPending)
    return (
      <div className="stack">
        <h1>{t('usage.title')}</h1>
        <Later />
      </div>
    );
  return (
    <ListScreen title={t('usage.title')} columns={COLUMNS} list={list} empty={t('usage.empty')}>
      <RunningMonth data={cost.data} />
      {shown.length > 0 && <ByDay days={days} series={seriesOf(days, shown)} />}
    </ListScreen>
  );
}
