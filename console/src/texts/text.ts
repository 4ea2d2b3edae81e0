import { settings } from '../data/settings.ts';
import { EN, type TextKey } from './en.ts';

/** A locale that no person has. */
const PSEUDO_LOCALE = 'en-XA';

const { languages } = navigator;
const browserLocale: string = languages[0] ?? 'en';

const browserLanguage = /^fr\b/.test(browserLocale) ? 'fr' : 'en';

/** The language of the texts: the chosen one, or that of the browser if it has a catalogue. */
export const language = settings.language === 'browser' ? browserLanguage : settings.language;

/** The locale of numbers and dates. The browser's locale includes the person's region. */
export const locale =
  settings.language === 'browser'
    ? browserLocale
    : (languages.find((one) => one.startsWith(language)) ?? language);

// Modules keep texts from the moment they load, so they wait for the other catalogue.
const french = language === 'fr' ? await import('./fr/french.ts') : undefined;
const pseudo = locale === PSEUDO_LOCALE ? await import('./pseudo.ts') : undefined;

const ABBREVIATIONS = /\b(?:bic|bvn|iban|imo|lei|mmsi|nin)\b/g;

/** A constant of the API as words. */
export function wordsOf(constant: string): string {
  const known = french?.WORDS.get(constant) ?? french?.WORDS.get(constant.toLowerCase());
  if (known !== undefined) return known;
  const words = constant.toLowerCase().replaceAll('_', ' ');
  return words.replace(ABBREVIATIONS, (word) => word.toUpperCase());
}

/** Returns a default text of the API in the language of the page; a text that a person has written stays unchanged. */
export function defaultText(text: string): string {
  return french?.DEFAULT_TEXTS.get(text) ?? text;
}

/** Returns a kind of lists in words; a kind of a newer API version stays unchanged. */
export function kindText(kind: string): string {
  const key = `kind.${kind}`;
  return Object.hasOwn(EN, key) ? t(key as TextKey) : kind;
}

/** Returns the text with invisible characters made visible (Unicode TR 36, section 3). */
export function visible(text: string): string {
  return text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Cf}]/gu,
    (char) => `‹U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

type Values = Record<string, string | number>;

/** The plural forms of the catalogue's language, whatever the locale of numbers. */
const PLURAL = new Intl.PluralRules(language);

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
    const chosen = plural(french?.TEXTS.get(key) ?? all[key]!, values);
    const text = pseudo?.pseudoText(chosen) ?? chosen;
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
  return (key) =>
    Object.hasOwn(own, key)
      ? (french?.WORDS.get(key) ?? text(key as Extract<keyof Own, string>))
      : undefined;
}

/** A text of the catalogue with values filled in. */
export const t = textsOf({});

/** The colon after a name, with the space that the language puts before it. */
export const COLON = t('app.colon');

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
const RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
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

/** A day of UTC, in milliseconds. */
export function dayText(at: number): string {
  return DAY.format(at);
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
