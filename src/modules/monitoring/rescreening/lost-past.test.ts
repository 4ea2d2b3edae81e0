import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { screeningPlace } from '../../../../test/support/screening-place.ts';
import { sharedOf } from '../../../platform/db/places.ts';

const place = screeningPlace();

/** Makes the server of global lists lose every version of a list but the first. */
async function loseVersions(listId: string): Promise<void> {
  const shared = sharedOf(place.database.owner.read);
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
  'subjects are screened against entries that a global list gets after the loss of a version, at %s',
  async (_, imports, wanted) => {
    const org = await place.org();
    const source = `lost-${imports}`;
    await org.enrol('subject', wanted);
    const importing = (...names: string[]) =>
      place.importGlobal(source, `id,name\n${names.map((one) => `${one},${one}\n`).join('')}`);
    const listId = await importing('Adewale Ogunbanjo');
    await place.rescreen(org);
    await importing('Adewale Ogunbanjo', 'Chinedu Okonkwo');
    await place.rescreen(org);
    expect(await org.hits()).toEqual([]);
    await loseVersions(listId);
    const names = ['Adewale Ogunbanjo', wanted];
    await importing(...names);
    if (imports === 2) await importing(...names, 'Musa Bello');
    await place.rescreen(org);
    expect(await org.hits()).toHaveLength(1);
  },
);
