import { settings } from '../data/settings.ts';
import { EN, type TextKey } from './en.ts';

/**
 * A locale that no person has. Each text is longer, accented and in brackets, so that texts outside the catalogue are
 * visible.
 */
const PSEUDO_LOCALE = 'en-XA';
const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

const locale: string = navigator.languages[0] ?? 'en';
const isPseudo = locale === PSEUDO_LOCALE;

function pseudo(text: string): string {
  const accented = text.replaceAll(/\{\w+\}|[aeiou]/gi, (part) => ACCENTED[part] ?? part);
  return `[${accented}${'·'.repeat(Math.ceil(text.length / 3))}]`;
}

const ABBREVIATIONS = /\b(?:bic|bvn|iban|imo|lei|mmsi|nin)\b/g;

/** A constant of the API as words. */
export function wordsOf(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ');
  return words.replace(ABBREVIATIONS, (word) => word.toUpperCase());
}

const KIND_TEXTS: Record<string, TextKey> = {
  sanctions: 'kind.sanctions',
  pep: 'kind.pep',
  adverse_media: 'kind.adverse_media',
  embargo: 'kind.embargo',
  tenant_blocklist: 'kind.tenant_blocklist',
  tenant_allowlist: 'kind.tenant_allowlist',
};

/** Returns a kind of lists in words; a kind of a newer API version stays unchanged. */
export function kindText(kind: string): string {
  const key = KIND_TEXTS[kind];
  return key === undefined ? kind : t(key);
}

/** Returns the text with invisible characters made visible (Unicode TR 36, section 3). */
export function visible(text: string): string {
  return text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Cf}]/gu,
    (char) => `‹U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** A share from 0 to 1. */
export function percentText(value: number): string {
  return PERCENT.format(value);
}

type Values = Record<string, string | number>;

/** The catalogue's language, whatever the locale of numbers. */
const PLURAL = new Intl.PluralRules('en');

/** Returns the text with singular or plural words: `{count:entry|entries}` becomes one of the two. */
function plural(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name: string, one, other) =>
    PLURAL.select(values[name] as number) === 'one' ? one : other,
  );
}

/**
 * Returns the texts of some screens together with the shared ones, with values filled in; numbers follow the browser's locale.
 */
export function textsOf<Own extends Record<string, string>>(
  own: Own,
): (key: TextKey | Extract<keyof Own, string>, values?: Values) => string {
  const all: Record<string, string> = { ...EN, ...own };
  return (key, values = {}) => {
    const chosen = plural(all[key]!, values);
    const text = isPseudo ? pseudo(chosen) : chosen;
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numberText(value) : value;
    });
  };
}

/** The same for constants of the API: undefined for a constant of a newer API version. */
export function knownTextsOf<Own extends Record<string, string>>(
  own: Own,
): (key: string) => string | undefined {
  const text = textsOf(own);
  return (key) => (Object.hasOwn(own, key) ? text(key as Extract<keyof Own, string>) : undefined);
}

/** A text of the catalogue with values filled in. */
export const t = textsOf({});

/** The time zone, if it is not that of the browser. */
const ZONE = settings.zone === 'utc' ? { timeZone: 'UTC' } : {};

/** The name of the zone of all times. */
export function zoneText(): string {
  const { timeZone } = new Intl.DateTimeFormat(locale, ZONE).resolvedOptions();
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', ...ZONE });
  const short = parts.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
  return short === undefined || short === timeZone ? timeZone : `${timeZone}, ${short}`;
}

const NUMBER = new Intl.NumberFormat(locale);
/** The API has at most six digits after the point. */
const EXACT = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
const PERCENT = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat(locale, { notation: 'compact' });
const DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DATE_TIME = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  ...ZONE,
});
const ZONED = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
  ...ZONE,
});
const RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function numberText(value: number): string {
  return NUMBER.format(value);
}

/** Formats a number for little space, such as 12K. */
export function compactText(value: number): string {
  return COMPACT.format(value);
}

/** A day of UTC, in milliseconds. */
export function dayText(at: number): string {
  return DAY.format(at);
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

/** A moment to the second, in the chosen zone. */
export function timeText(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

/** A moment to the second, with the name of its zone. */
export function zonedText(iso: string): string {
  return ZONED.format(new Date(iso));
}

/** The time since, or until, a moment. */
export function ageText(iso: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit);
  return RELATIVE.format(seconds, 'second');
}

/** Formats the number of all rows of a list, as far as the service counts them. */
export function totalText({
  total,
  totalIsExact,
}: {
  total: number;
  totalIsExact: boolean;
}): string {
  return totalIsExact ? numberText(total) : t('app.atLeast', { count: total });
}
