import { expect, test } from 'vitest';
import { testApp } from '../../support/test-app.ts';
import { problemsBy } from '../support/documented.ts';
import { limitsOf, openApi, routes, rows, type Json } from '../support/manifest.ts';
import { makeRequest, makeWorld, send } from '../support/world.ts';

const app = testApp({ role: 'api', rateLimits: limitsOf(1_000_000) });

/** Texts that people and programs send by mistake. */
const VALUES = [
  '!',
  'ZZ',
  'a\u0001b',
  '2026-02-30T25:00:00Z',
  '2026-13-01',
  '12e',
  'ftp://example.com/x',
  '..',
  'x y\n',
];

/**
 * Refusals that no schema can express: they depend on stored data or running work, on another field, or on dates that
 * do not exist although the pattern matches.
 */
const BEYOND_SCHEMAS = [
  /^(?:is no|is not|names|does not name|must be the|must not be (?:sent|given|there)|repeats|is required|goes|could not|needs?) /,
  /^the (?:file|header row) /,
  // Depends on the kind of an identifier.
  /^must (?:be|have) \d/,
  /^must be (?:an? )?(?:time zone|date|day|month|time|number|text|list|in the future|at most|after)\b/,
  // Some regular-expression engines cannot check groups of four characters in a file of megabytes.
  /^must be padded base64/,
  /^must not contain NUL/,
  /^may |^has no provider|^unknown/,
];

type Path = readonly (string | number)[];

/** The places of texts in an example. */
function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      yield* textsIn(part, [...path, Array.isArray(value) ? Number(name) : name]);
}

function withValue(example: unknown, [name, ...rest]: Path, value: string): unknown {
  if (name === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(example)
    ? ([...example] as never)
    : { ...(example as object) };
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}

function nameOf(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

const withBody = routes.filter(({ example, body }) => body && example.body);

test.each(rows(withBody))('%s rejects no text that its schema accepts', async (_, route) => {
  const world = await makeWorld(app, route);
  const request = await makeRequest(world, route);
  const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
  const operation = openApi.paths[path]![route.method.toLowerCase()] as unknown as {
    requestBody: { content: Record<string, { schema: Json }> };
  };
  const { schema } = operation.requestBody.content['application/json']!;
  const accepted: string[] = [];
  for (const place of textsIn(request.body))
    for (const value of VALUES) {
      const body = withValue(request.body, place, value);
      const answer = await send(world, { ...request, body });
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status !== 400 || problemsBy(schema, body).length > 0) continue;
      const named = (answer.body.error.details ?? []) as { path: string; message: string }[];
      const found = named.find((detail) => detail.path === nameOf(place));
      if (found && !BEYOND_SCHEMAS.some((rule) => rule.test(found.message)))
        accepted.push(`${found.path} ${JSON.stringify(value)}: ${found.message}`);
    }
  expect(accepted).toEqual([]);
});
