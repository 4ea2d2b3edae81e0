import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { sharedOf } from '../../../platform/db/places.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());

/** Has the server of global lists lose every version of a list but the first. */
async function loseVersions(listId: string): Promise<void> {
  const shared = sharedOf(app.db.read);
  for (const table of [
    'global_entries',
    'global_list_versions',
    'global_list_changes',
    'global_previous_entries',
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE list_id = ${listId} AND revision > 1`.execute(
      shared,
    );
  await sql`UPDATE global_lists SET revision = 1, entry_count = 1, stamp = (
    SELECT stamp FROM global_list_versions WHERE list_id = ${listId}) WHERE id = ${listId}`.execute(
    shared,
  );
}

test.each([
  ['the revision of the lost one', 1, 'Ngozi Featherstonehaugh'],
  ['a later revision than the lost one', 2, 'Bartholomew Quisling'],
])(
  'subjects are screened against what a global list gets after the server of these lists has lost a version, be it at %s',
  async (_, imports, wanted) => {
    const client = await ScreeningClient.of(app);
    const source = `lost-${imports}`;
    await client.enrol('subject', wanted);
    const importing = (...names: string[]) =>
      client.importGlobal(source, `id,name\n${names.map((one) => `${one},${one}\n`).join('')}`);
    const listId = await importing('Adewale Ogunbanjo');
    await rescreen(app, client.org.id);
    await importing('Adewale Ogunbanjo', 'Chinedu Okonkwo');
    await rescreen(app, client.org.id);
    expect(await client.hits()).toEqual([]);
    await loseVersions(listId);
    const names = ['Adewale Ogunbanjo', wanted];
    await importing(...names);
    if (imports === 2) await importing(...names, 'Musa Bello');
    await rescreen(app, client.org.id);
    expect(await client.hits()).toHaveLength(1);
  },
);
