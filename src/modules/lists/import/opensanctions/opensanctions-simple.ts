/**
 * OpenSanctions' `targets.simple.csv` (https://www.opensanctions.org/docs/bulk/csv): one row per target, with several
 * values of a cell separated by semicolons. It does not mark weak aliases. `raw` has the row without `last_seen`,
 * which would make every entry differ in each day's file.
 */
import { factsField, Identifiers, normalise } from '../../../../matching/index.ts';
import { countriesOf, countryOfCode } from '../country-names.ts';
import { readTable } from '../csv-table.ts';
import type { Row } from '../csv-table.ts';
import { datesOf, parseIsoDate } from '../dates.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { ENTITY_TYPES } from './ftm-schemata.ts';
import { cleanText, MAX_ID_LENGTH, primaryName, usableAliases } from '../names.ts';
import type { ImportedAlias, ImportedEntry, ImportInput } from '../types.ts';

/**
 * Identifiers come without their kind. This finds kinds with a checksum or a distinctive form: numbers of ships,
 * LEIs, IBANs and Ethereum addresses. A number of only digits that is a valid LEI may be of any other kind.
 */
function identifierKey(value: string): string {
  if (/^IMO\d{7}$/.test(value)) return 'imo';
  if (/[A-Z]/.test(value) && normalise('lei', value) === value) return 'lei';
  if (/^0x[0-9a-f]{40}$/i.test(value)) return 'crypto_address';
  return normalise('iban', value) === undefined ? 'identifier' : 'iban';
}

/** Returns the entry of a row, or the reason why it has none. */
function toEntry(row: Row, report: (reason: string) => void): ImportedEntry | string {
  const values = (column: string): string[] =>
    (row[column] ?? '')
      .split(';')
      .map(cleanText)
      .filter((value) => value !== '');
  const externalId = row['id'] ?? '';
  if (externalId === '' || externalId.length > MAX_ID_LENGTH) return 'the row has no usable id';
  const identifiers = new Identifiers();
  for (const value of values('identifiers')) {
    identifiers.add(identifierKey(value), value);
  }
  const aliases = values('aliases').map((alias): ImportedAlias => ({
    name: alias,
    quality: 'strong',
    kind: 'aka',
  }));
  const primary = primaryName('name', cleanText(row['name'] ?? ''), aliases, report);
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const { last_seen: _, ...raw } = row;
  return {
    externalId,
    entityType: ENTITY_TYPES.get(row['schema'] ?? '') ?? 'unknown',
    name,
    aliases: usableAliases(name, aliases, report),
    dobs: datesOf(values('birth_date'), 'birth_date', parseIsoDate, report),
    countries: countriesOf(values('countries'), countryOfCode),
    identifiers: identifiers.record,
    programs: [...new Set(values('program_ids'))],
    ...factsField({ addresses: values('addresses') }),
    raw,
  };
}

const FORM = {
  delimiter: ',',
  headers: [['id', 'schema', 'name']],
  title: 'targets.simple.csv',
} as const;

async function* rows(input: ImportInput): AsyncGenerator<ReadRow, void, undefined> {
  for await (const tableRow of readTable(input.main, FORM))
    yield {
      line: tableRow.line,
      toEntry: (omit) => ('row' in tableRow ? toEntry(tableRow.row, omit) : tableRow.problem),
      called: (id) => `the same id ${id}`,
    };
}

/** OpenSanctions' simplified table of targets. */
export const opensanctionsSimple = listFormat({ name: 'opensanctions-simple', rows });
