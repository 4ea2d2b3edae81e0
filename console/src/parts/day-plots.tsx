import type { ReactNode } from 'react';
import { numberText } from '../texts/text.ts';
import { t } from '../texts/screens/plots.ts';
import { Plot } from './plot.tsx';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** The 30 days up to the newest of these. */
export function lastDays(all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const last = Math.max(...all.map((day) => Date.parse(day)));
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(last - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Figures by day: a plot of each series, and all of them as a table. */
export function DayPlots<Key extends string>({
  days,
  rows,
  series,
  isLevel = false,
  textOf = numberText,
}: {
  /** Every day of UTC that is shown, such as `2026-11-27`. */
  days: string[];
  rows: ({ day: string } & Record<Key, number | null>)[];
  /** The names of series with their titles. */
  series: readonly (readonly [Key, string])[];
  /** True for a level, which is unknown on a day without a row; false for quantities, which are 0 on such a day. */
  isLevel?: boolean;
  /** A figure with its unit. */
  textOf?: (value: number) => string;
}): ReactNode {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const valueOf = (day: string, key: Key): number | null =>
    byDay.get(day)?.[key] ?? (isLevel ? null : 0);
  return (
    <div className="stack-close">
      <div className="plots">
        {series.map(([key, title]) => (
          <Plot
            key={key}
            label={title}
            days={days}
            values={days.map((day) => valueOf(day, key))}
            isLevel={isLevel}
            textOf={textOf}
          />
        ))}
      </div>
      <details>
        <summary>{t('plot.table')}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('plot.day')}</th>
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
                {series.map(([key]) => {
                  const value = valueOf(day, key);
                  return (
                    <td key={key} className="number">
                      {value === null ? '–' : textOf(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
