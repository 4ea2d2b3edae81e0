import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { newAction, writeActions } from '../../../platform/audit/audit.ts';
import { actorOf } from '../../../platform/http/audit-line.ts';
import type { Database, DatabaseScope } from '../../../platform/db/database.ts';
import { databaseOf } from '../../../platform/db/places.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { CONTENT_TYPES, type Download, type Stores } from '../files/files.ts';
import { defineBrowserRoute } from '../access.ts';
import { downloadPathItem } from './document.ts';
import { parseRange } from './range.ts';
import { selectFile, type StoredFile } from './store.ts';
import { DOWNLOADS, type ExportUrls, type Signature } from './urls.ts';

const ENTITY_TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** @param weak true if a weak tag matches the same file (RFC 9110 section 8.8.3.2) */
function matches(header: string, etag: string, weak: boolean): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(ENTITY_TAG) ?? [];
  return tags.some((tag) => tag === etag || (weak && tag === `W/${etag}`));
}

/**
 * Returns whether the file meets the conditions of the request, in the order of RFC 9110 section 13.2.2. Ignores
 * dates, because there is no Last-Modified.
 */
function checkConditions(
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
  etag: string,
): 'send' | 'not modified' | 'failed' {
  if (ifMatch !== undefined && !matches(ifMatch, etag, false)) return 'failed';
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, true) ? 'not modified' : 'send';
}

type DownloadParts = { db: Database; files: Stores; urls: ExportUrls };
type Params = { Params: { exportId: string }; Querystring: Signature };

/** The maximum lifetime of an address in a bucket. Browsers use it immediately. */
const ADDRESS_SECONDS = 60;
const RETRY_SECONDS = 30;

function gone(): ApiError {
  return new ApiError('GONE', 'the file has expired and is deleted');
}

/** The headers of an answer: no cache may store it, and no page learns the address as a referrer. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
};

function fileName(exportId: string, { data_type, format, created_at }: StoredFile): string {
  return `${data_type}-${created_at.toISOString().slice(0, 10)}-${exportId}.${format.toLowerCase()}`;
}

/**
 * Returns the file from the store that has it, or from the current store if another process sees that folder under
 * another path.
 * @throws ApiError SERVICE_UNAVAILABLE
 */
async function find(
  files: Stores,
  request: FastifyRequest<Params>,
  row: StoredFile,
): Promise<Download | undefined> {
  const { attempt, format } = row;
  const { exportId } = request.params;
  const key = { orgId: request.query.org as string, exportId, attempt, format };
  const wanted = {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    name: fileName(exportId, row),
    contentType: CONTENT_TYPES[format],
    seconds: Math.max(1, Math.min(ADDRESS_SECONDS, Math.floor(row.seconds))),
  } as const;
  const written = files.at(row.store);
  try {
    const found = await written.open(key, wanted);
    if (found || written === files.current) return found;
    request.log.warn(
      { exportId, store: row.store },
      'a file is missing in the store of its export',
    );
    return await files.current.open(key, wanted);
  } catch (error) {
    request.log.error({ exportId, err: error }, 'the file of an export cannot be read');
    throw new ApiError('SERVICE_UNAVAILABLE', 'the file store cannot be read now', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  }
}

/** Writes the audit row of a download before the first byte is sent. */
async function record(
  own: DatabaseScope,
  request: FastifyRequest<Params>,
  orgId: string,
): Promise<void> {
  const { exportId } = request.params;
  const action = newAction({
    orgId,
    actor: actorOf(request, { kind: 'link', id: exportId, via: null }),
    action: 'export.download',
    object: exportId,
  });
  await own.transaction((tx, last) => writeActions(tx, [action], last));
}

async function answer(
  { db, files, urls }: DownloadParts,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { exportId } = request.params;
  const verdict = urls.check(exportId, request.query);
  // The request is rejected before any query. Without a valid signature, a caller does not even learn whether the
  // export exists.
  if (verdict === 'invalid')
    throw new ApiError('FORBIDDEN', 'the address was not signed for this request');
  const orgId = request.query.org as string;
  request.signedOrgId = orgId;
  if (verdict === 'expired') throw gone();
  const own = (await databaseOf(db, orgId)).organization(orgId);
  const row = await selectFile(own.read, orgId, exportId);
  if (!row) throw gone();
  const file = await find(files, request, row);
  // The file has been deleted since, or its store no longer exists.
  if (!file) throw gone();
  reply.headers(HEADERS);
  if (file.size !== row.file_size) {
    if (file.kind === 'file') await file.close();
    request.log.error(
      { orgId, exportId },
      'the file of an export differs from the file that was written',
    );
    throw gone();
  }
  if (file.kind === 'redirect') {
    await record(own, request, orgId);
    return reply.redirect(file.url, 302);
  }

  const etag = `"${row.sha256.toString('hex')}"`;
  const { range: wanted, 'if-range': ifRange, ...headers } = request.headers;
  const { size } = file;
  const isHead = request.method === 'HEAD';
  reply.headers({ 'accept-ranges': 'bytes', etag });
  const condition = checkConditions(headers['if-match'], headers['if-none-match'], etag);
  if (condition !== 'send') {
    await file.close();
    if (condition === 'not modified') return reply.code(304).send();
    throw new ApiError('PRECONDITION_FAILED', 'the file is not the one that If-Match names');
  }
  const range = isHead ? 'all' : parseRange(wanted, ifRange as string | undefined, etag, size);
  if (range === 'unsatisfiable') {
    await file.close();
    reply.header('content-range', `bytes */${size}`);
    throw new ApiError('RANGE_NOT_SATISFIABLE', 'the file ends before this range begins');
  }
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
  reply
    .headers({
      'content-type': CONTENT_TYPES[row.format],
      'content-length': String(end - start + 1),
      'content-disposition': `attachment; filename="${fileName(exportId, row)}"`,
    })
    .code(range === 'all' ? 200 : 206);
  if (range !== 'all') reply.header('content-range', `bytes ${start}-${end}/${size}`);
  if (isHead) {
    await file.close();
    return reply.send('');
  }
  await record(own, request, orgId).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return reply.send(file.read(start, end));
}

/**
 * The route of signed addresses. The signature replaces the key, so no scope, plan or limit of an organization applies.
 * The answer is a file or a redirect, and the handler itself answers HEAD, ranges and conditions.
 */
export const downloadRoute = defineBrowserRoute({
  method: 'GET',
  answersHead: true,
  path: `${DOWNLOADS}/:exportId`,
  operationId: 'downloadExport',
  policy: { from: 'anywhere', caller: 'proof', rateLimit: 'none' },
  audit: [{ action: 'export.download', does: 'downloaded an export' }],
  params: Type.Object({ exportId: Type.String() }),
  anyQuery: true,
  document: downloadPathItem,
  answer: ({ services: { files, urls }, server: { buckets }, request, reply }) =>
    answer({ db: buckets.first, files, urls }, request as FastifyRequest<Params>, reply),
});
