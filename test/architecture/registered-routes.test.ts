import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import { routesIn } from '../../src/modules/module.ts';

const ROOT = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The ways to put a route on a Fastify server. */
const ADDS_ROUTE =
  /\b(?:app|scope|server|instance)\.(?:route|get|head|post|put|patch|delete|options|all)(?:<\w+>)?\(/;

/** Files that register routes without a declaration, and what these routes serve. */
const UNDECLARED: Readonly<Record<string, string>> = {
  'src/platform/http/health.ts': 'liveness and readiness, without a key',
  'src/platform/http/pages/console.ts': 'files of the console',
  'src/platform/http/pages/documents.ts': 'the documentation',
  'src/platform/http/pages/explorer.ts': 'the API explorer and the API document',
  'src/platform/observability/admin-server.ts': 'metrics, on a port of their own',
  'src/modules/people/sign-in/browser-routes.ts': 'sign-in, before there is a session',
  'src/modules/people/scim/routes.ts': 'SCIM, behind the same admission, with errors of its own',
  'src/modules/people/sign-in/page.ts': 'files of the sign-in page',
  'src/modules/exports/download/download.ts': 'downloads by a signed link',
};

test('only the registry serves operations of the API; every other route is listed with what it serves', () => {
  const found = sources.filter(({ text }) => ADDS_ROUTE.test(text)).map(({ file }) => file);
  const listed = ['src/platform/http/register.ts', ...Object.keys(UNDECLARED)];
  expect(found.toSorted()).toEqual(listed.toSorted());
});

test('the composition registers the routes of every module in one call', () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/registerRoutes\(([^)]*\))/g)]
      .filter(([call]) => !call.includes('app: FastifyInstance'))
      .map(([, args]) => `${file}: ${args}`),
  );
  expect(calls).toEqual(['src/start/app.ts: app, routesIn(modules)']);
  const declared = sources
    .filter(({ file }) => /^src\/modules\/.*routes\.ts$/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/^\s+operationId: '(\w+)'/gm)].map(([, id]) => id!));
  const registered = routesIn(MODULES).map(({ operationId }) => operationId);
  expect(registered.filter((id) => !declared.includes(id) && !isComputed(id))).toEqual([]);
  expect(declared.filter((id) => !registered.includes(id))).toEqual([]);
});

/** Operations whose declarations and ids a function makes. */
function isComputed(id: string): boolean {
  return sources.some(({ text }) => text.includes(`'${id}'`));
}
