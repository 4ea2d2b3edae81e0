import { locale } from './text.ts';

const REGIONS = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });

/** Returns the code of a country with its name; another text stays unchanged. */
export function countryText(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? REGIONS.of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}
