/** Formats of numbers that the first view does not need. */
import { locale } from './text.ts';

/** The API has at most six digits after the point. */
const EXACT = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
const PERCENT = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat(locale, { notation: 'compact' });

/** A share from 0 to 1. */
export function percentText(value: number): string {
  return PERCENT.format(value);
}

/** Formats a number for little space, such as 12K. */
export function compactText(value: number): string {
  return COMPACT.format(value);
}

/** Formats a decimal of the API exactly: numbers of a browser cannot hold all of its digits. */
export function exactText(decimal: string): string {
  return EXACT.format(decimal as `${number}`);
}

/** An amount in minor units, such as cents, exactly. */
export function moneyText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  // As text: dividing a number that large would give one result for several amounts.
  return format.format(`${minor}e-${digits}` as `${number}`);
}
