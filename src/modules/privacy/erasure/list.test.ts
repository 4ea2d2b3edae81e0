import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDurableFolder } from '../../../platform/files.ts';
import { ErasureList } from './list.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-list-'));
});
afterAll(() => rm(folder, { recursive: true }));

const ERASURE = {
  id: 'erasure_01kf3vm9c4e6g8j0m2p4r6t8v0',
  organizationId: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra',
  subjectId: 'customer-1',
  requestedBy: 'usr_1',
  approvalId: null,
  reasonCode: 'other',
  requestedAt: '2026-01-01T00:00:00.000Z',
};

test('a folder is made durable with each missing parent, and with the folder above', async () => {
  const below = join(folder, 'a', 'b', 'c');
  const synced: string[] = [];
  const sync = async (path: string) => void synced.push(path);
  await makeDurableFolder(below, sync);
  expect(synced).toEqual([below, dirname(below), join(folder, 'a'), folder]);
  synced.length = 0;
  await makeDurableFolder(below, sync);
  expect(synced).toEqual([below]);
});

test('a list keeps subjects and organizations apart, and records which erasures are done', async () => {
  const list = new ErasureList(join(folder, 'list'));
  expect([await list.read(), await list.readOrganizations()]).toEqual([[], []]);
  const { subjectId: _, approvalId: _a, reasonCode: _r, ...rest } = ERASURE;
  const organization = { ...rest, id: 'orgerasure_01kf3vm9c4e6g8j0m2p4r6t8v0' };
  for (const one of [ERASURE, ERASURE, organization]) await list.add(one);
  await list.markDone(organization.id);
  await list.markDone(organization.id);
  expect([await list.read(), await list.readOrganizations()]).toEqual([[ERASURE], [organization]]);
  expect(await list.ids()).toEqual({
    all: new Set([ERASURE.id, organization.id]),
    done: new Set([organization.id]),
  });
});

test('a file that is not an erasure of this version is refused', async () => {
  const list = new ErasureList(join(folder, 'odd'));
  await list.add(ERASURE);
  await writeFile(join(list.folder, `${ERASURE.id}.json`), '{"format": "oriki-erasure-v2"}');
  await expect(list.read()).rejects.toThrow('is not an erasure of this version');
});
