import { useEffect, useRef, useState, type ReactNode } from 'react';
import { COLON, dayText, numberText } from '../texts/text.ts';
import { t } from '../texts/screens/plots.ts';

/**
 * A plot of one figure by day, with the figure in words; the screen also shows the figures as a table. The words are on the page
 * first, and the drawing once it is loaded.
 */
export function Plot({
  label,
  days,
  values,
  isLevel = false,
  textOf = numberText,
}: {
  label: string;
  /** Days of UTC, such as `2026-11-27`, oldest first. */
  days: string[];
  /** A figure for each of the days, null where there is none. */
  values: (number | null)[];
  /** True for a level, which has no sum; false for quantities. */
  isLevel?: boolean;
  /** A figure with its unit. */
  textOf?: (value: number) => string;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  const drawn = JSON.stringify({ days, values, isLevel });
  useEffect(() => {
    let end: (() => void) | undefined;
    let isGone = false;
    const start = async (): Promise<void> => {
      const { draw } = await import('./draw.ts');
      if (!isGone) end = draw(place.current!, { ...JSON.parse(drawn), onDay: setIndex });
    };
    // Without the drawing, the words and the table remain.
    void start().catch(() => {});
    return () => {
      isGone = true;
      end?.();
    };
  }, [drawn]);
  const known = values.filter((value) => value !== null);
  const said = t(isLevel ? 'plot.level' : 'plot.said', {
    from: dayText(Date.parse(days[0]!)),
    to: dayText(Date.parse(days.at(-1)!)),
    total: textOf(known.reduce((sum, value) => sum + value, 0)),
    most: textOf(Math.max(...known, 0)),
  });
  const here = index === null ? undefined : values[index];
  return (
    <figure className="panel plot">
      <figcaption>
        <strong>{label}</strong>
        {typeof here === 'number' && (
          <span className="small number" aria-hidden="true">
            {`${dayText(Date.parse(days[index!]!))}${COLON} ${textOf(here)}`}
          </span>
        )}
        <span className="quiet small plot-said">{said}</span>
      </figcaption>
      <div className="plot-place" ref={place} aria-hidden="true" />
    </figure>
  );
}
