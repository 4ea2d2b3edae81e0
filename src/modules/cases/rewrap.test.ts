import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TABLES } from '../declared.ts';
import { SOMEBODY } from '../../../test/support/actor.ts';
import { cloneDatabase } from '../../../test/support/database.ts';
import { openDatabase } from '../../../test/support/webhook-checks.ts';
import { openEnvelopes } from '../../platform/crypto/envelopes.ts';
import { addLocalKey } from '../../platform/crypto/key-ring-file.ts';
import { storedKeyIds } from '../../platform/crypto/store.ts';
import { createOrganization } from '../tenants/index.ts';
import { createCase } from './create.ts';
import { attachFile, readFile, sealFile } from './files/files.ts';
import { tables } from './tables.ts';
import { readNotes, sealNote } from './notes/notes.ts';

test('notes, names and contents are each rewrapped once with a new key, none is skipped, and each opens only in its own row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-cases-'));
  const keyFile = join(folder, 'keys.json');
  const db = openDatabase(await cloneDatabase());
  try {
    const serverSecret = 'secret'.repeat(6);
    const envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret });
    const { id: orgId } = await db.transaction((tx) =>
      createOrganization(tx, { name: 'Test', plan: 'pro', addons: [] }),
    );
    const note = await sealNote(envelopes, { orgId, subject: null }, 'Seen.');
    const { id } = await db.transaction((tx) =>
      createCase(tx, orgId, { subjectId: 's' }, note, SOMEBODY),
    );
    const sealed = await Promise.all(
      Array.from({ length: 9 }, (_, i) => {
        const base64 = Buffer.from(`content ${i}`).toString('base64');
        const of = { orgId, subject: null };
        return sealFile(envelopes, of, { name: `f${i}`, contentType: 'text/plain', base64 });
      }),
    );
    for (const one of sealed)
      await db.transaction((tx) => attachFile(tx, orgId, id, one, SOMEBODY));
    const keyId = await addLocalKey(keyFile);
    for (const [rewrap, count] of [
      [tables.case_notes.sealed.envelope, 1],
      [tables.case_files.sealed.envelope, 9],
      [tables.case_contents.sealed.envelope, 9],
    ] as const) {
      expect((await storedKeyIds(db.read, TABLES)).length).toBeGreaterThan(0);
      expect(await rewrap(db, envelopes, keyId)).toEqual({ rewrapped: count, unreadable: [] });
      expect(await rewrap(db, envelopes, keyId)).toEqual({ rewrapped: 0, unreadable: [] });
    }
    expect(await storedKeyIds(db.read, TABLES)).toEqual([keyId]);
    const { notes } = await readNotes(db.read, envelopes, orgId, id);
    expect(notes).toMatchObject([{ text: 'Seen.' }]);
    const [first, second] = [sealed[0]!, sealed[1]!];
    const read = await readFile(db.read, envelopes, orgId, id, first.id);
    expect([read.data.name, read.content.toString()]).toEqual(['f0', 'content 0']);
    await sql`UPDATE case_contents SET envelope = (
        SELECT envelope FROM case_contents WHERE org_id = ${orgId} AND file_id = ${second.id})
      WHERE org_id = ${orgId} AND file_id = ${first.id}`.execute(db.read);
    await expect(readFile(db.read, envelopes, orgId, id, first.id)).rejects.toThrow('not found');
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
