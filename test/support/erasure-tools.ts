/** The tools of erasures, for tests that count, delay or break their steps. */
import { heldCases } from '../../src/modules/cases/index.ts';
import type { Stores } from '../../src/modules/exports/index.ts';
import { MODULES } from '../../src/modules/index.ts';
import { recordClassesOf, tablesOf } from '../../src/modules/module.ts';
import {
  erasedTablesOf,
  ErasureList,
  leavingPlanOf,
  type EraseTools,
  type LeaveTools,
} from '../../src/modules/privacy/index.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { TEST_SECRET } from './app.ts';

export class Crash extends Error {}

/** Returns stores that remove each file by `remove`. */
export function storesThat(remove: () => Promise<void>): Stores {
  return { at: () => ({ remove }) } as unknown as Stores;
}

/**
 * @param left the number of transactions and writes outside of the database after which the process dies
 * @param parts gets the milliseconds of each transaction
 */
export function toolsOf(
  own: Database,
  folder: string,
  left = { n: Infinity },
  parts: number[] = [],
): EraseTools & LeaveTools {
  const step = (): void => {
    if (left.n-- <= 0) throw new Crash();
  };
  const db = new Proxy(own, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name === 'transaction')
        return async (...args: Parameters<Database['transaction']>) => {
          step();
          const beganMs = performance.now();
          const result = await target.transaction(...args);
          parts.push(performance.now() - beganMs);
          return result;
        };
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const list = new ErasureList(folder);
  const add = list.add.bind(list);
  list.add = async (one) => {
    step();
    await add(one);
  };
  const tables = tablesOf(MODULES);
  return {
    db,
    list,
    files: storesThat(async () => {}),
    tables: erasedTablesOf(tables),
    plan: leavingPlanOf(tables),
    recordClasses: recordClassesOf(MODULES),
    heldCases,
    secret: TEST_SECRET,
    isStreamed: false,
    subjectKeys: undefined,
    async sign() {
      step();
      return { sha256: 'a', signature: 'b' };
    },
  };
}
