import type { ReactNode } from 'react';
import { numberText, t } from '../texts/text.ts';
import { Bars } from './bars.tsx';

/** Quantities by day: a plot of each series, and all of them as a table. */
export function DayPlots<Key extends string>({
  days,
  rows,
  series,
}: {
  /** Every day that is shown, such as `2026-11-27`. */
  days: string[];
  rows: ({ day: string } & Record<Key, number>)[];
  /** The names of series with their titles. */
  series: readonly (readonly [Key, string])[];
}): ReactNode {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return (
    <div className="stack-close">
      <div className="plots">
        {series.map(([key, title]) => (
          <Bars
            key={key}
            label={title}
            days={days}
            quantities={rows.map((row) => ({ day: row.day, quantity: row[key] }))}
          />
        ))}
      </div>
      <details>
        <summary>{t('bars.table')}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('usage.day')}</th>
              {series.map(([key, title]) => (
                <th key={key} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map(([key]) => (
                  <td key={key} className="number">
                    {numberText(byDay.get(day)?.[key] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
