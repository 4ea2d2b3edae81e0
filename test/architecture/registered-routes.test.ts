import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rateLimits } from '../../src/config/rate-limits.ts';
import { MODULES } from '../../src/modules/index.ts';
import { browserRoutesIn, routesIn } from '../../src/modules/module.ts';

const ROOT = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The ways to put a route on a Fastify server. */
const ADDS_ROUTE =
  /\b(?:app|scope|server|instance)\.(?:route|get|head|post|put|patch|delete|options|all)(?:<[^(]*>)?\(/;

test('only the registry puts routes on a server', () => {
  const found = sources.filter(({ text }) => ADDS_ROUTE.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual([
    'src/platform/http/admission.ts',
    'src/platform/http/browser/register.ts',
  ]);
});

test('the composition registers the routes of every module in one call for each kind', () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(register(?:Browser)?Routes)\(\s*app,([^;]*);/g)]
      .filter(([call]) => !call.includes('app: FastifyInstance'))
      .map(([, name, args]) => `${file}: ${name} ${args!.trim().split(/[\s,?]/, 1)[0]}`),
  );
  expect(calls).toEqual([
    'src/start/app.ts: registerRoutes routesIn(modules)',
    'src/start/app.ts: registerBrowserRoutes config.console',
  ]);
  const declared = sources
    .filter(({ file }) => /^src\/modules\/.*(?:routes|download)\.ts$/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/^\s+operationId: '(\w+)'/gm)].map(([, id]) => id!));
  const registered = [...routesIn(MODULES), ...browserRoutesIn(MODULES)].map(
    ({ operationId }) => operationId,
  );
  expect(registered.filter((id) => !declared.includes(id) && !isComputed(id))).toEqual([]);
  expect(declared.filter((id) => !registered.includes(id))).toEqual([]);
});

test('every rate limit of a browser route has a default', () => {
  const groups = browserRoutesIn(MODULES).map(({ policy }) => policy.rateLimit);
  const known = new Set(['none', ...Object.keys(rateLimits('on')!)]);
  expect(groups.filter((group) => !known.has(group))).toEqual([]);
});

/** Operations whose declarations are made by a function, which gives them their ids. */
function isComputed(id: string): boolean {
  return sources.some(({ text }) => text.includes(`'${id}'`));
}
