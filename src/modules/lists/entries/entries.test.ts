import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../test/support/screening-client.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteOldRows, deleteOldVersions } from '../global/versions/store.ts';
import type { Hit } from '../../screening/screen/schemas.ts';
import type { ListedEntity } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

let lists = 0;
function freshSource(): string {
  return `entries:${++lists}`;
}

const HEADER = 'id,type,name,aliases,weak_aliases,dob,country,program,id_passport,remarks\n';
function file(...rows: string[]): string {
  return HEADER + rows.map((row) => `${row}\n`).join('');
}

function entityOf(id: string, version?: number): Promise<ListedEntity> {
  const query = version === undefined ? '' : `?version=${version}`;
  return client.ask(200, 'GET', `/entries/${id}${query}`);
}

async function onlyScreened(name: string): Promise<Hit> {
  const { hits } = await client.ask(200, 'POST', '/screen', { name });
  expect(hits).toHaveLength(1);
  return hits[0];
}

describe('an entry of a global list', () => {
  test('has every field of the list in the answer', async () => {
    const source = freshSource();
    const listId = await client.importGlobal(
      source,
      file('P-1,person,Kelechi Vandermeer,Kelechi V,KV,1970,ng;gh,SDGT;IRAN,A17,Wanted since 1999'),
    );
    const { entryId, listRevision } = await onlyScreened('Kelechi Vandermeer');
    const expected = {
      id: entryId,
      list: { id: listId, name: source, kind: 'sanctions', source, revision: 1 },
      externalId: 'P-1',
      sinceRevision: 1,
      isCurrent: true,
      isVersionKept: true,
      changedAt: null,
      removedAt: null,
      entityType: 'person',
      name: 'Kelechi Vandermeer',
      aliases: [
        { name: 'Kelechi V', quality: 'strong', kind: 'aka' },
        { name: 'KV', quality: 'weak', kind: 'aka' },
      ],
      dobs: ['1970'],
      countries: ['NG', 'GH'],
      identifiers: [{ kind: 'passport', value: 'A17', country: null }],
      programs: ['SDGT', 'IRAN'],
      remarks: ['Wanted since 1999'],
      gender: null,
      birthPlaces: [],
      addresses: [],
      topics: ['sanction'],
      linked: [],
      raw: expect.objectContaining({ id: 'P-1', remarks: 'Wanted since 1999' }),
    };
    expect(await entityOf(entryId)).toEqual(expected);
    expect(await entityOf(entryId, listRevision)).toEqual(expected);
  });

  test('shows the compared gender, places of birth and addresses', async () => {
    await client.importGlobal(
      freshSource(),
      'name,gender,birth_place,addresses\nChidera Lindqvist,f,"Kano, Nigeria","1 High St, Kano, Nigeria;2 Low St, Jos, Nigeria"\n',
    );
    const { entryId } = await onlyScreened('Chidera Lindqvist');
    expect(await entityOf(entryId)).toMatchObject({
      gender: 'female',
      birthPlaces: ['Kano, Nigeria'],
      addresses: ['1 High St, Kano, Nigeria', '2 Low St, Jos, Nigeria'],
    });
  });

  test('shows the version of the hit after the entry was changed, removed and restored', async () => {
    const source = freshSource();
    const first = 'P-1,person,Tochukwu Abernathy,,,1970,NG,,A1,before';
    await client.importGlobal(source, file(first));
    await client.enrol('customer-1', 'Tochukwu Abernathy');
    await rescreen(app);
    const found = await client.onlyHit();
    const screened = await onlyScreened('Tochukwu Abernathy');
    const { entryId: id } = screened;
    const before = await entityOf(id);

    await client.importGlobal(source, file('P-1,person,Tochukwu Abernathy,,,1981,GH,,B2,after'));
    const changed = {
      ...before,
      list: { ...before.list, revision: 2 },
      isCurrent: false,
      changedAt: expect.any(String),
    };
    expect(await entityOf(id, found.listRevision)).toEqual(changed);
    expect(await entityOf(id, screened.listRevision)).toEqual(changed);
    const after = await entityOf(id, 2);
    expect(after).toMatchObject({ isCurrent: true, sinceRevision: 2, remarks: ['after'] });
    expect(await entityOf(id)).toEqual(after);

    await client.importGlobal(source, file('P-2,person,Somebody Unrelated,,,,,,,'));
    const gone = await entityOf(id);
    expect(gone).toMatchObject({ isCurrent: false, isVersionKept: true, remarks: ['after'] });
    expect(gone.removedAt).toBe(gone.changedAt);
    expect(await entityOf(id, 1)).toMatchObject({
      remarks: ['before'],
      identifiers: [{ kind: 'passport', value: 'A1', country: null }],
      isCurrent: false,
      isVersionKept: true,
      removedAt: gone.removedAt,
    });

    await client.importGlobal(source, file('P-2,person,Somebody Unrelated,,,,,,,', first));
    expect(await entityOf(id)).toMatchObject({
      isCurrent: true,
      sinceRevision: 4,
      removedAt: null,
    });
    expect(await entityOf(id, 1)).toMatchObject({ isCurrent: false, remarks: ['before'] });
    // Version 3 does not list the entity.
    expect(await entityOf(id, 3)).toMatchObject({ isVersionKept: false, sinceRevision: 4 });
  });

  test('linked entities have their names, and their entries if the list has the linked id', async () => {
    await client.importGlobal(
      freshSource(),
      'id,name,COMMENTS1\nQDi.901,Zubairu Holloway,With Usman (QDi.902) and QDi.903.\nQDi.902,Usman Kettering,\n',
    );
    const { entryId } = await onlyScreened('Zubairu Holloway');
    const { entryId: other } = await onlyScreened('Usman Kettering');
    const mentioned = { relation: 'mentioned' };
    expect((await entityOf(entryId)).linked).toEqual([
      { ...mentioned, name: 'Usman Kettering', externalId: 'QDi.902', entryId: other },
      { ...mentioned, name: 'QDi.903', externalId: 'QDi.903', entryId: null },
    ]);
  });

  test('reports an expired version as unknown, and later reports the entry as unknown', async () => {
    const source = freshSource();
    const row = (remark: string) => file(`P-1,person,Nkechi Featherstone,,,,,,,${remark}`);
    await client.importGlobal(source, row('one'));
    const { entryId: id } = await onlyScreened('Nkechi Featherstone');
    for (const remark of ['two', 'three']) await client.importGlobal(source, row(remark));
    await deleteOldVersions(app.db.read, { versions: 2, changes: 1000 });
    await deleteOldRows(app.db.read, 'global_previous_entries', 1000);
    expect(await entityOf(id, 1)).toMatchObject({ isVersionKept: false, remarks: ['three'] });
    expect(await entityOf(id, 2)).toMatchObject({ isVersionKept: true, remarks: ['two'] });
    await client.importGlobal(source, file('P-2,person,Somebody Unrelated,,,,,,,'));
    await deleteOldVersions(app.db.read, { versions: 1, changes: 1000 });
    await deleteOldRows(app.db.read, 'global_previous_entries', 1000);
    await client.ask(404, 'GET', `/entries/${id}`);
  });
});

describe("an entry of an organization's list", () => {
  test('is returned as it was sent, to every caller who may screen, until it is deleted', async () => {
    const listId = await client.newList();
    const identifiers = { case: '4711', case_2: '4712' };
    const [id] = await client.add(listId, {
      name: 'Ifeanyi Lockhart',
      dob: '1980-02-29',
      country: 'ng',
      identifiers,
    });
    const { listRevision } = await onlyScreened('Ifeanyi Lockhart');
    const entity = await entityOf(id!, listRevision);
    expect(entity).toMatchObject({
      list: { id: listId, kind: 'tenant_blocklist' },
      externalId: null,
      isCurrent: true,
      isVersionKept: true,
      name: 'Ifeanyi Lockhart',
      dobs: ['1980-02-29'],
      countries: ['NG'],
      identifiers: Object.entries(identifiers).map(([kind, value]) => ({ kind, value })),
      raw: { identifiers },
    });
    expect(await entityOf(id!, 0)).toMatchObject({ isVersionKept: false });
    await client.remove(listId, id!);
    await client.ask(404, 'GET', `/entries/${id}`);
  });

  test('of another organization gets the answer for an unknown id, for any version', async () => {
    const [id] = await client.add(await client.newList(), 'Obiageli Thornbury');
    const stranger = await ScreeningClient.of(app);
    const unknown = newId('entry');
    for (const query of ['', '?version=0', '?version=1', '?version=99']) {
      const answers = await Promise.all(
        [id, unknown].map((one) => stranger.call('GET', `/entries/${one}${query}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]!.body.error.message).toBe(answers[1]!.body.error.message);
    }
  });
});

test('a version that the list has not reached is refused', async () => {
  const [id] = await client.add(await client.newList(), 'Chiamaka Pemberton');
  for (const version of ['99', '-1', 'x', '1e99']) {
    const answer = await client.call('GET', `/entries/${id}?version=${version}`);
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, 'version']);
  }
});
