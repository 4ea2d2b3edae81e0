import type { Actor } from '../../../platform/audit/action.ts';
import type { Subject } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll, openFor } from '../../../platform/crypto/opening.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { lockedCase, record } from '../cases.ts';
import type { CaseNote } from '../schemas.ts';
import { caseContext, sealFor } from '../sealing.ts';
import * as store from './store.ts';

const NOTE_PREFIX = 'casenote';
const MAX_NOTES = 500;
/** The maximum number of notes that one answer decrypts: each may have 10,000 characters. */
const NOTES_AT_ONCE = 25;

/** A sealed note that is not stored yet. */
export type SealedNote = { id: string; envelope: string };

/** Seals a note. Call it outside of transactions. @throws ApiError SERVICE_DISABLED; the key provider's error */
export async function sealNote(
  envelopes: Envelopes,
  { orgId, subject }: { orgId: string; subject: Subject },
  text: string,
): Promise<SealedNote> {
  const id = newId(NOTE_PREFIX);
  const context = { ...caseContext(orgId, id, 'case-note'), subject };
  return { id, envelope: await sealFor(envelopes, context, text) };
}

/** Stores a note of a case that the caller has locked. @throws ApiError CONFLICT if the case has too many notes */
export async function storeNote(
  tx: Tx,
  orgId: string,
  caseId: string,
  { id, envelope }: SealedNote,
  actor: Actor,
): Promise<void> {
  if ((await store.countNotes(tx, orgId, caseId)) >= MAX_NOTES)
    throw new ApiError('CONFLICT', `a case has at most ${MAX_NOTES} notes`);
  await store.insertNote(tx, {
    org_id: orgId,
    case_id: caseId,
    id,
    envelope,
    author_kind: actor.kind,
    author_id: actor.id,
  });
}

/** Adds a note to an open or closed case. @throws ApiError NOT_FOUND; CONFLICT if the case has too many notes */
export async function addNote(
  tx: Tx,
  orgId: string,
  caseId: string,
  note: SealedNote,
  actor: Actor,
): Promise<{ id: string; caseId: string }> {
  await lockedCase(tx, orgId, caseId);
  await storeNote(tx, orgId, caseId, note, actor);
  await record(tx, orgId, actor, [{ caseId, change: 'noted', detail: { noteId: note.id } }]);
  return { id: note.id, caseId };
}

/** Returns a page of the decrypted notes of a case, oldest first. @param after `next` of the page before */
export async function readNotes(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
  after = '',
): Promise<{ notes: CaseNote[]; next: string | null; total: number }> {
  const [rows, total] = await Promise.all([
    store.selectNotes(db, orgId, caseId, after, NOTES_AT_ONCE + 1),
    store.countNotes(db, orgId, caseId),
  ]);
  const shown = rows.slice(0, NOTES_AT_ONCE);
  const next = rows.length > shown.length ? shown.at(-1)!.id : null;
  const notes = await openAll(shown, async (row) => ({
    id: row.id,
    text:
      (
        await openFor(envelopes, caseContext(orgId, row.id, 'case-note'), row.envelope)
      )?.toString() ?? null,
    by: { kind: row.author_kind as Actor['kind'], id: row.author_id },
    createdAt: row.created_at.toISOString(),
  }));
  return { notes, next, total };
}

/** Returns all decrypted notes of a case, oldest first. @throws the key provider's error */
export async function readAllNotes(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
): Promise<CaseNote[]> {
  const all: CaseNote[] = [];
  for (let after: string | null = ''; after !== null;) {
    const { notes, next } = await readNotes(db, envelopes, orgId, caseId, after);
    all.push(...notes);
    after = next;
  }
  return all;
}
