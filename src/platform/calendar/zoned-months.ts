/**
 * Calendar months in a time zone that may change at the start of a month. A month begins where the previous month ends,
 * by that month's zone, so there is no gap and no overlap. Months are texts as YYYY-MM, days as YYYY-MM-DD.
 */

/** First month with this zone. */
type ZoneChange = { month: string; startsAt: string; timeZone: string };
/** Changes in order; before the first one the zone is UTC. */
export type Zones = readonly ZoneChange[];

/** Since 1972, the difference of every zone from UTC is a multiple of this. */
const STEP_MS = 15 * 60_000;
/** The largest difference of a zone from UTC. */
const FURTHEST_MS = 15 * 3_600_000;
/**
 * A change is fixed this long before it begins, because clocks, open transactions and reports may be ahead by less
 * than this.
 */
const FIXED_BEFORE_MS = 3_600_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // The Swedish format of a day is that of ISO 8601.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Returns the day in the zone at a time of the years 1000 to 9999. */
function dayIn(timeZone: string, at: Date): string {
  return timeZone === 'UTC' ? at.toISOString().slice(0, 10) : formatterOf(timeZone).format(at);
}

/** Returns the first time of a day in the zone. */
function startOfDay(day: string, timeZone: string): Date {
  const utcMs = Date.parse(day);
  if (timeZone === 'UTC') return new Date(utcMs);
  let ms = utcMs - FURTHEST_MS;
  while (dayIn(timeZone, new Date(ms)) < day) ms += STEP_MS;
  return new Date(ms);
}

/** Returns the month `count` months later. */
function monthAfter(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

export function nextMonth(month: string): string {
  return monthAfter(month, 1);
}
export function monthBefore(month: string): string {
  return monthAfter(month, -1);
}

/** Returns the zone of a month's days. */
export function zoneOfMonth(zones: Zones, month: string): string {
  return zones.findLast((change) => change.month <= month)?.timeZone ?? 'UTC';
}

/** Returns the month that a time is in. */
export function monthOf(zones: Zones, at: Date): string {
  const change = zones.findLast(({ startsAt }) => Date.parse(startsAt) <= at.getTime());
  const month = dayIn(change?.timeZone ?? 'UTC', at).slice(0, 7);
  return change && month < change.month ? change.month : month;
}

/** Returns the first time of a month. */
export function startOfMonth(zones: Zones, month: string): Date {
  const change = zones.find((one) => one.month === month);
  return change
    ? new Date(change.startsAt)
    : startOfDay(`${month}-01`, zoneOfMonth(zones, monthBefore(month)));
}

/** Returns the first time after a month. */
export function endOfMonth(zones: Zones, month: string): Date {
  return startOfMonth(zones, nextMonth(month));
}

export type ZonedMonth = { month: string; timeZone: string; startsAt: string; endsAt: string };

/** Returns a month in the form for answers. `endsAt` is the first time after it. */
export function zonedMonth(zones: Zones, month: string): ZonedMonth {
  return {
    month,
    timeZone: zoneOfMonth(zones, month),
    startsAt: startOfMonth(zones, month).toISOString(),
    endsAt: endOfMonth(zones, month).toISOString(),
  };
}

/** Returns the last month that has ended by this time. */
export function lastEndedMonth(zones: Zones, at: Date): string {
  return monthBefore(monthOf(zones, at));
}

/** Returns the changes plus another zone from a month on, which must be after all others. */
export function withZoneFrom(zones: Zones, month: string, timeZone: string): Zones {
  if (zoneOfMonth(zones, month) === timeZone) return zones;
  return [...zones, { month, startsAt: startOfMonth(zones, month).toISOString(), timeZone }];
}

/**
 * Returns the changes plus another zone from the next month on, or from the month after that during the last hour of a
 * month. Replaces a change that has not begun, unless it begins within an hour.
 */
export function withZone(zones: Zones, now: Date, timeZone: string): Zones {
  const fixedMs = now.getTime() + FIXED_BEFORE_MS;
  const fixed = zones.filter(({ startsAt }) => Date.parse(startsAt) <= fixedMs);
  const next = nextMonth(monthOf(fixed, now));
  const isFixed = startOfMonth(fixed, next).getTime() <= fixedMs;
  return withZoneFrom(fixed, isFixed ? nextMonth(next) : next, timeZone);
}
