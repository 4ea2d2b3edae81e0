/** The declarations of the modules about an organization that leaves. */
import type { ModuleTables } from '../../module.ts';
import { PLATFORM_TABLES } from '../platform-tables.ts';
import type { OwnTable } from './store.ts';

export type LeavingPlan = {
  /** The reason why rows of a table stay; the rows of all other tables are deleted. */
  kept: Readonly<Record<string, string>>;
  /** The content of a table's columns with personal data. */
  contents: Readonly<Record<string, string[]>>;
  /** The columns with ids of subjects. */
  subjects: readonly { table: string; column: string }[];
};

/** @param tables those of all modules */
export function leavingPlanOf(tables: ModuleTables): LeavingPlan {
  const all = Object.entries({ ...PLATFORM_TABLES, ...tables } as ModuleTables);
  return {
    subjects: all.flatMap(([table, { personal }]) =>
      typeof personal?.subject === 'string' ? [{ table, column: personal.subject }] : [],
    ),
    kept: Object.fromEntries(
      all.flatMap(([table, { keptAfterLeaving: why }]) =>
        why === undefined ? [] : [[table, why]],
      ),
    ),
    contents: Object.fromEntries(
      all.map(([table, { personal }]) => [
        table,
        [...new Set(Object.values(personal?.columns ?? {}))],
      ]),
    ),
  };
}

/** Returns tables in the order of deletion: rows that name other rows come before them. */
export function childrenFirst(tables: readonly OwnTable[]): OwnTable[] {
  const [ordered, left] = [[] as OwnTable[], new Map(tables.map((one) => [one.name, one]))];
  while (left.size > 0) {
    const others = [...left.values()];
    const named = new Set(
      others.flatMap(({ name, parents }) => parents.filter((parent) => parent !== name)),
    );
    const free = others.filter(({ name }) => !named.has(name));
    if (free.length === 0) throw new Error('foreign keys form a circle');
    for (const one of free) {
      ordered.push(one);
      left.delete(one.name);
    }
  }
  return ordered;
}
