/**
 * The Nigeria Sanctions List of the Nigeria Sanctions Committee (https://nigsac.gov.ng/IndSancList): a web page with
 * a table of individuals ("Full Name") and one of entities ("Entity Name"). The committee's details about each are on
 * separate pages; such columns are read if a saved page has them. One reference number may occur with several names,
 * so both together identify an entry.
 */
import { factsField, Identifiers } from '../../../../matching/index.ts';
import { countriesOf, countryOfName } from '../country-names.ts';
import { datesOf, parseIsoDate, parseUkDate } from '../dates.ts';
import { listFormat } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import { ImportFormatError, type ImportedAlias, type ImportedEntry } from '../types.ts';
import { readHtmlTables, type HtmlRow } from './html-tables.ts';

const PERSON_COLUMN = 'full_name';
const ENTITY_COLUMN = 'entity_name';

function valuesOf(cell = ''): string[] {
  return cell
    .split(/[;|]/)
    .map(cleanText)
    .filter((value) => /[\p{L}\p{N}]/u.test(value));
}

/** "INDIGENOUS PEOPLE OF BIAFRA (IPOB)": the text in brackets is a short name. */
function namesIn(cell: string): { name: string; aliases: ImportedAlias[] } {
  const brackets = [...cell.matchAll(/\(([^()]+)\)/g)].map(([, inside = '']) => cleanText(inside));
  return {
    name: cleanText(cell.replaceAll(/\([^()]*\)/g, ' ')),
    aliases: brackets.map((name) => ({ name, quality: 'weak', kind: 'aka' })),
  };
}

function parseDate(text: string): string | undefined {
  return parseIsoDate(text) ?? parseUkDate(text);
}

/** Returns the entry of a row, or the reason why it has none. */
function toEntry(
  { cells, header }: HtmlRow,
  report: (reason: string) => void,
): ImportedEntry | string {
  const isPerson = header.includes(PERSON_COLUMN);
  const written = namesIn(cells[isPerson ? PERSON_COLUMN : ENTITY_COLUMN] ?? '');
  const aliases = [
    ...valuesOf(cells['aliases'] ?? cells['alias']).map((name): ImportedAlias => {
      return { name, quality: 'strong', kind: 'aka' };
    }),
    ...written.aliases,
  ];
  const primary = primaryName('the name', written.name, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const identifiers = new Identifiers();
  const number = cells['incorporation_number'];
  if (number !== undefined) identifiers.add('registration', number);
  const birthPlace = [cells['birth_city'], cells['birth_country']].filter((part) => part);
  const countries = [...valuesOf(cells['nationality']), ...valuesOf(cells['country'])];
  return {
    externalId: [cells['reference_number'], name]
      .filter((part) => part)
      .join(' | ')
      .slice(0, MAX_ID_LENGTH)
      .toWellFormed(),
    entityType: isPerson ? 'person' : 'organization',
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(valuesOf(cells['date_of_birth']), 'Date of Birth', parseDate, report),
    countries: countriesOf(countries, countryOfName),
    identifiers: identifiers.record,
    programs: ['Nigeria Sanctions List'],
    ...factsField({
      genders: [cells['gender']],
      birthPlaces: [birthPlace.join(', ')],
      addresses: valuesOf(cells['address']),
    }),
    raw: { ...cells },
  };
}

/** The Nigeria Sanctions List. */
export const nigsacHtml = listFormat({
  name: 'nigsac-html',
  async *rows(input) {
    const tables = new Set<string>();
    for await (const row of readHtmlTables(input.main)) {
      const column = [PERSON_COLUMN, ENTITY_COLUMN].find((name) => row.header.includes(name));
      if (column === undefined) continue;
      tables.add(column);
      if (row.isHeader) continue;
      yield {
        line: row.line,
        toEntry: (omit) => row.problem ?? toEntry(row, omit),
        called: (id) => `the same entry ${id}`,
      };
    }
    if (tables.size < 2)
      throw new ImportFormatError(
        'the page does not have both tables, with the columns Full Name and Entity Name: it may have changed',
      );
  },
});
