import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/index.ts';

const DOCS = '/api/docs';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Oriki API</title>
<link rel="stylesheet" href="${DOCS}/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="explorer"></div>
<script src="${DOCS}/swagger-ui-bundle.js"></script>
<script src="${DOCS}/explorer.js"></script>
</body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
  url: '${DOCS}/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});
`;

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** What changes with the version may be kept, and is asked for again before it is used. */
const REVALIDATE = { 'cache-control': 'no-cache' };

/** Nothing is fetched from elsewhere, and the page could not if it tried. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The OpenAPI document and an explorer for it, from local files, without a key.
 * @param document called when the document is first asked for
 */
export function registerDocs(app: FastifyInstance, document: () => object): void {
  const assetsDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  // Every answer sends the same bytes: clients that ask without a key, and read slowly, take no memory with copies.
  const assets = new Map(
    Object.entries(ASSETS).map(([file, type]) => [
      file,
      { type, bytes: readFileSync(join(assetsDir, file)) },
    ]),
  );
  let json: Buffer | undefined;
  app.get(`${DOCS}/openapi.json`, (_request, reply) =>
    reply
      .headers(REVALIDATE)
      .type('application/json; charset=utf-8')
      .send((json ??= Buffer.from(JSON.stringify(document())))),
  );
  app.get(DOCS, (_request, reply) =>
    reply
      .headers({ ...REVALIDATE, 'content-security-policy': CONTENT_SECURITY_POLICY })
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  app.get(`${DOCS}/explorer.js`, (_request, reply) =>
    reply.headers(REVALIDATE).type('text/javascript; charset=utf-8').send(SCRIPT),
  );
  app.get<{ Params: { file: string } }>(`${DOCS}/:file`, (request, reply) => {
    const asset = assets.get(request.params.file);
    if (!asset) throw notFound('page');
    return reply.type(asset.type).header('cache-control', 'public, max-age=3600').send(asset.bytes);
  });
}
