import { createContext, useRef, useState } from 'react';
import type { Hit } from '../../queries/review.ts';
import { sightOf } from './pending.ts';

/** Positions across a row, as shares of its width, that are checked for visibility. */
const PLACES = [0.01, 0.5, 0.99];

/** Returns true if a person sees the full height of a row: no edge, sticky head, dialog or list cuts or covers it. */
export function isInSight(row: Element): boolean {
  const frame = row.closest('.table-frame')!.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  const left = Math.max(frame.left, 0);
  const width = Math.min(frame.right, innerWidth) - left;
  return [top + 1, bottom - 2].every((y) =>
    PLACES.every((share) => row.contains(document.elementFromPoint(left + share * width, y))),
  );
}

/** The maximum number of ticked hits, which the service assigns with one request. */
export const MAX_TICKED = 100;

export type Ticks = {
  rows: readonly Hit[];
  ticked: readonly Hit[];
  /** Ticks these open hits, from the top of the list, and no more than the maximum. */
  keep: (isTicked: (hit: Hit) => boolean) => void;
  clear: () => void;
  isInSight: (row: Element) => boolean;
  /** The id of the hit that was ticked last. */
  last: { current: string };
};

/** The ticks of the queue. The cells of a row read them, because a row is rendered again only when its hit changes. */
export const TicksContext = createContext<Ticks | undefined>(undefined);

/**
 * The ticked hits among the open hits of the list. A hit that leaves the list or changes loses its tick, and so do all
 * in another place.
 * @param place identifies filters and order
 */
export function useTicks(rows: readonly Hit[], place: string): Ticks {
  const [state, setState] = useState({ place, sights: new Set<string>() });
  const open = rows.filter(({ status }) => status === 'open');
  const keep: Ticks['keep'] = (isTicked) => {
    const kept = open.filter(isTicked).slice(0, MAX_TICKED);
    setState({ place, sights: new Set(kept.map(sightOf)) });
  };
  return {
    rows,
    ticked: state.place === place ? open.filter((hit) => state.sights.has(sightOf(hit))) : [],
    keep,
    clear: () => keep(() => false),
    isInSight,
    last: useRef(''),
  };
}
