/** Lists that publishers write as tables. A mapping describes the columns of each. */
import { entryOf, type ListedNumber, type ListedParty, type Wording } from '../entry-of.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { cleanText, MAX_ID_LENGTH } from '../names.ts';
import { sharedReference } from '../text/references.ts';
import type { EntityType, ImportedAlias, ImportFormat, ImportInput } from '../types.ts';
import { readTable, type Row, type TableForm, type TableRow } from './csv-table.ts';
import { groupRows, splitGroup } from './row-groups.ts';

/**
 * A place in a row: a column, the first filled one of several places, several places joined to one text, or a function
 * for any other case.
 */
export type Cell =
  | string
  | readonly Cell[]
  | { parts: readonly Cell[]; by: string }
  | ((row: Row) => readonly string[]);

/** Describes a list: its form, and the place of each field. */
export type TableList = Omit<Wording, 'nameTerm'> & {
  name: string;
  form: TableForm;
  /** Columns of the id. The first filled one counts. */
  id: readonly string[];
  /** The part of the column that is the id. */
  idForm?: RegExp;
  /** True if an entry has several rows, which may be anywhere in the file. */
  isGrouped: boolean;
  /** Separates the values of a column, except of a name. */
  split?: RegExp;
  /** Text that is removed from each of these values. */
  trim?: RegExp;
  type: Cell;
  /** Types by the list's terms, exact or in lower case. */
  types: ReadonlyMap<string, EntityType>;
  /** Names in a row. In a primary row, the first is the name of the entry. */
  names: readonly Cell[];
  nameType?: { at: Cell; primary: RegExp; former: RegExp };
  weak?: { at: Cell; is: RegExp };
  aliases?: Cell;
  /** Returns a name in its spoken order. */
  spoken?: (name: string, type: EntityType) => string;
  dobs: Cell;
  countries: readonly Cell[];
  /** Replaces `countries` for entries that are not persons. */
  countriesOfThings?: readonly Cell[];
  /** Addresses that show the country of a thing without one. */
  seats?: Cell;
  /** Numbers by kind, or a function that reads numbers and their kinds. */
  numbers: readonly (readonly [kind: string, at: Cell] | ((row: Row) => readonly ListedNumber[]))[];
  programs: readonly Cell[];
  genders?: Cell;
  birthPlaces?: Cell;
  addresses?: Cell;
  /** Returns the part of its rows that an entry keeps; by default, all. */
  raw?: (rows: readonly Row[]) => Record<string, unknown>;
};

type ListedName = ImportedAlias & { isPrimary: boolean };

/** Returns the values in a cell, each as one line. */
export function valuesIn(cell: string | undefined, split: RegExp, trim?: RegExp): string[] {
  if (cell === undefined) return [];
  return cell
    .split(split)
    .map((value) => (trim ? cleanText(value).replace(trim, '') : cleanText(value)))
    .filter((value) => value !== '');
}

/** Returns the whole text at a place; empty if there is none. */
export function textAt(row: Row, at: Cell): string {
  if (typeof at === 'string') return row[at] === undefined ? '' : cleanText(row[at]);
  if (typeof at === 'function') return at(row)[0] ?? '';
  const texts = ('parts' in at ? at.parts : at).map((one) => textAt(row, one));
  const filled = texts.filter((text) => text !== '');
  return 'parts' in at ? filled.join(at.by) : (filled[0] ?? '');
}

function valuesAt(row: Row, at: Cell, list: TableList): readonly string[] {
  if (typeof at === 'function') return at(row);
  if (typeof at === 'string' && list.split) return valuesIn(row[at], list.split, list.trim);
  if (typeof at === 'string' || 'parts' in at)
    return [textAt(row, at)].filter((text) => text !== '');
  const filled = at.find((one) => textAt(row, one) !== '');
  return filled === undefined ? [] : valuesAt(row, filled, list);
}

function typeOf(row: Row, { type, types }: TableList): EntityType | undefined {
  const term = textAt(row, type);
  return types.get(term) ?? types.get(term.toLowerCase());
}

/** Returns the names in a row. An empty name counts only in a primary row, where it is a fault. */
function namesOf(row: Row, { names, nameType, weak }: TableList): ListedName[] {
  const type = nameType ? textAt(row, nameType.at) : '';
  const quality = weak?.is.test(textAt(row, weak.at)) ? 'weak' : 'strong';
  const kind = nameType?.former.test(type) ? 'fka' : 'aka';
  const isPrimary = nameType?.primary.test(type) ?? false;
  return names
    .map((at, i) => ({ name: textAt(row, at), quality, kind, isPrimary: isPrimary && i === 0 }))
    .filter((name): name is ListedName => name.name !== '' || name.isPrimary);
}

/** Returns the primary name or, in a list that marks none, the first strong name in Latin letters. */
function writtenName(names: readonly ListedName[], { nameType }: TableList) {
  if (nameType) return names.find(({ isPrimary }) => isPrimary) ?? names[0];
  const strong = names.filter(({ quality }) => quality === 'strong');
  return strong.find(({ name }) => /\p{Script=Latin}/u.test(name)) ?? strong[0] ?? names[0];
}

function partyOf(id: string, rows: readonly Row[], list: TableList): ListedParty {
  const entityType = rows.map((row) => typeOf(row, list)).find((type) => type) ?? 'unknown';
  const all = (at: Cell | undefined): string[] =>
    at === undefined ? [] : rows.flatMap((row) => valuesAt(row, at, list));
  const { spoken = cleanText } = list;
  const names = rows.flatMap((row) => namesOf(row, list));
  const aliases = [
    ...(list.isGrouped ? names : []),
    ...all(list.aliases).map((name) => ({ name, quality: 'strong', kind: 'aka' }) as const),
  ];
  const written = writtenName(names, list)?.name;
  const isThing = entityType !== 'person';
  const countries = (isThing ? list.countriesOfThings : undefined) ?? list.countries;
  return {
    id,
    entityType,
    name: written && spoken(written, entityType),
    aliases: aliases.map(({ name, quality, kind }) => {
      return { name: spoken(name, entityType), quality, kind };
    }),
    dobs: [...new Set(all(list.dobs))],
    countries: countries.flatMap(all),
    seats: all(list.seats),
    numbers: rows.flatMap((row) =>
      list.numbers.flatMap((number): readonly ListedNumber[] => {
        if (typeof number === 'function') return number(row);
        const [kind, at] = number;
        return valuesAt(row, at, list).map((value) => ({ kind, value }));
      }),
    ),
    programs: list.programs.flatMap(all),
    genders: all(list.genders),
    birthPlaces: all(list.birthPlaces),
    addresses: all(list.addresses),
    raw: list.raw?.(rows) ?? (list.isGrouped ? { rows } : { ...rows[0] }),
  };
}

function idOf(row: Row, { id, idForm = /^.+$/s }: TableList): string | undefined {
  const cell = id.map((column) => row[column]).find((text) => text !== undefined);
  return idForm.exec(cell ?? '')?.[0];
}

async function* singleRows(
  table: AsyncIterable<TableRow>,
  list: TableList,
): AsyncGenerator<ReadRow, void, undefined> {
  const [column] = list.id;
  for await (const each of table)
    yield {
      line: each.line,
      toEntry: (omit) => {
        if ('problem' in each) return each.problem;
        const id = idOf(each.row, list);
        if (id === undefined || id.length > MAX_ID_LENGTH) return `the row has no usable ${column}`;
        return entryOf(partyOf(id, [each.row], list), { ...list, nameTerm: 'name' }, omit);
      },
      called: (id) => `the same ${column} ${id}`,
    };
}

/** Returns the primary name of a row of a person; undefined for other rows. */
function personIn(row: Row, list: TableList): string | undefined {
  if (typeOf(row, list) !== 'person') return undefined;
  return namesOf(row, list).find(({ isPrimary }) => isPrimary)?.name;
}

async function* groupedRows(
  table: AsyncIterable<TableRow>,
  list: TableList,
  report: (line: number, reason: string) => void,
): AsyncGenerator<ReadRow, void, undefined> {
  for await (const rows of groupRows(table, (row) => idOf(row, list), report))
    for (const [i, group] of splitGroup(rows, (row) => personIn(row, list)).entries()) {
      const { id } = group;
      yield {
        line: group.rows[0]?.line ?? 0,
        toEntry: (omit) => {
          if (i > 0) omit(sharedReference(rows.id));
          const party = partyOf(
            id,
            group.rows.map(({ row }) => row),
            list,
          );
          return entryOf(party, { ...list, nameTerm: `the name of ${id}` }, omit);
        },
        called: (same) => `the same entry ${same}`,
      };
    }
}

/** Returns the format of a list. Entries of several rows are reported by the line of the first. */
export function tableFormat(list: TableList): ImportFormat {
  return listFormat({
    name: list.name,
    rows: (input: ImportInput, onReject) => {
      const table = readTable(input.main, list.form);
      return list.isGrouped
        ? groupedRows(table, list, (line, reason) => onReject({ line, file: 'main', reason }))
        : singleRows(table, list);
    },
  });
}
