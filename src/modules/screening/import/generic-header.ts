/** The header row of generic CSV: which column is which. */
import type { CsvRecord } from './records.ts';
import { ImportFormatError } from './types.ts';

type Role =
  | 'name'
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
  /** All columns' names as the file writes them; unnamed ones are `column_` and their number. */
  names: string[];
  columns: { name: number } & Partial<Record<Role, number>>;
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

/** Columns are told apart without regard to case and to spaces or hyphens for underscores. */
export function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function missingName(names: readonly string[]): ImportFormatError {
  const text = names.join(',');
  const separator = [';', '\t', '|'].find((char) => text.includes(char));
  const hint =
    separator === undefined
      ? ''
      : `; columns must be separated by commas, and this header has ${JSON.stringify(separator)}`;
  return new ImportFormatError(`the header row has no column "name"${hint}`);
}

function twice(what: string): ImportFormatError {
  return new ImportFormatError(`the header row has more than one column for ${what}`);
}

/** Reads the header row. Throws ImportFormatError when the file cannot be understood by it. */
export function readHeader(record: CsvRecord): Header {
  if ('problem' in record) {
    throw new ImportFormatError(
      `the header row cannot be read: ${record.problem} (the file must be CSV in UTF-8)`,
    );
  }
  const names = record.cells.map((cell, index) => cell.trim() || `column_${index + 1}`);
  const columns: Partial<Record<Role, number>> = {};
  const identifiers = new Map<string, number>();
  const seen = new Set<string>();
  for (const [index, column] of names.entries()) {
    const key = columnKey(column);
    if (seen.has(key)) throw twice(JSON.stringify(column));
    seen.add(key);
    const role = ROLE_BY_COLUMN.get(key);
    const identifier = /^(?:identifier|id)_(.+)$/.exec(key)?.[1];
    if (role !== undefined) {
      if (columns[role] !== undefined) throw twice(role);
      columns[role] = index;
    } else if (identifier !== undefined) {
      if (identifiers.has(identifier)) throw twice(`the identifier ${identifier}`);
      identifiers.set(identifier, index);
    }
  }
  const { name } = columns;
  if (name === undefined) throw missingName(names);
  return {
    names,
    columns: { ...columns, name },
    identifiers: [...identifiers].map(([key, index]) => ({ key, index })),
  };
}
