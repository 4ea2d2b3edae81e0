/** Reads dates in the forms of customers' files: by country, in words, or as a spreadsheet's count of days. */
import { dateOfParts, EARLIEST_YEAR, parseOfacDate } from '../dates.ts';
import { isPartialDate } from '../../../../matching/index.ts';
import { inUsualForm } from './date-words.ts';

export const DATE_FORMATS = ['DMY', 'MDY', 'YMD'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?:Z|[+-]\d\d:?\d\d)?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const NUMBERS = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const MONTH = /^(\d{1,2})[./-](\d{4})$/;
const MONTH_FIRST = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
/** Matches a spreadsheet's days since the end of 1899; four digits would be a year. */
const SERIAL = /^\d{5}$/;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Returns the full date of these parts, if it is in the calendar. */
function full(year: string, month: string, day: string): string | undefined {
  const date = dateOfParts(year, month, day);
  return date?.length === 10 ? date : undefined;
}

function cut(text: string): string {
  return inUsualForm(text.trim().replaceAll(/\s+/g, ' ').replace(TIME, ''));
}

/** Returns the order of day and month that a text shows: `either` if both are possible and differ. */
export function orderOf(text: string): 'DMY' | 'MDY' | 'either' | undefined {
  const [, first, second, year] = NUMBERS.exec(cut(text)) ?? [];
  if (first === undefined || second === undefined || year === undefined) return undefined;
  // Years of another calendar show no order.
  if (Number(year) < EARLIEST_YEAR) return undefined;
  if (Number(first) === Number(second)) return undefined;
  const [day, month] = [full(year, second, first), full(year, first, second)];
  if (day && month) return 'either';
  if (day) return 'DMY';
  return month === undefined ? undefined : 'MDY';
}

/**
 * Returns the date in a text, as exact as the text states it; undefined if there is none.
 * @param order of day and month if the text does not show it
 */
export function readDate(text: string, order?: DateFormat): string | undefined {
  const written = cut(text);
  if (isPartialDate(written)) return written;
  const yearFirst = COMPACT.exec(written) ?? YEAR_FIRST.exec(written);
  if (yearFirst) return full(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  const dotted = DOTTED.exec(written);
  if (dotted) return full(dotted[3]!, dotted[2]!, dotted[1]!);
  const numbers = NUMBERS.exec(written);
  if (numbers) {
    const [, first = '', second = '', year = ''] = numbers;
    const shown = orderOf(written) ?? 'DMY';
    const used = shown === 'either' ? order : shown;
    if (used === undefined || used === 'YMD' || (order && order !== used)) return undefined;
    return used === 'DMY' ? full(year, second, first) : full(year, first, second);
  }
  const month = MONTH.exec(written);
  if (month) {
    const date = dateOfParts(month[2]!, month[1]!);
    return date?.length === 7 ? date : undefined;
  }
  if (SERIAL.test(written)) {
    const date = new Date(DAY_ZERO_MS + Number(written) * DAY_MS).toISOString();
    return date.slice(0, 10);
  }
  const [, name, day, year] = MONTH_FIRST.exec(written) ?? [];
  return parseOfacDate(name ? `${day} ${name} ${year}` : written.replaceAll('-', ' '));
}

/** Finds the order of day and month that the dates of a file have. */
export class DateOrders {
  readonly #seen = { DMY: 0, MDY: 0, either: 0 };

  note(text: string): void {
    const order = orderOf(text);
    if (order) this.#seen[order] += 1;
  }

  /** Counts the dates that could be read in both ways. */
  get open(): number {
    return this.#seen.either;
  }

  /** Undefined if none is needed, or if the file has both. */
  get order(): 'DMY' | 'MDY' | undefined {
    const { DMY, MDY } = this.#seen;
    if (DMY > 0 === MDY > 0) return undefined;
    return DMY > 0 ? 'DMY' : 'MDY';
  }

  /** Returns true if some dates can be read either way, and none shows the order. */
  get isOpen(): boolean {
    const { DMY, MDY, either } = this.#seen;
    return either > 0 && DMY === 0 && MDY === 0;
  }
}

/** Reads the dates of one file, and notes the orders of days and months that they show. */
export class FileDates {
  readonly orders = new DateOrders();
  readonly #order: DateFormat | undefined;

  /** @param order of days and months in dates that do not show it; without one such a date is not read */
  constructor(order: DateFormat | undefined) {
    this.#order = order;
  }

  /** Returns the date in a text, as exact as the text states it; undefined if there is none. */
  read(text: string): string | undefined {
    this.orders.note(text);
    return readDate(text, this.#order);
  }
}
