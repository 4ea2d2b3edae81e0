import { useContext, type ReactNode } from 'react';
import type { Hit } from '../../queries/review.ts';
import { t } from '../../texts/screens/many.ts';
import './many.css';
import { TicksContext, type Ticks } from './ticks.ts';

/** Changes the tick of a row. @param isRange true if the rows from the last ticked one get the same tick */
function toggle({ rows, ticked, keep, last }: Ticks, hit: Hit, isRange: boolean): void {
  const at = rows.indexOf(hit);
  const from = isRange ? rows.findIndex(({ id }) => id === last.current) : -1;
  const ends = [at, from === -1 ? at : from];
  const range = new Set(rows.slice(Math.min(...ends), Math.max(...ends) + 1));
  const isOn = !ticked.includes(hit);
  last.current = hit.id;
  keep((one) => (range.has(one) ? isOn : ticked.includes(one)));
}

/** The checkbox of a row, or of the title without one. */
export function Tick({ hit }: { hit?: Hit }): ReactNode {
  return hit ? <TickOne hit={hit} /> : <TickAll />;
}

/** The checkbox of a row. Shift ticks all rows from the last ticked one. */
function TickOne({ hit }: { hit: Hit }): ReactNode {
  const ticks = useContext(TicksContext);
  if (!ticks) return null;
  return (
    // The browser would select the text of the rows between.
    <label className="tick" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        aria-label={t('many.tick', { subject: hit.subjectId })}
        checked={ticks.ticked.includes(hit)}
        onChange={({ nativeEvent }) => toggle(ticks, hit, (nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

/** Returns the indexes of the rows that a person sees at full height. */
function visibleRows({ isInSight }: Ticks): number[] {
  return [...document.querySelectorAll<HTMLElement>('.desk tr[data-index]')]
    .filter(isInSight)
    .map((row) => Number(row.dataset['index']));
}

/** The checkbox in the title of the column: it ticks the visible rows; if any row is ticked, it removes all ticks. */
function TickAll(): ReactNode {
  const ticks = useContext(TicksContext);
  if (!ticks) return null;
  const count = ticks.ticked.length;
  const isWhole = count > 0 && count === ticks.rows.length;
  return (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={t(count > 0 ? 'many.untick' : 'many.tickVisible')}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isWhole;
        }}
        checked={isWhole}
        onChange={() => {
          const visible = visibleRows(ticks);
          if (count > 0) ticks.clear();
          else ticks.keep((hit) => visible.includes(ticks.rows.indexOf(hit)));
        }}
      />
    </label>
  );
}
