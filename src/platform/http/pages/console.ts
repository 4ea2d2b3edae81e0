/**
 * Serves the console: one page for every address below its own, and the files that the page loads. The build reads
 * `console/`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { ApiError, notFound } from '../../errors/index.ts';
import type { ServedPage } from '../browser/route.ts';
import { underPrefix, PRIVATE_PAGE } from './html.ts';
import { StaticFile } from './static-file.ts';

/** The address of the console. The browser renders all pages below it. */
export const CONSOLE = '/console/';
const FOLDER = join(import.meta.dirname, '../../../../console/dist');
const PAGE = join(FOLDER, 'index.html');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** The caching of files whose names contain a content hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Placeholder of the nonce in the page. The interface library reads it for the two style rules that it adds. */
const NONCE = '__NONCE__';

/** Placeholder of the path prefix in the page; the console reads it. */
const PREFIX = '__PREFIX__';

/** True if the console has been built. */
export function hasConsole(): boolean {
  return existsSync(PAGE);
}

function readAssets(): Map<string, StaticFile> {
  const folder = join(FOLDER, 'assets');
  return new Map(
    readdirSync(folder)
      .filter((name) => TYPES[extname(name)])
      .map((name) => [
        name,
        new StaticFile(readFileSync(join(folder, name)), {
          'content-type': TYPES[extname(name)]!,
          'cache-control': IMMUTABLE,
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        }),
      ]),
  );
}

/** @param prefix path below which browsers reach the service */
export function consolePages(prefix: string): ServedPage[] {
  let assets: Map<string, StaticFile> | undefined;
  let page: string | undefined;
  const asset: ServedPage['serve'] = (request, reply) => {
    assets ??= hasConsole() ? readAssets() : new Map();
    const found = assets.get((request.params as { file: string }).file);
    if (!found) throw notFound('page');
    return found.send(request, reply);
  };
  const send = (reply: FastifyReply): FastifyReply => {
    if (page === undefined && !hasConsole())
      throw new ApiError('NOT_FOUND', 'the console has not been built: run "npm run prepare"');
    page ??= underPrefix(readFileSync(PAGE, 'utf8'), prefix).replace(PREFIX, prefix);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        ...PRIVATE_PAGE,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${PRIVATE_PAGE['content-security-policy']}; style-src 'self' 'nonce-${nonce}'; font-src 'self'`,
      })
      .send(page.replace(NONCE, nonce));
  };
  const screen: ServedPage['serve'] = (request, reply) => {
    // Session routes and asset files are not pages.
    if (/^(session|assets)\b/.test((request.params as { '*': string })['*']))
      throw notFound('page');
    return send(reply);
  };
  return [
    { path: `${CONSOLE}assets/:file`, serve: asset },
    { path: '/console', serve: (_request, reply) => reply.redirect(prefix + CONSOLE) },
    { path: CONSOLE, serve: (_request, reply) => send(reply) },
    { path: `${CONSOLE}*`, serve: screen },
  ];
}
