/** The tables of an erasure, from the declarations of the modules. */
import type { ModuleTables } from '../../module.ts';
import type { Erasure } from '../../personal-data.ts';
import { PLATFORM_TABLES } from '../platform-tables.ts';
import type { Paths } from './store.ts';

export type ErasedTables = {
  paths: Paths;
  /** The tables whose rows are erased, in the order of erasure: rows before those that their path names. */
  erased: readonly { table: string; erasure: Exclude<Erasure, { kept: string }> }[];
  kept: readonly { table: string; why: string; until: string | null }[];
  /** The content of a table's columns. */
  contents: Readonly<Record<string, string[]>>;
};

/** @param tables the tables of all modules */
export function erasedTablesOf(tables: ModuleTables): ErasedTables {
  const all: ModuleTables = { ...PLATFORM_TABLES, ...tables };
  const declared = Object.entries(all).flatMap(([table, { personal }]) =>
    personal?.subject === undefined ? [] : [{ table, ...personal }],
  );
  const paths: Paths = Object.fromEntries(declared.map(({ table, subject }) => [table, subject]));
  const depthOf = (table: string): number => {
    const path = paths[table]!;
    return typeof path === 'object' && 'table' in path ? 1 + depthOf(path.table) : 0;
  };
  const placeOf = ({ table, erasure }: { table: string; erasure: Erasure }): number =>
    typeof erasure === 'object' && 'first' in erasure ? -100 : -depthOf(table);
  const erased = declared.flatMap(({ table, erasure }) =>
    typeof erasure === 'object' && 'kept' in erasure ? [] : [{ table, erasure }],
  );
  return {
    paths,
    erased: erased.toSorted((a, b) => placeOf(a) - placeOf(b)),
    kept: declared.flatMap(({ table, erasure }) =>
      typeof erasure === 'object' && 'kept' in erasure
        ? [{ table, why: erasure.kept, until: erasure.until }]
        : [],
    ),
    contents: Object.fromEntries(
      declared.map(({ table, columns }) => [table, [...new Set(Object.values(columns))]]),
    ),
  };
}
