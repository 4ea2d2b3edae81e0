import { useEffect, useRef } from 'react';
import { useKept } from '../../data/kept.ts';
import { useList } from '../../data/list.ts';
import { hitsWith } from '../../queries/review.ts';
import { KEPT_PLACE, lastFilters } from './place.ts';
import { isDecided, useDecisions } from './pending.ts';

/** Returns the ids of the hits before and after a hit, in the list of the queue that the person saw last. */
export function useNeighbours(id: string): {
  previous: string | undefined;
  next: string | undefined;
} {
  const { rows: all } = useList(hitsWith(lastFilters()));
  const [, setPlace] = useKept(...KEPT_PLACE);
  const decisions = useDecisions();
  // The hit keeps its place after its decision.
  const rows = all.filter(
    (hit) => hit.id === id || hit.status !== 'open' || !isDecided(decisions, hit),
  );
  const found = rows.findIndex((hit) => hit.id === id);
  const last = useRef(-1);
  useEffect(() => {
    if (found === -1) return;
    last.current = found;
    // The queue selects this row when the person returns.
    setPlace({ id, index: found });
  }, [id, found, setPlace]);
  const [before, after] = found === -1 ? [-1, Math.max(0, last.current)] : [found - 1, found + 1];
  return { previous: rows[before]?.id, next: rows[after]?.id };
}
