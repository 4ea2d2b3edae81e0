import { useEffect, useState } from 'react';
import { useAddress } from '../../data/address.ts';
import type { HitFilters } from '../../queries/review.ts';

/** The filters and the order of the review queue in the address. None holds the name of a person. */
const NAMES = [
  'status',
  'list',
  'kind',
  'min',
  'max',
  'age',
  'customer',
  'assignee',
  'due',
  'waiting',
  'sort',
] as const;
export type Place = Partial<Record<(typeof NAMES)[number], string>>;

/** Returns a text that is the same for the same filters, whatever their order is. */
export function keyOf(place: Place): string {
  return JSON.stringify(Object.entries(place).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const DAY_MS = 86_400_000;

/** Returns the time that is this many days ago. */
function ago(days: number, nowMs: number): string {
  return new Date(nowMs - days * DAY_MS).toISOString();
}

/** The age of hits, as Today shows it. */
function rangeOf(age: string | undefined, nowMs: number): HitFilters {
  if (age === 'day') return { from: ago(1, nowMs) };
  if (age === 'week') return { from: ago(7, nowMs), to: ago(1, nowMs) };
  if (age === 'month') return { from: ago(30, nowMs), to: ago(7, nowMs) };
  return age === 'older' ? { to: ago(30, nowMs) } : {};
}

/** Returns the filters of a place that the query of the API and a saved view have in the same form. */
export function filtersIn({ status = 'open', list, customer, min, max, due, waiting }: Place) {
  return {
    ...(status !== 'all' && { status }),
    ...(list && { listId: list }),
    ...(customer && { subjectId: customer }),
    ...(min && { minScore: Number(min) }),
    ...(max && { maxScore: Number(max) }),
    ...(due && { isOverdue: true }),
    ...(waiting && { isWaiting: true }),
  };
}

/** Returns the query of the API for a place. @param me the id of the person, who is `me` in the address */
function filtersOf(place: Place, me: string, nowMs: number): HitFilters {
  const { assignee, kind, sort } = place;
  const chosen = {
    ...filtersIn(place),
    ...(kind && { kind }),
    ...(assignee &&
      (assignee === 'none'
        ? { isAssigned: false }
        : { assignee: assignee === 'me' ? me : assignee })),
    ...(sort && { sort }),
    ...rangeOf(place.age, nowMs),
  };
  // The API rejects an address that a person has changed to something else.
  return chosen as HitFilters;
}

/** The name and the first value of the kept row of the queue. */
export const KEPT_PLACE: [name: string, first: { id: string; index: number }] = [
  'place in the queue',
  { id: '', index: 0 },
];

/** The setting of the browser that disables the shortcuts. */
export const SHORTCUTS_OFF = 'oriki.shortcuts.off';

/** The query of the queue that the person saw last; all open hits until then. */
let last: HitFilters = { status: 'open', withSubject: true };

/** True if the person saw the requests to a second person after the queue. */
let isFromRequests = false;

export function comesFromRequests(): boolean {
  return isFromRequests;
}

/** Notes that the person sees the requests to a second person. */
export function seeRequests(): void {
  isFromRequests = true;
}

/** Returns the query of the queue that the person saw last, through which the screen of a hit moves. */
export function lastFilters(): HitFilters {
  return last;
}

/** Returns the place of the queue, the query for it, and the function that replaces the place. */
export function usePlace(me: string): {
  place: Place;
  filters: HitFilters;
  show: (place: Place) => void;
} {
  const [place, show] = useAddress(NAMES);
  const [nowMs] = useState(Date.now);
  const filters = { ...filtersOf(place, me, nowMs), withSubject: true };
  useEffect(() => {
    last = filters;
    isFromRequests = false;
  });
  return { place, filters, show };
}
