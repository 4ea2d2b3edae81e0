/**
 * Dates as an EDTF (ISO 8601-2) subset: `1970-05-01`, `1970-05`, `1970`, `1970~` (circa) and `1970/1975` (both ends
 * of any precision), compared at the coarser precision of the two.
 */

export type DateRelation = 'exact' | 'compatible' | 'near' | 'swapped' | 'different';

export type DateComparison = {
  relation: DateRelation;
  /** The candidate date that agrees best. */
  candidate: string;
};

type Day = {
  readonly year: number;
  readonly month: number | undefined;
  readonly day: number | undefined;
};

type ParsedDate = {
  readonly from: Day;
  /** Equal to `from` unless the date is a range. */
  readonly to: Day;
  readonly circa: boolean;
};

/** Maximum error of a circa date in years. */
const CIRCA_YEARS = 2;

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(~?)$/;

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function parseDay(text: string): (Day & { circa: boolean }) | undefined {
  const match = DATE.exec(text.trim());
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = match[2] === undefined ? undefined : Number(match[2]);
  const day = match[3] === undefined ? undefined : Number(match[3]);
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > daysIn(year, month!))) return undefined;
  return { year, month, day, circa: match[4] === '~' };
}

/** Reads a date of the subset; undefined for other texts and for days that do not exist. */
function parseDate(text: string): ParsedDate | undefined {
  const [start = '', end, ...rest] = text.split('/');
  const from = parseDay(start);
  const to = end === undefined ? from : parseDay(end);
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  if (earliest(from) > latest(to)) return undefined;
  return { from, to, circa: from.circa || to.circa };
}

/** Returns days as comparable numbers, YYYYMMDD. An unknown part has its first or last possible value. */
function earliest({ year, month, day }: Day): number {
  return year * 10_000 + (month ?? 1) * 100 + (day ?? 1);
}
function latest({ year, month, day }: Day): number {
  return year * 10_000 + (month ?? 12) * 100 + (day ?? 31);
}

function shift(day: Day, years: number): Day {
  return { ...day, year: day.year + years };
}

function overlap(a: ParsedDate, b: ParsedDate, slack: number): boolean {
  return (
    earliest(shift(a.from, -slack)) <= latest(b.to) &&
    earliest(b.from) <= latest(shift(a.to, slack))
  );
}

function isFull({ from, to, circa }: ParsedDate): boolean {
  return (
    !circa && from.day !== undefined && earliest(from) === earliest(to) && to.day !== undefined
  );
}

function isSwapped(a: Day, b: Day): boolean {
  return a.year === b.year && a.month === b.day && a.day === b.month && a.month !== a.day;
}

const DAY_MS = 86_400_000;
function timeOf({ year, month, day }: Day): number {
  return Date.UTC(year, month! - 1, day);
}

/** Returns true if two digits of the year are swapped: 1967, 1976. */
function isTransposed(a: number, b: number): boolean {
  const [first, second] = [String(a), String(b)];
  for (let i = 1; i < first.length; i++) {
    const swapped = first.slice(0, i - 1) + first[i]! + first[i - 1]! + first.slice(i + 1);
    if (swapped === second) return true;
  }
  return false;
}

function isNear(a: ParsedDate, b: ParsedDate): boolean {
  if (!isFull(a) || !isFull(b)) return overlap(a, b, 1);
  // Two full dates that are a day apart, or have a typing error in one part (in the year, one wrong digit or two
  // swapped ones).
  if (Math.abs(timeOf(a.from) - timeOf(b.from)) <= DAY_MS) return true;
  const sameMonth = a.from.month === b.from.month;
  const sameDay = a.from.day === b.from.day;
  if (a.from.year === b.from.year) return sameMonth || sameDay;
  const nearYear =
    Math.abs(a.from.year - b.from.year) === 1 || isTransposed(a.from.year, b.from.year);
  return nearYear && sameMonth && sameDay;
}

function compareTwo(a: ParsedDate, b: ParsedDate): DateRelation {
  if (isFull(a) && isFull(b)) {
    if (earliest(a.from) === earliest(b.from)) return 'exact';
    if (isSwapped(a.from, b.from)) return 'swapped';
    return isNear(a, b) ? 'near' : 'different';
  }
  if (overlap(a, b, a.circa || b.circa ? CIRCA_YEARS : 0)) return 'compatible';
  return isNear(a, b) ? 'near' : 'different';
}

const RANK: Readonly<Record<DateRelation, number>> = {
  exact: 0,
  compatible: 1,
  swapped: 2,
  near: 3,
  different: 4,
};

/**
 * Compares one date with several, at the coarser precision: `exact` for two equal full dates; `compatible` if both can
 * be the same day (a year in a range, circa within 2 years); `swapped` if day and month are swapped; `near` if they are
 * a day or a year apart, or differ in one part or in two swapped digits of the year; else `different`. Ignores
 * unreadable dates; undefined if none remains.
 */
export function compareDates(
  query: string,
  candidates: readonly string[],
): DateComparison | undefined {
  const asked = parseDate(query);
  if (asked === undefined) return undefined;
  let best: DateComparison | undefined;
  for (const candidate of candidates) {
    const parsed = parseDate(candidate);
    if (parsed === undefined) continue;
    const relation = compareTwo(asked, parsed);
    if (best === undefined || RANK[relation] < RANK[best.relation]) best = { relation, candidate };
  }
  return best;
}

/** Days that forms and systems use for an unknown date. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  '1000-01-01',
  '1111-11-11',
  '1800-01-01',
  '1900-01-01',
  '1901-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-02',
  '1753-01-01',
]);
/** The earliest year of birth of a living person. */
const EARLIEST_YEAR = 1850;
/**
 * The zero day of many systems, which is also a real 1 January. In a question it can agree, but contradicts nothing.
 */
const EPOCH = '1970-01-01';
const FIRST_OF_JANUARY = /^(\d{4})-01-01$/;

/**
 * Returns the intended date. 1 January becomes its year, because documents write a year that way. A placeholder, or a
 * date before 1850, is not a date.
 */
function statedDate(text: string): string | undefined {
  if (PLACEHOLDERS.has(text)) return undefined;
  if (Number(text.slice(0, 4)) < EARLIEST_YEAR) return undefined;
  return FIRST_OF_JANUARY.exec(text)?.[1] ?? text;
}

/**
 * Returns true if two full dates, as written, differ in one digit, or in the order of two digits of the year. 1 January
 * of another decade is also such a slip.
 */
function isSlipOf(a: string, b: string): boolean {
  if (a.length !== 10 || b.length !== 10) return false;
  if ([...a].filter((digit, i) => digit !== b[i]).length === 1) return true;
  return a.slice(4) === b.slice(4) && isTransposed(Number(a.slice(0, 4)), Number(b.slice(0, 4)));
}

/**
 * Works like `compareDates` for stated dates: 1 January is a year, a placeholder is not a date, and one wrong digit is
 * a slip.
 */
export function compareStatedDates(
  query: string,
  candidates: readonly string[],
): DateComparison | undefined {
  const asked = statedDate(query);
  if (asked === undefined) return undefined;
  if (asked !== query && candidates.includes(query)) return { relation: 'exact', candidate: query };
  let best: DateComparison | undefined;
  for (const candidate of candidates) {
    const listed = statedDate(candidate);
    const found = listed === undefined ? undefined : compareDates(asked, [listed]);
    if (found === undefined) continue;
    if (query === EPOCH && found.relation !== 'compatible') continue;
    const isSlip = found.relation === 'different' && isSlipOf(query, candidate);
    const relation = isSlip ? 'near' : found.relation;
    if (best === undefined || RANK[relation] < RANK[best.relation]) best = { relation, candidate };
  }
  return best;
}
