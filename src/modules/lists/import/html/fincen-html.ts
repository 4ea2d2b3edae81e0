/**
 * The special measures of the United States' Financial Crimes Enforcement Network under section 311 of the USA
 * PATRIOT Act and section 9714 of the Combating Russian Money Laundering Act
 * (https://www.fincen.gov/resources/statutes-and-regulations/311-and-9714-special-measures), in a table of a web
 * page. It has one row per bank, business or country, with the dates of finding, proposed rule and final rule. The
 * column of names has no heading.
 */
import { countryOfName } from '../country-names.ts';
import { listFormat } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import { ImportFormatError, type ImportedAlias, type ImportedEntry } from '../types.ts';
import { readHtmlTables, type HtmlRow } from './html-tables.ts';

const NAME_COLUMNS = ['column_1', 'name', 'entity_name', 'entity'];
const COLUMNS = ['finding', 'final_rule', 'rescinded'];

/** "---" means empty. */
function isFilled(cell: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(cell ?? '');
}

/** "Burma****" has footnote marks; text in brackets is another name. */
function namesIn(cell: string): { name: string; aliases: ImportedAlias[] } {
  const brackets = [...cell.matchAll(/\(([^()]+)\)/g)].map(([, inside = '']) => cleanText(inside));
  return {
    name: cleanText(cell.replaceAll(/\([^()]*\)|\*/g, ' ')),
    aliases: brackets.map((name) => ({ name, quality: 'weak', kind: 'aka' })),
  };
}

/** Returns the entry of a row, or the reason why it has none. */
function toEntry({ cells }: HtmlRow, report: (reason: string) => void): ImportedEntry | string {
  const written = NAME_COLUMNS.map((column) => cells[column]).find((cell) => cell !== undefined);
  const { name: first, aliases } = namesIn(written ?? '');
  const primary = primaryName('the name', first, aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const country = countryOfName(name);
  return {
    externalId: name.slice(0, MAX_ID_LENGTH).toWellFormed(),
    entityType: country === undefined ? 'organization' : 'unknown',
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: [],
    countries: country === undefined ? [] : [country],
    identifiers: {},
    programs: ['FinCEN special measures'],
    raw: { ...cells },
  };
}

/** FinCEN's special measures that are in force. */
export const fincenHtml = listFormat({
  name: 'fincen-html',
  async *rows(input) {
    let hasTable = false;
    for await (const row of readHtmlTables(input.main)) {
      if (!COLUMNS.every((column) => row.header.includes(column))) continue;
      hasTable = true;
      if (row.isHeader || isFilled(row.cells['rescinded'])) continue;
      yield {
        line: row.line,
        toEntry: (omit) => row.problem ?? toEntry(row, omit),
        called: (id) => `the same name ${id}`,
      };
    }
    if (!hasTable)
      throw new ImportFormatError(
        `the page has no table with the columns ${COLUMNS.join(', ')}: it may have changed`,
      );
  },
});
