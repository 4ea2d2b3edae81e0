import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../../test/support/database.ts';
import { openDatabase } from '../../../../test/support/webhook-checks.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createOrganization } from '../../tenants/index.ts';
import { importList } from '../global/import-list.ts';
import { deleteGlobalList } from '../global/lists.ts';
import { addEntries, deleteEntry } from '../lists/entries.ts';
import { createList, deleteList } from '../lists/lists.ts';
import { Screening } from './screening.ts';

let db: Database;
/** Of two processes, which nothing tells of changes: nobody listens for notifications here. */
let databases: Database[];
let processes: Screening[];
beforeAll(async () => {
  const url = await cloneDatabase();
  db = openDatabase(url);
  databases = [openDatabase(url), openDatabase(url)];
  processes = databases.map((own) => new Screening(own.read, 2 ** 26));
});
afterAll(() => Promise.all([db, ...databases].map((one) => one.close())));

async function* csv(names: string[]): AsyncGenerator<string> {
  yield `name\n${names.join('\n')}\n`;
}

test('every process sees each change of a list at its next screening, without any notification', async () => {
  const write = db.transaction.bind(db);
  const { id: orgId } = await write((tx) =>
    createOrganization(tx, { name: 'T', plan: 'pro', addons: ['detection_pack'] }),
  );
  const [own, global] = ['Adaeze Okonkwo', 'Bartholomew Quisling'];
  const found = () =>
    Promise.all(
      processes.map(async (one) => {
        const subjects = [{ name: own }, { name: global }];
        const { verdicts } = await one.screen(orgId, subjects, {}, 20);
        return verdicts.map(({ hits }) => hits.length);
      }),
    );
  const both = (...counts: [number, number]) => [counts, counts];
  expect(await found()).toEqual(both(0, 0));
  const kind = 'tenant_blocklist';
  const { id } = await write((tx) => createList(tx, orgId, { source: 's', name: 'S', kind }));
  const { entryIds } = await write((tx) =>
    addEntries(tx, orgId, id, { entries: [{ name: own }, { name: own }] }),
  );
  expect(await found()).toEqual(both(2, 0));
  const importing = (names: string[]) =>
    write((tx) => importList(tx, { kind: 'pep', source: 'g', format: 'csv', main: csv(names) }));
  const { list } = await importing([global, 'Somebody Else']);
  await write((tx) => deleteEntry(tx, orgId, id, entryIds[0]!));
  expect(await found()).toEqual(both(1, 1));
  await importing(['Somebody Else']);
  expect(await found()).toEqual(both(1, 0));
  await importing([global]);
  await write((tx) => deleteList(tx, orgId, id));
  expect(await found()).toEqual(both(0, 1));
  await write((tx) => deleteGlobalList(tx, list.id));
  expect(await found()).toEqual(both(0, 0));
});
