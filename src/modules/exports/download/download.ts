import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { FileStore } from '../files/files.ts';
import { parseRange } from './range.ts';
import { selectFile, type StoredFile } from './store.ts';
import { DOWNLOADS, type ExportUrls, type Signature } from './urls.ts';

export type DownloadParts = { db: Database; files: FileStore; urls: ExportUrls };
type Params = { Params: { exportId: string }; Querystring: Signature };

const gone = (): ApiError => new ApiError('GONE', 'the file has expired and is deleted');

/** Of one answer; nobody in between may keep it, and no page that it is opened from learns the address. */
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

async function answer(
  { db, files, urls }: DownloadParts,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { exportId } = request.params;
  const verdict = urls.check(exportId, request.query);
  // Refused before anything is looked up: who cannot sign learns nothing, not even whether there is such an export.
  if (verdict === 'invalid') throw new ApiError('FORBIDDEN', 'the address is not signed for this');
  if (verdict === 'expired') throw gone();
  const orgId = request.query.org as string;
  const row = await selectFile(db.organization(orgId).read, orgId, exportId);
  if (!row) throw gone();
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const name = fileName(exportId, row);
  const contentType = row.format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/json';
  const { attempt, format } = row;
  const file = await files.open(
    { orgId, exportId, attempt, format },
    { method, name, contentType },
  );
  // It was removed since, or the folder is not the one that it was written to.
  if (!file) throw gone();
  reply.headers(HEADERS);
  if (file.kind === 'redirect') return reply.redirect(file.url, 302);

  if (file.size !== row.file_size) {
    await file.close();
    request.log.error({ exportId }, 'the file of an export is not as it was written');
    throw gone();
  }
  const etag = `"${row.sha256.toString('hex')}"`;
  const { range: wanted, 'if-range': ifRange } = request.headers;
  const { size } = file;
  const range =
    method === 'HEAD' ? 'all' : parseRange(wanted, ifRange as string | undefined, etag, size);
  reply.headers({ 'accept-ranges': 'bytes', etag });
  if (range === 'unsatisfiable') {
    await file.close();
    reply.header('content-range', `bytes */${size}`);
    throw new ApiError('RANGE_NOT_SATISFIABLE', 'the file ends before this range begins');
  }
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
  reply
    .headers({
      'content-type': contentType,
      'content-length': String(end - start + 1),
      'content-disposition': `attachment; filename="${name}"`,
    })
    .code(range === 'all' ? 200 : 206);
  if (range !== 'all') reply.header('content-range', `bytes ${start}-${end}/${size}`);
  if (method === 'HEAD') {
    await file.close();
    return reply.send('');
  }
  return reply.send(file.read(start, end));
}

/**
 * Where signed addresses lead. It takes no key, so it is none of the declared routes: the signature is the permission,
 * for this one file and until it expires.
 */
export function registerDownload(app: FastifyInstance, parts: DownloadParts): void {
  app.route<Params>({
    method: ['GET', 'HEAD'],
    url: `${DOWNLOADS}/:exportId`,
    config: { operationId: 'downloadExport' },
    exposeHeadRoute: false,
    handler: (request, reply) => answer(parts, request, reply),
  });
}
