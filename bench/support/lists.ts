import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { createList, importList } from '../../src/modules/lists/index.ts';
import { createKey } from '../../src/modules/tenants/index.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { entries } from './screening-names.ts';

/** Imports this many entries as a global list. @returns their names and aliases */
export async function importNames(db: Database, size: number): Promise<string[]> {
  const listed: string[] = [];
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  await db.transaction((tx) =>
    importList(tx, {
      kind: 'sanctions',
      source: 'bench',
      format: 'csv',
      main: (async function* () {
        yield 'name,type,aliases\n';
        for await (const batch of entries(size))
          for (const { name, entityType, aliases } of batch) {
            const others = aliases.map((alias) => alias.name.replaceAll(';', ' '));
            listed.push(name, ...others);
            yield `${[name, entityType, others.join(';')].map(cell).join(',')}\n`;
          }
      })(),
    }),
  );
  return listed;
}

/** Creates an organization's list, and keys with separate limits. */
export function listWithKeys(db: Database, orgId: string, count: number) {
  return db.transaction(async (tx) => {
    const keys: string[] = [];
    for (let i = 0; i < count; i += 1)
      keys.push((await createKey(tx, { organizationId: orgId, scopes: [...TENANT_SCOPES] })).key);
    const blocklist = { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' as const };
    return { list: await createList(tx, orgId, blocklist), keys };
  });
}
