import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_DIR, startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import type { Config } from '../../../config/config.ts';
import { ErasureClient, SUBJECT } from '../../../../test/support/erasure-client.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { continueErasure, ErasureList, erasedTablesOf, type EraseTools } from '../index.ts';
import { heldCases } from '../../cases/index.ts';
import type { Stores } from '../../exports/index.ts';
import { MODULES } from '../../index.ts';
import { recordClassesOf, rewrapsOf, tablesOf } from '../../module.ts';
import {
  EnvelopeError,
  parseEnvelope,
  type EnvelopeContext,
} from '../../../platform/crypto/envelope.ts';
import { openEnvelopes, type Envelopes } from '../../../platform/crypto/envelopes.ts';
import { KeyFolder } from '../../../platform/crypto/subject-keys/key-folder.ts';
import type { Database } from '../../../platform/db/database.ts';

const root = await mkdtemp(join(tmpdir(), 'oriki-subject-keys-'));
const folder = join(root, 'store');
const copy = join(root, 'copy');
const erasureFolder = join(root, 'erasures');
const config: Partial<Config> = {
  rateLimits: undefined,
  erasureFolder,
  subjectKeys: true,
  subjectKeyFolder: folder,
  subjectKeyCopies: [copy],
};
/** Without a worker, so that only the test erases. */
const app = testApp({ ...config, role: 'api' });
beforeAll(() => cp(folder, copy, { recursive: true }));
afterAll(() => rm(root, { recursive: true }));

/** Opens the keys that are left, as a process does. */
async function keysLeft(covers = true): Promise<Envelopes> {
  const storeId = (await new KeyFolder(folder).storeId())!;
  return openEnvelopes({
    kms: 'local',
    keyFile: join(DATA_DIR, 'keys.json'),
    serverSecret: TEST_SECRET,
    subjectKeys: { places: { folder: folder, storeId, copies: [copy] }, covers },
  });
}

type Row = { context: EnvelopeContext; envelope: string };

/** Returns the envelopes of an organization in a database. */
async function envelopesIn(db: Database, orgId: string): Promise<Row[]> {
  const rows: Row[] = [];
  const reading = {
    async rewrap(context: EnvelopeContext, envelope: string) {
      if (context.orgId === orgId) rows.push({ context, envelope });
      return envelope;
    },
  } as unknown as Envelopes;
  for (const read of rewrapsOf(MODULES)) await read(db, reading, '');
  return rows;
}

/** Returns the kinds of envelopes that these keys open. */
async function kindsOpened(keys: Envelopes, rows: readonly Row[]): Promise<string[]> {
  const kinds = new Set<string>();
  for (const { context, envelope } of rows)
    try {
      await keys.open(context, envelope);
      kinds.add(context.kind);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
    }
  return [...kinds].toSorted();
}

test('every column of envelopes about a subject uses the key of the subject, except for reasons of requests and erasures', () => {
  const without = Object.entries(tablesOf(MODULES)).flatMap(([table, { sealed = {}, personal }]) =>
    personal?.subject === undefined || Object.values(sealed).every((one) => one.ofSubjects)
      ? []
      : [table],
  );
  expect(without.toSorted()).toEqual(['approvals', 'subject_erasures']);
});

class Crash extends Error {}

/** @param left the number of steps after which the process dies */
async function toolsOf(db: Database, left = { n: Infinity }): Promise<EraseTools> {
  const step = (): void => {
    if (left.n-- <= 0) throw new Crash();
  };
  const list = new ErasureList(erasureFolder);
  const addKey = list.addKey.bind(list);
  list.addKey = async (...key) => {
    step();
    await addKey(...key);
    step();
  };
  const subjectKeys = (await keysLeft()).subjectKeys!;
  const destroy = subjectKeys.destroy.bind(subjectKeys);
  subjectKeys.destroy = async (file) => {
    step();
    await destroy(file);
    step();
  };
  return {
    db,
    list,
    subjectKeys,
    files: {} as Stores,
    tables: erasedTablesOf(tablesOf(MODULES)),
    recordClasses: recordClassesOf(MODULES),
    heldCases,
    secret: TEST_SECRET,
    isStreamed: false,
    async sign() {
      step();
      return { sha256: 'a', signature: 'b' };
    },
  };
}

async function begun() {
  const client = await ErasureClient.of(app);
  await client.fillAll();
  const db = await app.dbOf(client.org.id);
  const { id } = await client.erase(await client.privacyOfficer());
  return { client, db, id, orgId: client.org.id };
}

async function keyFiles(path: string, orgId: string): Promise<string[]> {
  const name = (await keysLeft()).subjectKeys!.nameOf(orgId, SUBJECT);
  return (await readdir(join(path, name.slice(0, 2)))).filter((one) => one.startsWith(name));
}

function keysIn(receipt: { erased: { table: string; count: number }[] }): number | undefined {
  return receipt.erased.find(({ table }) => table === 'subject_keys')?.count;
}

describe('an erasure', () => {
  test('destroys the key, so that no remaining key opens old rows', async () => {
    const client = await ErasureClient.of(app);
    await client.fillAll();
    const { id: orgId } = client.org;
    const db = await app.dbOf(orgId);
    const other = { subjectId: 'customer-2', note: 'A note about another customer.' };
    await client.ask('POST', '/cases', other);
    // Copies the store, as a backup does.
    await cp(folder, copy, { recursive: true });
    const old = await envelopesIn(db, orgId);
    const about = old.filter(({ context }) => context.subject === SUBJECT);
    const covered = [...new Set(about.map(({ context }) => context.kind))].toSorted();
    expect(covered).toEqual([
      'case-content',
      'case-file',
      'case-note',
      'hit-decision',
      'identity-request:bvn',
      'identity-response:bvn',
      'identity-reveal-reason',
      'legal-hold-reason',
      'screening-title',
      'verification-session',
    ]);
    for (const { context, envelope } of about)
      expect(parseEnvelope(envelope).wrappedDek, context.kind).toHaveLength(104);
    expect(await kindsOpened(await keysLeft(), about)).toEqual(covered);

    const { id } = await client.erase(await client.privacyOfficer());
    expect(await continueErasure(await toolsOf(db), orgId, id)).toBe('done');
    expect(await kindsOpened(await keysLeft(), about)).toEqual([]);
    const others = old.filter(({ context }) => context.subject !== SUBJECT);
    expect(await kindsOpened(await keysLeft(), others)).toEqual(['case-note']);
    for (const path of [folder, copy])
      expect(await keyFiles(path, orgId)).toEqual([expect.stringMatching(/\.0\.gone$/)]);
    expect(keysIn((await client.done(id)).receipt)).toBe(1);
  });

  test('destroys the key once, whichever step a crash follows', async () => {
    const { client, db, id, orgId } = await begun();
    let crashes = 0;
    for (let outcome: string | undefined; outcome !== 'done';)
      outcome = await continueErasure(await toolsOf(db, { n: crashes }), orgId, id).catch(
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          crashes += 1;
          return undefined;
        },
      );
    expect(crashes).toBe(4);
    expect(keysIn((await client.done(id)).receipt)).toBe(1);
    expect(await keyFiles(folder, orgId)).toEqual([expect.stringMatching(/\.gone$/)]);
  });

  test('keeps the key while a later hold keeps the records', async () => {
    const { client, db, id, orgId } = await begun();
    const hold = { kind: 'organization', reason: 'The court asked for all records.' };
    const { id: holdId } = await client.ask('POST', '/legal-holds', hold);
    expect(await continueErasure(await toolsOf(db), orgId, id)).toBe('held');
    expect(await keyFiles(folder, orgId)).toEqual([expect.stringMatching(/\.json$/)]);
    await client.ask('POST', `/legal-holds/${holdId}/lift`);
    expect(await continueErasure(await toolsOf(db), orgId, id)).toBe('done');
  });

  test('waits for a copy of the store that is missing', async () => {
    const { db, id, orgId } = await begun();
    const tools = await toolsOf(db);
    const away = join(root, 'away');
    await cp(copy, away, { recursive: true });
    await rm(copy, { recursive: true });
    await expect(continueErasure(tools, orgId, id)).rejects.toThrow(copy);
    await cp(away, copy, { recursive: true });
    expect(await continueErasure(tools, orgId, id)).toBe('done');
  });
});

describe('a start', () => {
  let second: TestApp | undefined;
  const start = async (own: object): Promise<TestApp> => {
    second = await startTestApp({ ...config, subjectKeyCopies: [], ...own });
    return second;
  };

  test('destroys keys again that a restored store has brought back', async () => {
    const { db, id, orgId } = await begun();
    const before = join(root, 'before');
    await cp(folder, before, { recursive: true });
    expect(await continueErasure(await toolsOf(db), orgId, id)).toBe('done');
    await cp(before, folder, { recursive: true });
    expect(await keyFiles(folder, orgId)).toHaveLength(2);
    const again = await startTestApp({ ...config, role: 'api' }, app.databaseUrl);
    await again.stop();
    expect(await keyFiles(folder, orgId)).toEqual([expect.stringMatching(/\.gone$/)]);
  });

  test('fails without the store that the database needs, whether keys of subjects are on or off, and with another store', async () => {
    const own = { subjectKeyFolder: join(root, 'own'), role: 'api' } as const;
    const { databaseUrl, stop } = await start(own);
    await stop();
    const elsewhere = { ...config, ...own, subjectKeyFolder: join(root, 'nothing') };
    for (const subjectKeys of [true, false])
      await expect(startTestApp({ ...elsewhere, subjectKeys }, databaseUrl)).rejects.toThrow(
        /has no store of subject keys, which this database needs/,
      );
    await expect(
      startTestApp({ ...elsewhere, subjectKeyFolder: folder }, databaseUrl),
    ).rejects.toThrow(/has another store of subject keys/);
    await (await startTestApp({ ...config, ...own }, databaseUrl)).stop();
  });
});

describe('keys of subjects that are switched off again', () => {
  test('leave old values readable, cover no new ones, and are destroyed by an erasure', async () => {
    const own: Partial<Config> = {
      subjectKeyFolder: join(root, 'off'),
      subjectKeyCopies: [],
    };
    const first = await startTestApp({ ...config, ...own });
    const client = await ErasureClient.of(first);
    const { id } = await client.ask('POST', '/cases', { subjectId: SUBJECT, note: 'Covered.' });
    await first.stop();
    const off = await startTestApp({ ...config, ...own, subjectKeys: false }, first.databaseUrl);
    try {
      const later = Object.assign(new ErasureClient(off, client.org), { keyed: client.keyed });
      await later.ask('POST', `/cases/${id}/notes`, { text: 'In the usual way.' });
      const { notes } = await later.ask('GET', `/cases/${id}`);
      expect(notes.map(({ text }: { text: string }) => text)).toEqual([
        'Covered.',
        'In the usual way.',
      ]);
      const rows = await envelopesIn(off.db, client.org.id);
      expect(rows.map(({ envelope }) => parseEnvelope(envelope).wrappedDek.length)).toEqual([
        104, 60,
      ]);
      const { receipt } = await later.eraseAll(await later.privacyOfficer());
      expect(keysIn(receipt)).toBe(1);
      expect(await keyFiles(own.subjectKeyFolder!, client.org.id)).toEqual([
        expect.stringMatching(/\.gone$/),
      ]);
    } finally {
      await off.stop();
    }
  });
});
