import { hash } from 'node:crypto';
import { Changed } from '../../../platform/audit/audit.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import { bytesOfBase64 } from '../../../platform/http/body/base64.ts';
import type { Subject } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll, openFor } from '../../../platform/crypto/opening.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound, found } from '../../../platform/errors/index.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { lockedCase, lockedUnheldCase, record, toSummary } from '../cases.ts';
import { CASE_PREFIX, type CaseFile, type CaseSummary } from '../schemas.ts';
import { caseContext, sealFor } from '../sealing.ts';
import { FILE_PREFIX, MAX_FILE_BYTES, type AttachFile } from './schemas.ts';
import * as store from './store.ts';

/** The maximum number of files of a case, because each read of the case decrypts all names. */
const MAX_FILES = 20;

/** A sealed file that is not stored yet. */
export type SealedFile = { id: string; bytes: number; envelope: string; content: string };

/** The fields that are sealed in an envelope separate from the content. */
type Called = { name: string; contentType: string; sha256: string };

/**
 * Seals a file. Call it outside of transactions. @throws ApiError BAD_REQUEST, SERVICE_DISABLED; the key provider's
 * error
 */
export async function sealFile(
  envelopes: Envelopes,
  { orgId, subject }: { orgId: string; subject: Subject },
  { name, contentType, base64 }: AttachFile,
): Promise<SealedFile> {
  const yieldIfDue = yielder();
  const bytes = bytesOfBase64(base64, 'base64', MAX_FILE_BYTES);
  await yieldIfDue();
  const id = newId(FILE_PREFIX);
  const called: Called = { name, contentType, sha256: hash('sha256', bytes, 'hex') };
  await yieldIfDue();
  const [envelope, content] = await Promise.all([
    sealFor(envelopes, { ...caseContext(orgId, id, 'case-file'), subject }, JSON.stringify(called)),
    sealFor(envelopes, { ...caseContext(orgId, id, 'case-content'), subject }, bytes),
  ]);
  return { id, bytes: bytes.length, envelope, content };
}

/** Attaches a file to an open or closed case. @throws ApiError NOT_FOUND; CONFLICT if the case has too many files */
export async function attachFile(
  tx: Tx,
  orgId: string,
  caseId: string,
  { id, bytes, envelope, content }: SealedFile,
  actor: Actor,
): Promise<{ id: string; caseId: string; size: number }> {
  await lockedCase(tx, orgId, caseId);
  if ((await store.countFiles(tx, orgId, caseId)) >= MAX_FILES)
    throw new ApiError('CONFLICT', `a case has at most ${MAX_FILES} files`);
  await store.insertFile(
    tx,
    {
      org_id: orgId,
      case_id: caseId,
      id,
      envelope,
      bytes,
      added_kind: actor.kind,
      added_by: actor.id,
    },
    content,
  );
  const detail = { fileId: id, size: bytes };
  await record(tx, orgId, actor, [{ caseId, change: 'file_added', detail }]);
  return { id, caseId, size: bytes };
}

/** Deletes a file and its content. @throws ApiError NOT_FOUND */
export async function removeFile(
  tx: Tx,
  orgId: string,
  caseId: string,
  fileId: string,
  actor: Actor,
): Promise<Changed<CaseSummary>> {
  const row = await lockedUnheldCase(tx, orgId, caseId);
  await found('file', isId(FILE_PREFIX, fileId) && store.deleteFile(tx, orgId, caseId, fileId));
  await record(tx, orgId, actor, [{ caseId, change: 'file_removed', detail: { fileId } }]);
  return new Changed({ fileId }, toSummary(row));
}

async function toFile(envelopes: Envelopes, orgId: string, row: store.FileRow): Promise<CaseFile> {
  const opened = await openFor(envelopes, caseContext(orgId, row.id, 'case-file'), row.envelope);
  const called = opened && (JSON.parse(opened.toString()) as Called);
  return {
    id: row.id,
    name: called?.name ?? null,
    contentType: called?.contentType ?? null,
    sha256: called?.sha256 ?? null,
    size: row.bytes,
    addedBy: { kind: row.added_kind as Actor['kind'], id: row.added_by },
    addedAt: row.added_at.toISOString(),
  };
}

/** Returns the files of a case without their contents, oldest first. */
export async function readFiles(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
): Promise<CaseFile[]> {
  const rows = await store.selectFiles(db, orgId, caseId);
  return openAll(rows, (row) => toFile(envelopes, orgId, row));
}

/** Returns a file with its content. @throws ApiError NOT_FOUND, also if no key opens it; the key provider's error */
export async function readFile(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  caseId: string,
  fileId: string,
): Promise<FileAnswer<CaseFile>> {
  const row =
    isId(CASE_PREFIX, caseId) && isId(FILE_PREFIX, fileId)
      ? await store.selectFile(db, orgId, caseId, fileId)
      : undefined;
  const sealed = row && (await store.selectContent(db, orgId, fileId));
  const content =
    sealed && (await openFor(envelopes, caseContext(orgId, fileId, 'case-content'), sealed));
  if (!row || !content) throw notFound('file');
  return { data: await toFile(envelopes, orgId, row), content };
}
