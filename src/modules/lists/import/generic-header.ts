/** The header row of generic CSV: finds the role of each column. */
import type { CsvRecord } from './text/records.ts';
import { ImportFormatError } from './types.ts';

export type Role =
  | 'name'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'id'
  | 'type'
  | 'aliases'
  | 'weakAliases'
  | 'dob'
  | 'country'
  | 'programs'
  | 'gender'
  | 'birthDate'
  | 'birthPlace'
  | 'nationality'
  | 'addresses';

/** Positions count from 0. */
export type Header = {
  /** Names of all columns as the file writes them; unnamed ones are `column_` and their number. */
  names: string[];
  columns: Partial<Record<Role, number>>;
  identifiers: { key: string; index: number }[];
};

const ROLE_BY_COLUMN: ReadonlyMap<string, Role> = new Map([
  ['name', 'name'],
  ['id', 'id'],
  ['external_id', 'id'],
  ['type', 'type'],
  ['entity_type', 'type'],
  ['alias', 'aliases'],
  ['aliases', 'aliases'],
  ['weak_aliases', 'weakAliases'],
  ['dob', 'dob'],
  ['country', 'country'],
  ['countries', 'country'],
  ['program', 'programs'],
  ['programs', 'programs'],
  ['gender', 'gender'],
  ['birth_date', 'birthDate'],
  ['birth_place', 'birthPlace'],
  ['nationality', 'nationality'],
  ['addresses', 'addresses'],
]);

/** Other names of columns, used if no column has the name above. */
const OTHER_COLUMNS: ReadonlyMap<string, Role> = new Map([
  ['full_name', 'name'],
  ['first_name', 'firstName'],
  ['firstname', 'firstName'],
  ['given_name', 'firstName'],
  ['given_names', 'firstName'],
  ['forename', 'firstName'],
  ['middle_name', 'middleName'],
  ['middlename', 'middleName'],
  ['middle_names', 'middleName'],
  ['last_name', 'lastName'],
  ['lastname', 'lastName'],
  ['surname', 'lastName'],
  ['family_name', 'lastName'],
  ['date_of_birth', 'dob'],
  ['d.o.b.', 'dob'],
  ['birthdate', 'dob'],
  ['birthday', 'dob'],
  ['sex', 'gender'],
  ['place_of_birth', 'birthPlace'],
  ['birthplace', 'birthPlace'],
  ['country_of_birth', 'birthPlace'],
  ['birth_country', 'birthPlace'],
  ['nationalities', 'nationality'],
  ['citizenship', 'nationality'],
  ['address', 'addresses'],
]);

/** Column names are compared without case, and with spaces or hyphens as underscores. */
export function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** True for a column that can name the party of a row. */
export function isNameColumn(key: string): boolean {
  const role = ROLE_BY_COLUMN.get(key) ?? OTHER_COLUMNS.get(key);
  return role === 'name' || role === 'lastName';
}

function missingName(names: readonly string[]): ImportFormatError {
  const text = names.join(',');
  const separator = ['|'].find((char) => text.includes(char));
  const hint =
    separator === undefined
      ? ''
      : `; columns must be separated by commas, semicolons or tabs, and this header has ${JSON.stringify(separator)} (a first line sep=${separator} makes it the separator)`;
  return new ImportFormatError(`the header row has no column "name" or "last_name"${hint}`);
}

function twice(what: string): ImportFormatError {
  return new ImportFormatError(`the header row has more than one column for ${what}`);
}

/** Columns by role, which replace those with the usual names. */
export type ColumnMapping = Partial<Record<Role | 'ref', string | undefined>>;

/**
 * Returns the role of a column: the one that the mapping states, else the one of its name, unless the mapping gives
 * that role to another column.
 */
function roleOf(key: string, mapping: ReadonlyMap<string, Role>): Role | undefined {
  const mapped = mapping.get(key);
  if (mapped !== undefined) return mapped;
  const usual = ROLE_BY_COLUMN.get(key);
  return [...mapping.values()].includes(usual!) ? undefined : usual;
}

/** Returns the names with a number after each that repeats another. Numbered columns have no role. */
function distinct(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const key = columnKey(name);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const hasRole = ROLE_BY_COLUMN.has(key) || /^(?:identifier|id)_/.test(key);
    return count === 1 || hasRole ? name : `${name} (${count})`;
  });
}

/** Reads the header row. Throws ImportFormatError if it does not make the file readable. */
export function readHeader(record: CsvRecord, columnsOf: ColumnMapping = {}): Header {
  if ('problem' in record) {
    throw new ImportFormatError(
      `the header row cannot be read: ${record.problem} (the file must be CSV in UTF-8)`,
    );
  }
  const mapping = new Map(
    Object.entries(columnsOf).flatMap(([role, column]) =>
      column === undefined ? [] : [[columnKey(column), (role === 'ref' ? 'id' : role) as Role]],
    ),
  );
  const names = distinct(record.cells.map((cell, index) => cell.trim() || `column_${index + 1}`));
  const columns: Partial<Record<Role, number>> = {};
  const identifiers = new Map<string, number>();
  const seen = new Set<string>();
  for (const [index, column] of names.entries()) {
    const key = columnKey(column);
    if (seen.has(key)) throw twice(JSON.stringify(column));
    seen.add(key);
    const role = roleOf(key, mapping);
    const identifier = /^(?:identifier|id)_(.+)$/.exec(key)?.[1];
    if (role !== undefined) {
      if (columns[role] !== undefined) throw twice(role);
      columns[role] = index;
    } else if (identifier !== undefined) {
      if (identifiers.has(identifier)) throw twice(`the identifier ${identifier}`);
      identifiers.set(identifier, index);
    }
  }
  for (const [index, column] of names.entries()) {
    const role = OTHER_COLUMNS.get(columnKey(column));
    if (role !== undefined && !mapping.has(columnKey(column))) columns[role] ??= index;
  }
  for (const [key] of mapping)
    if (!seen.has(key))
      throw new ImportFormatError(`the header row has no column ${JSON.stringify(key)}`);
  if (columns.name === undefined && columns.lastName === undefined) throw missingName(names);
  return {
    names,
    columns,
    identifiers: [...identifiers].map(([key, index]) => ({ key, index })),
  };
}

/** Number of rows of a title that may be above the header. */
const MOST_ROWS_ABOVE = 20;

function namesParty(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.some((cell) => isNameColumn(columnKey(cell)));
}

/**
 * Reads the first row that is a header, below the rows of a title; the records after it stay in `records`.
 * @throws ImportFormatError if there is none, with the reason why the first row, or one with a column of names, is not
 * a header
 */
export async function headerIn(
  records: AsyncGenerator<CsvRecord, void, undefined>,
  columns?: ColumnMapping,
): Promise<Header> {
  let problem: unknown;
  for (let row = 0; row < MOST_ROWS_ABOVE; row++) {
    const next = await records.next();
    if (next.done === true) break;
    try {
      return readHeader(next.value, columns);
    } catch (error) {
      if (!(error instanceof ImportFormatError) || namesParty(next.value)) throw error;
      problem ??= error;
    }
  }
  throw problem ?? new ImportFormatError('the file is empty: no header row');
}
