/** An in-memory server of the part of the S3 API that exports and backups use, without signatures. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Upload = { key: string; parts: Map<number, Buffer> };

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
function element(name: string, ...content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export type FakeS3 = {
  endpoint: string;
  objects: Map<string, Buffer>;
  uploads: Map<string, Upload>;
  /** Answers requests of this kind with this error. */
  refuse: { method: string; status: number; code: string } | undefined;
  /** Answers a request itself and returns true, or returns false for the correct answer. */
  lie: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** The delay before each answer. */
  lateMs: number;
  close: () => Promise<void>;
};

export async function startFakeS3(bucket: string): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  let serial = 0;

  function xml(response: ServerResponse, status: number, text = ''): void {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(text && `<?xml version="1.0"?>${text}`);
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    const page = query.has('uploads')
      ? [...uploads].map(([id, { key }]) => ({
          key,
          xml: element('Upload', element('Key', escape(key)), element('UploadId', id)),
        }))
      : [...objects.keys()].map((key) => ({
          key,
          xml: element('Contents', element('Key', escape(key))),
        }));
    const found = page.filter(({ key }) => key.startsWith(prefix)).map((entry) => entry.xml);
    const name = query.has('uploads') ? 'ListMultipartUploadsResult' : 'ListBucketResult';
    xml(response, 200, element(name, ...found, element('IsTruncated', 'false')));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://s3');
    const body = await bodyOf(request);
    const { method } = request;
    const { refuse } = self;
    if (self.lateMs > 0) await sleep(self.lateMs);
    if (self.lie?.(request, response)) return;
    if (refuse && refuse.method === method)
      return xml(response, refuse.status, element('Error', element('Code', refuse.code)));
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (key === '') return list(response, query);
    const id = query.get('uploadId');
    if (method === 'POST' && id === null) {
      const made = `upload-${++serial}`;
      uploads.set(made, { key, parts: new Map() });
      return xml(
        response,
        200,
        element('InitiateMultipartUploadResult', element('UploadId', made)),
      );
    }
    const upload = id === null ? undefined : uploads.get(id);
    if (id !== null && !upload)
      return xml(response, 404, element('Error', element('Code', 'NoSuchUpload')));
    if (method === 'PUT') {
      if (upload) upload.parts.set(Number(query.get('partNumber')), body);
      else objects.set(key, body);
      response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` });
      return void response.end();
    }
    if (method === 'POST') {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) =>
        Number(n),
      );
      objects.set(key, Buffer.concat(numbers.map((n) => upload!.parts.get(n)!)));
      uploads.delete(id!);
      return xml(
        response,
        200,
        element('CompleteMultipartUploadResult', element('Key', escape(key))),
      );
    }
    if (method === 'DELETE') {
      if (id === null) objects.delete(key);
      else uploads.delete(id);
      return xml(response, 204);
    }
    const object = objects.get(key);
    if (!object) return xml(response, 404, element('Error', element('Code', 'NoSuchKey')));
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const isPart = first !== undefined && method === 'GET';
    const content = isPart ? object.subarray(Number(first), Number(last) + 1) : object;
    response.writeHead(isPart ? 206 : 200, {
      'content-length': content.length,
      'content-disposition': query.get('response-content-disposition') ?? '',
      etag: `"${createHash('md5').update(object).digest('hex')}"`,
    });
    response.end(method === 'HEAD' ? undefined : content);
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const self: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    refuse: undefined,
    lie: undefined,
    lateMs: 0,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return self;
}
