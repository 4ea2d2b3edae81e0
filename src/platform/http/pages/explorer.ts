import { readFileSync } from 'node:fs';
import { ApiError, notFound } from '../../errors/index.ts';
import type { ServedPage } from '../browser/route.ts';
import { EXPLORER_FILES, explorerFile } from './built-files.ts';
import { CONSOLE } from './console.ts';
import { underPrefix } from './html.ts';
import { StaticFile } from './static-file.ts';

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

const HOME = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Oriki</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Oriki</h1>
<p>This is the address of an API. It is described, and can be tried with a key, in the
<a href="${DOCS}">explorer</a>; programs read the <a href="${DOCS}/openapi.json">OpenAPI document</a>. The
<a href="/docs">documentation</a> describes the behavior.</p>
</body>
</html>
`;

/** Makes the search match words of path, id or summary; Swagger UI's own search matches only tags. */
const SCRIPT = `const base = new URL('.', document.currentScript.src);
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

const textOf = (found) =>
  ['path', 'method'].map((name) => found.get(name)).join(' ') + ' ' +
  ['operationId', 'summary'].map((name) => found.getIn(['operation', name], '')).join(' ');
const opsFilter = (tags, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/);
  const matches = (text) => words.every((word) => text.toLowerCase().includes(word));
  return tags
    .map((group, tag) =>
      group.update('operations', (all) => all.filter((found) => matches(tag + ' ' + textOf(found)))))
    .filter((group) => group.get('operations').size > 0);
};

SwaggerUIBundle({
  url: new URL('openapi.json', base).href,
  dom_id: '#explorer',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  filter: true,
  plugins: [() => ({ fn: { opsFilter } })],
  defaultModelsExpandDepth: 0,
});
`;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const ASSETS: Record<(typeof EXPLORER_FILES)[number], string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': SCRIPT_TYPE,
};

/** Headers of a file that changes with the version: browsers may cache it but must revalidate it. */
const REVALIDATE = { 'cache-control': 'no-cache' };

/** Ensures that the page loads nothing from other servers. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Serves the OpenAPI document and an explorer for it, from local files and without a key. `/` redirects to the console,
 * or shows a page that lists the addresses.
 * @param document called on the first request for the document
 * @param prefix path below which browsers reach the service
 */
export function explorerPages(
  document: () => object,
  leadsToConsole: boolean,
  prefix: string,
): ServedPage[] {
  const pageOf = (path: string, content: string, headers: Record<string, string>): ServedPage => {
    const file = new StaticFile(content, { ...REVALIDATE, ...headers });
    return { path, serve: (request, reply) => file.send(request, reply) };
  };
  const assets = new Map<string, StaticFile>();
  for (const file of EXPLORER_FILES) {
    const path = explorerFile(file);
    const headers = { 'content-type': ASSETS[file], 'cache-control': 'public, max-age=3600' };
    if (path !== undefined) assets.set(file, new StaticFile(readFileSync(path), headers));
  }
  let json: StaticFile | undefined;
  const openApi: ServedPage['serve'] = (request, reply) => {
    json ??= new StaticFile(JSON.stringify(document()), {
      ...REVALIDATE,
      'content-type': 'application/json; charset=utf-8',
    });
    return json.send(request, reply);
  };
  const page = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
  };
  const home = new StaticFile(underPrefix(HOME, prefix), {
    ...REVALIDATE,
    ...page,
    vary: 'accept',
  });
  const root: ServedPage['serve'] = (request, reply) => {
    // Programs send only `*/*`, and browsers also name text/html.
    if (request.headers.accept?.includes('text/html') === true)
      return leadsToConsole
        ? reply.header('vary', 'accept').redirect(prefix + CONSOLE)
        : home.send(request, reply);
    throw new ApiError(
      'NOT_FOUND',
      `no page exists at this path: the API is described at ${prefix}${DOCS}`,
    );
  };
  const asset: ServedPage['serve'] = (request, reply) => {
    const found = assets.get((request.params as { file: string }).file);
    if (!found) throw notFound('page');
    return found.send(request, reply);
  };
  return [
    { path: `${DOCS}/openapi.json`, serve: openApi },
    ...[DOCS, `${DOCS}/`].map((path) => pageOf(path, underPrefix(PAGE, prefix), page)),
    { path: '/', serve: root },
    pageOf(`${DOCS}/explorer.js`, SCRIPT, { 'content-type': SCRIPT_TYPE }),
    { path: `${DOCS}/:file`, serve: asset },
  ];
}
