import type { Tx } from '../../../platform/db/database.ts';

export type State = { revision: number };

export async function exportStates(_tx: Tx, orgIds: string[]): Promise<Map<string, State>> {
  return new Map(orgIds.map((id) => [id, { revision: 1 }]));
}
export async function applyImport(
  _tx: Tx,
  _orgId: string,
  _imports: { prefix: string; state: State }[],
): Promise<void> {}
export async function removePrefixes(_tx: Tx, _orgId: string, _prefixes: string[]): Promise<void> {}
