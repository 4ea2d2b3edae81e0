import { expect, test } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import type { AnyRoute } from '../../src/platform/http/route.ts';
import { messageOfPattern } from '../../src/platform/http/validate.ts';

/** Returns all patterns of texts in a schema. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { pattern?: unknown };
  const inside = Object.values(schema).flatMap(patternsIn);
  return typeof pattern === 'string' ? [pattern, ...inside] : inside;
}

test('every pattern of a request has words, so that no message shows a regular expression', () => {
  const wordless = MODULES.flatMap(({ routes }) => routes as readonly AnyRoute[]).flatMap((route) =>
    [route.query, route.body]
      .flatMap(patternsIn)
      .filter((pattern) => messageOfPattern(pattern) === undefined)
      .map((pattern) => `${route.operationId}: ${pattern}`),
  );
  expect(wordless).toEqual([]);
});
