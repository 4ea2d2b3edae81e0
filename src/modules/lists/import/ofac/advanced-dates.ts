/** Dates of OFAC's advanced XML: periods whose ends lie between two dates each. */
import { dateOfParts, yearRange } from '../dates.ts';
import { childOf, elementsBelow, textOf } from '../xml/element-text.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

type Day = { year: string; month: string; day: string };

function dayOf(element: XmlElement | undefined): Day | undefined {
  if (!element) return undefined;
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => textOf(element, part));
  return { year: year ?? '', month: month ?? '', day: day ?? '' };
}

function isLastDay({ year, month, day }: Day): boolean {
  return Number(day) === new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** A period of a whole year becomes the year, and a period of a whole month the month. */
function between(from: Day, to: Day): string | undefined {
  if (from.year !== to.year) return yearRange(from.year, to.year);
  if (from.month !== to.month) return dateOfParts(from.year);
  if (from.day === to.day) return dateOfParts(from.year, from.month, from.day);
  const isMonth = Number(from.day) <= 1 && isLastDay(to);
  return isMonth ? dateOfParts(from.year, from.month) : dateOfParts(from.year);
}

/** Returns the most exact date that contains the whole period; undefined if it states none. */
export function dateOfPeriod(period: XmlElement): string | undefined {
  const [start, end] = ['Start', 'End'].map((name) => childOf(period, name));
  const from = dayOf(start && childOf(start, 'From'));
  const last = dayOf(end && (childOf(end, 'To') ?? childOf(end, 'From')));
  const to = last ?? dayOf(start && childOf(start, 'To')) ?? from;
  if (!from || !to) return undefined;
  const date = between(from, to);
  const isAbout = [period, ...elementsBelow(period, 'Start'), ...elementsBelow(period, 'End')].some(
    ({ attributes }) => attributes['Approximate'] === 'true',
  );
  return date !== undefined && isAbout && !date.includes('/') ? `${date.slice(0, 4)}~` : date;
}

/** Returns the text of the period, for messages. */
export function periodText(period: XmlElement): string {
  const parts = ['Year', 'Month', 'Day'].flatMap((name) => elementsBelow(period, name));
  return parts.map(({ text }) => text.trim()).join(' ');
}
