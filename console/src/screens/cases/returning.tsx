import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from '../../data/query.ts';
import { NEXT_RETURN } from '../../queries/cases.ts';

/** A browser does not wait longer. */
const LONGEST_WAIT_MS = 2_000_000_000;
/** The clock of the service can be later than that of the browser. */
const LATE_MS = 1000;

/** Reads lists of cases again when the next snooze ends: the stream of changes does not report that. Shows nothing. */
export function Returning(): ReactNode {
  const { data, dataUpdatedAt } = useQuery(NEXT_RETURN);
  const until = data?.items[0]?.snoozedUntil;
  useEffect(() => {
    if (!until) return undefined;
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(0, Date.parse(until) - Date.now()) + LATE_MS);
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: ['cases'] }),
      wait,
    );
    return () => clearTimeout(timer);
  }, [until, dataUpdatedAt]);
  return null;
}
