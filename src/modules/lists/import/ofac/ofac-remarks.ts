/**
 * The remarks column of OFAC's csv: statements separated by semicolons. This reads dates and places of birth, gender,
 * nationalities, document numbers and weak aliases. Positions, "Linked To" and sanctions notes have no data for
 * screening names, and stay in `raw`.
 */
import { countryCodeFromName, Identifiers } from '../../../../matching/index.ts';
import { datesOf, parseOfacDate } from '../dates.ts';
import { parseOfacIdentifier } from './ofac-identifiers.ts';
import type { ImportedAlias } from '../types.ts';

/** Content of one remarks column. Lists have no duplicates, in the order of the source. */
export type Remarks = {
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string>;
  aliases: ImportedAlias[];
  genders: string[];
  birthPlaces: string[];
};

/**
 * Characters at which remarks count as cut. OFAC cuts the column at 1,000, even within a word; a few less allow for
 * lost spaces. The rest is in sdn_comments.csv, which is not imported.
 */
const COLUMN_LIMIT = 995;

/** A cut statement could be read as another one ("nationality Niger"), so it is ignored. */
function statementsOf(remarks: string): string[] {
  const parts = remarks.split(';');
  const cutOff = remarks.length >= COLUMN_LIMIT && !remarks.trimEnd().endsWith('.');
  if (cutOff) parts.pop();
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * In remarks, weak aliases are in single quotes, which are also apostrophes: ''ABD AL-MUHSI', ''FUPI''. A pair around
 * the name is quotation marks; a single one belongs to the name.
 */
function parseAlias(statement: string): ImportedAlias | undefined {
  const match = /^([afn])\.k\.a\. '(.+)'$/i.exec(statement);
  if (match === null) return undefined;
  const [, letter = '', quoted = ''] = match;
  const name = (/^'(.+)'$/.exec(quoted)?.[1] ?? quoted).trim();
  const kind = ({ a: 'aka', f: 'fka', n: 'nka' } as const)[letter.toLowerCase()] ?? 'other';
  return name === '' ? undefined : { name, quality: 'weak', kind };
}

/**
 * Unreadable dates of birth are reported. Countries are those of nationality and citizenship, never of birth: people
 * are often nationals of another country, and a wrong one would lower a true match.
 */
export function parseRemarks(remarks: string, report: (reason: string) => void): Remarks {
  const dobs: string[] = [];
  const nationalities = new Set<string | undefined>();
  const identifiers = new Identifiers();
  const result: Remarks = {
    dobs: [],
    countries: [],
    identifiers: {},
    aliases: [],
    genders: [],
    birthPlaces: [],
  };
  for (const part of statementsOf(remarks)) {
    const alias = parseAlias(part.replace(/\.$/, ''));
    if (alias !== undefined) {
      result.aliases.push(alias);
      continue;
    }
    const statement = part.replace(/\.$/, '').replace(/^alt\.\s+/i, '');
    const [, label = '', value = ''] =
      /^(DOB|POB|Gender|nationality of registration|nationality|citizen):? +(.+)$/i.exec(
        statement,
      ) ?? [];
    const identifier = label === '' ? parseOfacIdentifier(statement) : undefined;
    if (/^DOB$/i.test(label)) dobs.push(value);
    else if (/^POB$/i.test(label)) result.birthPlaces.push(value);
    else if (/^Gender$/i.test(label)) result.genders.push(value);
    else if (label !== '') nationalities.add(countryCodeFromName(value));
    else if (identifier) identifiers.add(identifier.key, identifier.value, identifier.country);
  }
  result.countries = [...nationalities].filter((code) => code !== undefined);
  result.identifiers = identifiers.record;
  result.dobs = datesOf(dobs, 'DOB', parseOfacDate, report);
  return result;
}
