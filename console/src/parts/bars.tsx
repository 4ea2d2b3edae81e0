import type { ReactNode } from 'react';
import { numberText, t } from '../texts/text.ts';

/** Quantity of a day, `2026-11-27`. */
export type Day = { day: string; quantity: number };

const DAY_MS = 86_400_000;
const WIDTH = 240;
const HEIGHT = 48;
/** Shares of a bar's place that stay empty. */
const GAP = 0.2;

const DAYS = 30;

/** The 30 days up to the newest of these. */
export function lastDays(all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const last = Math.max(...all.map((day) => Date.parse(day)));
  return Array.from({ length: DAYS }, (_, i) =>
    new Date(last - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A small plot of quantities by day. It stands beside a table with the same figures, and says its range in words. */
export function Bars({
  label,
  days,
  quantities,
}: {
  label: string;
  days: string[];
  quantities: Day[];
}): ReactNode {
  const known = new Map(quantities.map(({ day, quantity }) => [day, quantity]));
  const all = days.map((day): Day => ({ day, quantity: known.get(day) ?? 0 }));
  const most = Math.max(...all.map(({ quantity }) => quantity), 1);
  const place = WIDTH / all.length;
  const total = all.reduce((sum, { quantity }) => sum + quantity, 0);
  const said = t('bars.said', {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    total: numberText(total),
    most: numberText(most),
  });
  return (
    <figure className="panel bars">
      <figcaption>
        <strong>{label}</strong> <span className="quiet small">{said}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {all.map(({ day, quantity }, at) => {
          const height = (quantity / most) * HEIGHT;
          return (
            <rect
              key={day}
              x={at * place + (place * GAP) / 2}
              y={HEIGHT - height}
              width={place * (1 - GAP)}
              height={height}
            >
              <title>{`${day}: ${numberText(quantity)}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}
